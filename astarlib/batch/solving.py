"""`solve_many`: solve many problems in parallel and yield their results."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Mapping, Sized
from concurrent.futures import BrokenExecutor, CancelledError, Executor
from contextlib import suppress
from dataclasses import replace
from operator import attrgetter
from queue import Empty, SimpleQueue
from typing import Final, TypeAlias

from astarlib._support.deferred_signals import without_signals
from astarlib._support.integers import check_int
from astarlib._support.interrupts import raise_if_from_handler
from astarlib._support.owner import Owner
from astarlib.batch.pools import Given, Pool, failed, pool_for, solved_here
from astarlib.batch.result import BatchResult, batch_result
from astarlib.engines import Engine
from astarlib.errors import BatchItemError, short_repr
from astarlib.events import BatchProgress, Observer, handler_for
from astarlib.limits import Limits, refuse_no_limits
from astarlib.problem import A, Problem, S
from astarlib.result import SearchResult, expanded_in

_HELD: Final = 1000
"""The largest number of results that wait for an earlier one if they are ordered."""
_POLL_SECONDS: Final = 0.1
_TOGETHER_SECONDS: Final = 0.02
"""The estimated time of the problems that are sent together. Sending them takes much less."""


def solve_many(
    problems: Iterable[Problem[S, A]],
    engine: Engine,
    *,
    executor: Executor | None = None,
    limits: Limits = Limits(),  # noqa: B008  # The default is immutable.
    observer: Observer | None = None,
    ordered: bool = True,
    workers: int | None = None,
) -> Generator[BatchResult[S, A], None, None]:
    """Solve many problems in parallel, on all cores or with an executor of your own.

    The function takes only a few problems from the iterable ahead of the results, so the iterable can be very long or
    endless. If a problem raises an error or kills its worker, the other problems are still solved. Their results come
    first, and the errors are raised together at the end. Problems that take less than about 20 ms are sent to a process
    or thread together, up to 100 at a time. Compiled searches of less than 1 ms are solved one after the other, by the
    calling thread if you pass no ``executor``, ``observer`` or ``cancelled``. If you stop iterating (Ctrl-C,
    ``break``), the running searches are stopped within moments.

    Parameters
    ----------
    problems:
        An iterable of problems. They must be picklable if they are sent to other processes.
    engine:
        The engine that solves each problem.
    executor:
        An executor of ``concurrent.futures``, or of another library with the same interface (Dask, mpi4py). None (the
        default) starts processes, or threads for engines that release the GIL. Your own executor isn't shut down, and
        searches that run in its processes can't be stopped.
    limits:
        Limits on each search. By default there are none. ``memory`` limits the process of each worker separately.
        ``cancelled`` ends the whole batch: running searches stop, and no others start. ``cancelled`` is called about
        ten times a second, in this process, while the function waits for a result.
    observer:
        A callable that receives only :class:`BatchProgress` events, or None (the default).
    ordered:
        If True (the default), results come in the order of the problems; otherwise as soon as they are found.
    workers:
        The number of processes or threads to start, or the number of workers of ``executor``, at least 1. None (the
        default) means one for each core of this machine, or 128 for executors of other libraries.

    Returns
    -------
    Generator[BatchResult]
        The results, each with its problem and index. With ``ordered``, at most 1000 results wait for an earlier one.

    Raises
    ------
    ExceptionGroup
        At the end, if problems failed. The group has one :class:`BatchItemError` for each of them.
    RuntimeError
        If no worker process can start because the script has no ``if __name__ == "__main__":``.
    TypeError, ValueError
        If an argument is wrong, for example if ``problems`` isn't iterable or ``executor`` has no ``submit``.

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
        raise TypeError(f"problems must be an iterable such as a list, even for a single problem, not {problems!r}")
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


_Item: TypeAlias = "tuple[int, Problem]"
"""A problem with its index."""


class _Batch:
    """The state of a batch: the submitted problems, the results and the errors."""

    def __init__(self, problems: Iterable[Problem], engine: Engine, limits: Limits, send: Observer | None) -> None:
        self._problems = enumerate(problems)
        self._total = len(problems) if isinstance(problems, Sized) else None
        self._engine = engine
        self._limits = replace(limits, cancelled=None)
        self._cancelled, self._send = limits.cancelled, send
        self._in_flight: dict[Given, list[_Item]] = {}
        self._done: SimpleQueue[Given] = SimpleQueue()
        """The futures in flight that are done. A Ctrl-C during `concurrent.futures.wait` may leave futures locked."""
        self._again: deque[_Item] = deque()
        """Problems that were sent together with others and have no outcome. They are sent again, one by one."""
        self._item_seconds = float("inf")
        """An estimate of the time that a problem takes, to send small problems together."""
        self._suspects: deque[_Item] = deque()
        """Problems in flight when a worker died. They are repeated one at a time, to find the one that killed it."""
        self._alone = False
        self._over = False
        """True if no more problems are taken from the iterable."""
        self._is_cancelled = False
        self._held: dict[int, BatchResult | None] = {}
        """Results that weren't yielded yet, by index; None for a problem that failed."""
        self._failures: list[BatchItemError] = []
        self._source_errors: list[Exception] = []
        """The error that the iterable of problems raised, at most one."""
        self._finished = self._expanded = 0
        self._begin = self._last_sent = 0.0

    def results(
        self, executor: Executor | None, workers: int | None, *, ordered: bool
    ) -> Generator[BatchResult, None, None]:
        """Yield the results, then raise the errors."""
        self._begin, place, owner = time.perf_counter(), 0, Owner("the batch")
        pool = pool_for(self._engine, executor, workers)
        try:
            while self._feed(pool):
                self._wait(pool)
                while ordered and place in self._held:
                    yield from self._handed_over(place)
                    place += 1
                if not ordered:
                    yield from self._handed_over(*self._held)
                owner.require()  # Between two results, the caller may have forked.
            yield from self._handed_over(*sorted(self._held))  # These results come after a cancelled problem.
        finally:
            if owner.is_here:  # A forked process would stop the workers of this one.
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
        """Submit problems until enough are in flight; return True if any are."""
        if len(self._in_flight) == 0:
            self._alone = len(self._suspects) > 0
            if self._alone:
                self._submit(pool, [self._suspects.popleft()])
        ahead = pool.ahead if self._item_seconds >= pool.worth_sharing else 1
        while not self._alone and len(self._in_flight) < ahead:
            waiting = len(self._again) > 0
            items = [self._again.popleft()] if waiting else self._next_items(self._count_together(pool))
            if len(items) == 0:
                break
            self._submit(pool, items)
        return len(self._in_flight) > 0

    def _count_together(self, pool: Pool) -> int:
        """Return the number of problems to send together: 1 if they are large, at most half as many as are finished."""
        together = min(pool.most_together, self._finished // (2 * pool.ahead))
        if self._total is not None:  # All workers should be done at about the same time.
            started = self._finished + len(self._failures) + self._count_in_flight()
            together = min(together, (self._total - started) // pool.ahead)
        return max(1, min(together, int(_TOGETHER_SECONDS / self._item_seconds)))

    def _count_in_flight(self) -> int:
        return sum(map(len, self._in_flight.values()))

    def _next_items(self, count: int) -> list[_Item]:
        """Take at most ``count`` problems from the iterable; fewer if it's slow."""
        items: list[_Item] = []
        end = time.perf_counter() + _TOGETHER_SECONDS
        while len(items) < count and not self._over and len(self._held) < _HELD:
            try:
                items.append(next(self._problems))
            except StopIteration:
                self._over = True
            except Exception as error:  # noqa: BLE001  # The user's iterable raised it. Pending results come first.
                raise_if_from_handler(error)
                self._over = True
                self._source_errors.append(error)
            if time.perf_counter() >= end:
                break
        return items

    def _submit(self, pool: Pool, items: list[_Item]) -> None:
        task = self._engine, tuple([problem for _, problem in items]), self._limits
        # While this thread solves problems, it can neither call `cancelled` nor send progress.
        is_watched = self._cancelled is not None or self._send is not None
        is_here = pool.may_solve_here and not is_watched and self._item_seconds < pool.worth_sharing
        try:
            future = solved_here(task) if is_here else pool.submit(task)
        except BrokenExecutor as error:  # A worker died just now while solving another problem.
            future = failed(error)
        self._in_flight[future] = items
        without_signals(future.add_done_callback, self._done.put)  # It locks the future.

    # --- back -------------------------------------------------------------------------------------------------------

    def _wait(self, pool: Pool) -> None:
        """Wait until a problem is done or the poll interval is over, and process the finished problems."""
        done = self._wait_until_done(1, _POLL_SECONDS)
        if any(isinstance(_exception_of(future), BrokenExecutor) for future in done):
            self._wait_until_done(len(self._in_flight) - len(done))  # If one worker dies, all futures of the pool fail.
            self._repair(pool)
        else:
            for future in done:
                self._take(pool, future)
        self._report(is_last=False)
        if self._cancelled is not None and self._cancelled():
            self._over = self._is_cancelled = True
            self._suspects.clear()
            self._again.clear()
            pool.stop()

    def _wait_until_done(self, count: int, seconds: float | None = None) -> list[Given]:
        """Return the futures that are done, at least ``count`` of them, or none if the time is over."""
        done: list[Given] = []
        with suppress(Empty):
            while len(done) < count or not self._done.empty():
                done.append(self._done.get(timeout=seconds))
        return done

    def _report(self, *, is_last: bool) -> None:
        seconds = time.perf_counter() - self._begin
        if self._send is not None and (is_last or seconds >= self._last_sent + _POLL_SECONDS):
            self._last_sent = seconds
            counts = self._finished, len(self._failures), self._count_in_flight(), self._total, self._expanded
            self._send(BatchProgress(*counts, seconds, is_last))

    def _take(self, pool: Pool, future: Given) -> None:
        """Store the results or the errors of a finished future."""
        items = self._in_flight.pop(future)
        error, answer = _exception_of(future), None
        if error is None:
            try:
                answer = pool.answer(future)
            except Exception as raised:  # noqa: BLE001  # A user's state can raise anything when it's unpickled.
                raise_if_from_handler(raised)
                error = raised
        is_complete = answer is not None and answer.is_complete
        if len(items) > 1 and not isinstance(error, CancelledError) and not is_complete:
            self._again.extend(items)
        elif answer is None:
            for item in items:
                self._store(item, None, error)
        else:
            mean = answer.seconds / len(answer.outcomes)
            before = mean if self._item_seconds == float("inf") else self._item_seconds
            self._item_seconds = max(mean, 0.75 * before + 0.25 * mean, 1e-9)
            for item, outcome in zip(items, answer.outcomes, strict=False):
                self._store(item, *outcome)
            if not self._is_cancelled:
                self._again.extend(items[len(answer.outcomes) :])

    def _store(self, item: _Item, result: SearchResult | None, error: BaseException | None) -> None:
        index, problem = item
        if result is None:
            self._fail(index, problem, error, f"{type(error).__name__}: {error}")
            return
        self._finished += 1
        self._expanded += expanded_in(result)
        self._held[index] = batch_result(result, index, problem)

    def _fail(self, index: int, problem: Problem, cause: BaseException | None, what: str) -> None:
        error = BatchItemError(f"problem {index}, {short_repr(problem)}: {what}", index=index, problem=problem)
        error.__cause__ = cause
        self._failures.append(error)
        self._held[index] = None

    def _repair(self, pool: Pool) -> None:
        """Recover after a worker died: store the finished results, and repeat the lost problems on new workers.
        The lost problems fail if no new workers can start. A problem that was solved alone fails, too.
        """
        for future in [future for future in self._in_flight if _exception_of(future) is None]:
            self._take(pool, future)
        lost = [(*item, _exception_of(future)) for future, items in self._in_flight.items() for item in items]
        self._in_flight.clear()
        if not pool.renew():
            self._over = True
            lost.extend((*item, lost[0][-1]) for item in self._again)
            self._again.clear()
            places = ", ".join(str(index) for index, *_ in lost)
            for index, problem, error in lost:
                reason = f"one of the problems {places} killed its worker process; no more problems were started"
                self._fail(index, problem, error, reason)
        elif self._alone:
            for index, problem, error in lost:
                self._fail(
                    index, problem, error, "its worker process died (out of memory, or a crash in compiled code?)"
                )
        else:
            self._suspects.extend((index, problem) for index, problem, _ in lost)


def _exception_of(future: Given) -> BaseException | None:
    """Return the error of a future. Its executor's owner may have cancelled it."""
    return CancelledError("the executor was shut down") if future.cancelled() else future.exception()
