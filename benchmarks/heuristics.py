"""IDA* with each heuristic of the sliding tiles, beside published figures, as a table in Markdown.

    python benchmarks/heuristics.py [--all | --tables] [--heuristics NAME,NAME] [--seconds S]

Without options: Korf's ten easiest 15-puzzles and 50 random 8-puzzles, a minute or two. --all: Korf's hundred instead.
--tables: how long pattern databases take to make, and how large they are, instead.
Each board has S seconds (60); boards that are not solved by then count as unsolved and are left out of the means. Every
cost is compared with the published optimum, or, on the 8-puzzle, with that of the other heuristics. CPU time; tables
are made beforehand. Standard error tells how far it is.
"""

from __future__ import annotations

import argparse
import csv
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from astarlib import CycleCheck, IDAStar, Limits
from astarlib.heuristics import MaxOf
from astarlib.problem import Heuristic
from astarlib.problems.npuzzle import (
    PARTITION_8,
    PARTITION_35,
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

FIFTEEN, EIGHT = tuple(range(16)), tuple(range(9))
EASIEST = (79, 12, 42, 55, 97, 19, 94, 47, 93, 9)  # by the nodes that IDA* with Manhattan generates
ENGINE = IDAStar(cycle_check=CycleCheck.PARENT)
PLAIN: dict[str, Heuristic] = {
    "Hamming": Hamming(),
    "Euclidean": Euclidean(),
    "Manhattan": Manhattan(),
    "LinearConflict": LinearConflict(),
    "WalkingDistance": WalkingDistance(),
    "max of both": MaxOf(WalkingDistance(), LinearConflict()),
}
PUBLISHED = {  # of 1,000 random 15-puzzles, from A. Felner's slides on Felner, Korf and Hanan (2004)
    "5-5-5": "41.56, 3,090,405 nodes, 0.541 s, without the reflection, on 1,000 other boards",
    "6-6-3": "42.92, 617,555 nodes, 0.163 s, without the reflection, on 1,000 other boards",
}
COLUMNS = {"Manhattan": "md", "LinearConflict": "lc", "WalkingDistance": "wd", "max of both": "mx"}


PARTITIONS: dict[str, Partition] = {
    "PARTITION_35": PARTITION_35,
    "PARTITION_8": PARTITION_8,
    "PARTITION_555": PARTITION_555,
    "PARTITION_663": PARTITION_663,
}


class Run(NamedTuple):
    """One board, solved or not."""

    h: float
    cost: float | None
    expanded: int
    generated: int
    seconds: float


def run(puzzle: NPuzzle, limits: Limits) -> Run:
    begun = time.process_time()
    result = ENGINE.search(puzzle, limits=limits)
    seconds = time.process_time() - begun
    cost = None if result.solution is None else result.cost
    counters = result.statistics
    return Run(puzzle.heuristic(puzzle.initial_state), cost, counters.expanded, counters.generated, seconds)


def row(name: str, runs: Sequence[Run], published: str) -> str:
    solved = [one for one in runs if one.cost is not None]
    cells = [f"{len(solved)} of {len(runs)}", f"{statistics.mean(one.h for one in runs):.2f}"]
    if len(solved) > 0:
        cells += [f"{statistics.mean(one[at] for one in solved):,.0f}" for at in (2, 3)]
        cells += [f"{statistics.mean(one.seconds for one in solved):.2f}"]
    else:
        cells += ["", "", ""]
    return f"| {name} | {' | '.join(cells)} | {published} |"


def head(title: str) -> str:
    columns = ["heuristic", "solved", "mean h at the start", "expanded", "generated", "seconds", "published"]
    return f"\n**{title}**\n\n| {' | '.join(columns)} |\n|{'---|' * len(columns)}"


def published(name: str, numbers: Sequence[int]) -> str:
    """What another program found for these boards of Korf's, or what is printed of others."""
    column = COLUMNS.get(name)
    if column is None:
        return PUBLISHED.get(name, "")
    with (Path(__file__).parents[1] / "tests" / "data" / "korf_1985_ida_star.csv").open() as file:
        table = {int(line["id"]): line for line in csv.DictReader(line for line in file if not line.startswith("#"))}
    h, generated = (
        statistics.mean(int(table[number][f"{kind}_{column}"]) for number in numbers) for kind in ("h", "gen")
    )
    return f"{h:.2f}, {generated:,.0f} generated"


def korf(numbers: Sequence[int], title: str, heuristics: dict[str, Heuristic], limits: Limits) -> None:
    print(head(title))
    for name, heuristic in heuristics.items():
        runs = []
        for number in numbers:
            instance = KORF_100.by_id(number)
            print(f"\r{name}, board {number}    ", end="", file=sys.stderr, flush=True)
            done = run(instance.problem(heuristic=heuristic), limits)
            assert done.cost in {None, instance.optimum}, f"{name} solves board {number} in {done.cost} moves"
            runs.append(done)
        print(row(name, runs, published(name, numbers)), flush=True)


def eight(heuristics: dict[str, Heuristic], limits: Limits) -> None:
    print(head("50 random 8-puzzles"))
    boards = [NPuzzle.random((3, 3), seed=seed, goal=EIGHT).initial_state for seed in range(50)]
    optima: list[float | None] = []
    for name, heuristic in heuristics.items():
        runs = [run(NPuzzle(board, EIGHT, heuristic=heuristic), limits) for board in boards]
        costs = [done.cost for done in runs]
        optima = optima or costs
        assert None in costs + optima or costs == optima, f"{name} disagrees"
        print(row(name, runs, ""), flush=True)


def tables() -> None:
    """Make every table anew, in a folder that is gone afterwards."""
    print("| partition | bytes | seconds |\n|---|---|---|")
    for name, partition in PARTITIONS.items():
        rows, columns = partition.shape
        with tempfile.TemporaryDirectory() as folder:
            os.environ["ASTARLIB_CACHE"] = folder
            begun = time.perf_counter()
            AdditivePatternDatabase.build((rows, columns), range(rows * columns), partition)
            seconds = time.perf_counter() - begun
            size = sum(path.stat().st_size for path in Path(folder).glob("*.npy"))
        print(f"| `{name}` | {size:,} | {seconds:.1f} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="IDA* with each heuristic of the sliding tiles, as a table.")
    parser.add_argument("--all", action="store_true", help="all hundred of Korf's, instead of the ten easiest")
    parser.add_argument("--tables", action="store_true", help="make the tables of pattern databases instead")
    parser.add_argument("--heuristics", help="names as in the table, parted by commas (default: all but the weakest)")
    parser.add_argument("--seconds", type=float, default=60, help="for each board")
    options = parser.parse_args()
    if options.tables:
        tables()
        return
    limits = Limits(seconds=options.seconds)
    of_fifteen = {name: PLAIN[name] for name in COLUMNS}
    of_fifteen["5-5-5"] = AdditivePatternDatabase.build((4, 4), FIFTEEN, PARTITION_555)
    of_fifteen["6-6-3"] = AdditivePatternDatabase.build((4, 4), FIFTEEN, PARTITION_663)
    if options.heuristics is not None:
        of_fifteen = {name: of_fifteen[name] for name in options.heuristics.split(",")}
    if options.all:
        korf([instance.id for instance in KORF_100], "Korf's 100 15-puzzles", of_fifteen, limits)
        return
    korf(EASIEST, "Korf's ten easiest 15-puzzles", of_fifteen, limits)
    of_eight = dict(PLAIN)
    of_eight["3-5"] = AdditivePatternDatabase.build((3, 3), EIGHT, PARTITION_35)
    of_eight["8"] = AdditivePatternDatabase.build((3, 3), EIGHT, PARTITION_8)
    eight(of_eight, limits)


if __name__ == "__main__":
    main()
