"""What is the same to an engine: values, actions, costs."""

from __future__ import annotations

import math
import re
from contextlib import suppress
from typing import Any

from astarlib._support.plain_values import is_number
from astarlib.checking.space import Space
from astarlib.errors import short_repr


def equal(one: Any, other: Any) -> bool:
    """Whether two values are equal; those whose comparison fails are not."""
    try:
        return bool(one == other)
    except MemoryError:
        raise
    except Exception:  # noqa: BLE001  # whatever a user's __eq__ raises
        return False


def is_same_action(one: Any, other: Any) -> bool:
    """Whether nothing tells two actions apart.

    No engine compares actions, so they may be arrays, whose comparison is no truth value, hold NaN, or compare by
    identity. Then their texts are compared, without the addresses of objects.
    """
    return equal(one, other) or (type(one) is type(other) and _placeless(one) == _placeless(other))


def _placeless(action: Any) -> str:
    return re.sub(r" at 0x[0-9a-fA-F]+", "", short_repr(action))


def are_same_actions(one: list[Any], other: list[Any]) -> bool:
    """Whether two lists hold the same actions in the same order."""
    return len(one) == len(other) and all(map(is_same_action, one, other))


def is_same_cost(space: Space, one: Any, other: Any) -> bool:
    """Whether two costs are the same, up to rounding where they are floats."""
    if not (is_number(one, 0, math.inf) and is_number(other, 0, math.inf)):
        return equal(one, other)
    return not space.rounding.differ(space.rounding.number(one), space.rounding.number(other))


def distinct(values: list[Any]) -> list[Any]:
    """The actions in order, without those that are the same as an earlier one; O(n^2) when they are not hashable."""
    with suppress(Exception):  # whatever a user's __hash__ raises
        return list(dict.fromkeys(values))
    found: list[Any] = []
    for value in values:
        if not any(equal(value, earlier) for earlier in found):
            found.append(value)
    return found
