"""networkx's A*. Its parameters and results are those of networkx."""

from __future__ import annotations

import math
from collections.abc import Callable
from heapq import heappop, heappush
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from astarlib.networkx_backend.converted import ConvertedGraph, Node
from astarlib.networkx_backend.fallback import by_networkx, fail_without_path
from astarlib.networkx_backend.weighted import Weight, is_cutoff, is_fast

if TYPE_CHECKING:
    from astarlib.networkx_backend.tables import Costs

Heuristic = Callable[[Node, Node], Any]
"""A function of networkx. It returns numbers of any type."""


def astar_path(
    G: ConvertedGraph,
    source: Node,
    target: Node,
    heuristic: Heuristic | None = None,
    weight: Weight = "weight",
    *,
    cutoff: float | None = None,
) -> list[Node]:
    """Return a path that A* finds."""
    found = _search(G, source, target, heuristic, weight, cutoff)
    if found is None:
        return list(by_networkx("astar_path", G, source, target, heuristic, weight, cutoff=cutoff))
    if len(found[0]) == 0:
        fail_without_path("astar_path", G, [source, target], source, target)
    return [source, *map(G.nodes.__getitem__, found[0][1:])]


def astar_path_length(
    G: ConvertedGraph,
    source: Node,
    target: Node,
    heuristic: Heuristic | None = None,
    weight: Weight = "weight",
    *,
    cutoff: float | None = None,
) -> Any:  # Any: a number of any type
    """Return the length of a path that A* finds."""
    found = _search(G, source, target, heuristic, weight, cutoff)
    if found is None:
        return by_networkx("astar_path_length", G, source, target, heuristic, weight, cutoff=cutoff)
    if len(found[0]) == 0:
        fail_without_path("astar_path_length", G, [source, target], source, target)
    path, costs = found
    return sum(costs.exact(costs.edge(tail, head) for tail, head in pairwise(path)))


def _search(
    graph: ConvertedGraph,
    source: Node,
    target: Node,
    heuristic: Heuristic | None,
    weight: Weight,
    cutoff: float | None,
) -> tuple[list[int], Costs] | None:
    """Return the nodes of a path, or no nodes if there is none. Return None if networkx has to search."""
    start, end = graph.number(source), graph.number(target)
    if not is_fast(graph, weight) or not is_cutoff(cutoff) or start is None or end is None or start == end:
        return None
    from astarlib.networkx_backend.searches import dijkstra_between, on_current_costs  # They load numba.

    limit = float(cutoff) if cutoff else math.inf  # networkx takes 0 for no limit.
    if heuristic is None:
        found = dijkstra_between(graph, weight, start, end, limit)
        if found is None:
            return None
        return (found.path_to(end)[0] if found.reaches(end) else [], found.costs)

    def search(costs: Costs, _: Costs) -> tuple[tuple[list[int], Costs], list[int], list[int]]:
        parents: dict[int, int | None] = {}
        path = _astar(costs, start, end, lambda number: heuristic(graph.nodes[number], target), limit, parents)
        return (path, costs), list(parents), []

    return on_current_costs(graph, weight, search, is_bidirectional=False)


def _astar(
    costs: Costs, start: int, end: int, h: Callable[[int], Any], cutoff: float, parents: dict[int, int | None]
) -> list[int]:  # Any: a number of any type
    """Run networkx's A*. It differs from that of astarlib: it expands a node again after it has found a shorter path
    to it, also if h is consistent and sums are rounded. ``parents`` gets the expanded nodes.
    """
    starts, ends, values = costs.lists
    queue: list[tuple[Any, int, int, Any, int | None]] = [(0, 0, start, 0, None)]
    enqueued: dict[int, tuple[Any, Any]] = {}
    pushes = 0
    while len(queue) > 0:
        _, _, node, distance, parent = heappop(queue)
        if node == end:
            path = [node]
            while parent is not None:
                path.append(parent)
                parent = parents[parent]
            return path[::-1]
        if node in parents and (parents[node] is None or enqueued[node][0] < distance):
            continue
        parents[node] = parent
        for at in range(starts[node], starts[node + 1]):
            head, reached = ends[at], distance + values[at]
            known = enqueued.get(head)
            if known is None:
                estimate = h(head)
            elif known[0] <= reached:
                continue
            else:
                estimate = known[1]
            f = reached + estimate
            if f > cutoff:
                continue
            enqueued[head] = reached, estimate
            pushes += 1
            heappush(queue, (f, pushes, head, reached, node))
    return []
