"""A map of cells: which are free, and what it costs to enter them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from astarlib.problems.grid.cells import Cell, Cells, read_cells
from astarlib.problems.grid.steps import DIAGONAL, STEPS, CornerRule, open_steps

Way: TypeAlias = tuple[str, int, int, int, Sequence[float]]
"""A step with its offset in the padded grid, and the costs of entering each cell of that by such a step."""


class Neighbors(NamedTuple):
    """The steps out of each cell. Cell (x, y) lies at (y + 1) * stride + x: a grid is padded with obstacles."""

    stride: int
    patterns: bytes
    """What surrounds the cell at each place."""
    ways: Sequence[Sequence[Way]]
    """The steps that are open, by what surrounds a cell."""


class Grid:
    """A rectangle of cells, for any number of problems on it. Cells are (x, y): column, then row, from the upper left.

    Parameters
    ----------
    cells:
        - text: rows on lines, or parted by ``/``; or rows of text. ``.`` is free, ``#`` an obstacle, ``1`` to ``9``
          are costs; the symbols of the Moving AI Lab are known too: ``G`` and ``S`` are free, ``@``, ``O``, ``T`` and
          ``W`` are obstacles.
        - rows of values, or a two-dimensional numpy array: the cost of entering each cell, above 0; ``inf`` or None
          is an obstacle. Or booleans: True is free, False an obstacle.
    terrain:
        More symbols with their costs, or other costs for known ones, for instance ``{"~": 5}``.

    Attributes
    ----------
    width, height:
        The numbers of columns and of rows.
    rows:
        The rows of the map as text.
    cheapest:
        The smallest cost of a free cell; 1 when none is free.

    Raises
    ------
    ValueError
        When the grid is empty or ragged, or a cell is no symbol and no cost; names the row or the cell.
    TypeError
        When the grid, or one of its rows, is nothing that has cells in an order, or ``terrain`` is no dict.

    Notes
    -----
    O(cells), 18 bytes and a few more for each cell.

    Examples
    --------
    >>> grid = Grid("..#. / .5#. / ....")
    >>> grid.width, grid.height, grid.cost((1, 1)), grid.is_free((2, 0))
    (4, 3, 5, False)
    """

    def __init__(self, cells: Cells, *, terrain: Mapping[str, float] | None = None) -> None:
        rows, costs = read_cells(cells, terrain)
        self.width: Final = len(costs[0])
        self.height: Final = len(costs)
        self.rows: Final = tuple(rows)
        self.cheapest: Final = min((min(line) for line in costs if min(line) < math.inf), default=1)
        # A column of obstacles between rows, and a row of them above and below: no step can leave the map. A step is
        # the same offset everywhere, and one byte a cell tells which of its eight neighbors are free.
        self._stride: Final = self.width + 1
        border = [math.inf] * self._stride
        self._straight: Final = [*border, *(cost for line in costs for cost in (*line, math.inf)), *border]
        self._diagonal: Final = _scaled(self._straight, DIAGONAL)
        self._patterns: Final = _patterns(self._straight, self._stride)
        self._ways: Final[dict[tuple[int, CornerRule], list[list[Way]]]] = {}
        self.compiled: Final[dict[Any, Any]] = {}  # Any: numpy's arrays, kept for further problems on the grid

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Grid):
            return NotImplemented
        return (self.rows, self._straight) == (other.rows, other._straight)

    def __hash__(self) -> int:
        return hash(self.rows)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.width} x {self.height} cells>"

    def __contains__(self, cell: object) -> bool:
        match cell:
            case (int(x), int(y)):
                return 0 <= x < self.width and 0 <= y < self.height
        return False

    def cost(self, cell: Cell) -> float:
        """What it costs to enter a cell by a straight step, ``inf`` for an obstacle.

        Raises
        ------
        ValueError
            When the cell is outside.
        """
        return self._straight[self._place(cell)]

    def is_free(self, cell: Cell) -> bool:
        """Whether a cell is no obstacle; ValueError when it is outside."""
        return self.cost(cell) < math.inf

    def text(self, path: Iterable[Cell] = ()) -> str:
        """The map, with a path on it: ``A`` its first cell, ``B`` its last, ``*`` between them.

        Raises
        ------
        ValueError
            When a cell is outside.

        Examples
        --------
        >>> print(Grid("... / .#.").text([(0, 1), (0, 0), (1, 0)]))
        *B.
        A#.
        """
        rows = [list(row) for row in self.rows]
        cells = list(path)
        for x, y in cells:
            self._place((x, y))  # which refuses it, if it is outside
            rows[y][x] = "*"
        for (x, y), mark in zip(cells[-1:] + cells[:1], "BA", strict=False):  # A where they are one
            rows[y][x] = mark
        return "\n".join(map("".join, rows))

    def neighbors(self, connectivity: int, corner_rule: CornerRule) -> Neighbors:
        """The steps out of each cell."""
        key = (connectivity, corner_rule)
        if key not in self._ways:
            self._ways[key] = [[self._way(*step) for step in steps] for steps in open_steps(*key)]
        return Neighbors(self._stride, self._patterns, self._ways[key])

    def costs_of_entering(self) -> tuple[Sequence[float], Sequence[float]]:
        """By place of the padded grid: the cost of entering it by a straight step, and by a diagonal one."""
        return self._straight, self._diagonal

    def _way(self, name: str, right: int, down: int) -> Way:
        costs = self._straight if right == 0 or down == 0 else self._diagonal
        return name, right, down, down * self._stride + right, costs

    def _place(self, cell: Cell) -> int:
        """Where the cell is in the padded grid."""
        if cell not in self:
            raise ValueError(
                f"cell {cell!r} is outside the grid of {self.width} columns and {self.height} rows; a cell is (x, y), "
                "column then row, from (0, 0)"
            )
        x, y = cell
        return (y + 1) * self._stride + x


def _scaled(costs: Sequence[float], factor: float) -> list[float]:
    scaled = {cost: cost * factor for cost in set(costs)}  # few costs, many cells: all cells of a cost share one float
    return [scaled[cost] for cost in costs]


def _patterns(costs: Sequence[float], stride: int) -> bytes:
    """For each cell a byte whose bit i tells whether the neighbor of step i is free."""
    free = int.from_bytes(bytes(cost < math.inf for cost in costs), "little")  # a byte for each cell, 0 or 1
    pattern = 0
    for i, step in enumerate(STEPS):
        # Shifted by a step's offset, all cells lie upon their neighbors at once; bit i is still 0 in all of them.
        shift = 8 * (step.down * stride + step.right) - i
        pattern |= free >> shift if shift > 0 else free << -shift
    return (pattern & (1 << 8 * len(costs)) - 1).to_bytes(len(costs), "little")
