"""Sliding tiles to the record: Korf's 100 boards of the 15-puzzle, with a pattern database and compiled IDA*."""

# --8<-- [start:problem]
from __future__ import annotations

from astarlib import CycleCheck, SearchResult, compiled
from astarlib.observers import ProgressBar
from astarlib.problems.npuzzle import PARTITION_555, PARTITION_663, AdditivePatternDatabase, Partition
from astarlib.problems.npuzzle.instances import KORF_100


def solve_all(partition: Partition) -> list[SearchResult]:
    """Solve the 100 boards. The tables of the partition are built once and then read from a file."""
    with ProgressBar() as bar:
        database = AdditivePatternDatabase.build((4, 4), KORF_100[0].goal, partition, observer=bar)
    engine = compiled.IDAStar(cycle_check=CycleCheck.PARENT)
    return [engine.search(instance.problem(heuristic=database)) for instance in KORF_100]


def summary(results: list[SearchResult]) -> str:
    """Return how many boards are solved with the published number of moves, and the expansions."""
    lengths = [instance.optimum for instance in KORF_100]
    right = sum(result.cost == length for result, length in zip(results, lengths, strict=True))
    expanded = sum(result.statistics.expanded for result in results)
    return f"{right} boards as published, {sum(lengths)} moves, {expanded:,} expansions"


# --8<-- [end:problem]

if __name__ == "__main__":
    # --8<-- [start:small]
    print(summary(solve_all(PARTITION_555)))
    # --8<-- [end:small]

    # --8<-- [start:record]
    print(summary(solve_all(PARTITION_663)))
    # --8<-- [end:record]
