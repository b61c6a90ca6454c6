"""`Search`: one search that you can run in parts, inspect, copy, save and resume."""

from __future__ import annotations

import gc
import math
import os
import sys
from _thread import get_ident  # The module threading takes longer to load.
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, islice
from operator import length_hint
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, Self, final
from weakref import WeakMethod

from astarlib._support.calls import checked_function
from astarlib._support.compiling import Announcing
from astarlib._support.interrupts import raise_if_from_handler
from astarlib._support.searching_clock import searching_clock
from astarlib.errors import CheckpointError, InvalidProblemError, MissingCapabilityError, short_repr
from astarlib.events import (
    EVENTS,
    Compiling,
    Event,
    Expanded,
    Finished,
    LowerBoundRaised,
    Observer,
    Progress,
    SolutionFound,
    Started,
    Updated,
    event_types_of,
)
from astarlib.limits import NO_LIMITS, LimitKind, Limits, refuse_no_limits
from astarlib.problem import A, Problem, S, class_name, overestimates
from astarlib.resolving.resolved_problem import (
    ResolvedProblem,
    backward_heuristic_of,
    is_blind,
    resolve_problem,
    why_unsolvable_of,
)
from astarlib.result import (
    LESS_MEMORY,
    Path,
    SearchResult,
    Side,
    Solution,
    Statistics,
    Status,
    StoredState,
    new_result,
    path_in,
    solution_of,
)
from astarlib.searching.algorithm import Algorithm, Counters, Stop, WorkingOn
from astarlib.searching.driver import FIRST_BUDGET, Driver
from astarlib.searching.guarantee import Solutions
from astarlib.searching.journal import Journal

__all__ = ["Search"]

_DONE, _GAVE_UP = Stop.DONE, Stop.GAVE_UP  # In Python 3.11, this takes 0.1 µs.
_STATUS: Final = {**dict.fromkeys(Stop, Status.LIMIT), _DONE: Status.SOLVED, _GAVE_UP: Status.GAVE_UP}
_BOUNDARIES: Final = frozenset((Expanded, LowerBoundRaised))
_LESS_MEMORY: Final = f"nothing is lost; for a problem with a compiled_domain, use {LESS_MEMORY}"
_IN_USE: Final = (
    "the search is already running, in another thread or in the run that called this observer; wait until it ends"
)


class EngineCodec(NamedTuple):
    """A pair of functions that convert an engine to JSON values for the header of a checkpoint, and back."""

    to_json: Callable[[Any], dict[str, Any]]
    from_json: Callable[[Any], Any]


class _Begun(NamedTuple):
    """An algorithm that has run its first slice."""

    algorithm: Algorithm[Any, Any]
    seconds: float
    stop: Stop | None
    """None if an error ended the slice."""


_engine_codec: list[EngineCodec] = []


def install_engine_codec(codec: EngineCodec) -> None:
    """Set the codec. The package ``astarlib.engines`` calls this, because this module can't import it."""
    _engine_codec[:] = [codec]


@final
class Search(Generic[S, A]):
    """A search for a solution of one problem with one engine. Create it with ``engine.start(problem)``.

    ``run`` searches until the engine is done or a limit is reached. Call it again to continue. The path and the
    counters are then the same as those of one uninterrupted run. After an interrupt (Ctrl-C, an error in the problem's
    own code, or a lack of memory) nothing is lost: fix the cause and call ``run`` again.

    Only one thread at a time can run a search. A copy (``copy``, ``pickle``) is independent and has no observer.
    Copying and saving don't change the search, so the thread that runs it can do both at any time, even in a signal
    handler while ``run`` is active.

    Attributes
    ----------
    engine:
        The engine that started the search.

    See Also
    --------
    astarlib.engines.Engine.start : Create a search.
    astarlib.engines.Engine.search : Run a search in one call.

    Examples
    --------
    >>> from astarlib import AStar, Limits
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> search = AStar().start(NPuzzle("8 1 7 / 4 5 6 / 2 0 3", goal="0 1 2 / 3 4 5 / 6 7 8"))
    >>> search.run(Limits(expanded=100))
    SearchResult(LIMIT, limit=EXPANDED, lower_bound=23 if h never overestimates, expanded=100, engine=AStar())
    >>> search.run().cost
    25
    """

    def __init__(
        self,
        engine: Any,
        problem: ResolvedProblem[S, A],
        observer: Observer | None,
        begun: _Begun | None = None,
    ) -> None:
        self.engine: Any = engine  # Any: an Engine
        self._is_blind = not _relies_on_h(engine, problem)
        self._engine_repr = repr(engine)  # An interrupt within repr of a dataclass would make all later ones "...".
        self._observer = observer
        journal = None
        if observer is not None:
            self._event_types = event_types_of(observer)
            if self._proves_nothing(problem):
                self._event_types -= {LowerBoundRaised}
            journal = Journal.for_events(self._event_types, engine.event_types)
        if begun is None:
            with self._announcing(problem.problem):
                self._algorithm: Algorithm[S, A] = engine.algorithm(problem, journal)
        else:
            self._algorithm = begun.algorithm
        if self._algorithm.writes_checkpoints:
            header = WeakMethod(self._header)  # A strong reference would keep the files locked for longer.
            self._algorithm.use_header(lambda: _header_of(header()))
        _check_starts(self._algorithm, self._algorithm.problem, engine)
        self._missing: dict[Hashable, S] = {}  # By key, the states that the ``changed`` of an update should have named.
        self._found: dict[int, Path[S, A]] = {}  # The solutions by the number of solutions when they were found.
        if begun is not None:
            self._seconds, self._clean = begun.seconds, begun.stop is not None
            if begun.stop is not None:
                self._note_solutions(begun.stop, self._algorithm.counters)

    # The values of a new search. They are on the class, because most searches are small and never change some of them.
    _event_types: frozenset[Any] = frozenset()  # Any: types of events
    _metadata: object = None
    _seconds: float = 0.0
    _driver: Driver[S, A] | None = None  # The driver of the active run. Its seconds count, too.
    _is_stopped: bool = False  # True from a call of ``stop`` to the end of the run.
    _runner: int | None = None  # The id of the thread that is in ``run``.
    _clean: bool = True  # False while the algorithm runs, so that the next run detects an interrupt.
    _reported: int = 0  # The number of solutions that were sent to the observer.
    _final: SearchResult[S, A] | None = None
    _last: SearchResult[S, A] | None = None

    # --- run ----------------------------------------------------------------------------------------------------------

    def run(self, limits: Limits = NO_LIMITS) -> SearchResult[S, A]:
        """Start or continue the search until the engine is done or a limit is reached.

        Once the search has ended with any status except ``LIMIT``, further calls return the same result.

        Parameters
        ----------
        limits:
            Limits on this run, for example ``Limits(expanded=1000)``. By default there are none.

        Returns
        -------
        SearchResult
            The outcome of all runs so far.

        Raises
        ------
        InvalidProblemError
            If a method of the problem raises or returns an invalid value. The message names the state, the action and
            the value. Nothing is lost; you can call ``run`` again.
        RuntimeError
            If the search is already running, in another thread or for the observer that called this method.
        TypeError
            If ``limits`` isn't a ``Limits``.

        See Also
        --------
        solutions : Iterate over the solutions of an anytime engine.
        stop : End a run from another thread.
        save : Write the search to a file, to continue it in another process.

        Notes
        -----
        A search in many runs expands the same states in the same order as in one run. The clock, the memory and
        ``cancelled`` are checked about every 0.01 s.

        Examples
        --------
        >>> from astarlib import AStar, Limits
        >>> from astarlib.problems.npuzzle import NPuzzle
        >>> search = AStar().start(NPuzzle("8 6 7 / 2 5 4 / 3 0 1"))
        >>> search.run(Limits(expanded=10)).status.name, search.run().status.name
        ('LIMIT', 'SOLVED')
        """
        if type(limits) is not Limits:
            refuse_no_limits(limits)
        if self._final is not None:
            return self._final
        thread, entered = get_ident(), False
        try:  # No call between the test and the assignment, where another thread could take over.
            if self._runner is not None:
                raise RuntimeError(_IN_USE)
            self._runner, entered = thread, True
            self._begin()
            driver = self._driver_for(limits)
            with self._announcing(self._algorithm.problem.problem):
                stop, limit = self._drive(driver)
                found = 1
                while stop is Stop.FOUND and found < limits.solutions:
                    stop, limit = self._drive(driver)
                    found += 1
            if stop is Stop.FOUND:
                limit = LimitKind.SOLUTIONS
            result = self._end(stop, limit)
        finally:
            if entered:  # pragma: no branch  # A thread that hasn't entered doesn't reach the return.
                self._runner = None
        return result  # Not inside ``try``, so that no interrupt falls between the call and ``finally``.

    if not TYPE_CHECKING:  # Type checkers read the method itself.
        run = checked_function(run, **{name: f"write run(Limits({name}=...))" for name in Limits.__dataclass_fields__})

    def stop(self) -> None:
        """End the run at its next poll, about 0.01 s later. The result has the limit ``CANCELLED``.

        Call it from another thread, a signal handler or an observer. If no run is active, the next one ends before its
        first expansion. A later ``run`` continues the search. Once the search has ended, the method has no effect.

        See Also
        --------
        Limits : ``cancelled``, a function that the search calls instead.

        Notes
        -----
        If a method of the problem is slow, the run ends after the call. Without a limit on ``seconds``, ``memory`` or
        ``cancelled``, up to 64 expansions come before the first poll.

        Examples
        --------
        >>> from astarlib import AStar
        >>> from astarlib.problems.npuzzle import NPuzzle
        >>> search = AStar().start(NPuzzle("8 6 7 / 2 5 4 / 3 0 1"))
        >>> search.stop()
        >>> search.run().limit.name, search.run().status.name
        ('CANCELLED', 'SOLVED')
        """
        self._is_stopped = True
        driver = self._driver
        if driver is not None:
            driver.is_stopped = True

    def solutions(self, limits: Limits = NO_LIMITS) -> Iterator[SearchResult[S, A]]:
        """Return an iterator over the results, one for each solution that the engine finds, as soon as it's found.

        Use this with an engine that finds several solutions, such as ``ARAStar``, ``KBest`` or ``AllOptimal``. A result
        from before the end of the search has the status ``LIMIT`` and the limit ``SOLUTIONS``, and the next item
        continues the search. If the engine ends with solutions that aren't reported yet, the last items are the final
        result with each of them. ``limits`` count for all items together, and the time that you take between two items
        doesn't count. Afterwards ``run()`` returns the final result, or continues.

        If the search has ended already, the items are the final result with each solution: all that ``KBest`` or
        ``AllOptimal`` found, the best one for other engines. ``lower_bound`` is always the bound of the best solution.

        Parameters
        ----------
        limits:
            Limits on all items together, for example ``Limits(seconds=10)``. By default there are none.

        Raises
        ------
        InvalidProblemError
            If the problem breaks its contract. The iterator raises it, and nothing is lost.
        RuntimeError
            If the search is already running when the iterator continues it.
        TypeError
            If ``limits`` isn't a ``Limits``.

        Examples
        --------
        >>> from astarlib import ARAStar
        >>> from astarlib.problems.npuzzle import NPuzzle
        >>> search = ARAStar().start(NPuzzle("8 6 7 / 2 5 4 / 3 0 1"))
        >>> [(result.cost, round(result.suboptimality_bound, 2)) for result in search.solutions()]
        [(47, 2.04), (31, 1.35)]
        >>> search.run().is_optimal
        True
        """
        refuse_no_limits(limits)
        return self._solutions(limits)

    def _solutions(self, limits: Limits) -> Iterator[SearchResult[S, A]]:
        if self._final is not None:
            yield from self._final_results(self._final, 0, limits.solutions)
            return
        driver: Driver[S, A] | None = None
        found = 0
        while True:
            thread, entered = get_ident(), False
            try:
                if self._runner is not None:
                    raise RuntimeError(_IN_USE)
                self._runner, entered = thread, True
                if driver is None:
                    self._begin()
                    driver = self._driver_for(limits)
                before = self._algorithm.counters.solutions
                stop, limit = self._drive(driver)
                is_new = self._algorithm.counters.solutions > before
                found += is_new
                is_last = stop is not Stop.FOUND or found >= limits.solutions
                if stop is Stop.FOUND:
                    limit = LimitKind.SOLUTIONS
                result = self._last = self._end(stop, limit) if is_last else self._result(stop, limit)
                path = self._algorithm.latest() if is_new else None
            finally:
                if entered:  # pragma: no branch  # A thread that hasn't entered raises an error.
                    self._runner = None
            if path is not None:
                yield _with_solution(result, path, self.problem)
            if is_last:
                break
        if result.status is not Status.LIMIT:  # The algorithm may know more solutions now.
            yield from self._final_results(result, self._reported, limits.solutions - found)

    def _final_results(self, final: SearchResult[S, A], first: int, number: float) -> Iterator[SearchResult[S, A]]:
        """Yield the final result with one solution after another, at most ``number`` of them from ``first`` on."""
        for path in islice(self._algorithm.solutions(), first, None):
            if number <= 0:
                return
            number -= 1
            yield _with_solution(final, path, self.problem)

    def update(self, *, changed: Iterable[S] | None = None, problem: Problem[S, A] | None = None) -> None:
        """Update an incremental search after edges have changed. The next ``run`` finds the new solution.

        You can either change the problem object itself, or pass another one. What may differ besides the edges depends
        on the engine: ``DStarLite`` lets the initial state move, ``GAAStar`` both the initial state and the goals. The
        heuristic must stay the same, unless the goals move (``DStarLite``: the initial state). The counters continue.

        Parameters
        ----------
        changed:
            Every state with an outgoing edge that has a new cost, is new, or doesn't exist any more. You may add
            other states, also states that aren't stored. Two grids or two graphs are compared anyway, so with
            them you can leave it out, or name the states to which the changed edges lead. It's required for other
            problems. Pass [] if no edge has changed.
        problem:
            The new problem. None (the default) if the problem object itself was changed.

        Raises
        ------
        InvalidProblemError
            If the engine doesn't support the difference, for example a moved goal. The search then keeps its problem.
            Later, ``run`` raises this error if ``changed`` misses a state: with two grids or two graphs any state, with
            other problems one on the solution path.
        MissingCapabilityError
            If the new problem lacks a method that the engine requires.
        RuntimeError
            If the search is running.
        TypeError
            If the engine isn't incremental, ``changed`` isn't an iterable of hashable states, or it's missing and the
            problems can't be compared.

        Examples
        --------
        >>> from astarlib import LPAStar
        >>> from astarlib.problems.graph import GraphProblem
        >>> roads = GraphProblem({"a": {"b": 1, "c": 3}, "b": {"c": 1}}, "a", "c")
        >>> search = LPAStar().start(roads)
        >>> search.run().cost
        2
        >>> search.update(problem=roads.with_costs({("b", "c"): 5}))
        >>> search.run().cost
        3
        """
        algorithm = self._algorithm
        if type(algorithm).update is Algorithm.update:
            raise TypeError(
                f"{self.engine!r} isn't an incremental engine, so its searches can't be updated. Use LPAStar(), "
                "DStarLite(), FSAStar() or GAAStar(), or start a new search"
            )
        from astarlib.searching.updating import checked_changes  # only needed here

        thread, entered = get_ident(), False
        try:
            if self._runner is not None:
                raise RuntimeError(_IN_USE)
            self._runner, entered = thread, True
            resolved = resolve_problem(self.problem if problem is None else problem)
            _check_starts(algorithm, resolved, self.engine)
            states, missing = checked_changes(
                resolved, algorithm.problem, changed, algorithm.remembered(), self._missing
            )
            if not self._clean:
                algorithm.repair()
            self._send_journal()
            final, self._final, self._last, self._clean = self._final, None, None, False
            try:
                algorithm.update(resolved, states)
            except MemoryError:
                raise
            except Exception as error:  # The algorithm hasn't changed anything.
                raise_if_from_handler(error)
                self._final = self._last = final
                raise
            self._found, self._missing, self._clean = {}, missing, True
            self._is_blind = self._is_blind and not _relies_on_h(self.engine, resolved)
            if Updated in self._event_types:
                self._send(Updated(self.problem, len(states), algorithm.counters.expanded))
        finally:
            if entered:  # pragma: no branch  # A thread that hasn't entered raises an error.
                self._runner = None

    def _begin(self) -> None:
        """Repair the algorithm after an interrupt, and send the events that come before a run."""
        algorithm = self._algorithm
        if len(self._missing) > 0:
            self._refuse_missing()
        if not self._clean:
            algorithm.repair()
        if Started in self._event_types:
            expanded = algorithm.counters.expanded
            self._send(Started(self.problem, self._engine_repr, algorithm.root_h, expanded > 0, self.engine, expanded))
        if algorithm.journal is not None:
            self._send_journal()

    def _driver_for(self, limits: Limits) -> Driver[S, A]:
        is_watched = self._algorithm.journal is not None or Progress in self._event_types
        if self._proves_nothing(self._algorithm.problem):
            limits = replace(limits, within=1)
        driver: Driver[S, A] = Driver(self._algorithm, limits, is_watched=is_watched)
        self._seconds, self._driver = self.seconds, driver  # After an interrupt, the last driver is still set.
        driver.is_stopped |= self._is_stopped  # Only now, so that a call of ``stop`` in another thread isn't missed.
        return driver

    def _drive(self, driver: Driver[S, A]) -> tuple[Stop, LimitKind | None]:
        """Run until the algorithm stops or a limit is reached."""
        self._clean, algorithm = False, self._algorithm
        try:
            problem = algorithm.problem
            if hasattr(problem.problem, "why_unsolvable") and _is_refuted(algorithm):
                return Stop.DONE, None
            key = None if problem.state_key is None else problem.state_key(problem.initial_state)
            stop, limit = driver.run(
                None if algorithm.journal is None else self._send_journal,
                self._send_progress if Progress in self._event_types else None,
            )
            self._clean = True
        except Exception as error:
            _explain(algorithm, error, is_advancing=driver.is_advancing)  # If it isn't, an observer raised the error.
            raise
        if problem.state_key is not None:
            _check_keys(algorithm, key, is_done=stop is Stop.DONE)
        self._note_solutions(stop, driver.counters)
        return stop, limit

    def _note_solutions(self, stop: Stop, counters: Counters) -> None:
        """Store the solution that was found in the last slices, and send it to the observer."""
        if counters.solutions > self._reported:
            is_wanted = SolutionFound in self._event_types
            # The last solution is the one of the result. Its path isn't computed twice.
            path = self._algorithm.latest() if is_wanted or stop is Stop.FOUND else None
            if path is not None:
                self._found[counters.solutions] = path
                if is_wanted:
                    self._send(SolutionFound(solution_of(path, self.problem), counters.expanded))
            self._reported = counters.solutions

    def _end(self, stop: Stop, limit: LimitKind | None) -> SearchResult[S, A]:
        """Return the result of a run, and send it to the observer."""
        result = self._last = self._result(stop, limit)
        self._seconds, self._driver, self._is_stopped = self.seconds, None, False
        if Finished in self._event_types:
            self._send(Finished(result))
        if result.status is not Status.LIMIT:  # After an interrupt before this line, the next run sends the event.
            self._final = result
        return result

    def _result(self, stop: Stop, limit: LimitKind | None) -> SearchResult[S, A]:
        algorithm = self._algorithm
        counters = algorithm.counters if self._driver is None else self._driver.counters
        return _result_of(
            algorithm, stop, limit, _counts(algorithm, counters, self.seconds), self._engine_repr,
            None if self._is_blind else self.engine, self._all_solutions,
        )  # fmt: skip

    def _all_solutions(
        self, best: Solution[S, A] | None, path: Path[S, A] | None, *, is_done: bool
    ) -> Sequence[Solution[S, A]]:
        """Return the solutions so far. If the search is done, ``AllOptimal`` lists the others when they are read."""
        if best is None or path is None:
            return ()
        has_more = is_done and self.engine.guarantee.solutions is Solutions.ALL
        if not has_more and len(self._found) == 0:
            return (best,)
        self._found.setdefault(self._reported, path)
        problem = self.problem
        solutions = tuple([best if each is path else solution_of(each, problem) for each in self._found.values()])
        if not has_more:
            return solutions
        from astarlib._support.lazy_list import LazyList  # only needed for AllOptimal

        more = islice(self._algorithm.solutions(), self._reported, None)
        return LazyList(chain(solutions, (solution_of(each, problem) for each in more)))

    # --- events -------------------------------------------------------------------------------------------------------

    def _announcing(self, problem: Problem[S, A]) -> Announcing:
        """Return a context that sends ``Compiling`` to the observer, if it subscribes to that event."""
        is_wanted = Compiling in self._event_types
        return Announcing(partial(self._send, Compiling(problem, self._engine_repr)) if is_wanted else None)

    def _send(self, event: Event) -> None:
        if self._observer is not None:  # pragma: no branch  # Without an observer, no event is wanted.
            self._observer(event)

    def _send_journal(self) -> None:
        """Send the events of the last slice. After an interrupt, the rest is sent when the next run begins."""
        algorithm, observer, types = self._algorithm, self._observer, self._event_types
        journal = algorithm.journal
        if journal is None or observer is None or len(journal) == 0:
            return
        if journal.is_bulk and journal.bounds:
            for bound in [entry for entry in journal if type(entry) is LowerBoundRaised]:
                observer(bound)
            observer(algorithm.expansions([entry for entry in journal if type(entry) is not LowerBoundRaised]))
        elif journal.is_bulk:
            observer(algorithm.expansions(journal))
        else:
            first = self._first_unsent(journal)
            sent = iter(range(first, sys.maxsize))  # Unlike a count, it can be read without advancing it.
            journal.sent = first, sent
            events = zip(islice(algorithm.events(journal), first, None), sent, strict=False)
            if types >= EVENTS:
                for event, _ in events:
                    observer(event)
            else:
                for event, _ in events:
                    if type(event) in types:
                        observer(event)
        algorithm.journal = journal.fresh()  # A single assignment, so an interrupt can't drop a part of the journal.

    def _first_unsent(self, journal: Journal) -> int:
        """Return the number of the first event to send. An interrupted expansion is sent again from its first event."""
        first, sent = journal.sent
        taken = sys.maxsize - length_hint(sent)
        events = enumerate(islice(self._algorithm.events(journal), first, taken), first)
        return max((number for number, event in events if type(event) in _BOUNDARIES), default=first)

    def _send_progress(self) -> None:
        algorithm = self._algorithm
        counters, front = algorithm.counters, algorithm.front()
        self._send(
            Progress(
                counters.expanded,
                counters.generated,
                algorithm.stored(),
                counters.frontier,
                math.inf if front is None else front,
                self._proved(algorithm.lower_bound(cheap=True)),
                self.seconds,
                algorithm.details(),
            )
        )

    # --- look inside --------------------------------------------------------------------------------------------------

    @property
    def problem(self) -> Problem[S, A]:
        """The problem to solve: after an update, the new one."""
        return self._algorithm.problem.problem

    @property
    def result(self) -> SearchResult[S, A] | None:
        """The result of the last run, or of the last item of `solutions`. None before the first, and after an update.

        A copy and a loaded search have the result only if the search has ended.
        """
        return self._last

    @property
    def seconds(self) -> float:
        """The wall-clock time of all runs, in seconds."""
        return self._seconds if self._driver is None else self._seconds + self._driver.seconds

    @property
    def statistics(self) -> Statistics:
        """The counters so far."""
        return Statistics(*_counts(self._algorithm, self._algorithm.counters, self.seconds))

    @property
    def lower_bound(self) -> float:
        """A bound: no solution costs less, if h is admissible. It's inf if it's proved that no solution exists.
        It's 0 with a heuristic that says that it may overestimate.
        """
        bound = self._proved(self._algorithm.lower_bound())
        path = self._algorithm.incumbent() if self._algorithm.counters.solutions > 0 else None
        return bound if path is None else min(bound, path.cost)

    def _proved(self, bound: float) -> float:
        """Return a bound of the algorithm, or 0 if it follows from a heuristic that isn't admissible."""
        return 0 if bound < math.inf and self._proves_nothing(self._algorithm.problem) else bound

    def _proves_nothing(self, problem: ResolvedProblem[S, A]) -> bool:
        """Return True if the bounds of the algorithm follow from a heuristic that isn't admissible."""
        return not self._is_blind and overestimates(problem.heuristic)

    @property
    def nearest(self) -> Path[S, A] | None:
        """The path to the stored state with the smallest h, or None if the engine doesn't evaluate h."""
        return self._algorithm.nearest()

    def states(self, side: Side = Side.FORWARD) -> Iterator[StoredState]:
        """Return an iterator over all stored states, in the order in which they were first generated.

        Each is a ``(state, g, h, parent, action, closed)``.

        Parameters
        ----------
        side:
            The side of a bidirectional search. For ``Side.BACKWARD``, g is the cost to a goal, h the estimated cost
            from the initial state, and ``action`` leads from ``state`` to ``parent``. Other engines have only the
            default, ``Side.FORWARD``.

        Raises
        ------
        TypeError
            If ``side`` isn't a ``Side``.

        Examples
        --------
        >>> from astarlib import AStar, Limits
        >>> from astarlib.problems.npuzzle import NPuzzle
        >>> search = AStar().start(NPuzzle("1 2 3 / 4 5 6 / 0 7 8"))
        >>> result = search.run(Limits(expanded=1))
        >>> [(stored.action, stored.g, stored.h, stored.closed) for stored in search.states()]
        [(None, 0, 2, True), ('up', 1, 3, False), ('right', 1, 1, False)]
        """
        return self._algorithm.states() if _is_forward(side) else self._algorithm.backward_states()

    def frontier(self, side: Side = Side.FORWARD) -> Iterator[StoredState]:
        """Return an iterator over the frontier (open list), in the order of expansion. See `states`.

        Parameters
        ----------
        side:
            The side of a bidirectional search; see `states`. The default is ``Side.FORWARD``.

        Raises
        ------
        TypeError
            If ``side`` isn't a ``Side``.

        Examples
        --------
        >>> from astarlib import AStar, Limits
        >>> from astarlib.problems.npuzzle import NPuzzle
        >>> search = AStar().start(NPuzzle("1 2 3 / 4 5 6 / 0 7 8"))
        >>> result = search.run(Limits(expanded=1))
        >>> [(stored.action, stored.g + stored.h) for stored in search.frontier()]
        [('right', 2), ('up', 4)]
        """
        return self._algorithm.frontier() if _is_forward(side) else self._algorithm.backward_frontier()

    def path_to(self, state: S) -> Path[S, A]:
        """Return the cheapest known path from the initial state to a stored state, with the h of the state.

        Parameters
        ----------
        state:
            A state that the search has stored.

        Raises
        ------
        KeyError
            If the state isn't stored.

        Examples
        --------
        >>> from astarlib import AStar
        >>> from astarlib.problems.graph import romania
        >>> search = AStar().start(romania("Arad", "Bucharest"))
        >>> result = search.run()
        >>> search.path_to("Fagaras").states
        ('Arad', 'Sibiu', 'Fagaras')
        """
        return self._algorithm.path_to(state)

    def path_from(self, state: S) -> Path[S, A]:
        """Return the cheapest known path from a state to a goal, if a bidirectional engine has found one.

        Parameters
        ----------
        state:
            A state that the backward side of the search has stored.

        Raises
        ------
        KeyError
            If the backward side hasn't stored the state, or the engine only searches forward.

        Examples
        --------
        >>> from astarlib import BidirectionalDijkstra
        >>> from astarlib.problems.npuzzle import NPuzzle
        >>> search = BidirectionalDijkstra().start(NPuzzle("1 2 3 / 4 5 6 / 0 7 8"))
        >>> result = search.run()
        >>> search.path_from((1, 2, 3, 4, 5, 6, 7, 0, 8)).actions
        ('right',)
        """
        return self._algorithm.path_from(state)

    def bytes_in_use(self) -> int | None:
        """Return the bytes of the stored states, the table and the frontier. None for engines in pure Python.

        Examples
        --------
        >>> from astarlib import AStar
        >>> from astarlib.problems.npuzzle import NPuzzle
        >>> AStar().start(NPuzzle("1 2 3 / 4 5 6 / 0 7 8")).bytes_in_use() is None
        True
        """
        return self._algorithm.bytes_in_use()

    def __repr__(self) -> str:
        counters = self._algorithm.counters
        status = "not finished" if self._final is None else self._final.status.name
        return (
            f"<Search of {self._engine_repr} on {type(self.problem).__name__}: {status}, {counters.expanded} expanded, "
            f"{counters.generated} generated>"
        )

    def _repr_html_(self) -> str:
        """Return what notebooks show: the state of the search, its lower bound and its counters."""
        from astarlib._support.html_card import text_card  # only needed in a notebook

        best = self._algorithm.incumbent() if self._algorithm.counters.solutions > 0 else None
        lines = (f"lower bound: {self.lower_bound}", *(() if best is None else (f"best cost: {best.cost}",)))
        return text_card(repr(self).strip("<>"), lines)

    # --- end ----------------------------------------------------------------------------------------------------------

    def close(self) -> None:
        """Release workers and files, if the engine has any. A ``with`` statement does it automatically.

        Examples
        --------
        >>> from astarlib import AStar
        >>> from astarlib.problems.npuzzle import NPuzzle
        >>> with AStar().start(NPuzzle("1 2 3 / 4 5 6 / 0 7 8")) as search:
        ...     search.run().cost
        2
        """
        self._algorithm.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- save and load ------------------------------------------------------------------------------------------------

    def save(self, path: str | os.PathLike[str], *, metadata: object = None) -> None:
        """Write the search to a checkpoint file, from which ``Search.load`` continues it.

        The file is replaced in one step, so it's never half-written. Saving temporarily needs half as much memory again
        as the search.

        Parameters
        ----------
        path:
            The file to write.
        metadata:
            A value that JSON can represent, for example the parameters from which you can create the problem again.
            Read it with ``astarlib.checkpoint.read_metadata``, which needs no problem. The default is None.

        Raises
        ------
        CheckpointError, TypeError
            If a state or an action can't be pickled, or JSON can't represent ``metadata``. Nothing is written.
        OSError
            If the file can't be written. An existing checkpoint is kept.
        RuntimeError
            If another thread is running the search.

        Examples
        --------
        >>> import tempfile
        >>> from astarlib import AStar
        >>> from astarlib.checkpoint import read_metadata
        >>> from astarlib.problems.npuzzle import NPuzzle
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     AStar().start(NPuzzle("1 2 / 0 3")).save(f"{folder}/search.checkpoint", metadata={"board": "1 2 / 0 3"})
        ...     read_metadata(f"{folder}/search.checkpoint")
        {'board': '1 2 / 0 3'}
        """
        from astarlib import checkpoint  # only needed to save or load a search

        self._refuse_other_threads()
        self._refuse_missing()
        if self._algorithm.keeps_files:
            before, self._metadata = self._metadata, metadata
            try:
                self._algorithm.save_files(path)
            except BaseException:
                self._metadata = before
                raise
            return
        header = self._header(metadata)
        checkpoint.write(path, header, self._algorithm.dump(), as_arrays=self._algorithm.dumps_arrays)

    def _header(self, metadata: object = None) -> dict[str, Any]:
        statistics = self.statistics
        return {
            "engine": _engine_codec[0].to_json(self.engine),
            "problem": class_name(self.problem),
            "expanded": statistics.expanded,
            "stored": statistics.stored,
            "seconds": statistics.seconds,
            "metadata": metadata if metadata is not None else self._metadata,
        }

    @staticmethod
    def load(
        path: str | os.PathLike[str],
        problem: Problem[S, A],
        *,
        engine: object | None = None,
        observer: Observer | None = None,
    ) -> Search[S, A]:
        """Return the search that a checkpoint file holds. It continues as if it had never stopped.

        A checkpoint is **trusted input**: unless the engine is a compiled one, loading unpickles states, and unpickling
        can run code.

        Parameters
        ----------
        path:
            The checkpoint file, or the folder of a search on disk or of a distributed search.
        problem:
            The problem that the search was started with, or an equal one.
        engine:
            The engine that saved the file. You need it only if this process hasn't imported the engine's class, or if a
            file can't hold its parameters, or to load a ``compiled.IDAStar`` with another number of ``threads``. The
            default is None.
        observer:
            A callable that receives the events of the search, or None (the default). See ``Engine.start``.

        Raises
        ------
        CheckpointError
            If the file is damaged, has another format, or belongs to another problem. The class, the initial state, and
            h, costs and goal test on a sample of the stored states must agree.
        OSError
            If the file can't be read.

        Examples
        --------
        >>> import tempfile
        >>> from astarlib import AStar, Search
        >>> from astarlib.problems.npuzzle import NPuzzle
        >>> puzzle = NPuzzle("8 6 7 / 2 5 4 / 3 0 1")
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     AStar().start(puzzle).save(f"{folder}/search.checkpoint")
        ...     Search.load(f"{folder}/search.checkpoint", puzzle).run().cost
        31
        """
        from astarlib import checkpoint  # see ``save``

        if isinstance(problem, type):
            raise TypeError(f"expected a problem, not the class {problem.__name__}; write {problem.__name__}(...)")
        saved = checkpoint.read(path, class_name(problem), engine, *_engine_codec[0])
        search: Search[S, A] = saved.engine.start(problem, observer=observer)
        search._take_over(checkpoint.unpack(path, saved, as_arrays=search._algorithm.dumps_arrays))
        search._seconds, search._metadata = saved.seconds, saved.metadata
        return search

    def _take_over(self, payload: Any) -> None:
        from astarlib.searching.same_problem import SAMPLE_SIZE, check_same_problem  # see ``save``

        algorithm = self._algorithm
        root_h = algorithm.root_h
        try:
            algorithm.verify(payload)
            algorithm.load(payload)
        except (ArithmeticError, LookupError, TypeError, ValueError) as error:
            raise_if_from_handler(error)
            if isinstance(error, (CheckpointError, InvalidProblemError)):
                raise
            raise CheckpointError(f"the checkpoint is damaged, or of another problem: {error}") from error
        check_same_problem(algorithm.problem, algorithm.sample(SAMPLE_SIZE), root_h=root_h)
        self._take_solutions()

    def __reduce__(self) -> tuple[Any, ...]:
        """Return the parts for a copy or pickle: flat rows as on disk, so that a copy shares no mutable state."""
        self._refuse_other_threads()
        self._refuse_missing()
        return self.engine.start, (self.problem,), (self._algorithm.dump(), self.seconds, self._final)

    def __setstate__(self, state: tuple[Any, float, SearchResult[S, A] | None]) -> None:
        dumped, self._seconds, self._final = state
        self._last = self._final
        self._algorithm.load(dumped)
        self._take_solutions()

    def _take_solutions(self) -> None:
        """Take the solutions that the algorithm has loaded. An anytime algorithm keeps only the best one."""
        self._reported = self._algorithm.counters.solutions
        paths = list(islice(self._algorithm.solutions(), self._reported))
        self._found = dict(enumerate(paths, self._reported - len(paths) + 1))

    def _refuse_missing(self) -> None:
        """Raise InvalidProblemError if the ``changed`` of an update hasn't named a state whose edges have changed."""
        if len(self._missing) > 0:
            state = next(iter(self._missing.values()))
            raise InvalidProblemError(
                f"edges out of {short_repr(state)} have changed, but the last update has neither this state in "
                f"`changed` nor one to which such an edge leads. Call update(changed=[{short_repr(state)}, ...]), or "
                "leave `changed` out when you pass the new problem, then run again",
                state=state,
            )

    def _refuse_other_threads(self) -> None:
        if self._runner not in {None, get_ident()}:
            raise RuntimeError(_IN_USE)


def search_at_once(  # noqa: C901  # It's one call with its cleanup.
    engine: Any,  # an Engine
    algorithm: Algorithm[S, A],
) -> SearchResult[S, A] | Search[S, A]:
    """Return the result of a search that ends within its first slice, or a `Search` that goes on after this slice.
    Most searches are small. Making a `Search` and a `Driver` would take about as long as searching.
    """
    problem = algorithm.problem
    plain = getattr(algorithm.solutions, "__func__", None) is Algorithm.solutions
    if algorithm.writes_checkpoints or not plain:
        return Search(engine, problem, None, _Begun(algorithm, 0.0, Stop.POLL))
    _check_starts(algorithm, problem, engine)
    stop, key, is_advancing, is_paused, begin = _DONE, None, False, gc.isenabled(), searching_clock()
    try:
        if is_paused:
            gc.disable()  # as `Driver` does
        if not hasattr(problem.problem, "why_unsolvable") or not _is_refuted(algorithm):
            if problem.state_key is not None:
                key = problem.state_key(problem.initial_state)
            is_advancing = True
            stop = algorithm.advance(FIRST_BUDGET)
            is_advancing = False
            if problem.state_key is not None:
                _check_keys(algorithm, key, is_done=stop is _DONE)
        if stop is _DONE or stop is _GAVE_UP:
            counts = _counts(algorithm, algorithm.counters, searching_clock() - begin)
            relying = engine if _relies_on_h(engine, problem) else None
            found: SearchResult[S, A] | Search[S, A]
            found = _result_of(algorithm, stop, None, counts, repr(engine), relying, _only)
        else:
            found = Search(engine, problem, None, _Begun(algorithm, searching_clock() - begin, stop))
    except (KeyboardInterrupt, Exception) as error:  # noqa: BLE001  # It's raised again.
        search = Search(engine, problem, None, _Begun(algorithm, searching_clock() - begin, None))
        try:
            if isinstance(error, Exception):
                _explain(algorithm, error, is_advancing=is_advancing)
            raise
        except (KeyboardInterrupt, Exception) as explained:
            attach(search, explained)
            raise
    finally:  # Inline, because an interrupt could come before the first line of a method.
        if is_paused:
            gc.enable()
    return found  # Not inside ``try``, as in `Search.run`.


def attach(search: Search[S, A], error: BaseException) -> None:
    """Give an error the search that it has ended.
    It stays an error of its class: a shell and Python's exit code distinguish a KeyboardInterrupt itself.
    """
    vars(error)["search"] = search  # A user's error may refuse a new attribute.
    if isinstance(error, KeyboardInterrupt):
        error.add_note(
            f"the search was interrupted after {search.statistics.expanded:,} expansions, and nothing is lost; "
            "error.search.run() continues it, and error.search.save(path) saves it"
        )


def _relies_on_h(engine: Any, problem: ResolvedProblem[Any, Any]) -> bool:
    """Return True if the bounds of an engine follow from a heuristic of the problem."""
    if engine.estimates_backward:
        return backward_heuristic_of(problem.problem) is not None
    return engine.uses_heuristic and not is_blind(problem)


def _only(best: Solution[S, A] | None, path: object, *, is_done: bool) -> tuple[Solution[S, A], ...]:  # noqa: ARG001
    return () if best is None else (best,)


def _result_of(  # noqa: PLR0917  # It makes a value of many fields.
    algorithm: Algorithm[S, A], stop: Stop, limit: LimitKind | None, counts: tuple[Any, ...], engine: str, relying: Any,
    solutions: Callable[..., Sequence[Solution[S, A]]],
) -> SearchResult[S, A]:  # fmt: skip
    """Return the result of an algorithm that has stopped. For ``counts`` and ``relying``, see `new_result`.
    ``solutions`` is `Search._all_solutions`, or a function like it.
    """
    path, bound, solution, problem = algorithm.incumbent(), algorithm.lower_bound(), None, algorithm.problem.problem
    status, is_done, reason = _STATUS[stop], stop is _DONE, ""
    if relying is not None and bound < math.inf and overestimates(algorithm.problem.heuristic):
        bound = 0  # It follows from a heuristic that isn't admissible.
    if path is not None:
        cost = path.cost
        bound, solution = min(bound, cost), solution_of(path, problem)
    elif is_done:
        status, bound, reason = Status.UNSOLVABLE, math.inf, why_unsolvable_of(problem) or ""
    return new_result(
        status, limit, solution, bound, path_in(problem, algorithm.nearest()), engine,
        solutions(solution, path, is_done=is_done), reason, counts, relying,
    )  # fmt: skip


def _counts(algorithm: Algorithm[S, A], counters: Counters, seconds: float) -> tuple[Any, ...]:
    """Return the values of the fields of `Statistics`. Any: numbers and a mapping."""
    calls = counters.heuristic_calls
    return (
        counters.expanded, counters.generated, counters.evaluated, counters.reopened, counters.dead_ends,
        algorithm.stored(), counters.peak_frontier, counters.expanded_before_last_f, seconds, algorithm.details(),
        counters.evaluated if calls is None else calls,
    )  # fmt: skip


def _is_refuted(algorithm: Algorithm[S, A]) -> bool:
    """Return True if the problem itself proves that it has no solution."""
    return algorithm.counters.expanded == 0 and why_unsolvable_of(algorithm.problem.problem, is_quick=True) is not None


def _explain(algorithm: Algorithm[S, A], error: Exception, *, is_advancing: bool) -> None:
    """Raise an error that says more than the one that ended a run, or return."""
    if isinstance(error, MemoryError):
        if not algorithm.keeps_files:
            error.add_note(_LESS_MEMORY)
        return
    raise_if_from_handler(error)
    if is_advancing:
        _diagnose(algorithm, error)


def _diagnose(algorithm: Algorithm[S, A], error: Exception) -> None:
    """Raise an error that names the failed method of the problem and the state. Return if no method failed."""
    on = algorithm.working_on()
    from astarlib.searching.diagnosis import diagnose  # only needed after an error

    last = error.__traceback__
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    in_loop = last is not None and last.tb_frame.f_locals.get("self") is algorithm
    if in_loop and isinstance(error, KeyError) and (on is None or not on.is_expanding):
        on = WorkingOn(error.args[0], 0)  # A table lost the state, because its hash changed.
    if on is not None:
        diagnose(algorithm.problem, on, error, uses_heuristic=algorithm.root_h is not None, in_loop=in_loop)
        if on.is_expanding:
            error.add_note(f"while expanding state {short_repr(on.state)}; you can run the search again")


def _check_starts(algorithm: Algorithm[S, A], problem: ResolvedProblem[S, A], engine: object) -> None:
    if not algorithm.has_many_starts and len(problem.initial_states) > 1:
        raise MissingCapabilityError(
            f"{engine!r} needs a problem with one initial state, but this one comes from with_starts and has "
            f"{len(problem.initial_states)}; use an engine such as AStar"
        )


def _check_keys(algorithm: Algorithm[S, A], key: object, *, is_done: bool) -> None:
    """Raise ProblemStateError if a stored state has another key than before the run, or when it was stored.
    Each engine expands the initial state, so its key is tested for all of them.
    """
    problem, key_of = algorithm.problem, algorithm.problem.state_key
    for state, before in ((problem.initial_state, key), *algorithm.kept_keys(is_done=is_done)):
        if key_of is not None and key_of(state) != before:
            from astarlib.searching.diagnosis import mutated  # only needed after an error

            raise mutated(problem, state, before)


def _with_solution(result: SearchResult[S, A], path: Path[S, A], problem: Problem[S, A]) -> SearchResult[S, A]:
    """Return the result with the solution ``path``, or the result itself if that's its solution already."""
    found = solution_of(path, problem)
    try:
        is_same = found == result.solution
    except Exception as error:  # noqa: BLE001  # The __eq__ of a user's action can raise anything.
        raise_if_from_handler(error)
        is_same = False
    return result if is_same else replace(result, solution=found)


def _header_of(header: Callable[[], dict[str, Any]] | None) -> dict[str, Any]:
    assert header is not None  # noqa: S101  # An algorithm writes files only while its search runs.
    return header()


def _is_forward(side: Side) -> bool:
    if not isinstance(side, Side):
        raise TypeError(f"side must be Side.FORWARD or Side.BACKWARD, not {side!r}")
    return side is Side.FORWARD
