"""The same work as in ``roads``, with networkx. Its graph is built before the clock starts."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any

import networkx as nx

from benchmarks.programs.roads import graph_of, summary

DISTRIBUTIONS = ("networkx",)
Run = Callable[[], dict[str, Any]]


def _graph(source: str | int) -> Any:  # Any: the library has no types
    graph = nx.DiGraph()
    for tail, heads in graph_of(source).items():
        graph.add_weighted_edges_from((tail, head, cost) for head, cost in heads.items())
    return graph


def k_best(source: str | int, queries: list[list[int]], k: int) -> Run:
    """Find the k cheapest paths of each query."""
    graph = _graph(source)

    def costs(start: int, goal: int) -> list[int]:
        paths = islice(nx.shortest_simple_paths(graph, start, goal, "weight"), k)
        return [nx.path_weight(graph, path, "weight") for path in paths]

    return lambda: summary(costs(*query) for query in queries)


def all_targets(source: str | int, starts: list[int]) -> Run:
    """Find the cheapest paths from each start to all nodes."""
    graph = _graph(source)

    def run() -> dict[str, Any]:
        found = [nx.single_source_dijkstra(graph, start)[0] for start in starts]
        return {"reached": sum(map(len, found)), "cost": sum(each[start] for each in found for start in starts)}

    return run
