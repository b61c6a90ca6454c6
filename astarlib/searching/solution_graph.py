"""A* that goes on after a solution and remembers all edges, and the enumeration of solutions along these edges."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from heapq import heappop, heappush, heapreplace
from itertools import pairwise
from operator import itemgetter
from typing import Any, ClassVar, Final, NamedTuple, TypeAlias

from astarlib._support.interrupts import raise_if_from_handler
from astarlib.problem import A, S
from astarlib.resolving.resolved_problem import ResolvedProblem
from astarlib.result import Path
from astarlib.searching.algorithm import Budget, Stop
from astarlib.searching.journal import Journal
from astarlib.searching.node import ACTION, KEY, PARENT, G, H, Node, is_closed, state_index
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
    """

    has_many_starts: ClassVar[bool] = True

    def __init__(self, problem: ResolvedProblem[S, A], journal: Journal | None) -> None:
        nodes = NodeTable(OpenList(_rank, oldest_first=False), state_index(problem))
        super().__init__(problem, journal, nodes, uses_heuristic=True, f_is_lower_bound=True)
        self._into: EdgesInto = {}
        self._leaving: dict[Any, ParallelEdges] = {}
        """The edges out of the state under expansion that were read so far."""
        self._goals: dict[Any, Node] = {}
        """The nodes of the goals that have been at the front of the frontier, in the order in which they were."""
        self._best_goal: Node | None = None
        """The first of the cheapest goals."""
        self._use_batch(problem)
        for root in self._roots():
            self._insert_root(root)

    def lower_bound(self, *, cheap: bool = False) -> float:
        bound, goal = super().lower_bound(cheap=cheap), self._best_goal
        return bound if goal is None else min(bound, goal[G])

    def _find_best_goal(self) -> None:
        self._best_goal = min(self._goals.values(), key=itemgetter(G), default=None)

    def _begin(self) -> None:
        """Note where the events of the next entries in the journal begin."""
        if self.journal is not None:
            self._events_from = self._nodes.counters.expanded, self._nodes.frontier_size(), _f

    def _search_on(self, first: float, node: Node, budget: Budget) -> Stop | None:
        """Expand the first node of the frontier, or park it if it's a goal. Return a `Stop` if a limit is reached.
        See `BestFirstAlgorithm.advance` for the rules that make an interrupt harmless.
        """
        nodes, counters = self._nodes, self._nodes.counters
        if first != RETRY and first > budget.max_cost:
            return Stop.COST
        if first > nodes.max_f and len(self._goals) == 0:
            self._log_bound(first)
            nodes.expanded_before_max_f = counters.expanded
            nodes.max_f = first
        if self._is_goal(node[nodes.state_at]):
            self._goals[node[KEY]] = node
            if self._best_goal is None or node[G] < self._best_goal[G]:
                self._best_goal = node
            self._park(node)
            return None
        if (stop := self._used_up(budget)) is not None:
            return stop
        nodes.expanding = node
        nodes.open_list.drop()
        self._leaving = {}
        self._expand(node, self._searched())
        return None

    def _place(self, node: Node) -> Callable[[Node], None]:
        """Return the function for the open list. A cheaper path to a goal replaces the one that is known."""
        if node[KEY] not in self._goals:
            return self._nodes.open_list.put
        self._goals[node[KEY]] = node
        self._find_best_goal()
        return self._nodes.open_list.park

    def _edge_hooks(self) -> tuple[None, Callable[[Any, Any, Any], None]]:
        return None, self._note_edge

    def _note_edge(self, key: Any, action: Any, cost: Any) -> None:
        self._leaving[key] = _with_edge(self._leaving.get(key, ()), action, cost)

    def _note_expansion(self, node: Node) -> None:
        for key, edges in self._leaving.items():
            self._into.setdefault(key, {})[node[KEY]] = edges

    def _enumeration(self, goals: Iterable[Node], *, simple: bool, tight: bool) -> Enumeration:
        return Enumeration(self._nodes.table, self._into, goals, simple=simple, tight=tight)

    def _path_along(self, steps: Steps) -> Path[S, A]:
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
        rows = self._rows()
        edges = [
            (rows[key], [(rows[before], each) for before, each in list(into.items()) if before in rows])
            for key, into in list(self._into.items())
            if key in rows
        ]
        goals = [rows[key] for key in list(self._goals)]
        return {**super().dump(), "edges": edges, "goals": goals}

    def load(self, dumped: Mapping[str, Any]) -> None:
        super().load(dumped)
        keys = list(self._nodes.table)
        self._into = {keys[row]: {keys[before]: each for before, each in into} for row, into in dumped["edges"]}
        self._goals = {keys[row]: self._nodes.table[keys[row]] for row in dumped["goals"]}
        self._find_best_goal()

    def repair(self) -> None:
        self._find_best_goal()
        super().repair()

    def _rows(self) -> dict[Any, int]:
        """Return the place of each key in the table."""
        return {key: row for row, key in enumerate(self._nodes.table)}


_EFFORT: Final = 4
"""The number of states that the first search for the beginning of a path may look at."""


class _Edge(NamedTuple):
    """A known edge from a closed state."""

    before: Any
    """The key of the closed state."""
    number: int
    """The index among the parallel edges."""
    sidetrack: Any
    """g(u) + c - g(v) >= 0 for an edge from u to v with cost c: the extra cost of a path that ends with this edge."""


class _End(NamedTuple):
    """The last states of a path, in a linked list."""

    key: Any
    edge: int
    """The index of the edge to the next state among the parallel edges. -1 at the goal."""
    rest: _End | None
    goal_g: Any
    size: int
    """The number of edges."""


class _Entry(NamedTuple):
    """The end of a path, from some state to a goal, and the cost of the cheapest known path that ends like this.

    Entries are ordered by that cost. Among equal ones, the newest comes first. If a state may occur twice, the shortest
    end comes first, so that a cycle of cost 0 can't delay other solutions forever.
    """

    cost: Any
    """The cost of the cheapest path with this end, or a lower bound on it if ``beginning`` is None."""
    extra: Any
    """The difference of ``cost`` and the g of the goal."""
    size: int
    """The number of edges of the end. 0 if no state may occur twice."""
    age: int
    """A number that is unique, and smaller for newer entries."""
    sidetracks: Any
    """The sum of the sidetracks of this end."""
    end: _End
    beginning: list[_Edge] | None
    """The edges of the rest of that path, the last one first. None if the path isn't known."""
    effort: int
    """The number of states that the next search for that path may look at."""


class Enumeration:
    """The paths to goals along known edges from closed states, in the order of their costs.

    A path is found together with the next deviations from it: for each state on it, the ends that begin with another
    edge to that state. An end waits with a lower bound. When it comes to the front, the cheapest path with this end is
    found, and it waits again with its cost. So a solution takes polynomial time (Lawler 1972).

    g is an exact estimate of the cost from the start: a path costs the g of its goal plus the sidetracks of its edges.
    A search for the cheapest path with an end goes backward, and it stops at the first state whose known path from the
    start doesn't meet the end (Feng 2014). That's usually the first one.

    Neither the table nor the edges may change. With ``simple``, no path contains a state twice. With ``tight``, only
    edges with g(u) + c = g(v) are used, and so only the cheapest paths to each goal are enumerated. Without ``simple``,
    these edges must not form a cycle.
    """

    def __init__(
        self, table: Mapping[Any, Node], into: EdgesInto, goals: Iterable[Node], *, simple: bool, tight: bool
    ) -> None:
        self._table, self._into, self._simple, self._tight = table, into, simple, tight
        self._known: dict[Any, tuple[_Edge | None, list[_Edge]]] = {}
        """For each key, the last edge of the path that the search has found, and all edges."""
        self._age = 0
        self._heap: list[_Entry] = []
        for goal in goals:
            self._push(0, 0, _End(goal[KEY], -1, None, goal[G], 0))

    def peek(self) -> Any:  # Any: a cost, or None
        """Return the cost of the next path, inf if there is none, or None if the cost of the next end wasn't known."""
        if len(self._heap) == 0:
            return math.inf
        entry = self._heap[0]
        if entry.beginning is not None:
            return entry.cost
        end = entry.end
        found = self._cheapest(end.key, set(_keys(end)) if self._simple else set(), entry.effort)
        if found is None:
            heappop(self._heap)
        else:
            detour, beginning = found
            extra = max(entry.extra, entry.sidetracks + detour)
            self._age -= 1
            heapreplace(
                self._heap,
                _Entry(
                    end.goal_g + extra, extra, entry.size, self._age, entry.sidetracks, end, beginning, 2 * entry.effort
                ),
            )
        return None

    def take(self) -> Steps:
        """Return the next path, whose cost `peek` has returned, and add the ends that deviate from it."""
        _, extra, _, _, sidetracks, end, beginning, _ = heappop(self._heap)
        taken = set(_keys(end)) if self._simple else set()
        for used in (*(beginning or ()), None):
            for edge in self.edges(end.key):
                if edge is not used and edge.before not in taken:
                    self._push(sidetracks + edge.sidetrack, extra, _longer(end, edge))
            if used is not None:
                sidetracks, end = sidetracks + used.sidetrack, _longer(end, used)
                if self._simple:
                    taken.add(used.before)
        return _steps(end)

    def __iter__(self) -> Iterator[Steps]:
        while (cost := self.peek()) != math.inf:
            if cost is not None:
                yield self.take()

    def _push(self, sidetracks: Any, least: Any, end: _End) -> None:
        """Add an end whose paths cost at least ``least`` more than the g of the goal."""
        self._age -= 1
        extra = max(least, sidetracks)
        size = 0 if self._simple else end.size
        heappush(self._heap, _Entry(end.goal_g + extra, extra, size, self._age, sidetracks, end, None, _EFFORT))

    def edges(self, key: Any) -> list[_Edge]:
        """Return the known edges to a state from closed states."""
        return self._edges(key)[1]

    def _edges(self, key: Any) -> tuple[_Edge | None, list[_Edge]]:
        known = self._known.get(key)
        if known is None:
            node, last, found = self._table[key], None, list[_Edge]()
            parent: Node | None = node[PARENT]
            for before_key, edges in self._into.get(key, {}).items():
                before = self._table[before_key]
                if not is_closed(before):
                    continue
                for index, (action, cost) in enumerate(edges):
                    sidetrack = before[G] + cost - node[G]
                    if self._tight and sidetrack != 0:
                        continue
                    edge = _Edge(before_key, index, sidetrack)
                    found.append(edge)
                    if (
                        last is None
                        and parent is not None
                        and (before_key, before[G])
                        == (parent[KEY], parent[G])  # The node of a repeated expansion is new.
                        and sidetrack == 0
                        and _is_same(action, node[ACTION])
                    ):
                        last = edge
            known = self._known[key] = last, found
        return known

    def _cheapest(self, key: Any, taken: AbstractSet[Any], effort: int) -> tuple[Any, list[_Edge] | None] | None:
        """Return the cheapest path from a start to a state that doesn't meet other states, or None if there is none:
        its cost minus the g of the state, and its edges, the last one first.
        """
        number = 0
        heap: list[tuple[Any, int, Any, Any, _Edge | None]] = [(0, 0, key, None, None)]
        after: dict[Any, tuple[Any, _Edge | None]] = {}
        free: dict[Any, bool] = {}
        while len(heap) > 0:
            extra, _, at, *step = heappop(heap)
            if at in after:
                continue
            if len(after) >= effort:
                return extra, None
            after[at] = step[0], step[1]
            if self._is_free(at, taken, free):
                return extra, self._line(at, after)
            for edge in self.edges(at):
                if edge.before not in taken and edge.before not in after:
                    number += 1
                    heappush(heap, (extra + edge.sidetrack, number, edge.before, at, edge))
        return None

    def _is_free(self, key: Any, taken: AbstractSet[Any], known: dict[Any, bool]) -> bool:
        """Return True if the path that the search has found to a state doesn't meet the taken states before it."""
        walked = []
        while key not in known:
            walked.append(key)
            last = self._edges(key)[0]
            if last is None or last.before in taken:
                known[key] = last is None and self._table[key][PARENT] is None
            else:
                key = last.before
        answer = known[key]
        known.update(dict.fromkeys(walked, answer))
        return answer

    def _line(self, key: Any, after: Mapping[Any, tuple[Any, _Edge | None]]) -> list[_Edge]:
        """Return the edges of the known path to a state and of the path after it, the last edge first."""
        line = []
        at, edge = after[key]
        while edge is not None:
            line.append(edge)
            at, edge = after[at]
        line.reverse()
        while (last := self._edges(key)[0]) is not None:
            line.append(last)
            key = last.before
        return line


def _longer(end: _End, edge: _Edge) -> _End:
    return _End(edge.before, edge.number, end, end.goal_g, end.size + 1)


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
    except Exception as error:  # noqa: BLE001  # A user's __eq__ can raise anything.
        raise_if_from_handler(error)
        return False


def _f(g: float, h: float) -> float:
    return g + h


def _rank(g: float, h: float) -> tuple[float, float]:
    return g + h, h
