"""The N-puzzle for compiled engines with large pattern databases. A state is packed as the cells of its tiles.

The tiles of a group are next to each other in a word, so their cells are a part of it. A move changes the cell of one
tile. Only the groups that contain this tile are looked up again, and the other entries are the extra bytes of a state.

Groups that consist of the same tiles in the board and in its mirror image have the same entry, and only one lookup.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np

from astarlib.compiled.plain.operations import GENERATED
from astarlib.compiled_domain import CompiledDomain
from astarlib.problems.npuzzle.board import Shape, State, cells_of_tiles, goal_in_names
from astarlib.problems.npuzzle.compiled_board import board_of
from astarlib.problems.npuzzle.lookups import Lookup, Lookups, Table, lookups_of
from astarlib.problems.npuzzle.partitions import Partition
from astarlib.problems.npuzzle.pattern_files import entries_of
from astarlib.problems.npuzzle.pattern_tables import sparse_numbers
from astarlib.problems.npuzzle.placements import combination_parts
from astarlib.problems.npuzzle.table_kernels import bit_count

MAX_CELLS: Final = 25
"""The largest board. Its 24 tiles take two words."""
_EXTRA_BYTES: Final = 8
_PART_BITS: Final = 13  # See `combination_parts`.
_LOW: Final = 0x00FF00FF00FF00FF
_NONE: Final = 255
U = np.uint64


class Tables(NamedTuple):
    """The data of a database, as numpy arrays."""

    parts: Any
    """For each table, part of a combination and content of the part: the summand of the entry's number."""
    entries: Any
    """All tables, one after the other."""


class _Packing(NamedTuple):
    """The places of tiles in words. Tiles are identified by their goal cells."""

    bits: int
    per_word: int
    words: int
    homes: tuple[int, ...]
    """The goal cells of the tiles, in the order of their places."""

    def bit(self, home: int) -> int:
        """Return the first bit of a tile, counted from the first word."""
        place = self.homes.index(home)
        return 64 * (place // self.per_word) + self.bits * (place % self.per_word)

    def low_bits(self, word: int) -> int:
        """Return the first bits of all tiles in a word."""
        count = min(self.per_word, len(self.homes) - word * self.per_word)
        return sum(1 << self.bits * place for place in range(count))


def cells_domain(goal: State, shape: Shape, partition: Partition) -> CompiledDomain[State]:
    """Return the domain of puzzles with that goal and an additive pattern database, at most 25 cells."""
    blank = goal.index(0)
    functions, packing = _functions(shape, blank, partition)
    encode, decode = _codec(packing, goal)
    return CompiledDomain(
        encode=encode,
        decode=decode,
        **functions,
        predecessor_count=functions["successor_count"],  # Each move can be undone.
        apply_back=functions["apply"],
        tables=_tables(shape, blank, partition),
        max_successors=4,
        words=packing.words,
        max_aux=len(goal) - 1,
        bits=8 if len(goal) <= 16 else 16,
        aux_identifies_parent=True,
    )


def _lookups(shape: Shape, blank: int, partition: Partition) -> Lookups:
    return lookups_of(shape, goal_in_names(shape, blank), partition)


def _different(lookups: Lookups) -> tuple[list[Lookup], list[list[int]]]:
    """Return the lookups of different sets of tiles, and their indices in each view."""
    found: dict[tuple[int, ...], Lookup] = {}
    for view in lookups.views:
        for lookup in view:
            found.setdefault(tuple(sorted(lookup.homes)), lookup)
    keys = list(found)
    return list(found.values()), [[keys.index(tuple(sorted(one.homes))) for one in view] for view in lookups.views]


@lru_cache(maxsize=2)
def _tables(shape: Shape, blank: int, partition: Partition) -> Tables:
    tables = _lookups(shape, blank, partition).tables
    cells = shape[0] * shape[1]
    parts = np.zeros((len(tables), 2, 1 << _PART_BITS), np.uint32)
    for number, table in enumerate(tables):
        size = math.factorial(len(table.group))
        for part, numbers in enumerate(combination_parts(cells, len(table.group))):
            parts[number, part, : len(numbers)] = np.array(numbers, np.int64) * size
    # One array of memory that isn't a file gets large pages, which are faster to read at random.
    return Tables(parts, np.concatenate([_compact_entries(table) for table in tables]))


def _compact_entries(table: Table) -> Any:
    """Return the entries of a table by the numbers of ``placements``."""
    entries = np.asarray(entries_of(table))
    if table.is_compact:
        return entries
    return np.concatenate([entries[numbers] for numbers in sparse_numbers(table.cells, len(table.group))])


def _codec(packing: _Packing, goal: State) -> tuple[Callable[[State], Any], Callable[[Any, int], State]]:
    """Return the functions ``encode`` and ``decode`` of a domain."""
    bits = [packing.bit(home) for home in packing.homes]
    tiles = [goal[home] for home in packing.homes]
    low = (1 << packing.bits) - 1

    def encode(state: State) -> tuple[Any, int]:
        cells = cells_of_tiles(state)
        packed = sum(cells[tile] << bit for tile, bit in zip(tiles, bits, strict=True))
        words = tuple(packed >> 64 * word & (1 << 64) - 1 for word in range(packing.words))
        return words[0] if packing.words == 1 else words, cells[0]

    def decode(packed: Any, aux: int) -> State:  # The blank is in the cell without a tile.
        whole = packed if packing.words == 1 else sum(part << 64 * word for word, part in enumerate(packed))
        board = [0] * len(goal)
        for tile, bit in zip(tiles, bits, strict=True):
            board[whole >> bit & low] = tile
        return tuple(board)

    return encode, decode


@lru_cache(maxsize=16)
def _functions(shape: Shape, blank: int, partition: Partition) -> tuple[dict[str, Any], _Packing]:
    lookups, board = _lookups(shape, blank, partition), board_of(shape, blank)
    different, views = _different(lookups)
    homes = tuple(dict.fromkeys([
        *(home for lookup in lookups.views[0] for home in lookup.homes),
        *(cell for cell in range(len(board.counts)) if cell != blank),
    ]))  # fmt: skip
    packing = _Packing(board.bits, board.per_word, -(-len(homes) // board.per_word), homes)
    goal = [
        sum(home << packing.bit(home) for home in homes) >> 64 * word & (1 << 64) - 1 for word in range(packing.words)
    ]
    names: dict[str, Any] = {
        "U": U, "np": np, "counts": board.counts, "targets": board.targets, "bit_count": bit_count,
    }  # fmt: skip
    source = [_moves_source(packing, goal)]
    begin, begins = 0, []
    for table in lookups.tables:
        begins.append(begin)
        begin += math.perm(table.cells, len(table.group))
    for number, lookup in enumerate(different):
        source.append(_entry_source(number, lookup, packing, begins[lookup.table]))
        names[f"turned{number}"] = np.array(lookup.cells, np.uint8)
    source.append(_sums_source(len(different), views))
    has_extra = len(different) <= _EXTRA_BYTES
    if has_extra:
        names["changed"] = _changed(packing, different)
        source.append(_estimate_source(len(different), packing))
    names[GENERATED] = "\n".join(source)
    exec(names[GENERATED], names)  # noqa: S102  # The source is our own. Loops over tiles take twice the time.
    wanted = ["successor_count", "apply", "is_goal", "heuristic", *(["extra", "next_estimate"] if has_extra else [])]
    return {name: names[name] for name in wanted}, packing


def _changed(packing: _Packing, lookups: Sequence[Lookup]) -> Any:
    """Return, for each bit of a state, the one or two lookups that contain the tile of the bit."""
    found = np.full((64 * packing.words, 2), _NONE, np.uint8)
    for home in packing.homes:
        numbers = [number for number, lookup in enumerate(lookups) if home in lookup.homes]
        bit = packing.bit(home)
        found[bit : bit + packing.bits, : len(numbers)] = numbers
    return found


def _word(word: int, words: int, name: str = "state") -> str:
    return name if words == 1 else f"{name}[{word}]"


def _moves_source(packing: _Packing, goal: Sequence[int]) -> str:
    """Return the source of the functions of moves. To find the tile in a cell, the cell is subtracted from all cells: a
    field of bits that becomes 0 is found by the borrow of its highest bit.
    """
    each = range(packing.words)
    lines = []
    for word in each:
        low = packing.low_bits(word)
        state = _word(word, packing.words)
        lines += [
            f"    apart = {state} ^ cell * U({low})",
            f"    borrow = apart - U({low}) & ~apart & U({low << packing.bits - 1})",
            f"    first = (borrow & (~borrow + U(1))) >> U({packing.bits - 1})",
            f"    word{word} = {state} ^ change * first",
        ]
    moved = "word0" if packing.words == 1 else f"({', '.join(f'word{word}' for word in each)},)"
    is_goal = " and ".join(f"{_word(word, packing.words)} == U({goal[word]})" for word in each)
    return "\n".join([
        "def successor_count(tables, state, blank):",
        "    return counts[U(blank)]",
        "def apply(tables, state, blank, move):",
        "    cell = U(targets[U(blank), U(move)])",
        "    change = cell ^ U(blank)",
        *lines,
        f"    return {moved}, cell, 1",
        "def is_goal(tables, state, blank):",
        f"    return {is_goal}",
    ])  # fmt: skip


def _entry_source(number: int, lookup: Lookup, packing: _Packing, begin: int) -> str:
    """Return the source of a function that looks up a group. See `placements` for the number of an entry."""
    is_turned = lookup.cells != tuple(range(len(lookup.cells)))
    lines = [f"def entry{number}(tables, state):", "    mask = U(0)", f"    at = U({begin})"]
    for tile, home in enumerate(lookup.homes):
        word, shift = divmod(packing.bit(home), 64)
        cell = f"{_word(word, packing.words)} >> U({shift}) & U({(1 << packing.bits) - 1})"
        lines.append(f"    cell = U(turned{number}[{cell}])" if is_turned else f"    cell = {cell}")
        if tile > 0:
            lines.append(f"    at += bit_count(mask >> cell) * U({math.factorial(tile)})")
        lines.append("    mask |= U(1) << cell")
    table = lookup.table
    low = (1 << _PART_BITS) - 1
    lines += [
        f"    at += U(tables.parts[{table}, 0, mask & U({low})])",
        f"    at += U(tables.parts[{table}, 1, mask >> U({_PART_BITS})])",
        "    return U(tables.entries[at])",
    ]
    return "\n".join(lines)


def _sums_source(count: int, views: Sequence[Sequence[int]]) -> str:
    """Return the source of ``heuristic``."""
    lines = ["def heuristic(tables, state, blank):"]
    lines += [f"    e{number} = np.int64(entry{number}(tables, state))" for number in range(count)]
    sums = [" + ".join(f"e{number}" for number in view) for view in views]
    lines.append(f"    return {sums[0]}" if len(sums) == 1 else f"    return max({', '.join(sums)})")
    # Bytes are added in fields of 16 bits, because a sum can be above 255.
    lines.append("def total(extra):")
    for at, view in enumerate(views):
        mask = sum(0xFF << 8 * number for number in view)
        lines += [
            f"    part = extra & U({mask})",
            f"    pairs = (part & U({_LOW})) + (part >> U(8) & U({_LOW}))",
            f"    sum{at} = pairs * U(0x0001000100010001) >> U(48)",
        ]
    lines.append("    return np.int64(sum0)" if len(views) == 1 else "    return np.int64(max(sum0, sum1))")
    return "\n".join(lines)


def _estimate_source(count: int, packing: _Packing) -> str:
    """Return the source of ``extra`` and ``next_estimate``."""
    lines = ["def extra(tables, state, blank):", "    found = U(0)"]
    lines += [f"    found |= entry{number}(tables, state) << U({8 * number})" for number in range(count)]
    lines += ["    return found", "def renewed(tables, state, found, number):"]
    for number in range(count):
        test = "if" if number == 0 else "elif"
        lines += [
            "    else:" if 0 < number == count - 1 else f"    {test} number == {number % count}:",
            f"        entry = entry{number}(tables, state)",
        ]
    lines += [
        "    shift = U(number) * U(8)",
        "    return found & ~(U(255) << shift) | entry << shift",
        "def next_estimate(tables, state, blank, h, extra, move, next_state, next_blank):",
    ]
    words = packing.words
    lines += [f"    change = {_word(0, words)} ^ {_word(0, words, 'next_state')}", "    begin = U(0)"]
    if words > 1:
        lines += ["    if change == 0:", "        change, begin = state[1] ^ next_state[1], U(64)"]
    return "\n".join([
        *lines,
        "    bit = bit_count((change & (~change + U(1))) - U(1)) + begin",
        "    found = extra",
        "    one, other = changed[bit, 0], changed[bit, 1]",
        f"    if one != {_NONE}:",
        "        found = renewed(tables, next_state, found, one)",
        f"    if other != {_NONE}:",
        "        found = renewed(tables, next_state, found, other)",
        "    return total(found), found",
        "",
    ])  # fmt: skip
