"""The interface for networkx: the backend's functions by their names in networkx, and when to use them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Final, TypeAlias

import networkx as nx  # type: ignore[import-untyped]  # It has no types.

from _astarlib_networkx import FUNCTIONS
from astarlib.networkx_backend import astar, simple_paths, unweighted, weighted
from astarlib.networkx_backend.converted import NAME, ConvertedGraph, Graph, is_plain
from astarlib.networkx_backend.fallback import by_networkx, original

Function: TypeAlias = Callable[..., Any]

_MIN_WORK: Final = 50_000
"""The number of nodes and edges from which reading the graph pays, for a function that may visit each of them once.
For all pairs, it's multiplied by the number of nodes.
"""
_MIN_WORK_OF: Final = {
    "shortest_simple_paths": 1_000,  # It runs many searches.
    "all_pairs_shortest_path": 500_000,  # These mostly make lists.
    "all_pairs_all_shortest_paths": 500_000,
}
"""The same number for functions in which it's very different. `python -m benchmarks networkx/limit` measures it."""
_MIN_WORK_WHEN_READ: Final = 500
"""The same number for a graph that has been read before. For all pairs, reading takes a small part of the time."""


def _composed(name: str) -> Function:
    """Return a function that is made of others. It's networkx's own, which calls the functions of this module."""

    def function(G: ConvertedGraph, *arguments: Any, **options: Any) -> Any:  # Any: those of networkx
        given = _signature(name).bind(G, *arguments, **options).arguments
        if given.get("method", "dijkstra") != "dijkstra":
            return by_networkx(name, G, *arguments, **options)
        return original(name)(G, *arguments, **options)

    function.__name__ = function.__qualname__ = name
    return function


_OWN: Final = {
    name: each for module in (astar, simple_paths, unweighted, weighted) for name, each in vars(module).items()
}
globals().update({name: _OWN.get(name) or _composed(name) for name in FUNCTIONS})


def convert_from_nx(graph: Graph, **_: Any) -> ConvertedGraph:  # Any: what networkx says about attributes
    """Return the graph for the functions of this module. It reads all attributes when they are needed.
    So there is one for each graph in networkx's cache, which otherwise has one for each attribute.
    """
    known = _cached(graph)
    return known[0] if len(known) > 0 else ConvertedGraph(graph)


def convert_to_nx(result: Any, **_: Any) -> Any:  # Any: a result of any function
    """Return a result unchanged, because no function returns a graph of the backend."""
    return result.graph if isinstance(result, ConvertedGraph) else result


def can_run(name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> bool:  # Any: arguments of networkx
    """Return True: what compiled code can't do is done by networkx, so all arguments are allowed."""
    return True


def should_run(name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> bool | str:  # Any: arguments of networkx
    """Return True if the backend is likely to be faster than networkx, or the reason why it isn't."""
    graph: Graph = args[0] if len(args) > 0 else kwargs.get("G")
    if not is_plain(graph):
        return "the graph is a view or has a class of its own"
    nodes, is_read = len(graph), any(known.is_read for known in _cached(graph))
    runs = nodes if name.startswith("all_pairs") else 1
    needed = _MIN_WORK_WHEN_READ if is_read and runs == 1 else _MIN_WORK_OF.get(name, _MIN_WORK)
    if nodes * runs < needed and (nodes + sum(map(len, graph._adj.values()))) * runs < needed:  # noqa: SLF001  # networkx has no faster way.
        return "the graph is so small that networkx is faster"
    try:
        bound = _signature(name).bind(*args, **kwargs)
    except TypeError:
        return "networkx doesn't accept the arguments"
    bound.apply_defaults()
    given = bound.arguments
    weight = given.get("weight")
    if callable(weight) or given.get("method", "dijkstra") != "dijkstra":
        return "networkx has to call a function for each edge, or to run another algorithm"
    is_short = weight is None and given.get("source") is not None and given.get("target") is not None
    if not is_read and runs == 1 and (is_short or not _is_cached(graph)):
        return "networkx takes less time for this than reading the graph"
    return True if weighted.has_numba() else "numba isn't installed"


@cache
def _signature(name: str) -> inspect.Signature:
    return inspect.signature(original(name))


def _is_cached(graph: Graph) -> bool:
    """Return True if networkx keeps converted graphs."""
    return nx.config.cache_converted_graphs and getattr(graph, "__networkx_cache__", None) is not None


def _cached(graph: Graph) -> list[ConvertedGraph]:
    """Return what networkx's cache has for a graph: one converted graph, or none."""
    if not _is_cached(graph):
        return []
    kept = graph.__networkx_cache__.get("backends", {}).get(NAME, {})
    return [each for each in list(kept.values()) if isinstance(each, ConvertedGraph)][:1]
