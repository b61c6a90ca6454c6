"""The base class of all search engines."""

from __future__ import annotations

import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import fields
from functools import cache
from inspect import Parameter, Signature
from typing import TYPE_CHECKING, Any, ClassVar, Final
from weakref import WeakSet

from typing_extensions import TypeVar

from astarlib._support.parameters import CheckedMethod, check_call
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
from astarlib.limits import NO_LIMITS, Limits
from astarlib.problem import A, Problem, S, SearchProblem
from astarlib.resolving.resolved_problem import ResolvedProblem, require_capability, resolve_problem
from astarlib.result import SearchResult
from astarlib.search import Search, attach, search_at_once
from astarlib.searching import Algorithm, Guarantee, Journal

T = TypeVar("T", default=Any)
_OF_PROBLEM: Final = "the heuristic belongs to the problem; search with_heuristic(problem, heuristic)"


class Engine(ABC):
    """A search algorithm with its parameters.

    An engine holds no state of a search, so you can use one engine for any number of searches. Engines can be
    compared, hashed and pickled.
    """

    __slots__ = ()

    event_types: ClassVar[frozenset[type[Event]]] = frozenset(
        (Started, Expanded, Generated, Reopened, LowerBoundRaised, SolutionFound, Progress, Finished)
    )
    """The event types that searches of this engine can send."""
    uses_heuristic: ClassVar[bool] = True
    """True if the engine evaluates h; otherwise it never calls the problem's heuristic."""
    estimates_backward: ClassVar[bool] = False
    """True if the engine evaluates the problem's ``backward_heuristic`` if there is one."""
    uses_resources: ClassVar[bool] = False
    """True if the engine leaves out states that another one dominates by the problem's ``resources``."""
    releases_gil: ClassVar[bool] = False
    """True if searches of this engine release the GIL, so that they run in parallel in the threads of one process."""
    resources: ClassVar[frozenset[str]] = frozenset()
    """The parameters that change only the time and the memory of a search, for example ``{"threads"}``.
    A saved search can be loaded with other values of them.
    """
    requires: ClassVar[frozenset[str]] = frozenset()
    """Optional methods that a problem must have, for example ``{"predecessors", "goal_states"}``."""
    instead: ClassVar[str] = ""
    """What to use if one of them is missing: a sentence for the end of the error message, without a period."""
    formula: ClassVar[str] = ""
    """The order of expansion, for example ``f = g + h``."""
    complexity: ClassVar[str] = ""
    """The growth of time and memory, as text."""
    reference: ClassVar[str] = ""
    """The publication of the algorithm: authors, title, year."""

    _guarantee: ClassVar[Guarantee] = Guarantee(complete=False)
    """The guarantee of an engine whose guarantee doesn't depend on its parameters."""
    optional_in_repr: ClassVar[tuple[str, ...]] = ()
    """The parameters of this class that the repr leaves out if they have their default."""

    if not TYPE_CHECKING:  # Type checkers read the parameters of __init__.

        def __new__(cls, *arguments: object, **keywords: object) -> Any:
            """Check the names of the parameters first: Python's own message wouldn't list them."""
            check_call(cls, arguments, keywords)
            return object.__new__(cls)

        __new__.__signature__ = Signature([Parameter("cls", Parameter.POSITIONAL_ONLY)])  # A subclass adds parameters.

    @property
    def guarantee(self) -> Guarantee:
        """The guarantee of the engine with these parameters.

        An engine of your own has none unless it overrides this with a class attribute, or with a property if the
        guarantee depends on a parameter.
        """
        return self._guarantee

    @abstractmethod
    def algorithm(self, problem: ResolvedProblem[S, A], journal: Journal | None) -> Algorithm[S, A]:
        """Return the algorithm of one search, which has stored only the initial state. `start` calls it.

        Parameters
        ----------
        problem:
            The problem with its capabilities resolved.
        journal:
            The list to which the algorithm appends entries for the observer's events. None if no events are needed.
        """

    def start(self, problem: Problem[S, A], *, observer: Observer | None = None) -> Search[S, A]:
        """Return a search that hasn't run yet, so that you can run it in parts, inspect it and save it.

        Parameters
        ----------
        problem:
            The problem to solve.
        observer:
            A callable that receives the events of the search, such as ``Expanded`` (see ``astarlib.events``). None (the
            default) sends no events.

        Returns
        -------
        Search
            A search with 0 expansions. Call its ``run`` method to start.

        Raises
        ------
        InvalidProblemError
            If the problem lacks a required method or attribute, if the initial state (or its ``state_key``) isn't
            hashable, or if its h isn't a number >= 0.
        MissingCapabilityError
            If the problem lacks an optional method that the engine requires.
        TypeError
            If ``observer`` isn't callable, or its ``event_types`` contains something that isn't an event type.

        See Also
        --------
        search : Start a search and run it in one call.

        Notes
        -----
        This takes one evaluation of the initial state. The search holds all states that it stores until you delete it.

        Examples
        --------
        >>> from astarlib import AStar, Limits
        >>> from astarlib.problems.npuzzle import NPuzzle
        >>> search = AStar().start(NPuzzle("8 6 7 / 2 5 4 / 3 0 1"))
        >>> search.run(Limits(expanded=100)).status.name
        'LIMIT'
        >>> search.run().cost
        31
        """
        return self._started(problem, lambda resolved: Search(self, resolved, observer))

    def _started(self, problem: Problem[S, A], make: Callable[[ResolvedProblem[S, A]], T]) -> T:
        """Return what ``make`` returns for the resolved problem. Compiled engines pass the compiled form of it."""
        return make(self._resolved(problem))

    def _unwatched(self, problem: ResolvedProblem[S, A]) -> Algorithm[S, A]:
        return self.algorithm(problem, None)

    def _resolved(self, problem: Problem[S, A]) -> ResolvedProblem[S, A]:
        """Return the functions of a problem. Raise MissingCapabilityError if one that the engine needs is missing."""
        if type(problem) not in _seen:
            _warn_about_names(problem)
        resolved = resolve_problem(problem)  # A missing required method is reported before a missing optional one.
        if self.requires:
            for name in sorted(self.requires):
                if getattr(resolved, name, None) is None:
                    require_capability(problem, name, self, self.instead)
        if resolved.resources is not None and not self.uses_resources:
            warnings.warn(
                f"{self!r} doesn't use the resources of {type(problem).__name__}, so it may expand many more states "
                "than an engine that does, such as AStar() or compiled.AStar() (see the guide: model it)",
                stacklevel=5,
            )
        return resolved

    def search(
        self,
        problem: Problem[S, A],
        limits: Limits = NO_LIMITS,
        *,
        observer: Observer | None = None,
    ) -> SearchResult[S, A]:
        """Search for a solution until the engine is done or a limit is reached.

        Parameters
        ----------
        problem:
            The problem to solve: a ``SearchProblem``, or any object with the same methods.
        limits:
            Limits on this run, for example ``Limits(expanded=100_000, seconds=10)``. By default there are none.
        observer:
            A callable that receives the events of the search, such as ``Expanded`` (see ``astarlib.events``). None
            (the default) sends no events.

        Returns
        -------
        SearchResult
            The outcome, with the solution if one was found. Its ``status`` distinguishes a proof that no solution
            exists (``UNSOLVABLE``) from a stop at a limit (``LIMIT``).

        Raises
        ------
        InvalidProblemError
            If a method of the problem raises or returns an invalid value. The message names the state, the action and
            the value.
        MissingCapabilityError
            If the problem lacks an optional method that the engine requires.
        TypeError
            If ``limits`` isn't a ``Limits``, ``observer`` isn't callable, or its ``event_types`` contains something
            that isn't an event type.
        KeyboardInterrupt
            On Ctrl-C. Its attribute ``search`` holds the search: ``error.search.run()`` continues it, and
            ``error.search.save(path)`` saves it. All errors during the search have this attribute.

        See Also
        --------
        start : Return a search that you can run in parts, inspect and save.

        Notes
        -----
        How time and memory grow with the number of states depends on the engine: see its attribute ``complexity``. A
        best-first engine such as A* calls ``actions`` once for each expansion, ``result`` and ``cost`` once for each
        action, and ``heuristic`` once for each new state.

        Examples
        --------
        >>> from astarlib import AStar
        >>> from astarlib.problems.npuzzle import NPuzzle
        >>> result = AStar().search(NPuzzle("1 2 3 / 4 5 6 / 0 7 8"))
        >>> result.cost, result.actions, result.is_optimal
        (2, ('right', 'right'), True)
        """
        if observer is None and limits is NO_LIMITS and _has_our_start(type(self)):
            search = search_at_once(self, self._started(problem, self._unwatched))
            if isinstance(search, SearchResult):
                return search
        else:
            search = self.start(problem, observer=observer)
        try:
            return search.run(limits)
        except (KeyboardInterrupt, Exception) as error:
            attach(search, error)
            raise

    def __repr__(self) -> str:
        kind: Any = type(self)  # mypy doesn't see that a class is hashable.
        if not hasattr(kind, "__dataclass_fields__"):
            return object.__repr__(self)
        name, shown = _outline(kind)
        given = []
        for field, hidden in shown:  # Each search does this. A comprehension takes longer.
            if (value := getattr(self, field)) is not hidden and value != hidden:
                given.append(f"{field}={value!r}")
        return f"{name}({', '.join(given)})"

    if not TYPE_CHECKING:  # Type checkers read the methods themselves.
        _parameter_hints: ClassVar = {"heuristic": _OF_PROBLEM}
        start = CheckedMethod(start, lambda name, value: _instead("run", name, value))
        search = CheckedMethod(search, lambda name, value: _instead("search", name, value))


_start: Final = vars(Engine)["start"]


def _has_our_start(kind: Any) -> bool:  # Any: mypy doesn't see that a class is hashable.
    """Return True unless a class of engines, perhaps a user's, has its own ``start``."""
    for base in kind.__mro__:  # Each search does this.
        if "start" in base.__dict__:
            return base.__dict__["start"] is _start
    return False  # pragma: no cover  # Engine has it.


_seen: WeakSet[type[Any]] = WeakSet()
"""The classes of problems that were searched for misspelled methods."""


def _warn_about_names(problem: Any) -> None:  # Any: a problem, or something else that resolve_problem refuses
    """Warn if a heuristic or a cost would be ignored because the name of its method is misspelled."""
    _seen.add(type(problem))
    if not isinstance(problem, SearchProblem) or type(problem).__module__.startswith("astarlib."):
        return
    from astarlib.searching.misspelled import misspelled_members  # only needed for a user's class

    for name, known in misspelled_members(problem):
        if known in {"heuristic", "cost"}:
            warnings.warn(
                f"{type(problem).__name__} has a method {name}, which no engine calls; did you mean {known}? Rename it",
                stacklevel=6,
            )


def _instead(method: str, name: str, value: object) -> str:
    """Return what to write instead of an unknown parameter of ``start`` or ``search``."""
    if name == "limits":
        return f"pass the limits to run(): start(problem).run({value!r})"
    if name in {"limit", "max_nodes", "max_steps", "nodes"}:
        name = "expanded"
    if name == "timeout":
        name = "seconds"
    if (name := name.removeprefix("max_")) in Limits.__dataclass_fields__:
        return f"pass it to {method}() as limits=Limits({name}={value!r})"
    return _OF_PROBLEM if name == "heuristic" else ""


@cache
def _outline(kind: Any) -> tuple[str, tuple[tuple[str, Any], ...]]:  # Any: a class of engines, and defaults of any type
    """Return the name of a class in a repr, and the names of the fields that the repr shows.
    Each has the value that isn't shown: the default if the field is optional, or else an object that no value is equal
    to. Each search needs the repr several times.
    """
    package = next(base.__module__ for base in kind.__mro__ if base.__module__.startswith("astarlib.")).split(".")[1]
    optional = {name for base in kind.__mro__ for name in vars(base).get("optional_in_repr", ())}
    shown = tuple((each.name, each.default if each.name in optional else object()) for each in fields(kind))
    return f"{'' if package == 'engines' else f'{package}.'}{kind.__name__}", shown
