"""A map of cells: the free cells, the obstacles, and the costs of entering cells."""

from __future__ import annotations

import copy
import math
import operator
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, Final, NamedTuple, Self, TypeAlias, TypeVar

from astarlib._support.integers import check_int
from astarlib.problems.grid.cells import (
    Cell,
    Cells,
    CellsRead,
    Table,
    patterns_of,
    read_cells,
    read_cost,
    symbol_of,
    without_walls,
)
from astarlib.problems.grid.steps import DIAGONAL, STEPS, CornerRule, open_steps

T = TypeVar("T")
Way: TypeAlias = tuple[str, int, int, int, Sequence[float]]
"""A step: its name, columns to the right, rows down, offset in the padded grid, and the costs of entering cells."""


WEST: Final = [step.name for step in STEPS].index("west")
"""The bit of a pattern that is set if the western neighbor is free."""


class Neighbors(NamedTuple):
    """The steps out of each cell. The grid is padded with obstacles: cell (x, y) is at (y + 1) * stride + x."""

    stride: int
    patterns: bytes
    """For each cell of the padded grid, a byte that has bit i set if the neighbor of step i is free."""
    ways: Sequence[Sequence[Way]]
    """The open steps, by pattern of free neighbors."""


class Grid:
    """A rectangular map that many problems can share. Cells are (x, y): column, then row, from the upper left.

    Parameters
    ----------
    cells:
        The map in one of these forms:

        - Text with rows on lines or separated by ``/``, or a list of rows of text. ``.`` is a free cell, ``#`` is an
          obstacle, and ``1`` to ``9`` are the costs of entering the cell. The symbols of the Moving AI Lab work too:
          ``G`` and ``S`` are free cells, and ``@``, ``O``, ``T`` and ``W`` are obstacles. In a maze of obstacles and
          spaces, a space is a free cell. Spaces around the rows of other maps are ignored.
        - Rows of numbers, or a two-dimensional numpy array, with the cost of entering each cell, above 0. ``inf`` or
          None is an obstacle.
        - A table of pandas or polars: its values, without the names of rows and columns.
        - Rows or an array of booleans. True is a free cell, and False is an obstacle.
    terrain:
        A dict of additional symbols with their costs, for example ``{"~": 5}``. It can also change the cost of a known
        symbol. The default is no additional symbols.
    wall:
        The number that marks an obstacle in rows or an array of numbers, for example 0. If all other cells are 0, as
        in a maze of 0 and 1 with ``wall=1``, they cost 1. With None (the default), only ``inf`` and None are obstacles.

    Attributes
    ----------
    width, height:
        The number of columns and the number of rows.
    rows:
        The rows of the map as text.
    cheapest:
        The smallest cost of a free cell, or 1 if no cell is free.

    Raises
    ------
    ValueError
        If the grid is empty or its rows have different widths, a cell is neither a known symbol nor a cost, or ``wall``
        is given with text or booleans. The message names the row or the cell.
    TypeError
        If a parameter has the wrong type.

    Notes
    -----
    The constructor takes O(cells) time. A grid takes a little more than 18 bytes per cell.

    Examples
    --------
    >>> grid = Grid("..#. / .5#. / ....")
    >>> grid.width, grid.height, grid.cost((1, 1)), grid.is_free((2, 0))
    (4, 3, 5, False)
    """

    def __init__(self, cells: Cells, *, terrain: Mapping[str, float] | None = None, wall: float | None = None) -> None:
        read = _read(cells, terrain, wall)
        self.width: Final = read.width
        self.height: Final = read.height
        # The map is padded with a column of obstacles between rows and a row of obstacles above and below, so no step
        # can leave it. A step has the same offset everywhere, and one byte per cell says which of its eight neighbors
        # are free.
        self._stride: Final = self.width + 1
        self.cheapest: Final = read.cheapest if read.cheapest < math.inf else 1
        self._patterns: Final = read.patterns
        self._ways: Final[dict[tuple[int, CornerRule], list[list[Way]]]] = {}
        self.compiled: Final[dict[Any, Any]] = {}  # Arrays and scans, shared by all problems on this grid.
        if read.array is None:
            vars(self).update(rows=read.rows, _straight=read.straight)
        else:
            self.compiled["array"] = read.array

    @cached_property
    def rows(self) -> tuple[str, ...]:
        """The rows of the map as text."""
        from astarlib.problems.grid.array_cells import drawn  # It loads numpy.

        return drawn(self.compiled["array"], self._stride)

    @cached_property
    def _straight(self) -> Sequence[float]:
        from astarlib.problems.grid.array_cells import listed_costs  # It loads numpy.

        return listed_costs(self.compiled["array"])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Grid):
            return NotImplemented
        return (self.rows, self._straight) == (other.rows, other._straight)

    def __hash__(self) -> int:
        return hash(self.rows)

    def __getstate__(self) -> dict[str, Any]:
        # The arrays can be made again.
        return {**vars(self), "rows": self.rows, "_straight": self._straight, "compiled": {}, "_ways": {}}

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.width} x {self.height} cells>"

    def __contains__(self, cell: object) -> bool:
        match cell:
            case (int(x), int(y)):
                return 0 <= x < self.width and 0 <= y < self.height
        return False

    def cost(self, cell: Cell) -> float:
        """Return the cost of entering a cell by a straight step, > 0 and as given. The cost of an obstacle is ``inf``.

        Parameters
        ----------
        cell:
            A cell (x, y) of the grid.

        Raises
        ------
        ValueError
            If the cell is outside the grid.

        Examples
        --------
        >>> grid = Grid(".3#")
        >>> grid.cost((1, 0)), grid.cost((2, 0))
        (3, inf)
        """
        return self._straight[self._place(cell)]

    def cell(self, *, row: int, column: int) -> Cell:
        """Return the cell (x, y) in a row and a column, for points of numpy and image libraries: ``(column, row)``.

        Parameters
        ----------
        row, column:
            The row and the column, counted from 0 at the upper left.

        Raises
        ------
        ValueError, TypeError
            If there is no such row or column, or it isn't a whole number.

        Examples
        --------
        >>> Grid("... / ...").cell(row=1, column=2)
        (2, 1)
        """
        return (
            check_int(column, "column", minimum=0, maximum=self.width - 1),
            check_int(row, "row", minimum=0, maximum=self.height - 1),
        )

    def rows_and_columns(self, path: Iterable[Cell]) -> tuple[list[int], list[int]]:
        """Return the rows and the columns of cells, as numpy indexes an array: ``array[rows, columns]``.

        Parameters
        ----------
        path:
            The cells, for example ``result.states``.

        Raises
        ------
        ValueError
            If a cell is outside the grid.

        Examples
        --------
        >>> Grid("... / ...").rows_and_columns([(2, 0), (2, 1)])
        ([0, 1], [2, 2])
        """
        cells = list(path)
        for cell in cells:
            self._place(cell)  # This call raises ValueError for a cell outside the grid.
        return [y for _, y in cells], [x for x, _ in cells]

    def with_costs(self, costs: Mapping[Cell, float | None]) -> Self:
        """Return a new grid with other costs of some cells and the same ``cheapest``. See `GridProblem.with_costs`.

        Parameters
        ----------
        costs:
            A dict ``{cell: cost}``. The cost ``inf`` or None makes the cell an obstacle.

        Raises
        ------
        ValueError
            If a cell is outside the grid, or a cost isn't a number > 0 or is smaller than ``cheapest``.

        Examples
        --------
        >>> Grid("...").with_costs({(1, 0): 7}).rows
        ('.7.',)
        """
        straight, diagonal, rows = list(self._straight), list(self._diagonal), list(self.rows)
        for cell, given in costs.items():
            place, (x, y) = self._place(cell), cell
            cost = read_cost(given, cell)
            if cost < self.cheapest:
                raise ValueError(
                    f"cell {cell} would cost {cost!r}, less than {self.cheapest!r}, the cheapest terrain of the "
                    "original grid, on which the heuristic relies; make a new grid and a new problem"
                )
            straight[place], diagonal[place] = cost, cost * DIAGONAL
            rows[y] = rows[y][:x] + symbol_of(cost) + rows[y][x + 1 :]
        other = copy.copy(self)
        patterns = patterns_of(straight, self._stride) if len(costs) > 0 else self._patterns
        vars(other).update(
            rows=tuple(rows), _straight=straight, _diagonal=diagonal, _patterns=patterns, _ways={}, compiled={}
        )
        return other

    def is_free(self, cell: Cell) -> bool:
        """Return True if a cell isn't an obstacle.

        Parameters
        ----------
        cell:
            A cell (x, y) of the grid.

        Raises
        ------
        ValueError
            If the cell is outside the grid.

        Examples
        --------
        >>> Grid(".#").is_free((1, 0))
        False
        """
        east = self._patterns[self._place(cell) + 1]  # With the costs, an array would become a list for one cell.
        return east >> WEST & 1 == 1

    def text(self, path: Iterable[Cell] = ()) -> str:
        """Return the rows of the map, one per line.
        ``A`` marks the first cell of a path, ``B`` its last, ``*`` the others.

        Parameters
        ----------
        path:
            The cells of the path, for example ``result.states``. The default is no path.

        Raises
        ------
        ValueError, TypeError
            If a cell is outside the grid, or ``path`` is a result.

        Examples
        --------
        >>> print(Grid("... / .#.").text([(0, 1), (0, 0), (1, 0)]))
        *B.
        A#.
        """
        if hasattr(path, "states"):
            raise TypeError(f"expected the cells of a path, not a {type(path).__name__}; write text(result.states)")
        rows = [list(row) for row in self.rows]
        cells = list(path)
        for x, y in cells:
            self._place((x, y))  # This call raises ValueError for a cell outside the grid.
            rows[y][x] = "*"
        for (x, y), mark in zip(cells[-1:] + cells[:1], "BA", strict=False):  # A is written last, so it wins.
            rows[y][x] = mark
        return "\n".join(map("".join, rows))

    @property
    def patterns(self) -> bytes:
        """For each cell of the padded grid, its pattern of free neighbors, as in `neighbors`."""
        return self._patterns

    def neighbors(self, connectivity: int, corner_rule: CornerRule) -> Neighbors:
        """Return the pattern of free neighbors of each cell, and the open steps of each pattern.

        Parameters
        ----------
        connectivity, corner_rule:
            The number of neighbors of a cell, 4 or 8, and the rule for diagonal steps.

        Examples
        --------
        >>> from astarlib.problems.grid import CornerRule
        >>> neighbors = Grid("..#").neighbors(4, CornerRule.BOTH_FREE)
        >>> left = neighbors.patterns[1 * neighbors.stride + 0]
        >>> [name for name, *_ in neighbors.ways[left]]
        ['east']
        """
        key = (connectivity, corner_rule)
        if key not in self._ways:
            self._ways[key] = [[self._way(*step) for step in steps] for steps in open_steps(*key)]
        return Neighbors(self._stride, self._patterns, self._ways[key])

    @cached_property
    def _diagonal(self) -> list[float]:
        return _scaled(self._straight, DIAGONAL)

    def costs_of_entering(self) -> tuple[Sequence[float], Sequence[float]]:
        """Return the costs of entering the cells of the padded grid, by a straight and by a diagonal step."""
        return self._straight, self._diagonal

    def _way(self, name: str, right: int, down: int) -> Way:
        costs = self._straight if right == 0 or down == 0 else self._diagonal
        return name, right, down, down * self._stride + right, costs

    def _place(self, cell: Cell) -> int:
        """Return the index of a cell in the padded grid. Raise ValueError if the cell is outside the grid."""
        if cell not in self:
            raise ValueError(
                f"cell {cell!r} is outside the grid of {self.width} columns and {self.height} rows; a cell is (x, y), "
                "column then row, from (0, 0)"
            )
        x, y = cell
        return (y + 1) * self._stride + x


def once(grid: Grid, key: object, make: Callable[[], T]) -> T:
    """Return the array, table or scan of a grid with this key. It's made once, for all problems on the grid."""
    if key not in grid.compiled:
        grid.compiled[key] = make()
    found: T = grid.compiled[key]
    return found


def cells_that_differ(one: Grid, other: Grid) -> list[Cell]:
    """Return the cells that have different costs in two grids of the same size."""
    now, before, stride = one._straight, other._straight, one.width + 1  # noqa: SLF001  # the same module
    if now is before:
        return []
    starts = [at for at in range(0, len(now), stride) if now[at : at + stride] != before[at : at + stride]]
    return [(x, at // stride - 1) for at in starts for x in range(one.width) if now[at + x] != before[at + x]]


def _read(cells: Cells, terrain: Mapping[str, float] | None, wall: float | None) -> CellsRead:
    found = None
    if not isinstance(cells, str | list | tuple) and isinstance(cells, Table):
        cells = cells.to_numpy()
    if terrain is None and type(cells).__module__ == "numpy":
        from astarlib.problems.grid.array_cells import read_array  # It loads numpy.

        found = read_array(cells, wall)
    return found or read_cells(cells if wall is None else without_walls(cells, wall), terrain)


def _scaled(costs: Sequence[float], factor: float) -> list[float]:
    some = costs[:: len(costs) // 1000 + 1]
    if 2 * len(set(some)) > len(some):  # If most costs differ, a dict of them would be slow and large.
        return [cost * factor for cost in costs]
    scaled = {cost: cost * factor for cost in set(costs)}  # Cells of equal cost share one float.
    return list(map(scaled.__getitem__, costs))


def refuse_obstacle(start: Cell, grid: Grid) -> None:
    """Raise ValueError unless a start is a free cell."""
    if not grid.is_free(start):
        raise ValueError(
            f"the start {start} is blocked by an obstacle; the start must be a free cell{_swapped(start, grid)}"
        )


def warn_of_swapped_goals(start: Cell, goals: Sequence[Cell], grid: Grid) -> None:
    """Warn if all goals are obstacles, so that there is no path, but the start and they were free as (row, column)."""
    if not any(map(grid.is_free, goals)) and all(_swapped(cell, grid) for cell in (start, *goals)):
        hint = "as (row, column), start and goal would be free" + _swapped(goals[0], grid)
        warnings.warn(f"the goal {goals[0]} is an obstacle, so there is no path; {hint}", stacklevel=4)


def _swapped(cell: Cell, grid: Grid) -> str:
    """Return a hint if the cell would be free as (row, column)."""
    x, y = cell
    fits = (y, x) in grid and grid.is_free((y, x))
    return f"; a cell is (x, y), column then row: did you mean {(y, x)}?" if fits else ""


def checked_cell(given: Cell, role: str, grid: Grid) -> Cell:
    """Return a start or a goal as a pair of ints. Raise TypeError or ValueError if it isn't a cell of the grid."""
    try:
        x, y = map(operator.index, given)
    except (TypeError, ValueError):
        hint = "; for several goals, write goals=[...]" if role == "goal" else ""
        raise TypeError(f"the {role} is {given!r}; expected two integers (x, y), column then row{hint}") from None
    if (x, y) not in grid:
        raise ValueError(
            f"the {role} {(x, y)} is outside the grid of {grid.width} columns (x) and {grid.height} rows (y)"
            f"{_swapped((x, y), grid)}"
        )
    return x, y
