"""The two frontiers as the searches handle them between two runs of a kernel."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from fractions import Fraction
from types import ModuleType
from typing import Any, ClassVar, Final

import numpy as np

from astarlib.compiled.kernels import buckets, heap
from astarlib.compiled.kernels.codes import END, FAULT_F, FAULT_H, FREE, FRONT
from astarlib.errors import CapacityError
from astarlib.searching.parameters import TieBreak

_MOST_STACKS: Final = 1 << 24  # 64 MiB, of which only the pages that are used take memory
_FINEST: Final = 64  # parts of 1 in which weights may be told to the buckets


class Queue(ABC):
    """A frontier: its arrays for the kernel, and how they grow."""

    module: ClassVar[ModuleType]
    """The kernel's part that works on it."""
    weights: tuple[Any, ...]
    """What the kernel needs to rank a node. Any: numpy's numbers."""
    scale: int = 1
    """By how much the ranks are larger than f."""
    arrays: tuple[Any, ...]

    @abstractmethod
    def clear(self, c: Any) -> None:
        """Take everything out."""

    @abstractmethod
    def grow(self) -> None:
        """Room for more entries."""

    @abstractmethod
    def reach(self, v: Any) -> bool:
        """Make places for what the kernel found none for; False: they would take too much memory."""

    @abstractmethod
    def bytes_in_use(self, c: Any) -> int:
        """Of its entries, and of what leads to them."""

    @abstractmethod
    def nodes(self, c: Any) -> Any:
        """The nodes of all entries in their order, stale ones too."""


class Buckets(Queue):
    """Stacks by f and h, for whole numbers."""

    module: ClassVar[ModuleType] = buckets

    def __init__(self, weights: tuple[int, int], scale: int) -> None:
        self.weights: tuple[Any, ...] = tuple(map(np.uint64, weights))
        self.scale: int = scale
        self.arrays: tuple[Any, ...] = self._made(1 << 12, (64, 32))

    @staticmethod
    def _made(room: int, shape: tuple[int, int]) -> tuple[Any, ...]:
        rows, columns = shape
        return np.zeros((rows, columns), np.uint32), np.full(rows, columns, np.uint32), np.zeros(room, np.uint32)

    def clear(self, c: Any) -> None:
        """Take everything out."""
        shape = self.arrays[0].shape
        self.arrays = self._made(self.arrays[2].size, shape)
        c[FRONT], c[FREE], c[END] = shape[0], 0, buckets.BLOCK

    def grow(self) -> None:
        """Room for more entries; CapacityError when 32 bits cannot tell their places."""
        tops, least, old = self.arrays
        if old.size > 1 << 31:
            raise CapacityError("the frontier of a compiled search holds at most 4,294,967,295 entries")
        pool = np.empty(2 * old.size, np.uint32)
        pool[: old.size] = old
        self.arrays = tops, least, pool

    def reach(self, v: Any) -> bool:
        """Stacks as far as the rank and the h that were missed, and twice that; False: there would be too many."""
        old_tops, old_least, pool = self.arrays
        old_rows, old_columns = rows, columns = old_tops.shape
        while rows <= v[FAULT_F]:
            rows *= 2
        while columns <= v[FAULT_H]:
            columns *= 2
        if rows * columns > _MOST_STACKS:
            return False
        tops, least = np.zeros((rows, columns), np.uint32), np.full(rows, columns, np.uint32)
        tops[:old_rows, :old_columns] = old_tops
        least[:old_rows] = np.where(old_least == old_columns, columns, old_least)
        self.arrays = tops, least, pool
        return True

    def bytes_in_use(self, c: Any) -> int:
        """Of the blocks that have been used, and of the stacks."""
        return int(c[END]) * 4 + int(self.arrays[0].nbytes + self.arrays[1].nbytes)

    def nodes(self, c: Any) -> Any:  # noqa: ARG002  # a heap looks there
        """The nodes of all entries in their order, stale ones too."""
        tops, _, pool = self.arrays
        found = []
        for top in tops[tops > 0]:  # by f, then by h
            at = int(top)
            while at != 0:
                first = at - at % int(buckets.BLOCK)
                found.append(pool[first + 1 : at + 1][::-1])
                at = int(pool[first])
        return np.concatenate(found) if len(found) > 0 else np.zeros(0, np.uint32)


class Heap(Queue):
    """A binary heap, for any numbers and any order among equal f."""

    module: ClassVar[ModuleType] = heap

    def __init__(self, weights: tuple[float, float], tie_break: TieBreak) -> None:
        age = 1 if tie_break is TieBreak.FIFO else -1
        self.weights: tuple[Any, ...] = (*map(np.float64, (*weights, tie_break.second(1))), np.int64(age))
        self.arrays: tuple[Any, ...] = self._made(1 << 12)

    @staticmethod
    def _made(room: int) -> tuple[Any, ...]:
        return np.empty((room, 2)), np.empty(room, np.int64), np.empty(room, np.uint32)

    def clear(self, c: Any) -> None:
        """Take everything out."""
        c[FRONT] = c[FREE] = 0

    def grow(self) -> None:
        """Room for twice as many entries."""
        new = self._made(2 * self.arrays[2].size)
        for array, old in zip(new, self.arrays, strict=True):
            array[: len(old)] = old
        self.arrays = new

    def reach(self, v: Any) -> bool:  # noqa: ARG002  # buckets look there
        """A heap has a place for every f."""
        return True

    def bytes_in_use(self, c: Any) -> int:
        """Of its entries."""
        return 28 * int(c[FRONT])

    def nodes(self, c: Any) -> Any:
        """The nodes of all entries in their order, stale ones too."""
        keys, ages, nodes = (array[: c[FRONT]] for array in self.arrays)
        return nodes[np.lexsort((ages, keys[:, 1], keys[:, 0]))]


def queue_for(weights: tuple[float, float], tie_break: TieBreak, *, whole: bool) -> Queue:
    """Buckets for whole numbers in the usual order and weights of a few parts; else a heap."""
    exact = tuple(map(Fraction, weights))
    scale = math.lcm(*(part.denominator for part in exact))
    if whole and tie_break is TieBreak.LOW_H and scale <= _FINEST and max(exact) * scale <= 1 << 16:
        return Buckets((int(exact[0] * scale), int(exact[1] * scale)), scale)
    return Heap(weights, tie_break)
