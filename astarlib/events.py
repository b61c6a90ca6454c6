"""What an observer is told while a search runs.

An observer is any callable that takes one event. It may have an attribute ``event_types``, a set of event
types: what it does not want is not even built. Observers cannot steer; one that raises stops the
search like any exception, with nothing lost. Events of expansions are sent between two slices of the search, a few
milliseconds of work each, so the search may be a slice ahead of them. After an interrupt, the events of the expansion
that is done again are sent again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias, get_args

from astarlib.result import SearchResult, Solution

__all__ = [
    "EVENTS",
    "BatchProgress",
    "Event",
    "Expanded",
    "Finished",
    "Generated",
    "LowerBoundRaised",
    "Observer",
    "Progress",
    "Reopened",
    "SolutionFound",
    "Started",
    "TableProgress",
]


class Started(NamedTuple):
    """A run begins."""

    problem: Any
    engine_repr: str
    """The engine as text, as in `SearchResult.engine`."""
    h: float | None
    """The h of the initial state, or None if the engine doesn't evaluate h."""
    resumed: bool
    """Whether an earlier run has expanded a state already."""
    engine: Any = None
    """The engine itself, if there is one."""
    expanded: int = 0
    """Expansions of earlier runs."""


class Expanded(NamedTuple):
    """A state is expanded; its Generated events follow."""

    number: int
    """1 for the first expansion of the search."""
    state: Any
    g: float
    h: float
    f: float
    frontier: int
    """How many states stay in the frontier."""


class Generated(NamedTuple):
    """A successor edge was produced."""

    parent: Any
    action: Any
    state: Any
    g: float
    h: float
    """As stored: 0 for engines that evaluate no h."""
    accepted: bool
    """False: the state was stored already with a path as cheap, or was closed and the engine does not reopen."""


class Reopened(NamedTuple):
    """A closed state goes back to the frontier with a cheaper path; follows its Generated event."""

    state: Any
    g: float
    previous_g: float


class LowerBoundRaised(NamedTuple):
    """The lower bound rose; with the counters so far."""

    lower_bound: float
    expanded: int
    generated: int
    stored: int


class SolutionFound(NamedTuple):
    """A solution was found."""

    solution: Solution[Any, Any]


class Progress(NamedTuple):
    """A sign of life, about ten times a second, with figures that cost nothing."""

    expanded: int
    generated: int
    stored: int
    frontier: int
    f: float
    """Of the state at the front of the frontier."""
    lower_bound: float
    """What f says about the cost of any solution; the whole frontier may say more."""
    seconds: float


class TableProgress(NamedTuple):
    """The progress of building a table of distances for a heuristic.

    The first event of a table has ``done`` = 0.
    """

    name: str
    """The table, for example ``pattern database, table 1 of 2``."""
    done: int
    """The number of states whose distance is known."""
    total: int | None
    """The number of states in all; None if it isn't known in advance."""
    seconds: float


class Finished(NamedTuple):
    """A run ends."""

    result: SearchResult[Any, Any]


class Expansions(NamedTuple):
    """All expansions since the last event of this type, as the engine stores them.

    An observer that wants this type gets it in place of ``Expanded``, ``Generated`` and ``Reopened`` from engines that
    have it, which costs next to nothing. For observers of this library: the entries are no public format.
    """

    entries: list[Any]
    """Nodes. Nobody changes the list any more."""
    by_identity: bool
    """Whether the engine doesn't remember states, so that nodes are known by their identity and not by their key."""


class BatchProgress(NamedTuple):
    """A sign of life of ``solve_many``, about ten times a second, and at its end."""

    finished: int
    """Problems with a result."""
    failed: int
    """Problems that raised, or killed their worker."""
    in_flight: int
    """Problems that were handed out and are not done with."""
    total: int | None
    """Problems in all, where the iterable has a length."""
    expanded: int
    """Expansions, of the finished ones together."""
    seconds: float
    is_last: bool
    """Whether the batch is over; one that is given up never says so."""


Event: TypeAlias = (
    Started | Expanded | Generated | Expansions | Reopened | LowerBoundRaised | SolutionFound | Progress
    | TableProgress | Finished | BatchProgress
)  # fmt: skip
Observer: TypeAlias = Callable[[Any], object]
"""A callable that takes an event (Any: so that an observer of one kind of event may say so in its signature)."""

EVENTS: frozenset[type[Event]] = frozenset(get_args(Event)) - {Expansions}
"""What an observer gets that has no attribute ``event_types``: all events but ``Expansions``."""


def event_types_of(observer: Observer | None) -> frozenset[Any]:  # Any: types of events
    """Return the types of events that an observer wants.

    Raises
    ------
    TypeError
        If the observer isn't callable, or asks for something that isn't an event type.
    """
    if observer is None:
        return frozenset()
    if not callable(observer):
        raise TypeError(f"an observer is a callable that takes an event, not {observer!r}")
    wanted = frozenset(getattr(observer, "event_types", EVENTS))
    strangers = sorted(wanted - EVENTS - {Expansions}, key=repr)
    if len(strangers) > 0:
        raise TypeError(f"observer.event_types has {strangers[0]!r}, which is no event type of astarlib.events")
    return wanted


def handler_for(observer: Observer | None, kind: type[Any]) -> Observer | None:
    """Return the observer if it wants events of that type, else None; TypeError as `event_types_of` raises it."""
    return observer if kind in event_types_of(observer) else None
