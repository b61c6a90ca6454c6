"""A compiled IDA* search as a value: it runs in slices, shows its path, is saved and resumed."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cached_property
from typing import Any, ClassVar, Final

import numpy as np
from numba.core.errors import NumbaError

from astarlib.capabilities import ResolvedProblem
from astarlib.compiled.faults import fault, raised
from astarlib.compiled.kernels import codes, deepening, floats, whole_numbers
from astarlib.compiled.layout import layout_of
from astarlib.compiled.packed_search import NEVER, PackedAlgorithm
from astarlib.compiled.path_arrays import AUXES, COUNTS, EDGES, GS, HS, STATES, packed_of, room_for, states_of
from astarlib.compiled.saved_arrays import Arrays, require, require_array
from astarlib.compiled.specialising import hash_in_python, specialized
from astarlib.compiled.unrolling import DEEPEST
from astarlib.engines.deepening import Deepening
from astarlib.errors import CapacityError, CheckpointError, short_repr
from astarlib.problem import A, S
from astarlib.result import Path, StoredState
from astarlib.searching.algorithm import Budget, Counters, Edge, Stop
from astarlib.searching.journal import Journal
from astarlib.searching.parameters import CycleCheck

_FIRST_DEPTH: Final = 256
_LONGEST: Final = 2 * DEEPEST  # of a path behind the stack
_SMALLEST, _LARGEST = 1_000, 500_000  # expansions that a subtree may take by recursion: 7 us to 4 ms
_SUBTREES: Final = 256  # so large a part of an iteration is lost at most where one turns out to be larger than that
_TOO_LARGE: Final = "a cost, h or f of {:,} is above 2**60, the most for whole numbers; use costs=float"
_NEAR: Final = ("near_states", "near_auxes", "near_gs")


class CompiledDeepeningAlgorithm(PackedAlgorithm[S, A]):
    """A compiled IDA* search under way. It stores the states of the path that it is on."""

    _min_slice: ClassVar[int] = 100_000

    def __init__(self, problem: ResolvedProblem[S, A], journal: Journal | None, engine: Deepening) -> None:
        super().__init__(problem, journal, engine, uses_heuristic=True)
        whole = self._domain.costs is int
        self._checks_path = engine.cycle_check is CycleCheck.PATH
        modules = (whole_numbers if whole else floats, deepening)
        self._deepen = specialized(self._domain, modules, ("deepen",)).deepen
        self._layout = layout_of(self._tables)
        self._kind: Any = np.int64 if whole else np.float64  # Any: numpy's types
        self._inf = NEVER if whole else math.inf
        self._path_arrays = room_for(self._domain, _FIRST_DEPTH)
        self._near = tuple(self._path_arrays[part].copy() for part in (STATES, AUXES, GS))
        self._marks: Any = np.zeros(4096, np.int32)
        self._c: Any = np.zeros(deepening.COUNTERS, np.int64)
        self._t: Any = np.zeros(deepening.VALUES, self._kind)
        self._c[deepening.MOST] = self._domain.max_successors
        self._before = 0, 0.0  # expansions before this iteration, and how many times the last one was larger
        self._solved = False
        is_dead = self._root.h == math.inf
        self._refuse_large(self._root.h)
        self._c[deepening.DEPTH], self._c[deepening.NEAR_DEPTH], self._c[deepening.DEAD_ENDS] = -1, -1, is_dead
        self._t[deepening.THRESHOLD] = -1
        self._t[deepening.NEXT_THRESHOLD] = self._t[deepening.LEAST_H] = self._inf if is_dead else self._root.h
        self._deepened(0, 0)  # which does nothing yet, but is compiled: that is not to count as the search's time

    # --- run ----------------------------------------------------------------------------------------------------------

    def advance(self, budget: Budget) -> Stop:
        """Run the kernel until the budget is used up, making room where it finds none."""
        c, t, max_cost = self._c, self._t, budget.max_cost
        while not self._solved:
            if c[deepening.DEPTH] < 0:
                if t[deepening.NEXT_THRESHOLD] >= self._inf:
                    return Stop.DONE
                self._begin()
            if t[deepening.THRESHOLD] > max_cost:
                return Stop.COST
            code = self._deepened(*self._stops(budget))
            if code == codes.REACHED:
                return Stop.POLL
            if code == deepening.MORE_DEPTH:
                self._more_depth()
            elif code == codes.SOLVED:
                self._solved = True
            elif code == deepening.TOO_LARGE:
                raise CapacityError(_TOO_LARGE.format(int(t[deepening.FAULT_VALUE])))
            elif code != deepening.FINISHED:
                state, value = self._state(int(c[deepening.DEPTH])), float(t[deepening.FAULT_VALUE])
                raise fault(
                    code, self._domain, self.problem.problem, state=state, i=int(c[deepening.FAULT_I]), value=value
                )
        return Stop.DONE

    def _deepened(self, stop_at: int, hard_stop: int) -> int:
        try:
            code: int = self._deepen(
                self._tables, self._layout, self._checks_path, stop_at, hard_stop, self._path_arrays, self._near,
                self._marks, self._c, self._t,
            )  # fmt: skip
        except (ArithmeticError, LookupError, ValueError, AssertionError, NumbaError) as error:
            raise raised(self.problem.problem, self._state(int(self._c[deepening.DEPTH])), error) from error
        return code

    def _begin(self) -> None:
        """The next iteration: how large its subtrees may be is told by how large the last ones were."""
        c, t, path = self._c, self._t, self._path_arrays
        self._refuse_large(t[deepening.NEXT_THRESHOLD].item())
        self._log_bound(self._number(float(t[deepening.NEXT_THRESHOLD])))
        before, size = self._before
        grown = int(c[deepening.EXPANDED]) - before
        expected = 2 * grown * max(2.0, grown / max(1.0, size))
        budget = min(max(int(expected / _SUBTREES), _SMALLEST), _LARGEST)
        c[deepening.BUDGET] = budget
        # A level has about twice the nodes of the one above: the mean subtree then takes a sixteenth of the budget.
        c[deepening.CUT] = max(1, int(math.log2(max(1.0, 16 * expected / budget)) / 0.93)) if expected > budget else 1
        path[STATES][: self._domain.words] = self._root.array()
        path[AUXES][0], path[GS][0], path[HS][0], path[EDGES][0] = self._root.aux, 0, self._root.h, -1
        self._marks[:] = 0
        begun = int(c[deepening.EXPANDED]), grown
        # No call from here on: an interrupt comes before all of it or after all of it.
        self._before = begun
        t[deepening.THRESHOLD], t[deepening.NEXT_THRESHOLD] = t[deepening.NEXT_THRESHOLD], self._inf
        c[deepening.DEPTH] = 0

    def _refuse_large(self, value: float) -> None:
        if self._domain.costs is int and math.inf > value > whole_numbers.LARGEST:
            raise CapacityError(_TOO_LARGE.format(value))

    def _more_depth(self) -> None:
        """Room for a path of twice the length."""
        new = room_for(self._domain, 2 * len(self._path_arrays[GS]))
        near = tuple(new[part].copy() for part in (STATES, AUXES, GS))
        for array, old in zip((*new, *near), (*self._path_arrays, *self._near), strict=True):
            array[: len(old)] = old
        self._path_arrays, self._near = new, near

    # --- look inside --------------------------------------------------------------------------------------------------

    @property
    def counters(self) -> Counters:
        """The counts so far. The peak of the frontier isn't counted: 0."""
        c, counters = self._c, Counters()
        counters.expanded, counters.generated = int(c[deepening.EXPANDED]), int(c[deepening.GENERATED])
        counters.evaluated, counters.dead_ends = 1 + counters.generated, int(c[deepening.DEAD_ENDS])
        counters.frontier = max(0, int(c[deepening.DEPTH])) + 1
        counters.expanded_before_last_f, counters.solutions = self._before[0], int(self._solved)
        return counters

    def stored(self) -> int:
        """Return the number of distinct states on the path."""
        return len(set(self._packed()))

    def front(self) -> float | None:
        """Return the threshold."""
        return self._number(float(self._t[deepening.THRESHOLD]))

    def lower_bound(self, *, cheap: bool = False) -> float:  # noqa: ARG002  # it is cheap
        """Return the lower bound. O(1)."""
        at = deepening.THRESHOLD if self._c[deepening.DEPTH] >= 0 else deepening.NEXT_THRESHOLD
        bound = math.inf if self._t[at] >= self._inf else float(self._t[at])
        if self._solved:
            bound = min(bound, float(self._path_arrays[GS][self._c[deepening.DEPTH]]))
        return self._number(bound)

    def nearest(self) -> Path[S, A] | None:
        """Return the path to the first generated state with the smallest h."""
        least, depth = self._t[deepening.LEAST_H], int(self._c[deepening.NEAR_DEPTH])
        h = self._number(math.inf if least >= self._inf else float(least))
        if depth < 0:
            return self._walked([self.problem.initial_state], None, h)
        states, gs = states_of(self._domain, self._near, depth + 1), self._near[2][: depth + 1].tolist()
        end = self._end_behind(states[-1], gs[-1])
        if end is None:
            behind, gs_behind = self._found_again(states[-1], gs[-1])
            states, gs = states + behind[1:], gs + gs_behind[1:]
            end = self._end_behind(states[-1], gs[-1])
        states, gs = (states, gs) if end is None else ([*states, end[0]], [*gs, end[1]])
        if self._solved and tuple(states) == self._path_to_goal.states:
            return self._path_to_goal
        return self._walked(states, gs, h)

    def _end_behind(self, state: S, g: float) -> tuple[S, float] | None:
        """The first successor with the smallest h that is below the threshold under which that was found, and its g."""
        least, threshold = self._t[deepening.LEAST_H], self._t[deepening.NEAR_THRESHOLD]
        for _, next_state, cost in self.problem.edges(state):
            h = self.problem.heuristic(next_state) if self._domain.heuristic is not None else 0
            if h == least and g + cost + h <= threshold:
                return next_state, g + cost
        return None

    def _found_again(self, begin: S, g: float) -> tuple[list[S], list[float]]:
        """The states from ``begin`` to the parent of one with the smallest h, which a recursion has only come by."""
        words, aux = self._domain.encode(begin)
        path, c, t = room_for(self._domain, _LONGEST), np.zeros_like(self._c), np.zeros_like(self._t)
        near = path[STATES].copy(), path[AUXES].copy(), path[GS].copy()
        path[STATES][: self._domain.words] = np.array(words if isinstance(words, tuple) else (words,), np.uint64)
        path[AUXES][0], path[GS][0], path[HS][0], path[EDGES][0] = aux, g, self.problem.heuristic(begin), -1
        t[deepening.THRESHOLD], t[deepening.NEXT_THRESHOLD] = self._t[deepening.NEAR_THRESHOLD], self._inf
        t[deepening.LEAST_H], c[deepening.CUT], code = self._inf, NEVER, codes.REACHED
        c[deepening.MOST] = self._domain.max_successors
        while (
            t[deepening.LEAST_H] > self._t[deepening.LEAST_H] and code == codes.REACHED
            and c[deepening.EXPANDED] <= _LARGEST  # what a recursion may have expanded
        ):  # fmt: skip
            stop = int(c[deepening.EXPANDED]) + _LARGEST // 10
            code = self._deepen(self._tables, self._layout, *(False, stop, stop), path, near, self._marks, c, t)
        count = int(c[deepening.NEAR_DEPTH]) + 1
        return states_of(self._domain, near, count), near[2][:count].tolist()

    def _state(self, depth: int) -> S:
        return states_of(self._domain, self._path_arrays, depth + 1)[-1] if depth >= 0 else self.problem.initial_state

    def _along(self, states: list[S], h: float | None) -> Path[S, A]:
        """The path along these states, the first ones of the path that the search is on."""
        return self._walked(states, self._path_arrays[GS].tolist(), h)

    def _current(self) -> list[S]:
        """The states of the path."""
        depth = int(self._c[deepening.DEPTH])
        return states_of(self._domain, self._path_arrays, depth + 1) if depth >= 0 else [self.problem.initial_state]

    def states(self) -> Iterator[StoredState]:
        """The states of the path that the search is on; one that is on it twice is shown as it was first reached."""
        known = set()
        for packed, stored in zip(self._packed(), self._shown_path(), strict=True):
            if packed not in known:
                known.add(packed)
                yield stored

    def frontier(self) -> Iterator[StoredState]:
        """The state at the end of the path, where it is not expanded; its unexpanded siblings are not stored."""
        return (stored for stored in self._shown_path() if not stored.closed)

    def _packed(self) -> list[Any]:  # Any: ints, or tuples of them
        depth = int(self._c[deepening.DEPTH])
        return [self._root.words] if depth < 0 else packed_of(self._domain, self._path_arrays, depth + 1)

    def _shown_path(self) -> Iterator[StoredState]:
        states, gs, hs, edges = self._current(), *self._path_arrays[GS : EDGES + 1]
        path = self._along(states, None)
        between = self._c[deepening.DEPTH] < 0
        for at, state in enumerate(states):
            before, action = (None, None) if at == 0 else (states[at - 1], path.actions[at - 1])
            g, h = (0, self._root.h) if between else (gs[at].item(), hs[at].item())
            yield StoredState(state, g, h, before, action, not between and bool(edges[at] >= 0))

    def path_to(self, state: S) -> Path[S, A]:
        """The path to a state of the path; KeyError when it is none."""
        key_of = self.problem.state_key
        states = self._current()
        keys = [one if key_of is None else key_of(one) for one in states]
        wanted = state if key_of is None else key_of(state)
        if wanted not in keys:
            raise KeyError(f"state {short_repr(state)} is not stored")
        end = keys.index(wanted)
        return self._along(states[: end + 1], self.problem.heuristic(state))

    @cached_property
    def _path_to_goal(self) -> Path[S, A]:
        """The path that the search is on, where that is solved."""
        h = self._path_arrays[HS][self._c[deepening.DEPTH]].item()
        return self._along(self._current(), h)

    def incumbent(self) -> Path[S, A] | None:
        """Return the solution, if one is found."""
        return self._path_to_goal if self._solved else None

    def sample(self, n: int) -> Iterator[Edge]:
        """Yield edges of the path at equal distances."""
        if self._c[deepening.DEPTH] < 0:
            return
        states = self._current()
        gs, hs, edges = (self._path_arrays[part][: len(states)].tolist() for part in (GS, HS, EDGES))
        for at in range(0, len(states), max(1, len(states) // n)):
            yield Edge(
                states[at], gs[at], hs[at] if self._domain.heuristic is not None else 0,
                None if at == 0 else states[at - 1],
                None if at == 0 else gs[at - 1],
                is_expanded=edges[at] >= 0,
                rounding=self._rounding(gs[at]),
                any_action=True,
            )  # fmt: skip

    # --- flat ---------------------------------------------------------------------------------------------------------

    def dump(self) -> dict[str, Any]:
        """Return the arrays of the path."""
        depth, near_depth = int(self._c[deepening.DEPTH]), int(self._c[deepening.NEAR_DEPTH])
        path = _beginning(self._path_arrays, depth + 1, self._domain.words)
        near = _beginning(self._near, near_depth + 1, self._domain.words)
        arrays = {f"path_{part}": array for part, array in enumerate(path)} | dict(zip(_NEAR, near, strict=True))
        rest = {"before": np.array(self._before, float), "solved": np.array([self._solved])}
        return {**arrays, "marks": self._marks, "c": self._c, "t": self._t, **rest}

    def _take_over(self, rows: Arrays) -> None:
        c = rows["c"].copy()
        depth = max(_FIRST_DEPTH, int(c[deepening.DEPTH]) + 3, int(c[deepening.NEAR_DEPTH]) + 3)
        path = room_for(self._domain, depth)
        near = tuple(path[part].copy() for part in (STATES, AUXES, GS))
        old = [rows[f"path_{part}"] for part in range(len(path))] + [rows[name] for name in _NEAR]
        for new, array in zip((*path, *near), old, strict=True):
            new[: len(array)] = array
        self._path_arrays, self._near, self._c, self._t = path, near, c, rows["t"].copy()
        self._before, self._solved = (int(rows["before"][0]), float(rows["before"][1])), bool(rows["solved"][0])
        self._marks = rows["marks"].copy()

    def _marks_of(self, path: tuple[Any, ...], count: int) -> Any:
        """By a part of the hash, how many expanded states of the path have it."""
        marks, words, hash_of = np.zeros_like(self._marks), self._domain.words, hash_in_python(self._domain.words)
        for at in range(count if self._checks_path else 0):
            if path[EDGES][at] >= 0:
                state = path[STATES][at] if words == 1 else tuple(path[STATES][at * words : (at + 1) * words])
                marks[hash_of(state) >> deepening.SHIFT] += 1
        return marks

    def _check(self, rows: Arrays) -> None:
        c = require_array(rows, "c", np.int64, deepening.COUNTERS)
        t = require_array(rows, "t", self._kind, deepening.VALUES)
        require_array(rows, "solved", bool, 1)
        before = require_array(rows, "before", np.float64, 2)
        require(np.isfinite(before).all() and before.min() >= 0, "numbers of expansions in before")
        require_array(rows, "marks", np.int32, len(self._marks))
        require(not np.isnan(t).any(), "numbers in t")
        depth, near_depth = int(c[deepening.DEPTH]), int(c[deepening.NEAR_DEPTH])
        may_be_negative = {deepening.DEPTH, deepening.NEAR_DEPTH, deepening.FUEL}
        counters = [part for part in range(len(c)) if part not in may_be_negative]
        require(int(c[counters].min()) >= 0, "counters of at least 0")
        require(-1 <= depth < 2**32 and -1 <= near_depth < 2**32, "depths")
        require(c[deepening.MOST] == self._domain.max_successors, "the number of successors of the domain")
        require(c[deepening.BUDGET] <= _LARGEST, f"a budget of at most {_LARGEST}")
        require(int(c[[deepening.EXPANDED, deepening.GENERATED, deepening.CUT]].max()) <= NEVER, "smaller counters")
        require(depth >= 0 or not rows["solved"][0], "a path to the goal")
        like = room_for(self._domain, 1)
        names = {f"path_{part}": (like[part], depth + 1) for part in range(len(like))}
        names |= {name: (like[part], near_depth + 1) for name, part in zip(_NEAR, (STATES, AUXES, GS), strict=True)}
        for name, (array, length) in names.items():
            require_array(rows, name, array.dtype, length * len(array))
        path = tuple(rows[f"path_{part}"] for part in range(len(like)))
        self._check_path(path, depth + 1)
        require(np.array_equal(rows["marks"], self._marks_of(path, depth + 1)), "marks of the states on the path")
        self._check_near(tuple(rows[name] for name in _NEAR), near_depth + 1)

    def _check_path(self, path: tuple[Any, ...], count: int) -> None:
        """Follow the path from the initial state: each state has to be the successor that the path says it is."""
        packed, state, g = packed_of(self._domain, path, count), self.problem.initial_state, 0.0
        for at in range(count):
            require(self._is_stored(path, packed, at, (state, g)), f"{short_repr(state)} on the path, at cost {g!r}")
            edges, i = list(self.problem.edges(state)), int(path[EDGES][at])
            require(i < 0 or path[COUNTS][at] == len(edges), f"{len(edges)} edges out of {short_repr(state)}")
            require((-1 if at == count - 1 else 1) <= i <= len(edges), f"an edge out of {short_repr(state)}")
            if at < count - 1:
                _, state, cost = edges[i - 1]
                g += cost

    def _check_near(self, near: tuple[Any, ...], count: int) -> None:
        """Follow the path to the nearest state in the same way, by any edges that lead along it."""
        packed, following = packed_of(self._domain, near, count), [(self.problem.initial_state, 0.0)]
        for at in range(count):
            found = next((one for one in following if self._is_stored(near, packed, at, one)), None)
            if found is None:
                raise CheckpointError("the checkpoint contradicts itself: expected a path to the nearest state")
            following = [(state, found[1] + cost) for _, state, cost in self.problem.edges(found[0])]

    def _is_stored(self, arrays: tuple[Any, ...], packed: list[Any], at: int, expected: tuple[S, float]) -> bool:
        """Whether a state at that cost is what the arrays have at that place."""
        words, aux = self._domain.encode(expected[0])
        parts = words if isinstance(words, tuple) else (words,)
        is_state = (parts if isinstance(packed[at], tuple) else parts[0]) == packed[at] and aux == arrays[AUXES][at]
        return is_state and math.isclose(arrays[GS][at], expected[1], rel_tol=1e-9, abs_tol=1e-9)


def _beginning(arrays: tuple[Any, ...], count: int, words: int) -> list[Any]:
    """Return what arrays of states and of numbers of them have for the first states; the states come first."""
    return [array[: count * words if part == 0 else count] for part, array in enumerate(arrays)]
