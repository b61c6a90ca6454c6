"""The arrays of a best-first search: nodes, the table that finds them by state, what one expansion needs; their growth.

Arrays are laid beside each other, one for each part of a node, in the narrowest type that fits. An array that is to
grow is made anew, in steps of some milliseconds, between which limits are looked at, and takes the place of the old one
in one store, so an interrupt loses nothing. Large ones are offered to the system for huge pages by numpy itself, where
there are such.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import numpy as np

from astarlib.compiled.kernels.best_first import FULL
from astarlib.compiled.kernels.codes import COUNT, COUNTERS, EXPANDED, LEAST_H, REFUSED, REOPENED, VALUES
from astarlib.compiled_domain import CompiledDomain
from astarlib.errors import CapacityError

_FIRST_NODES: Final = 1 << 12
_FIRST_SLOTS: Final = 1 << 13
_MOST_SLOTS: Final = 1 << 32
_NODES_OF_STEP: Final = 1 << 17  # that are put into a new table: some 5 ms
_BYTES_OF_STEP: Final = 1 << 22  # that are copied: some 2 ms

ROOT: Final = 1
"""The node of the initial state."""
STATES, PARENTS, GS, HS, AUXES, CLOSED = range(6)
_IN_ORDER: Final = (STATES, PARENTS, HS, AUXES, CLOSED, GS)
"""In which they grow: kernels know by the length of g how many nodes there is room for."""


class _Growth(NamedTuple):
    """An array that is being made to take the place of another."""

    of: object
    """That array."""
    expanded: int
    """The expansions when it was begun: no node changes before the next."""
    new: Any
    laid: int = 0
    """Its items that have been written, so that the system has given memory for them."""
    done: int = ROOT
    """In a table: the first node that is not in it yet."""


def length_of(part: int, nodes: int, words: int) -> int:
    """Return the length of one of the arrays of so many nodes."""
    return nodes // 8 + 1 if part == CLOSED else nodes * words if part == STATES else nodes


class Storage:
    """All that a kernel needs but the queue. Node 0 is none.

    Parameters
    ----------
    domain:
        Tells how states and costs are stored.
    fill:
        The kernel that puts nodes into a table.
    bits:
        Of g and h at first, where costs are whole numbers.
    """

    def __init__(self, domain: CompiledDomain[Any], fill: Any, *, bits: int) -> None:  # Any: what numba made of it
        self._words, self._fill = domain.words, fill
        costs = np.dtype(np.float64 if domain.costs is float else f"u{bits // 8}")
        self.aux_type: Any = np.uint8 if domain.max_aux < 1 << 8 else np.uint16
        types: list[Any] = [np.uint64, np.uint32, costs, costs, self.aux_type, np.uint8]  # Any: numpy's types
        self.nodes: tuple[Any, ...] = tuple(
            np.zeros(self._length(part, _FIRST_NODES), kind) for part, kind in enumerate(types)
        )
        self._under_way: _Growth | None = None
        self.slots: Any = np.zeros(_FIRST_SLOTS, np.uint32)
        self.waiting: Any = np.zeros(1, np.uint32)
        count = domain.max_successors
        self.scratch: tuple[Any, ...] = (
            np.zeros(count * self._words, np.uint64),
            np.zeros(count, np.uint64),
            np.zeros(count, self.aux_type),
            np.zeros(count, np.float64 if domain.costs is float else np.int64),
        )
        self.c: Any = np.zeros(COUNTERS, np.int64)
        self.v: Any = np.full(VALUES, -np.inf)
        self.c[COUNT] = 1
        self.v[LEAST_H] = self.v[REFUSED] = np.inf
        if count > _FIRST_NODES // 4:
            while not self.more_nodes():  # one growth after the other: each takes all steps of its own
                pass
            while not self.more_slots():
                pass

    @property
    def shift(self) -> Any:
        """How many bits of a slot hold the number of a node: enough for a table of that size."""
        return _shift(self.slots.size)

    @property
    def count(self) -> int:
        """How many states are stored; of one that was reopened the older node is not counted."""
        return int(self.c[COUNT] - 1 - self.c[REOPENED])

    def _length(self, part: int, nodes: int) -> int:
        return length_of(part, nodes, self._words)

    def more_nodes(self) -> bool:
        """A step towards room for twice as many nodes; whether it was the last."""
        nodes = max(2 * int(self.nodes[GS].size), 4 * int(self.scratch[1].size))
        part = next(part for part in _IN_ORDER if self.nodes[part].size < self._length(part, nodes))
        old = self.nodes[part]
        make = np.zeros if part == CLOSED else np.empty  # pages that nobody writes to take no memory
        growth = self._begun(old) or _Growth(old, self._expanded, make(self._length(part, nodes), old.dtype))
        end = min(growth.laid + _BYTES_OF_STEP // old.itemsize, old.size)
        growth.new[growth.laid : end] = old[growth.laid : end]
        self._under_way = growth._replace(laid=end)
        if end < old.size:
            return False
        self.nodes = (*self.nodes[:part], growth.new, *self.nodes[part + 1 :])
        self._under_way = None
        return part == GS

    def _begun(self, old: object) -> _Growth | None:
        """What has been made to take the place of an array, if it is still of use."""
        growth = self._under_way
        is_of_use = growth is not None and growth.of is old and growth.expanded == self._expanded
        return growth if is_of_use else None

    @property
    def _expanded(self) -> int:
        return int(self.c[EXPANDED])

    def widen(self) -> None:
        """G and h in 32 bits.

        Raises
        ------
        CapacityError
            When they are that wide already.
        """
        wide = np.dtype(np.uint32)
        if self.nodes[GS].dtype == wide or self.nodes[GS].dtype == np.float64:
            raise CapacityError("g or h is above 4,294,967,294, the most for whole numbers; use costs=float")
        old = self.nodes[HS]
        ends = old == np.iinfo(old.dtype).max
        gs, hs = self.nodes[GS].astype(wide), old.astype(wide)
        hs[ends] = np.iinfo(wide).max
        self.nodes = (*self.nodes[:GS], gs, hs, *self.nodes[AUXES:])

    def growth(self) -> int:
        """The bytes that a new table, or the largest new array beside the old one, takes yet before long."""
        count, found = 1.1 * int(self.c[COUNT]), 0
        if count > self.nodes[GS].size:
            found += max(int(array.nbytes) for array in self.nodes)
        if count > FULL * self.slots.size:
            found += 3 * int(self.slots.nbytes) // 2
        growth = self._under_way
        return found if growth is None else max(0, found - growth.laid * int(growth.new.itemsize))

    def more_slots(self) -> bool:
        """A step towards a table half as large again; whether it was the last.

        The table is never less than half full then, and making it so often costs little.

        Raises
        ------
        CapacityError
            When there would be more nodes than 32 bits can number.
        """
        size = max(3 * int(self.slots.size) // 2, 4 * int(self.scratch[1].size))
        if size > _MOST_SLOTS:
            raise CapacityError(f"a compiled search stores at most {int(FULL * _MOST_SLOTS):,} states")
        return self._fill_table(size)

    def make_table(self, size: int) -> None:
        """A table of that size, with all nodes."""
        self._under_way = None
        while not self._fill_table(size):
            pass

    def _fill_table(self, size: int) -> bool:
        """A step of it: first it is cleared, or the first nodes would make the system clear all of it at once."""
        growth = self._begun(self.slots) or _Growth(self.slots, self._expanded, np.empty(size, np.uint32))
        new, first, last = growth.new, growth.done, int(self.c[COUNT])
        if growth.laid < size:
            end = min(growth.laid + _BYTES_OF_STEP // new.itemsize, size)
            new[growth.laid : end] = 0
            self._under_way = growth._replace(laid=end)
            return False
        end = min(first + _NODES_OF_STEP, last)
        self._fill(new, _shift(size), self.nodes[STATES], first, end, bool(self.c[REOPENED] == 0))
        self._under_way = growth._replace(done=end)
        if end < last:
            return False
        self.slots = new
        self._under_way = None
        return True

    def more_waiting(self) -> None:
        """Room for twice as many nodes above the cost limit."""
        waiting: Any = np.zeros(max(1024, 2 * self.waiting.size), np.uint32)
        waiting[: self.waiting.size] = self.waiting
        self.waiting = waiting

    # --- single nodes -------------------------------------------------------------------------------------------------

    def words_of(self, node: int) -> Any:
        """The state of a node as ``decode`` takes it: an int, or a tuple of ints."""
        words = tuple(int(word) for word in self.nodes[STATES][node * self._words : (node + 1) * self._words])
        return words[0] if self._words == 1 else words

    def is_dead(self, node: int) -> bool:
        """Whether a node is a dead end."""
        hs = self.nodes[HS]
        return bool(hs[node] == (np.inf if hs.dtype == np.float64 else np.iinfo(hs.dtype).max))

    def open_nodes(self) -> Any:
        """By node whether it is neither closed nor a dead end; False for none at all."""
        count, hs = int(self.c[COUNT]), self.nodes[HS][: int(self.c[COUNT])]
        is_open = np.unpackbits(self.nodes[CLOSED], bitorder="little", count=count) == 0
        is_open &= hs != (np.inf if hs.dtype == np.float64 else np.iinfo(hs.dtype).max)
        is_open[0] = False
        return is_open

    def bytes_in_use(self) -> int:
        """Of the nodes that there are, and of the whole table."""
        nodes = sum(self._length(part, int(self.c[COUNT])) * array.itemsize for part, array in enumerate(self.nodes))
        return int(nodes + self.slots.nbytes)

    # --- flat ---------------------------------------------------------------------------------------------------------

    def dump(self) -> dict[str, Any]:
        """The arrays that ``restore`` needs, without room to grow."""
        nodes = int(self.c[COUNT])
        parts = {f"nodes_{part}": array[: self._length(part, nodes)] for part, array in enumerate(self.nodes)}
        return {**parts, "waiting": self.waiting, "c": self.c, "v": self.v}

    def restore(self, dumped: Mapping[str, Any]) -> None:
        """Take over a dump."""
        self.c, self.v, self.waiting = (dumped[name].copy() for name in ("c", "v", "waiting"))
        capacity, room = int(self.nodes[GS].size), int(self.c[COUNT]) + 4 * int(self.scratch[1].size)
        while capacity < room:
            capacity *= 2
        nodes = []
        for part in range(len(self.nodes)):
            old = dumped[f"nodes_{part}"]
            new = np.zeros(self._length(part, capacity), old.dtype)
            new[: old.size] = old
            nodes.append(new)
        self.nodes = tuple(nodes)
        size = int(self.slots.size)
        while 0.6 * size < room:
            size *= 2
        self.make_table(size)


def _shift(size: int) -> Any:
    return np.uint64((size - 1).bit_length())
