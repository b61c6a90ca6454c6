"""Repeat runs that are too short to measure once."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, TypeAlias

Run: TypeAlias = Callable[[], dict[str, Any]]
"""What a program returns: the part that is timed; it gives the answer."""


def repeated(run: Run, times: int) -> Run:
    """Return a run that repeats ``run`` and reports the mean of one. It runs once before, untimed.

    The untimed one is a part of the run, so that the memory that the others reuse is counted.
    """
    if times == 1:
        return run

    def all_of_them() -> dict[str, Any]:
        run()
        started = time.process_time()
        for _ in range(times):
            answer = run()
        return {**answer, "seconds": (time.process_time() - started) / times}

    return all_of_them
