"""The search as a value: it is started, run for a while, looked at, saved, resumed."""

from __future__ import annotations

import gc
import math
import os
import time
from _thread import get_ident  # threading takes longer to load
from abc import ABC, abstractmethod
from collections.abc import Iterator
from enum import Enum, auto
from typing import Any, Generic

from astarlib._support.gc_pause import GCPause
from astarlib._support.memory import reserve_memory
from astarlib.capabilities import resolve
from astarlib.events import Finished, Observer, Progress, SolutionFound, Started, teller
from astarlib.limits import LimitKind, Limits, limit_reached, refuse_no_limits
from astarlib.problem import A, Problem, S, class_name
from astarlib.result import Path, SearchResult, Solution, Statistics, Status, StoredState

_POLL_SECONDS, _PROGRESS_SECONDS = 0.01, 0.1
_RESERVED = 64 * 2**20  # bytes: to look at a search that has taken all memory, and to mend its frontier
_IN_USE = "the search is running already, in another thread or for an observer that called it; let it end first"
_EDGES_PER_EXPANSION = 64  # near a limit chunks shrink, so that this many, or twice the average so far, fit in


class Pause(Enum):
    """Why an engine's loop came back."""

    REACHED = auto()
    """The number of expansions that it was allowed."""
    COST = auto()
    """Only states above the cost limit are left."""
    SOLVED = auto()
    EXHAUSTED = auto()


class Search(ABC, Generic[S, A]):
    """One run of an engine on a problem, with all its state. Made by ``engine.start(problem)``.

    ``run`` goes on until solved, exhausted or a limit is reached; calling it again goes on from there, with the same
    path and counters as one uninterrupted run. An interrupt (Ctrl-C, an error in the problem's own code, no memory)
    loses nothing either: mend what is to be mended and run again. A search belongs to one thread at a time; a copy
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

    def __init__(self, engine: object, problem: Problem[S, A], observer: Observer | None) -> None:
        self.engine: Any = engine  # Any: an Engine; subclasses say of which class
        self.problem: Problem[S, A] = problem
        self._powers, self._observer = resolve(problem), observer
        self._seconds, self._reserve = 0.0, b""
        self._runner: int | None = None  # the thread that is in ``run``
        self._clean = True  # False while the loop runs, so an interrupt needs no exception handler to be known
        self._final: SearchResult[S, A] | None = None
        self._tell_progress = teller(observer, Progress)

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
            result = self._go_on(limits)
        finally:
            if entered:  # pragma: no branch  # whoever has not entered does not come to the return
                self._runner = None
        return result

    def _go_on(self, limits: Limits) -> SearchResult[S, A]:
        self._settle()
        done = self._counts()[0]
        self._tell(Started(self.problem, repr(self.engine), self._root_h(), done > 0, self.engine, done))
        rest = GCPause()
        self._reserve = reserve_memory(_RESERVED) if done > 0 else b""  # a new one gets it at a poll, if at all
        self._clean = False
        try:
            rest.begin()
            pause, limit = self._run(limits, rest)
            self._clean = True
        finally:  # by no method of the rest's: an interrupt could come before its first line
            self._reserve = b""
            try:
                if rest.is_on:
                    gc.enable()
            finally:
                if rest.is_sampling:
                    gc.unfreeze()
        result = self._result(pause, limit)
        if result.status is not Status.LIMIT:
            self._final = result
        if result.solution is not None:
            self._tell(SolutionFound(result.solution))
        self._tell(Finished(result))
        return result

    def _run(self, limits: Limits, rest: GCPause) -> tuple[Pause, LimitKind | None]:
        """Chunks of expansions of about 10 ms, and between them the polls that cost too much for every expansion."""
        first, first_generated = self._counts()
        begin, before = time.perf_counter(), self._seconds
        last = first + int(limits.expanded) if limits.expanded < math.inf else math.inf
        chunk, told = 0, begin  # the first chunk only tests the front for a goal: that comes before any limit
        while True:
            expanded, generated = self._counts()
            stored = self._stored_count() if limits.stored < math.inf else 0
            started = time.perf_counter()
            room = min(limits.generated - (generated - first_generated), limits.stored - stored)
            if room < math.inf:
                edges = max(_EDGES_PER_EXPANSION, 2 * generated // max(1, expanded))
                chunk = min(chunk, max(1, int(room) // edges))
            stop_at = int(min(expanded + chunk, last))
            pause = self._advance(stop_at, limits.cost)
            rest.look()
            now = time.perf_counter()
            self._seconds = before + now - begin
            if len(self._reserve) == 0 and now - begin >= _POLL_SECONDS:
                self._reserve = reserve_memory(_RESERVED)
            if pause is not Pause.REACHED:
                return pause, LimitKind.COST if pause is Pause.COST else None
            expanded, generated = self._counts()
            stored = self._stored_count() if limits.stored < math.inf else 0
            limit = limit_reached(
                limits, last <= expanded, generated - first_generated, stored, now - begin, self._growth
            )
            if limit is not None:
                return pause, limit
            if self._tell_progress is not None and now - told >= _PROGRESS_SECONDS:
                told = now
                self._tell_progress(self._progress())
            if now - started >= _POLL_SECONDS:
                chunk //= 2
            elif expanded >= stop_at:  # the engine may have had something else to do
                chunk *= 2
            chunk = max(1, chunk)

    def _result(self, pause: Pause, limit: LimitKind | None) -> SearchResult[S, A]:
        status = {Pause.SOLVED: Status.SOLVED, Pause.EXHAUSTED: Status.UNSOLVABLE}.get(pause, Status.LIMIT)
        return SearchResult(
            status=status, limit=limit, solution=self._solution(), lower_bound=self.lower_bound, nearest=self.nearest,
            statistics=self.statistics, engine=repr(self.engine),
        )  # fmt: skip

    def _tell(self, event: Started | SolutionFound | Finished) -> None:
        tell = teller(self._observer, type(event))
        if tell is not None:
            tell(event)

    # --- look inside --------------------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def statistics(self) -> Statistics:
        """The counters so far."""

    @property
    @abstractmethod
    def lower_bound(self) -> float:
        """No solution costs less, given an admissible h; inf when it is proved that there is none."""

    @property
    @abstractmethod
    def nearest(self) -> Path[S, A] | None:
        """The path to the stored state with the smallest h; None when the engine evaluates no h."""

    @abstractmethod
    def states(self) -> Iterator[StoredState]:
        """All stored states, in the order in which they were first generated."""

    @abstractmethod
    def frontier(self) -> Iterator[StoredState]:
        """The states in the frontier, in the order in which they would be expanded."""

    @abstractmethod
    def path_to(self, state: S) -> Path[S, A]:
        """The cheapest known path to a stored state; KeyError when it is not stored."""

    # --- save and load ------------------------------------------------------------------------------------------------

    def save(self, path: str | os.PathLike[str], *, arguments: object = None) -> None:
        """Write a checkpoint, in one step: ``path`` holds the old file or the whole new one, never half of it.

        It takes half as much memory again as the search. ``arguments`` may say, as JSON can, how the problem is made
        again; ``astarlib.checkpoint.read_arguments`` reads them before there is a problem to load the search with.

        Raises
        ------
        CheckpointError
            When a state or an action cannot be pickled; nothing is written then.
        TypeError
            When JSON has no such arguments; likewise.
        OSError
            When the file cannot be written; an old checkpoint stays.
        """
        from astarlib.checkpoint import CHECKPOINT  # noqa: PLC0415  # json, pickle and hashlib are loaded where a file is

        self._refuse_other_threads()
        header = {
            "engine": repr(self.engine), "problem": class_name(self.problem), "expanded": self.statistics.expanded,
            "stored": self.statistics.stored, "arguments": arguments,
        }  # fmt: skip
        CHECKPOINT.write(path, header, {"engine": self.engine, "seconds": self._seconds, "search": self._dump()})

    @staticmethod
    def load(path: str | os.PathLike[str], problem: Problem[S, A], *, observer: Observer | None = None) -> Search[S, A]:
        """The search of a checkpoint, ready to run on, with the same result as if it had never stopped.

        A checkpoint is trusted input: loading it unpickles states, and unpickling can run code.

        Raises
        ------
        CheckpointError
            When the file is damaged, of another format, or of another problem: class, initial state, and h,
            cost and goal on a sample of the stored states must agree.
        OSError
            When it cannot be read.
        """
        from astarlib.checkpoint import payload_of  # noqa: PLC0415  # likewise

        payload = payload_of(path, problem)
        search: Search[S, A] = payload["engine"].start(problem, observer=observer)
        search._restore(payload["search"])
        search._seconds = payload["seconds"]
        return search

    # --- what an engine's search supplies ---------------------------------------------------------------------------

    @abstractmethod
    def _advance(self, stop_at: int, max_cost: float) -> Pause:
        """Go on until ``stop_at`` expansions are done in all; goal test before limit test."""

    @abstractmethod
    def _settle(self) -> None:
        """Make the state whole after an interrupt (when ``_clean`` is False), or in the middle of a run.

        It leaves ``_clean`` as it is: an observer may save the search, and an interrupt come after that.
        """

    def _refuse_other_threads(self) -> None:
        if self._runner not in {None, get_ident()}:
            raise RuntimeError(_IN_USE)

    @abstractmethod
    def _counts(self) -> tuple[int, int]:
        """Expanded and generated."""

    @abstractmethod
    def _stored_count(self) -> int:
        """Distinct states held; asked for only where they are limited, for it may take a look at each."""

    def _growth(self) -> int:
        """Bytes that a container will take at once before long, above those of each state; 0 when that is far."""
        return 0

    @abstractmethod
    def _root_h(self) -> float | None: ...

    @abstractmethod
    def _solution(self) -> Solution[S, A] | None: ...

    @abstractmethod
    def _progress(self) -> Progress: ...

    @abstractmethod
    def _dump(self) -> dict[str, Any]:
        """Return what ``_restore`` needs, in flat rows: chains of 100,000 parents must not recurse when pickled.

        It must only read, and be right at any instant: a signal handler may copy or save a search that is running.
        """

    @abstractmethod
    def _restore(self, rows: dict[str, Any]) -> None:
        """Take over a dump; CheckpointError when it does not fit the problem."""
