"""Searches by astarlib, as its users write them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from astarlib import AStar
from astarlib.problems.npuzzle import NPuzzle

KORF_79 = (0, 1, 9, 7, 11, 13, 5, 3, 14, 12, 4, 2, 8, 6, 10, 15)


def korf_79() -> Callable[[], dict[str, Any]]:
    problem = NPuzzle(KORF_79, range(16))

    def run() -> dict[str, Any]:
        result = AStar().search(problem)
        counters = result.statistics
        return {
            "cost": result.cost,
            "expanded": counters.expanded,
            "generated": counters.generated,
            "stored": counters.stored,
        }

    return run
