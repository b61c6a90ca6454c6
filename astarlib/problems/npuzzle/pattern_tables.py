"""Tables of the fewest moves that a group of tiles needs, for all its placements. This module uses only numpy."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from astarlib.problems.npuzzle.board import Shape, moves_by_blank
from astarlib.problems.npuzzle.placements import permutation_positions

Places: TypeAlias = npt.NDArray[Any]
"""Numbers of placements. The number of a placement is the sum of cell * cells ** i over the tiles i of the group."""
Masks: TypeAlias = npt.NDArray[Any]
"""Sets of cells as bit masks, one for each placement."""

UNREACHED: Final = 255
"""The entry of a number that isn't a placement. No distance in a table that fits in memory is so large."""


def distances(shape: Shape, group: Sequence[int], blank: int, report: Callable[[int], object]) -> npt.NDArray[np.uint8]:
    """Return the fewest moves that take the group's tiles to their cells. Moves of other tiles cost nothing.

    The function searches backward from the goal. A state is a placement of the group and the connected region of the
    other cells that contains the blank, because the blank can move freely within a region. An entry is the minimum over
    the regions, or ``UNREACHED`` for two tiles in a cell. All placements of a distance are expanded at once.

    The time grows with the number of placements, cells! / (cells - tiles)!, and the array with cells ** tiles. During
    the search, two more arrays of as many masks (2, 4 or 8 bytes each) are needed. ``group`` and ``blank`` are goal
    cells, on a board of at most 64 cells. ``report`` is called with the number of placements whose distance is known.
    """
    board = _Board(shape, len(group))
    least = np.full(board.size, UNREACHED, np.uint8)
    reached, arriving = np.zeros(board.size, board.mask), np.zeros(board.size, board.mask)
    start = np.array([sum(cell * weight for cell, weight in zip(group, board.weights, strict=True))], board.number)
    places, regions = start, board.regions(start, np.array([1 << blank], board.mask))
    done = distance = 0
    report(done)
    while len(places) > 0:
        reached[places] |= regions
        new = places[least[places] == UNREACHED]
        least[new] = distance
        done, distance = done + len(new), distance + 1
        report(done)
        touched = [places[:0]]
        for moved, blanks in board.moves(places, regions):
            # One tile and one direction lead to each placement at most once, so no entry is written twice here.
            before = arriving[moved]
            touched.append(moved[before == 0])
            arriving[moved] = before | blanks
        moved = np.concatenate(touched)
        blanks, known = arriving[moved], reached[moved]
        arriving[moved] = 0
        is_new = np.flatnonzero(blanks & ~known)
        places = moved[is_new]
        regions = board.regions(places, blanks[is_new]) & ~known[is_new]
    return least


def sparse_numbers(cells: int, tiles: int) -> Iterator[npt.NDArray[np.int64]]:
    """Yield the numbers of all placements in a table of this module, in the order of the numbers of `placements`."""
    masks = sorted(combinations(range(cells), tiles), key=lambda mask: mask[::-1])
    placed = np.array(masks, np.int64).reshape(len(masks), tiles)
    positions = np.array(permutation_positions(tiles))
    for part in np.array_split(placed, max(1, len(placed) // 1000)):
        yield np.ravel(sum(part[:, positions[:, tile]] * cells**tile for tile in range(tiles)))


class _Board:
    """A board, with operations on arrays of placements and masks."""

    def __init__(self, shape: Shape, tiles: int) -> None:
        rows, columns = shape
        self.cells = cells = rows * columns
        self.size: int = cells**tiles
        self.number = np.int32 if self.size <= 2**31 else np.int64
        self.mask = mask = mask_type(cells)
        self.weights = [cells**tile for tile in range(tiles)]
        self._columns, self._all = mask.type(columns), mask.type((1 << cells) - 1)
        self._not_first = mask.type(sum(1 << cell for cell in range(cells) if cell % columns != 0))
        self._not_last = mask.type(sum(1 << cell for cell in range(cells) if cell % columns != columns - 1))
        self._bits = np.array([1 << cell for cell in range(cells)], mask)
        self._ways = [(step, bit_beside(shape, step, mask)) for step in steps_of(columns)]

    def moves(self, places: Places, blanks: Masks) -> Iterator[tuple[Places, Masks]]:
        """Yield, for each tile and direction, the placements after all moves into the blank, and the new blanks."""
        for weight in self.weights:
            cells = places // weight % self.cells
            for step, beside in self._ways:
                moving = np.flatnonzero(blanks & beside[cells])
                yield places[moving] + step * weight, self._bits[cells[moving]]

    def regions(self, places: Places, blanks: Masks) -> Masks:
        """Return all cells that the blank can reach from the cells in the masks without moving the group."""
        free, one = np.full(len(places), self._all, self.mask), self.mask.type(1)
        for weight in self.weights:
            free ^= self._bits[places // weight % self.cells]
        while True:
            sideways = (blanks & self._not_last) << one | (blanks & self._not_first) >> one
            grown = blanks | (sideways | blanks << self._columns | blanks >> self._columns) & free
            if np.array_equal(grown, blanks):
                return blanks
            blanks = grown


def steps_of(columns: int) -> tuple[int, int, int, int]:
    """Return the offsets, in cells, of moves up, left, right and down."""
    return -columns, -1, 1, columns


def mask_type(cells: int) -> np.dtype[Any]:
    """Return the smallest integer type with a bit for each cell."""
    return np.min_scalar_type((1 << cells) - 1)


def bit_beside(shape: Shape, step: int, mask: np.dtype[Any]) -> Masks:
    """Return the bit of the cell next to each cell, one step away, or 0 if there is none."""
    targets = [[target for _, target in moves] for moves in moves_by_blank(shape)]
    return np.array([1 << cell + step if cell + step in beside else 0 for cell, beside in enumerate(targets)], mask)
