"""The formulas for f of weighted A*, by the expansions that they need."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.harness.case import Case, Contender

_KINDS = {
    "15-puzzle": ("Korf's {} easiest 15-puzzles with Manhattan", 10),
    "15-puzzle-heavy": ("{} of Korf's 15-puzzles, where a move costs the number of the tile", 6),
    "12-pancakes": ("{} random stacks of 12 pancakes with the heuristic GAP-2", 20),
    "grid": ("{} random grids of 256 x 256 cells with diagonal moves, 20 % of the cells blocked", 10),
}
_WEIGHTS = (1.5, 2, 3)
_PRIORITIES = ("linear", "xdp", "xup", "pwxdp", "pwxup")


def cases(*, quick: bool) -> Iterator[Case]:
    """Yield a case for each kind of problem and weight; with ``quick`` the problems are fewer."""
    for kind, (title, count) in _KINDS.items():
        for weight in _WEIGHTS:
            number = 2 if quick else count
            yield Case(
                name=f"{kind}-{weight}",
                title=f"WeightedAStar(weight={weight}) on {title.format(number)}: geometric means",
                contenders=tuple(
                    Contender(
                        name=priority,
                        program="benchmarks.programs.ours_priorities:expansions",
                        arguments=(kind, number, weight, priority),
                    )
                    for priority in _PRIORITIES
                ),
                rounds=1,  # The counts are the same in every run.
                expected={"solved": number},
            )
