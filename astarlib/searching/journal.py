"""The journal: a list of entries that an algorithm makes while it runs, and that become events."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any, Self

from astarlib.events import Expanded, Expansions, Generated, LowerBoundRaised, Reopened


class Journal(list[Any]):
    """A list of entries. An algorithm appends to it, and `Search` turns the entries into events between two slices.

    The format of the entries is private to each algorithm, which decodes them in `Algorithm.events`. The attributes
    state which entries are needed for the types of events ``wanted``.
    """

    __slots__ = ("bounds", "expansions", "improvements", "is_bulk", "rejections", "sent", "wanted")

    def __init__(self, wanted: frozenset[Any]) -> None:  # Any: types of events
        super().__init__()
        self.wanted: frozenset[Any] = wanted
        self.is_bulk: bool = Expansions in wanted
        """True if expansions are sent as one event for each slice."""
        self.expansions: bool = not wanted.isdisjoint((Expansions, Expanded, Generated, Reopened))
        """True if expansions and accepted successors are wanted."""
        self.rejections: bool = Generated in wanted and not self.is_bulk
        """True if rejected successors are wanted."""
        self.improvements: bool = self.expansions and not self.is_bulk
        """True if the journal marks the accepted successors that replace a stored state."""
        self.bounds: bool = LowerBoundRaised in wanted
        """True if `LowerBoundRaised` is wanted. The entry is the event."""
        self.sent: tuple[int, Iterator[int]] = 0, iter(range(sys.maxsize))
        """The number of the first event to send, and an iterator over the numbers of events that are still to send."""

    def fresh(self) -> Self:
        """Return an empty journal with the same flags."""
        return type(self)(self.wanted)

    @classmethod
    def for_events(cls, wanted: frozenset[Any], sent: frozenset[Any]) -> Self | None:
        """Return an empty journal, or None if the engine sends no event that the observer subscribes to."""
        common = wanted & sent & _OF_ALGORITHMS
        return None if len(common) == 0 else cls(common)


_OF_ALGORITHMS = frozenset((Expansions, Expanded, Generated, Reopened, LowerBoundRaised))
