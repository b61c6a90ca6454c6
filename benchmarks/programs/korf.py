"""Sliding tiles solved by astarlib, with any engine and heuristic, and the building of pattern databases."""

from __future__ import annotations

import csv
import math
import os
import statistics
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from astarlib import AStar, CycleCheck, GreedyBestFirst, IDAStar, Limits, SearchResult, WeightedAStar
from astarlib.engines import Engine
from astarlib.heuristics import MaxOf
from astarlib.problem import Heuristic
from astarlib.problems.npuzzle import (
    PARTITION_8,
    PARTITION_35,
    PARTITION_78,
    PARTITION_555,
    PARTITION_663,
    AdditivePatternDatabase,
    Euclidean,
    Hamming,
    LinearConflict,
    Manhattan,
    NPuzzle,
    Partition,
    WalkingDistance,
)
from astarlib.problems.npuzzle.instances import KORF_100

Run = Callable[[], dict[str, Any]]

ENGINES: dict[str, Engine] = {
    "AStar": AStar(),
    "WeightedAStar 1.5": WeightedAStar(weight=1.5),
    "WeightedAStar 2": WeightedAStar(weight=2),
    "WeightedAStar 3": WeightedAStar(weight=3),
    "GreedyBestFirst": GreedyBestFirst(),
    "IDAStar": IDAStar(cycle_check=CycleCheck.PARENT),
}
HEURISTICS: dict[str, Heuristic] = {
    "Hamming": Hamming(),
    "Euclidean": Euclidean(),
    "Manhattan": Manhattan(),
    "LinearConflict": LinearConflict(),
    "WalkingDistance": WalkingDistance(),
    "max of both": MaxOf(WalkingDistance(), LinearConflict()),
}
PARTITIONS: dict[str, Partition] = {
    "3-5": PARTITION_35,
    "8": PARTITION_8,
    "5-5-5": PARTITION_555,
    "6-6-3": PARTITION_663,
    "7-8": PARTITION_78,
}
PUBLISHED = Path(__file__).parents[2] / "tests" / "data" / "korf_1985_ida_star.csv"
COLUMNS = {"Manhattan": "gen_md", "LinearConflict": "gen_lc", "WalkingDistance": "gen_wd", "max of both": "gen_mx"}


def solve(engine: str, heuristic: str, numbers: Sequence[int], seconds: float = math.inf) -> Run:
    """Solve some of Korf's boards. With a limit for each board, also return the means of the solved ones."""
    instances = [KORF_100.by_id(number) for number in numbers]
    problems = [instance.problem(heuristic=named(heuristic, (4, 4))) for instance in instances]

    def run() -> dict[str, Any]:
        limits = Limits(seconds=seconds)
        results = [ENGINES[engine].search(problem, limits=limits) for problem in problems]
        answer = sums(results)
        pairs = zip(results, instances, strict=True)
        optimal = sum(result.solution is not None and result.cost == one.optimum for result, one in pairs)
        answer["boards above the optimum"] = answer["solved"] - optimal
        answer["figures"] = {**mean_h(problems), **published(heuristic, engine, numbers)}
        if seconds < math.inf:
            answer["figures"].update(means(results))
        return answer

    return run


def eight(heuristic: str, count: int) -> Run:
    """Solve random 8-puzzles by IDA*."""
    goal = tuple(range(9))
    boards = [NPuzzle.random((3, 3), seed=seed, goal=goal).initial_state for seed in range(count)]
    problems = [NPuzzle(board, goal, heuristic=named(heuristic, (3, 3))) for board in boards]

    def run() -> dict[str, Any]:
        results = [ENGINES["IDAStar"].search(problem) for problem in problems]
        return {**sums(results), "figures": mean_h(problems)}

    return run


def tables(partition: str) -> Run:
    """Build all tables of a pattern database in a temporary folder."""
    groups = PARTITIONS[partition]
    cells = groups.shape[0] * groups.shape[1]

    def run() -> dict[str, Any]:
        with tempfile.TemporaryDirectory() as folder:
            os.environ["ASTARLIB_CACHE"] = folder
            AdditivePatternDatabase.build(groups.shape, range(cells), groups)
            size = sum(path.stat().st_size for path in Path(folder).glob("*.npy"))
            return {"file bytes": size, "figures": {"file bytes": size}}

    return run


def named(heuristic: str, shape: tuple[int, int]) -> Heuristic:
    """Return the heuristic of that name. Its tables are built first if they aren't on disk."""
    if heuristic in PARTITIONS:
        return AdditivePatternDatabase.build(shape, range(shape[0] * shape[1]), PARTITIONS[heuristic])
    return HEURISTICS[heuristic]


def sums(results: Iterable[SearchResult[Any, Any]]) -> dict[str, Any]:
    """Return the number of solved boards, and the sums of their costs and counters."""
    solved = [result for result in results if result.solution is not None]
    counters = [result.statistics for result in solved]
    return {
        "solved": len(solved),
        "cost": sum(result.cost for result in solved),
        "expanded": sum(one.expanded for one in counters),
        "generated": sum(one.generated for one in counters),
        "stored": sum(one.stored for one in counters),
    }


def mean_h(problems: Sequence[NPuzzle]) -> dict[str, float]:
    """Return the mean h of the initial boards."""
    return {"mean h": statistics.mean(problem.heuristic(problem.initial_state) for problem in problems)}


def means(results: Sequence[SearchResult[Any, Any]]) -> dict[str, float]:
    """Return the means of the solved boards."""
    counters = [result.statistics for result in results if result.solution is not None]
    return {
        f"mean {name}": statistics.mean(getattr(one, name) for one in counters)
        for name in ("expanded", "generated", "seconds")
        if len(counters) > 0
    }


def published(heuristic: str, engine: str, numbers: Sequence[int]) -> dict[str, int]:
    """Return the number of states that another program's IDA* generated on these boards."""
    if engine != "IDAStar" or heuristic not in COLUMNS:
        return {}
    with PUBLISHED.open(encoding="utf-8") as file:
        rows = {int(row["id"]): row for row in csv.DictReader(line for line in file if not line.startswith("#"))}
    return {"published generated": sum(int(rows[number][COLUMNS[heuristic]]) for number in numbers)}
