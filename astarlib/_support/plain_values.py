"""Conversion to built-in types: numpy's numbers to Python's, and states and actions to JSON values."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final

from astarlib._support.interrupts import raise_if_from_handler

_BUILT_IN_NUMBERS = frozenset({int, float, bool})
_COMPLETE: Final[set[type]] = {int, float, bool}
"""The types of numbers that are known to have all operations."""
_OPERATIONS: Final[dict[str, Callable[[Any], object]]] = {
    "cost + 0": lambda cost: cost + 0,
    "0 + cost": lambda cost: 0 + cost,
    "cost + cost": lambda cost: cost + cost,
    "cost - 0": lambda cost: cost - 0,
    "cost - cost": lambda cost: cost - cost,
    "-cost": lambda cost: -cost,
    "2 * cost": lambda cost: 2 * cost,
    "cost / 2": lambda cost: cost / 2,
    "hash(cost)": hash,
}
_MAX_DEPTH = 100
"""The maximum nesting depth of lists and dicts. The json module fails on much deeper values."""


def plain_number(value: Any) -> Any:  # Any: whatever a problem returns
    """Return a numpy number as an int, a float or a bool, and any other value unchanged. This never imports numpy.

    Engines call it for each cost and h. Small numpy integers would wrap around: ``np.uint8(200) + np.uint8(100)`` is
    44. An array with one element isn't a number, although it can be compared with one.

    Parameters
    ----------
    value:
        The value to convert, of any type.

    Raises
    ------
    TypeError
        If the value is an array, a Series or a tensor with at least one dimension.

    Examples
    --------
    >>> plain_number(3), plain_number(0.5), plain_number("3")
    (3, 0.5, '3')
    """
    if type(value) in _BUILT_IN_NUMBERS:
        return value
    if _is_array(value):
        raise TypeError(f"expected a number, not {type(value).__name__} with {value.ndim} dimensions: {value!r}")
    return plain_value(value)


def plain_cost(value: Any) -> Any:  # Any: whatever a problem returns
    """Return the cost of an edge as with ``plain_number``. Raise ValueError unless it's at least 0 and finite, and
    TypeError if its type lacks an operation of numbers.
    """
    cost = value
    if type(value) not in _BUILT_IN_NUMBERS:
        cost = plain_number(value)
        lacking = lacking_operation(cost)
        if lacking is not None:
            raise TypeError(lacking)
    if not 0 <= cost < math.inf:  # This is also true for NaN.
        raise ValueError
    return cost


def lacking_operation(cost: Any) -> str | None:
    """Return a clause about an operation of numbers that a cost lacks, or None. Each type is tested only once."""
    if type(cost) in _COMPLETE:
        return None
    for name, operation in _OPERATIONS.items():
        try:
            operation(cost)
        except TypeError as error:
            return f"{type(cost).__name__} doesn't support {name} ({error})"
        except Exception as error:  # noqa: BLE001  # For example, OverflowError: the type has this operation.
            raise_if_from_handler(error)
    _COMPLETE.add(type(cost))
    return None


def _is_array(value: Any) -> bool:
    """Return True for an array, a Series or a tensor that has at least one dimension."""
    return getattr(value, "ndim", 0) != 0


def plain_value(value: Any) -> Any:  # Any: whatever a problem returns
    """Return a numpy number as with ``plain_number``, and any other value, also an array, unchanged.
    A masked entry isn't a number, although its ``item()`` is 0.
    """
    if type(value) in _BUILT_IN_NUMBERS or not any(base.__module__ == "numpy" for base in type(value).__mro__):
        return value
    is_number = getattr(value, "ndim", None) == 0 and value.dtype.kind in "biuf" and not getattr(value, "mask", False)
    return value.item() if is_number else value


def is_number(value: Any, low: float, high: float) -> bool:
    """Return True if ``value`` is a number from ``low`` to ``high``. NaN and an array with one element aren't."""
    try:
        is_between = bool(low <= value <= high)
        return is_between and (type(value) in _BUILT_IN_NUMBERS or not (isinstance(value, str) or _is_array(value)))
    except Exception as error:  # noqa: BLE001  # A value whose comparison raises any error isn't a number.
        raise_if_from_handler(error)
        return False


_ROUNDING: Final = 1e-9


def rounding_of(number: float) -> float:
    """Return the assumed rounding error of a sum whose largest term is ``number``."""
    try:
        return _ROUNDING * float(number)
    except OverflowError:  # The int is larger than any float.
        return math.inf


def json_value(value: Any, text_of: Callable[[Any], object] = repr) -> Any:  # Any: any JSON type
    """Return a JSON value (with lists for tuples, str as keys and finite floats) if that's possible, otherwise its
    text.
    """
    try:
        return _to_json(value, 0)
    except ValueError:
        return text_of(value)


def _to_json(value: Any, depth: int) -> Any:
    value = plain_value(value)
    if value is None or isinstance(value, str | int) or (isinstance(value, float) and math.isfinite(value)):
        return value
    if isinstance(value, list | tuple) and depth < _MAX_DEPTH:
        return [_to_json(part, depth + 1) for part in value]
    if isinstance(value, dict) and depth < _MAX_DEPTH and all(isinstance(key, str) for key in value):
        return {key: _to_json(part, depth + 1) for key, part in value.items()}
    raise ValueError(f"JSON has no value for {type(value).__name__}")


def finite(value: float | None) -> float | None:
    """Return a number as an int or a finite float, or None if it's None or too large. Fractions become floats."""
    if value is None or isinstance(value, int):
        return value
    try:
        number = float(value)
    except OverflowError:  # A fraction can be larger than any float.
        return None
    return number if math.isfinite(number) else None
