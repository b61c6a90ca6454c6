"""The choice of the next cell of a sudoku in compiled code: the rules of `IrregularSudoku` and `pairs` on bits.

A symbol has two words: bit ``cell`` is set if the symbol is a candidate of the cell, with cells 64 to 80 in the second
word. So all cells are tested at once for a single candidate, and a unit is tested with two operations for a symbol that
fits only one of its cells. Only the rule about pairs looks at cells one by one. All arrays are on the stack.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from astarlib.compiled.codegen.bits import compiled, count_bits, inlined, lowest_bit, make_stack_words, peek, poke

U = np.uint64
Word = Any
"""A number in a function that numba compiles. No static type describes it."""

FULL: Final = 127
"""The ``aux`` of a full grid."""
DEAD: Final = 126
"""The ``aux`` of a state in which an empty cell has no candidate."""
STUCK: Final = 0
"""The ``aux`` of any other state without actions."""


_LOW, _HIGH, _PLACED_LOW, _PLACED_HIGH = 0, 9, 18, 27
"""The places of each symbol's words in the stack: its candidates, and the cells that hold it."""
_stack: Any = make_stack_words(36)
_cells: Any = make_stack_words(81)
_nine: Any = make_stack_words(9)


@compiled
def chosen_cell(tables: Word, state: Word) -> Word:
    """Return the next cell and the bits of its candidates, as ``aux`` of the state."""
    stack = _stack()
    low, high = _find_candidates(tables, state, stack)
    if low == U(0) and high == U(0):
        return FULL
    once_low = twice_low = once_high = twice_high = U(0)
    for symbol in range(tables.size):
        here, there = U(peek(stack, _LOW + symbol)), U(peek(stack, _HIGH + symbol))
        twice_low |= once_low & here
        once_low |= here
        twice_high |= once_high & there
        once_high |= there
    if low & ~once_low != U(0) or high & ~once_high != U(0):
        return DEAD
    single_low, single_high = once_low & ~twice_low, once_high & ~twice_high
    if single_low != U(0) or single_high != U(0):
        return _with_bits(tables, stack, _first(single_low, single_high), _LOW)
    found = _only_place(tables, stack)
    return _after_pairs(tables, stack, low, high) if found < 0 else found


@inlined
def _first(low: Word, high: Word) -> Word:
    return lowest_bit(low) if low != U(0) else U(64) + lowest_bit(high)


@inlined
def _bits_of(tables: Word, stack: Word, cell: Word, low: Word) -> Word:
    """Return the bits of the symbols whose words, from ``low`` on, have the cell."""
    bits, word, shift = np.int64(0), low + (0 if cell < U(64) else _HIGH - _LOW), cell & U(63)
    for symbol in range(tables.size):
        bits |= np.int64(U(peek(stack, word + symbol)) >> shift & U(1)) << symbol
    return bits


@inlined
def _with_bits(tables: Word, stack: Word, cell: Word, low: Word) -> Word:
    return np.int64(cell) | _bits_of(tables, stack, cell, low) << 7


@inlined
def _find_candidates(tables: Word, state: Word, stack: Word) -> Word:
    """Write the words of all symbols to the stack. Return the empty cells."""
    a, b, c, d, e, f = state
    half = U(0xFFFFFFFF)
    a_high, b_high, c_high, d_high = e & half, e >> U(32), f & half, f >> U(32)
    low = tables.cells_low & ~(a | b | c | d)
    high = tables.cells_high & ~(a_high | b_high | c_high | d_high)
    for symbol in range(tables.size):
        value = U(symbol + 1)
        # All bits are set if the symbol has a 0 there.
        no_a, no_b = (value & U(1)) - U(1), (value >> U(1) & U(1)) - U(1)
        no_c, no_d = (value >> U(2) & U(1)) - U(1), (value >> U(3)) - U(1)
        at_low = tables.cells_low & (a ^ no_a) & (b ^ no_b) & (c ^ no_c) & (d ^ no_d)
        at_high = tables.cells_high & (a_high ^ no_a) & (b_high ^ no_b) & (c_high ^ no_c) & (d_high ^ no_d)
        poke(stack, _PLACED_LOW + symbol, np.int64(at_low))
        poke(stack, _PLACED_HIGH + symbol, np.int64(at_high))
        used_low = used_high = U(0)
        while at_low != U(0):
            cell = lowest_bit(at_low)
            at_low &= at_low - U(1)
            used_low |= tables.peers[cell, U(0)]
            used_high |= tables.peers[cell, U(1)]
        while at_high != U(0):
            cell = U(64) + lowest_bit(at_high)
            at_high &= at_high - U(1)
            used_low |= tables.peers[cell, U(0)]
            used_high |= tables.peers[cell, U(1)]
        poke(stack, _LOW + symbol, np.int64(low & ~used_low))
        poke(stack, _HIGH + symbol, np.int64(high & ~used_high))
    return low, high


@inlined
def _only_place(tables: Word, stack: Word) -> Word:
    """Return the only cell of a unit that some symbol fits, as ``aux``. STUCK is a dead end, and -1 is no such cell."""
    all_low = all_high = twice_low = twice_high = U(0)
    units = U(tables.units.shape[1])
    for symbol in range(tables.size):
        low, high = U(peek(stack, _LOW + symbol)), U(peek(stack, _HIGH + symbol))
        placed_low, placed_high = U(peek(stack, _PLACED_LOW + symbol)), U(peek(stack, _PLACED_HIGH + symbol))
        found_low = found_high = U(0)
        missing, unit = False, U(0)
        while unit < units:
            unit_low, unit_high = tables.units[U(0), unit], tables.units[U(1), unit]
            here, there = low & unit_low, high & unit_high
            lacks = (here | there | placed_low & unit_low | placed_high & unit_high) == U(0)
            missing |= lacks
            more = here & (here - U(1)) | there & (there - U(1))
            both = here != U(0) and there != U(0)
            if more == U(0) and not both:
                found_low |= here
                found_high |= there
            unit += U(1)
        if missing:
            return STUCK
        twice_low |= all_low & found_low
        twice_high |= all_high & found_high
        all_low |= found_low
        all_high |= found_high
        # The candidates of this symbol aren't needed before the next call, except by the rule about pairs.
        poke(stack, _PLACED_LOW + symbol, np.int64(found_low))
        poke(stack, _PLACED_HIGH + symbol, np.int64(found_high))
    if twice_low != U(0) or twice_high != U(0):
        return STUCK  # Two symbols have a cell as their only place.
    if all_low == U(0) and all_high == U(0):
        return np.int64(-1)
    return _with_bits(tables, stack, _first(all_low, all_high), _PLACED_LOW)


@compiled
def _after_pairs(tables: Word, stack: Word, low: Word, high: Word) -> Word:  # one loop per rule
    """Return the choice of `cell_after_pairs`, as ``aux``."""
    entries, free, size = _cells(), _nine(), tables.size
    for cell in range(size * size):
        word = low if cell < 64 else high
        is_empty = word >> U(cell & 63) & U(1) != U(0)
        poke(entries, cell, _bits_of(tables, stack, U(cell), _LOW) if is_empty else np.int64(0))
    is_changed = True
    while is_changed:
        is_changed = False
        for unit in range(tables.members.shape[0]):
            count = 0
            for at in range(size):
                cell = tables.members[unit, at]
                if peek(entries, cell) != 0:
                    poke(free, count, cell)
                    count += 1
            code = _apply_pairs(entries, free, count)
            if code > 1:
                return code - 2
            is_changed |= code == 1
    fewest, chosen = 99, 0
    for cell in range(size * size):
        bits = count_bits(U(peek(entries, cell)))
        if 0 < bits < fewest:
            fewest, chosen = bits, cell
    return chosen | peek(entries, chosen) << 7


@inlined
def _allow(entries: Word, cell: Word, allowed: Word, code: Word) -> Word:
    """Leave only the allowed candidates of a cell, unless ``code`` is above 1 already. Return the new code: that before
    if nothing changes, and 1 if several candidates are left. Otherwise the cell is chosen, and the code is 2 more than
    ``aux``.
    """
    entry = peek(entries, cell)
    left = entry & allowed
    if code > 1 or left == entry:
        return code
    if left & (left - 1) == 0:
        return 2 + (STUCK if left == 0 else cell | left << 7)
    poke(entries, cell, left)
    return np.int64(1)


@inlined
def _apply_pairs(entries: Word, free: Word, count: Word) -> Word:  # noqa: C901
    """Apply the rules about pairs to the empty cells of one unit. Return a code as `_allow` does."""
    once = twice = thrice = np.int64(0)
    pairs, code = _nine(), np.int64(0)
    for at in range(count):
        entry = peek(entries, peek(free, at))
        thrice |= twice & entry
        twice |= once & entry
        once |= entry
        is_pair = count_bits(U(entry)) == 2
        poke(pairs, at, entry if is_pair else np.int64(0))
        first = 0
        while is_pair and peek(pairs, first) != entry:
            first += 1
        if is_pair and first != at:
            for other in range(count):
                if other not in (at, first):  # numba would allocate a set
                    code = _allow(entries, peek(free, other), ~entry, code)
    if code <= 1 and count_bits(U(once)) < count:
        return np.int64(2 + STUCK)
    two_places = twice & ~thrice
    holders, held = _nine(), 0
    for at in range(count):
        bits = peek(entries, peek(free, at)) & two_places
        poke(holders, at, bits if bits & (bits - 1) > 0 else np.int64(0))
        held += bits & (bits - 1) > 0
    for one in range(count if held > 1 else 0):
        for other in range(one + 1, count):
            shared = peek(holders, one) & peek(holders, other)
            if shared & (shared - 1) > 0:
                allowed = shared if count_bits(U(shared)) == 2 else np.int64(0)
                code = _allow(entries, peek(free, one), allowed, code)
                code = _allow(entries, peek(free, other), shared, code)
    alone = once & ~twice
    for at in range(count):
        if peek(entries, peek(free, at)) & alone > 0:
            code = _allow(entries, peek(free, at), alone, code)
    return code
