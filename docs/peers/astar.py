"""The package ``astar``: a class with ``neighbors``, ``distance_between`` and ``heuristic_cost_estimate``."""

from __future__ import annotations

import astar

from docs.comparison import Graph, Table, error_of

DISTRIBUTION = "astar"
FILES = "*.py"


def shortest(graph: Graph, start: str, goal: str, h: Table) -> list[str] | None:
    """Return a shortest path."""
    found = astar.find_path(
        start, goal, graph.__getitem__,
        heuristic_cost_estimate_fnct=lambda at, _: h[at],
        distance_between_fnct=lambda at, to: graph[at][to],
    )  # fmt: skip
    return None if found is None else list(found)


def graph() -> bool:
    """Pass a graph object."""
    return error_of(lambda: astar.find_path("a", "b", {"a": ["b"], "b": []})) == ""


def implicit() -> bool:
    """Search an infinite graph."""
    found = astar.find_path(0, 6, lambda at: [at + 1], heuristic_cost_estimate_fnct=lambda at, goal: 0)
    return found is not None and len(list(found)) == 7


def goal_test() -> bool:
    """Stop at any state that passes a test."""
    found = astar.find_path(0, None, lambda at: [at + 1], is_goal_reached_fnct=lambda at, _: at % 7 == 6)
    return found is not None and len(list(found)) == 7


def unreachable() -> str:
    """Search for a goal that can't be reached."""
    return repr(shortest({"a": {}, "d": {}}, "a", "d", {"a": 0, "d": 0}))
