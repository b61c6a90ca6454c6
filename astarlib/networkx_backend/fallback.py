"""Calls of networkx's own functions: for what compiled code doesn't do, and for networkx's errors."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Hashable, Iterable
from typing import Any

import networkx as nx  # type: ignore[import-untyped]  # It has no types.

from astarlib.networkx_backend.converted import ConvertedGraph


def by_networkx(name: str, graph: ConvertedGraph, *arguments: Any, **options: Any) -> Any:  # Any: those of networkx
    """Return the result of networkx's own function for a graph."""
    return getattr(nx, name)(graph.graph, *arguments, backend="networkx", **options)


def fail_without_path(name: str, graph: ConvertedGraph, ends: Iterable[Hashable], *arguments: Any) -> Any:
    """Raise the error of networkx's own function for ends that no path connects.
    The function searches in a graph without edges, because it would take long in the whole graph.
    """
    graph_without_edges: Any = nx.DiGraph() if graph.is_directed() else nx.Graph()
    graph_without_edges.add_nodes_from(ends)
    return getattr(nx, name)(graph_without_edges, *arguments, backend="networkx")


def original(name: str) -> Callable[..., Any]:
    """Return networkx's own function without the choice of a backend.
    The functions that it calls get the same graph, so the backend of the graph runs them.
    """
    function: Callable[..., Any] = inspect.unwrap(getattr(nx, name))
    return function
