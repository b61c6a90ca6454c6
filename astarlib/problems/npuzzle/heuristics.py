"""Four heuristics for sliding tiles, as values: a puzzle binds its heuristic to its goal and shape before use."""

from __future__ import annotations

import operator
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from math import isqrt, prod
from operator import getitem
from typing import Any

from astarlib._support.parameters import about
from astarlib.problems.npuzzle.board import Shape, State, cells_of_tiles

_REMEMBERED_TILES = 2**19  # In all lines together: about 15 MB, or 16,384 contents of each line of a 4 x 4 board.
_MAX_ENTRIES = 2**24  # An entry of Euclidean takes eight bytes.


@dataclass(frozen=True, slots=True)
class Hamming:
    """A heuristic: the number of misplaced tiles. The blank isn't counted.

    It's **admissible**, because each misplaced tile must move at least once, and a move moves only one tile. It's
    **consistent**, because a move changes the cell of one tile, so the number changes by at most 1. The value is an
    int, and it's 0 only at the goal. It takes O(n) time per state for n cells.

    References
    ----------
    J. Pearl, Heuristics (1984), describes the number of misplaced tiles, named after R. Hamming's distance (1950).

    Examples
    --------
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> NPuzzle("1 2 3 / 4 5 6 / 0 7 8", heuristic=Hamming()).heuristic((8, 2, 3, 4, 5, 6, 7, 1, 0))
    2
    """

    def bind(self, problem: Any, /) -> Callable[[State], int]:  # Any: its attributes are checked
        """Return the function ``state -> h`` for the problem's goal.

        Raise TypeError if the problem has no ``goal`` and ``shape`` of sliding tiles, as :class:`NPuzzle` has.
        """
        goal, _ = goal_and_shape(problem, self)
        return partial(_misplaced, goal, goal.index(0))


@dataclass(frozen=True, slots=True)
class Manhattan:
    """A heuristic: the sum over all tiles of the rows plus columns between the tile and its goal cell.

    It's **admissible**, because a move takes one tile one cell further, so each tile needs at least as many moves as
    its distance. It's **consistent**, because a move changes the distance of one tile by 1. The value is an int, and
    it's 0 only at the goal. It takes O(n) time per state for n cells, and a table of n * n entries. An entry has one
    byte unless rows + columns > 257.

    References
    ----------
    J. Doran and D. Michie, Experiments with the graph traverser program (1966).

    Examples
    --------
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> NPuzzle("1 2 3 / 4 5 6 / 0 7 8", heuristic=Manhattan()).heuristic((8, 2, 3, 4, 5, 6, 7, 1, 0))
    6
    """

    def bind(self, problem: Any, /) -> Callable[[State], int]:  # Any: its attributes are checked
        """Return the function ``state -> h`` for the problem's goal.

        Raise TypeError if the problem has no ``goal`` and ``shape``, and ValueError if the board has more than 4096
        cells.
        """
        goal, shape = goal_and_shape(problem, self)
        refuse_large_table(goal, self)
        row_type: Callable[..., Sequence[int]] = bytes if sum(shape) <= 257 else tuple
        return _CellSums([row_type(map(operator.add, *ways)) for ways in _ways_by_cell(goal, shape)])


@dataclass(frozen=True, slots=True)
class Euclidean:
    """A heuristic: the sum over all tiles of the straight-line distance to the goal cell, in cells.

    It's **admissible** and never larger than :class:`Manhattan`, because no straight line is longer than the path along
    rows and columns. It's **consistent**, because a move changes the distance of one tile by at most 1. Each length is
    rounded down to a multiple of 2**-32, so sums are exact and rounding breaks neither property. The value is a float,
    and it's 0.0 only at the goal. It takes O(n) time per state for n cells, and a table of n * n entries.

    References
    ----------
    The straight-line distance of P. Hart, N. Nilsson and B. Raphael (1968), applied to each tile separately.

    Examples
    --------
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> NPuzzle("1 2 3 / 4 5 6 / 0 7 8", heuristic=Euclidean()).heuristic((1, 2, 3, 4, 5, 6, 8, 7, 0))
    2.0
    """

    def bind(self, problem: Any, /) -> Callable[[State], float]:  # Any: its attributes are checked
        """Return the function ``state -> h`` for the problem's goal.

        Raise TypeError if the problem has no ``goal`` and ``shape``, and ValueError if the board has more than 4096
        cells.
        """
        goal, shape = goal_and_shape(problem, self)
        refuse_large_table(goal, self)
        length = cache(_length)  # All entries of equal length share one float, which saves memory.
        return _CellSums([tuple(map(length, *ways)) for ways in _ways_by_cell(goal, shape)])


@dataclass(frozen=True, slots=True)
class LinearConflict:
    """A heuristic: :class:`Manhattan` plus 2 for every tile that must leave its row or column so that others can pass.

    Consider the tiles of a row whose goal cells are in the same row. If they are in the wrong order, they can't pass
    each other inside the row. All but a longest increasing subsequence of them must leave the row and return. That
    number of tiles is the exact minimum, and each takes 2 moves across the row that Manhattan doesn't count. The same
    holds for columns.

    The heuristic is **admissible**: moves across rows and moves across columns are different moves, so the extra moves
    of all rows and columns can be added. It's **consistent**: a tile that moves along a row doesn't change the order
    in that row. If the tile leaves the column of its goal cell, Manhattan grows by 1 and the extra of that column stays
    or falls by 2. If it enters the column, the reverse holds. So h always changes by 1. The value is an int, at least
    that of Manhattan, and it's 0 only at the goal.

    It takes O(n) time per state for n cells if its rows and columns are cached, and O(n log n) otherwise.

    References
    ----------
    O. Hansson, A. Mayer and M. Yung, Criticizing solutions to relaxed models yields powerful admissible heuristics
    (1992). The longest increasing subsequence is computed as in C. Schensted (1961).

    Examples
    --------
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> NPuzzle("3 2 1 / 4 5 6 / 7 8 0", heuristic=LinearConflict()).heuristic((3, 2, 1, 4, 5, 6, 7, 8, 0))
    8
    """

    def bind(self, problem: Any, /) -> Callable[[State], int]:  # Any: its attributes are checked
        """Return the function ``state -> h`` for the problem's goal.

        Raise TypeError if the problem has no ``goal`` and ``shape`` of sliding tiles.
        """
        goal, (rows, columns) = goal_and_shape(problem, self)
        places = [divmod(cell, columns) for cell in cells_of_tiles(goal)]
        goal_rows, goal_columns = [row for row, _ in places], [column for _, column in places]
        lines = [slice(row * columns, (row + 1) * columns) for row in range(rows)]
        lines += [slice(column, None, columns) for column in range(columns)]
        estimates = [_LineEstimates(row, goal_rows, goal_columns) for row in range(rows)]
        estimates += [_LineEstimates(column, goal_columns, goal_rows) for column in range(columns)]
        return _LineSums(columns, lines, estimates)


class _CellSums:
    """A bound heuristic that adds a table entry for each cell and the tile in it."""

    def __init__(self, rows: Sequence[Sequence[Any]]) -> None:
        self.rows = rows

    def __call__(self, state: State) -> Any:  # An int or a float, like the entries.
        return sum(map(getitem, self.rows, state))

    def change(self, state: State, action: object, next_state: State) -> Any:  # The blanks show it.
        rows, cell = self.rows, state.index(0)
        tile = next_state[cell]
        return rows[cell][tile] - rows[next_state.index(0)][tile]


class _LineSums:
    """A bound heuristic that adds an estimate for each row and each column, depending on the tiles in it."""

    def __init__(self, columns: int, lines: Sequence[slice], estimates: Sequence[_LineEstimates]) -> None:
        self._columns, self._lines, self._estimates = columns, lines, estimates
        self._lines_of = operator.itemgetter(*lines)

    def __call__(self, state: State) -> int:
        h: int = sum(map(getitem, self._estimates, self._lines_of(state)))
        return h

    @cached_property
    def plain_form(self) -> _PlainLineSums:
        """The same function without caches, which `compile_problem` can translate."""
        rows = len(self._lines) - self._columns
        return _PlainLineSums(rows, self._columns, *self._estimates[0].goal_lines())

    def change(self, state: State, action: object, next_state: State) -> int:  # The blanks show it.
        columns, cell, origin = self._columns, state.index(0), next_state.index(0)
        if (cell - origin) % columns == 0:  # The tile changes its row, and the order in its column stays.
            one, other = cell // columns, origin // columns
        else:
            rows = len(self._lines) - columns
            one, other = rows + cell % columns, rows + origin % columns
        estimate, tiles = self._estimates[one], self._lines[one]
        change = estimate[next_state[tiles]] - estimate[state[tiles]]
        estimate, tiles = self._estimates[other], self._lines[other]
        return change + estimate[next_state[tiles]] - estimate[state[tiles]]


class _PlainLineSums:
    """A bound heuristic that adds an estimate for each row and each column, which it computes each time."""

    def __init__(self, rows: int, columns: int, goal_rows: list[int], goal_columns: list[int]) -> None:
        self._rows, self._columns, self._goal_rows, self._goal_columns = rows, columns, goal_rows, goal_columns

    def __call__(self, state: State) -> int:
        h = 0
        for row in range(self._rows):
            tiles = state[row * self._columns : (row + 1) * self._columns]
            h += _line_estimate(tiles, row, self._goal_rows, self._goal_columns)
        for column in range(self._columns):
            tiles = tuple([state[row * self._columns + column] for row in range(self._rows)])
            h += _line_estimate(tiles, column, self._goal_columns, self._goal_rows)
        return h


class _LineEstimates(dict[State, int]):
    """A cache of what a row (or column) adds to h, by its tiles: distances to their goal rows, and conflicts."""

    def __init__(self, row: int, goal_rows: list[int], goal_columns: list[int]) -> None:
        super().__init__()
        self._row, self._goal_rows, self._goal_columns = row, goal_rows, goal_columns
        # Rows and columns together contain each tile twice.
        self._most = max(1, _REMEMBERED_TILES // (2 * len(goal_rows)))

    def __missing__(self, tiles: State) -> int:
        if len(self) >= self._most:
            self.clear()
        self[tiles] = estimate = _line_estimate(tiles, self._row, self._goal_rows, self._goal_columns)
        return estimate

    def goal_lines(self) -> tuple[list[int], list[int]]:
        """Return the row and the column of the goal cell of each tile; of a column, the other way around."""
        return self._goal_rows, self._goal_columns

    def __reduce__(self) -> tuple[Any, ...]:
        # The cached entries are cheap to compute again, so the pickle doesn't contain them.
        return type(self), (self._row, self._goal_rows, self._goal_columns)


def _misplaced(goal: State, goal_blank: int, state: State) -> int:
    # Each cell that differs from the goal contains a misplaced tile or the blank, which isn't counted.
    differing: int = sum(map(operator.ne, state, goal))
    return differing - (state[goal_blank] != 0)


def _ways_by_cell(goal: State, shape: Shape) -> list[tuple[list[int], list[int]]]:
    """Return, for each cell, the rows and the columns from there to each tile's goal cell. The blank has 0."""
    rows, columns = shape
    places = [divmod(cell, columns) for cell in cells_of_tiles(goal)[1:]]
    down = [[0, *(abs(row - goal_row) for goal_row, _ in places)] for row in range(rows)]
    across = [[0, *(abs(column - goal_column) for _, goal_column in places)] for column in range(columns)]
    return [(down[row], across[column]) for row in range(rows) for column in range(columns)]


def _length(down: int, across: int) -> float:
    return isqrt((down * down + across * across) << 64) / 2**32


def _line_estimate(tiles: State, row: int, goal_rows: Sequence[int], goal_columns: Sequence[int]) -> int:
    """Return what a row (or column) adds to h: the distances to the goal rows, and the conflicts."""
    away = sum(abs(row - goal_rows[tile]) for tile in tiles if tile != 0)
    home = [goal_columns[tile] for tile in tiles if tile != 0 and goal_rows[tile] == row]
    return away + 2 * (len(home) - _longest_increasing(home))


def _longest_increasing(numbers: Sequence[int]) -> int:
    """Return the length of a longest increasing subsequence of distinct numbers, by patience sorting."""
    smallest_ends: list[int] = []  # Entry k is the smallest end of an increasing subsequence of k + 1 numbers.
    for number in numbers:
        place = bisect_left(smallest_ends, number)
        smallest_ends[place : place + 1] = [number]
    return len(smallest_ends)


def refuse_large_table(goal: State, heuristic: object) -> None:
    """Raise ValueError with the size if a table with an entry for each tile in each cell is too large."""
    if len(goal) ** 2 > _MAX_ENTRIES:
        entries = f"{len(goal) ** 2:,} entries for {len(goal):,} cells; the maximum is {_MAX_ENTRIES:,}"
        message = f"{heuristic!r} needs a table of {entries}. Hamming() and LinearConflict() need no table"
        raise about("heuristic", ValueError(message))


def goal_and_shape(problem: object, heuristic: object) -> tuple[State, Shape]:
    """Return a problem's goal and shape. Raise TypeError if they aren't those of sliding tiles."""
    goal, shape = getattr(problem, "goal", None), getattr(problem, "shape", None)
    if not (isinstance(goal, tuple) and isinstance(shape, tuple) and len(shape) == 2 and prod(shape) == len(goal)):
        raise TypeError(
            f"{heuristic!r} needs a problem with a goal (a flat tuple of tiles) and a shape (rows, columns), such as "
            f"NPuzzle; {type(problem).__name__} doesn't have them"
        )
    return goal, shape
