"""Sudoku grids as pictures."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from astarlib.drawing import Box, Drawing, Line, Paint, Shape

_THIN, _THICK = 0.02, 0.08  # lines, in widths of a cell


def drawn_grid(
    symbols: Sequence[Sequence[int]], clues: Sequence[Sequence[int]], regions: Sequence[Sequence[Hashable]]
) -> Drawing:
    """The grid with thick lines between regions; clues are painted as given."""
    size = len(symbols)
    shapes: list[Shape] = []
    for row, line in enumerate(symbols):
        for column, symbol in enumerate(line):
            paint = Paint.GIVEN if clues[row][column] > 0 else Paint.PLAIN
            shapes.append(Box(column, row, 1, 1, paint, "" if symbol == 0 else str(symbol)))
    return Drawing(size, size, (*shapes, *_lines(regions)))


def _lines(regions: Sequence[Sequence[Hashable]]) -> list[Line]:
    """The thin lines between cells, then the thick ones between regions and around the grid."""
    size = len(regions)
    lines: dict[float, list[Line]] = {_THIN: [], _THICK: []}
    for at in range(size + 1):
        for along in range(size):
            across = at in {0, size} or regions[at - 1][along] != regions[at][along]
            width = _THICK if across else _THIN
            lines[width].append(Line(along, at, along + 1, at, width, Paint.INK if across else Paint.FAINT))
            across = at in {0, size} or regions[along][at - 1] != regions[along][at]
            width = _THICK if across else _THIN
            lines[width].append(Line(at, along, at, along + 1, width, Paint.INK if across else Paint.FAINT))
    return lines[_THIN] + lines[_THICK]
