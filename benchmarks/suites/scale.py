"""Several threads, processes of Ray, and the disk, compared with one thread in memory."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from typing import Final

from astarlib.problems.npuzzle.instances import KORF_100
from benchmarks.harness.case import Case, Contender, NotAvailable, Target
from benchmarks.programs.scale import published_counts, why_no_cgroup

ONE: Final = "A*, one thread"
AT_ONCE: Final = "A*, 2 processes that solve it alone at once"
THREADS: Final = "A*, 2 threads (the busiest)"
RAY: Final = "A*, 2 processes of Ray (the busiest)"
PLAIN: Final = "A*, 2 processes of Ray, plain hash (the busiest)"
DISK: Final = "A* on disk, 128 MiB of arrays"
LIMITED: Final = "A* on disk, in a cgroup of 300 MiB"
DEEPENING: Final = "IDA*, one thread"
SPLIT: Final = "IDA*, 2 threads (together)"


def cases(*, quick: bool) -> Iterator[Case]:
    """Yield all cases; raise NotAvailable without numba."""
    if importlib.util.find_spec("numba") is None:
        raise NotAvailable("numba is not installed: run pip install '.[compiled]' in a checkout of astarlib")
    for number in (79,) if quick else (4, 1):
        yield _board(number)
    yield _space(3, 3) if quick else _space(3, 4)
    yield _hardest(quick=quick)
    yield _past_memory(quick=quick)


def _board(number: int) -> Case:
    missing = "" if importlib.util.find_spec("ray") is not None else "Ray is not installed: pip install '.[ray]'"
    return Case(
        name=f"korf-{number}",
        title=f"Korf's 15-puzzle {number} with Manhattan, the CPU time of the busiest thread or process",
        contenders=(
            _contender(ONE, "in_memory", number, 1),
            Contender(
                name=AT_ONCE, program="benchmarks.programs.shards:at_once", arguments=(number, 2),
                unlike="it solves the board twice, which shows what two cores can do",
            ),
            _contender(THREADS, "in_memory", number, 2),
            Contender(name=RAY, program="benchmarks.programs.shards:on_ray", arguments=(number, 2), missing=missing),
            Contender(
                name=PLAIN, program="benchmarks.programs.shards:by_plain_hash", arguments=(number, 2), missing=missing
            ),
            _contender(DISK, "on_disk", number, 128 << 20),
            Contender(
                name=LIMITED, program="benchmarks.programs.scale:in_cgroup", arguments=(number, 128 << 20, 300 << 20),
                missing=why_no_cgroup(),
            ),
            _contender(DEEPENING, "deepening", number, 1),
            _contender(SPLIT, "deepening", number, 2),
        ),
        expected={"cost": KORF_100.by_id(number).optimum},
        rounds=3,
        seconds=300,
        targets=(
            Target(kind="ratio", of=THREADS, to=ONE, at_most=0.55),
            Target(kind="ratio", of=DISK, to=ONE, at_most=1.5),
            Target(kind="ratio", of=LIMITED, to=ONE, at_most=1.5),
        ),
    )  # fmt: skip


def _space(rows: int, columns: int) -> Case:
    counts, contender = published_counts(rows, columns), "explore, on disk"
    return Case(
        name="space",
        title=f"All {sum(counts):,} states of the {rows} x {columns} puzzle, layer by layer, with 170 MiB",
        contenders=(
            Contender(name=contender, program="benchmarks.programs.scale:space", arguments=(rows, columns, 170 << 20)),
        ),
        expected={"states": sum(counts), "layers of the published size": len(counts)},
        rounds=1,
        on_request=len(counts) > 50,
        seconds=1200,
        targets=(
            Target(kind="seconds", of=contender, at_most=500e-9 * sum(counts)),
            Target(kind="bytes", of=contender, at_most=400 << 20),
            Target(kind="figure", of=contender, figure="bytes written per state", at_most=30),
        ),
    )


def _hardest(*, quick: bool) -> Case:
    """Return the case of the hardest of Korf's boards."""
    number, contender = 79 if quick else 88, "A* on disk, 1 GiB"
    return Case(
        name="hardest",
        title=f"Korf's 15-puzzle {number} with Manhattan",
        contenders=(
            _contender(contender, "on_disk", number, 1 << 30),
            _contender(DEEPENING, "deepening", number, 1),
        ),
        expected={"cost": KORF_100.by_id(number).optimum},
        rounds=1,
        on_request=not quick,
        seconds=3600,
    )


def _past_memory(*, quick: bool) -> Case:
    """Return the case of a search that doesn't fit into 24 GiB, which are 18 bytes for each board of fewer moves.

    Dijkstra stores all of these boards before it finds the goal. In memory, a state takes 24 bytes.
    """
    cost, moves = (15, 15) if quick else (31, 35)
    return Case(
        name="past-memory",
        title=f"Dijkstra on a 15-puzzle of {cost} moves; {sum(published_counts(4, 4)[:cost]):,} boards need fewer",
        contenders=(
            Contender(
                name="Dijkstra on disk, 1 GiB", program="benchmarks.programs.scale:ball", arguments=(moves, 1 << 30)
            ),
        ),
        expected={"cost": cost, "layers of the published size": cost},
        rounds=1,
        on_request=not quick,
        seconds=7200,
    )


def _contender(name: str, program: str, number: int, parameter: int) -> Contender:
    return Contender(name=name, program=f"benchmarks.programs.shards:{program}", arguments=(number, parameter))
