"""Many problems at once: the gain and the cost of two processes."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from typing import Final

from benchmarks.harness.case import Case, Contender, NotAvailable, Target
from benchmarks.suites.korf import COUNTS, EASIEST

HALF: Final = (
    *EASIEST, 95, 90, 57, 71, 81, 78, 5, 13, 96, 58, 2, 23, 20, 16, 77,
    65, 39, 34, 46, 62, 18, 38, 51, 6, 8, 43, 24, 75, 35, 41,
)  # fmt: skip
"""Korf's numbers of the 50 boards on which IDA* with Manhattan generates the fewest nodes."""


def cases(*, quick: bool) -> Iterator[Case]:
    """Yield the only case."""
    if importlib.util.find_spec("numpy") is None:
        raise NotAvailable("numpy is not installed: run pip install '.[heuristics]' in a checkout of astarlib")
    numbers = EASIEST[:10] if quick else HALF
    _, _, generated = COUNTS["IDAStar"]["6-6-3"][1]
    program = "benchmarks.programs.ours_batch"
    yield Case(
        name="korf",
        title=f"IDAStar with 6-6-3 on Korf's {len(numbers)} easiest 15-puzzles; CPU time of all processes",
        contenders=(
            Contender(name="one after the other", program=f"{program}:loop", arguments=(numbers,)),
            Contender(name="solve_many, 1 worker", program=f"{program}:batch", arguments=(numbers, 1)),
            Contender(name="solve_many, 2 workers", program=f"{program}:batch", arguments=(numbers, 2)),
        ),
        rounds=3,
        expected={
            "solved": len(numbers),
            "generated": generated if quick else 4_276_840,
            "boards above the optimum": 0,
        },
        seconds=600,
        targets=(Target(kind="figure", of="solve_many, 2 workers", figure="times as fast on the wall", at_least=1.8),),
    )
