"""Checks of whole numbers in arguments and files, with messages that state the expected range."""

from __future__ import annotations

import operator
import reprlib
from typing import SupportsIndex

from astarlib._support.parameters import about

_MAX_DIGITS = 18  # int() is slow, or fails, on thousands of digits.


def check_int(value: object, name: str, *, minimum: int, maximum: int | None = None) -> int:
    """Return ``value`` as an int if it's a whole number in a range. Messages call it ``name``.
    Raise TypeError if it isn't a whole number (nor is a bool), and ValueError if it's out of range.
    """
    number = whole_number(value)
    expected = f"at least {minimum}" if maximum is None else f"{minimum} to {maximum}"
    if number is None:
        raise TypeError(f"{name} must be a whole number, {expected}, not {reprlib.repr(value)}")
    if number < minimum or (maximum is not None and number > maximum):
        error = ValueError(f"{name} must be {expected}, not {reprlib.repr(value)}")
        raise about(name, error) if name.isidentifier() else error
    return number


def whole_number(value: object) -> int | None:
    """Return a whole number as an int, or None if ``value`` has another type or is a bool."""
    if type(value) is int:  # Testing for the protocol takes fifty times as long.
        return value
    if isinstance(value, bool) or not isinstance(value, SupportsIndex):
        return None
    try:
        return int(operator.index(value))
    except TypeError:  # An array with several items has the method.
        return None


def parse_natural(word: str) -> int | None:
    """Return the number that a word of at most 18 ASCII digits stands for, or None for any other word."""
    return int(word) if word.isascii() and word.isdigit() and len(word) <= _MAX_DIGITS else None
