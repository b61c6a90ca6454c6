"""networkx's generator of simple paths, the shortest first. It's Yen's algorithm, in the order of networkx."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from itertools import count, islice
from typing import Any

from astarlib.networkx_backend.converted import ConvertedGraph, Node
from astarlib.networkx_backend.fallback import by_networkx, fail_without_path
from astarlib.networkx_backend.weighted import Weight, is_fast


def shortest_simple_paths(
    G: ConvertedGraph,
    source: Node,
    target: Node,
    weight: Weight = None,
) -> Iterator[list[Node]]:
    """Generate all simple paths, the shortest first."""
    start, end = G.number(source), G.number(target)
    if not is_fast(G, weight) or G.is_multigraph() or start is None or end is None or start == end:
        yield from by_networkx("shortest_simple_paths", G, source, target, weight)
        return
    from astarlib.networkx_backend.spurs import OnlyByNetworkXError, SpurSearch  # They load numba.

    search = SpurSearch(G, weight, end)
    found: list[list[int]] = []
    waiting: list[tuple[float, int, list[int]]] = []
    is_waiting: set[tuple[int, ...]] = set()
    numbers = count()

    def push(length: float, path: list[int]) -> None:
        if tuple(path) not in is_waiting:
            heapq.heappush(waiting, (length, next(numbers), path))
            is_waiting.add(tuple(path))

    try:
        length, path = search.path_from(start)
        if len(path) == 0:
            yield from fail_without_path("shortest_simple_paths", G, [source, target], source, target, weight)
        push(length, path)
        while len(waiting) > 0:
            path = heapq.heappop(waiting)[2]
            is_waiting.remove(tuple(path))
            found.append(path)
            yield [source, *map(G.nodes.__getitem__, path[1:-1]), target]
            _push_spurs(search, found, push)
    except OnlyByNetworkXError:
        yield from islice(by_networkx("shortest_simple_paths", G, source, target, weight), len(found), None)


def _push_spurs(search: Any, found: list[list[int]], push: Any) -> None:
    """Search for the paths that leave the newest path at each of its nodes, without the edges of known paths."""
    path = found[-1]
    lengths = search.lengths(path)
    search.show_all()
    for size in range(1, len(path)):
        root = path[:size]
        for known in found:
            if known[:size] == root:
                search.hide_edge(known[size - 1], known[size])
        length, spur = search.path_from(root[-1])
        if len(spur) > 0:
            push(lengths[size - 1] + length, root[:-1] + spur)
        search.hide_node(root[-1])
