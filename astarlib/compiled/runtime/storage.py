"""The arrays of a best-first search, and their growth: the nodes, the hash table and the buffers for one expansion.

There is one array for each part of a node, in the narrowest type that fits. A larger array is prepared in steps of a
few milliseconds, between which limits are polled. One assignment replaces the old array, so an interrupt loses nothing.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

import numpy as np

from astarlib.compiled.kernels import codes
from astarlib.compiled.kernels.codes import (
    BEST,
    BOUND,
    CHECKED_AT,
    COUNTER_COUNT,
    EXPANDED,
    MIN_H,
    MIN_REJECTED_F,
    NEXT_NODE,
    PARKED,
    REOPENED,
    SIDES_COUNTER_COUNT,
    SIDES_VALUE_COUNT,
    VALUE_COUNT,
)
from astarlib.compiled.kernels.data import Data, Edges, Labels, Nodes, Table
from astarlib.compiled.kernels.hash_table import MAX_LOAD
from astarlib.compiled_domain import CompiledDomain
from astarlib.errors import CapacityError, InvalidCostError

_LOW_HALF: Final = 2**32 - 1
_INITIAL_NODES: Final = 1 << 12
_INITIAL_SLOTS: Final = 1 << 13
_MAX_SLOTS: Final = 1 << 32
_SLOTS_FACTOR: Final = 1.5
_FEW_SLOTS: Final = 1 << 18  # A table with fewer grows fourfold: it takes little memory, and lookups take less time.
_NODES_PER_STEP: Final = 1 << 17  # Adding so many to a new table takes about 5 ms.
_BYTES_PER_STEP: Final = 1 << 22  # Copying so many takes about 2 ms.
_MANY_ITEMS: Final = 1 << 20
"""The number of items from which an array grows eightfold where this takes no memory."""

NOT_FINITE: Final = "{} is {!r}; expected a finite number. Use a larger unit for costs and heuristic"
ROOT: Final = 1
"""The node of the initial state."""
STATES, PARENTS, GS, HS, AUXES, CLOSED = range(6)
DEAD_H: Final[Mapping[int, float]] = {1: 2**8 - 1, 2: 2**16 - 1, 4: 2**32 - 1, 8: np.inf}
"""The h of dead ends, by the number of bytes of an item in the array of h. With 8 bytes it's a float."""
# numpy takes longer to find the type of an item of an array from a class, and each search creates 13 arrays.
_WORDS, _NUMBERS, _BYTES, _FLOATS, _INTEGERS = map(np.dtype, ("u8", "u4", "u1", "f8", "i8"))
_NO_MARKS = np.zeros(0, _BYTES)
_COSTS: Final = {8: _BYTES, 16: np.dtype("u2"), 32: _NUMBERS}
"""The types of g and h for whole costs, by their bits."""
_GROWTH_ORDER: Final = (STATES, PARENTS, HS, AUXES, CLOSED, GS)
"""The order in which arrays grow. The array of g is last, because kernels take its length as the capacity."""


T = TypeVar("T")


def larger_rooms(items: int) -> Sequence[int]:
    """Return the numbers of items for a larger array in place of one with this many items, the best number first.
    A large array grows eightfold where systems provide memory only when it is written. Less is copied then.
    """
    return (8 * items, 2 * items) if items >= _MANY_ITEMS and _memory_is_lazy() else (2 * items,)


def make_largest(make: Callable[[int], T], rooms: Sequence[int]) -> T:
    """Return what a function makes for the first of these numbers for which there is memory."""
    for room in rooms[:-1]:
        with suppress(MemoryError):
            return make(room)
    return make(rooms[-1])


def _memory_is_lazy() -> bool:
    """Return True if the system provides memory when it is written, and no limit counts it before."""
    if sys.platform == "win32":
        return False
    import resource  # Windows does not have it.

    limits = (resource.getrlimit(kind)[0] for kind in (resource.RLIMIT_AS, resource.RLIMIT_DATA))
    return all(limit == resource.RLIM_INFINITY for limit in limits) and _overcommits()


@cache
def _overcommits() -> bool:
    """Return True unless Linux counts all allocated memory."""
    try:
        return Path("/proc/sys/vm/overcommit_memory").read_text(encoding="ascii").strip() != "2"
    except OSError:
        return True


def sums(gs: Any, hs: Any) -> Any:  # Any: numpy's arrays
    """Return g + h of nodes as floats. A sum that is too large is inf."""
    with np.errstate(over="ignore"):
        total: Any = gs.astype(float) + hs.astype(float)
    return total


class _Growth(NamedTuple):
    """A larger array that is filled step by step to replace another."""

    old: object
    """The array to be replaced."""
    changes: tuple[int, ...]
    """The numbers of `_changes` at the start. No node changes while they stay the same."""
    new: Any
    initialized: int = 0
    """The number of items that have been written, so that the system has provided their memory."""
    next_node: int = ROOT
    """In a hash table, the first node that hasn't been added yet."""


def length_of(part: int, nodes: int, words: int, sides: int = 1) -> int:
    """Return the length of an array of this part of the nodes."""
    if part == STATES:
        return nodes * words
    if part == AUXES:
        return nodes
    return nodes * sides // 8 + 1 if part == CLOSED else nodes * sides


@cache
def _initial_lengths(words: int, sides: int) -> list[int]:
    return [length_of(part, _INITIAL_NODES, words, sides) for part in range(CLOSED + 1)]


class Storage:
    """All arrays of a search except for the queue. Node 0 doesn't exist.

    If costs are whole numbers, g and h have ``bits`` bits at first. With 2 ``sides``, each node has two items in the
    arrays of the parents, g, h and closed bits. With ``has_marks``, it has a byte for marks.
    """

    def __init__(
        self,
        domain: CompiledDomain[Any],
        fill: Any,  # Any: numba's dispatcher
        *,
        bits: int,
        sides: int = 1,
        has_marks: bool = False,
    ) -> None:
        self._words, self._fill, self._sides = domain.words, fill, sides
        costs = _FLOATS if domain.costs is float else _COSTS[bits]
        self.aux_type: Any = _BYTES if domain.max_aux < 1 << 8 else _COSTS[16]
        types: list[Any] = [_WORDS, _NUMBERS, costs, costs, self.aux_type, _BYTES]  # Any: numpy's types
        self.nodes: Nodes = Nodes(*map(np.zeros, _initial_lengths(domain.words, sides), types))
        self.marks: Any = np.zeros(_INITIAL_NODES, _BYTES) if has_marks else _NO_MARKS
        self._growth: _Growth | None = None
        self.slots: Any = np.zeros(_INITIAL_SLOTS, _NUMBERS)
        self.slots_factor: float = _SLOTS_FACTOR
        """The factor by which the hash table grows if it isn't small."""
        self.parked: Any = np.zeros(1, _NUMBERS)
        self.labels: Labels | tuple[()] = ()
        """The labels of dominance, if the search leaves out dominated states."""
        count = domain.max_successors
        self.edges: Edges = Edges(
            np.zeros(count * self._words, _WORDS),
            np.zeros(count, _WORDS),
            np.zeros(count, self.aux_type),
            np.zeros(count, _FLOATS if domain.costs is float else _INTEGERS),
        )
        counters, values = _INITIAL[sides]
        self.counters: Any = counters.copy()
        self.values: Any = values.copy()
        if count > _INITIAL_NODES // 4:
            while not self.grow_nodes():  # One growth must end before the next begins.
                pass
            while not self.grow_slots():
                pass

    @property
    def node_bits(self) -> Any:
        """The number of bits of a slot that hold a node number, enough for a table of this size."""
        return _node_bits(self.slots.size)

    def data(self, tables: Any, queue: Any, options: Any, counters: Any, values: Any) -> Data:  # Any: what kernels get
        """Return the data of the search for kernels. ``queue`` has ``arrays`` and ``weights``, or is None."""
        arrays, weights = ((), ()) if queue is None else (queue.arrays, queue.weights)
        return Data(
            tables, weights, options, self.nodes, Table(self.slots, self.node_bits), arrays, self.edges, self.parked,
            self.marks, counters, values, self.labels,
        )  # fmt: skip

    @property
    def count(self) -> int:
        """The number of stored states. A reopened state has two nodes and counts once."""
        count: int = self.counters.item(NEXT_NODE) - 1 - self.counters.item(REOPENED)
        return count

    def make_room(self, code: int) -> bool | None:
        """Do a step of what a kernel's return code requests.
        Return True after the last one, and None if there is none.
        """
        match code:
            case codes.GROW_NODES:
                return self.grow_nodes()
            case codes.GROW_SLOTS:
                return self.grow_slots()
            case codes.GROW_PARKED:
                self.grow_parked()
            case codes.GROW_WIDTH:
                self.widen()
            case _:
                return None
        return True

    def _length(self, part: int, nodes: int) -> int:
        return length_of(part, nodes, self._words, self._sides)

    @property
    def capacity(self) -> int:
        """The number of nodes for which there is room."""
        return int(self.nodes.gs.size) // self._sides

    def grow_nodes(self) -> bool:
        """Do one step of making room for at least twice as many nodes. Return True after the last step."""
        nodes = self.nodes.states.size // self._words  # The array of states grows first.
        if nodes == self.capacity:
            rooms = [max(room, 4 * int(self.edges.hashes.size)) for room in larger_rooms(nodes)]
            part = STATES
        else:
            rooms = [nodes]
            if 0 < self.marks.size < nodes:
                marks = self._grow(self.marks, rooms)
                if marks is not None:
                    self.marks, self._growth = marks, None
                return False
            part = next(part for part in _GROWTH_ORDER if self.nodes[part].size < self._length(part, nodes))
        new = self._grow(self.nodes[part], [self._length(part, room) for room in rooms])
        if new is None:
            return False
        self.nodes = self.nodes._replace(**{Nodes._fields[part]: new})
        self._growth = None
        return part == GS

    def _grow(self, old: Any, lengths: Sequence[int]) -> Any:
        """Do one step of copying an array to a longer one. Return the longer array after the last step, else None."""
        # Bits of closed nodes and marks must be 0. In other arrays, pages that aren't written take no memory.
        make = np.zeros if old is self.nodes.closed or old is self.marks else np.empty
        growth = self._current_growth(old)
        if growth is None:
            growth = _Growth(old, self._changes, make_largest(lambda length: make(length, old.dtype), lengths))
        end = min(growth.initialized + _BYTES_PER_STEP // old.itemsize, old.size)
        growth.new[growth.initialized : end] = old[growth.initialized : end]
        self._growth = growth._replace(initialized=end)
        return growth.new if end == old.size else None

    def _current_growth(self, old: object) -> _Growth | None:
        """Return the growth that will replace an array, if it has begun and is still valid."""
        growth = self._growth
        is_current = growth is not None and growth.old is old and growth.changes == self._changes
        return growth if is_current else None

    @property
    def _changes(self) -> tuple[int, ...]:
        """A few counters. At least one of them changes whenever a node does."""
        return tuple(map(self.counters.item, (EXPANDED, PARKED, NEXT_NODE)))

    def reserve(self, first: int, successors: int) -> int:
        """Make room for the first nodes, whose g and parents are 0, and so many successors. Return the next node."""
        end = ROOT + first
        if self.capacity < end + successors:
            while self.capacity < end + successors:
                self.grow_nodes()
            for part in (PARENTS, GS):  # `grow_nodes` doesn't clear them.
                self.nodes[part][ROOT:end] = 0
        return end

    def widen_for(self, h: float) -> None:
        """Make g and h wide enough for this h, which may be inf; CapacityError if it's too large."""
        while math.inf > h >= DEAD_H[self.nodes.hs.itemsize]:
            self.widen()

    def widen(self) -> None:
        """Store g and h in 32 bits. Raise CapacityError if they have these already, and InvalidCostError if they are
        floats, because a sum isn't finite then.
        """
        wide = np.dtype(np.uint32)
        if self.nodes.gs.dtype == np.float64:
            raise InvalidCostError(NOT_FINITE.format("g + h of a state", math.inf))
        if self.nodes.gs.dtype == wide:
            raise CapacityError(
                "g or h is above 4,294,967,294, the limit for whole numbers in a compiled search; use a larger unit, "
                "float costs (costs=float in a compiled domain) without threads, shards and disk, or an engine in "
                "Python"
            )
        used, new = self._length(GS, int(self.counters[NEXT_NODE])), list[Any]()
        for old in (self.nodes.gs, self.nodes.hs):
            new.append(np.zeros(old.size, wide))
            new[-1][:used] = old[:used]
            # The largest value marks a dead end, or a state that a side hasn't stored.
            new[-1][:used][old[:used] == np.iinfo(old.dtype).max] = np.iinfo(wide).max
        self.nodes = self.nodes._replace(gs=new[0], hs=new[1])

    def growth(self, factor: float = 1.1) -> int:
        """Return the additional bytes that room for ``factor`` times the nodes takes, or 0 if there is enough."""
        count, found = factor * int(self.counters[NEXT_NODE]), 0
        if count > self.capacity:
            found += max(int(array.nbytes) for array in self.nodes)
        if count > MAX_LOAD * self.slots.size:
            found += self._more_slots * int(self.slots.itemsize)
        growth = self._growth
        return found if growth is None else max(0, found - growth.initialized * int(growth.new.itemsize))

    @property
    def _more_slots(self) -> int:
        factor = 4 if self.slots.size < _FEW_SLOTS else self.slots_factor
        return int(factor * self.slots.size)

    def grow_slots(self) -> bool:
        """Do one step of creating a hash table with more slots. Return True after the last step.
        With the default factor, a new large table is at least half full, and the frequent growth takes little time.
        Raise CapacityError if 32 bits can't number all nodes.
        """
        size = min(max(self._more_slots, 4 * int(self.edges.hashes.size)), _MAX_SLOTS)
        if size <= self.slots.size:
            raise CapacityError(f"a compiled search stores at most {int(MAX_LOAD * _MAX_SLOTS):,} states")
        return self._fill_table(size)

    def add_root_to_table(self, hash_value: int) -> None:
        """Add the first node, whose state has this hash, to the hash table, which is empty."""
        size = int(self.slots.size)
        bits = (size - 1).bit_length()
        # The same as `first_slot` and `slot_value`, but with Python's numbers, which are faster here than numpy's.
        self.slots[(hash_value >> 32) * size >> 32] = (hash_value & _LOW_HALF) >> bits << bits | ROOT

    def make_table(self, size: int) -> None:
        """Create a hash table of that size with all nodes."""
        self._growth = None
        while not self._fill_table(size):
            pass

    def _fill_table(self, size: int) -> bool:
        """Do one step of creating a hash table. Return True after the last step.
        The table is cleared in steps first. Otherwise, the system would clear it at once when the first nodes are
        added.
        """
        growth = self._current_growth(self.slots) or _Growth(self.slots, self._changes, np.empty(size, np.uint32))
        new, first, last = growth.new, growth.next_node, int(self.counters[NEXT_NODE])
        size = int(new.size)
        if growth.initialized < size:
            end = min(growth.initialized + _BYTES_PER_STEP // new.itemsize, size)
            new[growth.initialized : end] = 0
            self._growth = growth._replace(initialized=end)
            return False
        end = min(first + _NODES_PER_STEP, last)
        # The kernel may add each node only once. After an interrupt that comes before the progress is stored, the next
        # call begins with another table.
        self._growth = None
        self._fill(new, _node_bits(size), self.nodes.states, first, end, bool(self.counters[REOPENED] == 0))
        if end < last:
            self._growth = growth._replace(next_node=end)
            return False
        self.slots = new
        return True

    def grow_parked(self) -> None:
        """Make room for twice as many parked nodes."""
        parked: Any = np.zeros(max(1024, 2 * self.parked.size), np.uint32)
        parked[: self.parked.size] = self.parked
        self.parked = parked

    # --- single nodes -------------------------------------------------------------------------------------------------

    def words_of(self, node: int) -> Any:
        """Return the state of a node as ``decode`` expects it: an int or a tuple of ints."""
        if self._words == 1:
            return self.nodes.states.item(node)
        return tuple(self.nodes.states[node * self._words : (node + 1) * self._words].tolist())

    def is_dead(self, node: int) -> bool:
        """Return True if a node is a dead end."""
        hs = self.nodes.hs
        return bool(hs.item(node) == DEAD_H[hs.itemsize])

    def open_nodes(self) -> Any:
        """Return a boolean array that is True for each node that is neither closed nor a dead end."""
        count, hs = int(self.counters[NEXT_NODE]), self.nodes.hs[: int(self.counters[NEXT_NODE])]
        is_open = np.unpackbits(self.nodes.closed, bitorder="little", count=count) == 0
        is_open &= hs != DEAD_H[hs.itemsize]
        is_open[0] = False
        return is_open

    def bytes_in_use(self) -> int:
        """Return the bytes of the nodes in use and of the whole hash table."""
        nodes = sum(
            self._length(part, int(self.counters[NEXT_NODE])) * array.itemsize for part, array in enumerate(self.nodes)
        )
        marks = int(self.counters[NEXT_NODE]) if self.marks.size > 0 else 0
        return int(nodes + marks + self.slots.nbytes)

    # --- flat ---------------------------------------------------------------------------------------------------------

    def dump(self) -> dict[str, Any]:
        """Return the arrays that `restore` needs, without room to grow."""
        nodes = int(self.counters[NEXT_NODE])
        parts = {f"nodes_{part}": array[: self._length(part, nodes)] for part, array in enumerate(self.nodes)}
        marks = {"marks": self.marks[:nodes]} if self.marks.size > 0 else {}
        return {**parts, **marks, "parked": self.parked, "counters": self.counters, "values": self.values}

    def restore(self, dumped: Mapping[str, Any]) -> None:
        """Replace all arrays with those of a dump."""
        self.counters, self.values, self.parked = (dumped[name].copy() for name in ("counters", "values", "parked"))
        capacity, room = self.capacity, int(self.counters[NEXT_NODE]) + 4 * int(self.edges.hashes.size)
        while capacity < room:
            capacity *= 2
        nodes = []
        for part in range(len(self.nodes)):
            old = dumped[f"nodes_{part}"]
            new = np.zeros(self._length(part, capacity), old.dtype)
            new[: old.size] = old
            nodes.append(new)
        self.nodes = Nodes(*nodes)
        if self.marks.size > 0:
            self.marks = np.zeros(capacity, np.uint8)
            marks = dumped.get("marks", ())
            self.marks[: len(marks)] = marks
        size = int(self.slots.size)
        while 0.6 * size < room:
            size *= 2
        self.make_table(size)


@cache
def _node_bits(size: int) -> Any:
    return np.uint64((size - 1).bit_length())


def _initial_numbers(sides: int) -> tuple[Any, Any]:
    """Return the counters and values of a search that has no nodes yet."""
    counters: Any = np.zeros(COUNTER_COUNT if sides == 1 else SIDES_COUNTER_COUNT, np.int64)
    values = np.full(VALUE_COUNT if sides == 1 else SIDES_VALUE_COUNT, -np.inf)
    counters[NEXT_NODE] = ROOT
    values[MIN_H] = values[MIN_REJECTED_F] = values[BEST] = np.inf
    if sides == 2:
        counters[CHECKED_AT], values[BOUND] = -1, 0
    return counters, values


_INITIAL: Final = {sides: _initial_numbers(sides) for sides in (1, 2)}  # Each search copies them.
