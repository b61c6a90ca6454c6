"""Readers that turn boards in several input formats into flat tuples. Their errors name the wrong position."""

from __future__ import annotations

import re
import reprlib
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from math import isqrt
from typing import Any, TypeAlias

from astarlib._support.integers import whole_number
from astarlib._support.parameters import about
from astarlib._support.plain_values import plain_number
from astarlib._support.text_input import lines_of_content
from astarlib.problems.npuzzle.board import Shape, State, default_goal

Board: TypeAlias = str | Iterable[int] | Iterable[Iterable[int]]
"""The forms of a board that NPuzzle accepts: text, tiles row by row, or rows of tiles."""

_MAX_CELLS = 10**6
_DASH = re.compile(r"(?<=[0-9._])(?: - |-)(?=[0-9._])")
_GLUED = re.compile(r"[0-9._]{2,}")  # A row of one tile would be too narrow, so each character is a tile.
_WHOLE_NUMBER = re.compile(r"-?[0-9]{1,18}")  # int() is slow, or fails, for thousands of digits.


def read_boards(tiles: Board, goal: Board | None, shape: Shape | None) -> tuple[State, State, Shape]:
    """Return the start, the goal, and the shape that they share, in linear time.

    Boards are text, tiles row by row, or rows of tiles. In text such as "1 2 3 / 4 5 6 / 7 8 0", rows are on lines or
    separated by ``/``, tiles are separated by spaces, commas or dashes, and the blank is ``0``, ``.`` or ``_``. Without
    separators, as in "123/456/780", each character is a tile. Comments after ``#`` are ignored. Raise ValueError, which
    names the position and the tile, if a board is wrong or the shapes contradict each other.
    """
    start, start_shape = _read(tiles, "board")
    end, end_shape = ([], None) if goal is None else _read(goal, "goal")
    claims = {"shape": None if shape is None else checked_shape(shape)}
    claims |= {"the board as written": start_shape, "the goal as written": end_shape}
    shape = _agreed_shape(len(start), claims)
    state = _checked(start, shape, "board")
    return state, default_goal(shape) if goal is None else _checked(end, shape, "goal"), shape


def read_goal(goal: Board | None, shape: Shape) -> State:
    """Return a goal of that shape. With None, it's :func:`default_goal`, which may have at most a million cells."""
    shape = checked_shape(shape)
    if goal is None and shape[0] * shape[1] > _MAX_CELLS:
        raise ValueError(
            f"shape {_sizes(shape)} is too large: without a goal, a board can have at most {_MAX_CELLS} cells"
        )
    if goal is None:
        return default_goal(shape)
    end, written = _read(goal, "goal")
    return _checked(end, _agreed_shape(len(end), {"shape": shape, "the goal as written": written}), "goal")


def checked_shape(shape: Shape) -> Shape:
    """Return ``shape`` as two integers. Raise ValueError if it isn't a pair of whole numbers >= 2."""
    try:
        rows, columns = (whole_number(size) or 0 for size in shape)
    except (TypeError, ValueError):
        rows = columns = 0
    if rows < 2 or columns < 2:
        raise ValueError(f"shape must be (rows, columns), two whole numbers of at least 2, not {reprlib.repr(shape)}")
    return rows, columns


def _read(given: Board, what: str) -> tuple[list[int], Shape | None]:
    """Return the tiles row by row, and the shape if they are written in rows."""
    if not isinstance(given, Iterable) or isinstance(given, Mapping | AbstractSet):  # A set has no fixed order.
        raise ValueError(  # noqa: TRY004  # Every error in a board is a ValueError.
            f"the {what} must be text, tiles row by row, or rows of tiles, not {reprlib.repr(given)}"
        )
    items: list[Any] = [*(_text_items(given) if isinstance(given, str) else given)]  # Any: rows, or tiles
    in_rows = any(map(_is_row, items))
    for number, item in enumerate(items if in_rows else [], 1):
        if not _is_row(item):
            raise ValueError(f"row {number} of the {what} is {reprlib.repr(item)}, but other rows are rows of tiles")
    rows = enumerate(items if in_rows else [items], 1)
    read = [_tiles(cells, row if in_rows else None, what) for row, cells in rows]
    for number, row in enumerate(read, 1):
        if len(row) != len(read[0]):
            raise ValueError(f"row {number} of the {what} has {_count(row)}, but row 1 has {_count(read[0])}")
    if len(read[0]) == 0:
        raise ValueError(f"the {what} is empty; a board must be at least 2 x 2")
    return [tile for row in read for tile in row], (len(read), len(read[0])) if in_rows else None


def _text_items(text: str) -> Iterable[object]:
    """Return the rows, or the tiles if there is only one line. Words that aren't numbers are kept as words."""
    lines = [_DASH.sub(",", row.strip()) for line in lines_of_content(text) for row in line.split("/")]
    if all(_GLUED.fullmatch(line) for line in lines if line != ""):  # As in 123/456/780.
        lines = [" ".join(line) for line in lines]
    rows = [
        [_symbol(word) for part in line.removesuffix(",").split(",") for word in part.split() or [""]]
        for line in lines
        if line != ""
    ]
    return rows[0] if len(rows) == 1 else rows


def _symbol(word: str) -> int | str:
    if word in {".", "_"}:
        return 0
    return int(word) if _WHOLE_NUMBER.fullmatch(word) else word


def _is_row(item: object) -> bool:
    return isinstance(item, Iterable) and not isinstance(item, str)


def _tiles(cells: Iterable[object], row: int | None, what: str) -> list[int]:
    found: list[int] = []
    for column, cell in enumerate(cells, 1):
        try:
            tile = plain_number(cell)
        except TypeError:  # an array
            tile = None
        number = int(tile) if isinstance(tile, float) and tile.is_integer() else whole_number(tile)
        if number is None:
            place = f"place {column}" if row is None else f"row {row}, column {column}"
            raise ValueError(
                f"{place} of the {what}: {reprlib.repr(cell)} isn't a tile; expected a whole number (0 is the blank)"
            )
        found.append(number)
    return found


def _agreed_shape(count: int, claims: dict[str, Shape | None]) -> Shape:
    """Return the shape that all arguments share. If none has a shape, return that of a square of ``count`` cells."""
    made = [(name, shape) for name, shape in claims.items() if shape is not None]
    for name, shape in made:
        if shape != made[0][1]:
            raise ValueError(f"{made[0][0]} is {_sizes(made[0][1])}, but {name} is {_sizes(shape)}")
    if made:
        return made[0][1]
    side = isqrt(count)
    if side * side != count:
        message = f"{count} tiles, including the blank, don't fill a square; give the shape, or write the board in rows"
        raise about("shape", ValueError(message))
    return side, side


def _checked(tiles: list[int], shape: Shape, what: str) -> State:
    """Return the tiles as a state. Raise ValueError unless each tile of a board of that shape occurs once."""
    rows, columns = shape
    if rows < 2 or columns < 2:
        raise ValueError(f"the {what} is {_sizes(shape)}; a board must be at least 2 x 2")
    if rows * columns != len(tiles):
        raise ValueError(
            f"the {what} has {_count(tiles)}, including the blank, but a board of {_sizes(shape)} has {rows * columns}"
        )
    first: dict[int, int] = {}
    for cell, tile in enumerate(tiles):
        if not 0 <= tile < len(tiles):
            raise ValueError(
                f"{_place(cell, columns)} of the {what}: there is no tile {tile}; a board of {_sizes(shape)} has the "
                f"tiles 1 to {len(tiles) - 1} and the blank 0 (missing: {_missing(tiles)})"
            )
        if tile in first:
            raise ValueError(
                f"{'the blank 0' if tile == 0 else f'tile {tile}'} occurs twice in the {what}, in "
                f"{_place(first[tile], columns)} and in {_place(cell, columns)} (missing: {_missing(tiles)})"
            )
        first[tile] = cell
    return tuple(tiles)


def _missing(tiles: list[int]) -> str:
    absent = sorted(set(range(len(tiles))).difference(tiles))
    return ", ".join(map(str, absent[:5])) + (", ..." if len(absent) > 5 else "")


def _count(tiles: list[int]) -> str:
    return f"{len(tiles)} {'tile' if len(tiles) == 1 else 'tiles'}"


def _place(cell: int, columns: int) -> str:
    return f"row {cell // columns + 1}, column {cell % columns + 1}"


def _sizes(shape: Shape) -> str:
    return f"{shape[0]} x {shape[1]}"
