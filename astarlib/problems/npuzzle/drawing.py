"""Boards as pictures."""

from __future__ import annotations

from astarlib.drawing import Box, Drawing, Paint
from astarlib.problems.npuzzle.board import Shape, State

_GAP = 0.06  # between two tiles, in widths of a cell


def drawn_board(state: State, goal: State, shape: Shape) -> Drawing:
    """The board; tiles that lie as in the goal are painted as given, the others as what is to be looked at."""
    rows, columns = shape
    boxes = []
    for cell, tile in enumerate(state):
        if tile > 0:
            row, column = divmod(cell, columns)
            paint = Paint.GIVEN if goal[cell] == tile else Paint.TILE
            boxes.append(Box(column + _GAP / 2, row + _GAP / 2, 1 - _GAP, 1 - _GAP, paint, str(tile)))
    return Drawing(columns, rows, tuple(boxes))
