"""The generic loop against the same loop written by hand."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.harness.case import Case, Contender


def cases(*, quick: bool) -> Iterator[Case]:
    """All cases."""
    del quick
    yield Case(
        name="15-puzzle",
        title="A* with Manhattan on Korf's 15-puzzle 79, 42 moves",
        contenders=(Contender(name="astarlib", program="benchmarks.programs.ours:korf_79"),),
        rounds=15,
        quick_rounds=3,
        expected={"cost": 42, "expanded": 68_627, "generated": 208_525, "stored": 134_104},
    )
