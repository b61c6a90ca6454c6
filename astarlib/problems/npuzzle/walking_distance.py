"""Walking distance: how far the tiles are from their rows, and from their columns, with the blank in the way."""

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
from astarlib.problems.npuzzle.heuristics import SlidingTiles, goal_and_shape

_MOST_LINES: Final = 4
_BITS: Final = 3  # of a count of at most 4 tiles


@dataclass(frozen=True, slots=True)
class WalkingDistance:
    """The fewest moves up and down that bring every tile to its row, and those left and right to its column, added up.

    Tiles in a row that are bound for the same row are taken as alike, and it does not matter in which column they
    stand; but a tile can only walk into the row that has the blank. The fewest such moves are looked up in a table by
    how many tiles of each row are bound for each row. Columns are alike.

    **Admissible**: the moves of a solution that go up or down bring every tile to its row in just this way, and none
    of them goes left or right. **Consistent**: a move is one step in one of the two tables, so h changes by at most 1,
    in fact by just 1. An int, 0 just at the goal, at least :class:`Manhattan`; neither it nor :class:`LinearConflict`
    is always the larger. O(n) a state for n cells.

    The tables are searched out in a fraction of a second, of 24,964 entries for a 4 x 4 board, and kept on disk (see
    :func:`astarlib.problems.npuzzle.cache_folder`). Boards of more than 4 rows or columns are refused: five rows of
    five take a table of 65,650,495 entries.

    References
    ----------
    K. Takahashi, 15 puzzle solver with walking distance (2001).

    Examples
    --------
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> NPuzzle("3 2 1 / 4 5 6 / 7 8 0", heuristic=WalkingDistance()).heuristic((3, 2, 1, 4, 5, 6, 7, 8, 0))
    8
    """

    def bind(self, problem: SlidingTiles, /) -> Callable[[State], int]:
        """The function ``state -> h`` for that goal.

        Raises
        ------
        TypeError
            When ``problem`` has no goal and shape of this kind.
        ValueError
            When it has more than 4 rows or columns; names the size of the table.
        OSError
            When the tables can be neither read nor written; names the folder.
        """
        goal, shape = goal_and_shape(problem, self)
        refuse_large(shape)
        return _Walks(goal, shape).estimate


class _Walks:
    """The look-up. ``estimate`` is a bound method because that is picklable and quick to call.

    One sum of integers gathers the counts of both tables, each count in three bits of its own.
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
    """ValueError when a shape has more lines than tables are made for; names how many entries they would have."""
    rows, columns = shape
    if max(shape) > _MOST_LINES:
        raise ValueError(
            f"walking distance is for at most {_MOST_LINES} rows and {_MOST_LINES} columns; the tables for {rows} x "
            f"{columns} would have {_entries(rows, columns)} entries for the rows and {_entries(columns, rows)} for "
            "the columns"
        )


def _entries(lines: int, width: int) -> str:
    """How many ways there are to spread the tiles; a lower bound where counting them takes long."""
    if lines * width > 36:
        return f"more than {_entries(min(lines, 6), min(width, 6))}"
    bound_for = tuple(sorted([width] * (lines - 1) + [width - 1]))
    tiles = [(width,) * line + (width - 1,) + (width,) * (lines - 1 - line) for line in range(lines)]
    return f"{sum(_spreads(rest, bound_for) for rest in tiles):,}"


@cache
def _spreads(tiles: tuple[int, ...], bound_for: tuple[int, ...]) -> int:
    """The ways to spread the tiles of all lines when so many are bound for each line."""
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
    """The distance by counts, read from the file in the cache's folder."""

    def make(file: BinaryIO) -> None:
        file.write(json.dumps(_counts_by_distance(lines, width, blank)).encode())

    name = f"walking-distance-{lines}-lines-of-{width}-blank-{blank}.json"
    path = cached_table(name, {"lines": lines, "width": width, "blank": blank}, make)
    layers = json.loads(path.read_bytes())
    return {counts: distance for distance, layer in enumerate(layers) for counts in layer}


def _counts_by_distance(lines: int, width: int, blank: int) -> list[list[int]]:
    """Breadth-first from the goal, whose blank is in that line: all counts, by how many moves they are away.

    The line of the blank is told by the counts: it has one tile less than the others.
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
    """The counts, and the line of the blank, after a tile of a line beside it has walked to where the blank is."""
    for line in (blank - 1, blank + 1):
        for to_line in range(lines if 0 <= line < lines else 0):
            tile = _unit(lines, line, to_line)
            if counts // tile % (1 << _BITS) > 0:
                yield counts - tile + _unit(lines, blank, to_line), line


def _unit(lines: int, line: int, to_line: int) -> int:
    """One tile that is in one line and bound for another."""
    return 1 << _BITS * (line * lines + to_line)
