"""Where the problems of a batch are solved: in processes or threads of our own, or in an executor that was given."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Collection
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from typing import Protocol, TypeAlias

from astarlib.batch.worker import Outcome, Stop, begin_worker, solve_here, solve_in_worker
from astarlib.engines import Engine
from astarlib.limits import Limits
from astarlib.problem import Problem

Task: TypeAlias = "tuple[Engine, Problem, Limits]"


class Pool(Protocol):
    """Solves what is submitted.

    Attributes
    ----------
    ahead:
        How many problems to hand out before the first of them is done: enough that no worker waits for the next.
    """

    ahead: int

    def submit(self, task: Task) -> Future[Outcome]:
        """Hand out a problem; BrokenExecutor when the workers are gone."""
        ...

    def stop(self) -> None:
        """Ask the searches that run to end soon, as far as that can be."""
        ...

    def renew(self) -> bool:
        """After a worker died: whether there are new workers."""
        ...

    def close(self, in_flight: Collection[Future[Outcome]]) -> None:
        """Leave nothing running that can be stopped."""
        ...


def pool_for(engine: Engine, executor: Executor | None) -> Pool:
    """The pool of an executor; None: processes on all cores, or threads where the engine releases the GIL."""
    if executor is None:
        return _OwnThreads(cores()) if engine.releases_gil else _OwnProcesses(cores())
    return _GivenThreads(executor) if isinstance(executor, ThreadPoolExecutor) else _Given(executor)


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class _Given:
    """An executor that somebody else has made and will shut down; what runs in it cannot be stopped."""

    def __init__(self, executor: Executor) -> None:
        self.executor = executor
        self.ahead = 4 * cores()  # of another machine's cores nothing is known, and Dask's executor tells nothing

    def submit(self, task: Task) -> Future[Outcome]:
        return self.executor.submit(solve_in_worker, *task)

    def stop(self) -> None:
        """Nothing to ask with: an event would not reach the workers."""

    def renew(self) -> bool:
        return False

    def close(self, in_flight: Collection[Future[Outcome]]) -> None:
        for future in in_flight:
            future.cancel()


class _GivenThreads(_Given):
    """Threads of this process, which can be asked to end."""

    def __init__(self, executor: Executor) -> None:
        super().__init__(executor)
        self._stop: Stop = threading.Event()

    def submit(self, task: Task) -> Future[Outcome]:
        return self.executor.submit(solve_here, *task, self._stop)

    def stop(self) -> None:
        self._stop.set()

    def close(self, in_flight: Collection[Future[Outcome]]) -> None:
        self._stop.set()
        super().close(in_flight)


class _OwnThreads(_GivenThreads):
    """Threads that end with the batch."""

    def __init__(self, workers: int) -> None:
        super().__init__(ThreadPoolExecutor(workers))
        self.ahead = 2 * workers

    def close(self, in_flight: Collection[Future[Outcome]]) -> None:
        super().close(in_flight)
        self.executor.shutdown(cancel_futures=True)


class _OwnProcesses:
    """Processes that end with the batch; when one dies, all are made anew."""

    def __init__(self, workers: int) -> None:
        self._context = multiprocessing.get_context()
        self._stop: Stop = self._context.Event()
        self._workers = workers
        self._executor = self._made()
        self.ahead = 2 * workers

    def _made(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            self._workers, mp_context=self._context, initializer=begin_worker, initargs=(self._stop,)
        )

    def submit(self, task: Task) -> Future[Outcome]:
        return self._executor.submit(solve_in_worker, *task)

    def stop(self) -> None:
        self._stop.set()

    def renew(self) -> bool:
        self._executor.shutdown(wait=False)
        self._executor = self._made()
        return True

    def close(self, in_flight: Collection[Future[Outcome]]) -> None:  # noqa: ARG002  # the shutdown cancels them
        self._stop.set()
        self._executor.shutdown(cancel_futures=True)
