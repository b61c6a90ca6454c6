"""Compiled focal search."""

from __future__ import annotations

import math
from functools import cached_property
from types import ModuleType
from typing import Any, ClassVar

import numpy as np

from astarlib.compiled.formula import Formula
from astarlib.compiled.kernels import codes, focal, focal_heaps
from astarlib.compiled.runtime.best_first_search import CompiledBestFirstAlgorithm, Frontier
from astarlib.compiled.runtime.queues import Heap
from astarlib.compiled.runtime.saved_arrays import Arrays, require, require_array
from astarlib.compiled.runtime.storage import GS, HS, ROOT, larger_rooms, make_largest
from astarlib.problem import A, S
from astarlib.resolving.resolved_problem import ResolvedProblem, steps_to_go_of
from astarlib.searching.focal import BY_COST, BY_STEPS, TURNS, steps_of
from astarlib.searching.journal import Journal

_FORMULA = Formula((1, 1))
_HEAPS = 4
_FIRST_ROOM = 1 << 10
"""The number of entries for which each heap has room at first."""


class FocalHeaps(Heap):
    """The frontier of focal search: the nodes in three orders up to a limit of f, and the others by f."""

    module: ClassVar[ModuleType] = focal_heaps

    def __init__(self, weight: float, steps: Any) -> None:
        """Make room. ``steps`` has the steps to go of the first nodes."""
        super().__init__(_FORMULA)
        self.weights: tuple[Any, ...] = *map(np.float64, (1, 1, weight, weight - 1)), np.int64(-1)
        sizes, limit = np.zeros(_HEAPS + 1, np.int64), np.full(1, -np.inf)
        self.arrays: tuple[Any, ...] = *self._make_arrays(_HEAPS * _FIRST_ROOM), sizes, limit, steps

    @staticmethod
    def _make_arrays(capacity: int) -> tuple[Any, ...]:
        return np.empty((capacity, 3)), np.empty(capacity, np.int64), np.empty(capacity, np.uint32)

    @property
    def limit(self) -> float:
        """The largest f of a candidate."""
        return float(self.arrays[4][0])

    @property
    def steps(self) -> Any:
        """The steps to go of each node."""
        return self.arrays[5]

    def clear(self, counters: Any) -> None:
        self.arrays[3][:], self.arrays[4][0] = 0, -math.inf

    def push_root(self, counters: Any, root: int, h: float) -> bool:
        """Return False, because a kernel adds the initial state."""
        return False

    def grow(self) -> None:
        old, rooms = self.arrays, larger_rooms(self.arrays[2].size)
        new = make_largest(self._make_arrays, rooms)
        room, larger = old[2].size // _HEAPS, new[2].size // _HEAPS
        for array, before in zip(new, old, strict=False):
            for heap, size in enumerate(old[3][:_HEAPS].tolist()):
                array[heap * larger : heap * larger + size] = before[heap * room : heap * room + size]
        self.arrays = *new, *old[3:]

    def reserve(self, nodes: int) -> None:
        """Make room for the steps to go of so many nodes."""
        *others, old = self.arrays
        if old.size < nodes:
            steps = np.empty(nodes)
            steps[: old.size] = old
            self.arrays = *others, steps

    def bytes_in_use(self, counters: Any) -> int:
        return 36 * int(self.arrays[3][:_HEAPS].sum()) + 8 * int(counters[codes.NEXT_NODE])

    def nodes(self, counters: Any) -> Any:
        """Return the nodes of all entries by f, including stale ones."""
        keys, ages, nodes, sizes, *_ = self.arrays
        room = nodes.size // _HEAPS
        cost, later = int(focal_heaps.COST), int(focal_heaps.LATER)
        parts = [slice(heap * room, heap * room + int(sizes[heap])) for heap in (cost, later)]
        keys, ages, nodes = (np.concatenate([array[part] for part in parts]) for array in (keys, ages, nodes))
        return nodes[np.lexsort((-ages, keys[:, 2], keys[:, 1], keys[:, 0]))]


class CompiledFocalAlgorithm(CompiledBestFirstAlgorithm[S, A]):
    """The algorithm of compiled focal search. See `astarlib.searching.focal.FocalAlgorithm`."""

    _orders: ClassVar[ModuleType] = focal
    _merges_labels: ClassVar[bool] = False
    _queue: FocalHeaps

    def __init__(self, problem: ResolvedProblem[S, A], journal: Journal | None, engine: object, weight: float) -> None:
        self._weight = weight
        self._saved_steps: Any = None
        """The steps to go of the nodes of a saved search, which is being loaded."""
        super().__init__(problem, journal, engine, (_FORMULA,), f_is_lower_bound=True)

    @cached_property
    def _has_steps(self) -> bool:
        """True if the domain has the ``steps_to_go`` of the problem."""
        has_steps = steps_to_go_of(self.problem.problem) is not None
        return has_steps and self._is_in_domain("steps_to_go", "h takes their place")

    def _new_queue(self, iteration: int) -> FocalHeaps:
        steps = self._saved_steps
        if steps is None:
            of_state = steps_to_go_of(self.problem.problem) if self._has_steps else None
            steps = np.array([0.0] * ROOT + [root.h for root in self._roots])
            for node, state in enumerate(self.problem.initial_states if of_state is not None else (), ROOT):
                if of_state is not None and steps[node] < math.inf:
                    steps[node] = steps_of(of_state, state)
        return FocalHeaps(self._weight, steps.copy())

    def _kernel_options(self, max_cost: Any) -> focal.Options:
        return focal.Options(*self._options, self._has_steps)

    def _run_kernel(self, stop_at: int, max_cost: Any, counters: Any, values: Any) -> int:
        self._queue.reserve(self._storage.capacity)
        return super()._run_kernel(stop_at, max_cost, counters, values)

    def _begin(self, max_cost: float) -> None:
        if self._queue.limit > max_cost:  # The candidates above it wait for a later run.
            self._refill()
        super()._begin(max_cost)

    def _handle(self, code: int) -> bool:
        """See the base class. Before the heaps grow, remove stale entries if these are many."""
        if code == codes.GROW_QUEUE:
            order, room = self._order(), self._queue.arrays[2].size // _HEAPS
            if 2 * (len(order) + self._domain.max_successors) < room:
                self._refill(order)
                return True
        return super()._handle(code)

    def _refill(self, order: Any = None) -> None:
        """Let all nodes of the frontier wait for the limit of f to rise. The kernel moves those up to it."""
        storage, order = self._storage, self._order() if order is None else order
        self._rebuild(Frontier(self._queue, order, storage.parked[:0], storage.marks))

    def _order(self) -> Any:
        order, arrays = super()._order(), self._storage.nodes
        if len(order) == 0:
            return order
        g, h, steps = (array[order].astype(float) for array in (arrays[GS], arrays[HS], self._queue.steps))
        f = g + h
        bound = max(float(f.min()), float(self._storage.values[codes.MAX_F_EXPANDED]))
        limit = self._weight * bound
        if self._max_cost > -math.inf:
            limit = min(limit, float(self._max_cost))
        turn, is_later = TURNS[self._count_expanded() % len(TURNS)], f > limit
        if turn == BY_COST:
            return order
        with np.errstate(over="ignore"):  # Python has no warning, either.
            keys = (steps, f) if turn == BY_STEPS else (f + (self._weight - 1) * h, h)
        first, second = (np.where(is_later, *pair) for pair in zip((f, steps), keys, strict=True))
        return order[np.lexsort((second, first, is_later))]

    def _fault(self, code: int) -> Exception:
        if code == codes.BAD_STEPS:
            counters, of_state = self._storage.counters, steps_to_go_of(self.problem.problem)
            parent, edge = self.state(int(counters[codes.FAULT_NODE])), int(counters[codes.FAULT_EDGE])
            if of_state is not None:
                steps_of(of_state, list(self.problem.edges(parent))[edge][1])
        return super()._fault(code)

    # --- save ---------------------------------------------------------------------------------------------------------

    def dump(self) -> dict[str, Any]:
        return {**super().dump(), "steps": self._queue.steps[: self._storage.counters[codes.NEXT_NODE]]}

    def load(self, dumped: Arrays) -> None:
        self._saved_steps = dumped["steps"]
        super().load(dumped)
        self._saved_steps = None

    def verify(self, dumped: Arrays) -> None:
        super().verify(dumped)
        require_array(dumped, "steps", np.float64, int(dumped["counters"][codes.NEXT_NODE]))
        require(bool((dumped["steps"] >= 0).all()), "steps to go of at least 0")
