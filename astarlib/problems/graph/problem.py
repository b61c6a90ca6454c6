"""The shortest path between two nodes of a graph, as a search problem."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, KeysView, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Self, TypeAlias

from astarlib._support.calls import checked_call
from astarlib.derived.derived_problem import derive
from astarlib.errors import short_repr
from astarlib.heuristics.landmarks import LandmarkEstimate, NumberedStates
from astarlib.problem import (
    Heuristic,
    NearestGoal,
    Problem,
    SearchProblem,
    bind_heuristic,
    chosen_goals,
    listed_states,
    only_goal,
    some_goals,
)
from astarlib.problems.graph.edges import DEFAULT, GraphSource, N, Weight
from astarlib.problems.graph.graph import Graph, tails_that_differ

if TYPE_CHECKING:
    from astarlib.compiled_domain import CompiledDomain
    from astarlib.drawing import Map


_Given: TypeAlias = Heuristic | Callable[[N], float] | None
Places: TypeAlias = Mapping[N, tuple[float, float]]
"""The position (x, y) of each node on a drawing. x points right and y points down."""


_MOST_EXPLAINED: Final = 100_000
"""The largest number of nodes of a graph whose edges `why_unsolvable` reads."""


class GraphProblem(SearchProblem[N, N]):
    """A shortest-path problem: go from one node of a graph to another, or to the nearest of several nodes.

    An action is the next node.

    Parameters
    ----------
    graph_or_edges:
        Edges ``(from, to)``, ``(from, to, cost)`` or ``(from, to, attributes)``; a dict of dicts
        ``{from: {to: cost}}`` or ``{from: {to: attributes}}``; a dict of lists ``{from: [to, ...]}`` or
        ``{from: [(to, cost), ...]}``; or a networkx graph of any kind. In a dict of lists, a neighbor is a pair
        (to, cost) if its first part is a key and the pair isn't one. Only the cheapest of parallel edges is used. An
        edge without a cost costs 1. A :class:`Graph` is used as it is.
    start, goal:
        Two nodes of the graph.
    goals:
        A list of nodes, instead of ``goal``. A search finds a path to the nearest of them. h is then the minimum over
        the goals of a heuristic value. A callable must estimate the cost to the nearest goal.
    weight:
        The cost of an edge that has attributes. A name selects that attribute. None requests unit costs. The default is
        the weight of ``nx.dijkstra_path`` and ``nx.astar_path``: the attribute ``weight``, or 1 where it's missing.

        In edges and dicts, every edge that has attributes must have the named one. In a networkx graph, some edge must
        have it. The others cost 1, and ``check_problem`` notes how many edges lack it. In a networkx graph, an edge
        whose weight is infinite or None is never used; in other forms, it's an error. For a networkx graph you can also
        pass a function ``(u, v, data) -> float | None``, as in networkx. It's called for each pair of adjacent nodes in
        each direction, and None hides the edge. In a multigraph, ``data`` maps keys to attributes.
    heuristic:
        A heuristic value, or a callable ``node -> float``. With None (the default), h = 0.
    directed:
        True if edges are one-way, False if they lead both ways. With None (the default), edges and dicts are directed,
        and a networkx graph is directed if its ``is_directed()`` returns True.
    places:
        A dict with the position (x, y) of every node on a map, where y points down. None (the default) means no map.
    backward_heuristic:
        A callable ``node -> float`` that returns an estimate >= 0 of the cost from the start to a node, for
        bidirectional search. None (the default) means that of the landmarks if ``heuristic`` is a
        :class:`astarlib.heuristics.Landmarks`, else none.

    Attributes
    ----------
    graph, goals:
        The graph as a :class:`Graph`, and the goal nodes.

    Raises
    ------
    ValueError
        If ``start`` or a goal isn't in the graph, ``places`` lacks a node, or an edge has no cost or a cost that
        isn't a finite number >= 0. The message names the node or the edge.
    TypeError
        If a parameter has the wrong type, or ``weight`` or ``directed`` is given with a :class:`Graph`.

    See Also
    --------
    Graph : A graph that many problems can share.
    between : Use the same graph with another start and goal.
    read_dimacs : Read a graph from a DIMACS file.
    romania : The map of Romania as a problem.

    Notes
    -----
    The constructor reads the graph once, in O(nodes + edges). With a :class:`Graph` it takes O(1).

    Examples
    --------
    >>> from astarlib import Dijkstra
    >>> roads = {"A": {"B": 4, "C": 1}, "C": {"B": 2}, "B": {"D": 5}}
    >>> Dijkstra().search(GraphProblem(roads, "A", "D")).states
    ('A', 'C', 'B', 'D')
    """

    _searches_for_reason: ClassVar = True  # See `why_unsolvable_of`.
    _parameter_hints: ClassVar = {
        "source": "write start", "target": "write goal", "end": "write goal", "targets": "write goals",
        "cost": "write weight", "undirected": "write directed=False", "pos": "write places",
    }  # fmt: skip

    @checked_call
    def __init__(
        self,
        graph_or_edges: Graph[N] | GraphSource[N],
        start: N,
        goal: N | None = None,
        *,
        goals: Iterable[N] | None = None,
        weight: Weight[N] = DEFAULT,
        heuristic: Heuristic | Callable[[N], float] | None = None,
        directed: bool | None = None,
        places: Places[N] | None = None,
        backward_heuristic: Callable[[N], float] | None = None,
    ) -> None:
        super().__init__(start)
        given: Any = graph_or_edges
        self.graph: Graph[N]
        if isinstance(given, Graph):
            if weight is not DEFAULT or directed is not None:
                raise TypeError("weight and directed can't be used with a Graph; pass them when you make the graph")
            self.graph = given
        else:
            self.graph = Graph(given, weight=weight, directed=directed)
        self._layout = None if places is None else self._laid_out(places)
        self._go(start, chosen_goals(goal, goals), heuristic, backward_heuristic)

    def _laid_out(self, places: Places[N]) -> _Layout[N]:
        if not isinstance(places, Mapping):
            raise TypeError(f"places must be a dict {{node: (x, y)}}, not {places!r}")
        missing = [node for node in self.graph if node not in places]
        if len(missing) > 0:
            raise ValueError(f"the node {missing[0]!r} has no place; places needs an (x, y) for every node")
        return _Layout({node: places[node] for node in self.graph})

    def between(
        self,
        start: N,
        goal: N,
        *,
        heuristic: Heuristic | Callable[[N], float] | None = None,
        backward_heuristic: Callable[[N], float] | None = None,
    ) -> Self:
        """Return a problem on the same graph with another start and goal, in O(1).

        Parameters
        ----------
        start, goal:
            Two nodes of the graph.
        heuristic, backward_heuristic:
            As in the constructor. With None (the default), h = 0: the new problem doesn't take over this problem's
            heuristic, which is made for one goal.

        Raises
        ------
        ValueError, TypeError
            If ``start`` or ``goal`` isn't in the graph, or ``heuristic`` is neither a heuristic value nor a callable.

        Examples
        --------
        >>> from astarlib import Dijkstra
        >>> problem = GraphProblem([("a", "b", 3), ("b", "c", 4)], "a", "b", directed=False)
        >>> Dijkstra().search(problem.between("c", "a")).cost
        7
        """
        other = derive(self, "between", {}, user="between")
        other._go(start, [goal], heuristic, backward_heuristic)  # noqa: SLF001  # The other object has the same class.
        return other

    def with_costs(self, costs: Mapping[tuple[N, N], float | None]) -> Self:
        """Return a new problem with other costs of some edges. The given problem doesn't change.

        The new problem has the same heuristic. So no cost may become so small that the heuristic overestimates. The
        ``update`` method of a search finds the edges that differ.

        Parameters
        ----------
        costs:
            A dict ``{(from, to): cost}``. None removes the edge, and an edge that doesn't exist yet is added. One
            cost replaces all parallel edges between the two nodes. In an undirected graph, an edge has two directions,
            and each has its own cost.

        Raises
        ------
        ValueError
            If a key isn't a pair of nodes of the graph, or a cost isn't a finite number >= 0. The message names it.

        Examples
        --------
        >>> from astarlib import Dijkstra
        >>> problem = GraphProblem({"a": {"b": 1, "c": 3}, "b": {"c": 1}}, "a", "c")
        >>> Dijkstra().search(problem.with_costs({("a", "b"): None})).cost
        3
        """
        return derive(self, "costs", {"graph": self.graph.with_costs(costs)}, user="with_costs")

    def _go(
        self, start: N, goals: list[N], heuristic: _Given[N], backward_heuristic: Callable[[N], float] | None
    ) -> None:
        if backward_heuristic is not None and not callable(backward_heuristic):
            raise TypeError(f"backward_heuristic must be a function node -> h, not {backward_heuristic!r}")
        self.initial_state = self.graph.checked_node(start, "start")
        self._set_goals(goals)
        self._set_heuristic(heuristic, backward_heuristic)

    def _set_heuristic(self, heuristic: _Given[N], backward_heuristic: Callable[[N], float] | None) -> None:
        self._heuristic = heuristic
        self._estimate = None if heuristic is None else bind_heuristic(heuristic, self)
        estimate = self._estimate.estimates[0] if isinstance(self._estimate, NearestGoal) else self._estimate
        if backward_heuristic is None and isinstance(estimate, LandmarkEstimate):
            backward_heuristic = estimate.reversed_from(self.initial_state)
        self.backward_heuristic = backward_heuristic

    def _set_goals(self, goals: Iterable[N]) -> None:
        for goal in goals:
            if isinstance(goal, list | set):
                raise ValueError(f"the goal {short_repr(goal)} isn't a node; for several goals, write goals=[...]")  # noqa: TRY004  # A node of any type can be missing.
        self._goal_set = dict.fromkeys(self.graph.checked_node(goal, "goal") for goal in goals)
        self.goals: tuple[N, ...] = tuple(self._goal_set)

    @property
    def goal(self) -> N:
        """The goal node. Raise AttributeError if there are several; read ``goals``."""
        return only_goal(self.goals)

    def _toward_each_goal(self) -> list[Self]:
        """Return a problem for each goal, to which a heuristic value is bound."""
        return [self] if len(self.goals) == 1 else [self._toward_goals([goal]) for goal in self.goals]

    def _toward_goals(self, goals: Iterable[N]) -> Self:
        """Return a copy with other goals, to which the heuristic isn't bound."""
        other = copy.copy(self)
        other._set_goals(goals)  # noqa: SLF001  # as in `between`
        return other

    def __repr__(self) -> str:
        size = f"{len(self.graph)} nodes, {self.graph.edge_count} edges{self.graph.note_on_weights()}"
        return f"<{type(self).__name__} {self.initial_state!r} to {some_goals(self.goals)}, {size}>"

    @property
    def nodes(self) -> KeysView[N]:
        """All nodes, in the order in which they first occur in the given graph."""
        return self.graph.keys()

    def numbered_states(self) -> NumberedStates:
        """Return the nodes of the graph and the distances between them, for :class:`astarlib.heuristics.Landmarks`."""
        return self.graph.numbered_states()

    @property
    def checker_notes(self) -> tuple[str, ...]:
        """Notes for the report of ``check_problem``: the number of edges that lack the attribute with the cost."""
        return self.graph.checker_notes

    def actions(self, state: N, /) -> list[N]:
        """Return the nodes to which an edge leads."""
        return list(self.graph[state])

    def result(self, state: N, action: N, /) -> N:
        """Return ``action``, which is the next node. Raise ValueError if no edge leads there."""
        if action not in self.graph[state]:
            raise ValueError(f"no edge leads from {state!r} to {action!r}")
        return action

    def cost(self, state: N, action: N, next_state: N, /) -> float:  # The action is the next node.
        """Return the cost of the cheapest edge to the next node. Raise KeyError if there is no edge."""
        return self.graph[state][next_state]

    def successors(self, state: N, /) -> list[tuple[N, N, float]]:
        """Return the edges out of a node as ``(to, to, cost)``: action, next state and cost."""
        # This looks at the graph's own dict first, because a call takes longer than the lookup.
        return self.graph._out.get(state) or self.graph.edges_from(state)  # noqa: SLF001

    def goal_states(self) -> list[N]:
        """Return the goal nodes as a list."""
        return list(self.goals)

    def predecessors(self, state: N, /) -> list[tuple[N, N, float]]:
        """Return the edges into a node as ``(state, from, cost)``. The first call reverses the whole graph."""
        return self.graph.edges_into(state)

    @property
    def cost_unit(self) -> int | None:
        """The greatest common divisor of all costs if they are ints above 0, else None. O(edges) for the first time."""
        return self.graph.cost_unit

    def heuristic(self, state: N, /) -> float:
        """Return the value of the given heuristic, or 0 if there is none."""
        return 0 if self._estimate is None else self._estimate(state)

    @property
    def heuristic_function(self) -> Callable[[N], float] | None:
        """The given heuristic, bound to this problem, or None."""
        return self._estimate

    def is_goal(self, state: N, /) -> bool:
        return state in self._goal_set

    def why_unsolvable(self) -> str | None:
        """Return a sentence if no path leads to a goal, but one would if edges led both ways; otherwise None.

        It's the ``reason`` of a result without a solution. It takes O(nodes + edges), and it's None in a graph of more
        than 100,000 nodes.

        Examples
        --------
        >>> GraphProblem([("a", "b"), ("c", "b")], "a", "c").why_unsolvable()
        "no path leads from 'a' to 'c', which would be reachable if edges lead both ways (directed=False)"
        """
        graph = self.graph
        if len(graph) > _MOST_EXPLAINED or self._reached(graph.edges_from) is not None:
            return None
        goal = self._reached(lambda node: [*graph.edges_from(node), *graph.edges_into(node)])
        return goal and (
            f"no path leads from {short_repr(self.initial_state)} to {goal}, which would be reachable if edges lead "
            "both ways (directed=False)"
        )

    def _reached(self, edges_at: Callable[[N], list[tuple[N, N, float]]]) -> str | None:
        """Return the repr of the first goal that these edges reach from the start, or None."""
        known, waiting = {self.initial_state}, [self.initial_state]
        for node in waiting:
            if node in self._goal_set:
                return short_repr(node)
            for ends in edges_at(node):
                other = ends[0] if ends[0] != node else ends[1]
                if other not in known:
                    known.add(other)
                    waiting.append(other)
        return None

    @property
    def draw_map(self) -> Callable[[], Map] | None:
        """A function that draws all nodes and edges, or None if the problem has no ``places``."""
        layout = self._layout
        if layout is None:
            return None
        return lambda: layout.drawn((tail, head) for tail, heads in self.graph.items() for head in heads)

    @property
    def state_position(self) -> Callable[[N], tuple[float, float]] | None:
        """A function that returns a node's position on the map, or None if the problem has no ``places``."""
        return None if self._layout is None else self._layout.__getitem__

    def copy_with_heuristic(self, heuristic: Heuristic | Callable[[N], float]) -> Self:
        """Return a copy with another heuristic. :func:`astarlib.with_heuristic` calls this method."""
        other, back = copy.copy(self), self.backward_heuristic
        other._set_heuristic(heuristic, None if isinstance(back, LandmarkEstimate) else back)  # noqa: SLF001  # as in `between`
        return other

    def copy_with_goals(self, goals: Iterable[N]) -> Self:
        """Return a copy with other goals. :func:`astarlib.with_goals` calls this method.

        The copy doesn't take over a heuristic that is a function, which belongs to the old goals.
        """
        other, back = self._toward_goals(listed_states(goals, "goals")), self.backward_heuristic
        heuristic = self._heuristic if hasattr(self._heuristic, "bind") else None
        other._set_heuristic(heuristic, None if isinstance(back, LandmarkEstimate) else back)  # noqa: SLF001  # as in `between`
        return other

    def _edges_differ(self, before: Problem[N, N], states: Iterable[N]) -> Iterable[N] | None:
        """Return all nodes whose outgoing edges differ from those in another graph. See `comparison_of`."""
        return tails_that_differ(self.graph, before.graph) if isinstance(before, GraphProblem) else None

    def _has_state(self, state: N) -> bool:
        return state in self.graph

    def compiled_domain(self) -> CompiledDomain[N]:
        """Return this problem in the form that compiled engines need. This calls the heuristic once for every node.

        Raise MissingCapabilityError if a cost is neither an int nor a float, or more than 16,777,216 edges leave a
        node.
        """
        from astarlib.problems.graph.compiled import compiled_domain  # It loads numpy.

        graph = self.graph
        goals = list(map(graph.number, self.goals))
        return compiled_domain(graph.rows(), goals, self._estimate, self.backward_heuristic)

    def format_state(self, state: N, /) -> str:
        """Return the node as text."""
        return str(state)

    def format_action(self, action: N, /) -> str:
        """Return ``to`` and the next node."""
        return f"to {action}"


class _Layout(Generic[N]):
    """The positions of the nodes of a graph, at least one, on its drawing, in units of 1/40 of its longer side."""

    def __init__(self, places: Places[N]) -> None:
        xs, ys = [x for x, _ in places.values()], [y for _, y in places.values()]
        unit = max(max(xs) - min(xs), max(ys) - min(ys)) / 40 or 1
        self._at = {node: ((x - min(xs)) / unit + 2, (y - min(ys)) / unit + 2) for node, (x, y) in places.items()}

    def __getitem__(self, node: N) -> tuple[float, float]:
        """Return the position of a node."""
        return self._at[node]

    def drawn(self, edges: Iterable[tuple[N, N]]) -> Map:
        """Return a drawing of the nodes with their names and a line for each edge."""
        from astarlib.drawing import Dot, Drawing, Label, Line, Map, Paint  # only needed for drawing

        at = self._at
        pairs = {frozenset(edge): edge for edge in edges}.values()  # An edge that leads both ways is drawn once.
        lines = [Line(*at[tail], *at[head], 0.15, Paint.FAINT) for tail, head in pairs]
        dots = [Dot(x, y, 0.35, Paint.WALL) for x, y in at.values()]
        labels = [Label(x + 0.8, y - 0.8, 1.05, str(node)) for node, (x, y) in at.items()]
        width, height = (max(place[axis] for place in at.values()) for axis in (0, 1))
        return Map(Drawing(width + 6, height + 2, (*lines, *dots, *labels)), mark=1.4, is_round=True)
