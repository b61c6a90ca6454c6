"""The pools that solve the problems of a batch: our own processes or threads, or an executor of the user."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import threading
from collections.abc import Collection
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any, Final, Protocol, TypeAlias

from astarlib.batch.flag import SharedFlag
from astarlib.batch.processes import Workers
from astarlib.batch.worker import Outcome, block_sigint, solve_here, solve_in_worker, solve_packed
from astarlib.engines import Engine
from astarlib.limits import Limits
from astarlib.problem import Problem

Task: TypeAlias = "tuple[Engine, Problem, Limits]"
Given: TypeAlias = "Future[Any]"  # Any: an outcome, in the form in which it has traveled


class Pool(Protocol):
    """Solves what is submitted.

    Attributes
    ----------
    ahead:
        How many problems to hand out before the first of them is done: enough that no worker waits for the next.
    """

    ahead: int

    def submit(self, task: Task) -> Given:
        """Hand out a problem; BrokenExecutor when the workers are gone."""
        ...

    def outcome(self, future: Given) -> Outcome:
        """Return the outcome of a future that is done and didn't fail."""
        ...

    def stop(self) -> None:
        """Ask the searches that run to end soon, as far as that can be."""
        ...

    def renew(self) -> bool:
        """After a worker died: whether there are new workers. RuntimeError when none could ever begin."""
        ...

    def close(self, in_flight: Collection[Given]) -> None:
        """Leave nothing running that can be stopped."""
        ...


def pool_for(engine: Engine, executor: Executor | None, workers: int | None) -> Pool:
    """Return the pool of an executor. Without one: processes, or threads if the engine releases the GIL."""
    known = workers or cores()
    match executor:
        case None:
            return _OwnThreads(known) if engine.releases_gil else _OwnProcesses(known)
        case ThreadPoolExecutor():
            return _GivenThreads(executor, known)
        case ProcessPoolExecutor():
            return _GivenProcesses(executor, known)
        case _:
            return _Given(executor, workers or _OF_A_CLUSTER)


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


_OF_A_CLUSTER: Final = 128
"""The assumed number of workers of an executor that doesn't report its size."""


class _Given:
    """An executor that the caller created and will shut down. Searches that run in it can't be stopped.

    It pickles in its own way. For example, Dask sends classes that are defined in a notebook, which pickle can't.
    """

    def __init__(self, executor: Executor, workers: int) -> None:
        self.executor = executor
        self.ahead = 2 * workers

    def submit(self, task: Task) -> Given:
        return self.executor.submit(solve_in_worker, *task)

    def outcome(self, future: Given) -> Outcome:
        outcome: Outcome = future.result()
        return outcome

    def stop(self) -> None:
        """Nothing to ask with: a flag would not reach the workers."""

    def renew(self) -> bool:
        return False

    def close(self, in_flight: Collection[Given]) -> None:
        for future in in_flight:
            future.cancel()


class _GivenThreads(_Given):
    """Threads of this process, which can be asked to end."""

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
    """Threads that end with the batch."""

    def __init__(self, workers: int) -> None:
        super().__init__(ThreadPoolExecutor(workers), workers)

    def close(self, in_flight: Collection[Given]) -> None:
        super().close(in_flight)
        self.executor.shutdown(cancel_futures=True)


class _GivenProcesses(_Given):
    """Processes; what cannot be pickled on the way there or back fails alone, where it would break their executor."""

    def submit(self, task: Task) -> Given:
        packed = _packed(task)
        return failed(packed) if isinstance(packed, Exception) else self.executor.submit(solve_packed, packed)

    def outcome(self, future: Given) -> Outcome:
        return _unpacked(future)


class _OwnProcesses:
    """Processes that end with the batch. When one dies, all are replaced by new ones.

    What can't be pickled on the way there or back fails alone.
    """

    def __init__(self, workers: int) -> None:
        # A worker that is still importing the main module: that module is without its guard, which its parent tells.
        # multiprocessing itself asks this attribute, and offers no other way to know.
        if getattr(multiprocessing.current_process(), "_inheriting", False):
            raise SystemExit(1)
        self._context = multiprocessing.get_context()
        self._stop, self._begun = SharedFlag(self._context), SharedFlag(self._context)
        self._count = workers
        self.ahead = 2 * workers
        self._workers = self._made()

    def _made(self) -> Workers:
        return Workers(self._count, self._context, self._stop, self._begun)

    def submit(self, task: Task) -> Given:
        packed = _packed(task)
        if isinstance(packed, Exception):
            return failed(packed)
        if self._context.get_start_method() == "forkserver":
            from multiprocessing.forkserver import ensure_running  # noqa: PLC0415  # not there on Windows

            ensure_running()  # it serves others, too, who are to hear Ctrl-C
        with block_sigint():  # this may begin a worker
            return self._workers.submit(packed)

    def outcome(self, future: Given) -> Outcome:
        return _unpacked(future)

    def stop(self) -> None:
        self._stop.set()

    def renew(self) -> bool:
        self._workers.shutdown()
        if not self._begun.is_set():
            raise RuntimeError(
                f"no worker process could begin. Each imports the main module first (start method "
                f"{self._context.get_start_method()!r}), so that must be a file, with what it runs under "
                f"if __name__ == '__main__':"
            )
        self._workers = self._made()
        return True

    def close(self, in_flight: Collection[Given]) -> None:  # noqa: ARG002  # the shutdown cancels them
        self._stop.set()
        self._workers.shutdown()


def _packed(task: Task) -> bytes | Exception:
    """Return the pickled task, or the error for which it can't be pickled."""
    try:
        return pickle.dumps(task)
    except Exception as error:  # noqa: BLE001  # whatever a user's object raises
        return error


def _unpacked(future: Given) -> Outcome:
    """Return the outcome that a worker has pickled."""
    outcome: Outcome = pickle.loads(future.result())  # noqa: S301  # what a worker of this very program has pickled
    return outcome
