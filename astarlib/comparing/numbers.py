"""Numbers as people read them."""

from __future__ import annotations

import math


def grouped(value: float) -> str:
    """Integers whole, other numbers with six digits, thousands parted by commas.

    Examples
    --------
    >>> grouped(1234567), grouped(1 / 3)
    ('1,234,567', '0.333333')
    """
    return f"{value:,}" if isinstance(value, int) else f"{float(value):,.6g}"


def rounded_up(ratio: float) -> float:
    """A suboptimality bound with three decimals that is still true.

    Examples
    --------
    >>> rounded_up(4 / 3)
    1.334
    """
    return math.ceil(ratio * 1000) / 1000 if ratio < 1e12 else ratio
