"""What a board is, and which boards can be slid into which."""

from __future__ import annotations

from typing import TypeAlias

State: TypeAlias = tuple[int, ...]
"""A board read row by row; 0 is the blank."""
Shape: TypeAlias = tuple[int, int]
"""(rows, columns), each at least 2."""


def default_goal(shape: Shape) -> State:
    """The tiles in order, the blank last.

    Examples
    --------
    >>> default_goal((2, 3))
    (1, 2, 3, 4, 5, 0)
    """
    rows, columns = shape
    return (*range(1, rows * columns), 0)


def cells_of_tiles(state: State) -> list[int]:
    """Where each tile lies: entry t is the cell of tile t, cells counted from 0 row by row. O(n log n).

    Examples
    --------
    >>> cells_of_tiles((3, 1, 0, 2))
    [2, 1, 3, 0]
    """
    return sorted(range(len(state)), key=state.__getitem__)


def is_reachable(start: State, goal: State, shape: Shape) -> bool:
    """Whether sliding tiles can turn ``start`` into ``goal``, two boards of that shape.

    Notes
    -----
    O(n log n) for n cells. Every move swaps the blank with a tile, so it makes an even permutation odd and an
    odd one even, and it takes the blank one cell further. Hence the permutation from ``start`` to ``goal`` must
    be odd just when the blank has an odd way to go. On boards of at least 2 x 2 that is also enough (Johnson
    and Story, 1879).

    Examples
    --------
    >>> is_reachable((1, 2, 0, 3), (1, 2, 3, 0), (2, 2))
    True
    >>> is_reachable((2, 1, 3, 0), (1, 2, 3, 0), (2, 2))
    False
    """
    cells = cells_of_tiles(goal)
    _, columns = shape
    row, column = divmod(start.index(0), columns)
    goal_row, goal_column = divmod(cells[0], columns)
    way = abs(row - goal_row) + abs(column - goal_column)
    return _is_odd([cells[tile] for tile in start]) == (way % 2 == 1)


def _is_odd(permutation: list[int]) -> bool:
    """Whether an odd number of swaps sorts ``permutation``, which is used up."""
    swaps = 0
    for place in range(len(permutation)):
        while permutation[place] != place:
            other = permutation[place]
            permutation[place], permutation[other] = permutation[other], other
            swaps += 1
    return swaps % 2 == 1
