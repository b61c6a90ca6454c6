"""Float costs: g and h are stored as float64, and an infinite h marks a dead end."""

from __future__ import annotations

import math

import numpy as np

from astarlib.compiled.kernels.data import Value

ROUNDING = 1e-9
"""The largest difference, relative and absolute, that `astarlib.verification.is_close` explains by rounding."""


def to_number(value: Value) -> Value:
    """Return a stored g or h as a number to calculate with."""
    return np.float64(value)


def to_domain_h(h: Value) -> Value:
    """Return h in the type that the domain's functions expect."""
    return h


def is_cost(cost: Value) -> Value:
    """Return True if the value is a valid cost."""
    return 0 <= cost < np.inf


def is_h(h: Value) -> Value:
    """Return True if the value is a valid h."""
    return h >= 0


def is_dead_end(h: Value) -> Value:
    """Return True if an h that the domain returned marks a dead end."""
    return h == np.inf


def is_dead_node(array: Value, at: Value) -> Value:
    """Return True if the stored h of a node marks a dead end."""
    return array[at] == np.inf


def mask(total: Value, is_hidden: Value) -> Value:
    """Return a sum of g and h. If ``is_hidden`` is true, return a number that is larger than all sums."""
    return np.inf if is_hidden else total


def dead_end_h(array: Value) -> Value:  # for integers
    """Return the value that is stored as the h of a dead end."""
    return np.inf


def fits(array: Value, value: Value) -> Value:  # for integers
    """Return True if the value can be stored in the array as a g or h."""
    return value < np.inf


def is_close(one: Value, other: Value) -> Value:
    """Return True if two costs are equal up to rounding, as `astarlib.verification.is_close` does."""
    if one == other:
        return True
    if math.isinf(one) or math.isinf(other):
        return False
    difference = abs(one - other)
    return difference <= ROUNDING or difference <= ROUNDING * max(abs(one), abs(other))


def is_multiple(cost: Value, unit: Value) -> Value:
    """Return True if a cost is a whole multiple of the unit, up to rounding."""
    times = cost / unit
    return is_close(times, np.rint(times))


def tie_of(b: Value, g: Value) -> Value:  # for integers
    """Return the number by which states of equal b are ordered. It's smaller for a larger g."""
    return -g


def is_summable(value: Value) -> Value:  # for integers
    """Return True if a cost or h can be added without overflow."""
    return True


def is_finite(total: Value) -> Value:
    """Return True if a sum of costs and h isn't too large for a float."""
    return total < np.inf


def is_finite_h(h: Value) -> Value:
    """Return True if h doesn't mark a dead end."""
    return 0 <= h < np.inf
