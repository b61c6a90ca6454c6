"""Short runs, done several times, so that they can be measured at all."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, TypeAlias

Run: TypeAlias = Callable[[], dict[str, Any]]
"""What a program returns: the part that is timed; it gives the answer."""


def repeated(run: Run, times: int) -> Run:
    """``run`` that many times, reported as what one takes. It is done once before, untimed.

    That is done in the run itself, so that the memory which it leaves to the others counts as taken.
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
