"""Short runs, done several times, so that they can be measured at all."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, TypeAlias

Run: TypeAlias = Callable[[], dict[str, Any]]
"""What a program returns: the part that is timed; it gives the answer."""


def repeated(run: Run, times: int) -> Run:
    """``run`` that many times, reported as what one takes. It is done once, untimed, before."""
    if times == 1:
        return run

    def all_of_them() -> dict[str, Any]:
        started = time.process_time()
        for _ in range(times):
            answer = run()
        return {**answer, "seconds": (time.process_time() - started) / times}

    all_of_them.warm_up = run  # type: ignore[attr-defined]  # functions may have attributes
    return all_of_them
