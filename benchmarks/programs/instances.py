"""The instances of several suites. It only needs the standard library, so that peers can use it, too."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Final, NamedTuple, TypeAlias

Board: TypeAlias = tuple[int, ...]


class Tiles(NamedTuple):
    """An N-puzzle on a square board, row by row; 0 is the blank."""

    start: Board
    goal: Board
    width: int


class Map(NamedTuple):
    """A grid with four neighbors: rows of ``.`` (free) and ``#``. Cells are (x, y), column then row."""

    rows: tuple[str, ...]
    start: tuple[int, int]
    goal: tuple[int, int]


EIGHT_31: Final = Tiles((8, 6, 7, 2, 5, 4, 3, 0, 1), (1, 2, 3, 4, 5, 6, 7, 8, 0), 3)
"""One of the two 8-puzzles that take most moves: 31."""
KORF_79: Final = Tiles((0, 1, 9, 7, 11, 13, 5, 3, 14, 12, 4, 2, 8, 6, 10, 15), tuple(range(16)), 4)
"""The easiest of R. Korf's hundred 15-puzzles (1985): 42 moves."""
KORF_88: Final = Tiles((15, 2, 12, 11, 14, 13, 9, 5, 1, 3, 8, 7, 0, 10, 6, 4), tuple(range(16)), 4)
"""One of the hardest of them: 65 moves, billions of states."""
TILES: Final = {"8-puzzle": EIGHT_31, "15-puzzle": KORF_79, "15-puzzle, hard": KORF_88}


@cache
def grid_512() -> Map:
    """Return a grid of 512 x 512 cells with obstacles in 30 % of them, to cross from corner to corner."""
    random, size = Random(2), 512
    rows = ["".join("#" if random.random() < 0.3 else "." for _ in range(size)) for _ in range(size)]
    rows[0], rows[-1] = f".{rows[0][1:]}", f"{rows[-1][:-1]}."
    return Map(tuple(rows), (0, 0), (size - 1, size - 1))
