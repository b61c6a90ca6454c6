"""The search as a value: it is started, run for a while, looked at, saved, resumed."""

from __future__ import annotations

import math
import os
from _thread import get_ident  # threading takes longer to load
from collections.abc import Callable, Iterator
from itertools import count, islice
from typing import Any, Final, Generic, NamedTuple, Self, final

from astarlib.capabilities import ResolvedProblem, resolve_problem
from astarlib.errors import CheckpointError, InvalidProblemError, short_repr
from astarlib.events import (
    EVENTS,
    Event,
    Expanded,
    Finished,
    LowerBoundRaised,
    Observer,
    Progress,
    SolutionFound,
    Started,
    event_types_of,
)
from astarlib.limits import LimitKind, Limits, refuse_no_limits
from astarlib.problem import A, Problem, S, class_name
from astarlib.result import Path, SearchResult, Solution, Statistics, Status, StoredState
from astarlib.searching.algorithm import Algorithm, Stop, WorkingOn
from astarlib.searching.driver import Driver
from astarlib.searching.journal import Journal

__all__ = ["Search"]

_BOUNDARIES: Final = frozenset((Expanded, LowerBoundRaised))
_IN_USE: Final = "the search is running already, in another thread or for an observer that called it; let it end first"


class EngineCodec(NamedTuple):
    """How an engine is written in the header of a checkpoint, and read from it."""

    to_json: Callable[[Any], dict[str, Any]]
    from_json: Callable[[Any], Any]


_engine_codec: list[EngineCodec] = []


def install_engine_codec(codec: EngineCodec) -> None:
    """Set the codec. The package of the engines, which lies above this module, calls it."""
    _engine_codec[:] = [codec]


@final
class Search(Generic[S, A]):
    """One run of an engine on a problem, with all its state. Made by ``engine.start(problem)``.

    ``run`` goes on until solved, exhausted or a limit is reached; calling it again goes on from there, with the same
    path and counters as one uninterrupted run. An interrupt (Ctrl-C, an error in the problem's own code, no memory)
    loses nothing either: fix the cause and call ``run`` again. A search belongs to one thread at a time; a copy
    (``copy``, ``pickle``) goes on alone, without the observer. Copying and saving only read, so you may do both at any
    time, even in a signal handler while ``run`` is under way.

    Examples
    --------
    >>> from astarlib import AStar, Limits
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> search = AStar().start(NPuzzle("8 1 7 / 4 5 6 / 2 0 3", goal="0 1 2 / 3 4 5 / 6 7 8"))
    >>> search.run(Limits(expanded=100))
    SearchResult(LIMIT, limit=EXPANDED, lower_bound=23, expanded=100, engine=AStar())
    >>> search.run().cost
    25
    """

    def __init__(self, engine: Any, problem: Problem[S, A], observer: Observer | None) -> None:  # Any: an Engine
        self.engine: Any = engine
        self.problem: Problem[S, A] = problem
        self._observer = observer
        self._event_types = event_types_of(observer)
        self._resolved: ResolvedProblem[S, A] = resolve_problem(problem)
        self._algorithm: Algorithm[S, A] = engine.algorithm(
            self._resolved, Journal.for_events(self._event_types, engine.event_types)
        )
        self._seconds: float = 0.0
        self._driver: Driver[S, A] | None = None  # of the run under way, whose seconds count too
        self._runner: int | None = None  # the thread that is in ``run``
        self._clean = True  # False while the algorithm runs, so an interrupt needs no exception handler to be known
        self._reported = 0  # solutions that an observer knows
        self._final: SearchResult[S, A] | None = None

    # --- run ----------------------------------------------------------------------------------------------------------

    def run(self, limits: Limits = Limits()) -> SearchResult[S, A]:  # noqa: B008  # a frozen value
        """Go on until solved, exhausted, or a limit is reached.

        Raises
        ------
        InvalidProblemError
            When the problem breaks its contract; names state, action and value. Nothing is lost.
        RuntimeError
            When it is running already, in another thread or for an observer.
        TypeError
            When ``limits`` are no ``Limits``.
        """
        refuse_no_limits(limits)
        if self._final is not None:
            return self._final
        thread, entered = get_ident(), False
        try:  # with no call between question and answer, where another thread could come in
            if self._runner is not None:
                raise RuntimeError(_IN_USE)
            self._runner, entered = thread, True
            self._begin()
            driver = self._driver_for(limits)
            stop, limit = self._drive(driver)
            found = 1
            while stop is Stop.FOUND and found < limits.solutions:
                stop, limit = self._drive(driver)
                found += 1
            if stop is Stop.FOUND:
                limit = LimitKind.SOLUTIONS
            result = self._end(stop, limit)
        finally:
            if entered:  # pragma: no branch  # a thread that hasn't entered doesn't come to the return
                self._runner = None
        return result  # not above: an interrupt must not come between the call and ``finally``

    def solutions(self, limits: Limits = Limits()) -> Iterator[SearchResult[S, A]]:  # noqa: B008  # a frozen value
        """Return an iterator over a result for each solution that the engine finds, as soon as it finds it.

        The status of each is LIMIT (SOLUTIONS): the next item continues the search. If the engine ends with a solution
        that isn't reported yet, the last item is the final result. ``limits`` count for all items together, and time
        that you take between two items doesn't count. Afterwards ``run()`` returns the final result, or goes on.

        Raises
        ------
        InvalidProblemError
            If the problem breaks its contract.
        RuntimeError
            If the search is running already.
        TypeError
            If ``limits`` isn't a ``Limits``.

        Examples
        --------
        >>> from astarlib import AStar
        >>> from astarlib.problems.npuzzle import NPuzzle
        >>> [result.cost for result in AStar().start(NPuzzle("1 2 3 / 4 5 6 / 0 7 8")).solutions()]
        [2]
        """
        refuse_no_limits(limits)
        return self._solutions(limits)

    def _solutions(self, limits: Limits) -> Iterator[SearchResult[S, A]]:
        if self._final is not None:
            if self._final.solution is not None:
                yield self._final
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
                result = self._end(stop, limit) if is_last else self._result(stop, limit)
            finally:
                if entered:  # pragma: no branch  # a thread that hasn't entered raises
                    self._runner = None
            if is_new:
                yield result
            if is_last:
                return

    def _begin(self) -> None:
        """Repair what an interrupt has left, and send what has to be sent before a run."""
        algorithm = self._algorithm
        if not self._clean:
            algorithm.repair()
        if Started in self._event_types:
            expanded = algorithm.counters.expanded
            self._send(Started(self.problem, repr(self.engine), algorithm.root_h, expanded > 0, self.engine, expanded))
        self._send_journal()

    def _driver_for(self, limits: Limits) -> Driver[S, A]:
        is_watched = self._algorithm.journal is not None or Progress in self._event_types
        driver: Driver[S, A] = Driver(self._algorithm, limits, is_watched=is_watched)
        self._seconds, self._driver = self.seconds, driver  # the last one is still there if it was interrupted
        return driver

    def _drive(self, driver: Driver[S, A]) -> tuple[Stop, LimitKind | None]:
        """Run until the algorithm stops or a limit is reached."""
        self._clean = False
        try:
            stop, limit = driver.run(
                None if self._algorithm.journal is None else self._send_journal,
                self._send_progress if Progress in self._event_types else None,
            )
            self._clean = True
        except MemoryError:
            raise
        except Exception as error:
            if driver.is_advancing:  # else an observer raised it
                self._diagnose(error)
            raise
        counters = self._algorithm.counters
        if counters.solutions > self._reported:
            if SolutionFound in self._event_types:
                path = self._algorithm.latest()
                if path is not None:  # pragma: no branch  # the contract says so
                    self._send(SolutionFound(_solution(path)))
            self._reported = counters.solutions
        return stop, limit

    def _end(self, stop: Stop, limit: LimitKind | None) -> SearchResult[S, A]:
        """Return the result of a run, and send it."""
        self._seconds, self._driver = self.seconds, None
        result = self._result(stop, limit)
        if result.status is not Status.LIMIT:
            self._final = result
        if Finished in self._event_types:
            self._send(Finished(result))
        return result

    def _result(self, stop: Stop, limit: LimitKind | None) -> SearchResult[S, A]:
        algorithm = self._algorithm
        path = algorithm.incumbent()
        bound = algorithm.lower_bound()
        if path is not None:
            bound = min(bound, path.cost)
        if stop is Stop.DONE:
            status = Status.UNSOLVABLE if path is None else Status.SOLVED
        else:
            status = Status.GAVE_UP if stop is Stop.GAVE_UP else Status.LIMIT
        return SearchResult(
            status, limit, None if path is None else _solution(path), bound, algorithm.nearest(), self.statistics,
            repr(self.engine),
        )  # fmt: skip

    def _diagnose(self, error: Exception) -> None:
        """Raise an error that says which method of the problem failed, and where; return if none did."""
        on = self._algorithm.working_on()
        from astarlib.searching.diagnosis import diagnose  # noqa: PLC0415  # loaded where something is wrong

        last = error.__traceback__
        while last is not None and last.tb_next is not None:
            last = last.tb_next
        in_loop = last is not None and last.tb_frame.f_locals.get("self") is self._algorithm
        if in_loop and isinstance(error, KeyError) and (on is None or not on.is_expanding):
            on = WorkingOn(error.args[0], 0)  # the state itself is lost
        if on is not None:
            diagnose(self._resolved, on, error, uses_heuristic=self._algorithm.root_h is not None, in_loop=in_loop)
            if on.is_expanding:
                error.add_note(f"while state {short_repr(on.state)} was expanded; the search can be run again")

    # --- events -------------------------------------------------------------------------------------------------------

    def _send(self, event: Event) -> None:
        if self._observer is not None:  # pragma: no branch  # without one nobody wants an event
            self._observer(event)

    def _send_journal(self) -> None:
        """Send the events of the last slice. What an interrupt leaves is sent when the next run begins."""
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
            journal.sent = sent = count(first)
            events = zip(islice(algorithm.events(journal), first, None), sent, strict=False)
            if types >= EVENTS:
                for event, _ in events:
                    observer(event)
            else:
                for event, _ in events:
                    if type(event) in types:
                        observer(event)
        algorithm.journal = journal.fresh()  # in one store: an interrupt sends all of it or nothing again

    def _first_unsent(self, journal: Journal) -> int:
        """Return the number of the first event to send. An interrupted expansion is sent again from its first event."""
        if journal.sent is None:
            return 0
        events = enumerate(islice(self._algorithm.events(journal), next(journal.sent)))
        return max((number for number, event in events if type(event) in _BOUNDARIES), default=0)

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
                algorithm.lower_bound(cheap=True),
                self.seconds,
            )
        )

    # --- look inside --------------------------------------------------------------------------------------------------

    @property
    def seconds(self) -> float:
        """Wall-clock time of all runs."""
        return self._seconds if self._driver is None else self._seconds + self._driver.seconds

    @property
    def statistics(self) -> Statistics:
        """The counters so far."""
        counters = self._algorithm.counters
        return Statistics(
            counters.expanded, counters.generated, counters.evaluated, counters.reopened, counters.dead_ends,
            self._algorithm.stored(), counters.peak_frontier, counters.expanded_before_last_f, self.seconds,
        )  # fmt: skip

    @property
    def lower_bound(self) -> float:
        """No solution costs less, given an admissible h; inf when it is proved that there is none."""
        bound = self._algorithm.lower_bound()
        path = self._algorithm.incumbent() if self._algorithm.counters.solutions > 0 else None
        return bound if path is None else min(bound, path.cost)

    @property
    def nearest(self) -> Path[S, A] | None:
        """The path to the stored state with the smallest h; None when the engine evaluates no h."""
        return self._algorithm.nearest()

    def states(self) -> Iterator[StoredState]:
        """All stored states, in the order in which they were first generated."""
        return self._algorithm.states()

    def frontier(self) -> Iterator[StoredState]:
        """The states in the frontier, in the order in which they would be expanded."""
        return self._algorithm.frontier()

    def path_to(self, state: S) -> Path[S, A]:
        """The cheapest known path to a stored state; KeyError when it is not stored."""
        return self._algorithm.path_to(state)

    def bytes_in_use(self) -> int | None:
        """The bytes that stored states, table and frontier take; None if the engine doesn't know."""
        return self._algorithm.bytes_in_use()

    def __repr__(self) -> str:
        counters = self._algorithm.counters
        status = "not finished" if self._final is None else self._final.status.name
        return (
            f"<Search of {self.engine!r} on {type(self.problem).__name__}: {status}, {counters.expanded} expanded, "
            f"{counters.generated} generated>"
        )

    # --- end ----------------------------------------------------------------------------------------------------------

    def close(self) -> None:
        """Release workers and files, if the engine has any."""
        self._algorithm.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- save and load ------------------------------------------------------------------------------------------------

    def save(self, path: str | os.PathLike[str], *, metadata: object = None) -> None:
        """Write a checkpoint, in one step: ``path`` holds the old file or the whole new one, never half of it.

        It takes half as much memory again as the search. ``metadata`` may say, as JSON can, how the problem is made
        again; ``astarlib.checkpoint.read_metadata`` reads it before there is a problem to load the search with.

        Raises
        ------
        CheckpointError
            When a state or an action cannot be pickled; nothing is written then.
        TypeError
            When JSON has no such metadata; nothing is written then.
        OSError
            When the file cannot be written; an old checkpoint stays.
        """
        from astarlib import checkpoint  # noqa: PLC0415  # json, pickle and hashlib are loaded where a file is

        self._refuse_other_threads()
        statistics = self.statistics
        header = {
            "engine": _engine_codec[0].to_json(self.engine),
            "problem": class_name(self.problem),
            "expanded": statistics.expanded,
            "stored": statistics.stored,
            "seconds": statistics.seconds,
            "metadata": metadata,
        }
        checkpoint.write(path, header, self._algorithm.dump(), as_arrays=self._algorithm.dumps_arrays)

    @staticmethod
    def load(
        path: str | os.PathLike[str],
        problem: Problem[S, A],
        *,
        engine: object | None = None,
        observer: Observer | None = None,
    ) -> Search[S, A]:
        """The search of a checkpoint, ready to run on, with the same result as if it had never stopped.

        A checkpoint of a pure engine is trusted input: loading it unpickles states, and unpickling can run code.

        Parameters
        ----------
        path:
            The file.
        problem:
            The problem that the search was started with, or an equal one.
        engine:
            The engine. It's needed only for one whose class this process hasn't imported, or whose parameters a file
            can't hold.
        observer:
            See ``Engine.start``.

        Raises
        ------
        CheckpointError
            When the file is damaged, of another format, or of another problem: class, initial state, and h,
            cost and goal on a sample of the stored states must agree.
        OSError
            When it cannot be read.
        """
        from astarlib import checkpoint  # noqa: PLC0415  # see ``save``

        saved = checkpoint.read(path, class_name(problem), engine, _engine_codec[0].from_json)
        search: Search[S, A] = saved.engine.start(problem, observer=observer)
        search._take_over(checkpoint.unpack(path, saved, as_arrays=search._algorithm.dumps_arrays))
        search._seconds = saved.seconds
        return search

    def _take_over(self, payload: Any) -> None:
        from astarlib.searching.same_problem import SAMPLE_SIZE, check_same_problem  # noqa: PLC0415  # see ``save``

        algorithm = self._algorithm
        try:
            algorithm.verify(payload)
            algorithm.load(payload)
        except (ArithmeticError, LookupError, TypeError, ValueError) as error:
            if isinstance(error, (CheckpointError, InvalidProblemError)):
                raise
            raise CheckpointError(f"the checkpoint is damaged, or of another problem: {error}") from error
        check_same_problem(self._resolved, algorithm.sample(SAMPLE_SIZE), uses_heuristic=algorithm.root_h is not None)
        self._reported = algorithm.counters.solutions

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how it is copied and pickled: in flat rows, as to disk, so that no copy shares what a run changes."""
        self._refuse_other_threads()
        return self.engine.start, (self.problem,), (self._algorithm.dump(), self.seconds, self._final)

    def __setstate__(self, state: tuple[Any, float, SearchResult[S, A] | None]) -> None:
        dumped, self._seconds, self._final = state
        self._algorithm.load(dumped)
        self._reported = self._algorithm.counters.solutions

    def _refuse_other_threads(self) -> None:
        if self._runner not in {None, get_ident()}:
            raise RuntimeError(_IN_USE)


def _solution(path: Path[S, A]) -> Solution[S, A]:
    return Solution(path.cost, path.actions, path.states, path.costs)
