"""The shortest path between two nodes of a graph, as a search problem."""

from __future__ import annotations

import copy
import difflib
import itertools
import math
from collections.abc import Callable, KeysView, Mapping
from typing import TYPE_CHECKING, Final, Self

from astarlib.errors import short_repr
from astarlib.problem import Heuristic, SearchProblem, bind_heuristic
from astarlib.problems.graph.edges import DEFAULT, GraphSource, N, Weight, checked_weight, read_graph

if TYPE_CHECKING:
    from astarlib.compiled_domain import CompiledDomain
    from astarlib.drawing import Map
    from astarlib.problems.graph.compiled import Rows
    from astarlib.problems.graph.drawing import Layout, Places

_MAX_COMPARED: Final = 20_000  # An unknown name is compared with this many nodes at most. More would take seconds.


class GraphProblem(SearchProblem[N, N]):
    """A shortest-path problem: go from one node of a graph to another along its edges. An action is the next node.

    Parameters
    ----------
    graph_or_edges:
        Edges ``(tail, head)``, ``(tail, head, cost)`` or ``(tail, head, attributes)``; a dict of dicts
        ``{tail: {head: cost}}`` or ``{tail: {head: attributes}}``; a dict of lists ``{tail: [head, ...]}``; or a
        networkx graph of any kind. Only the cheapest of parallel edges is used. An edge without a cost costs 1.
    start, goal:
        Two nodes of the graph.
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
        A heuristic value, or a callable ``node -> float``. With None (the default), h = 0.
    directed:
        True if edges lead from tail to head only, False if they lead both ways. With None (the default), edges and
        dicts are directed, and a networkx graph is directed if its ``is_directed()`` returns True.
    places:
        A dict with the position (x, y) of every node on a map, where y points down. With positions, you can watch a
        search on a map. None (the default) means no map.
    backward_heuristic:
        A callable ``node -> float`` that returns an estimate >= 0 of the cost from the start to a node, for
        bidirectional search. None (the default) means there is none.

    Attributes
    ----------
    goal:
        The goal node.

    Raises
    ------
    ValueError
        If ``start`` or ``goal`` isn't in the graph, ``places`` lacks a node, or an edge has no cost or a cost that
        isn't a finite number >= 0. The message names the node or the edge.
    TypeError
        If ``weight`` is neither text nor a function that fits the graph, ``directed`` isn't True, False or None,
        ``places`` isn't a dict, ``heuristic`` is neither a heuristic value nor a callable, or ``backward_heuristic``
        isn't callable.

    See Also
    --------
    between : Use the same graph with another start and goal.
    read_dimacs : Read a graph from a DIMACS file.
    romania : The map of Romania as a problem.

    Notes
    -----
    The constructor reads the graph once, in O(nodes + edges).

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
        backward_heuristic: Callable[[N], float] | None = None,
    ) -> None:
        super().__init__(start)
        self._costs, self._note = read_graph(graph_or_edges, weight=weight, directed=directed)
        self._edges = {
            tail: [(head, head, cost) for head, cost in heads.items()] for tail, heads in self._costs.items()
        }
        self._layout = None if places is None else self._laid_out(places)
        # Compiled engines read the graph as rows. All problems made by `between` share this list, so it's filled once.
        self._rows: list[Rows[N]] = []
        self._reversed: dict[N, list[tuple[N, N, float]]] = {}  # Problems share it in the same way.
        self._unit: list[int | None] = []  # Problems share it in the same way.
        self._go(start, goal, heuristic, backward_heuristic)

    def _laid_out(self, places: Places[N]) -> Layout[N]:
        from astarlib.problems.graph.drawing import Layout  # noqa: PLC0415  # only needed for drawing

        if not isinstance(places, Mapping):
            raise TypeError(f"places must be a dict {{node: (x, y)}}, not {places!r}")
        missing = [node for node in self._costs if node not in places]
        if len(missing) > 0:
            raise ValueError(f"the node {missing[0]!r} has no place; places needs an (x, y) for every node")
        return Layout({node: places[node] for node in self._costs})

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
        heuristic:
            A heuristic value, or a callable ``node -> float``. With None (the default), h = 0: the new problem doesn't
            take over this problem's heuristic, which is made for one goal.
        backward_heuristic:
            A callable ``node -> float``, or None (the default). See the constructor.

        Returns
        -------
        GraphProblem
            The new problem. It shares the graph with this one.

        Raises
        ------
        ValueError
            If ``start`` or ``goal`` isn't in the graph.
        TypeError
            If ``heuristic`` is neither a heuristic value nor a callable.

        See Also
        --------
        GraphProblem : The constructor, which reads a graph.

        Examples
        --------
        >>> from astarlib import Dijkstra
        >>> problem = GraphProblem([("a", "b", 3), ("b", "c", 4)], "a", "b", directed=False)
        >>> Dijkstra().search(problem.between("c", "a")).cost
        7
        """
        other = copy.copy(self)
        other._go(start, goal, heuristic, backward_heuristic)  # noqa: SLF001  # The other object has the same class.
        return other

    def with_costs(self, costs: Mapping[tuple[N, N], float | None]) -> Self:
        """Return the same problem with other costs of some edges.

        The new problem has the same heuristic. So no cost may become so small that the heuristic overestimates. Pass
        the tails as ``changed`` to the ``update`` method of a search.

        Parameters
        ----------
        costs:
            A dict ``{(tail, head): cost}``. None removes the edge, and an edge that doesn't exist yet is added. One
            cost replaces all parallel edges between the two nodes. In an undirected graph, an edge has two directions,
            and each has its own cost.

        Returns
        -------
        GraphProblem
            The new problem. The given problem doesn't change.

        Raises
        ------
        ValueError
            If a key isn't a pair of nodes of the graph, or a cost isn't a finite number >= 0. The message names it.

        See Also
        --------
        between : Use the same graph with another start and goal.
        astarlib.Search.update : Continue a search after costs have changed.

        Examples
        --------
        >>> from astarlib import Dijkstra
        >>> problem = GraphProblem({"a": {"b": 1, "c": 3}, "b": {"c": 1}}, "a", "c")
        >>> Dijkstra().search(problem.with_costs({("a", "b"): None})).cost
        3
        """
        other = copy.copy(self)
        other._change(costs)  # noqa: SLF001  # The other object has the same class.
        return other

    def _change(self, costs: Mapping[tuple[N, N], float | None]) -> None:
        self._costs, self._edges, self._rows, self._unit = dict(self._costs), dict(self._edges), [], []
        into = dict(self._reversed)
        heads_of: dict[N, dict[N, float]] = {}
        for edge, given in costs.items():
            if not isinstance(edge, tuple) or len(edge) != 2:
                raise ValueError(f"{short_repr(edge)} isn't an edge; expected a pair (tail, head)")
            tail, head = edge
            self._refuse_stranger(tail, "tail")
            self._refuse_stranger(head, "head")
            cost = checked_weight(tail, head, given)
            if tail not in heads_of:
                heads_of[tail] = self._costs[tail] = dict(self._costs[tail])
            heads_of[tail].pop(head, None)
            if cost is not None:
                heads_of[tail][head] = cost
            if len(into) > 0:
                others = [edge for edge in into[head] if edge[1] != tail]
                into[head] = others if cost is None else [*others, (head, tail, cost)]
        self._edges.update(
            {tail: [(head, head, cost) for head, cost in heads.items()] for tail, heads in heads_of.items()}
        )
        self._reversed = into

    def _go(
        self,
        start: N,
        goal: N,
        heuristic: Heuristic | Callable[[N], float] | None,
        backward_heuristic: Callable[[N], float] | None,
    ) -> None:
        if backward_heuristic is not None and not callable(backward_heuristic):
            raise TypeError(f"backward_heuristic must be a function node -> h, not {backward_heuristic!r}")
        self.backward_heuristic = backward_heuristic
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
        by_text = {str(other).lower(): other for other in itertools.islice(self._costs, _MAX_COMPARED)}
        close = difflib.get_close_matches(str(node)[:200].lower(), by_text, n=1)
        hint = f"; did you mean {by_text[close[0]]!r}?" if len(close) > 0 else ""
        raise ValueError(f"the {role} {short_repr(node)} isn't one of the {len(self._costs)} nodes of the graph{hint}")

    def __repr__(self) -> str:
        edges = sum(map(len, self._costs.values()))
        return (
            f"<{type(self).__name__} {self.initial_state!r} to {self.goal!r}, {len(self._costs)} nodes, {edges} edges>"
        )

    @property
    def nodes(self) -> KeysView[N]:
        """All nodes, in the order in which they first occur in the given graph."""
        return self._costs.keys()

    @property
    def checker_notes(self) -> tuple[str, ...]:
        """Notes for the report of ``check_problem``: the number of edges that lack the attribute with the cost."""
        return () if self._note is None else (self._note,)

    def actions(self, state: N, /) -> list[N]:
        """Return the nodes to which an edge leads."""
        return list(self._costs[state])

    def result(self, state: N, action: N, /) -> N:
        """Return ``action``, which is the next node. Raise ValueError if no edge leads there."""
        if action not in self._costs[state]:
            raise ValueError(f"no edge leads from {state!r} to {action!r}")
        return action

    def cost(self, state: N, action: N, next_state: N, /) -> float:  # noqa: ARG002  # The action is the next node.
        """Return the cost of the cheapest edge to the next node. Raise KeyError if there is no edge."""
        return self._costs[state][next_state]

    def successors(self, state: N, /) -> list[tuple[N, N, float]]:
        """Return the edges out of a node as ``(head, head, cost)``: action, next state and cost."""
        return self._edges[state]

    def goal_states(self) -> list[N]:
        """Return a list that contains the only goal state."""
        return [self.goal]

    def predecessors(self, state: N, /) -> list[tuple[N, N, float]]:
        """Return the edges into a node as ``(state, tail, cost)``. The first call reverses the whole graph."""
        if len(self._reversed) == 0:
            edges: dict[N, list[tuple[N, N, float]]] = {node: [] for node in self._costs}
            for tail, heads in self._costs.items():
                for head, cost in heads.items():
                    edges[head].append((head, tail, cost))
            self._reversed.update(edges)
        return self._reversed[state]

    @property
    def cost_unit(self) -> int | None:
        """The greatest common divisor of all costs if they are ints above 0, else None. O(edges) for the first time."""
        if len(self._unit) == 0:
            costs = {cost for heads in self._costs.values() for cost in heads.values()}
            whole = [cost for cost in costs if isinstance(cost, int) and cost > 0]
            self._unit.append(math.gcd(*whole) or None if len(whole) == len(costs) else None)
        return self._unit[0]

    def heuristic(self, state: N, /) -> float:
        """Return the value of the given heuristic, or 0 if there is none."""
        return 0 if self._estimate is None else self._estimate(state)

    @property
    def heuristic_function(self) -> Callable[[N], float] | None:
        """The given heuristic, bound to this problem, or None."""
        return self._estimate

    def is_goal(self, state: N, /) -> bool:
        """Return True if the node is the goal."""
        return state == self.goal

    @property
    def draw_map(self) -> Callable[[], Map] | None:
        """A function that draws all nodes and edges, or None if the problem has no ``places``."""
        layout = self._layout
        if layout is None:
            return None
        return lambda: layout.drawn((tail, head) for tail, heads in self._costs.items() for head in heads)

    @property
    def state_position(self) -> Callable[[N], tuple[float, float]] | None:
        """A function that returns a node's position on the map, or None if the problem has no ``places``."""
        return None if self._layout is None else self._layout.__getitem__

    def compiled_domain(self) -> CompiledDomain[N]:
        """Return this problem in the form that compiled engines need. This calls the heuristic once for every node.

        Raises
        ------
        MissingCapabilityError
            If a cost is neither an int nor a float, or more than 16,777,216 edges leave a node.
        ImportError
            If numpy isn't installed.
        """
        from astarlib.problems.graph.compiled import compiled_domain, rows_of  # noqa: PLC0415  # It loads numpy.

        if len(self._rows) == 0:
            self._rows.append(rows_of(self._costs))
        return compiled_domain(self._rows[0], self.goal, self._estimate, self.backward_heuristic)

    def format_state(self, state: N, /) -> str:
        """Return the node as text."""
        return str(state)

    def format_action(self, action: N, /) -> str:
        """Return ``to`` and the next node."""
        return f"to {action}"
