"""Unchanged networkx programs, with and without our backend, and the same searches in rustworkx and GraphBLAS."""

from __future__ import annotations

import importlib
import inspect
import math
import time
import warnings
from collections import deque
from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from statistics import median
from typing import Any

import networkx as nx  # type: ignore[import-untyped]  # It has no types.

from benchmarks.programs.peers import roads

DISTRIBUTIONS = ("networkx", "numba")
Run = Callable[[], dict[str, Any]]
_ANY = inspect.Parameter("any", inspect.Parameter.KEYWORD_ONLY, default=None)
SIZES = (100, 400, 1_600, 6_400, 25_600)
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


def limit(name: str) -> Run:
    """Measure from how many nodes and edges on the backend is faster in a function: with reading the graph, and in a
    graph that has been read. For all pairs, the number is multiplied by that of the nodes.
    """
    warnings.filterwarnings("ignore", "Note: conversions to backend graphs")
    function, parameters = getattr(nx, name), inspect.signature(inspect.unwrap(getattr(nx, name))).parameters
    is_of_all_pairs = name.startswith("all_pairs")
    has_target = name.startswith("shortest") or parameters.get("target", _ANY).default is inspect.Parameter.empty
    is_long = is_of_all_pairs or name in {"shortest_simple_paths", "single_source_all_shortest_paths"}
    sizes = SIZES[:2] if is_long else SIZES

    def milliseconds(graph: Any, backend: str) -> float:  # Any: networkx has no types
        last = len(graph) - 1
        values = {"source": 0, "sources": {0, 1, 2}, "weight": "weight", **({"target": last} if has_target else {})}
        given = {key: value for key, value in values.items() if key in parameters}
        began = time.process_time()
        found = function(graph, **given, backend=backend)
        if isinstance(found, Iterator):
            deque(islice(found, 5 if name == "shortest_simple_paths" else None), maxlen=0)
        return 1000 * (time.process_time() - began)

    def faster_from(make: Callable[[int], Any], kind: str) -> dict[str, float]:
        """Return the figures for graphs of one kind. A figure is missing if the backend is slower in all of them."""
        figures: dict[str, float] = {}
        for size in reversed(sizes):
            graph = make(size)
            work = (len(graph) + sum(map(len, graph.adj.values()))) * (len(graph) if is_of_all_pairs else 1)
            times: dict[str, list[float]] = {"networkx": [], "with reading": [], "read": []}
            for _ in range(5):
                graph.__networkx_cache__.clear()
                for way, taken in times.items():
                    taken.append(milliseconds(graph, "networkx" if way == "networkx" else "astarlib"))
            for way in ("with reading", "read"):
                is_faster = median(times[way]) < median(times["networkx"])
                if is_faster and figures.get(f"{kind}, {way}", math.inf) > work:
                    figures[f"{kind}, {way}"] = work
        return figures

    def run() -> dict[str, Any]:
        return {"sizes": len(sizes), "figures": {**faster_from(_random, "random"), **faster_from(_square, "grid")}}

    run.warm_up = lambda: milliseconds(_square(9), "astarlib")  # type: ignore[attr-defined]  # as above; it loads compiled code
    return run


def _random(size: int) -> Any:  # Any: networkx has no types
    """Return a connected random graph with random weights."""
    graph = nx.gnm_random_graph(size, 2 * size, seed=1)
    return _weighted(graph.subgraph(max(nx.connected_components(graph), key=len)))


def _square(size: int) -> Any:  # Any: networkx has no types
    """Return a square grid with random weights."""
    return _weighted(nx.grid_2d_graph(math.isqrt(size), math.isqrt(size)))


def _weighted(graph: Any) -> Any:  # Any: networkx has no types
    numbered, random = nx.convert_node_labels_to_integers(graph), Random(2)
    nx.set_edge_attributes(numbered, {edge: random.randint(1, 20) for edge in numbered.edges}, "weight")
    return numbered
