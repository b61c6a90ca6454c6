"""Numbers as text, and hints, for people."""

from __future__ import annotations

import math
from types import AsyncGeneratorType, CoroutineType


def format_number(value: float) -> str:
    """Return a number as text: integers in full, other numbers with six digits, thousands separated by commas."""
    return f"{value:,}" if isinstance(value, int) else f"{float(value):,.6g}"


def round_ratio_up(ratio: float) -> float:
    """Return a suboptimality bound rounded up to three decimals, so that it stays true."""
    if not 1 < ratio < 1e12:
        return ratio
    # The bound is rounded up itself, so the ratio lies above the float before it.
    return max(1.001, math.ceil(math.nextafter(ratio, 1) * 1000) / 1000)


def hint_for(value: object, usual: str = "Did you forget `return`?") -> str:
    """Return what to add to a message about a value that a method returned: the usual hint, or one about ``async``."""
    if not isinstance(value, CoroutineType | AsyncGeneratorType):
        return usual
    if isinstance(value, CoroutineType):
        value.close()  # Else Python warns that it was never awaited.
    return (
        "An engine can't wait for an async method: return the value itself. To send many requests at once, write "
        "heuristic_batch, and call asyncio.run in it (see the guide 'Use a slow heuristic')."
    )
