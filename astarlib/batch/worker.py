"""What runs where a problem is solved: in a thread, in a process, on another machine."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import threading
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from astarlib.engines import Engine
from astarlib.errors import InvalidProblemError
from astarlib.limits import Limits
from astarlib.problem import Problem
from astarlib.result import SearchResult

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from astarlib.batch.flag import SharedFlag


class Outcome(NamedTuple):
    """A result, or why there is none."""

    result: SearchResult | None
    error: Exception | None


class Stop(Protocol):
    """Asks all searches of a batch to end: an event of `threading`, or a flag that processes share."""

    def is_set(self) -> bool:
        """Whether they are to end."""
        ...


_stop: Stop | None = None
"""Of the batch that this process works for, where it is a worker of ours."""
_LOOK_SECONDS: Final = 0.2
_GRACE_SECONDS: Final = 2.0
"""What a search has to come to its next poll; only a single slow call of a problem takes longer."""


@contextmanager
def block_sigint() -> Iterator[None]:
    """Let a Ctrl-C wait: processes that begin here do not hear it until they do not heed it."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def begin_worker(stop: Stop, begun: SharedFlag) -> None:
    """Prepare a worker process of ours: Ctrl-C, which the terminal sends to all, is the business of its parent."""
    global _stop  # noqa: PLW0603  # there is no other way from an initializer to the calls that follow it
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    _stop = stop
    begun.set()
    threading.Thread(target=_end_with_parent, args=(stop, os.getppid()), daemon=True).start()


def serve(connection: Connection[Any, Any], stop: Stop, begun: SharedFlag) -> None:
    """Solve the pickled problems that come through a pipe, until an empty message comes or the pipe is closed."""
    begin_worker(stop, begun)
    while True:
        try:
            packed = connection.recv_bytes()
        except (EOFError, OSError):  # The parent is gone.
            return
        if len(packed) == 0:
            return
        try:
            outcome = solve_packed(packed)
        except BaseException as error:  # noqa: BLE001  # such as SystemExit, which must not look like a crash
            outcome = pickle.dumps(Outcome(None, RuntimeError(f"{type(error).__name__}: {error}")))
        connection.send_bytes(outcome)


def _end_with_parent(stop: Stop, parent: int) -> None:
    """End this process when its parent is gone, however that ended, or when it asks and a search does not."""
    alive = True
    while alive and not stop.is_set():
        time.sleep(_LOOK_SECONDS)
        process = multiprocessing.parent_process()  # which on Windows keeps its number when it is gone
        alive = os.getppid() == parent and process is not None and process.is_alive()
    if alive:
        time.sleep(_GRACE_SECONDS)
    os._exit(1)


def solve_packed(packed: bytes) -> bytes:
    """What `solve_in_worker` does, with all that travels pickled here, where an error in that can be told."""
    try:
        outcome = solve_in_worker(*pickle.loads(packed))  # noqa: S301  # what the parent has pickled
    except Exception as error:  # noqa: BLE001  # whatever a user's object raises when it is made again
        outcome = Outcome(None, _make_picklable(error))
    try:
        return pickle.dumps(outcome)
    except Exception as error:  # noqa: BLE001  # whatever a user's states raise
        return pickle.dumps(Outcome(None, _make_picklable(error)))


def solve_in_worker(engine: Engine, problem: Problem, limits: Limits) -> Outcome:
    """Solve in a process, which may be of ours; errors are made such that they can be sent back."""
    outcome = solve_here(engine, problem, limits, _stop)
    return outcome if outcome.error is None else Outcome(None, _make_picklable(outcome.error))


def solve_here(engine: Engine, problem: Problem, limits: Limits, stop: Stop | None) -> Outcome:
    """Solve, and tell an error rather than raise it."""
    if stop is not None:
        limits = replace(limits, cancelled=stop.is_set)
    try:
        return Outcome(engine.search(problem, limits=limits), None)
    except Exception as error:  # noqa: BLE001  # whatever a user's code raises; it is told in the end
        return Outcome(None, error)


def _make_picklable(error: Exception) -> Exception:
    """An error that can be sent back, with the traceback of this process in its notes.

    One that cannot be made again from what is pickled would break the pool: then what it says has to do.
    """
    told = "".join(traceback.format_exception(error))
    candidates = [error, RuntimeError(f"{type(error).__name__}: {error}")]
    if isinstance(error, InvalidProblemError):  # its value may be an error of the user's own
        candidates.insert(1, type(error)(str(error), state=error.state, action=error.action))
    for candidate in candidates:
        candidate.add_note(f"in the worker:\n{told}")
    return next(filter(_is_picklable, candidates), candidates[-1])


def _is_picklable(error: Exception) -> bool:
    try:
        copied: Any = pickle.loads(pickle.dumps(error))  # noqa: S301  # what this very process has pickled
    except Exception:  # noqa: BLE001  # whatever a user's error raises when it is made again
        return False
    return type(copied) is type(error)
