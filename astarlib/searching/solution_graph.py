"""A* that goes on after a solution and remembers all edges, and the enumeration of solutions along these edges."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from heapq import heappop, heappush, heapreplace
from itertools import pairwise
from operator import itemgetter
from typing import Any, ClassVar, NamedTuple, TypeAlias

from astarlib._support.plain_values import plain_number
from astarlib.capabilities import ResolvedProblem
from astarlib.events import LowerBoundRaised
from astarlib.problem import A, S
from astarlib.result import Path
from astarlib.searching.algorithm import Budget, Stop
from astarlib.searching.journal import Journal
from astarlib.searching.node import ACTION, CLOSED, KEY, PARENT, G, H, Node, is_closed, state_index
from astarlib.searching.node_table import NodeTable, NodeTableAlgorithm
from astarlib.searching.open_list import RETRY, OpenList

Steps: TypeAlias = tuple[tuple[Any, int], ...]
"""A solution: the key of each state, and the index of the edge to it among the edges from the state before."""
ParallelEdges: TypeAlias = tuple[tuple[Any, Any], ...]
"""The action and the cost of each edge from one state to another. No two of them have the same action."""
EdgesInto: TypeAlias = dict[Any, dict[Any, ParallelEdges]]
"""For the key of a state, the keys of the states before it, and the edges from each of them."""


class SolutionGraphAlgorithm(NodeTableAlgorithm[S, A]):
    """The base class of algorithms that enumerate solutions. A subclass implements the loop, `advance`.

    The search is A* that reopens states. It parks a goal instead of expanding it, and goes on. It remembers the edges
    out of each expanded state.

    If h is admissible, every solution that costs less than the smallest f of the frontier consists of known edges from
    closed states. The reason: the first state on it that isn't closed would be in the frontier, with an f that is at
    most the cost of the solution.

    Parameters
    ----------
    problem, journal:
        See `Algorithm`.
    """

    has_many_starts: ClassVar[bool] = True

    def __init__(self, problem: ResolvedProblem[S, A], journal: Journal | None) -> None:
        nodes = NodeTable(OpenList(_rank, oldest_first=False), state_index(problem))
        super().__init__(problem, journal, nodes, uses_heuristic=True, f_is_lower_bound=True)
        self._into: EdgesInto = {}
        self._goals: dict[Any, Node] = {}
        """The nodes of the goals that have been at the front of the frontier, in the order in which they were."""
        for root in self._roots():
            self._insert_root(root)

    def lower_bound(self, *, cheap: bool = False) -> float:
        """Return the lower bound on the cost of the best solution. O(1)."""
        bound, goal = super().lower_bound(cheap=cheap), self._best_goal()
        return bound if goal is None else min(bound, goal[G])

    def _best_goal(self) -> Node | None:
        """Return the first of the cheapest goals that are known."""
        return min(self._goals.values(), key=itemgetter(G), default=None)

    def _begin(self) -> None:
        """Note where the events of the next entries in the journal begin."""
        if self.journal is not None:
            self._events_from = self._nodes.counters.expanded, self._nodes.frontier_size(), _f

    def _search_on(self, first: float, node: Node, budget: Budget) -> Stop | None:
        """Expand the first node of the frontier, or park it if it's a goal. Return a `Stop` if a limit is reached.

        See `BestFirstAlgorithm.advance` for the rules that make an interrupt harmless.
        """
        nodes, counters, journal = self._nodes, self._nodes.counters, self.journal
        if first != RETRY and first > budget.max_cost:
            return Stop.COST
        if first > nodes.max_f and len(self._goals) == 0:
            if journal is not None and journal.bounds:
                journal.append(LowerBoundRaised(first, counters.expanded, counters.generated, len(nodes.table)))
            nodes.expanded_before_max_f = counters.expanded
            nodes.max_f = first
        if self._is_goal(node[nodes.state_at]):
            self._goals[node[KEY]] = node
            self._park(node)
            return None
        if (stop := self._used_up(budget)) is not None:
            return stop
        nodes.expanding = node
        nodes.open_list.drop()
        self._expand(node)
        return None

    def _expand(self, node: Node) -> None:  # noqa: C901, PLR0912, PLR0915  # one expansion
        """Expand a node that was removed from the open list."""
        nodes, table, counters, problem = self._nodes, self._nodes.table, self._nodes.counters, self.problem
        state_key, journal = problem.state_key, self.journal
        log = improved = rejected = None
        if journal is not None:
            log = journal.append if journal.expansions else None
            improved = log if journal.improvements else None
            rejected = journal.append if journal.rejections else None
        generated, parent = counters.generated, (*node, CLOSED)
        leaving: dict[Any, ParallelEdges] = {}
        if log is not None:
            log(parent)
        for action, next_state, given_cost in problem.edges(node[nodes.state_at]):
            generated += 1
            step_cost = plain_number(given_cost)
            if not 0 <= step_cost < math.inf:  # This is also true for NaN.
                raise ValueError
            g, key = node[G] + step_cost, next_state if state_key is None else state_key(next_state)
            known = table.get(key)
            h = plain_number(problem.heuristic(next_state)) if known is None else known[H]
            leaving[key] = _with_edge(leaving.get(key, ()), action, step_cost)
            if known is not None and g >= known[G]:
                if rejected is not None:
                    rejected((action, next_state, g, h))
                continue
            child: Node = (g, h, key, parent, action)
            if state_key is not None:
                child = (*child, next_state)
            if not (h >= 0 and (g + h < math.inf or h == math.inf > g)):
                raise ValueError
            was_closed = known is not None and known[-1] is CLOSED
            if log is not None:
                if improved is not None and known is not None:
                    improved((known,))
                log(child)
            if h == math.inf:
                nodes.add_dead_end(key, child)
                continue
            if key in self._goals:
                self._goals[key] = child
                nodes.open_list.park(child)
            else:
                nodes.open_list.put(child)
            if was_closed:
                reopened = counters.reopened + 1
                table[key] = child
                counters.reopened = reopened
            else:
                table[key] = child
            if h < table[nodes.nearest][H]:
                nodes.nearest = key
        for key, edges in leaving.items():
            into = self._into.get(key)
            if into is None:
                self._into[key] = {node[KEY]: edges}
            else:
                into[node[KEY]] = edges
        expanded = counters.expanded + 1
        size = nodes.frontier_size() - 1
        counters.peak_frontier = max(counters.peak_frontier, size)
        table[node[KEY]] = parent
        counters.expanded = expanded
        counters.generated = generated
        nodes.expanding = None

    def _enumeration(self, goals: Iterable[Node], *, simple: bool, tight: bool) -> Enumeration:
        return Enumeration(self._nodes.table, self._into, goals, simple=simple, tight=tight)

    def _path_along(self, steps: Steps) -> Path[S, A]:
        """Return the path with these steps."""
        table, at = self._nodes.table, self._nodes.state_at
        edges = [self._into[key][before][index] for (before, _), (key, index) in pairwise(steps)]
        cost: Any = 0
        for _, step_cost in edges:
            cost = cost + step_cost
        return Path(
            cost=cost,
            actions=tuple([action for action, _ in edges]),
            states=tuple([table[key][at] for key, _ in steps]),
            costs=tuple([step_cost for _, step_cost in edges]),
            h=table[steps[-1][0]][H],
        )

    def dump(self) -> Mapping[str, Any]:
        """Return the table, the frontier, the counters, the edges and the goals."""
        rows = self._rows()
        edges = [
            (rows[key], [(rows[before], each) for before, each in list(into.items()) if before in rows])
            for key, into in list(self._into.items())
            if key in rows
        ]
        goals = [rows[key] for key in list(self._goals)]
        return {**self._nodes.dump(), "solved": False, "edges": edges, "goals": goals}

    def load(self, dumped: Mapping[str, Any]) -> None:
        """Restore a dump."""
        super().load(dumped)
        keys = list(self._nodes.table)
        self._into = {keys[row]: {keys[before]: each for before, each in into} for row, into in dumped["edges"]}
        self._goals = {keys[row]: self._nodes.table[keys[row]] for row in dumped["goals"]}

    def _rows(self) -> dict[Any, int]:
        """Return the place of each key in the table."""
        return {key: row for row, key in enumerate(self._nodes.table)}


class _Entry(NamedTuple):
    """The end of a path, from some state to a goal, and the cost of the cheapest known path that ends like this.

    Entries are ordered by that cost. The newest comes first among equal ones, so that the enumeration goes on from the
    entry that it has just extended.
    """

    cost: Any
    """The cost of the cheapest path with this end, or a lower bound on it if ``is_exact`` is False."""
    extra: Any
    """The difference of ``cost`` and the g of the goal."""
    length: int
    """The number of steps of that path. 0 if the enumeration doesn't need it."""
    age: int
    """A number that is unique, and smaller for newer entries."""
    sidetracks: Any
    """The sum of g(u) + c - g(v) over the edges (u, v) of this end."""
    end: _End
    is_exact: bool
    is_free: bool
    """True if the path that the search has found to the first state of the end is known not to meet the end."""


class _End(NamedTuple):
    """The last states of a path, in a linked list."""

    key: Any
    edge: int
    """The index of the edge to the next state among the parallel edges. -1 at the goal."""
    rest: _End | None
    goal_g: Any
    size: int
    """The number of edges."""


class Enumeration:
    """The paths to goals along known edges from closed states, in the order of their costs.

    The enumeration goes backward from the goals. g is then an exact estimate of the remaining cost: if a path is
    extended by an edge (u, v) with cost c, its cost grows by g(u) + c - g(v) >= 0. If no state may occur twice, and the
    cheapest path to the first state of an end meets the end, the cheapest path that doesn't is found before the end is
    extended. So every extended end is part of a solution, and a solution takes polynomial time.

    Parameters
    ----------
    table:
        The nodes by key.
    into:
        The known edges.
    goals:
        The nodes of the goals. The last one comes first among those with equal g.
    simple:
        True to leave out paths that contain a state twice.
    tight:
        True to use only edges with g(u) + c = g(v), and thus to enumerate only the cheapest paths to each goal. Without
        ``simple``, these edges must not form a cycle.
    """

    def __init__(
        self, table: Mapping[Any, Node], into: EdgesInto, goals: Iterable[Node], *, simple: bool, tight: bool
    ) -> None:
        self._table, self._into, self._simple, self._tight = table, into, simple, tight
        self._uses_length = not simple and not tight
        self._lengths: dict[int, int] = {}
        self._age = 0
        self._heap: list[_Entry] = []
        for goal in goals:
            self._push(0, 0, _End(goal[KEY], -1, None, goal[G], 0))

    def peek(self) -> Any:  # Any: a cost, or None
        """Return the cost of the next entry, inf if none is left, or None if the cost of the next one wasn't known."""
        if len(self._heap) == 0:
            return math.inf
        entry = self._heap[0]
        if entry.is_exact:
            return entry.cost
        detour, is_free = self._detour(entry.end)
        if detour == math.inf:
            heappop(self._heap)
        else:
            extra = max(entry.extra, entry.sidetracks + detour)
            self._age -= 1
            exact = entry._replace(
                cost=entry.end.goal_g + extra, extra=extra, age=self._age, is_exact=True, is_free=is_free
            )
            heapreplace(self._heap, exact)
        return None

    def take(self) -> Steps | None:
        """Extend the next entry by all edges. Return its path if it begins at an initial state, else None."""
        entry = heappop(self._heap)
        end = entry.end
        node = self._table[end.key]
        taken: set[Any] | None = None if self._simple else set()
        parent: Node | None = node[PARENT]
        last: tuple[Any, _End, bool] | None = None
        for before, index, cost, action in self.edges(end.key):
            sidetrack = before[G] + cost - node[G]
            is_last = (
                last is None
                and sidetrack == 0
                and parent is not None
                and parent[KEY] == before[KEY]
                and _is_same(action, node[ACTION])
            )
            is_free = is_last and entry.is_free and before is parent
            if not is_free:
                if taken is None:
                    taken = set(_keys(end))
                if before[KEY] in taken:
                    continue
            longer = _End(before[KEY], index, end, end.goal_g, end.size + 1)
            if is_last:
                last = sidetrack, longer, is_free
            else:
                self._extend(entry, sidetrack, longer)
        if last is not None:  # The edge on the path that the search has found comes first.
            self._extend(entry, *last)
        return _steps(end) if parent is None else None

    def __iter__(self) -> Iterator[Steps]:
        while (cost := self.peek()) != math.inf:
            steps = None if cost is None else self.take()
            if steps is not None:
                yield steps

    def _extend(self, entry: _Entry, sidetrack: Any, longer: _End, is_free: bool = False) -> None:
        sidetracks = entry.sidetracks + sidetrack
        self._push(sidetracks, max(entry.extra, sidetracks), longer, is_free=is_free)

    def _push(self, sidetracks: Any, extra: Any, end: _End, *, is_free: bool = False) -> None:
        self._age -= 1
        length = end.size + self._length(end.key) if self._uses_length else 0
        is_exact = is_free or not self._simple
        heappush(self._heap, _Entry(end.goal_g + extra, extra, length, self._age, sidetracks, end, is_exact, is_free))

    def edges(self, key: Any) -> Iterator[tuple[Node, int, Any, Any]]:
        """Yield the known edges to a state from closed states: the node, the index, the cost and the action."""
        node = self._table[key]
        for before_key, edges in self._into.get(key, {}).items():
            before = self._table[before_key]
            if is_closed(before):
                for index, (action, cost) in enumerate(edges):
                    if not self._tight or before[G] + cost == node[G]:
                        yield before, index, cost, action

    def _detour(self, end: _End) -> tuple[Any, bool]:
        """Return the extra cost of the cheapest path to the first state of an end that doesn't meet the end, or inf.

        Also return True if that's the path that the search has found.
        """
        taken = set(_keys(end))
        step: Node | None = self._table[end.key][PARENT]
        while step is not None and step[KEY] not in taken:
            step = step[PARENT]
        if step is None:
            return 0, True
        number = 0
        heap: list[tuple[Any, int, Any]] = [(0, 0, end.key)]
        done = set[Any]()
        while len(heap) > 0:
            extra, _, key = heappop(heap)
            if key in done:
                continue
            done.add(key)
            node = self._table[key]
            if node[PARENT] is None:
                return extra, False
            for before, _, cost, _ in self.edges(key):
                if before[KEY] not in taken and before[KEY] not in done:
                    number += 1
                    heappush(heap, (extra + (before[G] + cost - node[G]), number, before[KEY]))
        return math.inf, False

    def _length(self, key: Any) -> int:
        """Return the number of steps of the known path to a state. Zero-cost cycles can then not go on forever."""
        chain: list[Node] = []
        step: Node | None = self._table[key]
        while step is not None and id(step) not in self._lengths:
            chain.append(step)
            step = step[PARENT]
        length = -1 if step is None else self._lengths[id(step)]
        for node in reversed(chain):
            length += 1
            self._lengths[id(node)] = length  # The table keeps all these nodes alive.
        return length


def _keys(end: _End | None) -> Iterator[Any]:
    while end is not None:
        yield end.key
        end = end.rest


def _steps(end: _End) -> Steps:
    steps, index = [], -1
    rest: _End | None = end
    while rest is not None:
        steps.append((rest.key, index))
        index, rest = rest.edge, rest.rest
    return tuple(steps)


def _with_edge(edges: ParallelEdges, action: Any, cost: Any) -> ParallelEdges:
    """Return the edges with another one. Among edges with the same action, only the cheapest is kept."""
    for number, (other, other_cost) in enumerate(edges):
        if _is_same(other, action):
            return edges if cost >= other_cost else (*edges[:number], (action, cost), *edges[number + 1 :])
    return (*edges, (action, cost))


def _is_same(one: Any, other: Any) -> bool:
    """Return True if two actions are equal. Actions that can't be compared are the same only if they are identical."""
    try:
        return one is other or bool(one == other)
    except Exception:  # noqa: BLE001  # A user's __eq__ can raise anything.
        return False


def _f(g: float, h: float) -> float:
    return g + h


def _rank(g: float, h: float) -> tuple[float, float]:
    return g + h, h
