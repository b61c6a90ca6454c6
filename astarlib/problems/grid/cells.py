"""A reader that turns grids in several input formats into rows of costs. Its errors name the wrong cell."""

from __future__ import annotations

import math
import reprlib
import sys
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from inspect import cleandoc
from itertools import chain, repeat
from operator import lt
from typing import Any, Final, NamedTuple, Protocol, TypeAlias, runtime_checkable

from astarlib._support.parameters import about
from astarlib._support.plain_values import plain_value
from astarlib.problems.grid.steps import STEPS

Cell: TypeAlias = tuple[int, int]
"""A cell (x, y): column, then row, both counted from 0 at the upper left."""


@runtime_checkable
class Array(Protocol):
    """The part of a numpy array that astarlib uses to read a grid. This module doesn't import numpy."""

    def tolist(self) -> Any:  # The element type of the nested lists is unknown.
        """Return the array as nested lists."""
        ...


@runtime_checkable
class Table(Protocol):
    """The part of a table of pandas or polars that astarlib uses to read a grid."""

    def to_numpy(self) -> Any:  # The element type of the array is unknown.
        """Return the values as a two-dimensional array."""
        ...


Cells: TypeAlias = str | Iterable[str] | Iterable[Iterable[float | str | bool | None]] | Array | Table
"""The forms of a grid that Grid accepts: text, rows of text or of values, or a two-dimensional array or a table."""

SYMBOLS: Final[Mapping[str, float]] = {
    **dict.fromkeys(".GS", 1),
    **dict.fromkeys("#@OTW", math.inf),
    **{str(cost): cost for cost in range(1, 10)},
}
"""The cost of entering a cell, by symbol: the symbols of the Moving AI Lab, "#", and digits for terrain."""


_NUMBERS: Final = frozenset({int, float, bool})
_SHOWN: Final[dict[float, str]] = {math.inf: "#", 1: ".", **{cost: str(cost) for cost in range(2, 10)}}
"""The symbol that shows a cost in a text. The symbol of other costs is +."""


_ADVICE: Final = {
    ("PIL", "Image"): "pass an array that is True where a cell is free: Grid(np.array(image.convert('L')) > 128)",
}
"""The code to write for an image of another library, by the package and the name of its class."""


class CellsRead(NamedTuple):
    """The cells of a grid. The grid is padded: it has a column of obstacles between rows and a row above and below."""

    width: int
    height: int
    cheapest: float
    """The smallest cost of a free cell, or ``inf``."""
    patterns: bytes
    """For each cell of the padded grid, its pattern of free neighbors. See `patterns_of`."""
    rows: tuple[str, ...] = ()
    """The rows as text. With ``array``, this and ``straight`` are empty."""
    straight: Sequence[float] = ()
    """The costs of entering the cells of the padded grid. The cost of an obstacle is ``inf``."""
    array: Any = None
    """The costs as a numpy array, where the cost of an obstacle is 0. See `compiled.costs_of`."""


def read_cells(given: Cells, terrain: Mapping[str, float] | None) -> CellsRead:
    """Return the cells of a grid. Raise ValueError, which names the row or the cell, or TypeError if it has none."""
    symbols = {**SYMBOLS, **checked_terrain({} if terrain is None else terrain)}
    rows = _rows(given, symbols)
    if " " not in symbols and _is_maze(rows, symbols):
        symbols[" "] = 1
        rows = _maze(given, rows)
    drawn: list[str] = []
    costs: list[list[float]] = []
    for y, row in enumerate(rows):
        line = _costs(row, y, symbols)
        if len(line) == 0:
            raise ValueError(f"row {y} of the grid is empty")
        if len(costs) > 0 and len(line) != len(costs[0]):
            raise ValueError(
                f"row {y} of the grid has width {len(line)}, but row 0 has width {len(costs[0])}; all rows must have "
                "the same width (rows are counted from 0)"
            )
        costs.append(line)
        drawn.append(row if isinstance(row, str) else "".join(map(_SHOWN.get, line, repeat("+"))))
    if len(costs) == 0:
        raise ValueError("the grid is empty; it needs at least one row")
    width, border = len(costs[0]), [math.inf] * (len(costs[0]) + 1)
    padded = [*border, *chain.from_iterable((*line, math.inf) for line in costs), *border]
    return CellsRead(width, len(costs), min(padded), patterns_of(padded, width + 1), rows=tuple(drawn), straight=padded)


def free_cells(costs: Iterable[float]) -> bytes:
    """Return a byte for each cost: 1 if it's the cost of a free cell, else 0."""
    return bytes(map(lt, costs, repeat(math.inf)))


def patterns_of(costs: Sequence[float], stride: int) -> bytes:
    """Return a byte for each cell of a padded grid. Its bit i is set if the neighbor of step i is free."""
    free, length = int.from_bytes(free_cells(costs), "little"), len(costs)
    pattern = 0
    for i, step in enumerate(STEPS):
        # Shifting by a step's offset aligns every cell with its neighbor in one operation. Bit i is still 0 everywhere.
        shift = 8 * (step.down * stride + step.right) - i
        pattern |= free >> shift if shift > 0 else free << -shift
    return (pattern & (1 << 8 * length) - 1).to_bytes(length, "little")


def without_walls(given: Cells, wall: float) -> Cells:
    """Return rows of numbers in which each cell that equals ``wall`` is None, an obstacle.
    If all others are 0, they cost 1.
    Raise TypeError if ``wall`` isn't a number, and ValueError, which names the cell, if one is text or a boolean.
    """
    if isinstance(wall, bool) or not isinstance(plain_value(wall), int | float):
        raise TypeError(f"wall must be the number of an obstacle, for example 0, not {reprlib.repr(wall)}")
    if isinstance(given, str):
        raise _wall_error("the grid", given)
    rows = [_without_walls(row, y, wall) for y, row in enumerate(_rows(given, SYMBOLS))]
    if wall != 0 and all(isinstance(row, list) and all(cell is None or cell == 0 for cell in row) for row in rows):
        return [[None if cell is None else 1 for cell in row] for row in rows]
    return rows


def _without_walls(row: Any, y: int, wall: float) -> Any:
    if isinstance(row, str):
        raise _wall_error(f"row {y} of the grid", row)
    if not isinstance(row, Iterable) or isinstance(row, Mapping | AbstractSet):
        return row  # The reader of rows refuses it.
    cells = [plain_value(cell) for cell in (row.tolist() if isinstance(row, Array) else row)]
    for x, cell in enumerate(cells):
        if isinstance(cell, str | bool):
            raise _wall_error(f"cell {(x, y)}", cell)
    return [None if isinstance(cell, int | float) and cell == wall else cell for cell in cells]


def _wall_error(where: str, value: object) -> ValueError:
    return ValueError(
        f"{where} is {reprlib.repr(value)}, but wall= is only for numbers; in text, give the symbol of an obstacle the "
        "cost inf with terrain=, and in booleans, False is an obstacle"
    )


def _rows(given: Cells, symbols: Mapping[str, float]) -> Sequence[Any]:
    for base in type(given).__mro__:
        if (advice := _ADVICE.get((base.__module__.partition(".")[0], base.__name__))) is not None:
            raise TypeError(f"a grid can't be {reprlib.repr(given).partition(chr(10))[0]}; {advice}")
    rows = given.tolist() if isinstance(given, Array) else given
    if isinstance(rows, str):
        _refuse_file_name(rows, symbols)
        rows = rows.removeprefix("\ufeff")  # a byte order mark
        rows = rows.splitlines() if "\n" in rows else rows.split("/")
        # Spaces around a row are ignored, unless a space is a terrain symbol.
        rows = rows if " " in symbols else [row.strip() for row in rows]
        filled = [y for y, row in enumerate(rows) if row != ""]
        rows = rows[filled[0] : filled[-1] + 1] if len(filled) > 0 else []
    if not isinstance(rows, Iterable) or isinstance(rows, Mapping | AbstractSet):  # A set has no fixed order.
        raise TypeError(f"a grid must be text, rows, or a two-dimensional array, not {reprlib.repr(given)}")
    return list(rows)


def _refuse_file_name(text: str, symbols: Mapping[str, float]) -> None:
    """Raise ValueError if the text looks like the name of a file: one row with an ending, such as ``map.txt``."""
    name = text.strip()
    stem, dot, ending = name.rpartition(".")
    if "\n" not in name and dot == "." and stem.strip("./\\ ") and ending.isalnum() and not set(ending) <= set(symbols):
        raise ValueError(f"the grid is {reprlib.repr(text)}, which looks like the name of a file; pass its text: "
                         f"open({reprlib.repr(name)}).read()")  # fmt: skip


def _is_maze(rows: Sequence[Any], symbols: Mapping[str, float]) -> bool:
    """Return True if the rows are a maze, where a space is free. ValueError if spaces may also separate the cells."""
    if not all(isinstance(row, str) for row in rows) or not any(" " in row for row in rows):
        return False
    if all(symbols.get(symbol) != math.inf for symbol in set(chain.from_iterable(rows))):
        return False
    if all(len(row) % 2 == 1 and row[1::2].isspace() and " " not in row[::2] for row in rows):
        raise ValueError(
            f"the cells of row 0, {reprlib.repr(rows[0])}, have spaces between them; remove the spaces, or pass "
            'terrain={" ": 1} if they are free cells'
        )
    return True


def _maze(given: Cells, rows: Sequence[str]) -> list[str]:
    """Return the rows of a maze with the same width, because editors remove the spaces at the end of a line."""
    if isinstance(given, str):
        if "\n" not in given:
            return list(rows)
        given = given.removeprefix("\ufeff")
        rows = given.rstrip().splitlines()
        # The lines of a text in a program may be indented, often except the first. In a file, these spaces are cells.
        if given.startswith("\n") or _is_indented(rows):
            rows = cleandoc(given).splitlines()
    width = max(len(row.rstrip()) for row in rows)
    return [row.rstrip().ljust(width) for row in rows]


def _is_indented(rows: Sequence[str]) -> bool:
    """Return True if all rows except the first are indented, and so they are wider than the first."""
    widths = set(map(len, map(str.rstrip, rows)))
    return len(widths) > 1 and not rows[0].startswith(" ") and all(row[:1].strip() == "" for row in rows[1:])


def _costs(row: Any, y: int, symbols: Mapping[str, float]) -> list[float]:
    if not isinstance(row, Iterable) or isinstance(row, Mapping | AbstractSet):
        raise TypeError(f"row {y} of the grid is {reprlib.repr(row)}; expected text or a list of cells")
    cells = list(row.tolist() if isinstance(row, Array) else row)
    if isinstance(row, str) and symbols.keys() >= set(cells):  # The usual case has a fast path.
        return [symbols[symbol] for symbol in cells]
    kinds = set(map(type, cells))
    if kinds == {float} and all(map(lt, repeat(0), cells)):  # Often all costs differ. The test also refuses NaN.
        return cells
    if len(kinds) == 1 and kinds <= _NUMBERS:  # Other types can be equal and mean something else, such as 0 and False.
        try:
            known = {cell: read_cost(cell, (0, y), symbols) for cell in set(cells)}
        except ValueError:
            pass  # The loop below finds the wrong cell.
        else:
            return list(map(known.__getitem__, cells))
    return [read_cost(cell, (x, y), symbols) for x, cell in enumerate(cells)]


def read_cost(cell: object, at: Cell, symbols: Mapping[str, float] = SYMBOLS) -> float:
    """Return the cost of entering a cell. Raise ValueError if it isn't a number > 0, inf or None, or a known symbol."""
    cell = plain_value(cell)
    match cell:
        case str() if cell in symbols:
            return symbols[cell]
        case str() if cell in {"\n", "\r"}:
            raise ValueError(f"cell {at} is {cell!r}, the end of a line; pass the text of the file, file.read()")
        case str():
            example = "{'0': 1, '1': math.inf}" if cell == "0" else f"{{{reprlib.repr(cell)}: 2}}"
            known = (
                f"the known symbols are {' '.join(symbols)}; give other symbols a cost with terrain, for example "
                f"Grid(cells, terrain={example}), or inf for an obstacle"
            )
            raise about("terrain", ValueError(f"cell {at} is {reprlib.repr(cell)}; {known}"))
        case True:
            return 1
        case False | None:
            return math.inf
    if _is_cost(cell):
        return cell  # type: ignore[return-value]  # It compares like a number.
    hint = (
        ". If 0 marks a free cell and 1 an obstacle, pass Grid(cells, wall=1), without other numbers. If 0 marks an "
        "obstacle, pass Grid(cells, wall=0); otherwise pass booleans (True is free)"
        if cell == 0
        else ""
    )
    raise ValueError(
        f"cell {at} is {reprlib.repr(cell)}; expected the cost of entering it, a number > 0 (inf or None for an "
        f"obstacle){hint}"
    )


def _is_cost(value: Any) -> bool:
    try:
        return bool(0 < value <= sys.float_info.max or value == math.inf)
    except (TypeError, ValueError):  # Not a number, or an array, which has no single truth value.
        return False


def checked_terrain(terrain: Mapping[str, float]) -> Mapping[str, float]:
    """Return ``terrain``. Raise TypeError or ValueError unless it maps single characters to costs."""
    if not isinstance(terrain, Mapping):
        raise TypeError(f"terrain must be a dict {{symbol: cost}}, not {reprlib.repr(terrain)}")
    for symbol, cost in terrain.items():
        if not isinstance(symbol, str) or len(symbol) != 1:
            raise ValueError(f"terrain has the key {reprlib.repr(symbol)}; a symbol must be one character")
        if not _is_cost(cost):
            raise ValueError(
                f"terrain {symbol!r} costs {reprlib.repr(cost)}; a cost must be a number > 0 (inf for an obstacle)"
            )
    return terrain


def symbol_of(cost: float) -> str:
    """Return the symbol that shows a cost in a text."""
    return _SHOWN.get(cost, "+")
