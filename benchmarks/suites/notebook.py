"""The table of a published Julia notebook: its five estimates and four 8-puzzles, solved by A*.

Two contenders use the notebook's last estimate: one with the weights that it prints, and one with the weights of its
printed runs. Hamming and Manhattan are the correct ones. The table shows the excess moves next to the optimum.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from benchmarks.harness.case import Case, Contender

ESTIMATES: Final = (
    "Manhattan",
    "Hamming",
    "(a) HammingWithBlank",
    "(b) HalvedManhattan",
    "(c) WeightedHamming",
    "(d) SumOfDifferences",
    "(e) WeightedManhattan, as printed",
    "(e) WeightedManhattan, as run",
)
MOVES: Final = {
    "easy": (2, 2, 2, 2, 2, 2, 2, 2),
    "medium": (18, 18, 18, 18, 18, 18, 18, 18),
    "hard": (25, 25, 25, 25, 31, 27, 33, 29),
}
"""Of the solution by each estimate."""
EXPANDED: Final = {
    "easy": (2, 2, 2, 2, 2, 2, 2, 2),
    "medium": (258, 938, 971, 941, 190, 387, 236, 237),
    "hard": (844, 25_526, 27_547, 11_268, 10_264, 2_323, 6_523, 8_963),
    "unsolvable": (181_440, 181_440, 181_440, 181_440, 195_781, 215_254, 256_277, 202_001),
}


def cases(*, quick: bool) -> Iterator[Case]:
    """Yield a case for each board."""
    for board, expanded in EXPANDED.items():
        is_solvable = board in MOVES
        expected: list[dict[str, Any]] = [
            {"solution": "solved" if is_solvable else "unsolvable", "expanded": number} for number in expanded
        ]
        for answer, moves in zip(expected, MOVES.get(board, ()), strict=False):
            answer["cost"] = moves
        contenders = [
            Contender(
                name=estimate,
                program="benchmarks.programs.notebook:solve",
                arguments=(f"notebook-{board}", estimate),
                expected=answer,
            )
            for estimate, answer in zip(ESTIMATES, expected, strict=True)
        ]
        yield Case(
            name=board,
            title=f"A* on the {board} board of the notebook, by estimate",
            contenders=tuple(contenders[:: 3 if quick and not is_solvable else 1]),
            rounds=5 if is_solvable else 3,
            warm_up=is_solvable,
        )
