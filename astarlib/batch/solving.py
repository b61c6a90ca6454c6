"""`solve_many`: problems are handed out a few ahead, results come as they are wanted."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Mapping, Sized
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, wait
from dataclasses import replace
from operator import attrgetter
from typing import Final

from astarlib._support.integers import check_int
from astarlib.batch.pools import Given, Pool, failed, pool_for
from astarlib.batch.result import BatchResult, batch_result
from astarlib.engines import Engine
from astarlib.errors import BatchItemError, short_repr
from astarlib.events import BatchProgress, Observer, handler_for
from astarlib.limits import Limits, refuse_no_limits
from astarlib.problem import A, Problem, S

_HELD: Final = 1000
"""How many results may wait for an earlier one, when they come in order."""
_POLL_SECONDS: Final = 0.1


def solve_many(
    problems: Iterable[Problem[S, A]],
    engine: Engine,
    *,
    executor: Executor | None = None,
    limits: Limits = Limits(),  # noqa: B008  # a frozen value
    observer: Observer | None = None,
    ordered: bool = True,
    workers: int | None = None,
) -> Generator[BatchResult[S, A], None, None]:
    """Solve many problems at once, on all cores or wherever an executor runs.

    Problems are taken from the iterable a few ahead of the results, so a million of them do not sit in memory, and
    an endless iterable is fine. A problem that raises, or kills its worker, does not lose the others: their results
    come first, and the errors, one for each, are raised together at the end. Where the results stop being wanted
    (Ctrl-C, ``break``) what runs is stopped within moments.

    Parameters
    ----------
    problems:
        Any number of them; picklable ones, where they go to other processes.
    engine:
        Solves each of them.
    executor:
        Any executor of ``concurrent.futures``, or of a library that has its own (Dask, mpi4py). None: processes on
        all cores, or threads for engines that release the GIL. One that is given is not shut down; what runs in
        processes of it cannot be stopped, and runs to its end.
    limits:
        Of each search. ``cancelled`` is polled here, about ten times a second while a result is waited for, and ends
        the batch: the searches that run stop, and no others begin. Memory is that of a worker.
    observer:
        Told of :class:`BatchProgress` alone.
    ordered:
        Whether results come in the order of the problems; otherwise as they are found.
    workers:
        How many processes or threads to begin; of an executor that is given: how many it has, so that none of them
        waits. None: one for each core of this machine; for executors of other libraries, 128.

    Returns
    -------
    Generator[BatchResult]
        Results that know their problem and its place. With ``ordered``, at most 1000 wait for an earlier one.

    Raises
    ------
    ExceptionGroup
        At the end, of :class:`BatchItemError`, one for each problem that failed.
    RuntimeError
        When no worker process can begin: the script is without ``if __name__ == "__main__":``.
    TypeError, ValueError
        An engine that is none, an executor without ``submit``, problems that are no iterable, and the like.

    Examples
    --------
    >>> from concurrent.futures import ThreadPoolExecutor
    >>> from astarlib import AStar
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> puzzles = [NPuzzle("1 2 3 / 4 5 6 / 0 7 8"), NPuzzle("1 2 3 / 0 4 6 / 7 5 8")]
    >>> with ThreadPoolExecutor() as threads:
    ...     [(result.index, result.cost) for result in solve_many(puzzles, AStar(), executor=threads)]
    [(0, 2), (1, 3)]
    """
    if not isinstance(problems, Iterable) or isinstance(problems, Mapping | str):
        raise TypeError(f"problems are given in an iterable such as a list, even a single one, not {problems!r}")
    if not isinstance(engine, Engine):
        raise TypeError(f"engine must be an engine such as AStar(), not {engine!r}")
    if executor is not None and (isinstance(executor, type) or not callable(getattr(executor, "submit", None))):
        raise TypeError(f"executor must be an executor of concurrent.futures or None, not {executor!r}")
    refuse_no_limits(limits)
    if not isinstance(ordered, bool):
        raise TypeError(f"ordered must be True or False, not {ordered!r}")
    if workers is not None:
        workers = check_int(workers, "workers", minimum=1)
    batch = _Batch(problems, engine, limits, handler_for(observer, BatchProgress))
    return batch.results(executor, workers, ordered=ordered)


class _Batch:
    """What has been handed out, and what has come of it."""

    def __init__(
        self,
        problems: Iterable[Problem],
        engine: Engine,
        limits: Limits,
        tell: Observer | None,
    ) -> None:
        self._problems = enumerate(problems)
        self._total = len(problems) if isinstance(problems, Sized) else None
        self._engine = engine
        self._limits = replace(limits, cancelled=None)
        self._cancelled, self._tell = limits.cancelled, tell
        self._in_flight: dict[Given, tuple[int, Problem]] = {}
        self._suspects: deque[tuple[int, Problem]] = deque()
        """Were in flight when a worker died: they are tried again, one alone at a time, so that the guilty is known."""
        self._alone = False
        self._over = False
        """Whether no more problems are taken."""
        self._held: dict[int, BatchResult | None] = {}
        """What has come and was not asked for yet, by place; None for a problem that failed."""
        self._failures: list[BatchItemError] = []
        self._source_errors: list[Exception] = []
        """What the iterable of problems raised: at most one."""
        self._finished = self._expanded = 0
        self._begin = self._told = 0.0

    def results(
        self, executor: Executor | None, workers: int | None, *, ordered: bool
    ) -> Generator[BatchResult, None, None]:
        """The results, then the errors."""
        self._begin, place = time.perf_counter(), 0
        pool = pool_for(self._engine, executor, workers)
        try:
            while self._feed(pool):
                self._wait(pool)
                while ordered and place in self._held:
                    yield from self._handed_over(place)
                    place += 1
                if not ordered:
                    yield from self._handed_over(*self._held)
            yield from self._handed_over(*sorted(self._held))  # behind one that was cancelled
        finally:
            pool.close(self._in_flight)
        self._report(is_last=True)
        errors = [*sorted(self._failures, key=attrgetter("index")), *self._source_errors]
        if len(errors) > 0:
            failed = len(self._failures)
            raise ExceptionGroup(f"{failed} of {self._finished + failed} problems failed", errors)

    def _handed_over(self, *places: int) -> Iterator[BatchResult]:
        for result in map(self._held.pop, places):
            if result is not None:
                yield result

    # --- out --------------------------------------------------------------------------------------------------------

    def _feed(self, pool: Pool) -> bool:
        """Hand out as many problems as are to be in flight; whether there are any."""
        if len(self._in_flight) == 0:
            self._alone = len(self._suspects) > 0
            if self._alone:
                self._submit(pool, *self._suspects.popleft())
        while not (self._over or self._alone) and len(self._in_flight) < pool.ahead and len(self._held) < _HELD:
            try:
                index, problem = next(self._problems)
            except StopIteration:
                self._over = True
            except Exception as error:  # noqa: BLE001  # of the user's iterable; what was begun comes first
                self._over = True
                self._source_errors.append(error)
            else:
                self._submit(pool, index, problem)
        return len(self._in_flight) > 0

    def _submit(self, pool: Pool, index: int, problem: Problem) -> None:
        try:
            future = pool.submit((self._engine, problem, self._limits))
        except BrokenExecutor as error:  # a worker died just now, of another problem
            future = failed(error)
        self._in_flight[future] = (index, problem)

    # --- back -------------------------------------------------------------------------------------------------------

    def _wait(self, pool: Pool) -> None:
        """Until something is done, or it is time to look around."""
        done, _ = wait(self._in_flight, _POLL_SECONDS, FIRST_COMPLETED)
        if any(isinstance(_exception_of(future), BrokenExecutor) for future in done):
            wait(self._in_flight)  # a pool breaks as a whole
            self._repair(pool)
        else:
            for future in done:
                self._take(pool, future)
        self._report(is_last=False)
        if self._cancelled is not None and self._cancelled():
            self._over = True
            self._suspects.clear()
            pool.stop()

    def _report(self, *, is_last: bool) -> None:
        seconds = time.perf_counter() - self._begin
        if self._tell is not None and (is_last or seconds >= self._told + _POLL_SECONDS):
            self._told = seconds
            counts = self._finished, len(self._failures), len(self._in_flight), self._total, self._expanded
            self._tell(BatchProgress(*counts, seconds, is_last))

    def _take(self, pool: Pool, future: Given) -> None:
        """What has become of a problem."""
        index, problem = self._in_flight.pop(future)
        result, error = None, _exception_of(future)
        if error is None:
            try:
                result, error = pool.outcome(future)
            except Exception as raised:  # noqa: BLE001  # whatever a user's state raises when it is made again
                error = raised
        if result is None:
            self._fail(index, problem, error, f"{type(error).__name__}: {error}")
            return
        self._finished += 1
        self._expanded += result.statistics.expanded
        self._held[index] = batch_result(result, index, problem)

    def _fail(self, index: int, problem: Problem, cause: BaseException | None, what: str) -> None:
        error = BatchItemError(f"problem {index}, {short_repr(problem)}: {what}", index=index, problem=problem)
        error.__cause__ = cause
        self._failures.append(error)
        self._held[index] = None

    def _repair(self, pool: Pool) -> None:
        """After a worker died: what is done is taken, the others are tried again where there are new workers."""
        for future in [future for future in self._in_flight if _exception_of(future) is None]:
            self._take(pool, future)
        lost = [(*item, _exception_of(future)) for future, item in self._in_flight.items()]
        self._in_flight.clear()
        if not pool.renew():
            self._over = True
            places = ", ".join(str(index) for index, *_ in lost)
            for index, problem, error in lost:
                self._fail(index, problem, error, f"one of the problems {places} killed its worker; no more were begun")
        elif self._alone:
            for index, problem, error in lost:
                self._fail(index, problem, error, "its worker died (no memory, or a crash in compiled code?)")
        else:
            self._suspects.extend((index, problem) for index, problem, _ in lost)


def _exception_of(future: Given) -> BaseException | None:
    """Why a future has no result; it may have been cancelled by whoever owns its executor."""
    return CancelledError("the executor was shut down") if future.cancelled() else future.exception()
