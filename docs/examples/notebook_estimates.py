"""Five estimates that a published Julia notebook compares on the 8-puzzle. Only the second is admissible.

Counts are of all 181,440 boards that reach the goal 0 1 2 / 3 4 5 / 6 7 8.
"""

from collections.abc import Callable
from dataclasses import dataclass
from operator import getitem

from astarlib.problems.npuzzle import NPuzzle, State

Estimate = Callable[[State], float]


@dataclass(frozen=True)
class HammingWithBlank:
    """(a) The number of cells with another content than in the goal, including the blank's cell.

    It is too large on 78 boards, by 1. A move can make it fall by 2.
    """

    def bind(self, problem: NPuzzle) -> Estimate:
        return _sum(problem, lambda cell, home: int(cell != home))


@dataclass(frozen=True)
class HalvedManhattan:
    """(b) Half of the Manhattan distances of all tiles and of the blank. Admissible and consistent."""

    def bind(self, problem: NPuzzle) -> Estimate:
        return _sum(problem, lambda cell, home: _distance(problem, cell, home) / 2)


@dataclass(frozen=True)
class WeightedHamming:
    """(c) A constant minus the weights of all cells with the same content as in the goal.

    It is 6 at the goal, and too large on 171,537 boards, by up to 25. A move can make it fall by 8.
    """

    weights: tuple[float, ...] = (1, 1, 2, 1, 2, 5, 2, 5, 8)
    start: float = 33

    def bind(self, problem: NPuzzle) -> Estimate:
        return _sum(problem, lambda cell, home: -self.weights[cell] if cell == home else 0, self.start)


@dataclass(frozen=True)
class SumOfDifferences:
    """(d) The differences between the numbers of each tile's cell and of its goal cell, including the blank's.

    It is too large on 138,778 boards, by up to 22. A move can make it fall by 6.
    """

    def bind(self, problem: NPuzzle) -> Estimate:
        return _sum(problem, lambda cell, home: abs(cell - home))


@dataclass(frozen=True)
class WeightedManhattan:
    """(e) Half of the Manhattan distances of all tiles and of the blank, each multiplied by a weight of its cell.

    With these weights, which the notebook prints, it is too large on 147,568 boards, by up to 27, and a move can make
    it fall by 10.5. The notebook's output comes from the weights (0.5, 1, 2, 1, 2, 3, 2, 3, 4): with them it is too
    large on 11,882 boards, by up to 8.75, and a move can make it fall by 5.
    """

    weights: tuple[float, ...] = (0.5, 1, 3, 1, 3, 5.5, 3, 5.5, 8)

    def bind(self, problem: NPuzzle) -> Estimate:
        return _sum(problem, lambda cell, home: self.weights[cell] * _distance(problem, cell, home) / 2)


def _sum(problem: NPuzzle, entry: Callable[[int, int], float], start: float = 0) -> Estimate:
    """Return a function that adds ``entry(cell, home)`` for each tile and for the blank."""
    homes = [problem.goal.index(tile) for tile in range(len(problem.goal))]
    table = [[entry(cell, home) for home in homes] for cell in range(len(homes))]
    return lambda state: sum(map(getitem, table, state), start)


def _distance(problem: NPuzzle, cell: int, home: int) -> int:
    (row, column), (home_row, home_column) = divmod(cell, problem.shape[1]), divmod(home, problem.shape[1])
    return abs(row - home_row) + abs(column - home_column)
