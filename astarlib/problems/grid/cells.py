"""Grids as people write them, made into rows of costs, or refused with the cell named."""

from __future__ import annotations

import math
import reprlib
import sys
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, Final, Protocol, TypeAlias, runtime_checkable

from astarlib._support.parameters import about
from astarlib._support.plain_values import plain_number

Cell: TypeAlias = tuple[int, int]
"""(x, y): column, then row, both counted from 0 at the upper left."""


@runtime_checkable
class Array(Protocol):
    """What is asked of a numpy array; numpy itself is never imported."""

    def tolist(self) -> Any:  # Any: nested lists of whatever it holds
        """Nested lists."""
        ...


Cells: TypeAlias = str | Iterable[str] | Iterable[Iterable[float | str | bool | None]] | Array
"""A grid as it is given: text, rows of text, rows of values, or a two-dimensional numpy array."""

SYMBOLS: Final[Mapping[str, float]] = {
    **dict.fromkeys(".GS", 1),
    **dict.fromkeys("#@OTW", math.inf),
    **{str(cost): cost for cost in range(1, 10)},
}
"""The cost of entering a cell by its symbol. Those of the Moving AI Lab, "#", and digits for terrain."""


def read_cells(given: Cells, terrain: Mapping[str, float] | None) -> tuple[list[str], list[list[float]]]:
    """The rows as they are drawn, and the costs of entering their cells, ``inf`` for an obstacle.

    Raises
    ------
    ValueError
        When the grid is empty or ragged, or a cell is no symbol and no cost; names the row or the cell.
    TypeError
        When the grid, or one of its rows, is nothing that has cells in an order, or ``terrain`` is no dict.

    Examples
    --------
    >>> read_cells([[1, 5], [False, True]], None)
    (['.5', '#.'], [[1, 5], [inf, 1]])
    """
    symbols = {**SYMBOLS, **_checked({} if terrain is None else terrain)}
    rows = _rows(given, symbols)
    drawn: list[str] = []
    costs: list[list[float]] = []
    for y, row in enumerate(rows):
        line = _costs(row, y, symbols)
        if len(line) == 0:
            raise ValueError(f"row {y} of the grid is empty")
        if len(costs) > 0 and len(line) != len(costs[0]):
            raise ValueError(
                f"row {y} of the grid has width {len(line)}, row 0 has {len(costs[0])}; rows (counted from 0, as y) "
                "must be equally wide"
            )
        costs.append(line)
        drawn.append(row if isinstance(row, str) else "".join(map(_symbol, line)))
    if len(costs) == 0:
        raise ValueError("the grid is empty; it needs at least one row")
    return drawn, costs


def _rows(given: Cells, symbols: Mapping[str, float]) -> Sequence[Any]:
    rows = given.tolist() if isinstance(given, Array) else given
    if isinstance(rows, str):
        rows = rows.splitlines() if "\n" in rows else rows.split("/")
        # Blanks around a row are layout, unless they are terrain.
        rows = rows if " " in symbols else [row.strip() for row in rows]
        filled = [y for y, row in enumerate(rows) if row != ""]
        rows = rows[filled[0] : filled[-1] + 1] if len(filled) > 0 else []
    if not isinstance(rows, Iterable) or isinstance(rows, Mapping | AbstractSet):  # a set has no order to trust
        raise TypeError(f"a grid is text, rows, or a two-dimensional array, not {reprlib.repr(given)}")
    return list(rows)


def _costs(row: Any, y: int, symbols: Mapping[str, float]) -> list[float]:
    if not isinstance(row, Iterable) or isinstance(row, Mapping | AbstractSet):
        raise TypeError(f"row {y} of the grid is {reprlib.repr(row)}; a row is text or a list of cells")
    cells = list(row.tolist() if isinstance(row, Array) else row)
    if isinstance(row, str) and symbols.keys() >= set(cells):  # the usual case, and quick
        return [symbols[symbol] for symbol in cells]
    return [_cost(cell, (x, y), symbols) for x, cell in enumerate(cells)]


def _cost(cell: object, at: Cell, symbols: Mapping[str, float]) -> float:
    cell = plain_number(cell)
    match cell:
        case str() if cell in symbols:
            return symbols[cell]
        case str():
            known = f"the symbols known are {' '.join(symbols)}, and those with a cost in terrain"
            raise about("terrain", ValueError(f"cell {at} is {reprlib.repr(cell)}; {known}"))
        case True:
            return 1
        case False | None:
            return math.inf
    if _is_cost(cell):
        return cell  # type: ignore[return-value]  # it compares as a number does
    mend = ", or booleans, True where a cell is free" if cell == 0 else ""
    raise ValueError(
        f"cell {at} is {reprlib.repr(cell)}; give the cost of entering it, above 0, inf or None for an obstacle{mend}"
    )


def _is_cost(value: Any) -> bool:
    try:
        return bool(0 < value <= sys.float_info.max or value == math.inf)
    except (TypeError, ValueError):  # no number; or an array, which has no single truth
        return False


def _checked(terrain: Mapping[str, float]) -> Mapping[str, float]:
    if not isinstance(terrain, Mapping):
        raise TypeError(f"terrain is a dict of symbols with their costs, not {reprlib.repr(terrain)}")
    for symbol, cost in terrain.items():
        if not isinstance(symbol, str) or len(symbol) != 1:
            raise ValueError(f"terrain {reprlib.repr(symbol)} is no symbol; a symbol is one character")
        if not _is_cost(cost):
            raise ValueError(f"terrain {symbol!r} costs {reprlib.repr(cost)}; a cost is above 0, inf for an obstacle")
    return terrain


def _symbol(cost: float) -> str:
    return "#" if cost == math.inf else "." if cost == 1 else str(cost) if cost in range(2, 10) else "+"
