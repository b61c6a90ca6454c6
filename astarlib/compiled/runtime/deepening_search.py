"""Compiled IDA*: it stores only the states of the current path."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cached_property
from typing import Any, ClassVar, Final

import numpy as np

from astarlib._support.interrupts import raise_if_from_handler
from astarlib.compiled.codegen.recursion_source import MAX_DEPTH
from astarlib.compiled.codegen.specialize import specialize
from astarlib.compiled.codegen.state_source import hash_of_words
from astarlib.compiled.kernels import codes, deepening, float_costs, int_costs, splitting
from astarlib.compiled.runtime.kernel_errors import domain_error, function_error, kernel_errors
from astarlib.compiled.runtime.packed_algorithm import NEVER, PackedAlgorithm
from astarlib.compiled.runtime.path_arrays import (
    AUXES,
    COUNTS,
    EDGES,
    GS,
    HS,
    NEAREST_PARTS,
    STATES,
    longer,
    make_path_arrays,
)
from astarlib.compiled.runtime.saved_arrays import Arrays, cost_to_text, require, require_array, text_to_cost
from astarlib.compiled.runtime.split_iteration import Kernels, Position, SplitIteration
from astarlib.compiled.runtime.storage import NOT_FINITE
from astarlib.compiled_domain import CompiledDomain, identifying_words
from astarlib.engines.deepening import Deepening
from astarlib.errors import CapacityError, CheckpointError, InvalidCostError, short_repr
from astarlib.problem import A, S
from astarlib.resolving.resolved_problem import ResolvedProblem, cost_unit_of
from astarlib.result import Path, StoredState
from astarlib.searching.algorithm import Budget, Counters, Edge, Stop
from astarlib.searching.deepening import Iteration
from astarlib.searching.journal import Journal
from astarlib.searching.parameters import CycleCheck

_NEAREST_NAMES: Final = ("nearest_states", "nearest_auxes", "nearest_gs")

_INITIAL_DEPTH: Final = 256
_MAX_PATH: Final = 2 * MAX_DEPTH  # The maximum number of states on the path in the recursion.
_MIN_SUBTREE, _MAX_SUBTREE = 1_000, 500_000  # Limits of the expansions in a subtree: 7 µs to 4 ms.
_SUBTREES: Final = 32  # If a subtree exceeds its budget, at most this fraction of an iteration is lost.
_ENTRIES: Final = ("deepen", "collect_siblings", "expand_roots", "search_subtrees")
_TOO_LARGE: Final = "a cost, h or f of {:,} is above 2**60, the limit for whole numbers; use costs=float"


def _packed_states(domain: CompiledDomain[Any], path: tuple[Any, ...], count: int) -> list[Any]:
    """Return the first states of a path as ``decode`` expects them: ints, or tuples of ints."""
    words = domain.words
    flat: list[int] = path[STATES][: count * words].tolist()
    return flat if words == 1 else [tuple(flat[at : at + words]) for at in range(0, len(flat), words)]


def _decoded_states(domain: CompiledDomain[S], path: tuple[Any, ...], count: int) -> list[S]:
    packed, auxes = _packed_states(domain, path, count), path[AUXES][:count].tolist()
    return [domain.decode(state, aux) for state, aux in zip(packed, auxes, strict=True)]


class CompiledDeepeningAlgorithm(PackedAlgorithm[S, A]):
    """The algorithm of compiled IDA*. It stores only the states of the current path."""

    _min_slice: ClassVar[int] = 100_000
    _min_split: ClassVar[int] = 300_000
    """The smallest number of expansions for which starting threads pays."""

    def __init__(
        self, problem: ResolvedProblem[S, A], journal: Journal | None, engine: Deepening, *, threads: int = 1
    ) -> None:
        super().__init__(problem, journal, engine, uses_heuristic=True)
        is_int = self._domain.costs is int
        self._checks_path = engine.cycle_check is CycleCheck.PATH
        modules = (int_costs if is_int else float_costs, deepening, splitting)
        functions = specialize(self._domain, modules, _ENTRIES, checks_path=self._checks_path)
        self._kernels = Kernels(functions, self._tables.address, self._checks_path)
        self._cost_type: Any = np.int64 if is_int else np.float64  # Any: numpy's types
        self._inf = NEVER if is_int else math.inf
        self._path = make_path_arrays(self._domain, _INITIAL_DEPTH)
        self._nearest = tuple(self._path[part].copy() for part in NEAREST_PARTS)
        self._hash_counts: Any = np.zeros(4096, np.int32)
        room = (deepening.MAX_TRAIL_DEPTH + _MAX_PATH) * self._domain.words if self._checks_path else 0
        self._trail: Any = np.empty(deepening.TRAIL_STATES + room, np.int64)
        self._counters: Any = np.zeros(deepening.COUNTER_COUNT, np.int64)
        self._values: Any = np.zeros(deepening.VALUE_COUNT, self._cost_type)
        self._counters[deepening.MAX_SUCCESSORS] = self._domain.max_successors
        self._before = 0, 0.0
        """The expansions before this iteration, and those of the previous iteration."""
        self._solved = False
        is_dead = self._root.h == math.inf
        self._check_summable(self._root.h)
        self._counters[deepening.DEPTH] = self._counters[deepening.NEAREST_DEPTH] = -1
        self._counters[deepening.DEAD_ENDS] = is_dead
        self._values[deepening.THRESHOLD] = -1
        self._values[deepening.NEXT_THRESHOLD] = self._inf if is_dead else self._root.h
        self._values[deepening.MIN_H] = self._values[deepening.NEXT_THRESHOLD]
        self._values[deepening.BEST] = self._inf
        self._iteration = Iteration(-math.inf, -math.inf, 0)
        self._unit = cost_unit_of(problem.problem)
        self._best: tuple[Any, ...] | None = None
        """The path to the best solution of the iteration, if its threshold is above the lower bound."""
        self._call(0, 0)  # This expands nothing, but it compiles the kernel outside of the search's time.
        self._threads = threads
        self._split: SplitIteration | None = None
        """The iteration that several threads search. It may be thrown away between two slices."""
        self._split_at = 0
        """The number of expansions from which the iteration may be split."""
        if threads > 1:
            SplitIteration(self._kernels, self._position(), threads).run(0, 0)  # This compiles the kernels, too.

    # --- run ----------------------------------------------------------------------------------------------------------

    def advance(self, budget: Budget) -> Stop:
        max_cost = budget.max_cost
        while not self._solved:
            if self._depth < 0 and (stop := self._begin(max_cost)) is not None:
                return stop
            if self._iteration.threshold > max_cost:
                if self._iteration.lower_bound > max_cost:
                    return Stop.COST
                self._begin_iteration(self._iteration._replace(threshold=max_cost))  # An earlier limit was higher.
            code = self._search(*self._slice_ends(budget))
            if code == codes.STOP_REACHED:
                return Stop.POLL
            if code == deepening.GROW_DEPTH:
                self._grow_path()
            elif code == codes.SOLVED:
                self._note_solution()
            elif code == deepening.TOO_LARGE:
                raise self._too_large(self._values[deepening.FAULT_VALUE].item())
            elif code != deepening.ITERATION_DONE:
                counters, values = self._counters, self._values
                state, edge = self._state(int(counters[deepening.DEPTH])), int(counters[deepening.FAULT_EDGE])
                value = float(values[deepening.FAULT_VALUE])
                raise domain_error(code, self._domain, self.problem.problem, state=state, edge=edge, value=value)
        return Stop.DONE

    def _search(self, stop_at: int, hard_stop: int) -> int:
        """Search on, with several threads if the iteration is large enough, and return a code."""
        expanded = int(self._counters[deepening.EXPANDED])
        if (
            self._threads == 1
            or self._best is not None
            or expanded < self._split_at
            or hard_stop - expanded < self._min_split
        ):
            self._split = None
            return self._call(stop_at, hard_stop)
        split, self._split = self._split, None  # After an error or an interrupt, it can't be used any more.
        position, code = None, None
        try:
            if split is None:
                split = SplitIteration(self._kernels, self._position(), self._threads)
            split.run(max(stop_at - expanded, self._min_split), hard_stop - expanded)
            position, code = split.position()
        except kernel_errors() as error:
            raise_if_from_handler(error)
            code = None
        if position is None or code is None or position.counters[deepening.EXPANDED] > hard_stop:
            # One thread has to go on from the last position, at least beyond the first subtree.
            self._split_at = NEVER if code is None else expanded + 4 * self._min_split
            return self._call(stop_at, hard_stop)
        if code == codes.STOP_REACHED:
            kept: SplitIteration | None = split
        else:
            kept = None
        path, nearest, hash_counts, trail, counters, values = position
        # There is no call from here on, so an interrupt comes either before or after all of these assignments.
        self._path, self._nearest, self._hash_counts, self._trail = path, nearest, hash_counts, trail
        self._counters, self._values, self._split = counters, values, kept
        return code

    def _position(self) -> Position:
        return Position(self._path, self._nearest, self._hash_counts, self._trail, self._counters, self._values)

    def _call(self, stop_at: int, hard_stop: int) -> int:
        try:
            code: int = self._kernels.functions.deepen(self._kernels.data(self._position()), stop_at, hard_stop)
        except kernel_errors() as error:
            raise_if_from_handler(error)
            state = self._state(int(self._counters[deepening.DEPTH]))
            raise function_error(self.problem.problem, state, error) from error
        return code

    def _note_solution(self) -> None:
        """End the search at a goal. If the threshold is above the lower bound, look for a cheaper solution instead."""
        counters, values, depth = self._counters, self._values, self._depth
        g = self._path[GS].item(depth)
        if g <= self._iteration.lower_bound:
            self._solved = True
            return
        best = tuple(array.copy() for array in _first_nodes(self._path, depth + 1, self._domain.words))
        iteration = self._iteration._replace(threshold=min(self._iteration.threshold, g))
        # The recursion has no limit but the threshold. A state above g can still be the nearest one if its h is less.
        is_least = values[deepening.MIN_H] == 0
        limit = g if not is_least else g - 1 if self._domain.costs is int else math.nextafter(g, -math.inf)
        recursion_depth = counters[deepening.RECURSION_DEPTH] if is_least else NEVER
        # There is no call from here on, so an interrupt comes either before or after all of these assignments.
        self._best, self._iteration, values[deepening.BEST], values[deepening.THRESHOLD] = best, iteration, g, limit
        counters[deepening.RECURSION_DEPTH], counters[deepening.DEPTH] = recursion_depth, depth - 1

    def _begin(self, max_cost: float) -> Stop | None:
        """Begin the next iteration, or return the reason to stop before it."""
        best, next_f = self._best, self._values[deepening.NEXT_THRESHOLD].item()
        if best is not None:
            if best[GS].item(-1) > max_cost:
                return Stop.COST
            depth = len(best[GS]) - 1
            hash_counts = self._hash_counts_of(best, depth + 1)
            iteration = self._iteration._replace(lower_bound=best[GS].item(-1))
            # There is no call from here on, so an interrupt comes either before or after all of these assignments.
            self._path, self._hash_counts, self._best, self._iteration = best, hash_counts, None, iteration
            self._counters[deepening.DEPTH], self._values[deepening.BEST], self._solved = depth, self._inf, True
            return Stop.DONE
        if next_f >= self._inf:
            return Stop.DONE
        self._check_summable(next_f)
        if next_f > self._iteration.lower_bound:
            self._log_bound(next_f)
        expanded = int(self._counters[deepening.EXPANDED])
        self._begin_iteration(self._iteration.following(next_f, expanded, max_cost, self._unit))
        return None

    def _begin_iteration(self, iteration: Iteration) -> None:
        """Begin an iteration, and set the maximum size of its subtrees from the sizes of earlier iterations."""
        counters, values, path = self._counters, self._values, self._path
        threshold = iteration.threshold
        if self._domain.costs is int:
            threshold = min(int(threshold), int_costs.MAX_SUMMAND)
        before, previous = self._before
        last = int(counters[deepening.EXPANDED]) - before
        expected = 2 * last * max(2.0, last / max(1.0, previous))
        budget = min(max(int(expected / _SUBTREES), _MIN_SUBTREE), _MAX_SUBTREE)
        counters[deepening.SUBTREE_BUDGET] = budget
        # A level has about twice as many nodes as the level above. At this depth, the mean subtree takes 1/16 of the
        # budget.
        depth = max(1, int(math.log2(max(1.0, 16 * expected / budget)) / 0.93)) if expected > budget else 1
        counters[deepening.RECURSION_DEPTH] = depth
        path[STATES][: self._domain.words] = self._root.array()
        path[AUXES][0], path[GS][0], path[HS][0], path[EDGES][0] = self._root.aux, 0, self._root.h, -1
        self._hash_counts[:] = 0
        new_before = int(counters[deepening.EXPANDED]), last
        split_at = new_before[0] if last > self._min_split else new_before[0] + self._min_split
        # There is no call from here on, so an interrupt comes either before or after all of these assignments.
        self._before, self._split_at, self._iteration, self._best = new_before, split_at, iteration, None
        values[deepening.THRESHOLD], values[deepening.NEXT_THRESHOLD] = threshold, self._inf
        values[deepening.BEST] = self._inf
        counters[deepening.DEPTH] = 0

    def _check_summable(self, value: float) -> None:
        if self._domain.costs is int and math.inf > value > int_costs.MAX_SUMMAND:
            raise self._too_large(value)

    def _too_large(self, value: float) -> Exception:
        """Return the error for a sum, or a part of one, that kernels can't compute with."""
        if self._domain.costs is int:
            return CapacityError(_TOO_LARGE.format(value))
        state = self._state(self._depth)
        edge = f"g + h at the end of edge {int(self._counters[deepening.FAULT_EDGE])} out of {short_repr(state)}"
        return InvalidCostError(NOT_FINITE.format(edge, value), state=state, value=value)

    def _grow_path(self) -> None:
        """Make room for a path of twice the length."""
        length = len(self._path[GS])
        path, nearest = longer(self._path, length), longer(self._nearest, length)
        self._path, self._nearest = path, nearest

    # --- inspect ------------------------------------------------------------------------------------------------------

    @property
    def _depth(self) -> int:
        return int(self._counters[deepening.DEPTH])

    @property
    def counters(self) -> Counters:
        """The counts so far. The peak of the frontier isn't counted and is 0."""
        kernel, counters = self._counters, Counters()
        counters.expanded, counters.generated = int(kernel[deepening.EXPANDED]), int(kernel[deepening.GENERATED])
        counters.evaluated, counters.dead_ends = 1 + counters.generated, int(kernel[deepening.DEAD_ENDS])
        counters.frontier = max(0, self._depth) + 1
        counters.expanded_before_last_f, counters.solutions = self._iteration.expanded, int(self._solved)
        return counters

    def stored(self) -> int:
        return len(set(self._packed()))

    def front(self) -> float | None:
        return self._iteration.threshold

    def lower_bound(self, *, cheap: bool = False) -> float:  # it is always cheap
        values = self._values
        bound: float = self._iteration.lower_bound
        if self._depth < 0:
            at = deepening.NEXT_THRESHOLD
            bound = max(bound, math.inf if values[at] >= self._inf else values.item(at))  # A float would be rounded.
        if self._solved or self._best is not None:
            bound = min(bound, self._path[GS].item(self._depth) if self._best is None else self._best[GS].item(-1))
        return bound

    def nearest(self) -> Path[S, A] | None:
        min_h, depth = self._values[deepening.MIN_H], int(self._counters[deepening.NEAREST_DEPTH])
        h: float = math.inf if min_h >= self._inf else min_h.item()
        if depth < 0:
            return self._make_path([self.problem.initial_state], [], h)
        states, gs = _decoded_states(self._domain, self._nearest, depth + 1), self._nearest[GS][: depth + 1].tolist()
        end = self._nearest_successor(states[-1], gs[-1])
        if end is None:
            states, gs = self._search_nearest(states[-1], depth)
            end = self._nearest_successor(states[-1], gs[-1])
        states, gs = (states, gs) if end is None else ([*states, end[0]], [*gs, end[1]])
        if self._solved and tuple(states) == self._path_to_goal.states:
            return self._path_to_goal
        return self._make_path(states, gs, h)

    def _nearest_successor(self, state: S, g: float) -> tuple[S, float] | None:
        """Return the first successor with the smallest h within that iteration's threshold, and its g, or None."""
        min_h, threshold = self._values[deepening.MIN_H], self._values[deepening.NEAREST_THRESHOLD]
        for _, next_state, cost in self.problem.edges(state):
            h = self.problem.heuristic(next_state) if self._domain.heuristic is not None else 0
            if h == min_h and g + cost + h <= threshold:
                return next_state, g + cost
        return None

    def _search_nearest(self, state: S, depth: int) -> tuple[list[S], list[float]]:
        """Return the states from the initial state to the parent of a state with the smallest h, and their g.
        This searches again below ``state``, the last one of ``nearest``, because the recursion that found the nearest
        state didn't store its path.
        """
        path = make_path_arrays(self._domain, depth + _MAX_PATH)
        counters, values = np.zeros_like(self._counters), np.zeros_like(self._values)
        nearest = tuple(path[part].copy() for part in NEAREST_PARTS)
        for part, kept in zip(NEAREST_PARTS, _first_nodes(self._nearest, depth + 1, self._domain.words), strict=True):
            path[part][: len(kept)] = kept
        path[HS][depth], path[EDGES][depth], counters[deepening.DEPTH] = self.problem.heuristic(state), -1, depth
        values[deepening.THRESHOLD] = self._values[deepening.NEAREST_THRESHOLD]
        values[deepening.NEXT_THRESHOLD] = values[deepening.MIN_H] = values[deepening.BEST] = self._inf
        counters[deepening.RECURSION_DEPTH] = NEVER
        counters[deepening.MAX_SUCCESSORS] = self._domain.max_successors
        position = Position(path, nearest, self._hash_counts_of(path, depth), self._trail, counters, values)
        step = 2**16
        while True:
            before, stop = position.copy(), int(position.counters[deepening.EXPANDED]) + step
            code = self._kernels.functions.deepen(self._kernels.data(position), stop, stop)
            found = position.values[deepening.MIN_H]
            if found < self._values[deepening.MIN_H] and step > 1:  # It went too far, beyond where this search stopped.
                position, step = before, step // 16
            elif found <= self._values[deepening.MIN_H] or code != codes.STOP_REACHED or stop > _MAX_SUBTREE:
                break  # The recursion can't have expanded more than _MAX_SUBTREE nodes.
        count = int(position.counters[deepening.NEAREST_DEPTH]) + 1
        return _decoded_states(self._domain, position.nearest, count), position.nearest[GS][:count].tolist()

    def _state(self, depth: int) -> S:
        return _decoded_states(self._domain, self._path, depth + 1)[-1] if depth >= 0 else self.problem.initial_state

    def _current(self) -> list[S]:
        """Return the states of the current path."""
        is_begun = self._depth >= 0
        return _decoded_states(self._domain, self._path, self._depth + 1) if is_begun else [self.problem.initial_state]

    def states(self) -> Iterator[StoredState]:
        """Yield the states of the current path. A state that occurs twice is yielded as it was first reached."""
        known = set()
        for packed, stored in zip(self._packed(), self._stored_path(), strict=True):
            if packed not in known:
                known.add(packed)
                yield stored

    def frontier(self) -> Iterator[StoredState]:
        """Yield the last state of the path if it isn't expanded. Its siblings aren't stored."""
        return (stored for stored in self._stored_path() if not stored.closed)

    def _packed(self) -> list[Any]:  # Any: ints, or tuples of them
        return [self._root.words] if self._depth < 0 else _packed_states(self._domain, self._path, self._depth + 1)

    def _stored_path(self) -> Iterator[StoredState]:
        states, gs, hs, edges = self._current(), *self._path[GS : EDGES + 1]
        path = self._make_path(states, gs.tolist(), None)
        is_between = self._depth < 0  # It's between two iterations.
        for at, state in enumerate(states):
            parent, action = (None, None) if at == 0 else (states[at - 1], path.actions[at - 1])
            g, h = (0, self._root.h) if is_between else (gs[at].item(), hs[at].item())
            yield StoredState(state, g, h, parent, action, not is_between and bool(edges[at] >= 0))

    def path_to(self, state: S) -> Path[S, A]:
        """Return the path to a state of the current path; KeyError if the state isn't on it."""
        key_of = self.problem.state_key
        states = self._current()
        keys = [one if key_of is None else key_of(one) for one in states]
        wanted = state if key_of is None else key_of(state)
        if wanted not in keys:
            raise KeyError(f"state {short_repr(state)} isn't stored")
        end = keys.index(wanted)
        return self._make_path(states[: end + 1], self._path[GS].tolist(), self.problem.heuristic(state))

    @cached_property
    def _path_to_goal(self) -> Path[S, A]:
        """Return the current path, which ends at the goal once the search is solved."""
        return self._make_path(self._current(), self._path[GS].tolist(), self._path[HS][self._depth].item())

    def incumbent(self) -> Path[S, A] | None:
        return self._path_to_goal if self._solved else None

    def sample(self, n: int) -> Iterator[Edge]:
        if self._depth < 0:
            return
        states = self._current()
        gs, hs, edges = (self._path[part][: len(states)].tolist() for part in (GS, HS, EDGES))
        for at in range(0, len(states), max(1, len(states) // n)):
            yield Edge(
                states[at], gs[at], hs[at] if self._domain.heuristic is not None else 0,
                None if at == 0 else states[at - 1],
                None if at == 0 else gs[at - 1],
                is_expanded=edges[at] >= 0,
                rounding=self._rounding(gs[at]),
                any_action=True,
            )  # fmt: skip

    # --- save ---------------------------------------------------------------------------------------------------------

    def dump(self) -> dict[str, Any]:
        nearest_depth, words = int(self._counters[deepening.NEAREST_DEPTH]), self._domain.words
        path = _first_nodes(self._path, self._depth + 1, words)
        nearest = _first_nodes(self._nearest, nearest_depth + 1, words)
        numbers = " ".join(map(cost_to_text, self._iteration._replace(best=0)))  # type: ignore[arg-type]  # no node
        return {
            **{f"path_{part}": array for part, array in enumerate(path)},
            **dict(zip(_NEAREST_NAMES, nearest, strict=True)),
            "hash_counts": self._hash_counts, "counters": self._counters, "values": self._values,
            "before": np.array(self._before, float), "solved": np.array([self._solved]),
            "iteration": np.frombuffer(numbers.encode(), np.uint8),
            **{f"best_{part}": array for part, array in enumerate(self._best or ())},
        }  # fmt: skip

    def load(self, dumped: Arrays) -> None:
        counters = dumped["counters"].copy()
        depths = int(counters[deepening.DEPTH]), int(counters[deepening.NEAREST_DEPTH])
        path = make_path_arrays(self._domain, max(_INITIAL_DEPTH, *(depth + 3 for depth in depths)))
        nearest = tuple(path[part].copy() for part in NEAREST_PARTS)
        old = [dumped[f"path_{part}"] for part in range(len(path))] + [dumped[name] for name in _NEAREST_NAMES]
        for new, array in zip((*path, *nearest), old, strict=True):
            new[: len(array)] = array
        self._path, self._nearest, self._counters, self._values = path, nearest, counters, dumped["values"].copy()
        self._before = int(dumped["before"][0]), float(dumped["before"][1])
        self._solved, self._iteration = bool(dumped["solved"][0]), _read_iteration(dumped)
        self._best = _read_best(dumped)
        self._split = None
        self._hash_counts = dumped["hash_counts"].copy()

    def _hash_counts_of(self, path: tuple[Any, ...], count: int) -> Any:
        """Return the number of expanded states on the path for each value of a part of the hash."""
        counts, words = np.zeros_like(self._hash_counts), self._domain.words
        for at in range(count if self._checks_path else 0):
            if path[EDGES][at] >= 0:
                state = tuple(path[STATES][at * words : (at + 1) * words].tolist())
                counts[hash_of_words(identifying_words(self._domain, state)) >> int(deepening.HASH_SHIFT)] += 1
        return counts

    def verify(self, dumped: Arrays) -> None:
        counters = require_array(dumped, "counters", np.int64, deepening.COUNTER_COUNT)
        values = require_array(dumped, "values", self._cost_type, deepening.VALUE_COUNT)
        require_array(dumped, "solved", bool, 1)
        before = require_array(dumped, "before", np.float64, 2)
        require(np.isfinite(before).all() and before.min() >= 0, "numbers of expansions in before")
        require_array(dumped, "hash_counts", np.int32, len(self._hash_counts))
        require(not np.isnan(values).any(), "numbers in values")
        depth, nearest_depth = int(counters[deepening.DEPTH]), int(counters[deepening.NEAREST_DEPTH])
        iteration = _read_iteration(dumped)
        self._check_thresholds(values.tolist(), depth)
        bounds = (
            iteration.lower_bound <= iteration.threshold < math.inf
            and iteration.expanded <= counters[deepening.EXPANDED]
        )
        require(bounds and iteration.base <= iteration.threshold, "bounds of an iteration")
        may_be_negative = {deepening.DEPTH, deepening.NEAREST_DEPTH, deepening.FUEL}
        others = [part for part in range(len(counters)) if part not in may_be_negative]
        require(int(counters[others].min()) >= 0, "counters of at least 0")
        require(-1 <= depth < 2**32 and -1 <= nearest_depth < 2**32, "depths")
        max_successors = self._domain.max_successors
        require(counters[deepening.MAX_SUCCESSORS] == max_successors, "the number of successors of the domain")
        require(counters[deepening.SUBTREE_BUDGET] <= _MAX_SUBTREE, f"a budget of at most {_MAX_SUBTREE}")
        large = counters[[deepening.EXPANDED, deepening.GENERATED, deepening.RECURSION_DEPTH]]
        require(int(large.max()) <= NEVER, "smaller counters")
        require(depth >= 0 or not dumped["solved"][0], "a path to the goal")
        like = make_path_arrays(self._domain, 1)
        expected = {f"path_{part}": (like[part], depth + 1) for part in range(len(like))}
        for name, part in zip(_NEAREST_NAMES, NEAREST_PARTS, strict=True):
            expected[name] = like[part], nearest_depth + 1
        for name, (array, length) in expected.items():
            require_array(dumped, name, array.dtype, length * len(array))
        path = tuple(dumped[f"path_{part}"] for part in range(len(like)))
        self._check_path(path, depth + 1)
        is_same = np.array_equal(dumped["hash_counts"], self._hash_counts_of(path, depth + 1))
        require(is_same, "hash counts of the states on the path")
        self._check_best(dumped, iteration, values[deepening.BEST].item())
        self._check_nearest(tuple(dumped[name] for name in _NEAREST_NAMES), nearest_depth + 1)

    def _check_thresholds(self, values: list[float], depth: int) -> None:
        """Raise CheckpointError unless the thresholds grow from the h of the initial state, and h is at least 0."""
        threshold, next_threshold, min_h, nearest_threshold = values[: deepening.FAULT_VALUE]
        least = min(self._root.h, self._inf)
        require((least if depth >= 0 else -1) <= threshold < self._inf, f"a threshold of at least {least}")
        require(max(threshold, least) <= next_threshold <= self._inf, f"a next threshold of at least {least}")
        require(0 <= min_h <= least and 0 <= nearest_threshold < self._inf, "an h within a threshold")

    def _check_path(self, path: tuple[Any, ...], count: int) -> None:
        """Raise CheckpointError unless each edge of the path leads to its next state, from the initial state on."""
        packed, state, g = _packed_states(self._domain, path, count), self.problem.initial_state, 0.0
        for at in range(count):
            require(self._is_stored(path, packed, at, (state, g)), f"{short_repr(state)} on the path, at cost {g!r}")
            edges, i = list(self.problem.edges(state)), int(path[EDGES][at])
            require(i < 0 or path[COUNTS][at] == len(edges), f"{len(edges)} edges out of {short_repr(state)}")
            require((-1 if at == count - 1 else 1) <= i <= len(edges), f"an edge out of {short_repr(state)}")
            if at < count - 1:
                _, state, cost = edges[i - 1]
                g += cost

    def _check_best(self, dumped: Arrays, iteration: Iteration, cost: float) -> None:
        """Raise CheckpointError unless the best solution so far is a path to a goal with that cost."""
        best = _read_best(dumped)
        if best is None:
            require(cost == self._inf, "no solution of the iteration")
            return
        like, count = make_path_arrays(self._domain, 1), len(dumped["best_2"])
        for part, array in enumerate(like):
            require_array(dumped, f"best_{part}", array.dtype, count * len(array))
        require(count > 0 and best[GS][-1] == cost > iteration.lower_bound, "the cost of the best solution")
        self._check_path(best, count)
        goal = _decoded_states(self._domain, best, count)[-1]
        require(bool(self.problem.is_goal(goal)), "the end of the best solution to be a goal")

    def _check_nearest(self, nearest: tuple[Any, ...], count: int) -> None:
        """Raise CheckpointError unless the problem has edges along the stored path to the nearest state."""
        packed, successors = _packed_states(self._domain, nearest, count), [(self.problem.initial_state, 0.0)]
        for at in range(count):
            found = next((one for one in successors if self._is_stored(nearest, packed, at, one)), None)
            if found is None:
                raise CheckpointError("the checkpoint contradicts itself: expected a path to the nearest state")
            successors = [(state, found[1] + cost) for _, state, cost in self.problem.edges(found[0])]

    def _is_stored(self, arrays: tuple[Any, ...], packed: list[Any], at: int, expected: tuple[S, float]) -> bool:
        """Return True if the arrays have this state with this g at that index."""
        words, aux = self._domain.encode(expected[0])
        parts = words if isinstance(words, tuple) else (words,)
        is_state = (parts if isinstance(packed[at], tuple) else parts[0]) == packed[at] and aux == arrays[AUXES][at]
        return is_state and math.isclose(arrays[GS][at], expected[1], rel_tol=1e-9, abs_tol=1e-9)


def _read_iteration(dumped: Arrays) -> Iteration:
    """Return the thresholds and the growth of a saved iteration. Raise CheckpointError if they aren't numbers."""
    try:
        texts = require_array(dumped, "iteration", np.uint8).tobytes().decode().split(" ")
        numbers: list[Any] = [text_to_cost(text) for text in texts]  # Any: numbers of any kind
        read = Iteration(*numbers)
    except (ValueError, TypeError, ZeroDivisionError) as error:
        raise CheckpointError("the checkpoint contradicts itself: expected numbers of an iteration") from error
    counts = read.expanded, read.base_size, read.slow
    is_counted = all(isinstance(count, int) and 0 <= count <= NEVER for count in counts) and 0 <= read.step < math.inf
    require(is_counted, "counts of an iteration")
    return read._replace(best=None)


def _read_best(dumped: Arrays) -> tuple[Any, ...] | None:
    """Return copies of the arrays of the best solution of a saved iteration, or None if there is none."""
    parts = [name for name in dumped if name.startswith("best_")]
    return tuple(dumped[f"best_{part}"].copy() for part in range(len(parts))) if len(parts) > 0 else None


def _first_nodes(arrays: tuple[Any, ...], count: int, words: int) -> list[Any]:
    """Return the parts of the arrays of a path that belong to its first nodes."""
    return [array[: count * words if part == STATES else count] for part, array in enumerate(arrays)]
