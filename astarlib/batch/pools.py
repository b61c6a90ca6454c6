"""The pools that solve the problems of a batch: processes or threads of the batch, or an executor of the user."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import threading
from collections.abc import Collection
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any, Final, TypeAlias

from astarlib._support.interrupts import is_from_handler, raise_if_from_handler
from astarlib.batch.processes import Workers
from astarlib.batch.worker import Answer, SharedFlag, block_sigint, solve_here, solve_in_worker, solve_packed
from astarlib.engines import Engine
from astarlib.limits import Limits
from astarlib.problem import Problem

Task: TypeAlias = "tuple[Engine, tuple[Problem, ...], Limits]"
Given: TypeAlias = "Future[Any]"  # Any: an answer, perhaps pickled


def pool_for(engine: Engine, executor: Executor | None, workers: int | None) -> Pool:
    """Return the pool of ``executor``.
    If it's None, return a pool of threads if the engine releases the GIL, and otherwise a pool of processes.
    """
    known = workers or cores()
    match executor:
        case None:
            return _OwnThreads(known) if engine.releases_gil else _OwnProcesses(known)
        case ThreadPoolExecutor():
            return _GivenThreads(executor, known)
        case ProcessPoolExecutor():
            return _GivenProcesses(executor, known)
        case _:
            return Pool(executor, workers or _OF_A_CLUSTER)


def cores() -> int:
    """Return the number of cores that this process may use, at most 61 on Windows."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    known = os.cpu_count() or 1
    return min(known, 61) if os.name == "nt" else known


def failed(error: Exception) -> Given:
    """Return a future with an error, for a problem that couldn't be sent to a worker."""
    future: Given = Future()
    future.set_exception(error)
    return future


def solved_here(task: Task) -> Given:
    """Return a future that is done, with the answer that this thread has computed."""
    future: Given = Future()
    try:
        future.set_result(solve_here(*task, None))
    except BaseException as error:  # As a worker does, for example with SystemExit.
        if isinstance(error, KeyboardInterrupt) or is_from_handler(error):
            raise
        future.set_exception(error)
    return future


_OF_A_CLUSTER: Final = 128
"""The assumed number of workers of an executor that doesn't report its size."""

_MOST_TOGETHER: Final = 100
_WORTH_A_THREAD: Final = 0.001
"""Smaller compiled searches spend most of their time in Python, where threads only wait for each other."""


class Pool:
    """An executor of the caller, who shuts it down. Searches that run in it can't be stopped.
    It pickles problems itself: Dask, for example, can send classes of a notebook, which pickle can't.

    ``ahead`` is the number of tasks to submit before the first one is done, so that no worker has to wait for the next,
    and ``most_together`` the largest number of problems in one task. ``worth_sharing`` is the smallest time in seconds
    that a problem has to take to be solved at the same time as others. If ``may_solve_here``, the calling thread may
    solve smaller ones itself.
    """

    most_together: int = 1
    worth_sharing: float = 0.0
    may_solve_here: bool = False

    def __init__(self, executor: Executor, workers: int) -> None:
        self.executor: Executor = executor
        self.ahead: int = 2 * workers

    def submit(self, task: Task) -> Given:
        """Submit problems and return their future. Raise BrokenExecutor if the workers have died."""
        return self.executor.submit(solve_in_worker, *task)

    def answer(self, future: Given) -> Answer:
        """Return the answer of a future that is done and didn't fail."""
        answer: Answer = future.result()
        return answer

    def stop(self) -> None:
        """Ask the running searches to stop. The workers of an unknown executor can't share a flag for it."""

    def renew(self) -> bool:
        """Replace the workers after one died, and return True if there are new ones.
        RuntimeError if none ever worked.
        """
        return False

    def close(self, in_flight: Collection[Given]) -> None:
        """Stop all running searches that can be stopped, and cancel the futures that haven't started."""
        for future in in_flight:
            future.cancel()


class _GivenThreads(Pool):
    """A thread pool of the caller. Its searches can be stopped."""

    most_together = _MOST_TOGETHER
    worth_sharing = _WORTH_A_THREAD

    def __init__(self, executor: Executor, workers: int) -> None:
        super().__init__(executor, workers)
        self._stop = threading.Event()

    def submit(self, task: Task) -> Given:
        return self.executor.submit(solve_here, *task, self._stop)

    def stop(self) -> None:
        self._stop.set()

    def close(self, in_flight: Collection[Given]) -> None:
        self._stop.set()
        super().close(in_flight)


class _OwnThreads(_GivenThreads):
    """A thread pool that is shut down at the end of the batch."""

    may_solve_here = True

    def __init__(self, workers: int) -> None:
        super().__init__(ThreadPoolExecutor(workers), workers)

    def close(self, in_flight: Collection[Given]) -> None:
        super().close(in_flight)
        self.executor.shutdown(cancel_futures=True)


class _GivenProcesses(Pool):
    """A process pool of the caller. Tasks and answers are pickled here, so that an error of pickling is caught."""

    most_together = _MOST_TOGETHER

    def submit(self, task: Task) -> Given:
        try:
            packed = pickle.dumps(task)
        except Exception as error:  # noqa: BLE001  # A user's object can raise anything.
            raise_if_from_handler(error)
            return failed(error)
        return self._submit(packed)

    def _submit(self, packed: bytes) -> Given:
        return self.executor.submit(solve_packed, packed)

    def answer(self, future: Given) -> Answer:
        answer: Answer = pickle.loads(future.result())  # noqa: S301  # what a worker of this very program has pickled
        return answer


class _OwnProcesses(_GivenProcesses):
    """Worker processes that end with the batch, and are all replaced when one dies.
    Only what can't be pickled fails.
    """

    def __init__(self, workers: int) -> None:
        # In a worker that is still importing the main module, the code of that module isn't guarded. The parent process
        # reports the error. multiprocessing has no public way to detect this and uses the same attribute itself.
        if getattr(multiprocessing.current_process(), "_inheriting", False):
            raise SystemExit(1)
        self._context = multiprocessing.get_context()
        self._stop, self._begun = SharedFlag(self._context), SharedFlag(self._context)
        self._count = workers
        self.ahead = 2 * workers
        self._workers = self._made()

    def _made(self) -> Workers:
        return Workers(self._count, self._context, self._stop, self._begun)

    def _submit(self, packed: bytes) -> Given:
        if self._context.get_start_method() == "forkserver":
            from multiprocessing.forkserver import ensure_running  # Windows doesn't have it.

            ensure_running()  # Before SIGINT is blocked, because other code uses this server, too.
        with block_sigint():  # The call may start a worker.
            return self._workers.submit(packed)

    def stop(self) -> None:
        self._stop.set()

    def renew(self) -> bool:
        self._workers.shutdown()
        if not self._begun.is_set():
            raise RuntimeError(
                f"no worker process could start. Each imports the main module first (start method "
                f"{self._context.get_start_method()!r}). The main module must be a file, and its code must be under "
                f"if __name__ == '__main__':"
            )
        self._workers = self._made()
        return True

    def close(self, in_flight: Collection[Given]) -> None:  # The shutdown cancels them.
        self._stop.set()
        self._workers.shutdown()
