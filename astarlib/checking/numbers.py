"""Numbers of a problem as they are compared: exactly where they are exact, floats up to rounding."""

from __future__ import annotations

import math
import operator
from fractions import Fraction
from typing import Any

_ROUNDING = 1e-9


def exact(value: Any) -> float:
    """The same number as an int, a Fraction or a float, which can be added to each other.

    Examples
    --------
    >>> from decimal import Decimal
    >>> exact(True), exact(Decimal("0.5"))
    (1, Fraction(1, 2))
    """
    if type(value) is int:
        return value
    if isinstance(value, float):
        return float(value)
    try:
        return operator.index(value)
    except TypeError:
        pass
    try:
        return Fraction(value)  # type: ignore[return-value]  # numbers are called float, whichever kind they are
    except (TypeError, ValueError, OverflowError):  # other kinds, and an infinite Decimal
        return float(value)


def exceeds(value: float, bound: float) -> bool:
    """Whether ``value`` is above ``bound``, and by more than rounding where one of them is a float.

    Examples
    --------
    >>> exceeds(4, 3), exceeds(0.1 + 0.2, 0.3), exceeds(math.inf, math.inf)
    (True, False, False)
    """
    if not value > bound:
        return False
    numbers: tuple[object, ...] = value, bound  # which are called float, whichever kind they are
    inexact = any(isinstance(number, float) for number in numbers)
    return not (inexact and math.isclose(value, bound, rel_tol=_ROUNDING, abs_tol=_ROUNDING))


def differ(one: float, other: float) -> bool:
    """Whether two numbers are not the same, up to rounding where one of them is a float."""
    return exceeds(one, other) or exceeds(other, one)


def ratio(value: float, other: float) -> float:
    """``value / other``; inf where that is beyond floats."""
    try:
        return float(value / other)
    except (OverflowError, ZeroDivisionError):
        return math.inf


def as_float(value: float) -> float:
    """The float next to a number; inf beyond them."""
    return ratio(value, 1)


def shown(value: float) -> str:
    """Integers whole with commas, other numbers with six digits.

    Examples
    --------
    >>> shown(181440), shown(1 / 3)
    ('181,440', '0.333333')
    """
    return f"{value:,}" if isinstance(value, int) else f"{as_float(value):,.6g}"


def counted(number: int, noun: str) -> str:
    """A number with its noun.

    Examples
    --------
    >>> counted(1, "state"), counted(9000, "state")
    ('1 state', '9,000 states')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
