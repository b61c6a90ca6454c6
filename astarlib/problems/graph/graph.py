"""A graph that many problems can share: its nodes, and the costs of its edges."""

from __future__ import annotations

import difflib
import itertools
import math
import operator
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Generic, Self

from astarlib.errors import short_repr
from astarlib.problems.graph.edges import (
    DEFAULT,
    Costs,
    Default,
    GraphSource,
    N,
    NetworkXGraph,
    Weight,
    checked_weight,
    read_graph,
    refuse_missing,
)

if TYPE_CHECKING:
    from astarlib.heuristics.landmarks import NumberedStates
    from astarlib.problems.graph.arrays import Edges, Rows

_MANY_EDGES: Final = 100  # For fewer edges, arrays save no time.
_EDGES_FOR_NUMPY: Final = 100_000  # For fewer edges, loading numpy takes longer than it saves.
_MAX_COMPARED: Final = 20_000  # An unknown name is compared with this many nodes at most. More would take seconds.


class Graph(Mapping[N, Mapping[N, float]], Generic[N]):
    """An immutable graph with costs that many problems can share.

    Use this when you want to find many paths in the same graph. The graph is read once. After that,
    ``GraphProblem(graph, start, goal)`` takes O(1), and all problems share the tables of compiled engines.

    A graph is a mapping ``{from: {to: cost}}``: ``graph[node]`` contains the edges that leave a node, ``len(graph)``
    is the number of nodes, and ``node in graph`` tests for a node. Later changes of the object from which it was made
    have no effect.

    Parameters
    ----------
    graph_or_edges:
        The edges, a dict of dicts or of lists, or a networkx graph, as in :class:`GraphProblem`.
    weight, directed:
        The cost of an edge that has attributes, and whether edges are one-way, as in :class:`GraphProblem`.

    Raises
    ------
    ValueError
        If an edge has no cost or a cost that isn't a finite number >= 0. The message names the edge.
    TypeError
        If ``weight`` or ``directed`` has the wrong type.

    Notes
    -----
    The constructor takes O(nodes + edges). A graph made by ``from_arrays`` stays in numpy arrays, with 16 bytes for
    each edge and 8 bytes for each node. A long list of tuples with ints as nodes becomes such arrays, too, if numpy is
    installed. This takes a sixth of the time of other forms.

    Examples
    --------
    >>> from astarlib import Dijkstra
    >>> from astarlib.problems.graph import GraphProblem
    >>> graph = Graph([("a", "b", 3), ("b", "c", 4), ("a", "c", 9)])
    >>> graph
    <Graph of 3 nodes and 3 edges>
    >>> [Dijkstra().search(GraphProblem(graph, start, "c")).cost for start in graph]
    [7, 4, 0]
    """

    def __init__(
        self, graph_or_edges: GraphSource[N], *, weight: Weight[N] = DEFAULT, directed: bool | None = None
    ) -> None:
        rows = _plain_rows(graph_or_edges, weight, directed)
        if rows is not None:
            self._set(None, rows=rows)
            return
        costs, note = read_graph(graph_or_edges, weight=weight, directed=directed)
        refuse_missing(costs)
        self._set(costs, note)

    def _set(self, costs: Costs[N] | None, note: str | None = None, rows: Rows[N] | None = None) -> None:
        """Set the content. One of ``costs`` and ``rows`` must be given; the other is made when it's needed."""
        self._costs, self._note, self._rows = costs, note, rows
        self._out: dict[N, list[tuple[N, N, float]]] = {}
        self._into: dict[N, list[tuple[N, N, float]]] = {}
        self._plain: PlainGraph[N] | None = None

    @classmethod
    def _make(cls, costs: Costs[N] | None, note: str | None = None, rows: Rows[N] | None = None) -> Self:
        graph = cls.__new__(cls)
        graph._set(costs, note, rows)  # noqa: SLF001  # It's an object of this class.
        return graph

    # --- making a graph -----------------------------------------------------------------------------------------------

    @classmethod
    def from_networkx(
        cls, graph: NetworkXGraph, *, weight: Weight[N] = DEFAULT, directed: bool | None = None
    ) -> Graph[Any]:  # Any: networkx doesn't have types of nodes.
        """Return a snapshot of a networkx graph of any kind. Only the cheapest of parallel edges is kept.

        Parameters
        ----------
        graph:
            A ``Graph``, ``DiGraph``, ``MultiGraph`` or ``MultiDiGraph`` of networkx.
        weight:
            The name of an attribute, or a function ``(u, v, data) -> float | None``, as in networkx. The default is
            ``"weight"``. An edge without the attribute costs 1, and None requests unit costs.
        directed:
            False to let the edges of a directed graph lead both ways. With None (the default), the graph is directed if
            its ``is_directed()`` returns True.

        Raises
        ------
        ValueError, TypeError
            If a cost isn't a finite number >= 0 (the message names the edge), or a parameter has the wrong type.

        Examples
        --------
        >>> import networkx
        >>> graph = Graph.from_networkx(networkx.path_graph(3))
        >>> dict(graph[1])
        {0: 1, 2: 1}
        """
        if not isinstance(graph, NetworkXGraph) or isinstance(graph, type):
            raise TypeError(
                f"from_networkx needs a networkx graph, not {short_repr(graph)}; for other forms, use Graph"
            )
        return cls(graph, weight=weight, directed=directed)

    @classmethod
    def from_dicts(
        cls,
        dicts: Mapping[
            N, Mapping[N, Any] | Sequence[N] | Sequence[tuple[N, Any]] | Sequence[list[Any]]
        ],  # Any: a cost, or attributes that contain it
        *,
        weight: str | None = None,
        directed: bool | None = None,
    ) -> Self:
        """Return the graph of a dict of dicts ``{from: {to: cost}}`` or of a dict of lists ``{from: [to, ...]}``.
        The nodes are the keys of ``dicts``, and then the neighbors that aren't keys.

        Parameters
        ----------
        dicts:
            A dict with a dict or a list of neighbors for each node. The inner dicts have costs or attributes.
        weight:
            The name of the attribute with the cost. With None (the default), edges with attributes cost 1.
        directed:
            False to let edges lead both ways. With None (the default), they are one-way.

        Raises
        ------
        ValueError, TypeError
            If a cost is missing or isn't a finite number >= 0 (the message names the edge), or a parameter has the
            wrong type.

        Examples
        --------
        >>> len(Graph.from_dicts({"a": {"b": 4, "c": 1}, "c": {"b": 2}}))
        3
        """
        if not isinstance(dicts, Mapping):
            raise TypeError(f"dicts must be a dict {{from: {{to: cost}}}}, not {short_repr(dicts)}")
        return cls(dicts, weight=weight, directed=directed)

    @classmethod
    def from_arrays(
        cls,
        tails: Any,  # Any: a numpy array, or a sequence of ints
        heads: Any,
        costs: Any = None,
        *,
        nodes: int | Sequence[N] | None = None,
        directed: bool = True,
    ) -> Graph[Any]:  # Any: the nodes are ints unless they are given.
        """Return the graph whose edges are in arrays, without a loop in Python.
        Only the cheapest of parallel edges is kept.

        Parameters
        ----------
        tails, heads:
            One-dimensional arrays of ints from 0: edge i leads from node ``tails[i]`` to node ``heads[i]``.
        costs:
            An array of ints or floats with the cost of each edge. None (the default) means that each edge costs 1.
        nodes:
            The number of nodes, or a sequence with the name of each node. By default, the number of nodes is the
            largest number in ``tails`` and ``heads`` plus 1. Without names, the nodes are the ints from 0.
        directed:
            False to let edges lead both ways. The default is True.

        Raises
        ------
        ValueError, TypeError
            If the arrays have different lengths, a node's number is out of range, a cost isn't a finite number >= 0
            (the message names the edge), or a parameter has the wrong type.
        ImportError
            If numpy isn't installed.

        Examples
        --------
        >>> graph = Graph.from_arrays([0, 0, 1], [1, 2, 2], [4.5, 9, 1])
        >>> dict(graph[0])
        {1: 4.5, 2: 9.0}
        """
        from astarlib.problems.graph.arrays import rows_of_arrays  # It loads numpy.

        return Graph._make(None, rows=rows_of_arrays(tails, heads, costs, nodes=nodes, directed=directed))

    @classmethod
    def from_sparse(
        cls,
        matrix: Any,  # Any: a sparse matrix or array of scipy, which isn't needed otherwise
        *,
        nodes: Sequence[N] | None = None,
        directed: bool = True,
    ) -> Graph[Any]:  # Any: the nodes are ints unless they are given.
        """Return the graph of a sparse matrix of scipy, as in ``scipy.sparse.csgraph``.

        The stored entry in row i and column j is the cost of the edge from node i to node j. A stored 0 is an edge of
        cost 0.

        Parameters
        ----------
        matrix:
            A square sparse matrix or sparse array of scipy, in any format.
        nodes:
            A sequence with the name of each node. By default, the nodes are the ints from 0.
        directed:
            False to let edges lead both ways. The default is True.

        Raises
        ------
        ValueError, TypeError
            If the matrix isn't square, a cost isn't a finite number >= 0 (the message names the edge), or a parameter
            has the wrong type.
        ImportError
            If numpy isn't installed.

        Examples
        --------
        >>> from scipy.sparse import csr_array  # doctest: +SKIP
        >>> dict(Graph.from_sparse(csr_array([[0, 3], [5, 0]]))[0])  # doctest: +SKIP
        {1: 3}
        """
        from astarlib.problems.graph.arrays import rows_of_sparse  # It loads numpy.

        return Graph._make(None, rows=rows_of_sparse(matrix, nodes=nodes, directed=directed))

    def with_costs(self, costs: Mapping[tuple[N, N], float | None]) -> Self:
        """Return a new graph with other costs of some edges. This graph doesn't change. See `GraphProblem.with_costs`.

        Parameters
        ----------
        costs:
            A dict ``{(from, to): cost}``. None removes the edge, and an edge that doesn't exist yet is added.

        Raises
        ------
        ValueError
            If a key isn't a pair of nodes of the graph, or a cost isn't a finite number >= 0. The message names it.

        Examples
        --------
        >>> graph = Graph([("a", "b", 3)]).with_costs({("a", "b"): 5, ("b", "a"): 1})
        >>> dict(graph["a"]), dict(graph["b"])
        ({'b': 5}, {'a': 1})
        """
        old = self._dicts()
        changed: Costs[N] = {}
        into = {} if self._costs is None else dict(self._into)  # It's empty, or has all nodes.
        for edge, given in costs.items():
            if not isinstance(edge, tuple) or len(edge) != 2:
                raise ValueError(f"{short_repr(edge)} isn't an edge; expected a pair (from, to)")
            tail, head = self.checked_node(edge[0], "start"), self.checked_node(edge[1], "end")
            cost = checked_weight(tail, head, given)
            if tail not in changed:
                changed[tail] = dict(old[tail])
            changed[tail].pop(head, None)
            if cost is not None:
                changed[tail][head] = cost
            if head in into:
                others = [each for each in into[head] if each[1] != tail]
                into[head] = others if cost is None else [*others, (head, tail, cost)]
        other = self._make({**old, **changed}, self._note)
        known = self._out.copy()  # Another thread may add to it.
        out = {node: edges for node, edges in known.items() if node not in changed}
        vars(other).update(_out=out, _into=into)
        return other

    # --- reading a graph ----------------------------------------------------------------------------------------------

    def __getitem__(self, node: N) -> Mapping[N, float]:
        if self._costs is not None:
            return MappingProxyType(self._costs[node])
        return MappingProxyType({head: cost for head, _, cost in self.edges_from(node)})

    def __iter__(self) -> Iterator[N]:
        return iter(self._nodes)

    def __len__(self) -> int:
        return len(self._nodes)

    def __contains__(self, node: object) -> bool:
        try:
            self._own(node)
        except (KeyError, TypeError):
            return False
        return True

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {len(self)} nodes and {self.edge_count} edges{self.note_on_weights()}>"

    def note_on_weights(self) -> str:
        """Return what the repr says about edges without the attribute of the cost, or an empty text."""
        return "" if self._note is None else f"; {self._note}"

    def __getstate__(self) -> dict[str, Any]:
        # The other attributes can be made again, and would make the pickle several times as large.
        return {"costs": self._costs, "note": self._note, "rows": self._rows if self._costs is None else None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self._set(**state)

    @property
    def edge_count(self) -> int:
        """The number of edges. Parallel edges count once, and an edge that leads both ways counts twice."""
        if self._costs is not None:
            return sum(map(len, self._costs.values()))
        return len(self.rows().out.ends)

    @property
    def _nodes(self) -> Any:
        return self._costs if self._costs is not None else self.rows().nodes

    def edges_from(self, node: N, /) -> list[tuple[N, N, float]]:
        """Return the edges out of a node as ``(to, to, cost)``: action, next state and cost. Don't change the list.

        The edges are in the order in which they were given. Raise KeyError if the node isn't in the graph.
        """
        found = self._out.get(node)
        if found is None:
            heads = self._listed(self.rows().out, node) if self._costs is None else self._costs[node].items()
            found = self._out[node] = [(head, head, cost) for head, cost in heads]
        return found

    def edges_into(self, node: N, /) -> list[tuple[N, N, float]]:
        """Return the edges into a node as ``(node, from, cost)``, in the order of the nodes where they start.

        Don't change the list. The first call reverses the whole graph. Raise KeyError if the node isn't in the graph.
        """
        if self._costs is None:
            found = self._into.get(node)
            if found is None:
                found = self._into[node] = [(node, tail, cost) for tail, cost in self._listed(self.rows().back, node)]
            return found
        if len(self._into) == 0:
            edges: dict[N, list[tuple[N, N, float]]] = {each: [] for each in self._costs}
            for tail, heads in self._costs.items():
                for head, cost in heads.items():
                    edges[head].append((head, tail, cost))
            self._into = edges  # Complete, because other threads may read it at once.
        return self._into[node]

    @property
    def plain_form(self) -> PlainGraph[N]:
        """The same edges in dicts, which `compile_problem` can translate. They are made once."""
        if self._plain is None:
            self._plain = PlainGraph(self)
        return self._plain

    def _listed(self, edges: Edges, node: N) -> Iterable[tuple[N, float]]:
        """Return the other ends and the costs of the edges at a node."""
        nodes, number = self.rows().nodes, self.number(node)
        first, last = int(edges.starts[number]), int(edges.starts[number + 1])
        return zip(
            map(nodes.__getitem__, edges.ends[first:last].tolist()), edges.costs[first:last].tolist(), strict=True
        )

    def _dicts(self) -> Costs[N]:
        """Return the costs of all edges as ``{from: {to: cost}}``. Don't change them."""
        if self._costs is not None:
            return self._costs
        return {node: {head: cost for head, _, cost in self.edges_from(node)} for node in self._nodes}

    @cached_property
    def cost_unit(self) -> int | None:
        """The greatest common divisor of all costs if they are ints above 0, else None. O(edges) for the first time."""
        if self._costs is None:
            return self.rows().cost_unit()
        costs = {cost for heads in self._costs.values() for cost in heads.values()}
        whole = [cost for cost in costs if isinstance(cost, int) and cost > 0]
        return math.gcd(*whole) or None if len(whole) == len(costs) else None

    @property
    def checker_notes(self) -> tuple[str, ...]:
        """Notes for the report of ``check_problem``: the number of edges that lack the attribute with the cost."""
        return () if self._note is None else (self._note,)

    # --- numbers of nodes ---------------------------------------------------------------------------------------------

    def rows(self) -> Rows[N]:
        """Return the edges and the numbers of the nodes as arrays, for compiled engines. They are made once.

        Raise MissingCapabilityError if a cost is neither an int nor a float, or more than 16,777,216 edges leave a node
        or lead to it, and ImportError if numpy isn't installed.
        """
        if self._rows is None:
            from astarlib.problems.graph.arrays import rows_of_dicts  # It loads numpy.

            self._rows = rows_of_dicts(self._dicts())
        return self._rows

    def number(self, node: N, /) -> int:
        """Return the number of a node: its place in the order of the nodes, from 0.
        Raise KeyError if it isn't in the graph.
        """
        rows, own = self.rows(), self._own(node)
        number: int = own if isinstance(rows.nodes, range) else rows.numbers[own]
        return number

    def numbered_states(self) -> NumberedStates:
        """Return the nodes and the distances between them, made once, for :class:`astarlib.heuristics.Landmarks`.

        Raise MissingCapabilityError if a cost is neither an int nor a float, and ImportError if numpy isn't installed.
        """
        return self._numbered

    @cached_property
    def _numbered(self) -> NumberedStates:
        from astarlib.problems.graph.distances import numbered_states  # It loads numpy.

        rows = self.rows()
        number = rows.nodes.index if isinstance(rows.nodes, range) else rows.numbers.__getitem__
        return numbered_states(rows, number, rows.nodes.__getitem__)

    def _own(self, node: Any) -> Any:  # Any: a node, or anything else
        """Return a node as it's in the graph. Raise KeyError or TypeError if it isn't a node."""
        if not isinstance(self._nodes, range):
            (self.rows().numbers if self._costs is None else self._costs)[node]
            return node
        number = operator.index(node)
        if not 0 <= number < len(self._nodes):
            raise KeyError(node)
        return number

    def checked_node(self, node: N, role: str) -> N:
        """Return a node, or raise ValueError with the most similar name if it isn't in the graph.
        ``role`` is for the message.
        """
        try:
            return self._own(node)  # type: ignore[no-any-return]  # It's equal to ``node``.
        except (KeyError, TypeError):
            pass
        some = [] if isinstance(self._nodes, range) else itertools.islice(self._nodes, _MAX_COMPARED)
        by_text = {str(other).lower(): other for other in some}
        close = difflib.get_close_matches(str(node)[:200].lower(), by_text, n=1)
        hint = f"; did you mean {by_text[close[0]]!r}?" if len(close) > 0 else ""
        if isinstance(self._nodes, range) and len(self) > 0:
            hint = f"; expected an int from 0 to {len(self) - 1}"
        if len(self) == 0:
            hint = "; no edge was given (an iterator can be read only once, so pass a list)"
        raise ValueError(f"the {role} {short_repr(node)} isn't one of the {len(self)} nodes of the graph{hint}")


class PlainGraph(Generic[N]):
    """The edges of a graph in dicts that never change."""

    def __init__(self, graph: Graph[N]) -> None:
        self._graph = graph
        self._out = {node: graph.edges_from(node) for node in graph}

    @cached_property
    def _into(self) -> dict[N, list[tuple[N, N, float]]]:
        return {node: self._graph.edges_into(node) for node in self._graph}

    @cached_property
    def _costs(self) -> dict[N, dict[N, float]]:
        return {node: {head: cost for head, _, cost in edges} for node, edges in self._out.items()}

    def __getitem__(self, node: N) -> Mapping[N, float]:
        return self._costs[node]

    def __contains__(self, node: N) -> bool:
        return node in self._out

    def __len__(self) -> int:
        return len(self._out)

    def edges_from(self, node: N, /) -> list[tuple[N, N, float]]:
        """Return the edges out of a node."""
        return self._out[node]

    def edges_into(self, node: N, /) -> list[tuple[N, N, float]]:
        """Return the edges into a node."""
        return self._into[node]


def tails_that_differ(one: Graph[Any], other: Graph[Any]) -> list[Any]:
    """Return the nodes whose outgoing edges differ in two graphs, with the nodes of only one of them."""
    if one is other:
        return []
    now, before = one._dicts(), other._dicts()  # noqa: SLF001  # the same module
    found = [
        node
        for node, heads in now.items()
        if (old := before.get(node)) is not heads and (old is None or list(old.items()) != list(heads.items()))
    ]
    return found + [node for node in before if node not in now]


def _plain_rows(source: Any, weight: Any, directed: Any) -> Rows[Any] | None:  # Any: whatever the user passes
    """Return the edges of a long list as arrays if numpy is installed and `read_graph` would read the same graph."""
    if type(source) is not list or len(source) < (_MANY_EDGES if "numpy" in sys.modules else _EDGES_FOR_NUMPY):
        return None
    if not isinstance(weight, str | Default | None) or not isinstance(directed, bool | None):
        return None
    try:
        from astarlib.problems.graph.arrays import rows_of_edges  # It loads numpy.
    except ImportError:
        return None
    return rows_of_edges(source, directed=directed is not False)
