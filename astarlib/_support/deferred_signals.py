"""Keep signal handlers waiting while an exception from them would be lost or kill the process.

numba compiles and loads code with LLVM, which calls Python back. LLVM can't pass on an exception of such a call.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from importlib import import_module
from inspect import currentframe
from types import FrameType
from typing import Any, Final, TypeVar

T = TypeVar("T")
_signal: Any = import_module("_signal")  # Any: it has no published types
"""The functions behind those of the module ``signal``, which make enumerations and take 30 times as long."""
_SECONDS_BETWEEN_SIGNALS: Final = 0.05
_NUMBERS: Final = tuple(map(int, signal.valid_signals()))


class _Raised(BaseException):
    """A carrier for what a handler raised, which no clause of numba catches."""

    def __init__(self, error: BaseException) -> None:
        super().__init__()
        self.error = error


class _Deferred:
    """A handler that calls another one, now or later."""

    is_on = False
    """True while handlers have to wait."""
    arrived: dict[int, None] = {}  # noqa: RUF012  # There is one per process, because signals are.
    """The signals that wait, in their order."""

    def __init__(self, handler: Callable[[int, FrameType | None], Any]) -> None:
        self.handler = handler

    def __call__(self, number: int, frame: FrameType | None) -> None:
        if _Deferred.is_on:
            _Deferred.arrived[number] = None
        else:
            self.handler(number, frame)


def without_signals(call: Callable[..., T], *arguments: object, **named: object) -> T:
    """Return ``call(…)``. The signals that arrive in the main thread meanwhile are handled afterwards.
    What a handler raises at `handle_signals_here`, or afterwards, is raised as it is.
    """
    if threading.current_thread() is not threading.main_thread() or _Deferred.is_on:
        return call(*arguments, **named)
    replaced: dict[int, _Deferred] = {}
    raised: BaseException | None = None
    result: list[T] = []
    try:
        for number in _NUMBERS:
            handler: object = _signal.getsignal(number)
            if callable(handler):
                replaced[number] = _Deferred(handler)
                _signal.signal(number, replaced[number])
        _Deferred.is_on = True
        result.append(call(*arguments, **named))
    except _Raised as carrier:
        raised = carrier.error
    finally:
        _end_deferring(replaced)
    if raised is not None:
        raise raised
    return result[0]


def handle_signals_here() -> None:
    """Handle the signals that wait, in a call of `without_signals`, at a place where an exception does no harm."""
    if _Deferred.is_on and len(_Deferred.arrived) > 0 and threading.current_thread() is threading.main_thread():
        try:
            _handle_arrived()
        except BaseException as error:
            raise _Raised(error) from error


def call_in_thread(call: Callable[[], T]) -> T:
    """Return ``call()``, which runs in another thread if signals wait in this one. A signal is handled at once then.
    If its handler raises an error, the call goes on in the other thread, and its result is lost.
    """
    if not _Deferred.is_on or threading.current_thread() is not threading.main_thread():
        return call()
    results: list[T] = []
    errors: list[BaseException] = []

    def work() -> None:
        try:
            results.append(call())
        except BaseException as error:  # noqa: BLE001  # It's raised below.
            errors.append(error)

    thread = threading.Thread(target=work, name="astarlib-llvm")
    thread.start()
    while thread.is_alive():
        thread.join(_SECONDS_BETWEEN_SIGNALS)
        handle_signals_here()
    if len(errors) > 0:
        raise errors[0]
    return results[0]


def _end_deferring(replaced: dict[int, _Deferred]) -> None:
    """Restore the handlers, and handle the signals that have arrived, also if a handler raises an error meanwhile."""
    try:
        _Deferred.is_on = False
        for number, deferred in replaced.items():
            current: object = _signal.getsignal(number)
            if current is deferred:  # Otherwise somebody else has replaced it.
                _signal.signal(number, deferred.handler)
        _handle_arrived()
    except BaseException:
        _end_deferring(replaced)
        raise


def _handle_arrived() -> None:
    """Call the handlers of the signals that have arrived, each of them also if another one raises an error."""
    if len(_Deferred.arrived) == 0:
        return
    number = next(iter(_Deferred.arrived))
    del _Deferred.arrived[number]
    try:
        handler: Any = signal.getsignal(number)
        handler = handler.handler if isinstance(handler, _Deferred) else handler
        if callable(handler):
            handler(number, currentframe())
        elif handler == signal.SIG_DFL:
            signal.raise_signal(number)
    finally:
        _handle_arrived()
