"""The log of a recorder: the search's own records, in the order of the expansions."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import chain, islice
from typing import Any, Final, TypeAlias

from astarlib.events import Expanded, Generated
from astarlib.searching.node import CLOSED, KEY, PARENT, STATE, G, Node

Expansion: TypeAlias = tuple[int, Node, list[Node]]
"""An expansion: its number, counted from 1; the record that was expanded; and those of the successors it took up."""
Stack: TypeAlias = "tuple[Node, Stack] | None"
"""The records that wait, the next one first. It is immutable."""

_NO_RECORD: Final[Node] = (None, None, None)


class ExpansionLog:
    """The expansions in order, taken from the search's records or from events.

    Parameters
    ----------
    began_at:
        The number of expansions before the first recorded one.
    stacks:
        True if the search has a stack and stores no states, so records are identified by identity, otherwise by key.
    """

    __slots__ = ("_chunks", "_full", "_thinned", "_told", "began_at", "f", "key_of", "sampling_interval", "stacks")

    def __init__(self, *, began_at: int, stacks: bool, key_of: Callable[[Any], Hashable] | None) -> None:
        self._chunks: list[list[Any]] = [[]]
        """Entries as ``astarlib.events.Expansions`` has them. Single events make the entries of an engine with a stack.

        The chunks are those of events: one that is sent again, after an interrupt, is known by its identity."""
        self.began_at: int = began_at
        self.stacks: bool = stacks
        self.key_of: Callable[[Any], Hashable] | None = key_of
        self.sampling_interval: int = 1
        """One in this many expansions still has its successors."""
        self.f: dict[int, float] = {}
        """The f of each expansion that came as an event."""
        self._thinned: int = 0
        """The number of entries that are already thinned to the sampling interval."""
        self._full: set[int] = set()
        """The identities of the records in these that still have their successors."""
        self._told: tuple[int, Node, list[Node], Stack] = (0, _NO_RECORD, [], None)
        """The last expansion that came as an event, and the stack behind it."""

    def __getstate__(self) -> tuple[None, dict[str, Any]]:
        """Return the state without CLOSED, whose copy would be another object."""
        state = {name: getattr(self, name) for name in self.__slots__}
        return None, {**state, "_chunks": [_entries(self.expansions())]}

    def add(self, entries: list[Any], *, stacks: bool) -> None:
        """Take over the entries of a slice, as the search stores them."""
        self.stacks = stacks
        if self._chunks[-1] is not entries:
            self._chunks.append(entries)

    def __len__(self) -> int:
        """Return the number of entries."""
        return sum(map(len, self._chunks))

    def expansions(self, start: int = 0) -> Iterator[Expansion]:
        """Yield each expansion once, from an entry on, in O(nodes) time."""
        number, record, is_again = self.began_at, _NO_RECORD, False
        children: list[Node] = []
        entries = islice(chain.from_iterable(self._chunks), start, None)
        for entry in entries:
            if type(entry) is int:
                following, expanded = entry, next(entries)
                is_again = following == number
            elif entry[-1] is CLOSED:
                following, expanded = number + 1, entry
                is_again = record is not _NO_RECORD and record[KEY] == entry[KEY]
            else:
                if not (is_again and _is_among(entry, children)):
                    children.append(entry)
                continue
            if not is_again:
                if number > self.began_at:
                    yield number, record, children
                number, record, children = following, expanded, []
            elif self.stacks:  # After an interrupt, a stack repeats the whole expansion.
                children = []
        if number > self.began_at:
            yield number, record, children

    def is_at_first_expansion(self) -> bool:
        """Return True if at most one expansion has begun."""
        return len(list(islice(self.expansions(), 2))) < 2

    # --- events ----------------------------------------------------------------------------------------------------

    def expand(self, event: Expanded) -> None:
        """Begin the expansion of an event. After an interrupt, the same event comes again."""
        number, record, children, behind = self._told
        if number != event.number:
            record, behind = self._popped(event.state, _on_top(children, behind)) if self.stacks else (_NO_RECORD, None)
            if record is _NO_RECORD:
                record = self.record(event.g, event.h, None, None, event.state)
        self.f[event.number] = event.f
        self._told = event.number, record, [], behind
        self._chunks[-1].extend((int(event.number), record))

    def generate(self, event: Generated) -> None:
        """Add a successor to the expansion under way."""
        _, record, children, _ = self._told
        child = self.record(event.g, event.h, record, event.action, event.state)
        self._chunks[-1].append(child)
        children.append(child)

    def record(self, g: float, h: float, parent: Node | None, action: Any, state: Any) -> Node:
        """Return a record like those of the search."""
        if self.key_of is None:
            return g, h, state, parent, action
        return g, h, self.key_of(state), parent, action, state

    @property
    def state_at(self) -> int:
        """The index of the state in a record."""
        return KEY if self.key_of is None else STATE

    def _popped(self, state: Any, stack: Stack) -> tuple[Node, Stack]:
        """Return the record of the next state (none for the root of an iteration) and the stack behind it."""
        at = self.state_at
        while stack is not None:
            record, stack = stack
            if record[at] is state:  # Otherwise it was above a cost limit and was dropped.
                return record, stack
        return _NO_RECORD, None

    # --- thinning --------------------------------------------------------------------------------------------------

    def sampling_interval_for(self, max_nodes: float) -> int:
        """Return the smallest power of 2 as an interval that leaves at most ``max_nodes`` nodes, in O(nodes) time.

        It is smaller if three more halvings wouldn't halve the number of nodes, since few states can have most of the
        successors.
        """
        if len(self) < max_nodes:
            return self.sampling_interval
        sizes = [(number - 1 - self.began_at, len(children)) for number, _, children in self.expansions()]
        sampling_interval, counts = self.sampling_interval, list[int]()
        while len(counts) == 0 or len(sizes) > 1:
            sizes = [(expansion, size) for expansion, size in sizes if expansion % sampling_interval == 0]
            counts.append(sum(size for _, size in sizes) + (1 if sampling_interval == 1 else len(sizes)))
            if counts[0] <= max_nodes:
                break
            sampling_interval *= 2
        enough = next(
            halvings
            for halvings, count in enumerate(counts)
            if count <= max_nodes or count <= 2 * counts[min(halvings + 3, len(counts) - 1)]
        )
        return int(self.sampling_interval * 2**enough)

    def drop(self, max_nodes: float) -> None:
        """Drop the successors that a trace of ``max_nodes`` won't contain, for searches with a stack."""
        if self.sampling_interval > 1:
            self._thin(self.sampling_interval, self._thinned)
        expansions = sum(type(entry) is int for entry in chain.from_iterable(self._chunks))
        if len(self) - 2 * expansions > max_nodes:
            self._thin(self.sampling_interval_for(max_nodes), 0)

    def _thin(self, sampling_interval: int, start: int) -> None:
        """Thin the entries from ``start`` on. Earlier entries are thinned already."""
        entries, full = list(islice(chain.from_iterable(self._chunks), start)), self._full if start > 0 else set[int]()
        kept, number, record = self.began_at, self.began_at, _NO_RECORD
        for number, record, children in self.expansions(start):
            if (number - 1 - self.began_at) % sampling_interval == 0:
                full.add(id(record))
                entries += (number, record, *children)
            elif record[PARENT] is None or id(record[PARENT]) in full:  # It is a node and was expanded.
                entries += (number, record)
            else:
                continue
            kept = number
        if number > kept:  # Keep the number of expansions.
            entries += (number, record)
        self.sampling_interval, self._full, self._chunks, self._thinned = (
            sampling_interval,
            full,
            [entries],
            len(entries),
        )


def _entries(expansions: Iterable[Expansion]) -> list[Any]:
    entries: list[Any] = []
    for number, record, children in expansions:
        entries += (number, record, *children)
    return entries


def _is_among(child: Node, children: Iterable[Node]) -> bool:
    """Return True if the successor came already. A different path to its state would be cheaper."""
    return any(child[KEY] == known[KEY] and child[G] == known[G] for known in children)


def _on_top(records: Iterable[Node], stack: Stack) -> Stack:
    for record in reversed(list(records)):
        stack = (record, stack)
    return stack
