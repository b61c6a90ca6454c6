"""Worker processes, each with its own pipe, so that a killed worker can't block the other workers or the parent.

The executor of `concurrent.futures` has one pipe for the results of all workers. If a worker is killed while it writes
to that pipe, the parent waits forever for the rest of the message, and the other workers for the lock of the pipe.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess
from multiprocessing.util import Finalize
from queue import Empty, SimpleQueue
from typing import Any, Final, TypeAlias

from astarlib._support.deferred_signals import without_signals
from astarlib.batch.worker import SharedFlag, serve

Item: TypeAlias = "tuple[Future[bytes], bytes] | None"
"""A problem and the future of its outcome, both pickled; None ends a thread."""

_JOIN_SECONDS: Final = 5.0
"""The time to wait until a worker that was asked to end is killed."""


class Workers:
    """Worker processes that solve pickled problems. When one of them dies, the others are killed.

    For each worker, this process has a thread that sends problems and waits for the outcomes. The start method ``fork``
    starts all ``count`` workers at once, before there are threads. Other methods start one when no other is idle.
    ``stop`` ends all searches, and ``begun`` is set when a worker starts to work.
    """

    def __init__(self, count: int, context: BaseContext, stop: SharedFlag, begun: SharedFlag) -> None:
        self._count, self._context = count, context
        self._flags = stop, begun
        self._items: SimpleQueue[Item] = SimpleQueue()
        self._idle = threading.Semaphore(0)
        self._lock = threading.Lock()
        self._broken = False
        self._processes: list[BaseProcess] = []
        self._connections: list[Connection[Any, Any]] = []
        self._threads: list[threading.Thread] = []
        # Without this, multiprocessing would wait at the interpreter's exit for the workers of an unfinished batch.
        # When the batch itself is removed, it's too late to join threads.
        self._finalize = Finalize(self, _finish, args=(self._processes, self._threads, self._items), exitpriority=10)

    def submit(self, packed: bytes) -> Future[bytes]:
        """Queue a problem and return its future. Raise BrokenProcessPool if a worker has died."""
        future: Future[bytes] = Future()
        with self._lock:
            if self._broken:
                raise BrokenProcessPool("a worker process died")
            if len(self._processes) < self._count and not self._idle.acquire(blocking=False):
                self._start()
            self._items.put((future, packed))
        return future

    def shutdown(self) -> None:
        """End all workers. Cancel the queued problems, and wait for the running ones."""
        if not self._finalize.still_active():  # It has run at the interpreter's exit.
            return
        for future, _ in self._queued():
            without_signals(future.cancel)  # It locks the future, for which a thread may wait.
        for _ in self._threads:
            self._items.put(None)
        _join(self._threads)
        for process in self._processes:
            process.join(_JOIN_SECONDS)
        self._finalize()

    def _start(self) -> None:
        """Start one worker. With the method ``fork``, start all, because forking a process with threads isn't safe."""
        count = self._count if self._context.get_start_method() == "fork" else 1
        fresh = []
        for _ in range(count):
            ours, its = self._context.Pipe()
            process = self._context.Process(target=serve, args=(its, *self._flags))  # type: ignore[attr-defined]
            process.start()
            its.close()  # Now only the worker has this end open, so its death causes EOFError here.
            self._processes.append(process)
            self._connections.append(ours)
            fresh.append(ours)
        for connection in fresh:
            thread = threading.Thread(target=self._use, args=(connection,), daemon=True)
            self._threads.append(thread)
            thread.start()
        for _ in range(count - 1):
            self._idle.release()

    def _use(self, connection: Connection[Any, Any]) -> None:
        """Send queued problems to one worker and set the results of their futures, until the queue yields None."""
        with connection:
            while (item := self._items.get()) is not None:
                future, packed = item
                if not future.set_running_or_notify_cancel():
                    self._idle.release()
                    continue
                try:
                    connection.send_bytes(packed)
                    outcome = connection.recv_bytes()
                except (EOFError, OSError):  # The worker died, perhaps while sending.
                    self._break(future)
                    return
                self._idle.release()
                future.set_result(outcome)
            if not self._broken:
                _end(connection)

    def _break(self, future: Future[bytes]) -> None:
        """Kill the other workers, and set an error on the futures of running and queued problems."""
        with self._lock:
            self._broken = True
        _kill(self._processes)  # The other threads then detect that their workers died.
        for each in [future, *(queued for queued, _ in self._queued())]:
            if each is future or each.set_running_or_notify_cancel():
                each.set_exception(BrokenProcessPool("a worker process died"))
        for _ in self._threads:
            self._items.put(None)

    def _queued(self) -> list[tuple[Future[bytes], bytes]]:
        """Remove all problems from the queue and return them."""
        queued = []
        with suppress(Empty):
            while True:
                item = self._items.get_nowait()
                if item is not None:
                    queued.append(item)
        return queued


def _end(connection: Connection[Any, Any]) -> None:
    """Ask a worker to end."""
    with suppress(OSError):  # The worker may have ended already.
        connection.send_bytes(b"")


def _finish(processes: list[BaseProcess], threads: list[threading.Thread], items: SimpleQueue[Item]) -> None:
    """Kill all workers, and end the threads that wait for them."""
    _kill(processes)
    for _ in threads:
        items.put(None)
    _join(threads)
    for process in processes:
        process.join()


def _join(threads: Iterable[threading.Thread]) -> None:
    """Wait for threads, except one that wasn't started because of an interrupt."""
    for thread in threads:
        if thread.is_alive():
            thread.join()


def _kill(processes: Iterable[BaseProcess]) -> None:
    """Kill those of these processes that are still alive."""
    for process in processes:
        if process.is_alive():
            process.kill()
