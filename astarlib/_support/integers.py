"""Whole numbers that are given as arguments or written in files, or refused with what they should be."""

from __future__ import annotations

import operator
import reprlib

from astarlib._support.parameters import about

_MOST_DIGITS = 18  # int() is slow, or refuses, on thousands of digits


def check_int(value: object, name: str, *, minimum: int, maximum: int | None = None) -> int:
    """Return ``value`` as an int; ``name`` names it in messages.

    Raises
    ------
    TypeError
        When it is no whole number; True and False are none.
    ValueError
        When it is below ``minimum`` or above ``maximum``.

    Examples
    --------
    >>> check_int(0, "pegs", minimum=3, maximum=26)
    Traceback (most recent call last):
    ValueError: pegs must be 3 to 26, not 0
    """
    if isinstance(value, bool):
        number = None
    else:
        try:
            number = operator.index(value)  # type: ignore[arg-type]  # asking is the check
        except TypeError:
            number = None
    expected = f"at least {minimum}" if maximum is None else f"{minimum} to {maximum}"
    if number is None:
        raise TypeError(f"{name} must be a whole number, {expected}, not {reprlib.repr(value)}")
    if number < minimum or (maximum is not None and number > maximum):
        error = ValueError(f"{name} must be {expected}, not {reprlib.repr(value)}")
        raise about(name, error) if name.isidentifier() else error
    return number


def parse_natural(word: str) -> int | None:
    """The number that a word of ASCII digits is; None for any other word, and for more than 18 digits.

    Examples
    --------
    >>> parse_natural("042"), parse_natural("-1"), parse_natural("²")
    (42, None, None)
    """
    return int(word) if word.isascii() and word.isdigit() and len(word) <= _MOST_DIGITS else None
