"""The N-puzzle for compiled engines. It needs numpy and numba.

Tiles are named after the cells where they belong, so that all goals with the blank in the same cell share their code;
the blank is 0. Each cell of the board takes just as many bits as a tile needs, from the lowest bits of the first word
on. Where that saves a word, the tile of the last cell is not written there but kept in ``aux``, beside the cell of the
blank: so 5 x 5 cells take two words.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np
from numba import njit

from astarlib.compiled_domain import CompiledDomain
from astarlib.errors import MissingCapabilityError
from astarlib.problems.npuzzle.board import Shape, State, cells_of_tiles
from astarlib.problems.npuzzle.heuristics import Manhattan
from astarlib.problems.npuzzle.pattern_database import AdditivePatternDatabase

U = np.uint64
Word = Any
"""Any: a number in a function that numba compiles."""

_MOST_WORDS: Final = 8


class Board(NamedTuple):
    """How a board of some shape, whose goal has the blank in some cell, is packed, and what moves do on it."""

    shape: Shape
    blank: int
    bits: int
    """Of a cell."""
    words: int
    per_word: int
    """Cells in a word."""
    is_last_apart: bool
    """Whether the tile of the last cell is kept in ``aux``."""
    counts: Any
    """By the cell of the blank: how many moves there are. Any: this and the next are numpy's arrays."""
    targets: Any
    """By the cell of the blank and the move: where the blank goes."""
    ways: Any
    """By cell and tile: the moves that the tile is away from its place."""
    changes: Any
    """By the cell of the blank, move and tile: what the move does to the sum of the ways."""


class Functions(NamedTuple):
    """Those of a domain that all heuristics share, and Manhattan's."""

    branching: Callable[..., Any]
    apply: Callable[..., Any]
    is_goal: Callable[..., Any]
    heuristic: Callable[..., Any]
    next_heuristic: Callable[..., Any] | None


def compiled_domain(goal: State, shape: Shape, heuristic: object) -> CompiledDomain[State]:
    """The domain of a puzzle; MissingCapabilityError names a heuristic, or a board, that has none."""
    board = board_of(shape, goal.index(0))
    if board.words > _MOST_WORDS:
        raise MissingCapabilityError(
            f"a compiled N-puzzle has at most 512 bits; {shape[0]} x {shape[1]} cells take more"
        )
    functions = functions_of(board)
    tables: tuple[Any, ...] = ()  # Any: numpy's arrays
    if isinstance(heuristic, AdditivePatternDatabase) and board.words == 1:
        from astarlib.problems.npuzzle.compiled_patterns import pattern_functions, tables_of  # noqa: PLC0415  # it imports this

        functions = functions._replace(heuristic=pattern_functions(board, heuristic), next_heuristic=None)
        tables = tables_of(board, heuristic)
    elif not isinstance(heuristic, Manhattan):
        raise MissingCapabilityError(
            f"NPuzzle has no compiled_domain with {heuristic!r}; it has one with Manhattan(), and for at most 16 cells "
            "with an AdditivePatternDatabase"
        )
    encode, decode = codec(board, goal)
    return CompiledDomain(
        encode=encode,
        decode=decode,
        **functions._asdict(),
        tables=tables,
        most_successors=4,
        words=board.words,
        most_aux=most_aux(board),
        bits=8 if len(goal) <= 16 else 16,
        aux_tells_way_back=not board.is_last_apart,
    )


def most_aux(board: Board) -> int:
    """The largest ``aux``."""
    cells = board.shape[0] * board.shape[1]
    return cells << board.bits if board.is_last_apart else cells - 1


def names_of_tiles(goal: State) -> list[int]:
    """By tile, the name that it has in packed states: told by its place in the goal, 0 for the blank."""
    homes = cells_of_tiles(goal)
    return [0, *(home + 1 if home < homes[0] else home for home in homes[1:])]


def codec(board: Board, goal: State) -> tuple[Callable[[State], Any], Callable[[Any, int], State]]:
    """``encode`` and ``decode`` of a domain. Any: an int or a tuple of ints, and ``aux``."""
    bits, words, per_word = board.bits, board.words, board.per_word
    names = names_of_tiles(goal)
    tiles = cells_of_tiles(tuple(names))
    kept = len(goal) - board.is_last_apart
    shifts, low = range(0, bits * len(goal), bits), (1 << bits) - 1

    def encode(state: State) -> tuple[Any, int]:
        cells = [names[tile] for tile in state]
        packed = tuple(
            sum(name << bits * at for at, name in enumerate(cells[word * per_word : min(kept, (word + 1) * per_word)]))
            for word in range(words)
        )
        blank = cells.index(0)
        aux = blank << bits | cells[-1] if board.is_last_apart else blank
        return packed[0] if words == 1 else packed, aux

    def decode(packed: Any, aux: int) -> State:
        if words == 1:  # the usual case, and quick
            return tuple([tiles[packed >> shift & low] for shift in shifts])
        cells = [packed[cell // per_word] >> bits * (cell % per_word) & (1 << bits) - 1 for cell in range(kept)]
        if board.is_last_apart:
            cells.append(aux & (1 << bits) - 1)
        return tuple(tiles[name] for name in cells)

    return encode, decode


@lru_cache(maxsize=64)
def board_of(shape: Shape, blank: int) -> Board:
    """The tables of a shape and a goal's blank."""
    rows, columns = shape
    cells = rows * columns
    bits = max(2, (cells - 1).bit_length())
    per_word = 64 // bits
    words = -(-(cells - 1) // per_word)
    targets = [
        [target for target, is_open in (
            (cell - columns, cell >= columns), (cell - 1, cell % columns > 0),
            (cell + 1, cell % columns < columns - 1), (cell + columns, cell < cells - columns),
        ) if is_open]
        for cell in range(cells)
    ]  # fmt: skip
    homes = [blank, *(cell for cell in range(cells) if cell != blank)]
    small = np.uint8 if cells <= 128 else np.uint16
    ways = np.array([
        [0, *(abs(cell // columns - home // columns) + abs(cell % columns - home % columns) for home in homes[1:])]
        for cell in range(cells)
    ], small)  # fmt: skip
    changes = np.zeros((cells, 4, cells), np.int8)
    for cell, ends in enumerate(targets):
        for move, target in enumerate(ends):
            changes[cell, move] = ways[cell].astype(int) - ways[target]
    return Board(
        shape, blank, bits, words, per_word, cells > words * per_word,
        np.array([len(ends) for ends in targets], np.uint8),
        np.array([ends + [0] * (4 - len(ends)) for ends in targets], small),
        ways, changes,
    )  # fmt: skip


@lru_cache(maxsize=64)
def _functions_of(shape: Shape, blank: int) -> Functions:
    board = board_of(shape, blank)
    return _in_one_word(board) if board.words == 1 else _in_several_words(board)


def functions_of(board: Board) -> Functions:
    """Those of a board; the same functions for equal boards, so that they are compiled once."""
    return _functions_of(board.shape, board.blank)


def goal_in_names(board: Board) -> State:
    """The goal, where tiles are named after their places."""
    return (*range(1, board.blank + 1), 0, *range(board.blank + 1, board.shape[0] * board.shape[1]))


def _goal_words(board: Board) -> tuple[int, ...]:
    goal = goal_in_names(board)
    packed, _ = codec(board, goal)[0](goal)
    return (packed,) if board.words == 1 else packed


def _in_one_word(board: Board) -> Functions:
    counts, targets, ways, changes = board.counts, board.targets, board.ways, board.changes
    bits, low, goal, cells = U(board.bits), U((1 << board.bits) - 1), U(_goal_words(board)[0]), len(board.counts)

    def branching(tables: Word, state: Word, blank: Word) -> Word:  # noqa: ARG001  # the signature of domains
        return counts[U(blank)]

    def apply(tables: Word, state: Word, blank: Word, move: Word) -> Word:  # noqa: ARG001  # likewise
        cell = U(targets[U(blank), U(move)])
        tile = state >> cell * bits & low
        return state ^ tile << cell * bits ^ tile << U(blank) * bits, cell, 1

    def is_goal(tables: Word, state: Word, blank: Word) -> Word:  # noqa: ARG001  # likewise
        return state == goal

    def heuristic(tables: Word, state: Word, blank: Word) -> Word:  # noqa: ARG001  # likewise
        h = 0
        for cell in range(cells):
            h += ways[cell, state >> U(cell) * bits & low]
        return h

    def next_heuristic(  # noqa: PLR0917  # numba's functions take no keywords
        tables: Word, state: Word, blank: Word, h: Word, move: Word, next_state: Word, cell: Word  # noqa: ARG001  # likewise
    ) -> Word:  # fmt: skip
        return h + changes[U(blank), U(move), state >> U(cell) * bits & low]

    return Functions(branching, apply, is_goal, heuristic, next_heuristic)


def _in_several_words(board: Board) -> Functions:  # noqa: C901  # five functions over the same tables
    counts, targets, ways, changes = board.counts, board.targets, board.ways, board.changes
    bits, low, goal = U(board.bits), U((1 << board.bits) - 1), tuple(map(U, _goal_words(board)))
    per_word, cells, words, apart = U(board.per_word), len(counts), board.words, board.is_last_apart
    shift = board.bits if apart else 0
    word_of, flipped = _words(words)

    compiled: Any = njit  # Any: numba's types do not tell what its functions take

    @compiled  # type: ignore[untyped-decorator]  # likewise
    def tile_at(state: Word, aux: Word, cell: Word) -> Word:
        if apart and cell == U(cells - 1):
            return U(aux) & low
        return word_of(state, cell // per_word) >> cell % per_word * bits & low

    @compiled  # type: ignore[untyped-decorator]  # likewise
    def laid(state: Word, tile: Word, cell: Word) -> Word:
        """The words with a tile put into an empty cell, or taken out of a full one."""
        if apart and cell == U(cells - 1):
            return state
        return flipped(state, cell // per_word, tile << cell % per_word * bits)

    def branching(tables: Word, state: Word, aux: Word) -> Word:  # noqa: ARG001  # the signature of domains
        return counts[U(aux) >> U(shift)]

    def apply(tables: Word, state: Word, aux: Word, move: Word) -> Word:  # noqa: ARG001  # likewise
        blank = U(aux) >> U(shift)
        cell = U(targets[blank, U(move)])
        tile = tile_at(state, aux, cell)
        next_aux = cell
        if apart:
            last = tile if blank == U(cells - 1) else U(0) if cell == U(cells - 1) else U(aux) & low
            next_aux = cell << U(shift) | last
        return laid(laid(state, tile, cell), tile, blank), next_aux, 1

    def is_goal(tables: Word, state: Word, aux: Word) -> Word:  # noqa: ARG001  # likewise
        return state == goal

    def heuristic(tables: Word, state: Word, aux: Word) -> Word:  # noqa: ARG001  # likewise
        h = 0
        for cell in range(cells):
            h += ways[cell, tile_at(state, aux, U(cell))]
        return h

    def next_heuristic(  # noqa: PLR0917  # numba's functions take no keywords
        tables: Word, state: Word, aux: Word, h: Word, move: Word, next_state: Word, next_aux: Word  # noqa: ARG001  # likewise
    ) -> Word:  # fmt: skip
        tile = tile_at(state, aux, U(next_aux) >> U(shift))
        return h + changes[U(aux) >> U(shift), U(move), tile]

    return Functions(branching, apply, is_goal, heuristic, next_heuristic)


def _words(words: int) -> tuple[Any, Any]:
    """``word_of(state, word)`` and ``flipped(state, word, bits)`` for so many words. Any: what numba makes of them."""
    chosen = "".join(f"state[{word}] if word == U({word}) else " for word in range(words - 1)) + f"state[{words - 1}]"
    each = ", ".join(f"state[{word}] ^ bits if word == U({word}) else state[{word}]" for word in range(words))
    source = (
        f"def word_of(state, word):\n    return {chosen}\n\ndef flipped(state, word, bits):\n    return ({each},)\n"
    )
    names: dict[str, Any] = {"U": U}
    exec(source, names)  # noqa: S102  # two lines of our own: numba has no words for tuples of any length
    return njit(names["word_of"]), njit(names["flipped"])
