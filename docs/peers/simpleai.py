"""simpleai: a problem is a class with ``actions``, ``result`` and ``is_goal``."""

from __future__ import annotations

import inspect
from typing import Any

from simpleai.search import CspProblem, SearchProblem, astar, csp, local
from simpleai.search.viewers import BaseViewer

from docs.comparison import Graph, Table

DISTRIBUTION = "simpleai"
FILES = "search/*.py"


class _Walk(SearchProblem):  # type: ignore[misc]  # The base class has no type.
    def __init__(self, graph: Graph, start: str, goal: str, h: Table) -> None:
        super().__init__(start)
        self.graph, self.goal, self.h = graph, goal, h

    def actions(self, state: str) -> list[str]:
        return list(self.graph[state])

    def result(self, state: str, action: str) -> str:
        return action

    def cost(self, state: str, action: str, state2: str) -> int:
        return self.graph[state][action]

    def is_goal(self, state: str) -> bool:
        return state == self.goal

    def heuristic(self, state: str) -> int:
        return self.h[state]


class _Count(SearchProblem):  # type: ignore[misc]  # The base class has no type.
    def actions(self, state: int) -> list[int]:
        return [1, 3]

    def result(self, state: int, action: int) -> int:
        return state + action

    def is_goal(self, state: int) -> bool:
        return state % 7 == 6

    def heuristic(self, state: int) -> int:
        return 0


def shortest(graph: Graph, start: str, goal: str, h: Table) -> list[str] | None:
    """Return a shortest path."""
    node = astar(_Walk(graph, start, goal, h), graph_search=True)
    return None if node is None else [state for _, state in node.path()]


def graph() -> bool:
    """Pass a dict of edges."""
    return hasattr(astar, "graph")


def implicit() -> bool:
    """Search an infinite graph."""
    return bool(astar(_Count(0), graph_search=True).state == 6)


def goal_test() -> bool:
    """Stop at any state that passes a test."""
    return bool(astar(_Count(7), graph_search=True).state == 13)


def beam() -> bool:
    """Find the beam search: it's a local search, which needs values of states and returns no shortest path."""
    return "local search" if callable(local.beam) else "no"


def constraints() -> bool:
    """Solve a constraint satisfaction problem."""
    problem: Any = CspProblem(("a", "b"), {"a": [1], "b": [1, 2]}, [(("a", "b"), lambda _, both: both[0] != both[1])])
    return csp.backtrack(problem) == {"a": 1, "b": 2}


def unreachable() -> str:
    """Search for a goal that can't be reached."""
    return repr(shortest({"a": {}, "d": {}}, "a", "d", {"a": 0, "d": 0}))


def resume() -> bool:
    """Look for a way to continue a search: the viewer of the web can pause it, within the call."""
    return set(inspect.signature(astar).parameters) != {"problem", "graph_search", "viewer"}


def statistics() -> bool:
    """Count the expanded states."""
    viewer = BaseViewer()
    astar(_Count(0), graph_search=True, viewer=viewer)
    return viewer.stats["visited_nodes"] > 0
