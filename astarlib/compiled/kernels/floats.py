"""Costs that are floats: g and h are stored as such; an infinite h is a dead end."""

from __future__ import annotations

import numpy as np

from astarlib.compiled.kernels.interface import Value


def number(value: Value) -> Value:
    """A stored g or h, to reckon with."""
    return np.float64(value)


def given_h(h: Value) -> Value:
    """What the domain's function gets for h."""
    return h


def is_cost(cost: Value) -> Value:
    """Whether that can be a cost."""
    return 0 <= cost < np.inf


def is_h(h: Value) -> Value:
    """Whether that can be an h."""
    return h >= 0


def is_dead_end(h: Value) -> Value:
    """Whether that is the h of a dead end, as the domain tells it."""
    return h == np.inf


def is_dead(array: Value, at: Value) -> Value:
    """Whether that stored h is one of a dead end."""
    return array[at] == np.inf


def dead(array: Value) -> Value:  # noqa: ARG001  # whole numbers look there
    """How a dead end is stored."""
    return np.inf


def fits(array: Value, value: Value) -> Value:  # noqa: ARG001  # whole numbers look there
    """Whether the array can hold a number."""
    return value < np.inf


def is_small(value: Value) -> Value:  # noqa: ARG001  # whole numbers look there
    """Whether a cost or an h can be added up."""
    return True


def is_usual(h: Value) -> Value:
    """Whether that is an h of no dead end."""
    return 0 <= h < np.inf
