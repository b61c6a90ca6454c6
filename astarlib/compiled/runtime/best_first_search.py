"""Compiled best-first search: it stores every generated state in arrays."""

from __future__ import annotations

import math
from collections.abc import Iterator
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, cast

import numpy as np

from astarlib._support.interrupts import raise_if_from_handler
from astarlib.compiled.codegen.specialize import specialize
from astarlib.compiled.codegen.state_source import hash_of_words
from astarlib.compiled.formula import Formula
from astarlib.compiled.kernels import (
    all_successors,
    best_first,
    codes,
    dominance,
    edges,
    expansion,
    float_costs,
    hash_table,
    int_costs,
    nodes,
    one_order,
    one_side,
)
from astarlib.compiled.runtime.kernel_errors import function_error, kernel_errors
from astarlib.compiled.runtime.labels import bytes_of, larger_labels, new_labels
from astarlib.compiled.runtime.node_algorithm import NodeAlgorithm
from astarlib.compiled.runtime.packed_algorithm import NEVER
from astarlib.compiled.runtime.queues import Heap, Queue, queue_for
from astarlib.compiled.runtime.saved_arrays import Arrays, check_nodes, cost_to_text, require, text_to_cost
from astarlib.compiled.runtime.storage import DEAD_H, GS, HS, ROOT, Storage, sums
from astarlib.compiled_domain import identifying_words
from astarlib.errors import short_repr
from astarlib.problem import A, S
from astarlib.resolving.resolved_problem import ResolvedProblem
from astarlib.result import Path, StoredState
from astarlib.searching.algorithm import Budget, Counters, Edge, Stop
from astarlib.searching.journal import Journal
from astarlib.searching.parameters import TieBreak

if TYPE_CHECKING:
    from astarlib.compiled.kernels.data import Labels

_SHARED_ENTRIES = ("fill", "first_live", "find_node", "min_g_plus_h", "push_all")
_STOPS = {
    codes.STOP_REACHED: Stop.POLL,
    codes.SOLVED: Stop.DONE,
    codes.EXHAUSTED: Stop.DONE,
    codes.COST_LIMIT: Stop.COST,
}
_MAX_EXACT_FLOAT = 2.0**53
_NO_LIMIT = np.uint64(NEVER)
_ROOT_ONLY = np.array([ROOT], np.uint32)
_MAX_COMPILED = 256
_compiled: set[tuple[Any, ...]] = set()  # Any: numba's dispatchers
"""The functions that `_compile` has called, each with the types of the arrays."""


class Frontier(NamedTuple):
    """A frontier that `_rebuild` makes. Any: numpy's arrays."""

    queue: Queue
    """The queue, whose content is replaced."""
    order: Any
    """The open nodes in the order of the queue."""
    parked: Any
    """The parked nodes, the oldest first."""
    marks: Any
    """The marks of all nodes, if they have any."""
    iteration: int = 0
    """The index of the formula that orders the queue."""


class CompiledBestFirstAlgorithm(NodeAlgorithm[S, A]):
    """The algorithm of compiled best-first search. There is one formula, the order of the frontier, for each iteration.

    With ``f_is_lower_bound``, f = g + h. Without ``has_goals``, it searches on when a goal is reached, and the goal
    test is never called.
    """

    has_many_starts: ClassVar[bool] = True
    _policies: ClassVar[ModuleType] = best_first
    """The kernel module with the policies of the loop."""
    _orders: ClassVar[ModuleType] = one_order
    """The kernel module with the policies that say which node is next."""
    _merges_labels: ClassVar[bool] = True
    """True if states that differ only in their labels are the same state."""

    def __init__(
        self,
        problem: ResolvedProblem[S, A],
        journal: Journal | None,
        engine: object,
        formulas: tuple[Formula, ...],
        *,
        uses_heuristic: bool = True,
        f_is_lower_bound: bool = False,
        reopen: bool = True,
        has_goals: bool = True,
    ) -> None:
        super().__init__(problem, journal, engine, uses_heuristic=uses_heuristic)
        self._f_is_lower_bound = f_is_lower_bound
        successors = np.uint64(self._domain.max_successors)
        self._options = best_first.Options(successors, uses_heuristic, reopen, f_is_lower_bound, has_goals)
        self._formulas = formulas
        self._is_int = self._domain.costs is int
        self._label_bits = self._domain.label_bits if reopen and has_goals and self._merges_labels else 0
        self._prunes = (
            has_goals
            and problem.resources is not None
            and self._is_in_domain("resources", "dominated states aren't left out")
        )
        self._rebuilding: Frontier | None = None
        """The argument of a call of `_rebuild` that isn't finished, or None."""
        self._queue_module: ModuleType | None = None
        """The module for which the kernels were compiled."""
        self._set_queue(self._new_queue(0))
        # Searches that find long paths soon have a large g, and making arrays wider takes a compilation during the run.
        bits = self._domain.bits if f_is_lower_bound else max(16, self._domain.bits)
        self._storage = Storage(self._domain, self._kernels.fill, bits=bits, has_marks=not f_is_lower_bound)
        if self._prunes:
            self._storage.labels = new_labels(self._domain.words)
        self._solution: tuple[int, Path[S, A] | None] = 0, None
        """The goal that was found and the path to it, which often is the path to the nearest state, too."""
        self._max_cost: Any = -math.inf  # Any: a number of the limit's type
        self._insert_roots()
        self._compile()

    def _compile(self) -> None:
        """Compile the functions that a run calls, or load them from disk. The search's seconds don't include this."""
        storage = self._storage
        # Without events, a search with f_is_lower_bound needs the front of the queue only if it stops early.
        needs_bounds = self.journal is not None or not self._f_is_lower_bound
        kind = (
            self._kernels.search,
            self._kernels.first_live,
            storage.nodes.gs.dtype.char,
            storage.aux_type,
            self._f_is_lower_bound,
            needs_bounds,
        )
        if kind in _compiled:  # Each of these calls takes microseconds, which matters for small searches.
            return
        self._call(0, math.inf, storage.counters.copy(), storage.values.copy())  # The queue stays as it is.
        if needs_bounds:
            self._min_g_plus_h()
        if len(_compiled) >= _MAX_COMPILED:
            _compiled.clear()
        _compiled.add(kind)

    def _set_queue(self, queue: Queue) -> None:
        self._queue = queue
        if queue.module is self._queue_module:
            return
        costs = int_costs if self._is_int else float_costs
        successors = dominance if self._prunes else all_successors
        loop = expansion, successors, self._orders, self._policies
        modules = hash_table, queue.module, costs, nodes, one_side, edges, *loop
        self._kernels = specialize(self._domain, modules, ("search",), _SHARED_ENTRIES, label_bits=self._label_bits)
        self._queue_module = queue.module

    def _insert_roots(self) -> None:
        storage, counters, roots = self._storage, self._storage.counters, self._roots
        self._write_roots(storage)
        hs = [root.h for root in roots]
        storage.values[codes.MIN_H] = min(hs)
        counters[codes.NEAREST] = ROOT + hs.index(min(hs))
        counters[codes.PEAK_FRONTIER] = counters[codes.NEXT_NODE] - ROOT - hs.count(math.inf)
        counters[codes.DEAD_ENDS] = hs.count(math.inf)
        if len(roots) > 1:
            storage.make_table(max(storage.slots.size, 2 * len(roots)))
            open_nodes = [node for node, h in enumerate(hs, ROOT) if h < math.inf]
            self._rebuild(self._initial_frontier(np.array(open_nodes, np.uint32)))
            return
        storage.add_root_to_table(hash_of_words(identifying_words(self._domain, roots[0].words), self._label_bits))
        if hs[0] == math.inf:
            self._queue.clear(counters)
        elif not self._queue.push_root(counters, ROOT, hs[0]) and not self._queue.fill(
            self._kernels, storage, _ROOT_ONLY
        ):
            self._rebuild(self._initial_frontier(_ROOT_ONLY))

    def _initial_frontier(self, nodes: Any) -> Frontier:  # Any: a numpy array
        """Return the frontier to which some nodes were added in this order."""
        is_first_in_first_out = self._formulas[0].tie_break is TieBreak.FIFO
        return Frontier(
            self._queue, nodes if is_first_in_first_out else nodes[::-1], self._storage.parked[:0], self._storage.marks
        )

    def _new_queue(self, iteration: int) -> Queue:
        h = self._root.h if self._uses_h and self._root.h < NEVER else 0  # Storing a larger whole number fails later.
        return queue_for(self._formulas[iteration], is_int=self._is_int, h=h)

    def _rebuild(self, frontier: Frontier) -> None:
        """Replace queue, parked nodes and marks. The next run repeats this after an interrupt."""
        storage, (queue, order, parked, marks, iteration) = self._storage, frontier
        self._rebuilding = frontier
        self._set_queue(queue)
        if not queue.fill(self._kernels, storage, order):
            self._rebuild(frontier._replace(queue=Heap(self._formulas[iteration])))
            return
        while storage.parked.size < len(parked):
            storage.grow_parked()
        storage.parked[: len(parked)] = parked
        storage.counters[codes.PARKED] = len(parked)
        storage.counters[codes.ITERATION], storage.marks = iteration, marks
        self._rebuilding = None

    @property
    def storage(self) -> Storage:
        return self._storage

    # --- run ----------------------------------------------------------------------------------------------------------

    def advance(self, budget: Budget) -> Stop:
        storage, max_cost = self._storage, budget.max_cost
        self._begin(max_cost)
        before = 0 if self.journal is None else self._cheap_bound()
        stop_at = self._slice_ends(budget)[0]
        while True:
            code = self._call(stop_at, max_cost, storage.counters, storage.values)
            if code in _STOPS:
                break
            if not self._handle(code):
                code = codes.STOP_REACHED  # Growing takes several steps, and limits are polled between two of them.
                break
        if code == codes.COST_LIMIT and not self._f_is_lower_bound and len(self._parked()) == 0:
            storage.counters[codes.PARKED] = 0  # All parked nodes have since been reached at a lower cost and expanded.
            code = codes.EXHAUSTED
        if self.journal is not None and self._f_is_lower_bound and self._cheap_bound() > before:
            self._log_bound(self.lower_bound())
        return _STOPS[code]

    def _begin(self, max_cost: float) -> None:
        """Prepare a slice: complete an interrupted change of the frontier, and release nodes within the cost limit."""
        if self._rebuilding is not None:
            self._rebuild(self._rebuilding)
        if max_cost > self._max_cost and self._storage.counters[codes.PARKED] > 0:
            self._unpark(max_cost)
        self._max_cost = max_cost

    def _call(self, stop_at: int, max_cost: float, counters: Any, values: Any) -> int:
        try:
            return self._run_kernel(stop_at, self._kernel_cost(max_cost), counters, values)
        except kernel_errors() as error:
            raise_if_from_handler(error)
            node = int(self._storage.counters[codes.EXPANDING]) or ROOT
            raise function_error(self.problem.problem, self.state(node), error) from error

    def _kernel_cost(self, max_cost: float) -> Any:
        """Return a cost limit in the type of costs in kernels."""
        if not self._is_int:
            return float(max_cost)
        return np.uint64(max_cost) if max_cost < _MAX_EXACT_FLOAT else _NO_LIMIT

    def _run_kernel(self, stop_at: int, max_cost: Any, counters: Any, values: Any) -> int:
        options = self._kernel_options(max_cost)
        data = self._storage.data(self._tables.address, self._queue, options, counters, values)
        code: int = self._kernels.search(data, stop_at, max_cost)
        return code

    def _kernel_options(self, max_cost: Any) -> Any:  # A subclass uses it. Any: numpy's and Python's values
        """Return the options of the kernel."""
        return self._options

    def _handle(self, code: int) -> bool:
        """Make room as the kernel's return code requests, or raise its error. Return False if more steps are needed."""
        storage = self._storage
        is_done = storage.make_room(code)
        match code:
            case codes.GROW_QUEUE:
                self._queue.grow()
            case codes.GROW_LABELS:
                storage.labels = larger_labels(cast("Labels", storage.labels), self._kernels.fill)
            case codes.GROW_RANKS:
                if not self._queue.extend_range(storage.values):
                    iteration = int(storage.counters[codes.ITERATION])
                    parked = storage.parked[: storage.counters[codes.PARKED]].copy()
                    heap = Heap(self._formulas[iteration])
                    self._rebuild(Frontier(heap, self._order(), parked, storage.marks, iteration))
            case _ if is_done is None:
                raise self._fault(code)
        return is_done is not False

    def _unpark(self, max_cost: float) -> None:
        """Move parked nodes whose g + h is at most ``max_cost`` back to the queue."""
        live, iteration = self._parked(), int(self._storage.counters[codes.ITERATION])
        totals = self._totals(live)
        released, parked = live[totals <= max_cost], live[totals > max_cost]
        order = np.concatenate([released[::-1], self._order()])
        self._rebuild(Frontier(self._queue, order, parked, self._marks(parked), iteration))

    def _totals(self, nodes: Any) -> Any:
        """Return g + h of the nodes."""
        return sums(*(self._storage.nodes[part][nodes] for part in (GS, HS)))

    def _current_marks(self) -> Any:
        return self._storage.marks if self._rebuilding is None else self._rebuilding.marks

    def _marks(self, parked: Any) -> Any:
        """Return the marks of all nodes when these nodes are parked."""
        marks = self._current_marks() & expansion.ITERATED
        if marks.size > 0:  # A search with f_is_lower_bound parks no node.
            marks[parked] |= expansion.WAITING
        return marks

    def _order(self) -> Any:
        """Return the open nodes in the order of the queue, without the node whose expansion isn't complete."""
        counters = self._storage.counters
        order = self._queue.nodes(counters) if self._rebuilding is None else self._rebuilding.order
        live = order[self._storage.open_nodes()[order] & ~self._is_waiting()[order]]
        return _first_entries(live[live != counters[codes.EXPANDING]])  # Only the first entry of a node counts.

    def _parked(self) -> Any:
        """Return the parked nodes, the oldest first."""
        storage, pending = self._storage, self._rebuilding
        parked = storage.parked[: storage.counters[codes.PARKED]] if pending is None else pending.parked
        live = parked[self._is_waiting()[parked]]
        return _first_entries(live[::-1])[::-1]  # Only the last entry of a node counts.

    def _is_waiting(self) -> Any:
        """Return a boolean array that is True for each node that is parked."""
        marks = self._current_marks()
        return marks & expansion.WAITING != 0 if marks.size > 0 else np.zeros(self._storage.capacity, bool)

    # --- inspect ------------------------------------------------------------------------------------------------------

    @property
    def counters(self) -> Counters:
        kernel, counters = self._storage.counters.tolist(), Counters.__new__(Counters)  # All counts are set here.
        expanded, reopened, dead_ends = kernel[codes.EXPANDED], kernel[codes.REOPENED], kernel[codes.DEAD_ENDS]
        stored = kernel[codes.NEXT_NODE] - 1 - reopened  # As in Storage.count, which takes longer.
        counters.expanded, counters.generated = expanded, kernel[codes.GENERATED]
        counters.reopened, counters.dead_ends = reopened, dead_ends
        counters.evaluated, counters.heuristic_calls = stored if self._uses_h else 0, None
        counters.frontier = stored - dead_ends + reopened - expanded
        counters.peak_frontier = kernel[codes.PEAK_FRONTIER]
        counters.expanded_before_last_f = kernel[codes.EXPANDED_BEFORE_LAST_F] if self._f_is_lower_bound else None
        counters.solutions = int(kernel[codes.GOAL] != 0)
        return counters

    def _count_expanded(self) -> int:
        expanded: int = self._storage.counters.item(codes.EXPANDED)
        return expanded

    def stored(self) -> int:
        return self._storage.count

    def lower_bound(self, *, cheap: bool = False) -> float:
        if cheap:
            return self._cheap_bound()
        storage, goal = self._storage, self._goal_node()
        if goal > 0 and self._f_is_lower_bound and self._proved() >= (cost := self.g(goal)):
            return cost  # The usual end of A* needs no look at the frontier.
        smallest = self._min_g_plus_h()
        if smallest == math.inf and goal == 0:
            return math.inf
        bound = min(smallest, float(storage.values[codes.MIN_REJECTED_F]))
        if self._f_is_lower_bound:
            bound = max(bound, self._proved())
        return self._to_cost(bound if goal == 0 else min(bound, float(storage.nodes.gs[goal])))

    def _min_g_plus_h(self) -> float:
        """Return the smallest g + h of an open node. For A* and Dijkstra, it's that of the front of the queue."""
        storage, arrays = self._storage, self._storage.nodes
        if not self._f_is_lower_bound or storage.counters[codes.EXPANDING] > 0 or self._rebuilding is not None:
            return float(self._kernels.min_g_plus_h(arrays, storage.counters[codes.NEXT_NODE]))
        node = self._front_node()
        return math.inf if node == 0 else float(arrays.gs[node]) + float(arrays.hs[node])

    def _front_node(self) -> int:
        storage, queue = self._storage, self._queue
        return int(self._kernels.first_live(queue.weights, storage.nodes, queue.arrays, storage.counters))

    def _proved(self) -> float:
        value = self._storage.values.item
        max_f: float = value(codes.MAX_F_EXPANDED) / self._queue.scale
        proved: float = max(value(codes.BOUND_BEFORE_PRUNING), min(max_f, value(codes.MIN_REJECTED_F)))
        return proved

    def _cheap_bound(self) -> float:
        return max(0, self._proved()) if self._f_is_lower_bound else 0

    def nearest(self) -> Path[S, A] | None:
        if not self._uses_h:
            return None
        node, (goal, path) = self._current_node(self._storage.counters.item(codes.NEAREST)), self._solution
        return path if 0 < node == goal else self._path(node)

    def states(self) -> Iterator[StoredState]:
        count = int(self._storage.counters[codes.NEXT_NODE])
        is_done = np.zeros(count, bool)
        for node in range(ROOT, count):
            current = self._current_node(node)
            if not is_done[current]:
                is_done[current] = True
                yield self._stored_state(current)

    def frontier(self) -> Iterator[StoredState]:
        order = [*self._order(), *self._parked()[::-1]]
        expanding = self._storage.counters[codes.EXPANDING]
        for node in [expanding, *order] if expanding > 0 else order:
            yield self._stored_state(int(node))

    def bytes_in_use(self) -> int:
        storage = self._storage
        return storage.bytes_in_use() + self._queue.bytes_in_use(storage.counters) + bytes_of(storage.labels)

    def path_to(self, state: S) -> Path[S, A]:
        node = self.node_of(state)
        if node == 0:
            raise KeyError(f"state {short_repr(state)} isn't stored")
        return self._path(node)

    def _current_node(self, node: int) -> int:
        """Return the node that the hash table has for the same state. It differs from ``node`` after a reopening."""
        has_reopened = self._storage.counters.item(codes.REOPENED) > 0
        return self._find_node(self._storage.words_of(node)) if has_reopened else node

    def is_closed(self, node: int) -> bool:
        return bool(self._storage.nodes.closed[node // 8] >> node % 8 & 1)

    def _goal_node(self) -> int:
        goal: int = self._storage.counters.item(codes.GOAL)
        return goal

    def incumbent(self) -> Path[S, A] | None:
        goal = self._goal_node()
        if goal == 0:
            return None
        if self._solution[0] != goal:
            self._solution = goal, self._path(goal)
        return self._solution[1]

    def front(self) -> float | None:
        node = self._front_node()
        formula = self._formulas[self._storage.counters[codes.ITERATION]]
        return math.inf if node == 0 else formula.f(self._storage.nodes.gs[node].item(), self._h(node))

    def sample(self, n: int) -> Iterator[Edge]:
        count = int(self._storage.counters[codes.NEXT_NODE])
        for node in range(ROOT, count, max(1, count // n)):
            yield self._edge(node)

    # --- save ---------------------------------------------------------------------------------------------------------

    def dump(self) -> dict[str, Any]:
        parked = self._parked()
        counters = self._storage.counters.copy()
        counters[codes.PARKED] = len(parked)
        limit = np.frombuffer(cost_to_text(self._max_cost).encode(), np.uint8)
        arrays = {"counters": counters, "parked": parked, "order": self._order(), "max_cost": limit}
        dumped = {**self._storage.dump(), **arrays}
        dumped.pop("marks", None)  # `load` makes them from the parked nodes.
        return dumped

    def load(self, dumped: Arrays) -> None:
        storage = self._storage
        storage.restore(dumped)
        if self._prunes:  # The labels follow from the nodes.
            storage.labels = new_labels(self._domain.words)
        self._max_cost = text_to_cost(dumped["max_cost"].tobytes().decode())
        parked, iteration = (
            storage.parked[: storage.counters[codes.PARKED]].copy(),
            int(storage.counters[codes.ITERATION]),
        )
        self._rebuild(Frontier(self._new_queue(iteration), dumped["order"], parked, self._marks(parked), iteration))

    def verify(self, dumped: Arrays) -> None:
        check_nodes(dumped, self._domain, self._storage.aux_type)
        if self._f_is_lower_bound:
            gs, hs = dumped[f"nodes_{GS}"][ROOT:], dumped[f"nodes_{HS}"][ROOT:]
            most = sums(gs, hs)[hs != DEAD_H[hs.itemsize]].max(initial=-np.inf)
            require(dumped["values"][codes.MAX_F_EXPANDED] <= most, f"expanded states with an f of at most {most}")
        self._verify_paths(dumped)


def _first_entries(nodes: Any) -> Any:
    """Return an array without the repetitions of its items."""
    at = np.arange(len(nodes), dtype=np.uint32)
    first = np.empty(int(nodes.max(initial=0)) + 1, np.uint32)
    first[nodes[::-1]] = at[::-1]  # The last assignment to an item is the one that counts.
    return nodes[first[nodes] == at]
