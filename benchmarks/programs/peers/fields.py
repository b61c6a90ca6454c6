"""The grid for libraries that call a function for the neighbors of a cell."""

from __future__ import annotations

from typing import TypeAlias

from benchmarks.programs.instances import grid_512

Cell: TypeAlias = tuple[int, int]


class Field:
    """The free cells of the grid, their neighbors (clockwise from the north), and the Manhattan distance."""

    def __init__(self) -> None:
        self.rows, self.start, self.goal = grid_512()
        self.width, self.height = len(self.rows[0]), len(self.rows)
        self.free = {(x, y) for y, row in enumerate(self.rows) for x, symbol in enumerate(row) if symbol == "."}

    def h(self, cell: Cell) -> int:
        """Return the Manhattan distance."""
        return abs(cell[0] - self.goal[0]) + abs(cell[1] - self.goal[1])

    def neighbors(self, cell: Cell) -> list[Cell]:
        """Return the free neighbors of a cell."""
        x, y = cell
        free = self.free
        return [to for to in ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)) if to in free]

    def edges(self, cell: Cell) -> list[tuple[Cell, int]]:
        """Return the free neighbors of a cell with the cost of each step."""
        x, y = cell
        free = self.free
        return [(to, 1) for to in ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)) if to in free]

    def edges_by_cells(self, cell: Cell) -> list[tuple[Cell, Cell, int]]:
        """Return the free neighbors of a cell with the cost of each step, and the cell as the name of the step."""
        x, y = cell
        free = self.free
        return [(to, to, 1) for to in ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)) if to in free]
