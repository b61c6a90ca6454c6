"""Whole costs: g and h are unsigned integers of 8, 16 or 32 bits. The largest value of the type marks a dead end."""

from __future__ import annotations

import numpy as np

from astarlib.compiled.kernels.data import Value

U = np.uint64
ROUNDING = 1e-9
"""The largest relative difference that `astarlib.verification.is_close` explains by rounding."""
MAX_SUMMAND = 2**60
"""The largest cost or h in IDA*. The sum of two of them is far below the limit of 64 bits."""


def to_number(value: Value) -> Value:
    """Return a stored g or h as a number to calculate with."""
    return U(value)


def to_domain_h(h: Value) -> Value:
    """Return h in the type that the domain's functions expect."""
    return np.int64(h)


def max_stored(array: Value) -> Value:
    """Return the largest value of the array's type, which marks a dead end."""
    return (U(1) << U(8 * array.itemsize)) - U(1)


def is_cost(cost: Value) -> Value:
    """Return True if the value is a valid cost."""
    return cost >= 0


def is_h(h: Value) -> Value:
    """Return True if the value is a valid h."""
    return h >= -1


def is_dead_end(h: Value) -> Value:
    """Return True if an h that the domain returned marks a dead end."""
    return h < 0


def is_dead_node(array: Value, at: Value) -> Value:
    """Return True if the stored h of a node marks a dead end."""
    return U(array[at]) == max_stored(array)


def mask(total: Value, is_hidden: Value) -> Value:
    """Return a sum of g and h. If ``is_hidden`` is true, return a number that is larger than all sums."""
    return total | (U(is_hidden) << U(62))


def dead_end_h(array: Value) -> Value:
    """Return the value that is stored as the h of a dead end."""
    return max_stored(array)


def fits(array: Value, value: Value) -> Value:
    """Return True if the value can be stored in the array as a g or h."""
    return value < max_stored(array)


def is_close(one: Value, other: Value) -> Value:
    """Return True if two costs are equal."""
    return one == other


def is_multiple(cost: Value, unit: Value) -> Value:
    """Return True if a cost is a whole multiple of the unit, up to rounding if the unit has a fraction."""
    if unit == np.rint(unit):
        return np.int64(cost) % np.int64(unit) == 0
    times = np.float64(cost) / unit
    return abs(times - np.rint(times)) <= ROUNDING * max(1.0, times)


def tie_of(b: Value, g: Value) -> Value:
    """Return the number by which states of equal b are ordered. It's at least 0 and smaller for a larger g."""
    return b - g


def is_summable(value: Value) -> Value:
    """Return True if a cost or h can be added without overflow."""
    return value <= MAX_SUMMAND


def is_finite(total: Value) -> Value:  # for floats
    """Return True, because the sum of three numbers that `is_summable` accepts doesn't overflow."""
    return True


def is_finite_h(h: Value) -> Value:
    """Return True if h doesn't mark a dead end and can be added without overflow."""
    return 0 <= h <= MAX_SUMMAND


def is_positive_cost(cost: Value) -> Value:
    """Return True if a cost is at least 1 and can be added without overflow."""
    return 1 <= cost <= MAX_SUMMAND
