"""Unchanged networkx programs, with and without our backend, and the same searches in rustworkx and GraphBLAS."""

from __future__ import annotations

import importlib
import time
import warnings
from collections.abc import Callable
from statistics import median
from typing import Any

import networkx as nx  # type: ignore[import-untyped]  # It has no types.

from benchmarks.programs.peers import roads

DISTRIBUTIONS = ("networkx", "numba")
Run = Callable[[], dict[str, Any]]
SIZES = (100, 1_000, 10_000)
"""The numbers of nodes of the graphs in which the limit is measured."""


def _prefer(backends: list[str]) -> None:
    """Do what NETWORKX_BACKEND_PRIORITY does."""
    nx.config.backend_priority.algos = backends
    warnings.filterwarnings("ignore", "Note: conversions to backend graphs")


def _graph() -> Any:  # Any: networkx has no types
    graph = nx.DiGraph()
    graph.add_weighted_edges_from(roads.edges())
    return graph


def paths(backends: list[str], count: int) -> Run:
    """Find the lengths of paths between pairs of nodes, by Dijkstra's algorithm."""
    _prefer(backends)
    graph, pairs = _graph(), roads.pairs(count)

    def run() -> dict[str, Any]:
        lengths = [nx.dijkstra_path_length(graph, *pair) for pair in pairs]
        return {"cost": sum(lengths)}

    run.warm_up = lambda: nx.dijkstra_path_length(graph, *pairs[0])  # type: ignore[attr-defined]  # functions may have attributes
    return run


def sources(backends: list[str], count: int) -> Run:
    """Find the distances from some nodes to all others."""
    _prefer(backends)
    graph, pairs = _graph(), roads.pairs(count)

    def run() -> dict[str, Any]:
        found = [nx.single_source_dijkstra_path_length(graph, source) for source, _ in pairs]
        return {"cost": sum(sum(distances.values()) for distances in found)}

    run.warm_up = lambda: nx.single_source_dijkstra_path_length(graph, 0)  # type: ignore[attr-defined]  # as above
    return run


def first(backends: list[str]) -> Run:
    """Find one path, with the time to read the graph and to load compiled code."""
    _prefer(backends)
    graph, [pair] = _graph(), roads.pairs(1)
    return lambda: {"cost": nx.dijkstra_path_length(graph, *pair)}


def rustworkx(kind: str, count: int) -> Run:
    """Do the same as ``paths`` or ``sources`` in rustworkx, whose graph is made before."""
    rx: Any = importlib.import_module("rustworkx")  # Only this contender needs it.
    graph, pairs = rx.PyDiGraph(), roads.pairs(count)
    graph.add_nodes_from(range(roads.NODES))
    graph.add_edges_from(roads.edges())

    def run() -> dict[str, Any]:
        if kind == "paths":
            found = [rx.dijkstra_shortest_path_lengths(graph, *pair[:1], float, goal=pair[1]) for pair in pairs]
            return {"cost": int(sum(lengths[pair[1]] for lengths, pair in zip(found, pairs, strict=True)))}
        found = [rx.dijkstra_shortest_path_lengths(graph, source, float) for source, _ in pairs]
        return {"cost": int(sum(sum(lengths.values()) for lengths in found))}

    return run


def graphblas(count: int) -> Run:
    """Do the same as ``sources`` with graphblas-algorithms, whose graph is made before. It has no Dijkstra's algorithm,
    but that of Bellman and Ford with sparse matrices.
    """
    made: Any = importlib.import_module("graphblas_algorithms")  # Only this contender needs it.
    functions: Any = importlib.import_module("graphblas_algorithms.nxapi")
    graph, pairs = made.DiGraph.from_networkx(_graph(), weight="weight"), roads.pairs(count)

    def run() -> dict[str, Any]:
        found = [functions.single_source_bellman_ford_path_length(graph, source) for source, _ in pairs]
        return {"cost": int(sum(sum(distances.values()) for distances in found))}

    return run


def limit() -> Run:
    """Measure one search in graphs of several sizes: in networkx, with reading the graph, and in a read graph."""
    warnings.filterwarnings("ignore", "Note: conversions to backend graphs")
    nx.single_source_dijkstra_path_length(nx.path_graph(9), 0, backend="astarlib")  # This loads compiled code.

    def milliseconds(size: int, backend: str, *, is_read: bool) -> float:
        times = []
        for _ in range(5):
            graph = nx.gnm_random_graph(size, 2 * size, seed=1)
            for _ in range(2 if is_read else 1):
                began = time.process_time()
                nx.single_source_dijkstra_path_length(graph, 0, backend=backend)
                taken = time.process_time() - began
            times.append(1000 * taken)
        return median(times)

    def run() -> dict[str, Any]:
        ways = {"networkx": ("networkx", False), "reading the graph": ("astarlib", False), "read": ("astarlib", True)}
        figures = {
            f"ms, {size:,} nodes, {name}": milliseconds(size, backend, is_read=is_read)
            for size in SIZES
            for name, (backend, is_read) in ways.items()
        }
        return {"sizes": len(SIZES), "figures": figures}

    return run
