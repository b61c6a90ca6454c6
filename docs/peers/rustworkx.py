"""rustworkx: a graph in memory, searched by functions in Rust."""

from __future__ import annotations

import re

import rustworkx

from docs.comparison import Graph, Table, error_of

DISTRIBUTION = "rustworkx"
FILES = "*.py*"


def _build(graph: Graph) -> tuple[rustworkx.PyDiGraph, dict[str, int]]:
    built = rustworkx.PyDiGraph()
    places = dict(zip(graph, built.add_nodes_from(list(graph)), strict=True))
    built.add_edges_from([(places[at], places[to], cost) for at in graph for to, cost in graph[at].items()])
    return built, places


def shortest(graph: Graph, start: str, goal: str, h: Table) -> list[str] | None:
    """Return a shortest path."""
    built, places = _build(graph)
    found = rustworkx.astar_shortest_path(built, places[start], lambda node: node == goal, int, h.__getitem__)
    return [built[place] for place in found]


_TWO, _ = _build({"a": {"b": 1, "c": 1}, "b": {"d": 1}, "c": {"d": 1}, "d": {}})


def graph() -> bool:
    """Search a graph in memory."""
    return len(rustworkx.astar_shortest_path(_TWO, 0, lambda node: node == "d", int, lambda _: 0)) == 3


def implicit() -> bool:
    """Give A* a function instead of a graph."""
    call = rustworkx.astar_shortest_path
    return error_of(lambda: call(lambda node: [node + 1], 0, lambda node: node == 6, int, lambda _: 0)) == ""


def goal_test() -> bool:
    """Stop at any node that passes a test."""
    return len(rustworkx.astar_shortest_path(_TWO, 0, lambda node: node in "bd", int, lambda _: 0)) == 2


def bidirectional() -> bool:
    """Look for a function: the word occurs for edges only."""
    return any("bidirectional" in name.lower() for name in dir(rustworkx))


def several() -> str:
    """Return all optimal paths. Of the k best, only the lengths are computed."""
    best = rustworkx.all_shortest_paths(_TWO, 0, 3, weight_fn=int)
    return "all optimal ones" if sorted(map(list, best)) == [[0, 1, 3], [0, 2, 3]] else "no"


def limit() -> bool:
    """Look for a limit of A*: other functions have a number of iterations."""
    return re.search("limit|max_|cutoff", str(rustworkx.astar_shortest_path.__doc__)) is not None


def flows() -> str:
    """Compute a matching."""
    graph = rustworkx.PyGraph()
    graph.add_nodes_from("ab")
    graph.add_edge(0, 1, 1)
    return "matching" if rustworkx.max_weight_matching(graph) in ({(0, 1)}, {(1, 0)}) else "no"


def unreachable() -> str:
    """Search for a goal that can't be reached."""
    return error_of(lambda: shortest({"a": {}, "d": {}}, "a", "d", {"a": 0, "d": 0})) or "an empty path"
