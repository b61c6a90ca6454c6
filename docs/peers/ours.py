"""astarlib itself."""

from __future__ import annotations

import importlib.util
import tempfile
from pathlib import Path

import astarlib
from astarlib import AStar, FunctionProblem, Limits, Search, SearchProblem, Status, WeightedAStar
from astarlib.checking import check_heuristic
from astarlib.problems.graph import GraphProblem
from docs.comparison import Graph, Table

DISTRIBUTION = "astarlib"
FILES = "**/*.py"


def _problem(graph: Graph, start: str, goal: str, h: Table) -> FunctionProblem[str, str]:
    return FunctionProblem(
        start,
        successors=lambda state: [(to, to, cost) for to, cost in graph[state].items()],
        is_goal=lambda state: state == goal,
        goal_states=[goal],
        predecessors=lambda state: [(to, at, graph[at][to]) for at in graph for to in graph[at] if to == state],
        heuristic=h.__getitem__,
    )


def shortest(graph: Graph, start: str, goal: str, h: Table) -> list[str] | None:
    """Return a shortest path."""
    result = AStar().search(_problem(graph, start, goal, h))
    return list(result.states) if result.status is Status.SOLVED else None


_SMALL: Graph = {"a": {"b": 1, "c": 1}, "b": {"d": 1}, "c": {"d": 1}, "d": {}}
_ZERO: Table = dict.fromkeys("abcd", 0)


class _Knight(SearchProblem[tuple[int, int], tuple[int, int]]):
    def actions(self, state: tuple[int, int]) -> list[tuple[int, int]]:
        return [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]

    def result(self, state: tuple[int, int], action: tuple[int, int]) -> tuple[int, int]:
        return state[0] + action[0], state[1] + action[1]

    def is_goal(self, state: tuple[int, int]) -> bool:
        return state == (7, 7)


def graph() -> bool:
    """Search a graph in memory."""
    return AStar().search(GraphProblem(_SMALL, "a", "d")).cost == 2


def implicit() -> bool:
    """Search an infinite graph."""
    return AStar().search(_Knight((0, 0))).cost == 6


def goal_test() -> bool:
    """Stop at any state that passes a test."""
    problem = FunctionProblem(0, successors=lambda n: [(1, n + 1, 1)], is_goal=lambda n: n % 7 == 6)
    return AStar().search(problem).cost == 6


def weighted() -> bool:
    """Return a solution with a bound."""
    result = WeightedAStar(weight=2).search(_problem(_SMALL, "a", "d", _ZERO))
    return result.suboptimality_bound <= 2


def anytime() -> bool:
    """Improve a solution."""
    return astarlib.ARAStar().search(_problem(_SMALL, "a", "d", _ZERO)).is_optimal


def ida() -> bool:
    """Run IDA*."""
    return astarlib.IDAStar().search(_problem(_SMALL, "a", "d", _ZERO)).cost == 2


def bidirectional() -> bool:
    """Search from both ends."""
    return astarlib.BidirectionalDijkstra().search(_problem(_SMALL, "a", "d", _ZERO)).cost == 2


def several() -> bool:
    """Return the second path."""
    return len(list(astarlib.KBest(k=3).start(_problem(_SMALL, "a", "d", _ZERO)).solutions())) == 2


def replanning() -> bool:
    """Search again after a change."""
    return astarlib.LPAStar().search(_problem(_SMALL, "a", "d", _ZERO)).cost == 2


def beam() -> bool:
    """Run a beam search."""
    return astarlib.BeamSearch(width=2).search(_problem(_SMALL, "a", "d", _ZERO)).cost == 2


def constraints() -> bool:
    """Solve a constraint satisfaction problem or improve a state by local search."""
    return any(name.lower().startswith(("csp", "hill", "simulated")) for name in astarlib.__all__)


def flows() -> bool:
    """Compute a maximum flow or a matching."""
    return any(word in name.lower() for name in astarlib.__all__ for word in ("flow", "matching"))


def unreachable() -> str:
    """Search for a goal that can't be reached."""
    found = AStar().search(_problem({"a": {}, "d": {}}, "a", "d", _ZERO))
    return f"status {found.status.name}"


def bound() -> bool:
    """Read a lower bound after a stopped search."""
    result = AStar().search(_Knight((0, 0)), Limits(expanded=10))
    return result.status is Status.LIMIT and 0 < result.lower_bound <= 6


def limit() -> str:
    """Stop after some expansions."""
    result = AStar().search(_Knight((0, 0)), Limits(expanded=10))
    return f"status {result.status.name}" if result.statistics.expanded == 10 else "no"


def resume() -> str:
    """Continue a stopped search, also from a file."""
    search = AStar().start(_Knight((0, 0)))
    search.run(Limits(expanded=10))
    with tempfile.TemporaryDirectory() as folder:
        search.save(Path(folder, "checkpoint"))
        loaded = Search.load(Path(folder, "checkpoint"), _Knight((0, 0)))
    return "yes, also from a file" if search.run().cost == loaded.run().cost == 6 else "no"


def statistics() -> bool:
    """Count the expanded states."""
    return AStar().search(_problem(_SMALL, "a", "d", _ZERO)).statistics.expanded > 0


def check() -> bool:
    """Find a heuristic that overestimates."""
    return check_heuristic(_problem(_SMALL, "a", "d", dict.fromkeys("abcd", 3))).admissible is False


def compiled() -> str:
    """Search with compiled code."""
    return "with numba" if importlib.util.find_spec("astarlib.compiled") is not None else "no"
