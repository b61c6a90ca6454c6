"""The 8-puzzles and estimates that a published Julia notebook compares, with correct Hamming and Manhattan."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from astarlib import AStar, Status
from astarlib.problem import Heuristic
from astarlib.problems.npuzzle import Hamming, Manhattan
from astarlib.problems.npuzzle.instances import NAMED_BOARDS
from docs.examples.notebook_estimates import (
    HalvedManhattan,
    HammingWithBlank,
    SumOfDifferences,
    WeightedHamming,
    WeightedManhattan,
)

ESTIMATES: dict[str, Heuristic] = {
    "(a) HammingWithBlank": HammingWithBlank(),
    "(b) HalvedManhattan": HalvedManhattan(),
    "(c) WeightedHamming": WeightedHamming(),
    "(d) SumOfDifferences": SumOfDifferences(),
    "(e) WeightedManhattan, as printed": WeightedManhattan(),
    "(e) WeightedManhattan, as run": WeightedManhattan((0.5, 1, 2, 1, 2, 3, 2, 3, 4)),
    "Hamming": Hamming(),
    "Manhattan": Manhattan(),
}


def solve(board: str, estimate: str) -> Callable[[], dict[str, Any]]:
    """Run A* on one of the notebook's boards, whose optimum or unsolvability is known."""
    instance = NAMED_BOARDS.by_id(board)
    problem = instance.problem(heuristic=ESTIMATES[estimate])

    def run() -> dict[str, Any]:
        result = AStar().search(problem)
        answer: dict[str, Any] = {"solution": result.status.value, "expanded": result.statistics.expanded}
        figures: dict[str, float] = {"h at the start": problem.heuristic(instance.board)}
        if result.status is Status.SOLVED:
            answer["cost"] = result.cost
            figures["moves too many"] = result.cost - instance.optimum
        return {**answer, "figures": figures}

    return run
