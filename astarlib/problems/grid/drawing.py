"""Maps of grids as pictures."""

from __future__ import annotations

import math
from itertools import groupby

from astarlib.drawing import Box, Drawing, Label, Map, Paint, Shape
from astarlib.problems.grid.cells import Cell
from astarlib.problems.grid.grid import Grid

_READABLE = 40  # as many columns can have a digit in each cell


def drawn_grid(grid: Grid, start: Cell, goal: Cell) -> Map:
    """The map with its obstacles and terrain, and the letters A and B at the ends. O(cells)."""
    shapes: list[Shape] = [Box(0, 0, grid.width, grid.height)]
    for y in range(grid.height):
        x = 0
        for cost, cells in groupby(grid.cost((column, y)) for column in range(grid.width)):
            width = len(list(cells))
            if cost == math.inf:
                shapes.append(Box(x, y, width, 1, Paint.WALL))
            elif cost > grid.cheapest:
                shapes.extend(_terrain(x, y, width, f"{cost:g}" if grid.width <= _READABLE else ""))
            x += width
    size = max(0.8, min(grid.width, grid.height) / 16)
    for letter, (x, y) in (("A", start), ("B", goal)):
        shapes.append(Label(x + 0.5 - size / 3, y + 0.5, size, letter))
    return Map(Drawing(grid.width, grid.height, tuple(shapes)))


def _terrain(x: int, y: int, width: int, text: str) -> list[Box]:
    if text == "":
        return [Box(x, y, width, 1, Paint.FAINT)]
    return [Box(x + step, y, 1, 1, Paint.FAINT, text) for step in range(width)]
