"""The log of a recorder: the node records of the search, in the order of the expansions."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import chain, islice
from typing import Any, Final, TypeAlias

from astarlib.events import Expanded, Generated
from astarlib.searching.node import CLOSED, KEY, PARENT, STATE, G, Node

Expansion: TypeAlias = tuple[int, Node, list[Node]]
"""An expansion: its number (counted from 1), the record that was expanded, and the records of its new successors."""
Stack: TypeAlias = "tuple[Node, Stack] | None"
"""The records to expand, the next one first, as an immutable linked list."""

_NO_RECORD: Final[Node] = (None, None, None)


class ExpansionLog:
    """The expansions in order, from number ``began_at`` on, taken from the search's records or from events.

    With ``stacks``, the search has a stack and doesn't store states. The log then identifies records by their identity,
    otherwise by the key of their state.
    """

    __slots__ = ("_chunks", "_full", "_last", "_thinned", "began_at", "f", "key_of", "sampling_interval", "stacks")

    def __init__(self, *, began_at: int, stacks: bool, key_of: Callable[[Any], Hashable] | None) -> None:
        self._chunks: list[list[Any]] = [[]]
        """Chunks of entries as in ``astarlib.events.Expansions``. Single events give entries like those of a stack.

        Each event has one chunk. The identity of a chunk shows if an event is sent again after an interrupt."""
        self.began_at: int = began_at
        self.stacks: bool = stacks
        self.key_of: Callable[[Any], Hashable] | None = key_of
        self.sampling_interval: int = 1
        """One in this many expansions has its successors in the log."""
        self.f: dict[int, float] = {}
        """The f of each expansion that was reported by a single event."""
        self._thinned: int = 0
        """The number of entries that are already thinned to the sampling interval."""
        self._full: set[int] = set()
        """The identities of the records in the thinned entries that have their successors in the log."""
        self._last: tuple[int, Node, list[Node], Stack] = (0, _NO_RECORD, [], None)
        """The last expansion that was reported by a single event, and the rest of the stack."""

    def __getstate__(self) -> tuple[None, dict[str, Any]]:
        """Return the attributes without the marker CLOSED, since its copy would be a different object."""
        state = {name: getattr(self, name) for name in self.__slots__}
        return None, {**state, "_chunks": [_entries(self.expansions())]}

    def add(self, entries: list[Any], *, stacks: bool) -> None:
        """Add the entries of a slice, without copying them. After an interrupt, the same list may come again."""
        self.stacks = stacks
        if self._chunks[-1] is not entries:
            self._chunks.append(entries)

    def __len__(self) -> int:
        """Return the number of entries."""
        return sum(map(len, self._chunks))

    def expansions(self, start: int = 0) -> Iterator[Expansion]:
        """Yield each expansion once, in O(nodes) time. Begin at the entry with the index ``start``."""
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
            elif self.stacks:  # After an interrupt, a search with a stack repeats the whole expansion.
                children = []
        if number > self.began_at:
            yield number, record, children

    def is_at_first_expansion(self) -> bool:
        """Return True if at most one expansion has begun."""
        return len(list(islice(self.expansions(), 2))) < 2

    # --- events ----------------------------------------------------------------------------------------------------

    def expand(self, event: Expanded) -> None:
        """Begin the expansion that an event reports. After an interrupt, the search may send the event again."""
        number, record, children, behind = self._last
        if number != event.number:
            record, behind = self._popped(event.state, _on_top(children, behind)) if self.stacks else (_NO_RECORD, None)
            if record is _NO_RECORD:
                record = self.record(event.g, event.h, None, None, event.state)
        self.f[event.number] = event.f
        self._last = event.number, record, [], behind
        self._chunks[-1].extend((int(event.number), record))

    def generate(self, event: Generated) -> None:
        """Add a successor to the current expansion."""
        _, record, children, _ = self._last
        child = self.record(event.g, event.h, record, event.action, event.state)
        self._chunks[-1].append(child)
        children.append(child)

    def record(self, g: float, h: float, parent: Node | None, action: Any, state: Any) -> Node:
        """Return a record in the format of the search."""
        if self.key_of is None:
            return g, h, state, parent, action
        return g, h, self.key_of(state), parent, action, state

    @property
    def state_at(self) -> int:
        """The index of the state in a record."""
        return KEY if self.key_of is None else STATE

    def _popped(self, state: Any, stack: Stack) -> tuple[Node, Stack]:
        """Return the record of a state, or ``_NO_RECORD`` for the root of an iteration, and the rest of the stack."""
        at = self.state_at
        while stack is not None:
            record, stack = stack
            if record[at] is state:  # The search dropped the other records because they exceed a cost limit.
                return record, stack
        return _NO_RECORD, None

    # --- thinning --------------------------------------------------------------------------------------------------

    def sampling_interval_for(self, max_nodes: float) -> int:
        """Return the smallest power of 2 as an interval that leaves at most ``max_nodes`` nodes, in O(nodes) time.
        It's smaller if three more doublings wouldn't halve the nodes, because a few states have most successors.
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
        """Thin the entries from the index ``start`` on. The earlier entries are thinned already."""
        entries, full = list(islice(chain.from_iterable(self._chunks), start)), self._full if start > 0 else set[int]()
        kept, number, record = self.began_at, self.began_at, _NO_RECORD
        for number, record, children in self.expansions(start):
            if (number - 1 - self.began_at) % sampling_interval == 0:
                full.add(id(record))
                entries += (number, record, *children)
            elif record[PARENT] is None or id(record[PARENT]) in full:  # The trace has a node for this record.
                entries += (number, record)
            else:
                continue
            kept = number
        if number > kept:  # The last entry has the total number of expansions, so it must stay.
            entries += (number, record)
        size = len(entries)  # No interrupt comes between the four assignments.
        self.sampling_interval, self._full, self._chunks, self._thinned = sampling_interval, full, [entries], size


def _entries(expansions: Iterable[Expansion]) -> list[Any]:
    entries: list[Any] = []
    for number, record, children in expansions:
        entries += (number, record, *children)
    return entries


def _is_among(child: Node, children: Iterable[Node]) -> bool:
    """Return True if the successor is in the list already. A new path to the same state would have a smaller g."""
    return any(child[KEY] == known[KEY] and child[G] == known[G] for known in children)


def _on_top(records: Iterable[Node], stack: Stack) -> Stack:
    for record in reversed(list(records)):
        stack = (record, stack)
    return stack
