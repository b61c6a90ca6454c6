"""Searches for a path that leaves out some nodes and edges, as Yen's algorithm needs them. This module loads numba."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from astarlib.networkx_backend.converted import ConvertedGraph
from astarlib.networkx_backend.searches import Hidden, meet, meet_breadth_first, on_current_costs
from astarlib.networkx_backend.tables import Costs, Side
from astarlib.networkx_backend.weighted import Weight


class OnlyByNetworkXError(Exception):
    """Only networkx can search with the weights of the graph."""


class SpurSearch:
    """Searches for shortest paths to one node that leave out some nodes and edges.

    Parameters
    ----------
    graph, weight:
        The graph, and the name of the attribute with the weight. With None, each edge counts 1.
    end:
        The number of the node to which all paths lead.
    """

    def __init__(self, graph: ConvertedGraph, weight: Weight, end: int) -> None:
        self._graph, self._weight, self._end = graph, weight, end
        self.show_all()

    def show_all(self) -> None:
        """Leave out nothing."""
        self._nodes: list[int] = []
        self._edges: list[tuple[int, int]] = []
        self._masks: tuple[Costs | Side, Hidden] | None = None

    def hide_node(self, node: int) -> None:
        """Leave out a node."""
        self._nodes.append(node)
        self._new_nodes.append(node)

    def hide_edge(self, tail: int, head: int) -> None:
        """Leave out an edge, in an undirected graph in both directions."""
        self._edges.append((tail, head))
        self._new_edges.append((tail, head))

    def path_from(self, start: int) -> tuple[float, list[int]]:
        """Return the length of a shortest path and its nodes, or no nodes if there is no path."""
        graph, ends = self._graph, (start, self._end)
        if self._weight is None:
            found = meet_breadth_first(graph, ends, self._hidden(graph.side(into=False), graph.side(into=True)))
            return found.length, found.nodes
        meeting = on_current_costs(
            graph,
            self._weight,
            lambda out, into: meet(out, into, ends, self._hidden(out, into), is_fixed=True),
            is_bidirectional=True,
        )
        if meeting is None:
            raise OnlyByNetworkXError
        return meeting.length, meeting.nodes

    def lengths(self, path: list[int]) -> list[float]:
        """Return the length of each beginning of a path: of its first node, of its first two nodes …"""
        if self._weight is None:
            return list(range(1, len(path) + 1))
        out = self._graph.side(into=False).costs(self._weight)
        if out is None:
            raise OnlyByNetworkXError
        costs = out.exact(out.edge(tail, head) for tail, head in pairwise(path))
        return [sum(costs[:size]) for size in range(len(path))]  # From Python 3.12 on, `sum` rounds less than `+`.

    def _hidden(self, out: Costs | Side, into: Costs | Side) -> Hidden:
        """Return the arrays for a kernel. They are extended if only more is left out than before."""
        if self._masks is None or self._masks[0] is not out:
            size = len(out.starts) - 1
            arrays = np.zeros(size, np.int8), np.zeros(len(out.ends), np.int8), np.zeros(len(into.ends), np.int8)
            self._masks = out, Hidden(*arrays)
            self._new_nodes, self._new_edges = self._nodes, self._edges
        hidden = self._masks[1]
        if out is into:  # The graph is undirected.
            hidden = hidden._replace(into=hidden.out)
        hidden.nodes[self._new_nodes] = 1
        for tail, head in self._new_edges:
            hidden.out[out.edge(tail, head)] = hidden.into[into.edge(head, tail)] = 1
        self._new_nodes, self._new_edges = [], []
        return hidden
