"""Drawings and animations of boards."""

from __future__ import annotations

from collections.abc import Sequence

from astarlib._support.scene import Content, Item, Role, Stop
from astarlib.drawing import Box, Drawing, Paint
from astarlib.problems.npuzzle.board import Shape, State

_GAP = 0.06  # The gap between two tiles, in cells.


def drawn_board(state: State, goal: State, shape: Shape) -> Drawing:
    """Return a drawing of the board. Tiles in their goal cells have another color."""
    rows, columns = shape
    boxes = []
    for cell, tile in enumerate(state):
        if tile > 0:
            row, column = divmod(cell, columns)
            paint = Paint.GIVEN if goal[cell] == tile else Paint.TILE
            boxes.append(Box(column + _GAP / 2, row + _GAP / 2, 1 - _GAP, 1 - _GAP, paint, str(tile)))
    return Drawing(columns, rows, tuple(boxes))


def animated_board(shape: Shape, states: Sequence[State]) -> Content:
    """Return an animation of the board in which tiles slide from state to state."""
    rows, columns = shape
    stops: dict[int, list[Stop]] = {tile: [] for tile in sorted(states[0]) if tile != 0}
    for frame, state in enumerate(states):
        for cell, tile in enumerate(state):
            y, x = divmod(cell, columns)
            if tile != 0 and (len(stops[tile]) == 0 or stops[tile][-1][1:] != (x, y)):
                stops[tile].append(Stop(frame, x, y))
    tiles = [Item(Role.SLIDER, places, text=str(tile)) for tile, places in stops.items()]
    return columns, rows, [Item(Role.BOARD, [Stop(0, 0, 0)], columns, rows), *tiles]
