"""The easier half of Korf's 15-puzzles, one after the other and by solve_many."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from astarlib import SearchResult
from astarlib.batch import solve_many
from astarlib.problems.npuzzle.instances import KORF_100
from benchmarks.programs.korf import ENGINES, Run, named, sums

ENGINE = ENGINES["IDAStar"]


def loop(numbers: Sequence[int]) -> Run:
    """Solve the boards one after the other."""
    return lambda: _measured(numbers, _one_by_one)


def batch(numbers: Sequence[int], workers: int) -> Run:
    """Solve the boards by several workers, and again in a loop in turn with them, for the ratio of the times."""

    def run() -> dict[str, Any]:
        alone = _measured(numbers, _one_by_one)
        found = _measured(numbers, lambda problems: solve_many(problems, ENGINE, workers=workers))
        figures = found["figures"]
        figures["times as fast on the wall"] = alone["figures"]["seconds on the wall"] / figures["seconds on the wall"]
        figures["CPU time by that of the loop"] = found["seconds"] / alone["seconds"]
        return found

    return run


def _one_by_one(problems: Iterable[Any]) -> Iterable[SearchResult]:
    return map(ENGINE.search, problems)


def _measured(numbers: Sequence[int], solved: Callable[[list[Any]], Iterable[SearchResult]]) -> dict[str, Any]:
    """Return the answer with the CPU time of this process and of its finished child processes."""
    instances = [KORF_100.by_id(number) for number in numbers]
    problems = [instance.problem(heuristic=named("6-6-3", (4, 4))) for instance in instances]
    wall, cpu = time.perf_counter(), sum(os.times()[:4])
    results = list(solved(problems))
    wall, cpu = time.perf_counter() - wall, sum(os.times()[:4]) - cpu
    pairs = zip(results, instances, strict=True)
    return {
        **sums(results),
        "boards above the optimum": sum(result.cost > one.optimum for result, one in pairs),
        "seconds": cpu,
        "figures": {"seconds on the wall": wall},
    }
