"""Boards of sliding tiles, and a test whether one board can be reached from another."""

from __future__ import annotations

from typing import TypeAlias

State: TypeAlias = tuple[int, ...]
"""A board, row by row. 0 is the blank."""
Shape: TypeAlias = tuple[int, int]
"""The shape (rows, columns) of a board, each at least 2."""


def default_goal(shape: Shape) -> State:
    """Return the board with the tiles in order and the blank last."""
    rows, columns = shape
    return (*range(1, rows * columns), 0)


def cells_of_tiles(state: State) -> list[int]:
    """Return the cell of each tile, in O(n log n). Entry t is the cell of tile t, counted from 0 row by row."""
    return sorted(range(len(state)), key=state.__getitem__)


def goal_in_names(shape: Shape, blank: int) -> State:
    """Return the goal with the blank in that cell whose tiles are in order."""
    return (*range(1, blank + 1), 0, *range(blank + 1, shape[0] * shape[1]))


def moves_by_blank(shape: Shape) -> list[list[tuple[str, int]]]:
    """Return the moves of the blank for each of its cells: the action and the next cell of the blank."""
    rows, columns = shape
    moves = []
    for cell in range(rows * columns):
        row, column = divmod(cell, columns)
        directions = [
            ("up", cell - columns, row > 0),
            ("left", cell - 1, column > 0),
            ("right", cell + 1, column < columns - 1),
            ("down", cell + columns, row < rows - 1),
        ]
        moves.append([(name, target) for name, target, is_open in directions if is_open])
    return moves


def padded_targets(shape: Shape, missing: int) -> list[list[int]]:
    """Return the four cells next to each cell, in the order of the moves. After the last one stands ``missing``."""
    targets = [[target for _, target in moves] for moves in moves_by_blank(shape)]
    return [ends + [missing] * (4 - len(ends)) for ends in targets]


def is_reachable(start: State, goal: State, shape: Shape) -> bool:
    """Return True if sliding tiles can turn ``start`` into ``goal``, two boards of that shape, in O(n log n).

    Every move swaps the blank with a tile, so it changes the parity of the permutation, and it moves the blank by one
    cell. So the permutation from ``start`` to ``goal`` must be odd if and only if the distance between the two cells of
    the blank is odd. On boards of at least 2 x 2, this condition is also sufficient (Johnson and Story, 1879).
    """
    cells = cells_of_tiles(goal)
    _, columns = shape
    row, column = divmod(start.index(0), columns)
    goal_row, goal_column = divmod(cells[0], columns)
    distance = abs(row - goal_row) + abs(column - goal_column)
    return _is_odd([cells[tile] for tile in start]) == (distance % 2 == 1)


def _is_odd(permutation: list[int]) -> bool:
    """Return True if an odd number of swaps sorts ``permutation``. The function changes the list."""
    swaps = 0
    for place in range(len(permutation)):
        while permutation[place] != place:
            other = permutation[place]
            permutation[place], permutation[other] = permutation[other], other
            swaps += 1
    return swaps % 2 == 1
