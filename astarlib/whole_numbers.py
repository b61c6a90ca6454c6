"""Whole numbers that are given as arguments or written in files, or refused with what they should be."""

from __future__ import annotations

import operator
import reprlib

_MOST_DIGITS = 18  # int() is slow, or refuses, on thousands of digits


def whole_number(value: object, what: str, *, least: int, most: int | None = None) -> int:
    """``value`` as an int; ``what`` names it in messages.

    Raises
    ------
    TypeError
        When it is no whole number; True and False are none.
    ValueError
        When it is below ``least`` or above ``most``.

    Examples
    --------
    >>> whole_number(0, "pegs", least=3, most=26)
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
    expected = f"at least {least}" if most is None else f"{least} to {most}"
    if number is None:
        raise TypeError(f"{what} must be a whole number, {expected}, not {reprlib.repr(value)}")
    if number < least or (most is not None and number > most):
        raise ValueError(f"{what} must be {expected}, not {reprlib.repr(value)}")
    return number


def written_whole_number(word: str) -> int | None:
    """The number that a word of ASCII digits is; None for any other word, and for more than 18 digits.

    Examples
    --------
    >>> written_whole_number("042"), written_whole_number("-1"), written_whole_number("²")
    (42, None, None)
    """
    return int(word) if word.isascii() and word.isdigit() and len(word) <= _MOST_DIGITS else None
