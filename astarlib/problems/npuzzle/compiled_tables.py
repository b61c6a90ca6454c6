"""The tables of additive pattern databases, computed by numba. The entries equal those of ``pattern_tables``."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from astarlib._support.memory import available_memory
from astarlib.compiled.codegen.specialize import compile_module
from astarlib.problems.npuzzle import table_kernels
from astarlib.problems.npuzzle.board import Shape, padded_targets
from astarlib.problems.npuzzle.pattern_tables import UNREACHED, sparse_numbers
from astarlib.problems.npuzzle.placements import permutation_positions
from astarlib.problems.npuzzle.table_kernels import Moves

_STATES: Final = 1 << 23  # The states of a chunk, about 20 ms. An interrupt is noticed between two chunks.
_Array = npt.NDArray[Any]


def compact_distances(
    shape: Shape, group: Sequence[int], blank: int, report: Callable[[int], object], *, threads: int = 1
) -> npt.NDArray[np.uint8]:
    """Return the distances of :func:`pattern_tables.distances` by the numbers of ``placements``.
    Raise MemoryError, which names the number of bytes, if building takes more memory than there is.
    """
    return _Blocks(shape, group).distances(group, blank, report, threads)


def distances(
    shape: Shape, group: Sequence[int], blank: int, report: Callable[[int], object], *, threads: int = 1
) -> npt.NDArray[np.uint8]:
    """Return the same table as :func:`pattern_tables.distances`, with the same progress."""
    compact, cells, begin = compact_distances(shape, group, blank, report, threads=threads), shape[0] * shape[1], 0
    table: _Array = np.full(cells ** len(group), UNREACHED, np.uint8)
    for numbers in sparse_numbers(cells, len(group)):
        table[numbers] = compact[begin : begin + len(numbers)]
        begin += len(numbers)
    return table


class _Blocks:
    """All blocks of a board and a number of tiles, with the moves between them."""

    def __init__(self, shape: Shape, group: Sequence[int]) -> None:
        rows, columns = shape
        self._cells, self._tiles, self._shape = rows * columns, len(group), shape
        self._kernels: Any = compile_module(table_kernels.__name__)
        self._size = math.factorial(self._tiles)
        not_first = sum(1 << cell for cell in range(self._cells) if cell % columns != 0)
        not_last = sum(1 << cell for cell in range(self._cells) if cell % columns != columns - 1)
        self._board = tuple(map(np.uint64, (columns, not_first, not_last)))
        self._whole = np.uint64((1 << self._cells) - 1)
        self._masks: _Array = np.zeros(math.comb(self._cells, self._tiles), np.uint64)
        self._starts: _Array = np.zeros(len(self._masks) + 1, np.int64)
        self._block_count = self._find_regions(np.zeros(0, np.uint64))
        self._positions: _Array = np.array(permutation_positions(self._tiles), np.uint8)
        self._pairs = [
            (one, two) for one, two in itertools.product(range(self._tiles), repeat=2) if 0 < abs(one - two) < columns
        ]
        self._refuse_large()

    def _find_regions(self, regions: _Array) -> int:
        first = np.uint64((1 << self._tiles) - 1)
        return int(self._kernels.find_regions(first, self._board, self._whole, self._masks, self._starts, regions))

    def _refuse_large(self) -> None:
        number = 2 if self._tiles <= 8 else 4
        # Each block has its states, its region, and up to four moves for each tile.
        needed = self._block_count * (self._size + 8 + 20 * self._tiles) + (len(self._pairs) + 1) * self._size * number
        free = available_memory()
        if free is not None and needed > free:
            raise MemoryError(
                f"building a table for {self._tiles} tiles of {self._shape[0]} x {self._shape[1]} cells takes "
                f"{needed:,} bytes of memory, and {free:,} are available; use smaller groups"
            )

    def distances(
        self, group: Sequence[int], blank: int, report: Callable[[int], object], threads: int
    ) -> npt.NDArray[np.uint8]:
        """Search backward from the goal, and return the distances by placement."""
        kernels, masks, starts, size = self._kernels, self._masks, self._starts, self._size
        regions = np.zeros(self._block_count, np.uint64)
        self._find_regions(regions)
        cycles, moves = self._moves(regions)
        states: npt.NDArray[np.uint8] = np.full(self._block_count * size, UNREACHED, np.uint8)
        active = np.zeros(self._block_count, np.uint8)
        combination = int(np.searchsorted(masks, np.uint64(sum(1 << cell for cell in group))))
        start = int(starts[combination])
        while int(regions[start]) >> blank & 1 == 0:
            start += 1
        states[start * size], active[start] = 0, 1  # See `step` for these numbers.
        chunk = max(1, _STATES * len(masks) // len(states))
        ends = [(first, min(first + chunk, len(masks))) for first in range(0, len(masks), chunk)]
        done = distance = 0
        report(done)
        with ThreadPoolExecutor(max(1, threads - 1)) as pool:

            def expand(waiting: list[tuple[int, int]], distance: int) -> int:
                found, placements = np.zeros(size + 1, cycles.dtype), 0
                while len(waiting) > 0:
                    try:
                        part = waiting.pop()
                    except IndexError:
                        break
                    placements += kernels.step(part, distance, starts, moves, cycles, active, states, found)
                return placements

            while active.any():
                waiting = ends[::-1]
                helpers = [pool.submit(expand, waiting, distance) for _ in range(threads - 1)]
                try:
                    done += expand(waiting, distance) + sum(helper.result() for helper in helpers)
                finally:
                    waiting.clear()  # After an interrupt, the helpers stop at the end of their chunk.
                report(done)
                distance += 1
        kernels.keep_minima(starts, size, states)
        return states[: len(masks) * size]

    def _moves(self, regions: _Array) -> tuple[_Array, Moves]:
        """Return the changes of permutations by cycles of positions, and the moves of all blocks.
        A tile that moves up or down passes up to columns - 1 others. This permutes all placements of the block in the
        same way.
        """
        numbers = np.zeros((self._tiles, self._tiles), np.uint8)
        kind = np.uint16 if self._tiles <= 8 else np.uint32
        cycles = np.zeros((len(self._pairs) + 1, self._size), kind)
        cycles[0] = np.arange(self._size)
        for number, (one, two) in enumerate(self._pairs, 1):
            numbers[one, two] = number
            order = list(range(self._tiles))
            order.insert(two, order.pop(one))
            cycles[number] = _numbers(np.argsort(order).astype(np.uint8)[self._positions])
        cells, beside = self._cells, np.array(padded_targets(self._shape, -1), np.int64)
        binomials = np.array(
            [[math.comb(cell, place) for place in range(self._tiles + 1)] for cell in range(cells)], np.int64
        )
        firsts = np.zeros(self._block_count + 1, np.int64)
        moves = Moves(firsts, np.zeros(0, np.uint32), np.zeros(0, np.uint8))
        for _ in range(2):  # The first pass counts the moves.
            count = self._kernels.find_moves(self._masks, self._starts, regions, beside, binomials, numbers, moves)
            if len(moves.targets) == 0:
                moves = Moves(firsts, np.zeros(count, np.uint32), np.zeros(count, np.uint8))
        return cycles, moves


def _numbers(positions: _Array) -> _Array:
    """Return the number of each permutation, given the positions of its tiles."""
    numbers = np.zeros(len(positions), np.int64)
    for tile in range(positions.shape[1]):
        later = (positions[:, :tile] > positions[:, tile : tile + 1]).sum(axis=1)
        numbers += later * math.factorial(tile)
    return numbers
