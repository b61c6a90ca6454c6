"""Four estimates of the moves that remain, as values: each is bound to a puzzle's goal and shape before use."""

from __future__ import annotations

import operator
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from math import isqrt, prod
from operator import getitem
from typing import Any, Protocol

from astarlib._support.parameters import about
from astarlib.problems.npuzzle.board import Shape, State, cells_of_tiles

_REMEMBERED_TILES = 2**19  # in all lines together: some 15 MB, and 16,384 contents of each line of a 4 x 4 board
_MOST_ENTRIES = 2**24  # Euclidean's take eight bytes each


class SlidingTiles(Protocol):
    """What the heuristics of this file need of a problem."""

    @property
    def goal(self) -> State:
        """The only goal."""
        ...

    @property
    def shape(self) -> Shape:
        """(rows, columns)."""
        ...


@dataclass(frozen=True, slots=True)
class Hamming:
    """The number of tiles, the blank not counted, that are not in their places.

    **Admissible**: each of them must move at least once, and a move moves one tile. **Consistent**: a move
    changes the place of one tile, hence the number by at most 1. An int, 0 just at the goal; O(n) a state for
    n cells.

    References
    ----------
    J. Pearl, Heuristics (1984), as the number of misplaced tiles; the name is that of R. Hamming's distance (1950).

    Examples
    --------
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> NPuzzle("1 2 3 / 4 5 6 / 0 7 8", heuristic=Hamming()).heuristic((8, 2, 3, 4, 5, 6, 7, 1, 0))
    2
    """

    def bind(self, problem: SlidingTiles, /) -> Callable[[State], int]:
        """The function ``state -> h`` for that goal; TypeError when ``problem`` has no goal and shape of this kind."""
        goal, _ = goal_and_shape(problem, self)
        return partial(_misplaced, goal, goal.index(0))


@dataclass(frozen=True, slots=True)
class Manhattan:
    """The sum over all tiles of the rows and the columns between each and its place.

    **Admissible**: a move takes one tile one cell further, so each tile needs at least its own distance.
    **Consistent**: a move changes the distance of one tile by 1. An int, 0 just at the goal. O(n) a state for n
    cells, with a table of n * n entries (of a byte each, unless rows + columns > 257).

    References
    ----------
    J. Doran and D. Michie, Experiments with the graph traverser program (1966).

    Examples
    --------
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> NPuzzle("1 2 3 / 4 5 6 / 0 7 8", heuristic=Manhattan()).heuristic((8, 2, 3, 4, 5, 6, 7, 1, 0))
    6
    """

    def bind(self, problem: SlidingTiles, /) -> Callable[[State], int]:
        """The function ``state -> h`` for that goal.

        Raises
        ------
        TypeError
            When ``problem`` has no goal and shape of this kind.
        ValueError
            When the board has more than 4096 cells; names the size of the table.
        """
        goal, shape = goal_and_shape(problem, self)
        refuse_large_table(goal, self)
        row_type: Callable[..., Sequence[int]] = bytes if sum(shape) <= 257 else tuple
        return _CellSums([row_type(map(operator.add, *ways)) for ways in _ways_by_cell(goal, shape)])


@dataclass(frozen=True, slots=True)
class Euclidean:
    """The sum over all tiles of the straight line between each and its place, in cells.

    **Admissible** and never above :class:`Manhattan`: no line is longer than the way along rows and columns.
    **Consistent**: a move changes one line by at most 1. Each length is rounded down to a multiple of 2**-32, so
    that sums are exact and rounding cannot break either promise. A float, 0.0 just at the goal. O(n) a state for n
    cells, with a table of n * n entries.

    References
    ----------
    The straight-line distance of P. Hart, N. Nilsson and B. Raphael (1968), taken for each tile by itself.

    Examples
    --------
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> NPuzzle("1 2 3 / 4 5 6 / 0 7 8", heuristic=Euclidean()).heuristic((1, 2, 3, 4, 5, 6, 8, 7, 0))
    2.0
    """

    def bind(self, problem: SlidingTiles, /) -> Callable[[State], float]:
        """The function ``state -> h`` for that goal; TypeError and ValueError as for :class:`Manhattan`."""
        goal, shape = goal_and_shape(problem, self)
        refuse_large_table(goal, self)
        length = cache(_length)  # few distances, many entries: all entries of a length share one float
        return _CellSums([tuple(map(length, *ways)) for ways in _ways_by_cell(goal, shape)])


@dataclass(frozen=True, slots=True)
class LinearConflict:
    """:class:`Manhattan`, and 2 for every tile that must leave its line to let others of that line pass.

    Tiles that stand in the row where their places are, but in another order, cannot get past each other inside
    it. All but a longest increasing subsequence of them must leave the row, which is the exact minimum, and each
    comes back: 2 moves across the row that Manhattan does not count. Columns are alike.

    **Admissible**: moves across rows and moves across columns are different moves, so the extra moves of all
    lines add up. **Consistent**: a tile that moves along a row changes no order in that row; where it leaves the
    column of its place Manhattan grows by 1 and the extra of that column stays or falls by 2, where it enters it,
    the reverse. So h changes by just 1. An int, 0 just at the goal, at least Manhattan.

    O(n) a state for n cells while its rows and columns are remembered, O(n log n) when they are new.

    References
    ----------
    O. Hansson, A. Mayer and M. Yung, Criticizing solutions to relaxed models yields powerful admissible heuristics
    (1992); the longest increasing subsequence after C. Schensted (1961).

    Examples
    --------
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> NPuzzle("3 2 1 / 4 5 6 / 7 8 0", heuristic=LinearConflict()).heuristic((3, 2, 1, 4, 5, 6, 7, 8, 0))
    8
    """

    def bind(self, problem: SlidingTiles, /) -> Callable[[State], int]:
        """The function ``state -> h`` for that goal; TypeError when ``problem`` has no goal and shape of this kind."""
        goal, (rows, columns) = goal_and_shape(problem, self)
        places = [divmod(cell, columns) for cell in cells_of_tiles(goal)]
        goal_rows, goal_columns = [row for row, _ in places], [column for _, column in places]
        lines = [slice(row * columns, (row + 1) * columns) for row in range(rows)]
        lines += [slice(column, None, columns) for column in range(columns)]
        estimates = [_LineEstimates(row, goal_rows, goal_columns) for row in range(rows)]
        estimates += [_LineEstimates(column, goal_columns, goal_rows) for column in range(columns)]
        return _LineSums(columns, lines, estimates)


class _CellSums:
    """For each cell an estimate by tile."""

    def __init__(self, rows: Sequence[Sequence[Any]]) -> None:
        self.rows = rows

    def __call__(self, state: State) -> Any:  # Any: ints or floats, as the entries are
        return sum(map(getitem, self.rows, state))

    def change(self, state: State, action: object, next_state: State) -> Any:  # noqa: ARG002  # the blanks tell it
        rows, cell = self.rows, state.index(0)
        tile = next_state[cell]
        return rows[cell][tile] - rows[next_state.index(0)][tile]


class _LineSums:
    """For each line, the rows first and then the columns, an estimate by the tiles in it."""

    def __init__(self, columns: int, lines: Sequence[slice], estimates: Sequence[_LineEstimates]) -> None:
        self._columns, self._lines, self._estimates = columns, lines, estimates
        self._lines_of = operator.itemgetter(*lines)

    def __call__(self, state: State) -> int:
        h: int = sum(map(getitem, self._estimates, self._lines_of(state)))
        return h

    def change(self, state: State, action: object, next_state: State) -> int:  # noqa: ARG002  # the blanks tell it
        columns, cell, origin = self._columns, state.index(0), next_state.index(0)
        if (cell - origin) % columns == 0:  # from row to row: the tiles of its column keep their order
            one, other = cell // columns, origin // columns
        else:
            rows = len(self._lines) - columns
            one, other = rows + cell % columns, rows + origin % columns
        estimate, tiles = self._estimates[one], self._lines[one]
        change = estimate[next_state[tiles]] - estimate[state[tiles]]
        estimate, tiles = self._estimates[other], self._lines[other]
        return change + estimate[next_state[tiles]] - estimate[state[tiles]]


class _LineEstimates(dict[State, int]):
    """What one row adds to h, by the tiles in it: their ways to the rows of their places, and its conflicts.

    Computed when first asked for. For a column, read column where row is written and row where column is.
    """

    def __init__(self, row: int, goal_rows: list[int], goal_columns: list[int]) -> None:
        super().__init__()
        self._row, self._goal_rows, self._goal_columns = row, goal_rows, goal_columns
        # Rows and columns together hold each tile twice.
        self._most = max(1, _REMEMBERED_TILES // (2 * len(goal_rows)))

    def __missing__(self, tiles: State) -> int:
        away = sum(abs(self._row - self._goal_rows[tile]) for tile in tiles if tile != 0)
        home = [self._goal_columns[tile] for tile in tiles if tile != 0 and self._goal_rows[tile] == self._row]
        if len(self) >= self._most:
            self.clear()
        self[tiles] = estimate = away + 2 * (len(home) - _longest_increasing(home))
        return estimate

    def __reduce__(self) -> tuple[Any, ...]:
        # What is remembered is cheap to find again and not worth its bytes in a pickle.
        return type(self), (self._row, self._goal_rows, self._goal_columns)


def _misplaced(goal: State, goal_blank: int, state: State) -> int:
    # Each cell that differs holds something out of its place; the blank is not to count.
    differing: int = sum(map(operator.ne, state, goal))
    return differing - (state[goal_blank] != 0)


def _ways_by_cell(goal: State, shape: Shape) -> list[tuple[list[int], list[int]]]:
    """For each cell two lists by tile: the rows, and the columns, from there to its place; 0 for the blank."""
    rows, columns = shape
    places = [divmod(cell, columns) for cell in cells_of_tiles(goal)[1:]]
    down = [[0, *(abs(row - goal_row) for goal_row, _ in places)] for row in range(rows)]
    across = [[0, *(abs(column - goal_column) for _, goal_column in places)] for column in range(columns)]
    return [(down[row], across[column]) for row in range(rows) for column in range(columns)]


def _length(down: int, across: int) -> float:
    return isqrt((down * down + across * across) << 64) / 2**32


def _longest_increasing(numbers: Sequence[int]) -> int:
    """The length of a longest increasing subsequence of distinct numbers, by patience sorting."""
    smallest_ends: list[int] = []  # entry k: the smallest end of an increasing subsequence of k + 1 numbers
    for number in numbers:
        place = bisect_left(smallest_ends, number)
        smallest_ends[place : place + 1] = [number]
    return len(smallest_ends)


def refuse_large_table(goal: State, heuristic: object) -> None:
    """ValueError when a table with an entry for each tile in each cell is too large to make; names its size."""
    if len(goal) ** 2 > _MOST_ENTRIES:
        entries = f"{len(goal) ** 2:,} entries for {len(goal):,} cells; the maximum is {_MOST_ENTRIES:,}"
        message = f"{heuristic!r} needs a table of {entries}. The Hamming distance and linear conflicts need no table"
        raise about("heuristic", ValueError(message))


def goal_and_shape(problem: object, heuristic: object) -> tuple[State, Shape]:
    """The two, when they are those of sliding tiles; a ``goal`` of another kind of problem is not."""
    goal, shape = getattr(problem, "goal", None), getattr(problem, "shape", None)
    if not (isinstance(goal, tuple) and isinstance(shape, tuple) and len(shape) == 2 and prod(shape) == len(goal)):
        raise TypeError(
            f"{heuristic!r} needs a problem with a goal (a flat tuple of tiles) and a shape (rows, columns), as "
            f"NPuzzle has them; {type(problem).__name__} has not"
        )
    return goal, shape
