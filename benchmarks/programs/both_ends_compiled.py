"""Searches from both ends by the compiled engines, whose code is loaded before they are timed."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final

from astarlib import compiled
from astarlib.problems.graph import GraphProblem
from astarlib.problems.npuzzle.instances import KORF_100
from astarlib.problems.pancake import PancakeProblem
from benchmarks.programs.cube import Cube, scrambled
from benchmarks.programs.peers import roads
from benchmarks.programs.repeated import Run

DISTRIBUTIONS = ("numba", "llvmlite", "numpy")


def _stacks(count: int) -> list[Any]:
    random = Random(14)
    return [PancakeProblem([pancake + 1 for pancake in random.sample(range(14), 14)]) for _ in range(count)]


PROBLEMS: Final[dict[str, Callable[[int], list[Any]]]] = {
    "cube": lambda count: [Cube(scrambled(20, seed)) for seed in range(count)],
    "14-pancakes": _stacks,
    "korf": lambda number: [KORF_100.by_id(number).problem()],
    "graph": lambda _: [GraphProblem(roads.edges(), roads.START, roads.GOAL)],
}


def solve(kind: str, number: int, engine: str) -> Run:
    """Solve problems of a kind with a compiled engine, and once more before that, untimed."""
    problems, chosen = PROBLEMS[kind](number), compiled.ENGINES[engine]()

    def run() -> dict[str, Any]:
        results = [chosen.search(problem) for problem in problems]
        return {
            "cost": sum(result.cost for result in results),
            "bytes": None,  # Making the problems takes more memory than most of the searches.
            "figures": {"mean_expanded": sum(result.statistics.expanded for result in results) / len(results)},
        }

    run.warm_up = run  # type: ignore[attr-defined]  # functions may have attributes
    return run
