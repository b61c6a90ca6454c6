"""Comparisons of values, actions and costs."""

from __future__ import annotations

import math
import re
from typing import Any

from astarlib._support.interrupts import raise_if_from_handler
from astarlib._support.numbers import why_not_exact
from astarlib._support.plain_values import is_number
from astarlib.checking.safe_problem import tried
from astarlib.checking.space import Space
from astarlib.errors import short_repr


def equal(one: Any, other: Any) -> bool:
    """Return True if two values are equal, and False if comparing them raises an exception."""
    return tried(lambda: bool(one == other))[0] is True


def is_same_action(one: Any, other: Any) -> bool:
    """Return True if two actions can't be distinguished. Engines don't compare actions.
    So they may be arrays (whose comparison has no truth value), contain NaN, or compare by identity. For these the
    function compares the reprs, without addresses of objects.
    """
    return equal(one, other) or (type(one) is type(other) and _placeless(one) == _placeless(other))


def _placeless(action: Any) -> str:
    return re.sub(r" at 0x[0-9a-fA-F]+", "", short_repr(action))


def are_same_actions(one: list[Any], other: list[Any]) -> bool:
    """Return True if two lists hold the same actions in the same order."""
    return len(one) == len(other) and all(map(is_same_action, one, other))


def is_same_cost(space: Space, one: Any, other: Any) -> bool:
    """Return True if two costs are the same. Floats are compared up to rounding."""
    if not all(is_number(each, 0, math.inf) and why_not_exact(each) is None for each in (one, other)):
        return equal(one, other)
    return not space.rounding.differ(space.rounding.number(one), space.rounding.number(other))


def distinct(values: list[Any]) -> list[Any]:
    """Return the actions in order without duplicates. It takes O(n^2) time if they aren't hashable."""
    try:
        return list(dict.fromkeys(values))
    except Exception as error:  # noqa: BLE001  # A user's __hash__ can raise anything.
        raise_if_from_handler(error)
    found: list[Any] = []
    for value in values:
        if not any(equal(value, earlier) for earlier in found):
            found.append(value)
    return found
