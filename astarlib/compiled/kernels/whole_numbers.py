"""Costs that are whole numbers: g and h are stored without a sign, in 8, 16 or 32 bits; the largest h is a dead end."""

from __future__ import annotations

import numpy as np

from astarlib.compiled.kernels.interface import Value

U = np.uint64
LARGEST = 2**60
"""Of costs and h in IDA*, whose sums are then far from where 64 bits end."""


def number(value: Value) -> Value:
    """A stored g or h, to reckon with."""
    return U(value)


def given_h(h: Value) -> Value:
    """What the domain's function gets for h."""
    return np.int64(h)


def most(array: Value) -> Value:
    """The largest number that the array holds, which is that of a dead end."""
    return (U(1) << U(8 * array.itemsize)) - U(1)


def is_cost(cost: Value) -> Value:
    """Whether that can be a cost."""
    return cost >= 0


def is_h(h: Value) -> Value:
    """Whether that can be an h."""
    return h >= -1


def is_dead_end(h: Value) -> Value:
    """Whether that is the h of a dead end, as the domain tells it."""
    return h < 0


def is_dead(array: Value, at: Value) -> Value:
    """Whether that stored h is one of a dead end."""
    return U(array[at]) == most(array)


def dead(array: Value) -> Value:
    """How a dead end is stored."""
    return most(array)


def fits(array: Value, value: Value) -> Value:
    """Whether the array can hold a number."""
    return value < most(array)


def is_small(value: Value) -> Value:
    """Whether a cost or an h can be added up."""
    return value <= LARGEST


def is_usual(h: Value) -> Value:
    """Whether that is an h of no dead end, and small."""
    return 0 <= h <= LARGEST


def is_positive(cost: Value) -> Value:
    """Whether that can be a cost, is small, and at least 1."""
    return 1 <= cost <= LARGEST
