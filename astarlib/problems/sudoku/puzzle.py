"""Irregular sudoku as a search problem: write one symbol after another, always where the fewest still fit."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from math import inf
from typing import TYPE_CHECKING, Final, NamedTuple, Self, SupportsIndex, TypeAlias

from astarlib._support.integers import check_int
from astarlib.problem import SearchProblem
from astarlib.problems.sudoku.reading import read_cells, read_regions
from astarlib.problems.sudoku.rules import (
    box_regions,
    check_clues,
    checked_regions,
    checked_square,
    checked_symbols,
    peers_of,
    units_of,
)

if TYPE_CHECKING:
    from astarlib._support.scene import Content
    from astarlib.drawing import Drawing

PartialGrid: TypeAlias = tuple[int, ...]
"""A partly filled n x n grid: an int for each of its n * n cells, in reading order.

An empty cell's bits are its candidates: bit ``symbol - 1`` for each symbol that its row, column and region do not hold.
A filled cell has one bit, that of its symbol, n places higher up.
"""


class Insert(NamedTuple):
    """Write ``value`` into the cell at ``row`` and ``column``; all three count from 1 to n."""

    row: int
    column: int
    value: int


class IrregularSudoku(SearchProblem[PartialGrid, Insert]):
    """Fill an n x n grid so that each row, each column and each of n regions holds the symbols 1 to n.

    The actions in a state write the candidates of one empty cell, and cost 1. The cell is one with the fewest, the
    first of these in reading order. When every empty cell has several, a symbol that fits only one cell of a row, a
    column or a region is the only candidate there, and a symbol that fits none makes the state a dead end.

    h is the number of empty cells, or ``inf`` when one of them has no candidate left: exact in every state from which
    a solution can be reached.

    Parameters
    ----------
    cells:
        n rows of n integers from 0 to n, where 0 is an empty cell. For text: :meth:`from_text`.
    regions:
        n rows of n labels, any hashable values: n different ones, each of them n times. The cells of a region
        need not touch each other.

    Attributes
    ----------
    size:
        n: so many are the rows, the columns, the regions and the symbols.
    regions:
        The labels as given, as a tuple of rows.

    Raises
    ------
    ValueError
        When rows are ragged or more than 100, a symbol is out of range, regions are not n of n cells, or clues
        contradict each other; names the row, column, symbol or region.

    Notes
    -----
    A state holds n * n integers; a successor, and h, take O(n * n) time. No two ways lead to the same state, as all
    actions in a state fill the same cell. Some hard sudokus take a hundred times more expansions without the symbols
    that fit only one cell of a row, column or region.

    Examples
    --------
    >>> from astarlib import AStar
    >>> sudoku = IrregularSudoku([[0, 0, 0], [0, 2, 0], [1, 0, 0]], ["aab", "acb", "ccb"])
    >>> result = AStar().search(sudoku)
    >>> result.cost
    7
    >>> sudoku.grid(result.states[-1])
    ((2, 1, 3), (3, 2, 1), (1, 3, 2))
    """

    def __init__(self, cells: Iterable[Iterable[SupportsIndex]], regions: Iterable[Iterable[Hashable]]) -> None:
        rows = checked_square(cells, "cells")
        symbols = checked_symbols(rows)
        labels = checked_square(regions, "regions")
        region_of = checked_regions(labels, len(rows))
        check_clues(symbols, region_of, labels)
        self.size: Final = len(rows)
        self.regions: Final = tuple(tuple(row) for row in labels)
        self._units = units_of(region_of, self.size)
        self._peers = peers_of(self._units)
        state = ((1 << self.size) - 1,) * len(symbols)
        for cell, symbol in enumerate(symbols):
            if symbol > 0:
                state = self._written(state, cell, symbol)
        super().__init__(state)

    @classmethod
    def from_text(cls, cells: str, regions: str) -> Self:
        """The sudoku of two texts, as :meth:`format_state` writes them.

        Parameters
        ----------
        cells:
            n rows, on lines or parted by ``/``, of n numbers from 0 to n, parted by dashes, commas or blanks. Where
            no row has any of these, each character is a cell. A single row of n * n cells is n rows of n. ``0`` and
            ``.`` are empty cells.
        regions:
            Written likewise; any word, or character, is a label.

        Raises
        ------
        ValueError
            As the class does, and for what is no text or no number; names its row and column.

        Examples
        --------
        >>> IrregularSudoku.from_text("0-0 / 0-2", "north-north / south-south").size
        2
        >>> IrregularSudoku.from_text("0-0 / 2-2", "north-north / south-south")
        Traceback (most recent call last):
        ValueError: row 2 has 2 twice, in columns 1 and 2
        """
        return cls(read_cells(cells), read_regions(regions))

    @classmethod
    def classic(cls, cells: str | Iterable[Iterable[SupportsIndex]], *, box: tuple[int, int] | None = None) -> Self:
        """The sudoku whose regions are boxes, numbered from 1 in reading order.

        Parameters
        ----------
        cells:
            Rows as for the class, or text as for :meth:`from_text`.
        box:
            (rows, columns) of a box, whose product is n. None: square boxes, for n = 4, 9, 16, ...

        Raises
        ------
        ValueError
            As the class does, and when such boxes do not tile the grid.

        Examples
        --------
        >>> IrregularSudoku.classic(".3..4......22.1.").count_solutions()
        1
        """
        rows = checked_square(read_cells(cells) if isinstance(cells, str) else cells, "cells")
        return cls(rows, box_regions(len(rows), box))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.grid(self.initial_state)}, {self.regions})"

    def actions(self, state: PartialGrid, /) -> list[Insert]:
        """The candidates of the cell that is next, the smallest first; none in a full grid and in a dead end."""
        return self._inserts(*self._next_cell(state))

    def result(self, state: PartialGrid, action: Insert, /) -> PartialGrid:
        """The grid with that symbol written; the cell need not be the one that ``actions`` fills next.

        Raises
        ------
        ValueError
            When there is no such cell, or the symbol is no candidate there; names row, column and symbol.
        """
        row, column, value = action
        if not (1 <= row <= self.size and 1 <= column <= self.size):
            raise ValueError(f"there is no row {row}, column {column} in a grid of {self.size} x {self.size}")
        cell = (row - 1) * self.size + column - 1
        candidates = [insert.value for insert in self._inserts(cell, state[cell])]
        if value not in candidates:
            held = self._symbol(state[cell])
            can = f"its candidates are {candidates}" if held == 0 else f"the cell holds {held}"
            raise ValueError(f"row {row}, column {column}: {value} cannot be written; {can}")
        return self._written(state, cell, value)

    def successors(self, state: PartialGrid, /) -> list[tuple[Insert, PartialGrid, int]]:
        """All actions at once, ``(action, next_state, 1)``: an engine prefers this to ``actions`` and ``result``."""
        cell, candidates = self._next_cell(state)
        return [(insert, self._written(state, cell, insert.value), 1) for insert in self._inserts(cell, candidates)]

    def heuristic(self, state: PartialGrid, /) -> float:
        """The number of empty cells; ``inf`` when one of them has no candidate left."""
        return inf if 0 in state else sum(map((1 << self.size).__gt__, state))

    def is_goal(self, state: PartialGrid, /) -> bool:
        """Whether no cell is empty; a symbol can only be written where it is a candidate, so all rules are kept."""
        return min(state) >= 1 << self.size

    def grid(self, state: PartialGrid) -> tuple[tuple[int, ...], ...]:
        """The symbols of ``state``, a tuple of n rows of n integers, 0 for an empty cell.

        Examples
        --------
        >>> sudoku = IrregularSudoku([[0, 2], [0, 0]], ["aa", "bb"])
        >>> sudoku.grid(sudoku.initial_state)
        ((0, 2), (0, 0))
        """
        symbols = [self._symbol(entry) for entry in state]
        return tuple(tuple(symbols[start : start + self.size]) for start in range(0, len(symbols), self.size))

    def count_solutions(self, limit: int = 2) -> int:
        """The number of solutions, counted no further than ``limit``.

        With the default, 1 says that the solution is unique, 2 that there are several, 0 that there is none.

        Parameters
        ----------
        limit:
            Where to stop counting, at least 1; ValueError when it is less, TypeError when it is no whole number.

        Notes
        -----
        Depth first, without recursion; O(n ** 3) states are held at most. The time may grow exponentially with
        the number of empty cells.

        Examples
        --------
        >>> IrregularSudoku.classic("0000/0000/0000/0000").count_solutions(limit=1000)
        288
        """
        limit = check_int(limit, "limit", minimum=1)
        count, pending = 0, [self.initial_state]
        while len(pending) > 0 and count < limit:
            state = pending.pop()
            if self.is_goal(state):
                count += 1
            pending.extend(next_state for _, next_state, _ in self.successors(state))
        return count

    def draw_state(self, state: PartialGrid, /) -> Drawing:
        """The grid, with clues in a paint of their own."""
        from astarlib.problems.sudoku.drawing import drawn_grid  # noqa: PLC0415  # loaded where there is something to draw

        return drawn_grid(self.grid(state), self.grid(self.initial_state), self.regions)

    def _animation(self, states: Sequence[PartialGrid]) -> Content:
        """Return the states as a grid in which symbols are written."""
        from astarlib.problems.sudoku.drawing import animated_grid  # noqa: PLC0415  # loaded where there is something to draw

        return animated_grid(self.regions, [self.grid(state) for state in states])

    def format_state(self, state: PartialGrid, /) -> str:
        """The grid as :meth:`from_text` reads it: a line for each row, dashes between symbols, 0 for an empty cell."""
        return "\n".join("-".join(map(str, row)) for row in self.grid(state))

    def format_action(self, action: Insert, /) -> str:
        """The action as sudoku solvers write it: ``r2c5=3`` for a 3 in row 2, column 5."""
        return f"r{action.row}c{action.column}={action.value}"

    def _next_cell(self, state: PartialGrid) -> tuple[int, int]:
        """The cell to fill, and the bits of what to write there: none in a full grid and in a dead end."""
        if 0 in state:
            return state.index(0), 0
        filled, fewest, chosen = 1 << self.size, self.size + 1, 0
        for cell, entry in enumerate(state):
            if entry < filled and (count := entry.bit_count()) < fewest:
                fewest, chosen = count, cell
                if count == 1:
                    return chosen, entry
        return self._only_place(state) or (chosen, state[chosen])

    def _only_place(self, state: PartialGrid) -> tuple[int, int] | None:
        """A cell that alone can take some symbol of a unit, and the symbol's bit; no bit where there is no way on."""
        symbols = (1 << self.size) - 1
        places: dict[int, int] = {}
        for unit in self._units:
            once = twice = 0
            for cell in unit:
                twice |= once & state[cell]
                once |= state[cell]
            if (once | once >> self.size) & symbols != symbols:
                return unit[0], 0  # a symbol neither stands in the unit nor fits into it
            single = once & ~twice & symbols
            if single != 0:
                places |= {cell: places.get(cell, 0) | state[cell] & single for cell in unit if state[cell] & single}
        for cell, bits in places.items():
            if bits.bit_count() > 1:
                return cell, 0  # two symbols, each with no other place than this
        return min(places.items(), default=None)

    def _inserts(self, cell: int, bits: int) -> list[Insert]:
        row, column = divmod(cell, self.size)
        return [Insert(row + 1, column + 1, value) for value in range(1, self.size + 1) if bits >> (value - 1) & 1]

    def _symbol(self, entry: int) -> int:
        """What a cell holds, 0 when it is empty."""
        return max(0, entry.bit_length() - self.size)

    def _written(self, state: PartialGrid, cell: int, value: int) -> PartialGrid:
        board = list(state)
        bit = 1 << (value - 1)
        for peer in self._peers[cell]:
            board[peer] &= ~bit  # a filled peer has no candidates to lose, so nothing needs to be asked
        board[cell] = bit << self.size
        return tuple(board)
