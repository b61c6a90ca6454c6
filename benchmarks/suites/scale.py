"""Several threads, processes of Ray, and the disk, compared with one thread in memory."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from typing import Final

from astarlib.problems.npuzzle.instances import KORF_100
from benchmarks.harness.case import Case, Contender, NotAvailable, Target

ONE: Final = "A*, one thread"
THREADS: Final = "A*, 2 threads (the busiest)"
RAY: Final = "A*, 2 processes of Ray (the busiest)"
DISK: Final = "A* on disk, 300 MiB"
DEEPENING: Final = "IDA*, one thread"
SPLIT: Final = "IDA*, 2 threads (together)"


def cases(*, quick: bool) -> Iterator[Case]:
    """Yield all cases; raise NotAvailable without numba."""
    if importlib.util.find_spec("numba") is None:
        raise NotAvailable("numba is not installed: run pip install '.[compiled]' in a checkout of astarlib")
    for number in (79,) if quick else (4, 1):
        yield _board(number)


def _board(number: int) -> Case:
    missing = "" if importlib.util.find_spec("ray") is not None else "Ray is not installed: pip install '.[ray]'"
    return Case(
        name=f"korf-{number}",
        title=f"Korf's 15-puzzle {number} with Manhattan, the CPU time of the busiest thread or process",
        contenders=(
            _contender(ONE, "in_memory", number, 1),
            _contender(THREADS, "in_memory", number, 2),
            Contender(name=RAY, program="benchmarks.programs.shards:on_ray", arguments=(number, 2), missing=missing),
            _contender(DISK, "on_disk", number, 300 << 20),
            _contender(DEEPENING, "deepening", number, 1),
            _contender(SPLIT, "deepening", number, 2),
        ),
        expected={"cost": KORF_100.by_id(number).optimum},
        rounds=3,
        seconds=300,
        targets=(
            Target(kind="ratio", of=THREADS, to=ONE, at_most=0.55),
            Target(kind="ratio", of=DISK, to=ONE, at_most=1.5),
        ),
    )


def _contender(name: str, program: str, number: int, parameter: int) -> Contender:
    return Contender(name=name, program=f"benchmarks.programs.shards:{program}", arguments=(number, parameter))
