"""The engine: a value that starts searches."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection
from dataclasses import fields
from operator import attrgetter
from typing import Any, ClassVar, Final

from astarlib.capabilities import ResolvedProblem, require_capability, resolve_problem
from astarlib.events import (
    Event,
    Expanded,
    Finished,
    Generated,
    LowerBoundRaised,
    Observer,
    Progress,
    Reopened,
    SolutionFound,
    Started,
)
from astarlib.limits import Limits
from astarlib.problem import A, Problem, S
from astarlib.result import SearchResult
from astarlib.search import Search
from astarlib.searching.algorithm import Algorithm
from astarlib.searching.guarantee import Guarantee
from astarlib.searching.journal import Journal

_NOTHING: Final = Guarantee(complete=False)


class Engine(ABC):
    """An algorithm with its parameters, and nothing of any run: comparable, hashable, picklable."""

    __slots__ = ()

    event_types: ClassVar[frozenset[type[Event]]] = frozenset(
        (Started, Expanded, Generated, Reopened, LowerBoundRaised, SolutionFound, Progress, Finished)
    )
    """The events that its searches can send."""
    uses_heuristic: ClassVar[bool] = True
    """Whether h is evaluated; otherwise the problem's heuristic is never called."""
    releases_gil: ClassVar[bool] = False
    """Whether its searches run beside each other in the threads of one process."""
    requires: ClassVar[frozenset[str]] = frozenset()
    """The optional methods that a problem must have, for example ``{"predecessors", "goal_states"}``."""
    formula: ClassVar[str] = ""
    """The order of expansion, for example ``f = g + h``."""
    complexity: ClassVar[str] = ""
    """How time and memory grow."""
    reference: ClassVar[str] = ""
    """The publication of the algorithm: authors, title, year."""

    @property
    def guarantee(self) -> Guarantee:
        """The guarantee of the engine with these parameters; by default it promises nothing.

        State your own as a class attribute, or as a property if it depends on a parameter.
        """
        return _NOTHING

    @abstractmethod
    def algorithm(self, problem: ResolvedProblem[S, A], journal: Journal | None) -> Algorithm[S, A]:
        """Return the algorithm of one search, before its first step. `start` calls it.

        Parameters
        ----------
        problem:
            The problem, with its capabilities resolved.
        journal:
            Where to write what an observer wants to know; None if nobody does.
        """

    def start(self, problem: Problem[S, A], *, observer: Observer | None = None) -> Search[S, A]:
        """A search that has not run yet.

        Parameters
        ----------
        problem:
            What to solve.
        observer:
            A callable that is told of events (see ``astarlib.events``).

        Raises
        ------
        InvalidProblemError
            When the contract's members are missing, or the initial state has no key or no valid h.
        MissingCapabilityError
            If the problem lacks an optional method that the engine requires.
        TypeError
            When ``observer`` is no callable, or wants what is no event.
        """
        if len(self.requires) > 0:
            resolve_problem(problem)  # what every problem must have comes first
            for name in sorted(self.requires):
                require_capability(problem, name, repr(self))
        return Search(self, problem, observer)

    def search(
        self,
        problem: Problem[S, A],
        *,
        limits: Limits = Limits(),  # noqa: B008  # a frozen value
        observer: Observer | None = None,
    ) -> SearchResult[S, A]:
        """Start a search and run it once: until solved, exhausted, or a limit is reached.

        Raises
        ------
        InvalidProblemError
            When the problem breaks its contract; names state, action and value.
        TypeError
            When ``limits`` are no ``Limits``, or ``observer`` is no callable.
        """
        return self.start(problem, observer=observer).run(limits)


def dataclass_repr(engine: Any, *, optional: Collection[str]) -> str:  # Any: an engine that is a dataclass
    """How an engine is written: all its fields, but those ``optional`` ones that have their default."""
    shown = []
    for field in fields(engine):
        value = attrgetter(field.name)(engine)
        if field.name not in optional or value != field.default:
            shown.append(f"{field.name}={value!r}")
    return f"{type(engine).__name__}({', '.join(shown)})"
