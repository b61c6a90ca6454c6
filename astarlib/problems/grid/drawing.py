"""Drawings and animations of grids."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from astarlib._support.scene import Content, Item, Role, Stop, disc
from astarlib.drawing import Box, Dot, Drawing, Label, Map, Paint, Shape
from astarlib.problems.grid.cells import Cell
from astarlib.problems.grid.grid import Grid

_READABLE = 40  # On maps with more columns, a digit in each cell would be too small to read.


def drawn_grid(grid: Grid, start: Cell, goals: Sequence[Cell]) -> Map:
    """Return a drawing of the obstacles and the terrain, with A at the start and B at each goal, in O(cells)."""
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
    for letter, (x, y) in (("A", start), *(("B", goal) for goal in goals)):
        shapes.append(Label(x + 0.5 - size / 3, y + 0.5, size, letter))
    return Map(Drawing(grid.width, grid.height, tuple(shapes)))


def drawn_discs(cells: Mapping[tuple[float, float], bool], marks: Sequence[tuple[str, tuple[float, float]]]) -> Map:
    """Return a drawing of cells as discs around their centers, with letters. True cells cost more."""
    width, height = (max(centers) + 0.5 for centers in zip(*cells, strict=True))
    shapes: list[Shape] = [Box(0, 0, width, height)]
    shapes += [Dot(x, y, 0.48, Paint.TILE if cost else Paint.FAINT) for (x, y), cost in cells.items()]
    shapes += [Label(x - 0.25, y, 0.8, letter) for letter, (x, y) in marks]
    return Map(Drawing(width, height, tuple(shapes)), mark=0.9, is_round=True)


def _terrain(x: int, y: int, width: int, text: str) -> list[Box]:
    if text == "":
        return [Box(x, y, width, 1, Paint.FAINT)]
    return [Box(x + step, y, 1, 1, Paint.FAINT, text) for step in range(width)]


def animated_walk(grid: Grid, path: Sequence[Cell]) -> Content:
    """Return an animated map on which a walker leaves a trail."""
    dot, walker, end = 0.36, 0.76, 0.86
    items = [Item(Role.FREE, [Stop(0, 0, 0)], grid.width, grid.height), *_ground(grid)]
    middles = [(x + 0.5, y + 0.5) for x, y in path]
    items += [disc(Role.END, end, [(0, middles[0])]), disc(Role.END, end, [(0, middles[-1])])]
    items += [disc(Role.TRAIL, dot, [(frame, middle)]) for frame, middle in enumerate(middles)]
    items.append(disc(Role.WALKER, walker, enumerate(middles)))
    return grid.width, grid.height, items


def _ground(grid: Grid) -> Iterator[Item]:
    """Yield obstacles and cells above the cheapest cost. Adjacent cells of equal cost in a row become one item."""
    dearest = max((cost for cost in _costs(grid) if cost < math.inf), default=1)
    span = dearest - grid.cheapest or 1
    for y in range(grid.height):
        for cost, run in groupby(range(grid.width), lambda x: grid.cost((x, y))):  # noqa: B023  # The lambda is used before y changes.
            columns = list(run)
            if cost > grid.cheapest:
                role = Role.OBSTACLE if cost == math.inf else Role.TERRAIN
                strength = 1 if cost == math.inf else (cost - grid.cheapest) / span
                yield Item(role, [Stop(0, columns[0], y)], len(columns), strength=strength)


def _costs(grid: Grid) -> Iterator[float]:
    return (grid.cost((x, y)) for y in range(grid.height) for x in range(grid.width))
