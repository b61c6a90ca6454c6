"""Compiled bidirectional search: BAE*, and bidirectional Dijkstra. Both sides share one table of states."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Final, NamedTuple, cast

import numpy as np

from astarlib._support.interrupts import raise_if_from_handler
from astarlib.compiled.codegen.specialize import specialize
from astarlib.compiled.formula import Formula
from astarlib.compiled.kernels import (
    bidirectional,
    codes,
    edges,
    float_costs,
    hash_table,
    int_costs,
    nodes,
    two_sides,
    verification,
)
from astarlib.compiled.kernels.data import Data, Nodes
from astarlib.compiled.runtime.kernel_errors import domain_error, function_error, kernel_errors
from astarlib.compiled.runtime.packed_algorithm import PackedAlgorithm, find_edge
from astarlib.compiled.runtime.queues import Buckets, Heap, Queue
from astarlib.compiled.runtime.saved_arrays import Arrays, check_sides, first_wrong_node, require
from astarlib.compiled.runtime.storage import GS, HS, PARENTS, ROOT, Storage, sums
from astarlib.compiled_domain import CompiledDomain
from astarlib.engines.engine import Engine
from astarlib.errors import CheckpointError, InvalidHeuristicError, InvalidProblemError, MissingCapabilityError
from astarlib.problem import A, S
from astarlib.resolving.resolved_problem import ResolvedProblem, backward_heuristic_of, cost_unit_of, require_capability
from astarlib.result import Path, StoredState
from astarlib.searching.algorithm import Budget, Counters, Edge, Stop
from astarlib.searching.backward import (
    checked_back_h,
    goal_error,
    inconsistency,
    inconsistent_state,
    listed_goals,
    missing_edge_back,
    origin_error,
    too_large,
    unit_error,
)
from astarlib.searching.diagnosis import checked_h
from astarlib.searching.journal import Journal
from astarlib.verification import is_close

_STOPS: Final = {
    codes.STOP_REACHED: Stop.POLL,
    codes.FOUND: Stop.FOUND,
    codes.EXHAUSTED: Stop.DONE,
    codes.COST_LIMIT: Stop.COST,
}
_heap: Final = partial(Heap, Formula((1, 0)))
_buckets: Final = partial(Buckets, (1, 0), 1)


class _Frontiers:
    """The queues of both sides, and the kernels that work on queues of this kind.
    The first two queues have the order of expansion. BAE* has four more: by f and by g, for each side.
    """

    def __init__(self, domain: CompiledDomain[Any], make: Callable[[], Queue], *, uses_h: bool) -> None:
        self.queues: list[Queue] = [make() for _ in range(6 if uses_h else 2)]
        self.counters: Any = np.zeros((len(self.queues), codes.COUNTER_COUNT), np.int64)  # Any: a numpy array
        for queue, counters in zip(self.queues, self.counters, strict=True):
            queue.clear(counters)
        costs = int_costs if domain.costs is int else float_costs
        modules = hash_table, self.queues[0].module, costs, nodes, two_sides, edges, bidirectional
        shared = "fill", "find_node", "push_nodes"
        self.kernels: Any = specialize(domain, modules, ("search", "check_edges"), shared)  # Any: numba's dispatchers

    @property
    def arrays(self) -> tuple[Any, ...]:
        """The six queues as kernels expect them. The first two replace those that aren't used."""
        pairs = [(queue.arrays, counters) for queue, counters in zip(self.queues, self.counters, strict=True)]
        return (*pairs, *pairs, *pairs)[:6]

    @property
    def weights(self) -> tuple[Any, ...]:
        """The weights that queues of this kind need."""
        return self.queues[0].weights

    def bytes_in_use(self) -> int:
        """Return the bytes of the entries."""
        return sum(queue.bytes_in_use(counters) for queue, counters in zip(self.queues, self.counters, strict=True))


class _Origin(NamedTuple):
    """A packed state from which a side starts, or both."""

    words: tuple[int, ...]
    aux: int
    to_goal: float
    to_start: float
    sides: tuple[int, ...]


class CompiledBidirectionalAlgorithm(PackedAlgorithm[S, A]):
    """The algorithm of compiled BAE* and of compiled bidirectional Dijkstra.
    Item ``2 * node + side`` of the arrays of g, h, parents and closed bits belongs to a node on side 0 (forward) or 1.
    """

    def __init__(self, problem: ResolvedProblem[S, A], journal: Journal | None, engine: Engine) -> None:
        super().__init__(problem, journal, engine, uses_heuristic=engine.uses_heuristic)
        needed = ("predecessor_count", "apply_back", *(("backward_heuristic",) if self._uses_h else ()))
        for name in needed:
            if getattr(self._domain, name) is None:
                raise MissingCapabilityError(
                    f"the compiled domain of {type(problem.problem).__name__} has no {name}; {engine!r} needs it (see "
                    f"the guide: compile a problem). {engine.instead}"
                )
        if self._domain.key_words != 0:
            raise MissingCapabilityError(
                f"{engine!r} doesn't know state_key, because both sides share their stored states, and "
                f"{type(problem.problem).__name__} defines it. {engine.instead}"
            )
        for name in ("goal_states", "predecessors"):
            require_capability(problem.problem, name, repr(engine), engine.instead)
        self._is_int = self._domain.costs is int
        self._unit = cost_unit_of(problem.problem)
        self._fault: InvalidProblemError | None = None
        self._frontiers = self._new_frontiers(_buckets if self._is_int else _heap)
        self._storage = Storage(self._domain, self._frontiers.kernels.fill, bits=self._domain.bits, sides=2)
        self._origins = self._find_origins()
        self._store_origins()
        self._compile()

    def _new_frontiers(self, make: Callable[[], Queue]) -> _Frontiers:
        return _Frontiers(self._domain, make, uses_h=self._uses_h)

    def _find_origins(self) -> list[_Origin]:
        """Return the initial state and all goals, without duplicates."""
        state, root = self.problem.initial_state, self._root
        back_h = backward_heuristic_of(self.problem.problem) if self._uses_h else None
        to_start = 0 if back_h is None else checked_back_h(back_h, state)
        self._fault = origin_error("backward_heuristic", to_start, state, "the initial state")
        found = {root.words: _Origin(root.words, root.aux, root.h, to_start, (0,))}
        for goal in listed_goals(self.problem):
            words, aux = self._encode(goal)
            if words == root.words:
                origin = found[words]._replace(sides=(0, 1))
            else:
                to_goal = checked_h(self.problem, goal) if self._uses_h and self._domain.heuristic is not None else 0
                to_start = 0 if back_h is None else checked_back_h(back_h, goal)
                origin = _Origin(words, aux, to_goal, to_start, (1,))
            self._fault = (
                self._fault
                or origin_error("heuristic", origin.to_goal, goal, "a goal")
                or goal_error(self.problem, goal)
            )
            found[words] = origin._replace(
                to_goal=self._whole("heuristic", goal, origin.to_goal),
                to_start=self._whole("backward_heuristic", goal, origin.to_start),
            )
        return list(found.values())

    def _store_origins(self) -> None:
        storage, counters, values = self._storage, self._storage.counters, self._storage.values
        for origin in self._origins:
            storage.widen_for(origin.to_goal)
            storage.widen_for(origin.to_start)
        while storage.capacity <= 2 * len(self._origins):
            storage.grow_nodes()
        arrays, words = storage.nodes, self._domain.words
        none = self._none()
        for node, origin in enumerate(self._origins, ROOT):
            arrays.states[node * words : (node + 1) * words] = np.array(origin.words, np.uint64)
            arrays.auxes[node] = origin.aux
            for side, h in enumerate((origin.to_goal, origin.to_start)):
                arrays.parents[2 * node + side] = 0
                arrays.gs[2 * node + side] = 0 if side in origin.sides else none
                arrays.hs[2 * node + side] = none if h == math.inf else h
        counters[codes.NEXT_NODE], counters[codes.NEAREST] = ROOT + len(self._origins), ROOT
        counters[codes.STORED] = sum(len(origin.sides) for origin in self._origins)
        counters[codes.EVALUATED] = 2 * self._uses_h * len(self._origins)
        values[codes.MIN_H] = self._origins[0].to_goal
        if self._origins[0].sides == (0, 1):
            counters[codes.GOAL], values[codes.BEST] = ROOT, 0
        opened = sum(int(self._open_items(side).sum()) for side in (0, 1))
        counters[codes.DEAD_ENDS], counters[codes.PEAK_FRONTIER] = counters[codes.STORED] - opened, opened
        size = int(storage.slots.size)
        storage.make_table(max(size, 2 * len(self._origins)))
        orders = [np.flatnonzero(self._open_items(side)).astype(np.uint32)[::-1] for side in (0, 1)]
        self._frontiers = self._filled(self._frontiers, orders)

    def _none(self) -> Any:  # Any: a number of numpy
        """Return the g of a state that a side hasn't stored, and the h of a dead end."""
        return np.iinfo(self._storage.nodes.gs.dtype).max if self._is_int else math.inf

    def _compile(self) -> None:
        """Compile the functions that a run calls, or load them from disk. The search's seconds don't include this."""
        counters, values = self._storage.counters.copy(), self._storage.values.copy()
        self._call(0, math.inf, counters, values)
        self._check_edges(0, 0, counters, values)

    def _filled(self, frontiers: _Frontiers, orders: Sequence[Any]) -> _Frontiers:  # Any: numpy's arrays
        """Return frontiers, perhaps others than given, with the nodes ``orders`` of each side, in this order.
        Nothing else changes. So an interrupt loses nothing, because the caller replaces its frontiers at once.
        """
        storage = self._storage
        counters, values = storage.counters.copy(), storage.values.copy()
        for side, order in enumerate(orders):
            done, newest_last = 0, order[::-1].copy()
            while done < len(order):
                # All domains share the kernel, because it gets no tables.
                data = self._data(counters, values)._replace(tables=(), weights=frontiers.weights)
                code, done = frontiers.kernels.push_nodes(data, frontiers.arrays, newest_last, done, np.uint64(side))
                queue = frontiers.queues[int(counters[codes.FAULT_QUEUE])]
                if code == codes.GROW_SIDE_QUEUE:
                    queue.grow()
                elif code == codes.GROW_RANKS and not queue.extend_range(values):
                    return self._filled(self._new_frontiers(_heap), orders)
        return frontiers

    # --- run ----------------------------------------------------------------------------------------------------------

    def advance(self, budget: Budget) -> Stop:
        if self._fault is not None:
            raise self._fault
        counters, before = self._storage.counters, self.lower_bound()
        stop_at = self._slice_ends(budget)[0]
        while True:
            code = self._call(stop_at, float(budget.max_cost), counters, self._storage.values)
            if code in _STOPS:
                break
            if code == codes.CHECK_FIRST:
                self._check_firsts()
            elif not self._handle(code):
                code = codes.STOP_REACHED  # Growing takes several steps, and limits are polled between two of them.
                break
        if self.lower_bound() > before:
            self._log_bound(self.lower_bound())
        if code == codes.FOUND:
            counters[codes.REPORTED] = counters[codes.SOLUTIONS]
        return _STOPS[code]

    def _options(self) -> bidirectional.Options:
        unit = self._unit
        is_exact = self._is_int and unit is not None and unit == int(unit)
        return bidirectional.Options(np.uint64(self._domain.max_successors), self._uses_h, float(unit or 0), is_exact)

    def _data(self, counters: Any, values: Any) -> Data:
        data = self._storage.data(self._tables.address, None, self._options(), counters, values)
        return data._replace(weights=self._frontiers.weights)

    def _call(self, stop_at: int, max_cost: float, counters: Any, values: Any) -> int:
        storage, frontiers = self._storage, self._frontiers
        try:
            code: int = frontiers.kernels.search(self._data(counters, values), frontiers.arrays, stop_at, max_cost)
        except kernel_errors() as error:
            raise_if_from_handler(error)
            node = int(storage.counters[codes.EXPANDING]) or ROOT
            raise function_error(self.problem.problem, self._state(node), error) from error
        return code

    def _check_edges(self, node: int, side: int, counters: Any, values: Any) -> int:
        data = self._data(counters, values)
        code: int = self._frontiers.kernels.check_edges(data, np.uint64(node), np.uint64(side))
        return code

    def _check_firsts(self) -> None:
        """Check the edges of the first node of each side, because the proof relies on both heuristics there."""
        storage = self._storage
        counters, values, new = storage.counters, storage.values, 0
        for side, first in enumerate((codes.FIRST_FORWARD, codes.FIRST_BACKWARD)):
            node = int(counters[first])
            while (code := self._check_edges(node, side, counters, values)) != codes.DONE:
                self._handle(code)
            count, (packed, seen, *_) = int(counters[codes.FAULT_EDGE]), storage.edges
            states = packed[: count * self._domain.words].reshape(count, self._domain.words)
            new += len(np.unique(states[seen[:count] == 0], axis=0))
            best, bound = self._number(values[codes.FAULT_F]), self.lower_bound()
            if best < values[codes.BEST] and not is_close(best, bound):
                raise missing_edge_back(self._state(node), best, bound)
        counters[[codes.EVALUATED, codes.CHECKED_AT]] = (
            counters[codes.EVALUATED] + 2 * new,
            counters[codes.EXPANDED],
        )

    def _handle(self, code: int) -> bool:
        """Make room as the kernel's return code requests, or raise its error. Return False if more steps are needed."""
        storage, frontiers = self._storage, self._frontiers
        is_done = storage.make_room(code)
        match code:
            case codes.GROW_SIDE_QUEUE:
                frontiers.queues[int(storage.counters[codes.FAULT_QUEUE])].grow()
            case codes.GROW_RANKS:
                if not frontiers.queues[int(storage.counters[codes.FAULT_QUEUE])].extend_range(storage.values):
                    self._frontiers = self._filled(self._new_frontiers(_heap), [self._order(side) for side in (0, 1)])
            case _ if is_done is None:
                raise self._error(code)
        return is_done is not False

    def _error(self, code: int) -> Exception:
        counters, values = self._storage.counters, self._storage.values
        if code == codes.TOO_LARGE:
            firsts = int(counters[codes.FIRST_FORWARD]), int(counters[codes.FIRST_BACKWARD])
            return too_large(*(self._as_pure_node(node, side) for side, node in enumerate(firsts)))
        node, side, i = (int(counters[at]) for at in (codes.FAULT_NODE, codes.FAULT_SIDE, codes.FAULT_EDGE))
        value, state = self._number(values[codes.FAULT_VALUE]), self._state(node)
        if code not in {codes.BAD_UNIT, codes.INCONSISTENT, codes.CHEAPER_PATH}:
            return domain_error(
                code, self._domain, self.problem.problem, state=state, edge=i, value=float(value), is_back=side == 1
            )
        ends, words = self._storage.edges, self._domain.words
        packed = tuple(map(int, ends.states[i * words : (i + 1) * words]))
        next_state = self._domain.decode(packed[0] if words == 1 else packed, int(ends.auxes[i]))
        if code == codes.CHEAPER_PATH:
            return inconsistent_state(side, next_state, value, self._number(values[codes.FAULT_H]))
        tail, head = (state, next_state) if side == 0 else (next_state, state)
        edge = find_edge(self.problem, tail, head, 0, value)[0], next_state, value
        if code == codes.BAD_UNIT:
            return unit_error(self._unit, side, state, edge)
        next_hs = [self._number(values[at]) for at in (codes.FAULT_H, codes.FAULT_BACK)]
        found = inconsistency(side, self._as_pure_node(node, side), edge, next_hs[side], next_hs[1 - side])
        return cast("InvalidHeuristicError", found)  # The kernel has made the same comparison.

    def _as_pure_node(self, node: int, side: int) -> Any:
        """Return a node as the engines in Python have it, for their error messages."""
        return self._g(node, side), self._h(node, side), None, None, None, self._state(node), self._h(node, 1 - side)

    def growth(self) -> int:
        return self._storage.growth()

    # --- inspect ------------------------------------------------------------------------------------------------------

    @property
    def counters(self) -> Counters:
        kernel, counters = self._storage.counters, Counters()
        counters.expanded, counters.generated = int(kernel[codes.EXPANDED]), int(kernel[codes.GENERATED])
        counters.evaluated, counters.dead_ends = int(kernel[codes.EVALUATED]), int(kernel[codes.DEAD_ENDS])
        counters.frontier = self.stored() - counters.dead_ends - counters.expanded
        counters.peak_frontier = int(kernel[codes.PEAK_FRONTIER])
        counters.solutions = int(kernel[codes.SOLUTIONS])
        counters.expanded_before_last_f = int(kernel[codes.EXPANDED_BEFORE_LAST_F])
        return counters

    def stored(self) -> int:
        return int(self._storage.counters[codes.STORED])

    def lower_bound(self, *, cheap: bool = False) -> float:  # It always takes O(1) time.
        values = self._storage.values
        return self._number(min(values[codes.BOUND], values[codes.BEST]))

    def front(self) -> float | None:
        """Return the lower bound, because no single f describes both frontiers."""
        return self.lower_bound()

    def _number(self, value: Any) -> float:
        """Return a number of a kernel as Python's, an int if it's whole and costs are whole."""
        plain = float(value)
        return int(plain) if self._is_int and plain.is_integer() else plain

    def _g(self, node: int, side: int) -> float:
        g: float = self._storage.nodes.gs[2 * node + side].item()
        return g

    def _h(self, node: int, side: int) -> float:
        h: float = self._storage.nodes.hs[2 * node + side].item()
        return math.inf if h == self._none() else h

    def _state(self, node: int) -> S:
        return self._domain.decode(self._storage.words_of(node), int(self._storage.nodes.auxes[node]))

    def _line(self, node: int, side: int) -> list[int]:
        """Return a node and its ancestors on a side."""
        parents, line = self._storage.nodes.parents, [node]
        while parents[2 * line[-1] + side] != 0:
            line.append(int(parents[2 * line[-1] + side]))
        return line

    def _steps(self, line: Sequence[int], side: int) -> tuple[list[S], list[A], list[float]]:
        """Return the states, actions and costs along nodes of one side, from which edges lead to the next ones."""
        states, gs = [self._state(node) for node in line], [self._g(node, side) for node in line]
        ends = zip(states, states[1:], gs, gs[1:], strict=False)
        steps = [
            find_edge(self.problem, tail, head, min(one, other), max(one, other)) for tail, head, one, other in ends
        ]
        return states, [action for action, _ in steps], [cost for _, cost in steps]

    def incumbent(self) -> Path[S, A] | None:
        counters = self._storage.counters
        meeting = int(counters[codes.GOAL])
        if meeting == 0 or counters[codes.SOLUTIONS] == 0:
            return None
        back = self._line(meeting, 1)
        states, actions, costs = self._steps(self._line(meeting, 0)[::-1], 0)
        later_states, later_actions, later_costs = self._steps(back, 1)
        return Path(
            cost=_total(costs) + _total(later_costs[::-1]),
            actions=(*actions, *later_actions),
            states=(*states, *later_states[1:]),
            costs=(*costs, *later_costs),
            h=self._h(back[-1], 0) if self._uses_h else None,
        )

    def nearest(self) -> Path[S, A] | None:
        return self._path(int(self._storage.counters[codes.NEAREST]), 0) if self._uses_h else None

    def _path(self, node: int, side: int) -> Path[S, A]:
        """Return the path of a side to a state, or from it."""
        line = self._line(node, side)
        states, actions, costs = self._steps(line[::-1] if side == 0 else line, side)
        h = self._h(node if side == 0 else line[-1], 0)
        cost = _total(costs if side == 0 else costs[::-1])
        return Path(
            cost=cost, actions=tuple(actions), states=tuple(states), costs=tuple(costs), h=h if self._uses_h else None
        )

    def path_to(self, state: S) -> Path[S, A]:
        node = self._find(state, 0)
        return super().path_to(state) if node is None else self._path(node, 0)

    def path_from(self, state: S) -> Path[S, A]:
        node = self._find(state, 1)
        return super().path_from(state) if node is None else self._path(node, 1)

    def _find(self, state: S, side: int) -> int | None:
        """Return the node of a state that a side has stored, or None."""
        storage, words = self._storage, self._domain.encode(state)[0]
        packed = np.uint64(words) if isinstance(words, int) else tuple(map(np.uint64, words))
        find = self._frontiers.kernels.find_node
        node = int(find(storage.slots, storage.node_bits, storage.nodes.states, packed))
        return node if node != 0 and self._g(node, side) != self._none() else None

    def states(self) -> Iterator[StoredState]:
        """Yield the states of the forward side, in the order in which one of the sides first generated them."""
        return self._stored_states(0)

    def backward_states(self) -> Iterator[StoredState]:
        return self._stored_states(1)

    def _stored_states(self, side: int) -> Iterator[StoredState]:
        for node in range(ROOT, int(self._storage.counters[codes.NEXT_NODE])):
            if self._g(node, side) != self._none():
                yield self._stored_state(node, side)

    def frontier(self) -> Iterator[StoredState]:
        return (self._stored_state(int(node), 0) for node in self._order(0))

    def backward_frontier(self) -> Iterator[StoredState]:
        return (self._stored_state(int(node), 1) for node in self._order(1))

    def _stored_state(self, node: int, side: int) -> StoredState:
        parent, g = int(self._storage.nodes.parents[2 * node + side]), self._g(node, side)
        state, h, is_closed = self._state(node), self._h(node, side), bool(self._closed_items(side)[node])
        if parent == 0:
            return StoredState(state, g, h, None, None, is_closed)
        tail, head = (parent, node) if side == 0 else (node, parent)
        action = find_edge(self.problem, self._state(tail), self._state(head), self._g(parent, side), g)[0]
        return StoredState(state, g, h, self._state(parent), action, is_closed)

    # --- the items of all nodes on a side, as boolean arrays (Any: numpy's) -------------------------------------------

    def _closed_items(self, side: int) -> Any:
        count = int(self._storage.counters[codes.NEXT_NODE])
        return np.unpackbits(self._storage.nodes.closed, bitorder="little", count=2 * count)[side::2] == 1

    def _open_items(self, side: int) -> Any:
        """Return which nodes a side has stored and not expanded, except for dead ends."""
        end, none = 2 * int(self._storage.counters[codes.NEXT_NODE]), self._none()
        gs, hs = (self._storage.nodes[part][side:end:2] for part in (GS, HS))
        is_open = (gs != none) & (hs != none) & ~self._closed_items(side)
        is_open[0] = False
        return is_open

    def _live_items(self, side: int) -> Any:
        """Return which nodes are in the frontier of a side."""
        end = 2 * int(self._storage.counters[codes.NEXT_NODE])
        fs = sums(*(self._storage.nodes[part][side:end:2] for part in (GS, HS)))
        return self._open_items(side) & ~self._closed_items(1 - side) & (fs < self._storage.values[codes.BEST])

    def _order(self, side: int) -> Any:
        """Return the nodes in the frontier of a side in the order of expansion."""
        order = self._frontiers.queues[side].nodes(self._frontiers.counters[side])
        live = order[self._live_items(side)[order]]
        return live[np.sort(np.unique(live, return_index=True)[1])]  # Only the first entry of a node counts.

    def bytes_in_use(self) -> int:
        return self._storage.bytes_in_use() + self._frontiers.bytes_in_use()

    def sample(self, n: int) -> Iterator[Edge]:
        count = int(self._storage.counters[codes.NEXT_NODE])
        for side in (0, 1):
            for node in range(ROOT, count, max(1, 2 * count // n)):
                if self._g(node, side) != self._none():
                    yield from self._edge(node, side)

    def _edge(self, node: int, side: int) -> Iterator[Edge]:
        """Yield the edge between a node and its parent on a side. The initial state has one, but a goal doesn't."""
        parent, g = int(self._storage.nodes.parents[2 * node + side]), self._g(node, side)
        if side == 0:
            yield Edge(
                self._state(node), g, self._h(node, 0),
                None if parent == 0 else self._state(parent),
                None if parent == 0 else self._g(parent, 0),
                is_expanded=bool(self._closed_items(0)[node]),
                rounding=self._rounding(g), any_action=True,
            )  # fmt: skip
        elif parent != 0:  # The edge leads from the node to its parent.
            yield Edge(
                self._state(parent), g, self._h(parent, 0), self._state(node), self._g(parent, 1),
                rounding=self._rounding(g), any_action=True,
            )  # fmt: skip

    # --- save ---------------------------------------------------------------------------------------------------------

    def dump(self) -> dict[str, Any]:
        return {**self._storage.dump(), "order_0": self._order(0), "order_1": self._order(1)}

    def load(self, dumped: Arrays) -> None:
        self._storage.restore(dumped)
        frontiers = self._new_frontiers(_buckets if self._is_int else _heap)
        self._frontiers = self._filled(frontiers, [dumped["order_0"], dumped["order_1"]])

    def verify(self, dumped: Arrays) -> None:
        check_sides(dumped, self._domain, self._storage.aux_type)
        arrays = Nodes(*(dumped[f"nodes_{part}"] for part in range(len(self._storage.nodes))))
        count, words, origins = int(dumped["counters"][codes.NEXT_NODE]), self._domain.words, self._origins
        packed = np.array([origin.words for origin in origins], np.uint64).ravel()
        if not np.array_equal(arrays.states[words : words + len(packed)], packed):
            raise CheckpointError(
                "the checkpoint is of another problem: its initial state or its goals differ from those of this problem"
            )
        auxes = [origin.aux for origin in origins]
        require(arrays.auxes[ROOT : ROOT + len(auxes)].tolist() == auxes, "the aux of the initial state and the goals")
        none = np.iinfo(arrays.gs.dtype).max if self._is_int else math.inf
        for side in (0, 1):
            parts = Nodes(
                *((array[side::2] if part in {PARENTS, GS, HS} else array).copy() for part, array in enumerate(arrays))
            )
            status = np.zeros(count, np.uint8)
            status[parts.gs == none] = verification.NOT_STORED
            for node, origin in enumerate(origins, ROOT):
                if side in origin.sides:
                    require(parts.gs[node] == 0 and parts.parents[node] == 0, "origins without a parent")
                    status[node] = verification.VERIFIED
            wrong = first_wrong_node(self._domain, parts, status, side=side)
            if wrong != 0:
                raise CheckpointError(
                    f"the checkpoint is damaged or of another problem: no edge of the problem connects its state "
                    f"number {wrong} with the parent of that state"
                )


def _total(costs: Sequence[float]) -> float:
    """Return the sum of costs, added in this order. In newer versions of Python, ``sum`` rounds in another way."""
    total: float = 0
    for cost in costs:
        total += cost
    return total
