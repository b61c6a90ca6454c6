"""Searches from both ends by the compiled engines, whose code is loaded before they are timed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any, Final

import numpy as np

from astarlib import compiled
from astarlib.compiled_domain import CompiledDomain
from astarlib.problems.graph import GraphProblem
from astarlib.problems.npuzzle.instances import KORF_100
from benchmarks.programs.cube import Cube, scrambled
from benchmarks.programs.ours_bidirectional import Gap
from benchmarks.programs.peers import roads
from benchmarks.programs.repeated import Run

DISTRIBUTIONS = ("numba", "llvmlite", "numpy")


_COUNT: Final = 14


class CompiledGap(Gap):
    """Stacks of 14 pancakes with GAP-1. The tables say which pairs are gaps, for each direction."""

    def compiled_domain(self) -> CompiledDomain[tuple[int, ...]]:
        """Return the domain of all stacks with the heuristics of this one."""
        sizes = range(1, _COUNT + 2)  # The plate is the largest.
        place = {pancake: number for number, pancake in enumerate(self.initial_state, 1)}
        tables = tuple(
            np.array(
                [[self._counts(name.get(upper, upper), name.get(lower, lower)) for lower in sizes] for upper in sizes]
            )
            for name in ({}, place)
        )
        return replace(
            super().compiled_domain(),
            heuristic=_gaps,
            next_heuristic=None,
            backward_heuristic=_gaps_back,
            tables=tables,
        )

    def _counts(self, upper: int, lower: int) -> int:
        return int(upper != _COUNT if lower == _COUNT + 1 else upper > self.k < lower and abs(upper - lower) > 1)


def _sum_of(which: int) -> Any:
    """Return the function that counts the gaps by one of the tables."""

    def count(tables: Any, stack: Any, aux: Any) -> Any:  # All domains have this signature.
        gaps = np.int64(0)
        for at in range(_COUNT):
            upper = stack >> np.uint64(4 * at) & np.uint64(15)
            lower = np.uint64(_COUNT) if at == _COUNT - 1 else stack >> np.uint64(4 * at + 4) & np.uint64(15)
            gaps += tables[which][upper, lower]
        return gaps

    return count


_gaps, _gaps_back = _sum_of(0), _sum_of(1)


def _stacks(count: int) -> list[Any]:
    random = Random(14)
    return [CompiledGap([pancake + 1 for pancake in random.sample(range(14), 14)]) for _ in range(count)]


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
