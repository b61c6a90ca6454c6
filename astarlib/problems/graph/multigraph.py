"""The keys of the parallel edges that a path in a multigraph of networkx uses."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from astarlib.errors import short_repr
from astarlib.problems.graph.edges import NetworkXGraph, checked_weight


def edge_keys(graph: NetworkXGraph, nodes: Iterable[Any], *, weight: str | None) -> list[Any]:
    """Return the key of each edge of a path in a multigraph of networkx: that of the cheapest of parallel edges.

    Use this when you want to know which of several parallel edges a ``GraphProblem`` has used, whose actions are nodes.
    Of equally cheap edges, the first is returned.

    Parameters
    ----------
    graph:
        The ``MultiGraph`` or ``MultiDiGraph`` from which the problem was made.
    nodes:
        The nodes of a path, for example ``result.states``.
    weight:
        The name of the attribute with the cost, the same as in the problem, usually ``"weight"``. An edge that lacks
        it costs 1, and one whose weight is infinite or None isn't used. None stands for unit costs.

    Raises
    ------
    ValueError
        If no edge that can be used leads from one node to the next, or a cost isn't a number >= 0.
    TypeError
        If ``graph`` isn't a multigraph of networkx, or ``weight`` isn't a name.

    Examples
    --------
    >>> import networkx
    >>> from astarlib import Dijkstra
    >>> from astarlib.problems.graph import GraphProblem
    >>> roads = networkx.MultiDiGraph()
    >>> roads.add_edges_from([("a", "b", "bridge", {"km": 7}), ("a", "b", "ferry", {"km": 2})])
    ['bridge', 'ferry']
    >>> edge_keys(roads, Dijkstra().search(GraphProblem(roads, "a", "b", weight="km")).states, weight="km")
    ['ferry']
    """
    if not isinstance(graph, NetworkXGraph) or isinstance(graph, type) or not graph.is_multigraph():
        raise TypeError(f"graph must be a multigraph of networkx, not {short_repr(graph)}; other edges have no keys")
    if not isinstance(weight, str | None):
        raise TypeError(f"weight must be the name of an attribute, or None, not {short_repr(weight)}")
    if not isinstance(nodes, Iterable):
        raise TypeError(f"nodes must be a list, such as result.states, not {short_repr(nodes)}")
    keys = []
    for tail, head in pairwise(nodes):
        edges = graph.adj[tail].get(head, {}) if tail in graph.adj else {}
        costs = {
            key: 1 if weight is None else checked_weight(tail, head, data.get(weight, 1)) for key, data in edges.items()
        }
        usable = {key: cost for key, cost in costs.items() if cost is not None}
        if len(usable) == 0:
            raise ValueError(f"no edge of the path leads from {short_repr(tail)} to {short_repr(head)}")
        keys.append(min(usable, key=usable.__getitem__))
    return keys
