"""Walking distance: a heuristic that solves the puzzle for rows and for columns separately."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product
from operator import getitem
from pathlib import Path
from typing import Any, BinaryIO, Final

from astarlib._support.table_cache import cache_folder, cached_table
from astarlib.problems.npuzzle.board import Shape, State, cells_of_tiles
from astarlib.problems.npuzzle.heuristics import goal_and_shape

_MAX_LINES: Final = 4
_BITS: Final = 3  # The bits of a count of at most 4 tiles.


@dataclass(frozen=True, slots=True)
class WalkingDistance:
    """A heuristic: the fewest vertical moves that take all tiles to their goal rows, plus the same for columns.

    For rows, the relaxed puzzle ignores columns: tiles in a row with the same goal row are interchangeable. But a tile
    can only move into the row that contains the blank. A table has the fewest moves of this puzzle, by the number of
    tiles in each row with each goal row. Columns are treated in the same way.

    The heuristic is **admissible**: the vertical moves of a solution also solve the relaxed puzzle for rows, the
    horizontal moves solve that for columns, and no move is both. It's **consistent**: a move is one step in one of the
    two tables, so h changes by at most 1 (in fact, always by 1). The value is an int, at least that of
    :class:`Manhattan`, and it's 0 only at the goal. It can be larger or smaller than :class:`LinearConflict`. It takes
    O(n) time per state for n cells.

    The tables are computed in a fraction of a second and stored on disk (see
    :func:`astarlib.problems.npuzzle.cache_folder`). For a 4 x 4 board, a table has 24,964 entries. Boards with more
    than 4 rows or columns aren't supported, because the table for a 5 x 5 board would have 65,650,495 entries.

    References
    ----------
    K. Takahashi, 15 puzzle solver with walking distance (2001).

    Examples
    --------
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> NPuzzle("3 2 1 / 4 5 6 / 7 8 0", heuristic=WalkingDistance()).heuristic((3, 2, 1, 4, 5, 6, 7, 8, 0))
    8
    """

    def bind(self, problem: Any, /) -> Callable[[State], int]:  # Any: its attributes are checked
        """Return the function ``state -> h`` for the problem's goal.

        Raise TypeError if the problem has no ``goal`` and ``shape``, ValueError if the board has more than 4 rows or
        columns, and OSError if the tables can be neither read nor written.
        """
        goal, shape = goal_and_shape(problem, self)
        refuse_large(shape)
        return _Walks(goal, shape).estimate


class _Walks:
    """The table lookup. ``estimate`` is a bound method, because such a method can be pickled and is fast to call.
    One sum of integers computes the counts for both tables. Each count has its own three bits.
    """

    def __init__(self, goal: State, shape: Shape) -> None:
        self._goal, self._shape = goal, shape
        rows, columns = shape
        places = [divmod(cell, columns) for cell in cells_of_tiles(goal)]
        goal_row, goal_column = places[0]
        folder = cache_folder()
        self._down = _table(folder, rows, columns, goal_row)
        self._across = _table(folder, columns, rows, goal_column)
        self._bits = _BITS * rows * rows
        self._low = (1 << self._bits) - 1
        self._weights = [
            (0, *(_unit(rows, row, to_row) + (_unit(columns, column, to_column) << self._bits)
                  for to_row, to_column in places[1:]))
            for row in range(rows)
            for column in range(columns)
        ]  # fmt: skip

    def estimate(self, state: State) -> int:
        counts = sum(map(getitem, self._weights, state))
        return self._down[counts & self._low] + self._across[counts >> self._bits]

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._goal, self._shape)


def refuse_large(shape: Shape) -> None:
    """Raise ValueError with the number of table entries if a shape has too many rows or columns."""
    rows, columns = shape
    if max(shape) > _MAX_LINES:
        raise ValueError(
            f"walking distance is for at most {_MAX_LINES} rows and {_MAX_LINES} columns; the tables for {rows} x "
            f"{columns} would have {_entries(rows, columns)} entries for the rows and {_entries(columns, rows)} for "
            "the columns"
        )


def _entries(lines: int, width: int) -> str:
    """Return the number of table entries as text, or a lower bound if counting would take long."""
    if lines * width > 36:
        return f"more than {_entries(min(lines, 6), min(width, 6))}"
    bound_for = tuple(sorted([width] * (lines - 1) + [width - 1]))
    tiles = [(width,) * line + (width - 1,) + (width,) * (lines - 1 - line) for line in range(lines)]
    return f"{sum(_spreads(rest, bound_for) for rest in tiles):,}"


@cache
def _spreads(tiles: tuple[int, ...], bound_for: tuple[int, ...]) -> int:
    """Return the number of ways to distribute tiles over lines, given the number in each line and of each goal line."""
    if len(tiles) == 0:
        return 1
    first, total = tiles[0], 0
    for takes in product(*(range(min(first, most) + 1) for most in bound_for)):
        if sum(takes) == first:
            left = sorted(most - take for most, take in zip(bound_for, takes, strict=True))
            total += _spreads(tiles[1:], tuple(left))
    return total


@lru_cache(maxsize=32)
def _table(_: Path, lines: int, width: int, blank: int) -> Mapping[int, int]:
    """Return the distances by counts, from the file in the cache folder."""

    def make(file: BinaryIO) -> None:
        file.write(json.dumps(_counts_by_distance(lines, width, blank)).encode())

    name = f"walking-distance-{lines}-lines-of-{width}-blank-{blank}.json"
    path = cached_table(name, {"lines": lines, "width": width, "blank": blank}, make)
    layers = json.loads(path.read_bytes())
    return {counts: distance for distance, layer in enumerate(layers) for counts in layer}


def _counts_by_distance(lines: int, width: int, blank: int) -> list[list[int]]:
    """Return all counts by their distance from the goal, by breadth-first search.
    ``blank`` is the goal line of the blank. The line of the blank in a state has one tile less than the others.
    """
    goal = sum((width - (line == blank)) * _unit(lines, line, line) for line in range(lines))
    layer, known, layers = [(goal, blank)], {goal}, []
    while len(layer) > 0:
        layers.append(sorted(counts for counts, _ in layer))
        onward = []
        for counts, line in layer:
            for step in _steps(counts, line, lines):
                if step[0] not in known:
                    known.add(step[0])
                    onward.append(step)
        layer = onward
    return layers


def _steps(counts: int, blank: int, lines: int) -> Iterator[tuple[int, int]]:
    """Yield the counts and the line of the blank after a tile of an adjacent line has moved into the blank."""
    for line in (blank - 1, blank + 1):
        for to_line in range(lines if 0 <= line < lines else 0):
            tile = _unit(lines, line, to_line)
            if counts // tile % (1 << _BITS) > 0:
                yield counts - tile + _unit(lines, blank, to_line), line


def _unit(lines: int, line: int, to_line: int) -> int:
    """Return the count of one tile that is in ``line`` and has the goal line ``to_line``."""
    return 1 << _BITS * (line * lines + to_line)
