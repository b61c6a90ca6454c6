"""The states and the actions of a sudoku."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

PartialGrid: TypeAlias = tuple[int, ...]
"""A partly filled n x n grid: an int for each of its n * n cells, in reading order.

The bits of an empty cell are its candidates: bit ``symbol - 1`` is set for each symbol that doesn't occur in the cell's
row, column or region. A filled cell has one bit set, ``n + symbol - 1``.
"""


class Insert(NamedTuple):
    """An action: write ``value`` into the cell at ``row`` and ``column``. All three are 1 to n."""

    row: int
    """The row of the cell, counted from 1."""
    column: int
    """The column of the cell, counted from 1."""
    value: int
    """The symbol to write, 1 to n."""
