"""The tables of additive pattern databases, computed by numba. The entries equal those of ``pattern_tables``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from astarlib.compiled.codegen.specialize import compile_module
from astarlib.problems.npuzzle import table_kernels
from astarlib.problems.npuzzle.board import Shape
from astarlib.problems.npuzzle.pattern_tables import UNREACHED, bit_beside, mask_type, steps_of

_CHUNK: Final = 1 << 17  # Placements between two checks for an interrupt, about 20 ms.


def distances(shape: Shape, group: Sequence[int], blank: int, report: Callable[[int], object]) -> npt.NDArray[np.uint8]:
    """Return the same table as :func:`pattern_tables.distances`. Six tiles of the 24-puzzle take a minute or two."""
    layers = _Layers(shape, group)
    layers.start(sum(cell * len(layers.bits) ** at for at, cell in enumerate(group)), 1 << blank)
    done = distance = 0
    report(done)
    while len(layers.places) > 0:
        done += int(np.count_nonzero(layers.least[layers.places] == distance))  # The rest were reached earlier.
        report(done)
        distance += 1
        layers.advance(distance)
    return layers.least


class _Layers:
    """A breadth-first search over placements. ``places`` has the placements that the last step reached.

    With each placement, the search stores the cells that the blank can reach.
    """

    def __init__(self, shape: Shape, group: Sequence[int]) -> None:
        rows, columns = shape
        cells, self._most = rows * columns, 4 * len(group)
        size, mask = cells ** len(group), mask_type(cells)
        self.bits: Any = np.array([1 << cell for cell in range(cells)], np.uint64)  # Any: numpy's arrays
        self._weights = np.array([cells**at for at in range(len(group))], np.int64)
        steps = steps_of(columns)
        beside = np.array([bit_beside(shape, step, np.dtype(np.uint64)) for step in steps])
        self._moves = beside, np.array(steps, np.int64), self._weights, self.bits
        not_first = sum(1 << cell for cell in range(cells) if cell % columns != 0)
        not_last = sum(1 << cell for cell in range(cells) if cell % columns != columns - 1)
        self._board = tuple(map(np.uint64, (columns, (1 << cells) - 1, not_first, not_last)))
        self._number = np.int32 if size <= 2**31 else np.int64
        self._kernels: Any = compile_module(table_kernels.__name__, ("depart", "arrive"), CELLS=cells)
        self.least: npt.NDArray[np.uint8] = np.full(size, UNREACHED, np.uint8)
        self._reached, self._arriving = np.zeros(size, mask), np.zeros(size, mask)
        self.places: Any = np.zeros(0, self._number)
        self._blanks: Any = np.zeros(0, mask)

    def start(self, place: int, blank: int) -> None:
        """Store the goal, with the placement number ``place`` and the blank in the mask ``blank``, at distance 0."""
        self._arriving[place] = blank
        self._settle(np.array([place], self._number), 0)

    def advance(self, distance: int) -> None:
        """Find the placements of the next distance."""
        touched, count = np.empty(_CHUNK * self._most, self._number), 0
        for first in range(0, len(self.places), _CHUNK):
            last = min(first + _CHUNK, len(self.places))
            if count + (last - first) * self._most > len(touched):
                longer = np.empty(2 * len(touched), self._number)
                longer[:count] = touched[:count]
                touched = longer
            count = self._kernels.depart(
                self.places, self._blanks, first, last, self._moves, self._arriving, touched, count
            )
        self._settle(touched[:count], distance)

    def _settle(self, touched: Any, distance: int) -> None:
        places, blanks, count = np.empty_like(touched), np.empty(len(touched), self._reached.dtype), 0
        rest = self._board, len(self._weights), self.bits, self._reached, self._arriving, self.least
        for first in range(0, len(touched), _CHUNK):
            part = touched[first : first + _CHUNK]
            count = self._kernels.arrive(part, distance, *rest, places, blanks, count)
        self.places, self._blanks = places[:count], blanks[:count]
