"""A clock that a thread stops while it does what isn't searching: it compiles code, or repeats what was done before."""

from __future__ import annotations

import time
from _thread import get_ident  # The module threading takes longer to load.
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

_stopped: Final[dict[int, float]] = {}
"""The seconds for which each thread has stopped its clock."""


def searching_clock() -> float:
    """Return the seconds since some instant, without those for which this thread has stopped the clock."""
    seconds = time.perf_counter()
    return seconds - _stopped.get(get_ident(), 0.0) if _stopped else seconds


@contextmanager
def stopped_clock() -> Iterator[None]:
    """Stop the clock of this thread. Contexts can be nested."""
    begin = searching_clock()
    try:
        yield
    finally:
        thread = get_ident()
        _stopped[thread] = _stopped.get(thread, 0.0) + searching_clock() - begin
