"""Five estimates that a published Julia notebook compares on the 8-puzzle, as it defines them. Only one is admissible.

They are here so that its table can be reproduced and corrected. To solve puzzles take :class:`LinearConflict`,
:class:`WalkingDistance` or :class:`AdditivePatternDatabase`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from operator import getitem

from astarlib._support.plain_values import is_number
from astarlib.problems.npuzzle.board import Shape, State, cells_of_tiles
from astarlib.problems.npuzzle.heuristics import SlidingTiles, goal_and_shape, refuse_large_table


@dataclass(frozen=True, slots=True)
class HammingWithBlank:
    """The number of cells that do not hold what they hold in the goal, that of the blank counted.

    **Not admissible**, though the notebook calls it so: one move from the goal it is 2, and on 78 of the 181,440
    boards of the 8-puzzle it is 1 too many. **Not consistent**: the last move makes it fall by 2. Take
    :class:`Hamming`, which does not count the blank. An int, 0 just at the goal; O(n) a state for n cells.

    References
    ----------
    The notebook's heuristic (a).

    Examples
    --------
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> NPuzzle("1 0 2 / 3 4 5 / 6 7 8", "0 1 2 / 3 4 5 / 6 7 8", heuristic=HammingWithBlank()).heuristic(
    ...     (1, 0, 2, 3, 4, 5, 6, 7, 8)
    ... )
    2
    """

    def bind(self, problem: SlidingTiles, /) -> Callable[[State], float]:
        """The function ``state -> h`` for that goal; TypeError and ValueError as for :class:`Manhattan`."""
        goal = _goal(problem, self)
        return _sums(goal, lambda cell, home: int(cell != home))


@dataclass(frozen=True, slots=True)
class HalvedManhattan:
    """Half of the rows and columns between all tiles, the blank among them, and their places.

    **Consistent**: a move takes one tile and the blank one cell each, so the sum changes by at most 2. **Admissible**,
    since it is consistent and 0 at the goal. It is half of :class:`Manhattan` and of the way of the blank, so it never
    says more than Manhattan and mostly much less. A float, 0.0 just at the goal; O(n) a state for n cells.

    References
    ----------
    The notebook's heuristic (b).

    Examples
    --------
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> NPuzzle("1 3 4 / 2 7 5 / 6 8 0", "0 1 2 / 3 4 5 / 6 7 8", heuristic=HalvedManhattan()).heuristic(
    ...     (1, 3, 4, 2, 7, 5, 6, 8, 0)
    ... )
    7.0
    """

    def bind(self, problem: SlidingTiles, /) -> Callable[[State], float]:
        """The function ``state -> h`` for that goal; TypeError and ValueError as for :class:`Manhattan`."""
        goal, shape = _goal(problem, self), problem.shape
        way = partial(_way, shape)
        return _sums(goal, lambda cell, home: way(cell, home) / 2)


@dataclass(frozen=True, slots=True)
class WeightedHamming:
    """A number, less the weights of all cells that hold what they hold in the goal, the blank's among them.

    **Not admissible**: with the weights and the number of the notebook it is 6 at the goal, where nothing is left to
    do, and too much on 171,537 of the 181,440 boards of the 8-puzzle, by up to 25. **Not consistent**: a move that
    puts tile 8 in its place can make it fall by 8. O(n) a state for n cells.

    Parameters
    ----------
    weights:
        One for each cell, row by row, finite and at least 0.
    start:
        From what they are subtracted, at least their sum.

    Raises
    ------
    ValueError
        When a weight is out of range, or ``start`` is too small; names it.
    TypeError
        When the weights are in no tuple.

    References
    ----------
    The notebook's heuristic (c).

    Examples
    --------
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> puzzle = NPuzzle("0 1 2 / 3 4 5 / 6 7 8", "0 1 2 / 3 4 5 / 6 7 8", heuristic=WeightedHamming())
    >>> puzzle.heuristic(puzzle.goal)
    6
    """

    weights: tuple[float, ...] = (1, 1, 2, 1, 2, 5, 2, 5, 8)
    start: float = 33

    def __post_init__(self) -> None:
        _check_weights(self.weights)
        if not is_number(self.start, sum(self.weights), sys.float_info.max):  # NaN too
            raise ValueError(
                f"start must be at least the sum of the weights, {sum(self.weights)!r}, and finite, not {self.start!r}"
            )

    def bind(self, problem: SlidingTiles, /) -> Callable[[State], float]:
        """The function ``state -> h`` for that goal.

        Raises
        ------
        TypeError
            When ``problem`` has no goal and shape of this kind.
        ValueError
            When there are not as many weights as cells, or more than 4096 cells.
        """
        goal = _goal(problem, self)
        weights = _for_cells(self.weights, goal)
        return _sums(goal, lambda cell, home: -weights[cell] if cell == home else 0, self.start)


@dataclass(frozen=True, slots=True)
class SumOfDifferences:
    """The differences between the number of each tile's cell and that of its place, the blank's among them, added up.

    Cells are numbered row by row, so a row counts as much as all columns together. **Not admissible**: one move up or
    down from the goal of the 8-puzzle it is 6, and it is too much on 138,778 of the 181,440 boards, by up to 22. **Not
    consistent**: that move makes it fall by 6. An int, 0 just at the goal; O(n) a state for n cells.

    References
    ----------
    The notebook's heuristic (d).

    Examples
    --------
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> NPuzzle("3 1 2 / 0 4 5 / 6 7 8", "0 1 2 / 3 4 5 / 6 7 8", heuristic=SumOfDifferences()).heuristic(
    ...     (3, 1, 2, 0, 4, 5, 6, 7, 8)
    ... )
    6
    """

    def bind(self, problem: SlidingTiles, /) -> Callable[[State], float]:
        """The function ``state -> h`` for that goal; TypeError and ValueError as for :class:`Manhattan`."""
        goal = _goal(problem, self)
        return _sums(goal, lambda cell, home: abs(cell - home))


@dataclass(frozen=True, slots=True)
class WeightedManhattan:
    """:class:`HalvedManhattan` with the way of each tile, the blank too, multiplied by a weight of the cell it is in.

    **Not admissible** with the notebook's weights: it is too much on 147,568 of the 181,440 boards of the 8-puzzle, by
    up to 27; with those of its runs on 11,882, by up to 8.75. **Not consistent**: a move can make it fall by 10.5, or
    by 5. With no weight above 1 it is admissible, being at most :class:`HalvedManhattan`. A float; O(n) a state for n
    cells.

    Parameters
    ----------
    weights:
        One for each cell, row by row, finite and at least 0. These are the weights that the notebook prints; the runs
        that it prints come from ``(0.5, 1, 2, 1, 2, 3, 2, 3, 4)``.

    Raises
    ------
    ValueError
        When a weight is out of range; names it.
    TypeError
        When the weights are in no tuple.

    References
    ----------
    The notebook's heuristic (e).

    Examples
    --------
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> medium, goal = (1, 3, 4, 2, 7, 5, 6, 8, 0), (0, 1, 2, 3, 4, 5, 6, 7, 8)
    >>> NPuzzle(medium, goal, heuristic=WeightedManhattan()).heuristic(medium)
    26.0
    >>> NPuzzle(medium, goal, heuristic=WeightedManhattan((0.5, 1, 2, 1, 2, 3, 2, 3, 4))).heuristic(medium)
    15.25
    """

    weights: tuple[float, ...] = (0.5, 1, 3, 1, 3, 5.5, 3, 5.5, 8)

    def __post_init__(self) -> None:
        _check_weights(self.weights)

    def bind(self, problem: SlidingTiles, /) -> Callable[[State], float]:
        """The function ``state -> h`` for that goal.

        Raises
        ------
        TypeError
            When ``problem`` has no goal and shape of this kind.
        ValueError
            When there are not as many weights as cells, or more than 4096 cells.
        """
        goal, shape = _goal(problem, self), problem.shape
        weights = _for_cells(self.weights, goal)
        return _sums(goal, lambda cell, home: weights[cell] * _way(shape, cell, home) / 2)


def _goal(problem: SlidingTiles, heuristic: object) -> State:
    """The goal, where all estimates of this file keep an entry for each tile in each cell."""
    goal, _ = goal_and_shape(problem, heuristic)
    refuse_large_table(goal, heuristic)
    return goal


def _sums(goal: State, of: Callable[[int, int], float], start: float = 0) -> Callable[[State], float]:
    """The function that adds, to ``start``, what ``of(cell, place)`` says of each tile and of the blank."""
    homes = cells_of_tiles(goal)
    return partial(_sum, [[of(cell, home) for home in homes] for cell in range(len(goal))], start)


def _sum(rows: Sequence[Sequence[float]], start: float, state: State) -> float:
    return sum(map(getitem, rows, state), start)


def _way(shape: Shape, cell: int, home: int) -> int:
    """The rows and the columns between two cells."""
    (row, column), (to_row, to_column) = divmod(cell, shape[1]), divmod(home, shape[1])
    return abs(row - to_row) + abs(column - to_column)


def _check_weights(weights: tuple[float, ...]) -> None:
    if not isinstance(weights, tuple):
        raise TypeError(f"weights are given in a tuple, one for each cell, not {weights!r}")
    for weight in weights:
        if not is_number(weight, 0, sys.float_info.max):  # NaN too
            raise ValueError(f"a weight must be finite and at least 0, not {weight!r}")


def _for_cells(weights: tuple[float, ...], goal: State) -> tuple[float, ...]:
    if len(weights) != len(goal):
        raise ValueError(f"there are {len(weights)} weights for a board of {len(goal)} cells; give one for each cell")
    return weights
