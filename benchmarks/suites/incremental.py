"""Incremental engines against a new search with A*, after a few cells of a large grid have changed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from benchmarks.harness.case import Case, Contender

_SCENARIOS = {
    "anywhere-10": ("LPAStar", "10 cells change anywhere"),
    "near-goal-10": ("LPAStar", "10 cells change at most 16 cells from the goal"),
    "anywhere-1000": ("LPAStar", "1,000 cells change anywhere"),
    "fsa-near-goal-10": ("FSAStar", "10 cells change at most 16 cells from the goal"),
    "gaa-near-start-10": ("GAAStar", "10 cells change at most 16 cells from the start"),
    "moving-target": ("GAAStar", "the start moves one step along the path, and the goal moves two cells"),
    "walk": ("DStarLite", "the start moves 3 steps along the path, then 4 cells change at most 8 cells from it"),
}
_SLOW = {"near-goal-10", "anywhere-1000", "gaa-near-start-10"}
"""What --quick leaves out, because other scenarios use the same engines."""

_LONG: Final = {"gaa-near-start-10"}
"""Scenarios with more updates, because GAA* learns from each of them."""


def cases(*, quick: bool) -> Iterator[Case]:
    """Yield a case for each kind of change; with ``quick`` there are fewer cases, grids and updates."""
    grids = 1 if quick else 3
    for scenario, (engine, title) in _SCENARIOS.items():
        updates = 1 if quick else 20 if scenario in _LONG else 5
        if quick and scenario in _SLOW:
            continue
        yield Case(
            name=scenario,
            title=f"{engine} against AStar on 512 x 512 cells, 20 % blocked: {title} ({grids} grids, {updates} times)",
            contenders=(
                Contender(
                    name=engine,
                    program="benchmarks.programs.ours_incremental:updates",
                    arguments=(scenario, grids, updates),
                ),
            ),
            rounds=1,  # Both engines run in the same process, so that the ratio of their times is comparable.
            expected={"solved": grids * updates},
            seconds=600,
        )
