"""A reader of grids in numpy arrays that calls no Python function for a row or cell. This module needs numpy."""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np

from astarlib.problems.grid.cells import CellsRead, symbol_of

_MAX_WHOLE: Final = 2**53
"""Whole costs up to this number are equal as floats."""


def read_array(array: Any) -> CellsRead | None:  # Any: whatever a user passes
    """Return the cells of a two-dimensional array of booleans or numbers above 0, or None for another reader."""
    if type(array) is not np.ndarray or array.ndim != 2 or array.size == 0 or array.dtype.itemsize > 8:
        return None
    if array.dtype.kind == "b":
        numbers, free = array.astype(np.int64), array
    elif array.dtype.kind in "iu":
        numbers, free = array, np.ones(array.shape, bool)
        if array.min() <= 0 or array.max() > _MAX_WHOLE:
            return None
    elif array.dtype.kind == "f":
        numbers, free = array, array < math.inf
        if not (array > 0).all():
            return None
    else:
        return None
    height, width = array.shape
    padded_free = np.zeros((height + 2, width + 1), bool)
    padded_free[1:-1, :-1] = free
    costs: Any = np.zeros(padded_free.shape, np.float64 if array.dtype.kind == "f" else np.int64)
    costs[1:-1, :-1] = np.where(free, numbers, 0)
    straight: Any = costs.ravel().astype(object)  # Each item becomes an int or a float of Python.
    straight[~padded_free.ravel()] = math.inf
    return CellsRead(
        _drawn(numbers, free), width, straight.tolist(), padded_free.tobytes(), arrays={"costs": costs.ravel()}
    )


def _drawn(numbers: Any, free: Any) -> list[str]:
    """Return the rows as text."""
    # Obstacles are at 0, the costs 1 to 9 at their own place, and all other costs at 10.
    symbols = np.array([ord(symbol_of(cost)) for cost in (math.inf, *range(1, 10), 0.5)], np.uint8)
    has_own = (numbers <= 9) & (numbers == np.floor(numbers))
    at = np.where(free, np.where(has_own, numbers, 10), 0).astype(np.uint8)
    text = symbols[at].tobytes().decode("ascii")
    width = free.shape[1]
    return [text[begin : begin + width] for begin in range(0, len(text), width)]
