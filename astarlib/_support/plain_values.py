"""Values in Python's own kinds: numbers of numpy as numbers of Python, states and actions as JSON has them."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

_PYTHONS = frozenset({int, float, bool})
_DEEPEST = 100
"""Lists inside lists beyond which a value isn't plain: json would fail on deeper ones."""


def plain_number(value: Any) -> Any:  # Any: whatever a problem returns
    """Return a number of numpy as an int, a float or a bool; return any other value as it is.

    Small integers of numpy wrap around: ``np.uint8(200) + np.uint8(100)`` is 44. numpy itself is never imported.

    Examples
    --------
    >>> plain_number(3), plain_number(0.5), plain_number("3")
    (3, 0.5, '3')
    """
    if type(value) in _PYTHONS or not any(base.__module__ == "numpy" for base in type(value).__mro__):
        return value
    is_number = getattr(value, "ndim", None) == 0 and value.dtype.kind in "biuf"
    return value.item() if is_number else value


def is_number(value: Any, low: float, high: float) -> bool:
    """Return True if ``value`` is a number from ``low`` to ``high``, and not NaN; True and False count as 1 and 0."""
    try:
        return bool(low <= value <= high) and not isinstance(value, str)
    except Exception:  # noqa: BLE001  # whatever its comparison raises, it is no number
        return False


def json_value(value: Any, text_of: Callable[[Any], object] = repr) -> Any:  # Any: any kind that JSON has
    """Return a value made of numbers, texts, lists, tuples and dicts in JSON's kinds, and the text of any other value.

    Tuples become lists. The keys of dicts must be texts, and floats finite.

    Examples
    --------
    >>> json_value((1, ("a", None), {"b": 0.5})), json_value((1, {2}))
    ([1, ['a', None], {'b': 0.5}], '(1, {2})')
    """
    try:
        return _in_kinds_of_json(value, 0)
    except ValueError:
        return text_of(value)


def _in_kinds_of_json(value: Any, depth: int) -> Any:
    value = plain_number(value)
    if value is None or isinstance(value, str | int) or (isinstance(value, float) and math.isfinite(value)):
        return value
    if isinstance(value, list | tuple) and depth < _DEEPEST:
        return [_in_kinds_of_json(part, depth + 1) for part in value]
    if isinstance(value, dict) and depth < _DEEPEST and all(isinstance(key, str) for key in value):
        return {key: _in_kinds_of_json(part, depth + 1) for key, part in value.items()}
    raise ValueError(f"JSON has no value for {type(value).__name__}")


def finite(value: float | None) -> float | None:
    """Return a number as an int or a finite float, which fractions and decimals become; None for an infinite one."""
    if value is None or isinstance(value, int):
        return value
    try:
        number = float(value)
    except OverflowError:  # a fraction beyond all floats
        return None
    return number if math.isfinite(number) else None
