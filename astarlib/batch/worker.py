"""The code that solves a problem in a worker: a thread, a process, or a process on another machine."""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import pickle
import signal
import threading
import time
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from astarlib._support.interrupts import raise_if_from_handler
from astarlib.engines import Engine
from astarlib.errors import InvalidProblemError
from astarlib.limits import Limits
from astarlib.problem import Problem
from astarlib.result import SearchResult

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import BaseContext


class Outcome(NamedTuple):
    """A result, or the error that prevented one."""

    result: SearchResult | None
    error: Exception | None


class Answer(NamedTuple):
    """The outcomes of the problems that were sent together, in their order, and the time that they took.

    If time was up, the others weren't started. If ``is_complete`` is False, outcomes were lost because of one problem,
    and all have to be sent again one by one, to find it.
    """

    outcomes: list[Outcome]
    seconds: float
    is_complete: bool


Stop: TypeAlias = "threading.Event | SharedFlag"
"""A flag that asks all searches of a batch to end."""


class SharedFlag:
    """A flag that a process shares with its workers. Once set, it stays set.

    An event of `multiprocessing` has a lock. If a worker is killed while it holds the lock, all others wait without
    end.
    """

    def __init__(self, context: BaseContext) -> None:
        self._byte = context.RawValue(ctypes.c_bool, False)

    def is_set(self) -> bool:
        """Return True if the flag is set."""
        return self._byte.value

    def set(self) -> None:
        """Set the flag for all processes."""
        self._byte.value = True


_stop: Stop | None = None
"""The stop flag of the batch that this process works for, or None if this process isn't a worker of ours."""
_LOOK_SECONDS: Final = 0.2
_SLICE_SECONDS: Final = 0.05
"""After this time, a worker returns the outcomes that it has and starts no other problem that was sent with them."""
_GRACE_SECONDS: Final = 2.0
"""The time for a search to reach its next poll. Only a single slow call of a problem's method takes longer."""


@contextmanager
def block_sigint() -> Iterator[None]:
    """Block SIGINT, so that processes started in this context can't receive a Ctrl-C before they ignore it."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def begin_worker(stop: Stop, begun: SharedFlag) -> None:
    """Prepare a worker process: store the stop flag, watch the parent, and ignore Ctrl-C, which the parent handles."""
    global _stop  # noqa: PLW0603  # An initializer can't pass a value to later calls in another way.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    _stop = stop
    begun.set()
    threading.Thread(target=_end_with_parent, args=(stop, os.getppid()), daemon=True).start()


def serve(connection: Connection[Any, Any], stop: Stop, begun: SharedFlag) -> None:
    """Solve the pickled problems that a pipe delivers, until it delivers an empty message or is closed."""
    begin_worker(stop, begun)
    while True:
        try:
            packed = connection.recv_bytes()
        except (EOFError, OSError):  # The parent process ended.
            return
        if len(packed) == 0:
            return
        try:
            answer = solve_packed(packed)
        except BaseException as error:  # noqa: BLE001  # SystemExit, for example, must not look like a crash.
            answer = pickle.dumps(_lost(RuntimeError(f"{type(error).__name__}: {error}")))
        connection.send_bytes(answer)


def _end_with_parent(stop: Stop, parent: int) -> None:
    """End this process when its parent has died, or ``_GRACE_SECONDS`` after ``stop`` was set."""
    alive = True
    while alive and not stop.is_set():
        time.sleep(_LOOK_SECONDS)
        process = multiprocessing.parent_process()  # On Windows, getppid doesn't change when the parent ends.
        alive = os.getppid() == parent and process is not None and process.is_alive()
    if alive:
        time.sleep(_GRACE_SECONDS)
    os._exit(1)


def solve_packed(packed: bytes) -> bytes:
    """Call `solve_in_worker` with pickled arguments, and return its answer pickled, even if pickling fails."""
    begin = time.perf_counter()
    try:
        answer = solve_in_worker(*pickle.loads(packed))  # noqa: S301  # The parent process pickled it.
        answer = answer._replace(seconds=time.perf_counter() - begin)
    except Exception as error:  # noqa: BLE001  # A user's object can raise anything when it's unpickled.
        raise_if_from_handler(error)
        answer = _lost(_make_picklable(error))
    try:
        return pickle.dumps(answer)
    except Exception as error:  # noqa: BLE001  # A user's state can raise anything when it's pickled.
        raise_if_from_handler(error)
        return pickle.dumps(_lost(_make_picklable(error)))


def _lost(error: Exception) -> Answer:
    return Answer([Outcome(None, error)], 0.0, is_complete=False)


def solve_in_worker(engine: Engine, problems: Sequence[Problem], limits: Limits) -> Answer:
    """Solve problems in a worker process. Errors are made picklable, so that they can be sent back."""
    answer = solve_here(engine, problems, limits, _stop)
    outcomes = [
        outcome if outcome.error is None else Outcome(None, _make_picklable(outcome.error))
        for outcome in answer.outcomes
    ]
    return answer._replace(outcomes=outcomes)


def solve_here(engine: Engine, problems: Sequence[Problem], limits: Limits, stop: Stop | None) -> Answer:
    """Solve problems one after the other until time is up, and return errors instead of raising them."""
    if stop is not None:
        limits = replace(limits, cancelled=stop.is_set)
    begin, seconds = time.perf_counter(), 0.0
    outcomes = []
    for problem in problems:
        try:
            outcomes.append(Outcome(engine.search(problem, limits=limits), None))
        except Exception as error:  # noqa: BLE001  # A user's code can raise anything. `solve_many` raises it at the end.
            raise_if_from_handler(error)
            vars(error).pop("search", None)  # It may be large, and another process can't use it.
            outcomes.append(Outcome(None, error))
        seconds = time.perf_counter() - begin
        if seconds >= _SLICE_SECONDS:
            break
    return Answer(outcomes, seconds, is_complete=True)


def _make_picklable(error: Exception) -> Exception:
    """Return an error that can be pickled, with the traceback of this process in its notes.
    An error that can't be unpickled would break the pool. It's replaced by one with the same message.
    """
    formatted = "".join(traceback.format_exception(error))
    candidates = [error, RuntimeError(f"{type(error).__name__}: {error}")]
    if isinstance(error, InvalidProblemError):  # Its `value` may be a user's exception that can't be pickled.
        candidates.insert(1, type(error)(str(error), state=error.state, action=error.action))
    for candidate in candidates:
        candidate.add_note(f"in the worker:\n{formatted}")
    return next(filter(_is_picklable, candidates), candidates[-1])


def _is_picklable(error: Exception) -> bool:
    try:
        copied: Any = pickle.loads(pickle.dumps(error))  # noqa: S301  # The data were pickled here.
    except Exception as raised:  # noqa: BLE001  # A user's error can raise anything when it's pickled or unpickled.
        raise_if_from_handler(raised)
        return False
    return type(copied) is type(error)
