"""How boards are packed for compiled engines, and what moves do on them. It needs numpy.

Tiles are named after the cells where they belong, so that all goals with the blank in the same cell share their code;
the blank is 0. Each cell of the board takes just as many bits as a tile needs, from the lowest bits of the first word
on. Where that saves a word, the tile of the last cell is not written there but kept in ``aux``, beside the cell of the
blank: so 5 x 5 cells take two words.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from astarlib.problems.npuzzle.board import Shape, State, cells_of_tiles


class Board(NamedTuple):
    """How a board of some shape, whose goal has the blank in some cell, is packed, and what moves do on it."""

    shape: Shape
    blank: int
    bits: int
    """Of a cell."""
    words: int
    per_word: int
    """Cells in a word."""
    is_last_apart: bool
    """Whether the tile of the last cell is kept in ``aux``."""
    counts: Any
    """By the cell of the blank: how many moves there are. Any: this and the next are numpy's arrays."""
    targets: Any
    """By the cell of the blank and the move: where the blank goes."""
    ways: Any
    """By cell and tile: the moves that the tile is away from its place."""
    changes: Any
    """By the cell of the blank, move and tile: what the move does to the sum of the ways."""


@lru_cache(maxsize=64)
def board_of(shape: Shape, blank: int) -> Board:
    """The tables of a shape and a goal's blank."""
    rows, columns = shape
    cells = rows * columns
    bits = max(2, (cells - 1).bit_length())
    per_word = 64 // bits
    words = -(-(cells - 1) // per_word)
    targets = [
        [target for target, is_open in (
            (cell - columns, cell >= columns), (cell - 1, cell % columns > 0),
            (cell + 1, cell % columns < columns - 1), (cell + columns, cell < cells - columns),
        ) if is_open]
        for cell in range(cells)
    ]  # fmt: skip
    homes = [blank, *(cell for cell in range(cells) if cell != blank)]
    small = np.uint8 if cells <= 128 else np.uint16
    ways = np.array([
        [0, *(abs(cell // columns - home // columns) + abs(cell % columns - home % columns) for home in homes[1:])]
        for cell in range(cells)
    ], small)  # fmt: skip
    changes = np.zeros((cells, 4, cells), np.int8)
    for cell, ends in enumerate(targets):
        for move, target in enumerate(ends):
            changes[cell, move] = ways[cell].astype(int) - ways[target]
    return Board(
        shape, blank, bits, words, per_word, cells > words * per_word,
        np.array([len(ends) for ends in targets], np.uint8),
        np.array([ends + [0] * (4 - len(ends)) for ends in targets], small),
        ways, changes,
    )  # fmt: skip


def goal_in_names(board: Board) -> State:
    """The goal, where tiles are named after their places."""
    return (*range(1, board.blank + 1), 0, *range(board.blank + 1, board.shape[0] * board.shape[1]))


def max_aux(board: Board) -> int:
    """The largest ``aux``."""
    cells = board.shape[0] * board.shape[1]
    return cells << board.bits if board.is_last_apart else cells - 1


def names_of_tiles(goal: State) -> list[int]:
    """By tile, the name that it has in packed states: told by its place in the goal, 0 for the blank."""
    homes = cells_of_tiles(goal)
    return [0, *(home + 1 if home < homes[0] else home for home in homes[1:])]


def codec(board: Board, goal: State) -> tuple[Callable[[State], Any], Callable[[Any, int], State]]:
    """``encode`` and ``decode`` of a domain. Any: an int or a tuple of ints, and ``aux``."""
    bits, words, per_word = board.bits, board.words, board.per_word
    names = names_of_tiles(goal)
    tiles = cells_of_tiles(tuple(names))
    kept = len(goal) - board.is_last_apart
    shifts, low = range(0, bits * len(goal), bits), (1 << bits) - 1

    def encode(state: State) -> tuple[Any, int]:
        cells = [names[tile] for tile in state]
        packed = tuple(
            sum(name << bits * at for at, name in enumerate(cells[word * per_word : min(kept, (word + 1) * per_word)]))
            for word in range(words)
        )
        blank = cells.index(0)
        aux = blank << bits | cells[-1] if board.is_last_apart else blank
        return packed[0] if words == 1 else packed, aux

    def decode(packed: Any, aux: int) -> State:
        if words == 1:  # the usual case, and quick
            return tuple([tiles[packed >> shift & low] for shift in shifts])
        cells = [packed[cell // per_word] >> bits * (cell % per_word) & (1 << bits) - 1 for cell in range(kept)]
        if board.is_last_apart:
            cells.append(aux & (1 << bits) - 1)
        return tuple(tiles[name] for name in cells)

    return encode, decode
