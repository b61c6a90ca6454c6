"""Irregular sudoku as a search problem. Each action fills the cell that has the fewest candidates."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import combinations
from math import inf
from typing import TYPE_CHECKING, Final, Self, SupportsIndex

from astarlib._support.integers import check_int
from astarlib.problem import SearchProblem
from astarlib.problems.sudoku import rules
from astarlib.problems.sudoku.partial_grid import Insert, PartialGrid
from astarlib.problems.sudoku.reading import read_cells, read_regions

if TYPE_CHECKING:
    from astarlib._support.scene import Content
    from astarlib.compiled_domain import CompiledDomain
    from astarlib.drawing import Drawing


class IrregularSudoku(SearchProblem[PartialGrid, Insert]):
    """A sudoku: fill an n x n grid so that each row, column, region and extra unit has each of the symbols 1 to n.

    The actions in a state write the candidates of one empty cell. Each costs 1. The chosen cell has the fewest
    candidates, and it's the first such cell in reading order. If every empty cell has several candidates, but a symbol
    fits only one cell of a row, column or region, that cell is chosen and the symbol is its only candidate. If a symbol
    fits no cell, the state is a dead end. Otherwise candidates that pairs exclude are left out first: if two cells of a
    row, column or region have the same two candidates, no other cell of it has these, and if two symbols fit only the
    same two cells, these have no other candidate.

    h is the number of empty cells, or ``inf`` if an empty cell has no candidate left. It's exact in every state from
    which a solution can be reached.

    Parameters
    ----------
    cells:
        The clues: n rows of n integers from 0 to n, where 0 is an empty cell. For text, use :meth:`from_text`.
    regions:
        The regions: n rows of n labels. Labels are hashable values. There must be n different labels, and each must
        occur n times. The cells of a region needn't be connected.
    extra_units:
        More groups of cells that must contain each symbol. Each is n different cells (row, column), counted from 1. By
        default there are no such groups. For the two long diagonals, use ``diagonals(n)``.

    Attributes
    ----------
    size:
        n, the number of rows, columns, regions and symbols.
    regions, extra_units:
        The labels as a tuple of rows, and the extra units as a tuple of tuples of cells (row, column).

    Raises
    ------
    ValueError
        If rows have different lengths, there are more than 100 rows, a symbol is out of range, there aren't n regions
        of n cells, an extra unit doesn't have n different cells, or clues contradict each other. The message names the
        row, column, symbol, region or unit.

    Notes
    -----
    A state has n * n integers. Computing a successor or h takes O(n * n) time. No two paths lead to the same state,
    because all actions in a state fill the same cell. The rule for symbols that fit only one cell of a row, column or
    region saves a factor of a hundred in expansions on some hard sudokus.

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

    def __init__(
        self,
        cells: Iterable[Iterable[SupportsIndex]],
        regions: Iterable[Iterable[Hashable]],
        *,
        extra_units: Iterable[Iterable[tuple[int, int]]] = (),
    ) -> None:
        rows = rules.checked_square(cells, "cells")
        symbols = rules.checked_symbols(rows)
        labels = rules.checked_square(regions, "regions")
        region_of = rules.checked_regions(labels, len(rows))
        extra = rules.checked_extra_units(extra_units, len(rows))
        rules.check_clues(symbols, region_of, labels, extra)
        self.size: Final = len(rows)
        self.regions: Final = tuple(tuple(row) for row in labels)
        self.extra_units: Final = tuple(
            tuple((cell // self.size + 1, cell % self.size + 1) for cell in unit) for unit in extra
        )
        self._units = rules.units_of(region_of, self.size) + extra
        self._peers = rules.peers_of(self._units)
        state = ((1 << self.size) - 1,) * len(symbols)
        for cell, symbol in enumerate(symbols):
            if symbol > 0:
                state = self._written(state, cell, symbol)
        super().__init__(state)

    @classmethod
    def from_text(cls, cells: str, regions: str, *, extra_units: Iterable[Iterable[tuple[int, int]]] = ()) -> Self:
        """Return the sudoku that two texts describe. The format of the cells is that of :meth:`format_state`.

        Parameters
        ----------
        cells:
            The clues. There are n rows, on lines or separated by ``/``, of n numbers from 0 to n, separated by dashes,
            commas or spaces. If no row has such a separator, each character is a cell. A single row of n * n cells is
            split into n rows. ``0``, ``.`` and ``_`` are empty cells, and ``A`` stands for 10, ``B`` for 11 and so on.
        regions, extra_units:
            The regions, in the same format, where each word or character is a label, and more groups of cells, as in
            the class (default: none).

        Raises
        ------
        ValueError
            If the cells or regions are wrong (see the class), aren't text, or a cell isn't a number. The message names
            the row and the column.

        Examples
        --------
        >>> IrregularSudoku.from_text("0-0 / 0-2", "north-north / south-south").size
        2
        """
        return cls(read_cells(cells), read_regions(regions), extra_units=extra_units)

    @classmethod
    def classic(
        cls,
        cells: str | Iterable[Iterable[SupportsIndex]],
        *,
        box: tuple[int, int] | None = None,
        extra_units: Iterable[Iterable[tuple[int, int]]] = (),
    ) -> Self:
        """Return the classic sudoku with these clues. Its regions are boxes, numbered from 1 in reading order.

        Parameters
        ----------
        cells:
            The clues: rows of integers, or text in the format of :meth:`from_text`.
        box:
            The shape (rows, columns) of a box. The product must be n. With None (the default), the boxes are square,
            which works for n = 4, 9, 16, ...
        extra_units:
            More groups of cells, as in the class (default: none).

        Raises
        ------
        ValueError
            If the cells are wrong (see the class), or the boxes don't tile the grid.

        Examples
        --------
        >>> IrregularSudoku.classic(".3..4......22.1.").count_solutions()
        1
        """
        rows = rules.checked_square(read_cells(cells) if isinstance(cells, str) else cells, "cells")
        return cls(rows, rules.box_regions(len(rows), box), extra_units=extra_units)

    def __repr__(self) -> str:
        extra = f", extra_units={self.extra_units}" if len(self.extra_units) > 0 else ""
        return f"{type(self).__name__}({self.grid(self.initial_state)}, {self.regions}{extra})"

    def actions(self, state: PartialGrid, /) -> list[Insert]:
        """Return the candidates of the next cell, the smallest first. A full grid and a dead end have no actions."""
        return self._inserts(*self._next_cell(state))

    def result(self, state: PartialGrid, action: Insert, /) -> PartialGrid:
        """Return the grid with that symbol written. The cell needn't be the one that ``actions`` chooses.

        Raise ValueError, which names the row, the column and the symbol, if there is no such cell or candidate.
        """
        row, column, value = action
        if not (1 <= row <= self.size and 1 <= column <= self.size):
            raise ValueError(f"there is no row {row}, column {column} in a grid of {self.size} x {self.size}")
        cell = (row - 1) * self.size + column - 1
        candidates = [insert.value for insert in self._inserts(cell, state[cell])]
        if value not in candidates:
            held = self._symbol(state[cell])
            can = f"its candidates are {candidates}" if held == 0 else f"the cell holds {held}"
            raise ValueError(f"row {row}, column {column}: {value} can't be written; {can}")
        return self._written(state, cell, value)

    def successors(self, state: PartialGrid, /) -> list[tuple[Insert, PartialGrid, int]]:
        """Return all actions as ``(action, next_state, 1)``. Engines call this, as it's faster than ``actions``."""
        cell, candidates = self._next_cell(state)
        return [(insert, self._written(state, cell, insert.value), 1) for insert in self._inserts(cell, candidates)]

    def heuristic(self, state: PartialGrid, /) -> float:
        """Return the number of empty cells, or ``inf`` if one of them has no candidate left."""
        return inf if 0 in state else sum(map((1 << self.size).__gt__, state))

    def is_goal(self, state: PartialGrid, /) -> bool:
        """Return True if no cell is empty. A full grid keeps all rules, because only candidates can be written."""
        return min(state) >= 1 << self.size

    def grid(self, state: PartialGrid) -> tuple[tuple[int, ...], ...]:
        """Return the symbols of a state: n rows of n symbols, with 0 for an empty cell.

        Parameters
        ----------
        state:
            A state of this problem, for example ``result.states[-1]``.

        Examples
        --------
        >>> sudoku = IrregularSudoku([[0, 2], [0, 0]], ["aa", "bb"])
        >>> sudoku.grid(sudoku.initial_state)
        ((0, 2), (0, 0))
        """
        symbols = [self._symbol(entry) for entry in state]
        return tuple(tuple(symbols[start : start + self.size]) for start in range(0, len(symbols), self.size))

    def count_solutions(self, limit: int = 2) -> int:
        """Return the number of solutions, 0 to ``limit``.
        With the default limit, 2 means that there are several solutions.

        The search is depth-first without recursion. It keeps at most O(n ** 3) states. The time may grow exponentially
        with the number of empty cells.

        Parameters
        ----------
        limit:
            The number of solutions at which to stop counting, an int >= 1. The default is 2.

        Raises
        ------
        ValueError, TypeError
            If ``limit`` isn't a whole number >= 1.

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
        """Return a drawing of the grid. Clues have another color."""
        from astarlib.problems.sudoku.drawing import drawn_grid  # only needed for drawing

        return drawn_grid(self.grid(state), self.grid(self.initial_state), self.regions, self.extra_units)

    def _animation(self, states: Sequence[PartialGrid]) -> Content:
        """Return an animation of the states as a grid in which symbols are written."""
        from astarlib.problems.sudoku.drawing import animated_grid  # only needed for drawing

        return animated_grid(self.regions, [self.grid(state) for state in states])

    def format_state(self, state: PartialGrid, /) -> str:
        """Return the grid as text: a line for each row, dashes between symbols, and 0 for an empty cell."""
        return "\n".join("-".join(map(str, row)) for row in self.grid(state))

    def format_action(self, action: Insert, /) -> str:
        """Return the action in the usual notation: ``r2c5=3`` for a 3 in row 2, column 5."""
        return f"r{action.row}c{action.column}={action.value}"

    def compiled_domain(self) -> CompiledDomain[PartialGrid]:
        """Return this problem in the form that compiled engines need.

        Raise MissingCapabilityError if the grid has more than 9 x 9 cells.
        """
        from astarlib.problems.sudoku.compiled import Rules, compiled_domain  # It loads numba.

        return compiled_domain(self.size, self._units, Rules(self._written, self._next_cell))

    def _next_cell(self, state: PartialGrid) -> tuple[int, int]:
        """Return the cell to fill and the bits of its candidates. A full grid and a dead end have no candidates."""
        if 0 in state:
            return state.index(0), 0
        filled = 1 << self.size
        for cell, entry in enumerate(state):
            if entry < filled and entry.bit_count() == 1:
                return cell, entry
        return self._only_place(state) or cell_after_pairs(state, self._units, self.size)

    def _only_place(self, state: PartialGrid) -> tuple[int, int] | None:
        """Return the only cell of a unit that some symbol fits, and the symbol's bit, or 0 in a dead end."""
        symbols = (1 << self.size) - 1
        places: dict[int, int] = {}
        for unit in self._units:
            once = twice = 0
            for cell in unit:
                twice |= once & state[cell]
                once |= state[cell]
            if (once | once >> self.size) & symbols != symbols:
                return unit[0], 0  # A symbol is missing in the unit and has no candidate cell there.
            single = once & ~twice & symbols
            if single != 0:
                places |= {cell: places.get(cell, 0) | state[cell] & single for cell in unit if state[cell] & single}
        for cell, bits in places.items():
            if bits.bit_count() > 1:
                return cell, 0  # Two symbols have this cell as their only place.
        return min(places.items(), default=None)

    def _inserts(self, cell: int, bits: int) -> list[Insert]:
        row, column = divmod(cell, self.size)
        return [Insert(row + 1, column + 1, value) for value in range(1, self.size + 1) if bits >> (value - 1) & 1]

    def _symbol(self, entry: int) -> int:
        """Return the symbol of a cell, or 0 if it's empty."""
        return max(0, entry.bit_length() - self.size)

    def _written(self, state: PartialGrid, cell: int, value: int) -> PartialGrid:
        board = list(state)
        bit = 1 << (value - 1)
        for peer in self._peers[cell]:
            board[peer] &= ~bit  # A filled peer has no candidate bits, so no test is needed.
        board[cell] = bit << self.size
        return tuple(board)


def cell_after_pairs(state: Sequence[int], units: Iterable[Sequence[int]], size: int) -> tuple[int, int]:
    """Return the empty cell with the fewest candidates that pairs don't exclude, and the bits of these candidates.

    ``state`` is a `PartialGrid`. Two cells of a unit that have the same two candidates exclude these from the other
    cells of the unit. Two symbols that fit only the same two cells of a unit exclude the other candidates from these
    cells. This is repeated until a cell has a single candidate or nothing changes. No candidate of a solution is
    excluded. If no solution is left, the bits are 0. The time is O(rounds * n ** 3).
    """
    entries, filled = list(state), 1 << size
    is_changed = True
    while is_changed:
        is_changed = False
        for unit in units:
            cells = [cell for cell in unit if entries[cell] < filled]
            for cell, allowed in _allowed(cells, entries):
                left = entries[cell] & allowed
                if left != entries[cell]:
                    if left & (left - 1) == 0:
                        return cell, left
                    entries[cell], is_changed = left, True
    _, chosen = min(((entry.bit_count(), cell) for cell, entry in enumerate(entries) if entry < filled), default=(0, 0))
    return chosen, entries[chosen]


def _allowed(cells: Sequence[int], entries: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield cells of a unit with the bits that a pair allows there. ``entries`` may change meanwhile."""
    once = twice = thrice = 0
    first: dict[int, int] = {}
    for cell in cells:
        entry = entries[cell]
        thrice |= twice & entry
        twice |= once & entry
        once |= entry
        if entry.bit_count() == 2 and first.setdefault(entry, cell) != cell:
            for other in cells:
                if other not in {cell, first[entry]}:
                    yield other, ~entry
    if once.bit_count() < len(cells):
        yield cells[0], 0  # More cells than symbols.
    two_places = twice & ~thrice
    holders = [(cell, bits) for cell in cells if (bits := entries[cell] & two_places) & (bits - 1) > 0]
    for (one, bits), (other, other_bits) in combinations(holders, 2):
        shared = bits & other_bits
        if shared & (shared - 1) > 0:
            yield one, shared if shared.bit_count() == 2 else 0
            yield other, shared
    for cell in cells:
        if entries[cell] & once & ~twice > 0:
            yield cell, once & ~twice
