"""The N-puzzle for compiled engines. This module needs numpy."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np

from astarlib.compiled.plain.operations import GENERATED
from astarlib.compiled_domain import CompiledDomain, Function
from astarlib.errors import MissingCapabilityError
from astarlib.problems.npuzzle.board import Shape, State, cells_of_tiles, goal_in_names
from astarlib.problems.npuzzle.compiled_board import Board, bits_of_cell, board_of, codec, max_aux, ways_back
from astarlib.problems.npuzzle.compiled_cells import MAX_CELLS, cells_domain
from astarlib.problems.npuzzle.heuristics import Manhattan
from astarlib.problems.npuzzle.lookups import lookups_of, tables_of
from astarlib.problems.npuzzle.partitions import Partition
from astarlib.problems.npuzzle.pattern_database import AdditivePatternDatabase
from astarlib.problems.npuzzle.pattern_files import entries_of

U = np.uint64
Word = Any
"""A number in a function that numba compiles. No static type describes it."""

_NUMBER_BITS: Final = 32
"""The bits of a placement number. A word contains two numbers."""
_MAX_WORDS: Final = 8


def compiled_domain(start: State, goal: State, shape: Shape, heuristic: object) -> CompiledDomain[State]:
    """Return the compiled domain of a puzzle. Raise MissingCapabilityError for an unsupported heuristic or board."""
    if isinstance(heuristic, AdditivePatternDatabase) and len(goal) <= MAX_CELLS:
        key = shape, goal.index(0), heuristic.partition
        if board_of(*key[:2]).words > 1 or any(table.is_compact for table in tables_of(heuristic.partition)):
            return cells_domain(goal, shape, heuristic.partition)
        return replace(
            _domain_of(shape, goal),
            heuristic=_pattern_function(*key),
            next_heuristic=None,
            backward_heuristic=None,
            tables=_pattern_tables(*key),
        )
    if isinstance(heuristic, Manhattan):
        return _domain_from(start, goal, shape)
    raise MissingCapabilityError(
        f"NPuzzle has no compiled_domain with {heuristic!r}; it has one with Manhattan(), and for at most "
        f"{MAX_CELLS} cells with an AdditivePatternDatabase"
    )


@lru_cache(maxsize=64)
def _domain_from(start: State, goal: State, shape: Shape) -> CompiledDomain[State]:
    """Return the domain of the puzzle with the heuristic Manhattan. Repeated searches of a puzzle share it."""
    return _domain_of(shape, goal).with_tables((ways_back(shape, start, goal),))


@lru_cache(maxsize=64)
def _domain_of(shape: Shape, goal: State) -> CompiledDomain[State]:
    """Return the domain of all puzzles with this goal, with the heuristic Manhattan and without tables."""
    board = board_of(shape, goal.index(0))
    if board.words > _MAX_WORDS:
        raise MissingCapabilityError(
            f"a compiled N-puzzle has at most 512 bits; {shape[0]} x {shape[1]} cells take more"
        )
    encode, decode = codec(shape, goal)
    return CompiledDomain(
        encode=encode,
        decode=decode,
        **_functions_of(shape, goal.index(0)),
        owner=_owner_of((shape, goal.index(0))),
        action_of=_action_of(shape),
        max_successors=4,
        words=board.words,
        max_aux=max_aux(board),
        bits=8 if len(goal) <= 16 else 16,
        aux_identifies_parent=not board.is_last_apart,
        undirected=True,
    )


def _action_of(shape: Shape) -> Callable[[State, State], str]:
    """Return the function that names the move between two boards."""
    names = {-shape[1]: "up", shape[1]: "down", -1: "left", 1: "right"}

    def action_of(state: State, next_state: State) -> str:
        return names[next_state.index(0) - state.index(0)]

    return action_of


@lru_cache(maxsize=64)
def _owner_of(board_key: tuple[Shape, int]) -> Callable[..., Any] | None:
    """Return the function ``owner``: the blocks of 2 x 2 cells in which every second tile is, eight of them at most.
    A move changes this number only if it moves one of these tiles to another block. Boards of several words have None.
    """
    board = board_of(*board_key)
    if board.words > 1:
        return None
    rows, columns = board.shape
    block_columns = -(-columns // 2)
    blocks = -(-rows // 2) * block_columns
    cells, bits, low = rows * columns, U(board.bits), U((1 << board.bits) - 1)
    weights = np.zeros((cells, cells), np.int64)
    tiles = [tile for tile in range(1, cells) if tile % 2 == 1][:8]
    for cell in range(cells):
        for place, tile in enumerate(tiles):
            weights[cell, tile] = (cell // columns // 2 * block_columns + cell % columns // 2) * blocks**place

    def owner(tables: Word, state: Word, blank: Word) -> Word:
        number = 0
        for cell in range(cells):
            number += weights[cell, state >> U(cell) * bits & low]
        return number

    return owner


@lru_cache(maxsize=64)
def _functions_of(shape: Shape, blank: int) -> dict[str, Any]:  # Any: functions, or None
    board = board_of(shape, blank)
    counts, targets, ways, changes = board.counts, board.targets, board.ways, board.changes
    low, cells, apart = U((1 << board.bits) - 1), len(counts), board.is_last_apart
    shift = board.bits if apart else 0
    tile_at, laid = _in_one_word(board) if board.words == 1 else _in_several_words(board)
    packed = codec(shape, goal_in_names(shape, blank))[0](goal_in_names(shape, blank))[0]
    goal = U(packed) if board.words == 1 else tuple(map(U, packed))

    def successor_count(tables: Word, state: Word, aux: Word) -> Word:
        return counts[U(aux) >> U(shift)]

    def apply(tables: Word, state: Word, aux: Word, move: Word) -> Word:
        blank = U(aux) >> U(shift)
        cell = U(targets[blank, U(move)])
        tile = tile_at(state, aux, cell)
        next_aux = cell
        if apart:
            last = tile if blank == U(cells - 1) else U(0) if cell == U(cells - 1) else U(aux) & low
            next_aux = cell << U(shift) | last
        return laid(laid(state, tile, cell), tile, blank), next_aux, 1

    def is_goal(tables: Word, state: Word, aux: Word) -> Word:
        return state == goal

    def heuristic(tables: Word, state: Word, aux: Word) -> Word:
        h = 0
        for cell in range(cells):
            h += ways[cell, tile_at(state, aux, U(cell))]
        return h

    def backward_heuristic(tables: Word, state: Word, aux: Word) -> Word:
        h = 0
        for cell in range(cells):
            h += tables[0][cell, tile_at(state, aux, U(cell))]
        return h

    def next_heuristic(
        tables: Word, state: Word, aux: Word, h: Word, move: Word, next_state: Word, next_aux: Word
    ) -> Word:
        tile = tile_at(state, aux, U(next_aux) >> U(shift))
        return h + changes[U(aux) >> U(shift), U(move), tile]

    functions = successor_count, apply, is_goal, heuristic, next_heuristic, backward_heuristic
    return {
        **{function.__name__: function for function in functions},
        "predecessor_count": successor_count,  # Each move can be undone.
        "apply_back": apply,
        "aux_of": _blank_of(board) if board.words == 1 else None,
    }


def _in_one_word(board: Board) -> tuple[Function, Function]:
    """Return the functions ``tile_at(state, aux, cell)`` and ``laid(state, tile, cell)``, which returns the state with
    a tile put into an empty cell, or removed from a full cell.
    """
    bits, low = U(board.bits), U((1 << board.bits) - 1)

    def tile_at(state: Word, aux: Word, cell: Word) -> Word:
        return state >> cell * bits & low

    def laid(state: Word, tile: Word, cell: Word) -> Word:
        return state ^ tile << cell * bits

    return tile_at, laid


def _in_several_words(board: Board) -> tuple[Function, Function]:
    """Return these functions for states of several words."""
    bits, low, per_word = U(board.bits), U((1 << board.bits) - 1), U(board.per_word)
    cells, apart = len(board.counts), board.is_last_apart
    word_of, flipped = _words(board.words)

    def tile_at(state: Word, aux: Word, cell: Word) -> Word:
        if apart and cell == U(cells - 1):
            return U(aux) & low
        return word_of(state, cell // per_word) >> cell % per_word * bits & low

    def laid(state: Word, tile: Word, cell: Word) -> Word:
        if apart and cell == U(cells - 1):
            return state
        return flipped(state, cell // per_word, tile << cell % per_word * bits)

    return tile_at, laid


def _words(words: int) -> tuple[Function, Function]:
    """Return the functions ``word_of(state, word)`` and ``flipped(state, word, bits)`` for several words."""
    chosen = "".join(f"state[{word}] if word == U({word}) else " for word in range(words - 1)) + f"state[{words - 1}]"
    each = ", ".join(f"state[{word}] ^ bits if word == U({word}) else state[{word}]" for word in range(words))
    source = (
        f"def word_of(state, word):\n    return {chosen}\n\ndef flipped(state, word, bits):\n    return ({each},)\n"
    )
    names: dict[str, Any] = {"U": U, GENERATED: source}
    exec(source, names)  # noqa: S102  # The source is our own. numba can't handle tuples of any length.
    return names["word_of"], names["flipped"]


def _blank_of(board: Board) -> Function:
    """Return the function that finds the cell of the blank in a state of one word."""
    width, fields = board.bits, 64 // board.bits
    ones, low = U(sum(1 << width * field for field in range(fields))), U((1 << width) - 1)
    top = U(width * (fields - 1))

    def aux_of(tables: Word, state: Word) -> Word:
        used = state
        for shift in range(1, width):
            used |= state >> U(shift)
        first = used & ones ^ ones
        first &= ~first + U(1)
        # The product adds up the ones of all cells before the first empty one in the highest cell.
        return np.int64((first - U(1) & ones) * ones >> top & low)

    return aux_of


class Tables(NamedTuple):
    """The data of a database, as numpy arrays."""

    weights: Any
    """For each part of the packed board, content of the part, and word: the summand of the placement numbers."""
    entries: Any
    """All tables, one after the other."""


@lru_cache(maxsize=4)
def _pattern_tables(shape: Shape, blank: int, partition: Partition) -> Tables:
    """Return the tables of a partition for a board. Equal boards share them."""
    cells = shape[0] * shape[1]
    goal = goal_in_names(shape, blank)
    lookups = lookups_of(shape, goal, partition)
    parts = [np.asarray(entries_of(table)) for table in lookups.tables]
    groups = len(lookups.views[0])
    weights = lookups.weights(cells_of_tiles(goal), _NUMBER_BITS, _NUMBER_BITS * groups)
    begins = np.cumsum([0, *map(len, parts[:-1])])
    each = [lookup for view in lookups.views for lookup in view]
    begin = sum(int(begins[lookup.table]) << _NUMBER_BITS * field for field, lookup in enumerate(each))
    bits = bits_of_cell(shape)
    per_part = 8 // bits
    words = -(-len(each) // 2)
    found = np.zeros((-(-cells // per_part), 256, words), np.uint64)
    for part in range(len(found)):
        for content in range(1 << bits * per_part):
            total = begin if part == 0 else 0
            for at in range(min(per_part, cells - part * per_part)):
                name = content >> bits * at & (1 << bits) - 1
                total += weights[part * per_part + at][name] if name < cells else 0
            for word in range(words):
                found[part, content, word] = total >> 64 * word & (1 << 64) - 1
    return Tables(found, np.concatenate(parts))


def _pattern_function(shape: Shape, blank: int, partition: Partition) -> Callable[..., Any]:
    """Return the function ``heuristic`` of a domain, shared by boards of equal shape, groups and views."""
    views = lookups_of(shape, goal_in_names(shape, blank), partition).views
    return _group_sums(shape, len(views[0]), len(views))


@lru_cache(maxsize=16)
def _group_sums(shape: Shape, groups: int, views: int) -> Callable[..., Any]:
    cells = shape[0] * shape[1]
    bits = bits_of_cell(shape)
    width, parts, words = U(8 // bits * bits), -(-cells // (8 // bits)), -(-groups * views // 2)
    low, half = U((1 << int(width)) - 1), U(0xFFFFFFFF)
    names: dict[str, Any] = {"U": U, "width": width, "low": low, "half": half}
    sums = [f"    n{word} = U(0)" for word in range(words)]
    for part in range(parts):
        sums.append(f"    part = state >> U({part}) * width & low")
        sums += [f"    n{word} += tables.weights[{part}, part, {word}]" for word in range(words)]
    fields = [f"tables.entries[n{at // 2} {'& half' if at % 2 == 0 else '>> U(32)'}]" for at in range(groups * views)]
    totals = [
        "+".join(f"np.int64({field})" for field in fields[view * groups : (view + 1) * groups]) for view in range(views)
    ]
    value = totals[0] if views == 1 else f"max({totals[0]}, {totals[1]})"
    names["np"] = np
    source = "\n".join(["def heuristic(tables, state, aux):", *sums, f"    return {value}", ""])
    names[GENERATED] = source
    exec(source, names)  # noqa: S102  # The source is our own. A loop over the words takes twice the time.
    function: Callable[..., Any] = names["heuristic"]
    return function
