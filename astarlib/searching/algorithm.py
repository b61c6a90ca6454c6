"""The contract between a search and its algorithm: what the author of an engine implements.

A :class:`~astarlib.Search` drives an `Algorithm` in slices: it calls `advance` again and again, each time with a
`Budget`. Between two calls it looks at the clock, the memory and the user's limits, and sends events to the observer.
The algorithm does none of that, so it has no clock, no observer and no limits of its own.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum, auto
from typing import Any, ClassVar, Final, Generic, NamedTuple

from astarlib.capabilities import ResolvedProblem
from astarlib.events import Event
from astarlib.problem import A, S
from astarlib.result import Path, StoredState
from astarlib.searching.journal import Journal

NO_LIMIT: Final = 2**62
"""The value of a whole number in a `Budget` that sets no limit."""


class Stop(Enum):
    """Why `Algorithm.advance` returned."""

    POLL = auto()
    """``budget.poll_at`` was reached, or the algorithm had to do something else first, such as growing an array."""
    LIMIT = auto()
    """One of the budget's hard limits was reached. `Search` finds out which one from the counters."""
    COST = auto()
    """Only states with g + h above ``budget.max_cost`` are left."""
    FOUND = auto()
    """Another solution was found: `latest` returns it, and ``counters.solutions`` counts it. The search can go on."""
    DONE = auto()
    """The guarantee holds: the status is SOLVED if there is a solution, else UNSOLVABLE."""
    GAVE_UP = auto()
    """An incomplete algorithm ran out of states. Nothing is proved, so `Algorithm.lower_bound` must be finite."""


class Budget(NamedTuple):
    """The limits that an algorithm checks itself to stop in the right place. None of them depends on time."""

    poll_at: int
    """Return `Stop.POLL` at about this number of expansions, counted from the start of the search."""
    max_expanded: int = NO_LIMIT
    """Never expand more than this. The goal test comes before this limit: with ``max_expanded`` equal to
    ``counters.expanded``, `advance` tests the front state and expands nothing."""
    max_generated: int = NO_LIMIT
    """Test this before each expansion, as `max_stored`: expand nothing more once it is reached."""
    max_stored: int = NO_LIMIT
    max_cost: float = math.inf
    """States with g + h above it wait for a later run."""


class Counters:
    """The counts of a search, from its start on. `Search` makes the statistics from them.

    ``expanded``, ``generated``, ``reopened``, ``dead_ends``, ``peak_frontier`` and ``solutions`` are right at any time,
    also in a signal handler. ``evaluated``, ``frontier`` and ``expanded_before_last_f`` are right between two calls of
    `Algorithm.advance`. ``expanded_before_last_f`` is None for engines whose f isn't a lower bound.
    """

    __slots__ = (
        "dead_ends", "evaluated", "expanded", "expanded_before_last_f", "frontier", "generated", "peak_frontier",
        "reopened", "solutions",
    )  # fmt: skip

    def __init__(self) -> None:
        self.expanded: int = 0
        self.generated: int = 0
        self.evaluated: int = 0
        self.reopened: int = 0
        self.dead_ends: int = 0
        self.frontier: int = 0
        self.peak_frontier: int = 0
        self.solutions: int = 0
        self.expanded_before_last_f: int | None = None


class WorkingOn(NamedTuple):
    """The state that was being expanded, or tested for the goal, when something went wrong."""

    state: Any
    g: float
    h: float | None = None
    """For an algorithm that calls ``heuristic_change``: the h that the change is added to. None for any other."""
    rounding: float = 0
    """How far h may be off because of rounding, if it is a sum of changes."""
    is_expanding: bool = True
    """False if the expansion hasn't begun, so that only ``is_goal`` was called for this state, if anything."""
    tests_successors: bool = False
    """True if the algorithm calls ``is_goal`` for successors, too."""


class Edge(NamedTuple):
    """A stored state and how it was reached, for the check that a checkpoint is loaded with the same problem."""

    state: Any
    g: float
    h: float
    parent: Any = None
    parent_g: float | None = None
    """The parent's g when the edge was stored. None for the initial state."""
    action: Any = None
    is_expanded: bool = False
    rounding: float = 0
    """How far h may be off because of rounding."""
    any_action: bool = False
    """True if the algorithm stores no actions: any action between the two states will do."""


class Algorithm(ABC, Generic[S, A]):
    """One way of searching, under way on one problem. Subclass it, and return it from `Engine.algorithm`.

    Only `counters`, `advance`, `stored`, `lower_bound`, `incumbent`, `dump` and `load` are abstract.

    Rules:

    - `advance` may be interrupted between any two instructions (Ctrl-C, an error in the problem's own methods, no
      memory). The next call of `repair` and `advance` must then redo the expansion that was under way, so that nothing
      is lost, doubled or miscounted.
    - `dump` only reads. Its value is correct at any instant, even in a signal handler while `advance` runs.
    - Queries change nothing that the search depends on.
    - The same calls give the same results, however a search is sliced. Don't read a clock.

    Parameters
    ----------
    problem:
        The problem, with its capabilities resolved.
    journal:
        The journal to write on, or None if nobody wants to know about expansions; see `astarlib.searching.Journal`.
    """

    dumps_arrays: ClassVar[bool] = False
    """True if all values that `dump` returns are one-dimensional numpy arrays. A checkpoint then runs no code when it
    is loaded. Otherwise the values are pickled."""

    root_h: float | None = None
    """h of the initial state, or None if the algorithm doesn't evaluate h."""

    def __init__(self, problem: ResolvedProblem[S, A], journal: Journal | None) -> None:
        self.problem: ResolvedProblem[S, A] = problem
        self.journal: Journal | None = journal

    # --- required -------------------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def counters(self) -> Counters:
        """The counts so far."""

    @abstractmethod
    def advance(self, budget: Budget) -> Stop:
        """Search on until the budget is used up, a solution is found, or nothing is left to do."""

    @abstractmethod
    def stored(self) -> int:
        """Return the number of distinct states that are held. It may take a look at each of them."""

    @abstractmethod
    def lower_bound(self, *, cheap: bool = False) -> float:
        """Return a bound that no solution costs less than, given an admissible h; inf if it is proved that none exists.

        ``cheap`` asks for a bound that takes O(1), which may be weaker.
        """

    @abstractmethod
    def incumbent(self) -> Path[S, A] | None:
        """Return the best solution so far."""

    @abstractmethod
    def dump(self) -> Mapping[str, Any]:
        """Return what `load` needs, as flat rows: pickling a chain of 100,000 parents must not recurse."""

    @abstractmethod
    def load(self, dumped: Mapping[str, Any]) -> None:
        """Restore what `dump` has returned. Copy whatever can change, so that copies of a search are independent."""

    # --- optional ---------------------------------------------------------------------------------------------------

    def verify(self, dumped: Mapping[str, Any]) -> None:
        """Raise CheckpointError if what a file holds can't be loaded safely. `Search.load` calls it before `load`."""

    def latest(self) -> Path[S, A] | None:
        """Return the solution that `Stop.FOUND` reported last."""
        return self.incumbent()

    def working_on(self) -> WorkingOn | None:
        """Return the state under expansion. `Search` uses it to say which method of the problem failed, and where."""
        return None

    def nearest(self) -> Path[S, A] | None:
        """Return the path to the stored state with the smallest h; None if the algorithm doesn't evaluate h."""
        return None

    def states(self) -> Iterator[StoredState]:
        """Yield all stored states, in the order in which they were first generated."""
        return iter(())

    def frontier(self) -> Iterator[StoredState]:
        """Yield the states in the frontier, in the order in which they would be expanded."""
        return iter(())

    def path_to(self, state: S) -> Path[S, A]:
        """Return the cheapest known path to a stored state; KeyError if it isn't stored."""
        from astarlib.errors import short_repr  # noqa: PLC0415  # loaded for a message

        raise KeyError(f"state {short_repr(state)} is not stored")

    def sample(self, n: int) -> Iterator[Edge]:  # noqa: ARG002  # for those who override it
        """Yield about ``n`` stored edges, the initial state first. They are checked when a checkpoint is loaded."""
        return iter(())

    def events(self, entries: Iterable[Any]) -> Iterator[Event]:
        """Turn entries of the journal into events. An entry that is an event already is sent as it is."""
        return iter(entries)

    def expansions(self, entries: list[Any]) -> Event:
        """Return entries, without events, as one `astarlib.events.Expansions`, if ``Engine.event_types`` has it."""
        raise NotImplementedError(
            f"{type(self).__name__} has single events only, but {len(entries)} entries came at once"
        )

    def front(self) -> float | None:
        """Return the smallest f in the frontier, for `Progress`. O(1)."""
        return None

    def growth(self) -> int:
        """Return the bytes that a container will take at once before long; 0 if that is far away."""
        return 0

    def bytes_in_use(self) -> int | None:
        """Return the bytes that stored states take; None if the algorithm doesn't know."""
        return None

    def repair(self) -> None:
        """Make the data whole after an interrupt. `Search` calls it before it calls `advance` again."""

    def close(self) -> None:
        """Release workers and files, if there are any."""
