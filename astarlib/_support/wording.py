"""Formatting of numbers for people."""

from __future__ import annotations

import math


def format_number(value: float) -> str:
    """Return a number as text: integers in full, other numbers with six digits, thousands separated by commas."""
    return f"{value:,}" if isinstance(value, int) else f"{float(value):,.6g}"


def round_ratio_up(ratio: float) -> float:
    """Return a suboptimality bound rounded up to three decimals, so that it stays true."""
    if not 1 < ratio < 1e12:
        return ratio
    # The bound is rounded up itself, so the ratio lies above the float before it.
    return max(1.001, math.ceil(math.nextafter(ratio, 1) * 1000) / 1000)
