"""Checks that a grid is a sudoku: its shape, its symbols, its regions, and clues without contradictions."""

from __future__ import annotations

import reprlib
from collections.abc import Hashable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from math import isqrt
from typing import Any, TypeVar

from astarlib._support.integers import check_int, whole_number
from astarlib._support.parameters import about

_MAX_ROWS = 100  # The tables of peers grow with the cube of the number of rows. Here they take 24 MB.

T = TypeVar("T")


def checked_square(given: Iterable[Iterable[T]], what: str) -> list[list[T]]:
    """Return the rows of a square, ``what`` in messages. Raise ValueError, which names the row, if it isn't one."""
    if isinstance(given, str):
        raise ValueError(  # noqa: TRY004  # Every error in a sudoku is a ValueError.
            f"the {what} must be rows, not one text; for text, use IrregularSudoku.from_text"
        )
    all_rows = _ordered(given, f"the {what}", "rows")
    rows = [_ordered(row, f"row {number} of the {what}", "cells") for number, row in enumerate(all_rows, 1)]
    size = len(rows)
    if size == 0:
        raise ValueError(f"the {what} are empty; a sudoku has at least one row")
    if size > _MAX_ROWS:
        raise ValueError(f"the {what} have {size} rows; the maximum is {_MAX_ROWS}")
    if all(len(row) == len(rows[0]) for row in rows) and len(rows[0]) != size:
        if size == 1:
            raise ValueError(
                f"the {what} are one row of {_count(len(rows[0]), 'cell')}; a sudoku has a square number of cells, and "
                "a classic one 81"
            )
        raise ValueError(
            f"the {what} are {_count(size, 'row')} of {_count(len(rows[0]), 'cell')}; "
            "a sudoku must have as many rows as columns"
        )
    for row, cells in enumerate(rows, 1):
        if len(cells) != size:
            raise ValueError(
                f"row {row} of the {what} has {_count(len(cells), 'cell')}; with {size} rows it must have {size}"
            )
    return rows


def checked_symbols(rows: Sequence[Sequence[object]]) -> list[int]:
    """Return the symbols of square ``rows`` in reading order, each from 0 (empty) to the number of rows.
    Raise ValueError, which names the row, the column and the symbol, if one is out of range.
    """
    size = len(rows)
    symbols: list[int] = []
    for given in (symbol for row in rows for symbol in row):
        row, column = divmod(len(symbols), size)
        symbol = whole_number(given)
        if symbol is None:
            hint = "; for text, use IrregularSudoku.from_text" if isinstance(given, str) else ""
            raise ValueError(f"row {row + 1}, column {column + 1}: {reprlib.repr(given)} isn't an integer{hint}")
        if not 0 <= symbol <= size:
            raise ValueError(
                f"row {row + 1}, column {column + 1}: symbol {reprlib.repr(symbol)} is out of range; "
                f"symbols are 1 to {size}, and 0 is an empty cell"
            )
        symbols.append(symbol)
    return symbols


def checked_regions(labels: Sequence[Sequence[Hashable]], size: int) -> list[int]:
    """Return the region of each cell in reading order. Regions are numbered from 0 in the order of their labels.
    Raise ValueError, which names the wrong region, if there aren't ``size`` regions of ``size`` cells.
    """
    if len(labels) != size:
        raise ValueError(f"the cells are {size} x {size}, but the regions are {len(labels)} x {len(labels)}")
    numbers: dict[Hashable, int] = {}
    regions: list[int] = []
    for label in (label for row in labels for label in row):
        try:
            regions.append(numbers.setdefault(label, len(numbers)))
        except TypeError as error:
            row, column = divmod(len(regions), size)
            raise ValueError(
                f"row {row + 1}, column {column + 1}: {reprlib.repr(label)} isn't hashable, so it can't name a region"
            ) from error
    _check_sizes(list(numbers), regions, size)
    return regions


def _check_sizes(names: Sequence[Hashable], regions: Sequence[int], size: int) -> None:
    """Raise ValueError unless each region has ``size`` cells. Then there are also ``size`` regions."""
    counts = [0] * len(names)
    for region in regions:
        counts[region] += 1
    # The smallest regions are named first, because a typing mistake makes a small region.
    wrong = sorted((region for region in range(len(names)) if counts[region] != size), key=counts.__getitem__)
    if len(wrong) == 0:
        return
    faults = []
    for region in wrong[:3]:
        row, column = divmod(regions.index(region), size)
        name = reprlib.repr(names[region])
        faults.append(f"region {name} (from row {row + 1}, column {column + 1}) has {counts[region]}")
    more = ", ..." if len(wrong) > len(faults) else ""
    raise ValueError(
        f"{_count(size, 'region')} of {_count(size, 'cell')} are needed, there are {len(names)}: "
        f"{', '.join(faults)}{more}"
    )


def diagonals(size: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return the two long diagonals of a grid, for ``extra_units`` of :class:`IrregularSudoku`: cells counted from 1.

    Parameters
    ----------
    size:
        The number of rows, at least 1.

    Raises
    ------
    ValueError, TypeError
        If ``size`` isn't an int >= 1.

    Examples
    --------
    >>> diagonals(3)
    (((1, 1), (2, 2), (3, 3)), ((1, 3), (2, 2), (3, 1)))
    """
    numbers = range(1, check_int(size, "size", minimum=1) + 1)
    return tuple((row, row) for row in numbers), tuple((row, size + 1 - row) for row in numbers)


def checked_extra_units(given: Iterable[Iterable[tuple[int, int]]], size: int) -> list[list[int]]:
    """Return the extra units as numbers of cells. Raise ValueError if one isn't ``size`` different cells."""
    units = []
    for number, unit in enumerate(_ordered(given, "extra_units", "units"), 1):
        cells = []
        for cell in _ordered(unit, f"extra unit {number}", "cells"):
            at = [whole_number(place) or 0 for place in cell] if isinstance(cell, tuple | list) else []
            if len(at) != 2 or not all(1 <= place <= size for place in at):
                raise ValueError(
                    f"extra unit {number} has the cell {reprlib.repr(cell)}; expected (row, column), two integers from "
                    f"1 to {size}"
                )
            cells.append((at[0] - 1) * size + at[1] - 1)
        if len(cells) != size or len(set(cells)) != size:
            raise ValueError(
                f"extra unit {number} has {_count(len(set(cells)), 'different cell')}; it must have {size}, one for "
                "each symbol"
            )
        units.append(cells)
    return units


def check_clues(
    symbols: Sequence[int],
    regions: Sequence[int],
    labels: Sequence[Sequence[Hashable]],
    extra_units: Iterable[Iterable[int]] = (),
) -> None:
    """Raise ValueError with both positions if a symbol occurs twice in a row, column, region or extra unit."""
    size = len(labels)
    first: dict[tuple[str, int, int], int] = {}
    for cell, symbol in enumerate(symbols):
        if symbol == 0:
            continue
        row, column = divmod(cell, size)
        for unit in (("row", row, symbol), ("column", column, symbol), ("region", regions[cell], symbol)):
            other = first.setdefault(unit, cell)
            if other != cell:
                raise ValueError(_clash(unit[0], symbol, divmod(other, size), (row, column), labels[row][column]))
    for number, members in enumerate(extra_units, 1):
        seen: dict[int, int] = {}
        for cell in members:
            other = seen.setdefault(symbols[cell], cell)
            if symbols[cell] > 0 and other != cell:
                places = _places(divmod(other, size), divmod(cell, size))
                raise ValueError(f"extra unit {number} has {symbols[cell]} twice, {places}")


def _places(one: tuple[int, int], other: tuple[int, int]) -> str:
    return f"in row {one[0] + 1}, column {one[1] + 1} and in row {other[0] + 1}, column {other[1] + 1}"


def _clash(unit: str, symbol: int, one: tuple[int, int], other: tuple[int, int], label: Hashable) -> str:
    (row, column), (other_row, other_column) = one, other
    if unit == "row":
        return f"row {row + 1} has {symbol} twice, in columns {column + 1} and {other_column + 1}"
    if unit == "column":
        return f"column {column + 1} has {symbol} twice, in rows {row + 1} and {other_row + 1}"
    return f"region {reprlib.repr(label)} has {symbol} twice, {_places(one, other)}"


def box_regions(size: int, box: tuple[int, int] | None) -> list[list[int]]:
    """Return the regions of classic sudoku: boxes of ``box`` = (rows, columns), numbered from 1 in reading order.
    Without ``box``, they are square. Raise ValueError if boxes of that shape don't tile a grid of ``size`` rows.
    """
    if box is None:
        side = isqrt(size)
        if side * side != size:
            message = f"a grid of {size} rows has no square regions of {size} cells; give the box, or the regions"
            raise about("box", ValueError(message))
        box = (side, side)
    sides = [whole_number(side) for side in box] if isinstance(box, tuple | list) else []
    rows, columns = [side or 0 for side in sides] if len(sides) == 2 else (0, 0)
    if rows < 1 or columns < 1:
        raise ValueError(f"box must be (rows, columns), two integers of at least 1, not {reprlib.repr(box)}")
    if rows * columns != size:
        raise ValueError(f"regions of {size} cells are needed; box=({rows}, {columns}) has {rows * columns}")
    across = size // columns
    return [[row // rows * across + column // columns + 1 for column in range(size)] for row in range(size)]


def _ordered(given: object, name: str, what: str) -> list[Any]:  # The items are rows, cells or labels.
    """Return the items of ``given``. Raise ValueError for a set or a mapping, which has no fixed order."""
    if not isinstance(given, Iterable) or isinstance(given, Mapping | AbstractSet):
        raise ValueError(f"{name} must be a sequence of {what}, not {reprlib.repr(given)}")  # noqa: TRY004  # as above
    return list(given)


def units_of(regions: Sequence[int], size: int) -> list[list[int]]:
    """Return the cells of each row, then of each column, then of each region. ``regions`` has a number per cell."""
    cells = range(size * size)
    rows = [list(cells[row * size : (row + 1) * size]) for row in range(size)]
    columns = [list(cells[column::size]) for column in range(size)]
    members: list[list[int]] = [[] for _ in range(size)]
    for cell, region in enumerate(regions):
        members[region].append(cell)
    return rows + columns + members


def peers_of(units: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return, for each cell, the other cells that share a unit with it."""
    peers: dict[int, set[int]] = {cell: set() for unit in units for cell in unit}
    for unit in units:
        for cell in unit:
            peers[cell].update(unit)
    return [sorted(peers[cell] - {cell}) for cell in sorted(peers)]


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
