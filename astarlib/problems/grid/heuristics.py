"""Three heuristics for grids, as values: a problem binds its heuristic to its grid and its goal before use.

Each is multiplied by the cost of the cheapest terrain of the grid, so they are admissible on any terrain.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf, isqrt
from typing import Any

from astarlib._support.parameters import about
from astarlib.problems.grid.cells import Cell
from astarlib.problems.grid.grid import Grid
from astarlib.problems.grid.steps import DIAGONAL


@dataclass(frozen=True, slots=True)
class Manhattan:
    """A heuristic: columns plus rows to the goal, times the cost of the cheapest terrain.

    It's **admissible** and **consistent** with four neighbors, because a straight step changes the sum by 1. It's exact
    if a path without detour enters only cells of the cheapest terrain. It overestimates diagonal steps, so it can't be
    used with eight neighbors. The value is an int if the cheapest cost is an int. The time is O(1).

    References
    ----------
    It's the Minkowski distance of order 1 (H. Minkowski, 1910). The streets of Manhattan form a grid.

    Examples
    --------
    >>> from astarlib.problems.grid import GridProblem
    >>> GridProblem("... / ...", (0, 0), (2, 1), heuristic=Manhattan()).heuristic((0, 0))
    3
    """

    def bind(self, problem: Any, /) -> Callable[[Cell], float]:  # Any: its attributes are checked
        """Return the function ``cell -> h`` for the problem's grid and goal.

        Raise ValueError if the problem has eight neighbors, and TypeError if it has no grid.
        """
        x, y, cheapest = _goal_and_cheapest(problem, self)
        if problem.connectivity != 4:
            message = f"{self!r} overestimates diagonal steps; use the octile or the Euclidean distance"
            raise about("heuristic", ValueError(message))
        return _Manhattan(x, y, cheapest)


@dataclass(frozen=True, slots=True)
class Octile:
    """A heuristic: the distance by straight and diagonal steps, times the cost of the cheapest terrain.

    The distance ignores obstacles: it takes diagonal steps until the row or the column is that of the goal, and
    straight steps from there. It's **admissible** and **consistent**, because it's the exact distance on a relaxed grid
    without obstacles where every cell is as cheap as the cheapest one. Both properties also hold with four neighbors,
    but Manhattan is then at least as large. On terrain with integer costs, each value is a multiple of 2**-29, so sums
    are exact. The time is O(1).

    References
    ----------
    The heuristic of N. Sturtevant, Benchmarks for grid-based pathfinding (2012).

    Examples
    --------
    >>> from astarlib.problems.grid import GridProblem
    >>> GridProblem("... / ...", (0, 0), (2, 1), connectivity=8, heuristic=Octile()).heuristic((0, 0)) - 1
    1.4142135623842478
    """

    def bind(self, problem: Any, /) -> Callable[[Cell], float]:  # Any: its attributes are checked
        """Return the function ``cell -> h`` for the problem's grid and goal.
        Raise TypeError if the problem has no grid.
        """
        return _Octile(*_goal_and_cheapest(problem, self))


@dataclass(frozen=True, slots=True)
class Euclidean:
    """A heuristic: the length of the straight line to the goal, times the cost of the cheapest terrain.

    It's **admissible** and never larger than :class:`Octile`. It's **consistent**, because a step changes the length of
    the line by at most the length of the step. The length is rounded down to a multiple of 2**-29, so sums are exact.
    The value is a float. The time is O(1), but the square root makes this heuristic slower than the others.

    References
    ----------
    The straight-line distance of P. Hart, N. Nilsson and B. Raphael (1968).

    Examples
    --------
    >>> from astarlib.problems.grid import GridProblem
    >>> GridProblem(["....."] * 4, (0, 0), (4, 3), connectivity=8, heuristic=Euclidean()).heuristic((0, 0))
    5.0
    """

    def bind(self, problem: Any, /) -> Callable[[Cell], float]:  # Any: its attributes are checked
        """Return the function ``cell -> h`` for the problem's grid and goal.
        Raise TypeError if the problem has no grid.
        """
        return _Euclidean(*_goal_and_cheapest(problem, self))


class _ToGoal:
    """A distance to a cell on terrain of one cost. Calling this object is faster than calling a partial function."""

    __slots__ = ("_cheapest", "_x", "_y")

    def __init__(self, x: int, y: int, cheapest: float) -> None:
        self._x, self._y, self._cheapest = x, y, cheapest


class _Manhattan(_ToGoal):
    __slots__ = ()

    def __call__(self, cell: Cell) -> float:
        x, y = cell
        return self._cheapest * (abs(x - self._x) + abs(y - self._y))


class _Octile(_ToGoal):
    __slots__ = ()

    def __call__(self, cell: Cell) -> float:
        x, y = cell
        across, down = abs(x - self._x), abs(y - self._y)
        if across < down:
            return self._cheapest * (down + across * _SAVED)
        return self._cheapest * (across + down * _SAVED)


class _Euclidean(_ToGoal):
    __slots__ = ()

    def __call__(self, cell: Cell) -> float:
        x, y = cell
        across, down = x - self._x, y - self._y
        return self._cheapest * (isqrt((across * across + down * down) << 58) / 2**29)


_SAVED = DIAGONAL - 1  # The extra cost of a diagonal step over a straight one. It's exact because DIAGONAL is.


def _goal_and_cheapest(problem: Any, heuristic: object) -> tuple[int, int, float]:  # The type is checked here.
    grid = getattr(problem, "grid", None)
    if not isinstance(grid, Grid):
        raise TypeError(
            f"{heuristic!r} needs a problem on a Grid, as GridProblem is; {type(problem).__name__} has none"
        )
    if grid.cheapest * (grid.width + grid.height) == inf:  # h = inf would be a proof that there is no path.
        raise ValueError(
            f"the cheapest cell costs {grid.cheapest!r}, so the estimates of {heuristic!r} exceed the largest float; "
            "use a larger unit of cost"
        )
    return (*problem.goal, grid.cheapest)
