"""Compiled anytime search: ARA* and anytime weighted A*."""

from __future__ import annotations

import math
from types import ModuleType
from typing import Any, ClassVar

import numpy as np

from astarlib.compiled.formula import Formula
from astarlib.compiled.kernels import anytime, codes, expansion
from astarlib.compiled.runtime.best_first_search import CompiledBestFirstAlgorithm, Frontier
from astarlib.compiled.runtime.packed_algorithm import NEVER, find_edge
from astarlib.compiled.runtime.saved_arrays import Arrays, require, require_array
from astarlib.compiled.runtime.storage import AUXES, GS, ROOT, STATES
from astarlib.errors import CheckpointError, InvalidProblemError
from astarlib.problem import A, S
from astarlib.resolving.resolved_problem import ResolvedProblem
from astarlib.result import Path
from astarlib.searching.algorithm import Budget, Counters, Stop
from astarlib.searching.anytime import bound_interval, next_weight
from astarlib.searching.journal import Journal


class CompiledAnytimeAlgorithm(CompiledBestFirstAlgorithm[S, A]):
    """The algorithm of compiled ARA* and anytime weighted A*. See `astarlib.searching.anytime.AnytimeAlgorithm`."""

    _policies: ClassVar[ModuleType] = anytime
    _merges_labels: ClassVar[bool] = False

    def __init__(
        self,
        problem: ResolvedProblem[S, A],
        journal: Journal | None,
        engine: object,
        weights: tuple[float, ...],
        *,
        repair: bool,
    ) -> None:
        self._weights, self._repair = weights, repair
        self._factor = weights[-1] if repair else 1
        self._checked_at = 0
        """The number of expansions after which the lower bound was computed last."""
        self._last_path: tuple[int, Path[S, A]] | None = None
        """The number of the best solution, and its path."""
        super().__init__(problem, journal, engine, tuple(Formula((1, weight)) for weight in weights))
        self._storage.values[codes.BOUND] = 0

    def _compile(self) -> None:
        """Compile the functions for each kind of queue. The search's seconds don't include this."""
        first, counters = self._queue, self._storage.counters.copy()
        counters[codes.SOLUTIONS] = 1  # With a solution that isn't reported, the kernel returns at once.
        queues = {type(queue): queue for queue in map(self._new_queue, range(len(self._weights)))}
        for queue in {**queues, type(first): first}.values():
            self._set_queue(queue)
            self._call(0, math.inf, counters, self._storage.values)
            self._min_g_plus_h()
        self._set_queue(first)

    # --- run ----------------------------------------------------------------------------------------------------------

    def advance(self, budget: Budget) -> Stop:
        counters, values = self._storage.counters, self._storage.values
        self._begin(budget.max_cost)
        stop_at = self._slice_ends(budget)[0]
        while True:
            code = self._call(stop_at, budget.max_cost, counters, values)
            match code:
                case codes.STOP_REACHED:
                    return Stop.POLL
                case codes.FOUND:
                    counters[codes.REPORTED] = counters[codes.SOLUTIONS]
                    return Stop.FOUND
                case codes.CHECK_BOUND:
                    self._raise_bound(self.lower_bound())
                    self._checked_at = int(counters[codes.EXPANDED])
                    return Stop.DONE if self._best() <= self._factor * self._bound() else Stop.POLL
                case codes.ITERATION_DONE:
                    return self._next_iteration()
            if not self._handle(code):
                return Stop.POLL  # Growing takes several steps, and limits are polled between two of them.

    def _kernel_options(self, max_cost: Any) -> anytime.Options:
        return anytime.Options(
            np.uint64(self._domain.max_successors), self._uses_h, self._repair, float(self._queue.scale), max_cost,
            self._next_check(),
        )  # fmt: skip

    def _next_check(self) -> int:
        """Return the number of expansions after which the lower bound is due next."""
        if self._storage.counters[codes.SOLUTIONS] == 0:
            return NEVER
        expanded = int(self._storage.counters[codes.EXPANDED])
        interval = bound_interval(expanded)
        due = -(-expanded // interval) * interval
        return due + interval if due == self._checked_at else due

    def _next_iteration(self) -> Stop:
        """Begin the next iteration, as the method of this name in the engine in Python."""
        best, proved, max_cost = self._best(), self.lower_bound(), self._max_cost
        if best < math.inf and best <= self._factor * proved:
            self._raise_bound(proved)
            return Stop.DONE
        order = np.concatenate([self._order(), self._parked()[::-1]])
        totals = self._totals(order)
        is_useful = totals < best
        is_next = is_useful & (totals <= max_cost)
        if best == math.inf and (totals <= max_cost).all():
            # All states that can be reached were expanded, and the others got only cheaper paths.
            self._storage.values[codes.BOUND] = math.inf
            return Stop.DONE
        if not is_useful.any():
            return Stop.DONE
        if not is_next.any():
            return Stop.COST
        self._raise_bound(proved)
        iteration = next_weight(self._weights, int(self._storage.counters[codes.ITERATION]), best, proved)
        parked = order[~is_next][::-1]
        marks = np.zeros_like(self._storage.marks)
        marks[parked] = expansion.WAITING
        self._rebuild(Frontier(self._new_queue(iteration), order[is_next], parked, marks, iteration))
        return Stop.POLL

    def _raise_bound(self, proved: float) -> None:
        if proved > self._bound():
            self._log_bound(proved)
            self._storage.values[codes.BOUND] = proved

    def _bound(self) -> float:
        return self._to_cost(float(self._storage.values[codes.BOUND]))

    def _best(self) -> float:
        return self._to_cost(float(self._storage.values[codes.BEST]))

    # --- inspect ------------------------------------------------------------------------------------------------------

    @property
    def counters(self) -> Counters:
        counters = super().counters
        counters.solutions = int(self._storage.counters[codes.SOLUTIONS])
        return counters

    def lower_bound(self, *, cheap: bool = False) -> float:
        bound = self._bound() if cheap else max(self._bound(), self._to_cost(self._min_g_plus_h()))
        return min(bound, self._best())

    def incumbent(self) -> Path[S, A] | None:
        counters = self._storage.counters
        goal, number = self._goal_node(), int(counters[codes.SOLUTIONS])
        if goal == 0:
            return None
        if self._last_path is None or self._last_path[0] != number:
            self._last_path = number, self._path_through(int(counters[codes.GOAL_PARENT]), goal, self._best())
        return self._last_path[1]

    def _path_through(self, parent: int, node: int, g: float) -> Path[S, A]:
        """Return the path to ``parent``, followed by ``node``, whose g is then ``g``."""
        chain = self._chain(parent) if parent != 0 else []
        gs = [*map(self.g, chain), g]
        return self._make_path([self.state(each) for each in (*chain, node)], gs, self._h(node))

    # --- save ---------------------------------------------------------------------------------------------------------

    def dump(self) -> dict[str, Any]:
        dumped, pending = super().dump(), self._rebuilding
        if pending is not None:
            dumped["counters"][codes.ITERATION] = pending.iteration
        count = int(dumped["counters"][codes.NEXT_NODE])
        dumped["marks"] = self._current_marks()[:count] & expansion.ITERATED
        return dumped

    def verify(self, dumped: Arrays) -> None:
        super().verify(dumped)
        counters, values, count = dumped["counters"], dumped["values"], int(dumped["counters"][codes.NEXT_NODE])
        require_array(dumped, "marks", np.uint8, count)
        require(counters[codes.ITERATION] < len(self._weights), "the number of a weight")
        parked = dumped["parked"][: counters[codes.PARKED]]
        require(len(np.intersect1d(parked, dumped["order"])) == 0, "parked nodes that aren't in the queue")
        require(
            counters[codes.REPORTED] <= counters[codes.SOLUTIONS], "at most as many reported solutions as found ones"
        )
        goal, parent, best = int(counters[codes.GOAL]), int(counters[codes.GOAL_PARENT]), float(values[codes.BEST])
        require(parent < count, "the parent of the goal to be a node")
        require((goal > 0) == (counters[codes.SOLUTIONS] > 0) == (best < math.inf), "a goal if there are solutions")
        bound = float(values[codes.BOUND])
        require(bound >= 0 and (bound < math.inf or counters[codes.SOLUTIONS] == 0), "a finite bound of at least 0")
        if ROOT <= goal < ROOT + len(self._roots):
            require(parent == 0 and best == 0, "no path to an initial state")
        elif goal > 0:
            self._verify_goal(dumped, goal, parent, best)

    def _verify_goal(self, dumped: Arrays, goal: int, parent: int, best: float) -> None:
        """Raise CheckpointError unless the goal is one, and an edge from its parent has the right cost."""
        require(parent > 0, "a parent of the goal")
        state, parent_state = self._saved_state(dumped, goal), self._saved_state(dumped, parent)
        require(self.problem.is_goal(state), "a goal")
        try:
            find_edge(self.problem, parent_state, state, dumped[f"nodes_{GS}"][parent].item(), best)
        except InvalidProblemError as error:
            raise CheckpointError(f"the checkpoint is damaged or of another problem: {error}") from error

    def _saved_state(self, dumped: Arrays, node: int) -> S:
        words = self._domain.words
        parts = tuple(map(int, dumped[f"nodes_{STATES}"][node * words : (node + 1) * words]))
        return self._domain.decode(parts[0] if words == 1 else parts, int(dumped[f"nodes_{AUXES}"][node]))
