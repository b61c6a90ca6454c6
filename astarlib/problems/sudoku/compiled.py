"""Sudokus for compiled engines. This module needs numba. All sudokus share the same compiled code.

A state has six words. Bit ``cell`` of four planes is that bit of the cell's symbol, or 0 if the cell is empty. The
first four words have cells 0 to 63 of each plane, and the other two words have the remaining cells. ``aux`` is the next
cell with the bits of its candidates, because finding that cell takes longer than everything else. It's found once for
each state, where the state is generated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, reduce
from itertools import compress, count
from operator import gt, or_, xor
from typing import Any, Final, NamedTuple

import numpy as np

from astarlib.compiled.codegen.bits import count_bits, lowest_bit
from astarlib.compiled_domain import CompiledDomain
from astarlib.errors import MissingCapabilityError
from astarlib.problems.sudoku.compiled_choice import DEAD, FULL, STUCK, chosen_cell
from astarlib.problems.sudoku.partial_grid import Insert, PartialGrid

U = np.uint64
Word = Any
"""A number in a function that numba compiles. No static type describes it."""

_MAX_SIZE: Final = 9
_PLANES: Final = 4
_BITS_OF: Final = [[plane for plane in range(_PLANES) if symbol >> plane & 1] for symbol in range(_MAX_SIZE + 1)]
"""For each symbol, the planes in which its cell has a bit."""
_LOW: Final = 64
"""The number of cells whose bits are in the first four words."""


class Rules(NamedTuple):
    """The methods of a sudoku that its domain needs."""

    write: Callable[[PartialGrid, int, int], PartialGrid]
    """Returns the state with a symbol in a cell."""
    next_cell: Callable[[PartialGrid], tuple[int, int]]
    """Returns the cell to fill, and the bits of its candidates."""


class Tables(NamedTuple):
    """The data of one sudoku. Fields typed Any are numpy arrays."""

    peers: Any
    """For each cell, the two words with the cells that share a unit with it."""
    units: Any
    """For each of two words, that word of the cells of each unit."""
    members: Any
    """The cells of each unit, in their order."""
    size: int
    cells_low: Any
    cells_high: Any


def compiled_domain(size: int, units: Sequence[Sequence[int]], rules: Rules) -> CompiledDomain[PartialGrid]:
    """Return the compiled domain of a sudoku. ``units`` has the numbers of the cells of each unit.
    Raise MissingCapabilityError if there are more than 9 symbols.
    """
    if size > _MAX_SIZE:
        raise MissingCapabilityError(
            f"IrregularSudoku has a compiled_domain for up to {_MAX_SIZE} x {_MAX_SIZE} cells, not {size} x {size}"
        )
    packing = _Packing(size, rules)
    return CompiledDomain(
        encode=packing.encode,
        decode=packing.decode,
        action_of=packing.action_of,
        successor_count=_successor_count,
        apply=_apply,
        is_goal=_is_goal,
        heuristic=_heuristic,
        next_heuristic=_next_heuristic,
        tables=_tables(tuple(map(tuple, units)), size),
        max_successors=size,
        words=6,
        max_aux=(1 << 16) - 1,
        bits=8,
    )


class _Packing:
    """The Python functions of a domain."""

    def __init__(self, size: int, rules: Rules) -> None:
        self._size, self._rules = size, rules
        self._filled = 1 << size
        planes: tuple[int, ...] = (0,) * _PLANES
        self._empty = planes, (self._filled - 1,) * (size * size)
        self._recent = self._empty
        """The planes that were decoded last, and their state. Mostly the next state differs in one symbol."""

    def encode(self, state: PartialGrid) -> tuple[tuple[int, ...], int]:
        """Return the words and the ``aux`` of a state."""
        planes, filled, size = [0] * _PLANES, self._filled, self._size
        for cell, entry in enumerate(state):
            if entry >= filled:
                bit = 1 << cell
                for plane in _BITS_OF[entry.bit_length() - size]:
                    planes[plane] |= bit
        a, b, c, d = (plane >> _LOW for plane in planes)
        words = *(plane & (1 << _LOW) - 1 for plane in planes), a | b << 32, c | d << 32
        return words, self._aux_of(state)

    def _aux_of(self, state: PartialGrid) -> int:
        if 0 in state:
            return DEAD
        if min(state) >= self._filled:
            return FULL
        cell, bits = self._rules.next_cell(state)
        return cell | bits << 7 if bits > 0 else STUCK

    def decode(self, words: tuple[int, ...], _: int) -> PartialGrid:
        """Return the state with these words."""
        before, state = self._recent
        planes = _planes(words)
        new = _filled(planes) & ~_filled(before)
        if _filled(map(xor, planes, before)) != new:  # A cell that was filled has another symbol now.
            before, state = self._empty
            new = _filled(planes)
        a, b, c, d = planes
        while new > 0:
            cell = (new & -new).bit_length() - 1
            new &= new - 1
            symbol = (a >> cell & 1) + 2 * (b >> cell & 1) + 4 * (c >> cell & 1) + 8 * (d >> cell & 1)
            state = self._rules.write(state, cell, symbol)
        self._recent = planes, state
        return state

    def action_of(self, state: PartialGrid, next_state: PartialGrid) -> Insert:
        """Return the action between two states."""
        # Only the entry of the cell that was filled is larger now.
        cell = next(compress(count(), map(gt, next_state, state)))
        row, column = divmod(cell, self._size)
        return Insert(row + 1, column + 1, next_state[cell].bit_length() - self._size)


def _planes(words: tuple[int, ...]) -> tuple[int, ...]:
    """Return a number for each bit of a symbol. Its bits are the cells whose symbol has the bit."""
    a, b, c, d, e, f = words
    half = (1 << 32) - 1
    return a | (e & half) << _LOW, b | e >> 32 << _LOW, c | (f & half) << _LOW, d | f >> 32 << _LOW


def _filled(planes: Iterable[int]) -> int:
    """Return the cells that are in a plane, as bits."""
    return reduce(or_, planes)


@lru_cache(maxsize=16)  # Most sudokus of a program have the same units.
def _tables(units: tuple[tuple[int, ...], ...], size: int) -> Tables:
    peers, masks = [0] * (size * size), []
    for unit in units:
        mask = 0
        for cell in unit:
            mask |= 1 << cell
        for cell in unit:
            peers[cell] |= mask
        masks.append(mask)
    low, high = zip(*map(_words, masks), strict=True)
    all_low, all_high = _words((1 << size * size) - 1)
    # A cell is a peer of itself here, which changes nothing, because a filled cell has no candidates.
    return Tables(
        np.array([_words(mask) for mask in peers], np.uint64),
        np.array([low, high], np.uint64),
        np.array(units, np.int64),
        size,
        np.uint64(all_low),
        np.uint64(all_high),
    )


def _words(mask: int) -> tuple[int, int]:
    return mask & (1 << _LOW) - 1, mask >> _LOW


def _successor_count(tables: Word, state: Word, aux: Word) -> Word:
    return count_bits(U(aux >> 7))


def _apply(tables: Word, state: Word, aux: Word, i: Word) -> Word:
    cell, bits = U(aux & 127), U(aux >> 7)
    for _ in range(i):
        bits &= bits - U(1)
    value = lowest_bit(bits) + U(1)
    a, b, c, d, e, f = state
    if cell < U(64):
        one = U(1) << cell
        a |= one * (value & U(1))
        b |= one * (value >> U(1) & U(1))
        c |= one * (value >> U(2) & U(1))
        d |= one * (value >> U(3))
    else:
        one = U(1) << (cell - U(64))
        e |= one * (value & U(1)) | one * (value >> U(1) & U(1)) << U(32)
        f |= one * (value >> U(2) & U(1)) | one * (value >> U(3)) << U(32)
    next_state = a, b, c, d, e, f
    return next_state, chosen_cell(tables, next_state), 1


def _is_goal(tables: Word, state: Word, aux: Word) -> Word:
    return aux == FULL


def _heuristic(tables: Word, state: Word, aux: Word) -> Word:
    a, b, c, d, e, f = state
    high = (e | f) & U(0xFFFFFFFF) | (e | f) >> U(32)
    empty = tables.size * tables.size - count_bits(a | b | c | d) - count_bits(high)
    return -1 if aux == DEAD else empty


def _next_heuristic(tables: Word, state: Word, aux: Word, h: Word, i: Word, next_state: Word, next_aux: Word) -> Word:
    return -1 if next_aux == DEAD else h - 1
