"""The contract between a search and its algorithm. The author of an engine implements `Algorithm`.

A :class:`~astarlib.Search` calls `advance` again and again, each time with a `Budget`. Between two calls, it checks the
clock, the memory and the user's limits, and sends events. So the algorithm has no clock, observer or limits of its own.
"""

from __future__ import annotations

import math
import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum, auto
from itertools import chain
from typing import Any, ClassVar, Final, Generic, NamedTuple

from astarlib.events import Event, LowerBoundRaised
from astarlib.problem import A, S
from astarlib.resolving.resolved_problem import ResolvedProblem, truth
from astarlib.result import Path, StoredState
from astarlib.searching.journal import Journal

NO_LIMIT: Final = 2**62
"""The value of a whole number in a `Budget` that sets no limit."""


class Stop(Enum):
    """A reason for which `Algorithm.advance` returned."""

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
    """The limits that the algorithm itself checks, so that it stops at the right expansion."""

    poll_at: int
    """Return `Stop.POLL` at about this number of expansions, counted from the start of the search."""
    max_expanded: int = NO_LIMIT
    """Never expand more than this. The goal test comes before this limit: with ``max_expanded`` equal to
    ``counters.expanded``, `advance` tests the front state and expands nothing."""
    max_generated: int = NO_LIMIT
    """Before each expansion, test this limit on generated successors. Once it's reached, expand nothing more."""
    max_stored: int = NO_LIMIT
    """Before each expansion, test this limit on stored states. Once it's reached, expand nothing more."""
    max_cost: float = math.inf
    """States with g + h above this cost wait for a later run."""
    seconds: float = math.inf
    """The time that is left, in seconds. Only an algorithm that works for long between two polls needs it."""


class Counters:
    """The counts of a search, from its start on. `Search` makes the statistics from them.

    ``expanded``, ``generated``, ``reopened``, ``dead_ends``, ``peak_frontier`` and ``solutions`` are right at any time,
    also in a signal handler. The others are right between two calls of `Algorithm.advance`. ``expanded_before_last_f``
    is None for engines whose f isn't a lower bound.

    Attributes
    ----------
    expanded:
        The number of expansions, including repeated ones. The goal isn't counted.
    generated:
        The number of successor edges produced, including duplicates.
    evaluated:
        The number of calls of ``heuristic``, ``heuristic_change`` and ``backward_heuristic``, and of states that were
        passed to ``heuristic_batch``.
    reopened:
        The number of times that a closed state went back to the frontier because of a cheaper path.
    dead_ends:
        The number of stored states with h = inf. IDA* counts them each time that they are generated.
    frontier, peak_frontier:
        The number of states in the frontier, and the largest number after an expansion.
    solutions:
        The number of solutions that were found.
    expanded_before_last_f:
        The number of expansions before the last rise of the largest f at the front, as in
        :class:`~astarlib.result.Statistics`.
    heuristic_calls:
        The number of calls of ``heuristic_batch``, also of those that failed. None if each state is evaluated alone.
    """

    __slots__ = (
        "dead_ends", "evaluated", "expanded", "expanded_before_last_f", "frontier", "generated",
        "heuristic_calls", "peak_frontier", "reopened", "solutions",
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
        self.heuristic_calls: int | None = None


class WorkingOn(NamedTuple):
    """The state that was being expanded, or tested for the goal, when something went wrong."""

    state: Any
    """The state."""
    g: float
    """The cost of the path to the state."""
    h: float | None = None
    """The h to which ``heuristic_change`` is added. None if the algorithm doesn't call ``heuristic_change``."""
    rounding: float = 0
    """The largest error that rounding can cause in h, if h is a sum of changes."""
    is_expanding: bool = True
    """False if the expansion hasn't begun. No method except ``is_goal`` was then called for this state."""
    tests_successors: bool = False
    """True if the algorithm calls ``is_goal`` for successors, too."""
    evaluated: Sequence[tuple[Any, Any]] | None = None
    """The actions and states that were evaluated together last. None if the algorithm evaluates each state alone."""
    known: Callable[[Any], Any] | None = None
    """A function that returns the h of a state, or None if it isn't known. None as for ``evaluated``."""


class Edge(NamedTuple):
    """A stored state and the step that led to it. Loading a checkpoint compares such edges with the problem."""

    state: Any
    """The state to which the edge leads."""
    g: float
    """The cost of the path to ``state`` that ends with this edge."""
    h: float
    """The stored h of ``state``. It isn't compared if the algorithm doesn't evaluate h."""
    parent: Any = None
    """The state from which the edge leads. None for the initial state."""
    parent_g: float | None = None
    """The parent's g when the edge was stored. None for the initial state."""
    action: Any = None
    """The action from ``parent`` to ``state``. None for the initial state."""
    is_expanded: bool = False
    """True if ``state`` was expanded, so it isn't a goal."""
    rounding: float = 0
    """The largest error that rounding can cause in h."""
    any_action: bool = False
    """True if the algorithm stores no actions. Any action between the two states is then accepted."""


class Algorithm(ABC, Generic[S, A]):
    """The running search of one engine on one problem. Subclass it, and return an instance from `Engine.algorithm`.

    Only `counters`, `advance`, `stored`, `lower_bound`, `incumbent`, `dump` and `load` are abstract.

    Rules:

    - `advance` may be interrupted between any two instructions, by Ctrl-C, by an error in the problem's own methods or
      by a lack of memory. The next call of `repair` and `advance` must then repeat the unfinished expansion. No state
      may be lost or stored twice, and the counters must be right.
    - `dump` only reads. Its value is correct at any instant, even in a signal handler while `advance` runs.
    - The methods that only return information don't change the course of the search.
    - The result doesn't depend on how the search is divided into slices. Don't read a clock.

    Parameters
    ----------
    problem:
        The problem, with its capabilities resolved.
    journal:
        The list to which `advance` appends its entries, or None if no events are needed. See
        `astarlib.searching.Journal`.
    """

    dumps_arrays: ClassVar[bool] = False
    """True if all values of `dump` are one-dimensional numpy arrays. Loading them runs no code. Others are pickled."""

    has_many_starts: ClassVar[bool] = False
    """True if the algorithm starts from all ``problem.initial_states``.
    Otherwise `Search` refuses a problem with several.
    """

    keeps_files: ClassVar[bool] = False
    """True if the algorithm writes its states to files, so that only `save_files` can save it."""

    writes_checkpoints: bool = False
    """True if the algorithm writes checkpoints itself. `Search` then calls `use_header`."""

    root_h: float | None = None
    """h of the initial state (the first one if there are several), or None if the algorithm doesn't evaluate h."""

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
        """Return the number of distinct states in memory. This may take time linear in their number."""

    @abstractmethod
    def lower_bound(self, *, cheap: bool = False) -> float:
        """Return a lower bound on the cost of all solutions, given an admissible h; inf if there is proved to be none.

        With ``cheap``, return a bound that takes O(1) time; it may be lower.
        """

    @abstractmethod
    def incumbent(self) -> Path[S, A] | None:
        """Return the best solution so far."""

    @abstractmethod
    def dump(self) -> Mapping[str, Any]:
        """Return the data that `load` needs, as flat rows, because pickling a long chain of parents would recurse."""

    @abstractmethod
    def load(self, dumped: Mapping[str, Any]) -> None:
        """Restore the data from `dump`. Copy all mutable objects, so that copies of a search are independent."""

    # --- for subclasses ---------------------------------------------------------------------------------------------

    def _is_goal(self, state: S) -> bool:
        answer: object = self.problem.is_goal(state)
        return answer is not False and truth(answer, state)

    def _log_bound(self, bound: float) -> None:
        """Write a new lower bound to the journal, if it's wanted there."""
        if self.journal is not None and self.journal.bounds:
            counters = self.counters
            self.journal.append(LowerBoundRaised(bound, counters.expanded, counters.generated, self.stored()))

    # --- optional ---------------------------------------------------------------------------------------------------

    def verify(self, dumped: Mapping[str, Any]) -> None:
        """Raise CheckpointError if the data of a file can't be loaded safely. `Search.load` calls it before `load`."""

    def latest(self) -> Path[S, A] | None:
        """Return the solution that `Stop.FOUND` reported last."""
        return self.incumbent()

    def solutions(self) -> Iterator[Path[S, A]]:
        """Yield the known solutions, the best one first. By default, only that one.

        An algorithm that returns `Stop.FOUND` yields all solutions that it has returned. An algorithm may know more
        solutions once it's done. `Search.solutions` yields them after those that ``counters.solutions`` counts.
        """
        path = self.incumbent()
        return iter(() if path is None else (path,))

    def details(self) -> Mapping[str, int]:
        """Return further counts for ``Statistics.details``, by name."""
        return {}

    def working_on(self) -> WorkingOn | None:
        """Return the state under expansion. `Search` uses it in the error if a method of the problem fails."""
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
        from astarlib.errors import short_repr  # only needed for the message

        raise KeyError(f"state {short_repr(state)} isn't stored")

    def backward_states(self) -> Iterator[StoredState]:
        """Yield the stored states of a search from the goals, in the order in which they were first generated."""
        return iter(())

    def backward_frontier(self) -> Iterator[StoredState]:
        """Yield the frontier of a search from the goals, in the order in which its states would be expanded."""
        return iter(())

    def path_from(self, state: S) -> Path[S, A]:
        """Return the cheapest known path from a state to a goal; KeyError if no search from the goals stored it."""
        from astarlib.errors import short_repr  # only needed for the message

        raise KeyError(f"state {short_repr(state)} isn't stored by a search from the goals")

    def sample(self, n: int) -> Iterator[Edge]:  # Subclasses that override it use it.
        """Yield about ``n`` stored edges, the initial state first. They are checked when a checkpoint is loaded."""
        return iter(())

    def events(self, entries: Iterable[Any]) -> Iterator[Event]:
        """Turn entries of the journal into events. An entry that is an event already is sent as it is."""
        return iter(entries)

    def expansions(self, entries: list[Any]) -> Event:
        """Return entries that aren't events as one `astarlib.events.Expansions`, if
        ``Engine.event_types`` has these.
        """
        raise NotImplementedError(
            f"{type(self).__name__} has single events only, but {len(entries)} entries came at once"
        )

    def front(self) -> float | None:
        """Return the smallest f in the frontier, for `Progress`. O(1)."""
        return None

    def growth(self) -> int:
        """Return the bytes that the next growth of a container will allocate at once; 0 if it isn't due soon."""
        return 0

    def bytes_on_disk(self) -> int:
        """Return the bytes of the files with states. O(1)."""
        return 0

    def use_header(self, header: Callable[[], dict[str, Any]]) -> None:
        """Receive the function that returns the header of a checkpoint. `Search` calls it if ``writes_checkpoints``."""

    def save_files(self, path: str | os.PathLike[str]) -> None:
        """Write the header of the algorithm's own checkpoint again."""
        raise NotImplementedError(f"{type(self).__name__} keeps no files")

    def bytes_in_use(self) -> int | None:
        """Return the memory of the stored states in bytes, or None if the algorithm doesn't measure it."""
        return None

    def update(self, problem: ResolvedProblem[S, A], changed: Sequence[S]) -> None:
        """Continue with another problem, or with the same one after it has changed.

        Incremental engines override this method. ``changed`` are hashable states: all whose outgoing edges differ, and
        perhaps others. Raise an error before the first change if the new problem isn't possible. Assign ``problem`` to
        ``self.problem``. ``counters.solutions`` continues to count, and `incumbent` returns None until `advance` has
        found a solution of the new problem. An interrupt may come at any instant, and `repair` follows it.
        """
        raise NotImplementedError(f"{type(self).__name__} can't be updated")

    def kept_keys(self, *, is_done: bool) -> Iterable[tuple[S, Any]]:  # Any: a hashable key
        """Return a few stored states with their ``state_key`` when they were stored. `Search` compares them, because a
        method may have changed a state. O(1), but O(stored) once the search ``is_done``.
        """
        return ()

    def remembered(self) -> Iterator[S]:
        """Yield all states whose edges may be stored. `Search.update` compares those of problems with turns."""
        return (each.state for each in chain(self.states(), self.backward_states()))

    def repair(self) -> None:
        """Make the data consistent after an interrupt. `Search` calls this before it calls `advance` again."""

    def close(self) -> None:
        """Release workers and files, if there are any."""
