"""networkx's functions for paths with the fewest edges. Their parameters and results are those of networkx."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from astarlib._support.memory import objects_that_stay
from astarlib.networkx_backend.converted import ConvertedGraph, Node
from astarlib.networkx_backend.fallback import by_networkx, fail_without_path
from astarlib.networkx_backend.weighted import is_cutoff, is_fast, named_path, named_predecessors

if TYPE_CHECKING:
    from astarlib.networkx_backend.searches import FewestEdges


def single_source_shortest_path_length(
    G: ConvertedGraph,
    source: Node,
    cutoff: float | None = None,
) -> Any:  # Any: that of networkx
    """Return the numbers of edges on paths from the source."""
    tree = _tree(G, source, cutoff, into=False)
    if tree is None:
        return by_networkx("single_source_shortest_path_length", G, source, cutoff)
    return _lengths(G, source, tree)


def single_target_shortest_path_length(
    G: ConvertedGraph,
    target: Node,
    cutoff: float | None = None,
) -> Any:  # Any: that of networkx
    """Return the numbers of edges on paths to the target."""
    tree = _tree(G, target, cutoff, into=True)
    if tree is None:
        return by_networkx("single_target_shortest_path_length", G, target, cutoff)
    return _lengths(G, target, tree)


def single_source_shortest_path(
    G: ConvertedGraph,
    source: Node,
    cutoff: float | None = None,
) -> dict[Node, list[Node]]:
    """Return paths from the source."""
    tree = _tree(G, source, cutoff, into=False)
    if tree is None:
        return dict(by_networkx("single_source_shortest_path", G, source, cutoff))
    return _paths(G, source, tree, lambda path, node: [*path, node])


def single_target_shortest_path(
    G: ConvertedGraph,
    target: Node,
    cutoff: float | None = None,
) -> dict[Node, list[Node]]:
    """Return paths to the target."""
    tree = _tree(G, target, cutoff, into=True)
    if tree is None:
        return dict(by_networkx("single_target_shortest_path", G, target, cutoff))
    return _paths(G, target, tree, lambda path, node: [node, *path])


def bidirectional_shortest_path(G: ConvertedGraph, source: Node, target: Node) -> list[Node]:
    """Return a path, found from both ends."""
    start, end = G.number(source), G.number(target)
    if not is_fast(G) or start is None or end is None or start == end:
        return list(by_networkx("bidirectional_shortest_path", G, source, target))
    from astarlib.networkx_backend.searches import Hidden, meet_breadth_first  # They load numba.

    meeting = meet_breadth_first(G, (start, end), Hidden())
    if len(meeting.nodes) == 0:
        fail_without_path("bidirectional_shortest_path", G, [source, target], source, target)
    return named_path(G, source, target, meeting)


def predecessor(
    G: ConvertedGraph,
    source: Node,
    target: Node | None = None,
    cutoff: float | None = None,
    return_seen: bool | None = None,  # networkx's parameter
) -> Any:  # Any: that of networkx, which depends on the parameters
    """Return all predecessors on paths from the source."""
    start = G.number(source)
    is_strange = not is_cutoff(cutoff) or (target is not None and G.number(target) is None)
    if not is_fast(G) or start is None or is_strange:
        return by_networkx("predecessor", G, source, target, cutoff, return_seen)
    from astarlib.networkx_backend.searches import breadth_first  # It loads numba.

    # networkx takes 0 for no limit, and follows the edges of the source in any case.
    limit = max(1.0, float(cutoff)) if cutoff else math.inf
    tree = breadth_first(G.side(into=False), start, limit)
    pred = named_predecessors(G, source, tree.predecessors(limit))
    if target is None and not return_seen:
        return pred
    seen = dict(zip(pred, tree.lengths(), strict=True))
    if target is None:
        return pred, seen
    return (pred.get(target, []), seen.get(target, -1)) if return_seen else pred.get(target, [])


def _tree(graph: ConvertedGraph, source: Node, cutoff: float | None, *, into: bool) -> FewestEdges | None:
    """Return the result of breadth-first search, or None if networkx has to search."""
    start = graph.number(source)
    if not is_fast(graph) or start is None or not is_cutoff(cutoff):
        return None
    from astarlib.networkx_backend.searches import breadth_first  # It loads numba.

    return breadth_first(graph.side(into=into), start, math.inf if cutoff is None else cutoff)


def _lengths(graph: ConvertedGraph, source: Node, tree: FewestEdges) -> dict[Node, int]:
    nodes = [source, *map(graph.nodes.__getitem__, tree.order[1:].tolist())]
    return dict(zip(nodes, tree.lengths(), strict=True))


@objects_that_stay()
def _paths(
    graph: ConvertedGraph, source: Node, tree: FewestEdges, longer: Callable[[list[Node], Node], list[Node]]
) -> dict[Node, list[Node]]:
    numbers = tree.order.tolist()
    paths: list[list[Node]] = [[]] * len(graph)
    paths[numbers[0]] = [source]
    nodes = list(map(graph.nodes.__getitem__, numbers[1:]))
    for number, node, parent in zip(numbers[1:], nodes, tree.parents(), strict=True):
        paths[number] = longer(paths[parent], node)
    return dict(zip([source, *nodes], map(paths.__getitem__, numbers), strict=True))
