"""Three estimates of the way that remains on a grid, as values: each is bound to a grid and a goal before use.

All reckon with the cheapest terrain of the grid, so that they stay admissible on any.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import isqrt
from typing import Any, Protocol

from astarlib._support.parameters import about
from astarlib.problems.grid.cells import Cell
from astarlib.problems.grid.grid import Grid
from astarlib.problems.grid.steps import DIAGONAL


class OnGrid(Protocol):
    """What the heuristics of this file need of a problem."""

    @property
    def grid(self) -> Grid:
        """The map."""
        ...

    @property
    def goal(self) -> Cell:
        """The only goal."""
        ...

    @property
    def connectivity(self) -> int:
        """4 or 8."""
        ...


@dataclass(frozen=True, slots=True)
class Manhattan:
    """Columns plus rows to the goal, times the cheapest terrain: exact where nothing is in the way of straight steps.

    **Admissible** and **consistent** with four neighbors: a straight step changes the sum by 1. It overestimates where
    steps go diagonally, so it refuses to bind to a problem with eight. An int where the cheapest terrain is one; O(1).

    References
    ----------
    The name is that of the streets of Manhattan; the distance that of H. Minkowski (1910) of order 1.

    Examples
    --------
    >>> from astarlib.problems.grid import GridProblem
    >>> GridProblem("... / ...", (0, 0), (2, 1), heuristic=Manhattan()).heuristic((0, 0))
    3
    """

    def bind(self, problem: OnGrid, /) -> Callable[[Cell], float]:
        """The function ``cell -> h``; ValueError with eight neighbors, TypeError when ``problem`` has no grid."""
        x, y, cheapest = _goal_and_cheapest(problem, self)
        if problem.connectivity != 4:
            message = f"{self!r} overestimates diagonal steps; use the octile or the Euclidean distance"
            raise about("heuristic", ValueError(message))
        return _Manhattan(x, y, cheapest)


@dataclass(frozen=True, slots=True)
class Octile:
    """The way by straight and diagonal steps if nothing were in the way, times the cheapest terrain.

    That is, a diagonal step for each row and column together, and straight steps for what remains. **Admissible** and
    **consistent**: it is the exact distance on the same grid without obstacles and all as cheap as its cheapest cell,
    where no step costs more than it does here. So it is with four neighbors, where Manhattan is never smaller. A
    multiple of 2**-29 (see ``DIAGONAL``), so that sums are exact; O(1).

    References
    ----------
    The heuristic of N. Sturtevant, Benchmarks for grid-based pathfinding (2012).

    Examples
    --------
    >>> from astarlib.problems.grid import GridProblem
    >>> GridProblem("... / ...", (0, 0), (2, 1), connectivity=8, heuristic=Octile()).heuristic((0, 0)) - 1
    1.4142135623842478
    """

    def bind(self, problem: OnGrid, /) -> Callable[[Cell], float]:
        """The function ``cell -> h``; TypeError when ``problem`` has no grid."""
        return _Octile(*_goal_and_cheapest(problem, self))


@dataclass(frozen=True, slots=True)
class Euclidean:
    """The straight line to the goal, times the cheapest terrain.

    **Admissible**, never above :class:`Octile`, and **consistent**: a step changes the line by no more than its own
    length. Rounded down to a multiple of 2**-29, so that sums are exact. A float; O(1), and slower than the others for
    its square root.

    References
    ----------
    The straight-line distance of P. Hart, N. Nilsson and B. Raphael (1968).

    Examples
    --------
    >>> from astarlib.problems.grid import GridProblem
    >>> GridProblem(["....."] * 4, (0, 0), (4, 3), connectivity=8, heuristic=Euclidean()).heuristic((0, 0))
    5.0
    """

    def bind(self, problem: OnGrid, /) -> Callable[[Cell], float]:
        """The function ``cell -> h``; TypeError when ``problem`` has no grid."""
        return _Euclidean(*_goal_and_cheapest(problem, self))


class _ToGoal:
    """A distance to a cell, on terrain of one cost. An object: its method is called faster than a partial function."""

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


_SAVED = DIAGONAL - 1  # a diagonal step instead of one straight one; exact, as DIAGONAL is


def _goal_and_cheapest(problem: Any, heuristic: object) -> tuple[int, int, float]:  # Any: it is looked at here
    grid = getattr(problem, "grid", None)
    if not isinstance(grid, Grid):
        raise TypeError(
            f"{heuristic!r} needs a problem on a Grid, as GridProblem is; {type(problem).__name__} has none"
        )
    return (*problem.goal, grid.cheapest)
