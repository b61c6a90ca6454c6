"""The two priority queues, as algorithms use them between two runs of a kernel."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from fractions import Fraction
from functools import cache
from types import ModuleType
from typing import Any, ClassVar, Final

import numpy as np

from astarlib.compiled.formula import Formula
from astarlib.compiled.kernels import buckets, heap
from astarlib.compiled.kernels.codes import FAULT_F, FAULT_H, QUEUE_END, QUEUE_FREE, QUEUE_FRONT
from astarlib.compiled.runtime.storage import NOT_FINITE, Storage, larger_rooms, make_largest
from astarlib.errors import CapacityError, InvalidCostError
from astarlib.searching.parameters import Priority, TieBreak, tie_value

_MAX_STACKS: Final = 1 << 24  # That's 64 MiB, but only the pages in use take memory.
_FEW_STACKS: Final = 1 << 16
_NUMBERS: Final = np.dtype(np.uint32)
_BLOCK_SIZE: Final = int(buckets.BLOCK_SIZE)
_MAX_SCALE: Final = 64  # The largest common denominator of the weights.


class Queue(ABC):
    """A priority queue: its arrays, which kernels work on, and the methods that enlarge them."""

    module: ClassVar[ModuleType]
    """The kernel module that works on the arrays."""
    weights: tuple[Any, ...]
    """The numbers from which kernels compute the rank of a node. Any: numpy's numbers."""
    scale: int = 1
    """The factor between a rank and f."""
    arrays: tuple[Any, ...]

    @abstractmethod
    def clear(self, counters: Any) -> None:
        """Remove all entries."""

    @abstractmethod
    def push_root(self, counters: Any, root: int, h: float) -> bool:
        """Add the initial state to a new queue without a kernel. Return False if this isn't possible."""

    @abstractmethod
    def grow(self) -> None:
        """Make room for twice as many entries."""

    @abstractmethod
    def f(self, g: float, h: float) -> float:
        """Return f in the unit of the queue."""

    @abstractmethod
    def extend_range(self, values: Any) -> bool:
        """Extend the range to the f and h that a kernel couldn't store. Return False if this takes too much memory."""

    def fill(self, kernels: Any, storage: Storage, order: Any) -> bool:
        """Replace the content by nodes that leave in this order. Return False if that takes too much memory."""
        self.clear(storage.counters)
        is_fifo = self.weights[-1] == 1 and isinstance(self, Heap)
        ordered, done = (order if is_fifo else order[::-1]).copy() if len(order) > 1 else order, 0
        while True:
            done = kernels.push_all(self.weights, storage.nodes, self.arrays, storage.counters, done, ordered)
            if done == len(order):
                return True
            node = int(ordered[done])
            g, h = float(storage.nodes.gs[node]), float(storage.nodes.hs[node])
            storage.values[FAULT_F], storage.values[FAULT_H] = self.f(g, h), h
            self.grow()
            if not self.extend_range(storage.values):
                return False

    @abstractmethod
    def bytes_in_use(self, counters: Any) -> int:
        """Return the bytes of the entries and of the index of the queue."""

    @abstractmethod
    def nodes(self, counters: Any) -> Any:
        """Return the nodes of all entries in their order, including stale ones."""


class Buckets(Queue):
    """Stacks by f and h, for whole numbers."""

    module: ClassVar[ModuleType] = buckets

    def __init__(self, weights: tuple[int, int], scale: int) -> None:
        self.weights: tuple[Any, ...] = _words(weights)
        self.scale: int = scale
        self.arrays: tuple[Any, ...] = self._make_arrays(1 << 12, (64, 32))
        self._empty: object = self.arrays
        """The arrays if nothing was ever written to them, or None."""

    @staticmethod
    def _make_arrays(capacity: int, shape: tuple[int, int]) -> tuple[Any, ...]:
        rows, columns = shape
        min_hs: Any = np.empty(rows, _NUMBERS)
        min_hs.fill(columns)
        return np.zeros(shape, _NUMBERS), min_hs, np.zeros(capacity, _NUMBERS)

    def clear(self, counters: Any) -> None:
        shape = self.arrays[0].shape
        if self._empty is not self.arrays:
            self.arrays = self._make_arrays(self.arrays[2].size, shape)
        self._empty = None
        counters[QUEUE_FRONT], counters[QUEUE_FREE], counters[QUEUE_END] = shape[0], 0, _BLOCK_SIZE

    def push_root(self, counters: Any, root: int, h: float) -> bool:
        """Add the initial state as the first entry of the first block. Return False if f or h is out of range."""
        tops, min_hs, pool = self.arrays
        f, first = int(self.weights[1]) * h, _BLOCK_SIZE + 1
        if f >= tops.shape[0] or h >= tops.shape[1]:
            return False
        self._empty = None
        pool[first], tops[f, h], min_hs[f] = root, first, h
        counters[QUEUE_FRONT], counters[QUEUE_FREE], counters[QUEUE_END] = f, 0, 2 * _BLOCK_SIZE
        return True

    def f(self, g: float, h: float) -> float:
        return int(self.weights[0]) * g + int(self.weights[1]) * h

    def grow(self) -> None:
        """Make room for at least twice as many entries; CapacityError if 32 bits can't hold their indices."""
        tops, min_hs, old = self.arrays
        if old.size > 1 << 31:
            raise CapacityError("the frontier of a compiled search holds at most 4,294,967,295 entries")
        rooms = [min(room, 1 << 32) for room in larger_rooms(old.size)]
        pool = make_largest(lambda room: np.empty(room, np.uint32), rooms)
        pool[: old.size] = old
        self.arrays = tops, min_hs, pool

    def extend_range(self, values: Any) -> bool:
        """Add stacks for the f and h that a kernel couldn't store. Return False if there would be too many stacks."""
        old_tops, old_min_hs, pool = self.arrays
        old_rows, old_columns = rows, columns = old_tops.shape
        while rows <= values[FAULT_F]:
            rows *= 2
        while columns <= values[FAULT_H]:
            columns *= 2
        if rows * columns > _MAX_STACKS:
            return False
        if rows * columns <= _FEW_STACKS:  # Each step copies all stacks and calls the kernel again.
            rows, columns = (4 * rows, columns) if rows > old_rows else (rows, 4 * columns)
        tops, min_hs = np.zeros((rows, columns), np.uint32), np.full(rows, columns, np.uint32)
        used = np.flatnonzero(old_min_hs < old_columns)  # Copying empty rows would take memory and time.
        tops[used, :old_columns], min_hs[used] = old_tops[used], old_min_hs[used]
        self.arrays = tops, min_hs, pool
        return True

    def bytes_in_use(self, counters: Any) -> int:
        return int(counters[QUEUE_END]) * 4 + int(self.arrays[0].nbytes + self.arrays[1].nbytes)

    def nodes(self, counters: Any) -> Any:  # used by the heap
        tops, _, pool = self.arrays
        found = []
        for top in tops[tops > 0]:  # In the order of f, then of h.
            at = int(top)
            while at != 0:
                first = at - at % _BLOCK_SIZE
                found.append(pool[first + 1 : at + 1][::-1])
                at = int(pool[first])
        return np.concatenate(found) if len(found) > 0 else np.zeros(0, np.uint32)


class Heap(Queue):
    """A binary heap, for any numbers, any tie-breaking and any formula for f."""

    module: ClassVar[ModuleType] = heap

    def __init__(self, formula: Formula) -> None:
        self._formula = formula
        numbers = list(Priority).index(formula.priority), 1 if formula.tie_break is TieBreak.FIFO else -1
        self.weights: tuple[Any, ...] = (
            *map(np.float64, (*formula.weights, tie_value(formula.tie_break, 1))),
            *map(np.int64, numbers),
        )
        self.arrays: tuple[Any, ...] = self._make_arrays(1 << 12)

    @staticmethod
    def _make_arrays(capacity: int) -> tuple[Any, ...]:
        return np.empty((capacity, 2)), np.empty(capacity, np.int64), np.empty(capacity, np.uint32)

    def clear(self, counters: Any) -> None:
        counters[QUEUE_FRONT] = counters[QUEUE_FREE] = 0

    def push_root(self, counters: Any, root: int, h: float) -> bool:
        """Add the initial state as the only entry. Return False if f isn't a weighted sum, or isn't finite."""
        if self._formula.priority is not Priority.LINEAR or self.f(0, h) == math.inf:
            return False
        keys, ages, nodes = self.arrays
        keys[0, 0], keys[0, 1], ages[0], nodes[0] = self.f(0, h), self.weights[2] * h, 0, root
        counters[QUEUE_FRONT] = counters[QUEUE_FREE] = 1
        return True

    def f(self, g: float, h: float) -> float:
        return self._formula.f(g, h)

    def grow(self) -> None:
        new = make_largest(self._make_arrays, larger_rooms(self.arrays[2].size))
        for array, old in zip(new, self.arrays, strict=True):
            array[: len(old)] = old
        self.arrays = new

    def extend_range(self, values: Any) -> bool:
        """Return True, because a heap takes any finite f; InvalidCostError if f isn't finite."""
        f, h = float(values[FAULT_F]), float(values[FAULT_H])
        if not f < math.inf:
            weight = self._formula.weights[1]
            name, remedy = (f"f with weight {weight!r}", ", or a smaller weight") if weight > 1 else ("f", "")
            raise InvalidCostError(NOT_FINITE.format(f"{name} of a state whose h is {h!r}", f) + remedy)
        return True

    def bytes_in_use(self, counters: Any) -> int:
        return 28 * int(counters[QUEUE_FRONT])

    def nodes(self, counters: Any) -> Any:
        keys, ages, nodes = (array[: counters[QUEUE_FRONT]] for array in self.arrays)
        return nodes[np.lexsort((ages, keys[:, 1], keys[:, 0]))]


def queue_for(formula: Formula, *, is_int: bool, h: float = 0) -> Queue:
    """Return the queue for this formula and type of costs, where ``h`` is the h of the initial state.
    It is buckets for whole costs, the default tie-breaking, and a linear formula whose weights have a small common
    denominator, unless the initial state alone would need too many. Otherwise it is a heap.
    """
    if formula.priority is not Priority.LINEAR or formula.weights[1] * h * h > _MAX_STACKS:
        return Heap(formula)
    scaled = _whole_weights(formula.weights)
    if is_int and formula.tie_break is TieBreak.LOW_H and scaled is not None:
        return Buckets(*scaled)
    return Heap(formula)


@cache
def _words(weights: tuple[int, int]) -> tuple[Any, ...]:
    return tuple(map(np.uint64, weights))


@cache
def _whole_weights(weights: tuple[float, float]) -> tuple[tuple[int, int], int] | None:
    """Return the weights as whole multiples of a small fraction, and its denominator. Return None if it isn't small."""
    exact = tuple(map(Fraction, weights))
    scale = math.lcm(*(part.denominator for part in exact))
    is_small = scale <= _MAX_SCALE and max(exact) * scale <= 1 << 16
    return ((int(exact[0] * scale), int(exact[1] * scale)), scale) if is_small else None
