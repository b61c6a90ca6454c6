"""aima3, the code of Russell and Norvig's textbook: a problem is a class with ``actions`` and ``result``."""

from __future__ import annotations

from aima3 import csp, search
from aima3.search import InstrumentedProblem, Node, Problem, astar_search

from docs.comparison import Graph, Table

DISTRIBUTION = "aima3"
FILES = "search.py"


class _Walk(Problem):  # type: ignore[misc]  # The base class has no type.
    def __init__(self, graph: Graph, start: str, goal: str, h: Table) -> None:
        super().__init__(start, goal)
        self.graph, self.table = graph, h

    def actions(self, state: str) -> list[str]:
        return list(self.graph[state])

    def result(self, state: str, action: str) -> str:
        return action

    def path_cost(self, c: int, state1: str, action: str, state2: str) -> int:
        return c + self.graph[state1][action]

    def h(self, node: Node) -> int:
        return self.table[node.state]


class _Count(Problem):  # type: ignore[misc]  # The base class has no type.
    def actions(self, state: int) -> list[int]:
        return [1, 3]

    def result(self, state: int, action: int) -> int:
        return state + action

    def goal_test(self, state: int) -> bool:
        return state % 7 == 6

    def h(self, node: Node) -> int:
        return 0


def shortest(graph: Graph, start: str, goal: str, h: Table) -> list[str] | None:
    """Return a shortest path."""
    node = astar_search(_Walk(graph, start, goal, h))
    return None if node is None else [each.state for each in node.path()]


def graph() -> bool:
    """Search a graph in memory."""
    roads = search.UndirectedGraph({"a": {"b": 1}, "b": {"d": 1}})
    return search.uniform_cost_search(search.GraphProblem("a", "d", roads)).path_cost == 2


def implicit() -> bool:
    """Search an infinite graph."""
    return bool(astar_search(_Count(0)).state == 6)


def goal_test() -> bool:
    """Stop at any state that passes a test."""
    return bool(astar_search(_Count(7)).state == 13)


def bidirectional() -> str:
    """Search from both ends for the cost."""
    problem = search.GraphProblem("Arad", "Bucharest", search.romania_map)
    return "cost only" if search.bidirectional_search(problem) == astar_search(problem).path_cost else "no"


def beam() -> str:
    """Find the words on the page: none of them is a function."""
    return "yes" if any("beam" in name for name in dir(search)) else "no"


def constraints() -> bool:
    """Solve a constraint satisfaction problem."""
    problem = csp.CSP(["a", "b"], {"a": [1], "b": [1, 2]}, {"a": ["b"], "b": ["a"]}, lambda _, x, __, y: x != y)
    return csp.backtracking_search(problem) == {"a": 1, "b": 2}


def unreachable() -> str:
    """Search for a goal that can't be reached."""
    return repr(shortest({"a": {}, "d": {}}, "a", "d", {"a": 0, "d": 0}))


def statistics() -> bool:
    """Count the expanded states."""
    counted = InstrumentedProblem(_Walk({"a": {"d": 1}, "d": {}}, "a", "d", {"a": 0, "d": 0}))
    astar_search(counted)
    return counted.succs == 1
