"""The events that a search sends to an observer.

An observer is a callable that takes one event. It can have an attribute ``event_types``, a set of event types; other
events are then not created. An observer can't change the search. If it raises an exception, the search stops, and you
can run it again without losing anything.

The search works in slices of a few milliseconds and sends the events of expansions between two slices. So it can be one
slice ahead of its events. After an interrupt, the interrupted expansion is repeated and its events are sent again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias, get_args

from astarlib.result import SearchResult, Solution

__all__ = [
    "EVENTS",
    "BatchProgress",
    "Compiling",
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
    "Updated",
]


class Started(NamedTuple):
    """A run begins."""

    problem: Any
    """The problem that is searched."""
    engine_repr: str
    """The engine as text, as in `SearchResult.engine`."""
    h: float | None
    """The h of the initial state, or None if the engine doesn't evaluate h."""
    resumed: bool
    """True if an earlier run has already expanded a state."""
    engine: Any = None
    """The engine itself, if there is one."""
    expanded: int = 0
    """Expansions of earlier runs."""


class Expanded(NamedTuple):
    """A state is expanded. Its ``Generated`` events follow."""

    number: int
    """The number of the expansion, starting from 1."""
    state: Any
    """The expanded state."""
    g: float
    """The cost of the path to the state."""
    h: float
    """The h of the state, or 0 if the engine doesn't evaluate h."""
    f: float
    """The priority of the state, by the engine's formula."""
    frontier: int
    """The number of states that remain in the frontier."""


class Generated(NamedTuple):
    """A successor edge was produced."""

    parent: Any
    """The expanded state."""
    action: Any
    """The action that leads from ``parent`` to ``state``."""
    state: Any
    """The successor."""
    g: float
    """The cost of the path to ``state`` that ends with this edge."""
    h: float
    """The h of ``state``, or 0 if the engine doesn't evaluate h."""
    accepted: bool
    """False if the state was already stored with a path as cheap, or was closed and the engine doesn't reopen it."""


class Reopened(NamedTuple):
    """A closed state goes back to the frontier with a cheaper path. This event follows its ``Generated`` event."""

    state: Any
    """The closed state."""
    g: float
    """The cost of the cheaper path."""
    previous_g: float
    """The cost of the path that was known before."""


class LowerBoundRaised(NamedTuple):
    """The lower bound rose. The other fields are the counters at that time."""

    lower_bound: float
    """The new bound: no solution costs less, if h is admissible."""
    expanded: int
    """The number of expansions so far."""
    generated: int
    """The number of successor edges so far."""
    stored: int
    """The number of distinct states held."""


class SolutionFound(NamedTuple):
    """A solution was found."""

    solution: Solution[Any, Any]
    """The solution, with its cost, actions and states."""
    expanded: int
    """The number of expansions before it was found."""


class Progress(NamedTuple):
    """The counters of a running search, sent about ten times a second."""

    expanded: int
    """The number of expansions so far."""
    generated: int
    """The number of successor edges so far."""
    stored: int
    """The number of distinct states held."""
    frontier: int
    """The number of states in the frontier."""
    f: float
    """The f of the state at the front of the frontier, or inf if the frontier is empty."""
    lower_bound: float
    """A lower bound that is cheap to compute; ``Search.lower_bound`` may be higher."""
    seconds: float
    """The wall-clock time of all runs, in seconds."""
    details: Mapping[str, int] = {}
    """Further counts, as in ``Statistics.details``: bytes written to disk, or rounds and edges sent between shards."""


class TableProgress(NamedTuple):
    """The progress of building a table of distances for a heuristic. The first event of a table has ``done`` = 0."""

    name: str
    """The table, for example ``pattern database, table 1 of 2``."""
    done: int
    """The number of states whose distance is known."""
    total: int | None
    """The number of states in all; None if it isn't known in advance."""
    seconds: float
    """The wall-clock time since the table was started, in seconds."""


class Compiling(NamedTuple):
    """A compiled engine compiles code for a problem, which takes about a second. Code from the disk needs no compiling.

    Only observers that list this type in ``event_types`` get it. The event can come before ``Started``.
    """

    problem: Any
    """The problem that is searched."""
    engine_repr: str
    """The engine as text, as in `SearchResult.engine`."""

    @property
    def text(self) -> str:
        """What to show, for example ``compiling NPuzzle for compiled.AStar()``."""
        return f"compiling {type(self.problem).__name__} for {self.engine_repr}"


class Updated(NamedTuple):
    """The problem of a search changed (``Search.update``). The next run sends ``Started``, as always."""

    problem: Any
    """The problem that is searched from now on."""
    changed: int
    """The number of states that were given as ``changed``."""
    expanded: int
    """The number of expansions before the update."""


class Finished(NamedTuple):
    """A run ends."""

    result: SearchResult[Any, Any]
    """The result of the run."""


class Expansions(NamedTuple):
    """All expansions since the last event of this type, as the engine stores them.

    An observer that subscribes to this type gets it instead of ``Expanded``, ``Generated`` and ``Reopened`` from
    engines that support it. The event costs almost no time. The type is meant for the observers of this library,
    because the format of the entries isn't public.
    """

    entries: list[Any]
    """The expanded nodes. The list doesn't change any more."""
    by_identity: bool
    """True if the engine doesn't remember states, so that a node is identified by the object instead of its key."""


class BatchProgress(NamedTuple):
    """The progress of ``solve_many``, sent about ten times a second and at the end."""

    finished: int
    """The number of problems with a result."""
    failed: int
    """The number of problems that raised an error or killed their worker."""
    in_flight: int
    """The number of problems that were submitted and aren't done."""
    total: int | None
    """The number of all problems, or None if the iterable has no length."""
    expanded: int
    """The sum of the expansions of all finished problems."""
    seconds: float
    """The wall-clock time since the batch started, in seconds."""
    is_last: bool
    """True for the last event. It isn't sent if you stop iterating early."""


Event: TypeAlias = (
    Started | Expanded | Generated | Expansions | Reopened | LowerBoundRaised | SolutionFound | Progress
    | TableProgress | Compiling | Updated | Finished | BatchProgress
)  # fmt: skip
"""Any event: the argument of an observer that handles several types. Each type is a named tuple."""
Observer: TypeAlias = Callable[[Any], object]
"""A callable that takes an event. The type is Any, so that an observer can annotate its own event type."""

EVENTS: frozenset[type[Event]] = frozenset(get_args(Event)) - {Expansions, Compiling}
"""The events that an observer without an attribute ``event_types`` receives: all except ``Expansions`` and
``Compiling``. The second would depend on what earlier programs have compiled.
"""


def event_types_of(observer: Observer | None) -> frozenset[Any]:  # Any: types of events
    """Return the types of events that an observer subscribes to, from its attribute ``event_types`` if it has one.
    Raise TypeError if the observer isn't callable, or ``event_types`` contains something that isn't an event type.
    """
    if observer is None:
        return frozenset()
    if isinstance(observer, type):
        raise TypeError(f"observer must be an object, not the class {observer.__name__}; write {observer.__name__}()")
    if not callable(observer):
        raise TypeError(f"observer must be a callable that takes an event, not {observer!r}")
    wanted = frozenset(getattr(observer, "event_types", EVENTS))
    strangers = sorted(wanted - EVENTS - {Expansions, Compiling}, key=repr)
    if len(strangers) > 0:
        raise TypeError(f"observer.event_types has {strangers[0]!r}, which isn't an event type of astarlib.events")
    return wanted


def handler_for(observer: Observer | None, kind: type[Any]) -> Observer | None:
    """Return the observer if it subscribes to events of that type, else None. Raise TypeError as `event_types_of`."""
    return observer if kind in event_types_of(observer) else None
