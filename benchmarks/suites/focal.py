"""Focal search and weighted A* on a puzzle whose costs differ a lot, by the expansions that they need."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.harness.case import Case, Contender

_WEIGHTS = (1.5, 2, 3)
_ENGINES = ("linear", "pwxdp", "focal", "focal, compiled")


def cases(*, quick: bool) -> Iterator[Case]:
    """Yield a case for each weight; with ``quick`` the boards are fewer."""
    number = 2 if quick else 12
    for weight in _WEIGHTS:
        yield Case(
            name=f"light-tiles-{weight}",
            title=f"Weight {weight} on {number} 11-puzzles in which a move costs 1/tile: geometric means",
            contenders=tuple(
                Contender(
                    name=name, program="benchmarks.programs.ours_focal:expansions", arguments=(number, weight, name)
                )
                for name in _ENGINES
            ),
            rounds=1,  # The counts are the same in every run.
            expected={"solved": number},
        )
