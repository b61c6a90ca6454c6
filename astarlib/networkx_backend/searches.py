"""Searches on the tables of a graph by compiled code. Nodes are numbers here. This module loads numpy and numba."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Final, NamedTuple, TypeVar

import numpy as np

from astarlib.compiled.codegen.specialize import compile_module
from astarlib.networkx_backend import kernels
from astarlib.networkx_backend.converted import ConvertedGraph
from astarlib.networkx_backend.tables import Array, Costs, Side

_NOTHING: Final = np.zeros(0, np.int8)
_NO_GOAL: Final = np.zeros(0), _NOTHING, 0.0, 0.0
_EPSILON: Final = float(np.finfo(np.float64).eps)
_ATTEMPTS: Final = 3
"""The number of times that costs are read if they have changed since they were read."""
T = TypeVar("T")


class Tree(NamedTuple):
    """The nodes that a search has reached, and the edges that lead to them. The arrays have an item for each node."""

    distances: Array
    states: Array
    via: Array
    order: Array

    @classmethod
    def make(cls, size: int) -> Tree:
        """Return the arrays for a kernel."""
        arrays = np.empty(size), np.zeros(size, np.int8), np.empty(size, np.int32), np.empty(size, np.int32)
        return cls(*arrays)

    def path_to(self, node: int, tails: Array, edge: int | None = None) -> tuple[list[int], list[int]]:
        """Return the nodes and edges of the path to a node. ``edge`` is the last edge, if it isn't that in ``via``."""
        nodes, edges = [node], []
        edge = int(self.via[node]) if edge is None else edge
        while edge >= 0:
            nodes.append(int(tails[edge]))
            edges.append(edge)
            edge = int(self.via[nodes[-1]])
        return nodes[::-1], edges[::-1]


class Found(NamedTuple):
    """The result of Dijkstra's algorithm. ``closed`` are the nodes in the order in which they were closed."""

    tree: Tree
    costs: Costs
    closed: Array
    source_count: int

    def lengths(self) -> list[float]:
        """Return the distances of the closed nodes as ints or floats, as networkx does."""
        floats, tree = self.costs.floats, self.tree
        distances = tree.distances[self.closed]
        if floats is None:  # All distances are floats, except those of the sources, which networkx sets to 0.
            return [*[0] * self.source_count, *distances[self.source_count :].tolist()]
        if not floats.any():
            return [*distances.astype(np.int64).tolist()]
        is_float = [False] * len(tree.via)
        for node in self.closed[self.source_count :].tolist():
            edge = tree.via[node]
            is_float[node] = bool(floats[edge]) or is_float[self.costs.tails[edge]]
        ends = self.closed.tolist()
        return [each if is_float[node] else int(each) for node, each in zip(ends, distances.tolist(), strict=True)]

    def reaches(self, node: int) -> bool:
        """Return True if the node is closed."""
        return bool(self.tree.states[node] == kernels.CLOSED)

    def path_to(self, node: int) -> tuple[list[int], float]:
        """Return the nodes of the path to a closed node, and the length of the path."""
        nodes, edges = self.tree.path_to(node, self.costs.tails)
        return nodes, _length(self.tree.distances[node], self.costs, edges)

    def parents(self) -> list[int]:
        """Return the nodes before the closed nodes, except the sources."""
        edges = self.tree.via[self.closed[self.source_count :]]
        return list(self.costs.tails[edges].tolist())

    def predecessors(self, cutoff: float) -> Predecessors:
        """Return all nodes before each node on shortest paths."""
        edges = edges_at(self.costs.starts, self.closed)
        return _predecessors(self.costs, edges, self.costs.values[edges], self.closed[0], self.tree.distances, cutoff)


class Predecessors(NamedTuple):
    """Nodes with the number of nodes before them, and the nodes before all of them, one after the other."""

    heads: list[int]
    counts: list[int]
    tails: list[int]


class Meeting(NamedTuple):
    """The path that a search from both ends has found, and the node where they met. Without a path, it has no nodes."""

    nodes: list[int]
    length: float
    node: int


class Hidden(NamedTuple):
    """Arrays with a 1 for what a search from both ends leaves out: nodes, edges out of them, and edges into them."""

    nodes: Array = _NOTHING
    out: Array = _NOTHING
    into: Array = _NOTHING


def dijkstra(
    graph: ConvertedGraph, weight: Hashable, sources: Sequence[int], target: int | None, cutoff: float
) -> Found | None:
    """Return the nodes that Dijkstra's algorithm closes, or None if networkx has to search."""
    starts, end = np.array(sources, np.int64), kernels.NONE if target is None else target

    def search(costs: Costs, _: Costs) -> tuple[Found, list[int], list[int]]:
        tree = Tree.make(len(graph))
        count = _kernels().dijkstra(costs.edges, starts, end, cutoff, _queue(costs, len(starts)), tuple(tree), _NO_GOAL)
        closed = tree.order[:count]
        return Found(tree, costs, closed, len(starts)), closed.tolist(), []

    return on_current_costs(graph, weight, search, is_bidirectional=False)


def dijkstra_between(graph: ConvertedGraph, weight: Hashable, source: int, target: int, cutoff: float) -> Found | None:
    """Return the path that Dijkstra's algorithm finds, or None if networkx has to search.

    A search from both ends finds the length of shortest paths first, and distances to the target. A second search from
    the source leaves out nodes through which all paths are longer. What is left has the same order and the same ties.
    """
    starts, ends = np.array([source], np.int64), (source, target)

    def search(out: Costs, into: Costs) -> tuple[Found, list[int], list[int]]:
        both = _from_both_ends(out, into, ends, Hidden())
        goal, tree = both.trees[1], Tree.make(len(graph))
        closed_out, closed_into = both.closed
        count = 0
        if both.length >= 0:
            # Sums of floats depend on their order. A path has fewer edges than there are nodes, so this is enough room.
            bound = both.length * (1 + 4 * _EPSILON * len(graph))
            radius = goal.distances[closed_into[-1]]
            count = _kernels().dijkstra(
                out.edges, starts, target, cutoff, _queue(out, 1), tuple(tree),
                (goal.distances, goal.states, radius, bound),
            )  # fmt: skip
            closed_out = tree.order[:count]
        return Found(tree, out, tree.order[:count], 1), closed_out.tolist(), closed_into.tolist()

    return on_current_costs(graph, weight, search, is_bidirectional=True)


def bidirectional_dijkstra(graph: ConvertedGraph, weight: Hashable, ends: tuple[int, int]) -> Meeting | None:
    """Return the path that Dijkstra's algorithm from both ends finds, or None if networkx has to search."""

    def search(out: Costs, into: Costs) -> tuple[Meeting, list[int], list[int]]:
        return meet(out, into, ends, Hidden(), is_fixed=False)

    return on_current_costs(graph, weight, search, is_bidirectional=True)


def on_current_costs(
    graph: ConvertedGraph,
    weight: Hashable,
    search: Callable[[Costs, Costs], tuple[T, list[int], list[int]]],
    *,
    is_bidirectional: bool,
) -> T | None:
    """Return the first result of a search, which also returns the nodes whose edges out and into it has used.
    If the weight of such an edge has changed since it was read, read the weights and search again. Return None if only
    networkx can search with the weights.
    """
    for _ in range(_ATTEMPTS):
        out = graph.side(into=False).costs(weight)
        into = graph.side(into=True).costs(weight) if is_bidirectional else out
        if out is None or into is None:
            return None
        result, used_out, used_into = search(out, into)
        if out.are_current(used_out) and into.are_current(used_into):
            return result
        graph.forget(weight)
    return None  # The class of the graph makes new weights for each call, or another thread changes them.


class _Both(NamedTuple):
    """The result of a search from both ends. Without a path, ``length`` is negative."""

    length: float
    node: int
    edges: tuple[int, int]
    trees: tuple[Tree, Tree]
    closed: tuple[Array, Array]


def meet(
    out: Costs, into: Costs, ends: tuple[int, int], hidden: Hidden, *, is_fixed: bool
) -> tuple[Meeting, list[int], list[int]]:
    """Run Dijkstra's algorithm from both ends. Return its path, and the nodes that it has closed on both sides.
    With ``is_fixed``, the path isn't changed by edges that are found later and don't make it shorter.
    """
    length, node, edges, trees, (closed_out, closed_into) = _from_both_ends(out, into, ends, hidden)
    used = closed_out.tolist(), closed_into.tolist()
    if length < 0:
        return Meeting([], length, node), *used
    first, first_edges = trees[0].path_to(node, out.tails, edges[0] if is_fixed else None)
    last, last_edges = trees[1].path_to(node, into.tails, edges[1] if is_fixed else None)
    is_float = any(map(out.is_float, first_edges)) or any(map(into.is_float, last_edges))
    return Meeting(first + last[-2::-1], length if is_float else int(length), node), *used


def _from_both_ends(out: Costs, into: Costs, ends: tuple[int, int], hidden: Hidden) -> _Both:
    size, found = len(out.starts) - 1, np.zeros(5, np.int64)
    trees = Tree.make(size), Tree.make(size)
    length = _kernels().bidirectional_dijkstra(
        out.edges, into.edges, ends, tuple(hidden), (_queue(out, 1), _queue(into, 1)), tuple(map(tuple, trees)), found
    )
    count_out, count_into, node, edge_out, edge_into = found.tolist()
    closed = trees[0].order[:count_out], trees[1].order[:count_into]
    return _Both(float(length), node, (edge_out, edge_into), trees, closed)


class FewestEdges(NamedTuple):
    """The result of breadth-first search. ``order`` are the nodes as they were found."""

    side: Side
    tree: Tree
    order: Array

    def lengths(self) -> list[int]:
        """Return the number of edges to each node."""
        return list(self.tree.distances[self.order].astype(np.int64).tolist())

    def parents(self) -> list[int]:
        """Return the nodes before all nodes except the first."""
        return list(self.side.tails[self.tree.via[self.order[1:]]].tolist())

    def predecessors(self, cutoff: float) -> Predecessors:
        """Return all nodes before each node on paths with the fewest edges."""
        distances = self.tree.distances
        edges = edges_at(self.side.starts, self.order[distances[self.order] < cutoff])
        return _predecessors(self.side, edges, 1, self.order[0], distances, np.inf)


def breadth_first(side: Side, source: int, cutoff: float) -> FewestEdges:
    """Return the nodes within some steps of the source."""
    tree = Tree.make(len(side.starts) - 1)
    count = _kernels().breadth_first(side.starts, side.ends, source, float(cutoff), tuple(tree))
    return FewestEdges(side, tree, tree.order[:count])


def meet_breadth_first(graph: ConvertedGraph, ends: tuple[int, int], hidden: Hidden) -> Meeting:
    """Return the path that breadth-first search from both ends finds. Its length is its number of nodes."""
    sides, size, found = (graph.side(into=False), graph.side(into=True)), len(graph), np.zeros(5, np.int64)
    trees = Tree.make(size), Tree.make(size)
    out, into = ((side.starts, side.ends) for side in sides)
    if not _kernels().bidirectional_breadth_first(out, into, ends, tuple(hidden), tuple(map(tuple, trees)), found):
        return Meeting([], 0, -1)
    first, last = (tree.path_to(int(found[2]), side.tails)[0] for tree, side in zip(trees, sides, strict=True))
    return Meeting(first + last[-2::-1], len(first) + len(last) - 1, int(found[2]))


def edges_at(starts: Array, nodes: Array) -> Array:
    """Return the indices of the edges at some nodes, node by node."""
    firsts, counts = starts[nodes], starts[nodes + 1] - starts[nodes]
    offsets = np.cumsum(counts) - counts
    return np.arange(int(counts.sum())) + np.repeat(firsts - offsets, counts)


def _predecessors(
    table: Costs | Side, edges: Array, costs: Array, source: int, distances: Array, cutoff: float
) -> Predecessors:
    """Return the tails of all edges that are on shortest paths, by their heads, in networkx's order.
    ``edges`` are the edges that the search has used, in order.
    """
    heads, tails = table.ends[edges], table.tails[edges]
    reached = distances[tails] + costs
    is_used = reached <= cutoff
    found = np.concatenate([[source], heads[is_used]])
    first = np.full(len(table.starts), len(found))
    first[found[::-1]] = np.arange(len(found))[::-1]  # The last of several values stays: the first place.
    order = found[first[found] == np.arange(len(found))]
    rank = np.empty(len(table.starts), np.int64)
    rank[order] = np.arange(len(order))
    is_shortest = is_used & (reached == distances[heads])
    ranks = rank[heads[is_shortest]]
    counts = np.bincount(ranks, minlength=len(order))
    return Predecessors(order.tolist(), counts.tolist(), tails[is_shortest][np.argsort(ranks, kind="stable")].tolist())


def _kernels() -> Any:  # Any: numba's functions
    return compile_module(kernels.__name__)


def _queue(costs: Costs, start_count: int) -> tuple[Array, Array]:
    """Return the arrays of a heap. Each edge is added once at most."""
    size = len(costs.ends) + start_count
    return np.empty(size), np.empty(size, np.int64)


def _length(distance: Any, costs: Costs, edges: list[int]) -> float:  # Any: a number of numpy
    return float(distance) if any(map(costs.is_float, edges)) else int(distance)
