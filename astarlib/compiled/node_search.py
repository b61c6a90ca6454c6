"""What a compiled best-first search shows of itself, and what it proves."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Iterator
from typing import Any

import numpy as np

from astarlib.compiled.kernels import codes as code_of
from astarlib.compiled.node_paths import step_between
from astarlib.compiled.packed_search import PackedAlgorithm
from astarlib.compiled.queues import Queue
from astarlib.compiled.storage import AUXES, CLOSED, GS, HS, PARENTS, ROOT, STATES, Storage
from astarlib.engines.best_first import BestFirst
from astarlib.errors import short_repr
from astarlib.problem import A, S
from astarlib.result import Path, StoredState
from astarlib.searching.algorithm import Counters, Edge


class CompiledNodeAlgorithm(PackedAlgorithm[S, A]):
    """A search that keeps every state it has generated, in arrays."""

    _engine: BestFirst
    _bounds: bool
    """Whether f = g + h, so that the front of the frontier bounds every solution from below."""
    _storage: Storage
    _queue: Queue
    _kernels: Any
    """Any: a namespace of what numba made of them."""

    _rebuilding: tuple[Queue, Any, Any] | None
    """A queue that is being filled, the nodes for it and those that wait, until it is done. Any: numpy's arrays."""

    @abstractmethod
    def _order(self) -> Any:
        """The open nodes in the queue, in its order; that whose expansion is not committed is not among them."""

    @abstractmethod
    def _waiting(self) -> Any:
        """The open nodes above the cost limit, the oldest first."""

    # --- look inside --------------------------------------------------------------------------------------------------

    @property
    def counters(self) -> Counters:
        """The counts so far."""
        c, counters = self._storage.c, Counters()
        counters.expanded, counters.generated = int(c[code_of.EXPANDED]), int(c[code_of.GENERATED])
        counters.reopened, counters.dead_ends = int(c[code_of.REOPENED]), int(c[code_of.DEAD_ENDS])
        counters.evaluated = self._storage.count if self._uses_h else 0
        counters.frontier = self._storage.count - counters.dead_ends + counters.reopened - counters.expanded
        counters.peak_frontier = int(c[code_of.PEAK])
        counters.expanded_before_last_f = int(c[code_of.BEFORE_TOP_F]) if self._bounds else None
        counters.solutions = int(self._goal_node() != 0)
        return counters

    def stored(self) -> int:
        """Return the number of stored states."""
        return self._storage.count

    def lower_bound(self, *, cheap: bool = False) -> float:
        """Return the lower bound. O(1) if the frontier is ordered by g + h, or if ``cheap``; else O(stored)."""
        if cheap:
            return self._cheap_bound()
        storage, goal = self._storage, self._goal_node()
        least = self._least_total()
        if least == math.inf and goal == 0:
            return math.inf
        bound = min(least, float(storage.v[code_of.REFUSED]))
        if self._bounds:
            bound = max(bound, self._proved())
        return self._number(bound if goal == 0 else min(bound, float(storage.nodes[GS][goal])))

    def _least_total(self) -> float:
        """The smallest g + h of an open node; for A* and Dijkstra the front tells it."""
        storage, nodes = self._storage, self._storage.nodes
        if not self._bounds or storage.c[code_of.EXPANDING] > 0 or self._rebuilding is not None:
            return float(self._kernels.least_total(nodes, storage.c[code_of.COUNT]))
        node = int(self._kernels.first_live(self._queue.weights, nodes, self._queue.arrays, storage.c))
        return math.inf if node == 0 else float(nodes[GS][node]) + float(nodes[HS][node])

    def _proved(self) -> float:
        v = self._storage.v
        return float(max(v[code_of.BOUND_FLOOR], min(v[code_of.TOP_F] / self._queue.scale, v[code_of.REFUSED])))

    def _cheap_bound(self) -> float:
        return max(0, self._proved()) if self._bounds else 0

    def nearest(self) -> Path[S, A] | None:
        """Return the path to the first stored state with the smallest h; None when the engine evaluates no h."""
        return self._path(self._best(int(self._storage.c[code_of.NEAREST]))) if self._uses_h else None

    def states(self) -> Iterator[StoredState]:
        """All stored states, in the order in which they were first generated."""
        for node in range(ROOT, int(self._storage.c[code_of.COUNT])):
            if self._best(node) == node:
                yield self._shown(node)

    def frontier(self) -> Iterator[StoredState]:
        """The states in the frontier, in the order in which they would be expanded."""
        storage = self._storage
        order = [*self._order(), *self._waiting()]
        if storage.c[code_of.EXPANDING] > 0:
            order.insert(0, storage.c[code_of.EXPANDING])
        for node in order:
            yield self._shown(int(node))

    def bytes_in_use(self) -> int:
        """The bytes that are in use for stored states, table and frontier included, without what is kept to grow."""
        return self._storage.bytes_in_use() + self._queue.bytes_in_use(self._storage.c)

    def path_to(self, state: S) -> Path[S, A]:
        """The cheapest known path to a stored state; KeyError when it is not stored."""
        node = self._node_of(self._domain.encode(state)[0])
        if node == 0:
            raise KeyError(f"state {short_repr(state)} is not stored")
        return self._path(node)

    def _node_of(self, words: Any) -> int:
        storage, packed = self._storage, np.uint64(words) if isinstance(words, int) else tuple(map(np.uint64, words))
        return int(self._kernels.find_node(storage.slots, storage.shift, storage.nodes[STATES], packed))

    def _best(self, node: int) -> int:
        """The node that stands for the same state now: another one where that was reopened."""
        return node if self._storage.c[code_of.REOPENED] == 0 else self._node_of(self._storage.words_of(node))

    def _shown(self, node: int) -> StoredState:
        nodes, parent = self._storage.nodes, int(self._storage.nodes[PARENTS][node])
        state, g = self._state(node), nodes[GS][node].item()
        is_closed = bool(nodes[CLOSED][node // 8] >> node % 8 & 1)
        if parent == 0:
            return StoredState(state, g, self._h(node), None, None, is_closed)
        before = self._state(parent)
        action = step_between(self.problem, before, state, (nodes[GS][parent].item(), g))[0]
        return StoredState(state, g, self._h(node), before, action, is_closed)

    def _state(self, node: int) -> S:
        return self._domain.decode(self._storage.words_of(node), int(self._storage.nodes[AUXES][node]))

    def _h(self, node: int) -> float:
        if self._storage.is_dead(node):
            return math.inf
        h: float = self._storage.nodes[HS][node].item()
        return h

    def _path(self, node: int) -> Path[S, A]:
        nodes, steps = self._storage.nodes, [node]
        while nodes[PARENTS][steps[-1]] != 0:
            steps.append(int(nodes[PARENTS][steps[-1]]))
        steps.reverse()
        gs = [nodes[GS][step].item() for step in steps]
        return self._walked([self._state(step) for step in steps], gs, self._h(node) if self._uses_h else None)

    def _goal_node(self) -> int:
        return int(self._storage.c[code_of.GOAL])

    def incumbent(self) -> Path[S, A] | None:
        """Return the solution, if one is found."""
        goal = self._goal_node()
        return None if goal == 0 else self._path(goal)

    def front(self) -> float | None:
        """Return the smallest f in the frontier."""
        storage, queue = self._storage, self._queue
        node = int(self._kernels.first_live(queue.weights, storage.nodes, queue.arrays, storage.c))
        return math.inf if node == 0 else self._f(node)

    def sample(self, n: int) -> Iterator[Edge]:
        """Yield stored edges at equal distances."""
        nodes, count = self._storage.nodes, int(self._storage.c[code_of.COUNT])
        for node in range(ROOT, count, max(1, count // n)):
            parent, g = int(nodes[PARENTS][node]), nodes[GS][node].item()
            yield Edge(
                self._state(node), g, self._h(node) if self._domain.heuristic is not None else 0,
                None if parent == 0 else self._state(parent),
                None if parent == 0 else nodes[GS][parent].item(),
                is_expanded=bool(nodes[CLOSED][node // 8] >> node % 8 & 1),
                rounding=self._rounding(g),
                any_action=True,
            )  # fmt: skip

    def _f(self, node: int) -> float:
        return self._engine.f(self._storage.nodes[GS][node].item(), self._h(node))
