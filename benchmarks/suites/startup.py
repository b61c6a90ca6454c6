"""The time of an import and of the command line, in fresh processes."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.harness.case import Case, Contender, Target

_PROGRAMS = "benchmarks.programs.ours_startup"
_EASY = ["solve", "npuzzle", "8 1 7 / 4 5 6 / 2 0 3", "--goal", "0 1 2 / 3 4 5 / 6 7 8"]


def cases(*, quick: bool) -> Iterator[Case]:
    """Yield the only case. Each round takes the median of several processes."""
    times = 5 if quick else 15
    yield Case(
        name="startup",
        title=f"CPU time of a fresh process, the median of {times}, from its start to its end",
        contenders=(
            Contender(name="python -c pass", program=f"{_PROGRAMS}:processes", arguments=(["-c", "pass"], times)),
            Contender(
                name="import astarlib",
                program=f"{_PROGRAMS}:importing",
                arguments=(times,),
                expected={"exit code": 0, "heavy modules": []},
            ),
            Contender(
                name="import argparse, json",
                program=f"{_PROGRAMS}:processes",
                arguments=(["-c", "import argparse, json"], times),
            ),
            Contender(
                name="astarlib --version",
                program=f"{_PROGRAMS}:processes",
                arguments=(["-m", "astarlib", "--version"], times),
            ),
            Contender(
                name="astarlib solve npuzzle, 25 moves",
                program=f"{_PROGRAMS}:solving",
                arguments=(_EASY, times),
                expected={"exit code": 0, "cost": 25},
            ),
        ),
        rounds=5,
        expected={"exit code": 0},
        targets=(Target(kind="figure", of="import astarlib", figure="seconds beyond a bare start", at_most=0.030),),
    )
