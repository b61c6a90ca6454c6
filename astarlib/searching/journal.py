"""The journal: what an algorithm writes down while it runs, from which all events are made."""

from __future__ import annotations

from typing import Any, Self

from astarlib.events import Expanded, Expansions, Generated, LowerBoundRaised, Observer, Reopened, event_types_of


class Journal(list[Any]):
    """A list of entries. An algorithm appends to it, and `Search` turns the entries into events between two slices.

    Each algorithm chooses its own entries and decodes them in `Algorithm.events`. The flags say what somebody wants to
    know.

    Parameters
    ----------
    expansions, rejections, improvements, bounds:
        See the attributes.
    """

    __slots__ = ("bounds", "expansions", "improvements", "rejections", "sent")

    def __init__(self, *, expansions: bool, rejections: bool, improvements: bool, bounds: bool) -> None:
        super().__init__()
        self.expansions: bool = expansions
        """Whether expansions and accepted successors are wanted."""
        self.rejections: bool = rejections
        """Whether rejected successors are wanted."""
        self.improvements: bool = improvements
        """Whether it's wanted which accepted successors replace a stored state."""
        self.bounds: bool = bounds
        """Whether `LowerBoundRaised` is wanted. The entry is the event."""
        self.sent: int = 0
        """How many of the events have been sent."""

    def fresh(self) -> Self:
        """Return an empty journal with the same flags."""
        return type(self)(
            expansions=self.expansions,
            rejections=self.rejections,
            improvements=self.improvements,
            bounds=self.bounds,
        )

    @classmethod
    def wanted_by(cls, observer: Observer | None) -> Self | None:
        """Return an empty journal for an observer; None if it wants nothing that an algorithm knows."""
        wanted = event_types_of(observer)
        single = frozenset((Expanded, Generated, Reopened)) & wanted
        in_bulk = Expansions in wanted
        if len(single) == 0 and not in_bulk and LowerBoundRaised not in wanted:
            return None
        return cls(
            expansions=in_bulk or len(single) > 0,
            rejections=Generated in wanted and not in_bulk,
            improvements=len(single) > 0 and not in_bulk,
            bounds=LowerBoundRaised in wanted,
        )
