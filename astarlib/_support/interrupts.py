"""Pass on what a signal handler raises as it is.

Python runs the handler of a signal between any two instructions of the main thread, so any line can raise its error.
Each clause that catches ``Exception``, or errors of code that may take long, begins with `raise_if_from_handler`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from types import FrameType, TracebackType

_TAKES_ANY_NUMBER = 0x04
"""The flag of code with a parameter such as ``*args``."""


def raise_if_from_handler(error: BaseException | None) -> None:
    """Raise the error again if a signal handler raised it, or if it isn't an ``Exception``.
    A handler is a function that got a number and the frame that called it, so handlers needn't be known.
    """
    if error is not None and (not isinstance(error, Exception) or is_from_handler(error)):
        raise error


def is_from_handler(error: BaseException) -> bool:
    """Return True if a signal handler that is written in Python raised the error."""
    entry: TracebackType | None = error.__traceback__
    while entry is not None:
        if _is_handler(entry.tb_frame):
            return True
        entry = entry.tb_next
    return False


def _is_handler(frame: FrameType) -> bool:
    code, back = frame.f_code, frame.f_back
    if back is None:
        return False
    values, names = frame.f_locals, code.co_varnames
    passed = [values.get(name) for name in names[: code.co_argcount]]
    if code.co_flags & _TAKES_ANY_NUMBER:
        passed += values.get(names[code.co_argcount + code.co_kwonlyargcount], ())
    return any(two is back and isinstance(one, int) for one, two in pairwise(passed))


@contextmanager
def ignored(*kinds: type[Exception]) -> Iterator[None]:
    """Suppress errors of these types, except those that a signal handler raises."""
    try:
        yield
    except kinds as error:
        raise_if_from_handler(error)
