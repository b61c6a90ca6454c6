"""Comparison of a problem's numbers: exact numbers are compared exactly, floats up to rounding."""

from __future__ import annotations

import math
import operator
from decimal import Decimal
from fractions import Fraction
from numbers import Rational
from typing import Any, Final

from astarlib._support.interrupts import raise_if_from_handler

_FINE: Final = 1e-9
_COARSE: Final = 1e-5
"""The relative tolerance for types of numbers that may have fewer digits than a float, such as numpy's float32."""


def exact(value: Any) -> float:
    """Return the number as an int, a Fraction or a float, since numbers of these types can be added to each other."""
    if type(value) is int:
        return value
    if isinstance(value, float):
        return float(value)
    try:
        return operator.index(value)
    except TypeError:
        # Annotations use float for numbers of any type.
        return Fraction(value) if isinstance(value, Rational) else float(value)  # type: ignore[return-value]


def why_not_exact(value: Any) -> str | None:
    """Return a clause that says why ``exact`` can't convert a number, or None if it can."""
    try:
        exact(value)
    except TypeError as error:
        raise_if_from_handler(error)
        return f"{type(value).__name__} doesn't support float(cost) ({error})"
    return None


def plus(one: float, other: float) -> float:
    """Return the sum, or inf if one number is a float and the other an int that is too large for a float."""
    try:
        return one + other
    except OverflowError:
        return math.inf


class Rounding:
    """A comparison of numbers that treats two floats as equal if they differ only by rounding.

    Two floats may differ by a billionth of their size. Near 0, they may differ by a billionth of the largest cost or of
    1, whichever is less. After a number of a type outside Python's standard library, such as numpy's float32, the
    tolerance is a hundred-thousandth instead. Numbers that aren't floats are compared exactly.
    """

    def __init__(self) -> None:
        self._relative = _FINE
        self._largest: float = 0

    def cost(self, value: Any) -> float:
        """Return the cost as with ``number``, and update the largest cost seen so far."""
        number = self.number(value)
        self._largest = max(self._largest, number)
        return number

    def number(self, value: Any) -> float:
        """Return the number as with :func:`exact`, and increase the tolerance if its type requires it."""
        number: object = exact(value)  # `exact` is annotated with float, but it may also return a Fraction.
        if isinstance(number, float) and not isinstance(value, (float, Decimal)):
            self._relative = _COARSE
        return number  # type: ignore[return-value]  # annotated as float, as in `exact`

    def exceeds(self, value: float, bound: float, size: float = 0) -> bool:
        """Return True if ``value`` is above ``bound``, by more than a rounding error if one of them is a float.
        ``size`` is the largest number that was added or subtracted to compute one of them.
        """
        if not value > bound:
            return False
        numbers: tuple[object, ...] = value, bound  # The annotation float also stands for ints and Fractions.
        if not any(isinstance(number, float) for number in numbers):
            return True
        unit = min(1, as_float(self._largest)) if self._largest > 0 else 1
        near = self._relative * max(unit, as_float(size))
        return not math.isclose(as_float(value), as_float(bound), rel_tol=self._relative, abs_tol=near)

    def differ(self, one: float, other: float, size: float = 0) -> bool:
        """Return True if one of the numbers exceeds the other; see ``exceeds``."""
        return self.exceeds(one, other, size) or self.exceeds(other, one, size)


def ratio(value: float, other: float) -> float:
    """Return ``value / other``, or inf if it is too large for a float."""
    try:
        return float(value / other)
    except (OverflowError, ZeroDivisionError):
        return math.inf


def as_float(value: float) -> float:
    """Return the nearest float of a number, or inf if it is too large."""
    return ratio(value, 1)


def format_number(value: float) -> str:
    """Return an integer with commas, and any other number with six digits."""
    return f"{value:,}" if isinstance(value, int) else f"{as_float(value):,.6g}"


def apart(one: float, other: float) -> tuple[str, str]:
    """Return two different numbers as texts, with enough digits to show the difference."""
    texts = format_number(one), format_number(other)
    for digits in (9, 12, 15, 17):
        if texts[0] != texts[1]:
            break
        texts = f"{as_float(one):,.{digits}g}", f"{as_float(other):,.{digits}g}"
    return texts


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, in the singular or plural."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
