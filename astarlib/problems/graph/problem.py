"""A shortest path between two nodes of a graph as a search problem."""

from __future__ import annotations

import copy
import difflib
import itertools
from collections.abc import Callable, KeysView, Mapping
from typing import TYPE_CHECKING, Final, Self

from astarlib.errors import short_repr
from astarlib.problem import Heuristic, SearchProblem, bind_heuristic
from astarlib.problems.graph.edges import DEFAULT, GraphSource, N, Weight, read_graph

if TYPE_CHECKING:
    from astarlib.compiled_domain import CompiledDomain
    from astarlib.drawing import Map
    from astarlib.problems.graph.compiled import Rows
    from astarlib.problems.graph.drawing import Layout, Places

_MOST_COMPARED: Final = 20_000  # nodes whose names a wrong one is compared with; more take seconds


class GraphProblem(SearchProblem[N, N]):
    """Go from one node of a graph to another along its edges. An action is the node that is next.

    Parameters
    ----------
    graph_or_edges:
        Edges ``(tail, head)``, ``(tail, head, cost)`` or ``(tail, head, attributes)``; a dict of dicts
        ``{tail: {head: cost}}`` or ``{tail: {head: attributes}}``; a dict of lists ``{tail: [head, ...]}``; or a
        networkx graph of any kind. Of parallel edges the cheapest counts. An edge without a cost costs 1.
    start, goal:
        Two of its nodes.
    weight:
        The cost of an edge that has attributes. A name selects that attribute. None requests unit costs. By default,
        edges and dicts have unit costs, and a networkx graph has the weights of ``nx.dijkstra_path`` and
        ``nx.astar_path``: the attribute ``weight``, or 1 where it is missing.

        In edges and dicts, every edge that has attributes must have the named one. In a networkx graph, an edge
        without it costs 1, and ``check_problem`` notes how many edges lack it. An edge whose weight is infinite or
        None is never used. For a networkx graph you can also pass a function ``(u, v, data) -> float | None``, as in
        networkx. It's called for each pair of adjacent nodes in each direction, and None hides the edge. In a
        multigraph, ``data`` maps keys to attributes.
    heuristic:
        A heuristic value, or a callable ``node -> float``; None is h = 0.
    directed:
        Whether edges lead from tail to head only. None: as a networkx graph says itself; edges and dicts are directed.
    places:
        Where each node is drawn, (x, y) with y downwards, so that searches can be watched on a map.

    Attributes
    ----------
    goal:
        As given.

    Raises
    ------
    ValueError
        When start or goal are not in the graph, a node has no place where others have one, or an edge has no cost, or
        one that is no finite number of at least 0; names the node or the edge.
    TypeError
        When ``weight`` is neither text nor a function that fits the graph, ``directed`` no truth value, or
        ``heuristic`` neither a value nor a callable.

    Notes
    -----
    The graph is read once, in O(nodes + edges); :meth:`between` makes further problems on it without reading it again.

    Examples
    --------
    >>> from astarlib import Dijkstra
    >>> roads = {"A": {"B": 4, "C": 1}, "C": {"B": 2}, "B": {"D": 5}}
    >>> Dijkstra().search(GraphProblem(roads, "A", "D")).states
    ('A', 'C', 'B', 'D')
    """

    def __init__(
        self,
        graph_or_edges: GraphSource[N],
        start: N,
        goal: N,
        *,
        weight: Weight[N] = DEFAULT,
        heuristic: Heuristic | Callable[[N], float] | None = None,
        directed: bool | None = None,
        places: Places[N] | None = None,
    ) -> None:
        super().__init__(start)
        self._costs, self._note = read_graph(graph_or_edges, weight=weight, directed=directed)
        self._edges = {
            tail: [(head, head, cost) for head, cost in heads.items()] for tail, heads in self._costs.items()
        }
        self._layout = None if places is None else self._laid_out(places)
        self._rows: list[Rows[N]] = []  # of which compiled engines have one, and all problems on this graph the same
        self._go(start, goal, heuristic)

    def _laid_out(self, places: Places[N]) -> Layout[N]:
        from astarlib.problems.graph.drawing import Layout  # noqa: PLC0415  # loaded where there is something to draw

        if not isinstance(places, Mapping):
            raise TypeError(f"places must be a dict of nodes with their (x, y), not {places!r}")
        missing = [node for node in self._costs if node not in places]
        if len(missing) > 0:
            raise ValueError(f"the node {missing[0]!r} has no place; places must tell (x, y) for every node")
        return Layout({node: places[node] for node in self._costs})

    def between(self, start: N, goal: N, *, heuristic: Heuristic | Callable[[N], float] | None = None) -> Self:
        """The same graph with other ends, in O(1). A heuristic is for one goal, so this problem's own is not kept.

        Raises
        ------
        ValueError
            When start or goal are not in the graph.
        TypeError
            When ``heuristic`` is neither a value nor a callable.

        Examples
        --------
        >>> from astarlib import Dijkstra
        >>> problem = GraphProblem([("a", "b", 3), ("b", "c", 4)], "a", "b", directed=False)
        >>> Dijkstra().search(problem.between("c", "a")).cost
        7
        """
        other = copy.copy(self)
        other._go(start, goal, heuristic)  # noqa: SLF001  # of the same class
        return other

    def _go(self, start: N, goal: N, heuristic: Heuristic | Callable[[N], float] | None) -> None:
        self._refuse_stranger(start, "start")
        self._refuse_stranger(goal, "goal")
        self.initial_state = start
        self.goal = goal
        self._estimate = None if heuristic is None else bind_heuristic(heuristic, self)

    def _refuse_stranger(self, node: N, role: str) -> None:
        try:
            known = node in self._costs
        except TypeError:
            known = False
        if known:
            return
        by_text = {str(other).lower(): other for other in itertools.islice(self._costs, _MOST_COMPARED)}
        close = difflib.get_close_matches(str(node)[:200].lower(), by_text, n=1)
        hint = f"; did you mean {by_text[close[0]]!r}?" if len(close) > 0 else ""
        raise ValueError(f"the {role} {short_repr(node)} is none of the {len(self._costs)} nodes of the graph{hint}")

    def __repr__(self) -> str:
        edges = sum(map(len, self._costs.values()))
        return (
            f"<{type(self).__name__} {self.initial_state!r} to {self.goal!r}, {len(self._costs)} nodes, {edges} edges>"
        )

    @property
    def nodes(self) -> KeysView[N]:
        """All nodes, in the order in which they were first met."""
        return self._costs.keys()

    @property
    def checker_notes(self) -> tuple[str, ...]:
        """Notes for the report of ``check_problem``: how many edges lack the attribute that is their cost."""
        return () if self._note is None else (self._note,)

    def actions(self, state: N, /) -> list[N]:
        """The nodes to which an edge leads."""
        return list(self._costs[state])

    def result(self, state: N, action: N, /) -> N:
        """The node that ``action`` is; ValueError when no edge leads there."""
        if action not in self._costs[state]:
            raise ValueError(f"no edge leads from {state!r} to {action!r}")
        return action

    def cost(self, state: N, action: N, next_state: N, /) -> float:  # noqa: ARG002  # the action is the next node
        """The cost of the cheapest edge between the two; KeyError when there is none."""
        return self._costs[state][next_state]

    def successors(self, state: N, /) -> list[tuple[N, N, float]]:
        """The edges out of a node, ``(head, head, cost)``."""
        return self._edges[state]

    def heuristic(self, state: N, /) -> float:
        """The estimate of the heuristic that was given, else 0."""
        return 0 if self._estimate is None else self._estimate(state)

    @property
    def heuristic_function(self) -> Callable[[N], float] | None:
        """The heuristic that was given, bound to this problem."""
        return self._estimate

    def is_goal(self, state: N, /) -> bool:
        """Whether the node is the goal."""
        return state == self.goal

    @property
    def draw_map(self) -> Callable[[], Map] | None:
        """What draws all nodes and edges; None where the nodes have no places."""
        layout = self._layout
        if layout is None:
            return None
        return lambda: layout.drawn((tail, head) for tail, heads in self._costs.items() for head in heads)

    @property
    def state_position(self) -> Callable[[N], tuple[float, float]] | None:
        """What tells where on the map a node is; None where nodes have no places."""
        return None if self._layout is None else self._layout.__getitem__

    def compiled_domain(self) -> CompiledDomain[N]:
        """The problem for compiled engines; the heuristic is asked once for every node.

        Raises
        ------
        MissingCapabilityError
            When a cost is neither int nor float, or more than 16,777,216 edges leave a node.
        ImportError
            When numpy is not installed.
        """
        from astarlib.problems.graph.compiled import compiled_domain, rows_of  # noqa: PLC0415  # it loads numpy

        if len(self._rows) == 0:
            self._rows.append(rows_of(self._costs))
        return compiled_domain(self._rows[0], self.goal, self._estimate)

    def format_state(self, state: N, /) -> str:
        """The node."""
        return str(state)

    def format_action(self, action: N, /) -> str:
        """Where the edge leads."""
        return f"to {action}"
