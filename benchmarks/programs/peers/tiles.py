"""Sliding tiles for libraries that call a function for moves: as fast as ``NPuzzle``, in the same order."""

from __future__ import annotations

from operator import getitem
from typing import Final

from benchmarks.programs.instances import EIGHT_31, KORF_79, Board, Tiles

EIGHT_24: Final = Tiles((3, 2, 4, 1, 0, 8, 5, 7, 6), (1, 2, 3, 4, 5, 6, 7, 8, 0), 3)
KORF_TO_44: Final = {
    number: Tiles(board, tuple(range(16)), 4)
    for number, board in {
        16: (1, 3, 2, 5, 10, 9, 15, 6, 8, 14, 13, 11, 12, 4, 7, 0),
        42: (4, 5, 7, 2, 9, 14, 12, 13, 0, 3, 6, 11, 8, 1, 15, 10),
        55: (13, 8, 14, 3, 9, 1, 0, 7, 15, 5, 4, 10, 12, 2, 6, 11),
        71: (5, 7, 0, 11, 12, 1, 9, 10, 15, 6, 2, 3, 8, 4, 13, 14),
        79: (0, 1, 9, 7, 11, 13, 5, 3, 14, 12, 4, 2, 8, 6, 10, 15),
        85: (4, 7, 13, 10, 1, 2, 9, 6, 12, 8, 14, 5, 3, 0, 11, 15),
        97: (9, 14, 5, 7, 8, 15, 1, 2, 10, 4, 13, 6, 12, 0, 11, 3),
    }.items()
}
"""All of Korf's boards that take 44 moves or less, by their numbers."""
BOARDS: Final = {
    "8-puzzle": EIGHT_31,
    "8-puzzle, 24": EIGHT_24,
    "15-puzzle": KORF_79,
    "15-puzzle, 44": KORF_TO_44[71],
    **{f"Korf {number}": tiles for number, tiles in KORF_TO_44.items()},
}


class Sliding:
    """The moves of a board and the Manhattan distance to its goal. A move is the cell that the blank moves to."""

    def __init__(self, name: str) -> None:
        self.start, self.goal, width = BOARDS[name]
        cells = range(len(self.goal))
        self.moves = [_moves(cell, width) for cell in cells]
        places = [divmod(self.goal.index(tile), width) for tile in cells]
        self.distances = [
            bytes(
                0 if tile == 0 else abs(cell // width - row) + abs(cell % width - column)
                for tile, (row, column) in enumerate(places)
            )
            for cell in cells
        ]

    def h(self, board: Board) -> int:
        """Return the Manhattan distance."""
        return sum(map(getitem, self.distances, board))

    def neighbors(self, board: Board) -> list[Board]:
        """Return the boards that are one move away."""
        blank = board.index(0)
        cells, found = list(board), []
        for cell in self.moves[blank]:
            cells[blank], cells[cell] = cells[cell], 0
            found.append(tuple(cells))
            cells[cell], cells[blank] = cells[blank], 0
        return found

    def edges(self, board: Board) -> list[tuple[Board, int]]:
        """Return the boards that are one move away, with the cost of each move."""
        blank = board.index(0)
        cells, found = list(board), []
        for cell in self.moves[blank]:
            cells[blank], cells[cell] = cells[cell], 0
            found.append((tuple(cells), 1))
            cells[cell], cells[blank] = cells[blank], 0
        return found

    def edges_by_moves(self, board: Board) -> list[tuple[int, Board, int]]:
        """Return the boards that are one move away, with the move and its cost."""
        blank = board.index(0)
        cells, found = list(board), []
        for cell in self.moves[blank]:
            cells[blank], cells[cell] = cells[cell], 0
            found.append((cell, tuple(cells), 1))
            cells[cell], cells[blank] = cells[blank], 0
        return found

    def actions(self, board: Board) -> tuple[int, ...]:
        """Return the moves."""
        return self.moves[board.index(0)]

    def result(self, board: Board, cell: int) -> Board:
        """Return the board after a move."""
        cells = list(board)
        cells[board.index(0)], cells[cell] = cells[cell], 0
        return tuple(cells)

    def all_boards(self) -> list[Board]:
        """Return every board from which the goal is reachable: 181,440 for the 8-puzzle."""
        found, seen = [self.goal], {self.goal}
        for board in found:
            for other in self.neighbors(board):
                if other not in seen:
                    seen.add(other)
                    found.append(other)
        return found


def _moves(cell: int, width: int) -> tuple[int, ...]:
    row, column = divmod(cell, width)
    up, left = [cell - width] * (row > 0), [cell - 1] * (column > 0)
    right, down = [cell + 1] * (column < width - 1), [cell + width] * (row < width - 1)
    return (*up, *left, *right, *down)
