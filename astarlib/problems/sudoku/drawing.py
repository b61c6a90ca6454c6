"""Drawings and animations of sudokus."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import chain, pairwise, product

from astarlib._support.scene import Content, Item, Role, Stop
from astarlib.drawing import Box, Drawing, Line, Paint, Shape

_THIN, _THICK = 0.02, 0.08  # Widths of lines, in cells.


def drawn_grid(
    symbols: Sequence[Sequence[int]],
    clues: Sequence[Sequence[int]],
    regions: Sequence[Sequence[Hashable]],
    extra_units: Sequence[Sequence[tuple[int, int]]] = (),
) -> Drawing:
    """Return a drawing of the grid with thick lines between regions. Clues have another color.
    A faint line connects the cells of an extra unit that touch each other.
    """
    size = len(symbols)
    shapes: list[Shape] = []
    for row, line in enumerate(symbols):
        for column, symbol in enumerate(line):
            paint = Paint.GIVEN if clues[row][column] > 0 else Paint.PLAIN
            shapes.append(Box(column, row, 1, 1, paint, "" if symbol == 0 else str(symbol)))
    for (row, column), (next_row, next_column) in chain.from_iterable(map(pairwise, extra_units)):
        if max(abs(row - next_row), abs(column - next_column)) == 1:
            shapes.append(Line(column - 0.5, row - 0.5, next_column - 0.5, next_row - 0.5, _THICK, Paint.FAINT))
    return Drawing(size, size, (*shapes, *_lines(regions)))


def _lines(regions: Sequence[Sequence[Hashable]]) -> list[Line]:
    """Return the thin lines between cells, then the thick lines between regions and around the grid."""
    size = len(regions)
    lines: dict[float, list[Line]] = {_THIN: [], _THICK: []}
    for at in range(size + 1):
        for along in range(size):
            is_outer = at in {0, size}
            for is_border, ends in (
                (is_outer or regions[at - 1][along] != regions[at][along], (along, at, along + 1, at)),
                (is_outer or regions[along][at - 1] != regions[along][at], (at, along, at, along + 1)),
            ):
                width, paint = (_THICK, Paint.INK) if is_border else (_THIN, Paint.FAINT)
                lines[width].append(Line(*ends, width, paint))
    return lines[_THIN] + lines[_THICK]


def animated_grid(regions: Sequence[Sequence[object]], grids: Sequence[Sequence[Sequence[int]]]) -> Content:
    """Return an animation of the grid in which symbols are written one after the other."""
    size = len(regions)
    cells = list(product(range(size), repeat=2))
    items = [Item(Role.CELL, [Stop(0, x, y)]) for y, x in cells]
    written: list[Item] = []
    cursor: list[Stop] = []
    for y, x in cells:
        frame = next((frame for frame, grid in enumerate(grids) if grid[y][x] > 0), None)
        if frame is not None:
            role = Role.CLUE if frame == 0 else Role.WRITTEN
            written.append(Item(role, [Stop(frame, x, y)], text=str(grids[frame][y][x])))
            cursor += [Stop(frame, x, y)] if frame > 0 else []
    cursor.sort()
    for here, (until, _, _) in zip(cursor, [*cursor[1:], Stop(len(grids), 0, 0)], strict=True):
        items.append(Item(Role.CURSOR, [here], until=until))
    return size, size, [*items, *written, *_borders(regions)]


def _borders(regions: Sequence[Sequence[object]]) -> Iterator[Item]:
    """Yield the lines around regions: a segment wherever two adjacent cells belong to different regions."""
    size, thick = len(regions), 0.08

    def region(y: int, x: int) -> object:
        return regions[y][x] if 0 <= y < size and 0 <= x < size else None

    for y, x in product(range(size + 1), repeat=2):
        if x < size and (y in {0, size} or region(y, x) != region(y - 1, x)):
            yield Item(Role.LINE, [Stop(0, x - thick / 2, y - thick / 2)], 1 + thick, thick)
        if y < size and (x in {0, size} or region(y, x) != region(y, x - 1)):
            yield Item(Role.LINE, [Stop(0, x - thick / 2, y - thick / 2)], thick, 1 + thick)
