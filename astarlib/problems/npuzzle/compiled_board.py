"""Packed boards for compiled engines, and the effects of moves on them. This module needs numpy.

Tiles are numbered by their goal cells, so all goals with the blank in the same cell share their code. The blank is 0.
Each cell of the board takes as many bits as a tile needs, starting with the lowest bits of the first word. If that
saves a word, the tile of the last cell is stored in ``aux`` with the cell of the blank. So 5 x 5 cells take two words.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from operator import getitem
from typing import Any, NamedTuple

import numpy as np

from astarlib.problems.npuzzle.board import Shape, State, cells_of_tiles, moves_by_blank, padded_targets


class Board(NamedTuple):
    """The packing and the moves of boards with one shape and one goal cell of the blank."""

    shape: Shape
    blank: int
    bits: int
    """The number of bits of a cell."""
    words: int
    per_word: int
    """The number of cells in a word."""
    is_last_apart: bool
    """True if the tile of the last cell is stored in ``aux``."""
    counts: Any
    """For each cell of the blank, the number of moves. This and the following fields are numpy arrays."""
    targets: Any
    """For each cell of the blank and each move, the next cell of the blank."""
    ways: Any
    """For each cell and tile, the Manhattan distance of the tile from its goal cell."""
    changes: Any
    """For each cell of the blank, move and tile, the change of the sum of the distances."""


def bits_of_cell(shape: Shape) -> int:
    """Return the number of bits that the tile of a cell takes."""
    return max(2, (shape[0] * shape[1] - 1).bit_length())


@lru_cache(maxsize=64)
def board_of(shape: Shape, blank: int) -> Board:
    """Return the tables for a shape and a goal cell of the blank."""
    rows, columns = shape
    cells = rows * columns
    bits = bits_of_cell(shape)
    per_word = 64 // bits
    words = -(-(cells - 1) // per_word)
    homes = [blank, *(cell for cell in range(cells) if cell != blank)]
    small = np.uint8 if cells <= 128 else np.uint16
    ways = _ways(shape, homes).astype(small)
    changes = np.zeros((cells, 4, cells), np.int8)
    for cell, moves in enumerate(moves_by_blank(shape)):
        for move, (_, target) in enumerate(moves):
            changes[cell, move] = ways[cell].astype(int) - ways[target]
    counts = np.array(list(map(len, moves_by_blank(shape))), np.uint8)
    targets = np.array(padded_targets(shape, 0), small)
    return Board(shape, blank, bits, words, per_word, cells > words * per_word, counts, targets, ways, changes)


def ways_back(shape: Shape, start: State, goal: State) -> Any:
    """Return, for each cell and each tile's number in packed states, the distance to the tile's cell in ``start``."""
    return _ways(shape, list(map(start.index, _tiles_by_name(goal))))


def _ways(shape: Shape, homes: list[int]) -> Any:
    """Return the distance of each cell from the home of each tile. The blank isn't counted."""
    found = _distances(shape).take(homes, 1)
    found[:, 0] = 0
    return found


@lru_cache(maxsize=64)
def _distances(shape: Shape) -> Any:
    """Return the Manhattan distance between each two cells."""
    rows, columns = np.divmod(np.arange(shape[0] * shape[1]), shape[1])
    return abs(rows[:, np.newaxis] - rows) + abs(columns[:, np.newaxis] - columns)


def max_aux(board: Board) -> int:
    """Return an upper limit of ``aux``."""
    cells = board.shape[0] * board.shape[1]
    return cells << board.bits if board.is_last_apart else cells - 1


@lru_cache(maxsize=64)
def names_of_tiles(goal: State) -> list[int]:
    """Return the number of each tile in packed states. It's derived from the goal cell, and the blank is 0."""
    homes = cells_of_tiles(goal)
    return [0, *(home + 1 if home < homes[0] else home for home in homes[1:])]


@lru_cache(maxsize=64)
def _tiles_by_name(goal: State) -> list[int]:
    """Return the tile of each number in packed states."""
    return cells_of_tiles(tuple(names_of_tiles(goal)))


@lru_cache(maxsize=64)
def codec(shape: Shape, goal: State) -> tuple[Callable[[State], Any], Callable[[Any, int], State]]:
    """Return the functions ``encode`` and ``decode`` of a domain. A packed state is an int or a tuple of ints."""
    board = board_of(shape, goal.index(0))
    bits, words, per_word = board.bits, board.words, board.per_word
    names, tiles = names_of_tiles(goal), _tiles_by_name(goal)
    kept = len(goal) - board.is_last_apart
    shifts, low = range(0, bits * len(goal), bits), (1 << bits) - 1
    parts = [[name << shift for name in names] for shift in shifts] if words == 1 else []

    def encode(state: State) -> tuple[Any, int]:
        if len(state) != len(goal):
            raise ValueError(f"expected a board of {len(goal)} cells, not {len(state)}")
        if words == 1:  # The usual case has a fast path.
            return sum(map(getitem, parts, state)), state.index(0)
        cells = [names[tile] for tile in state]
        packed = tuple(
            sum(name << bits * at for at, name in enumerate(cells[word * per_word : min(kept, (word + 1) * per_word)]))
            for word in range(words)
        )
        blank = cells.index(0)
        return packed, blank << bits | cells[-1] if board.is_last_apart else blank

    def decode(packed: Any, aux: int) -> State:
        if words == 1:
            return tuple([tiles[packed >> shift & low] for shift in shifts])
        cells = [packed[cell // per_word] >> bits * (cell % per_word) & (1 << bits) - 1 for cell in range(kept)]
        if board.is_last_apart:
            cells.append(aux & (1 << bits) - 1)
        return tuple(tiles[name] for name in cells)

    return encode, decode
