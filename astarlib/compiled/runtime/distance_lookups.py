"""The look-up in the table of a pattern database, as a function for compiled domains. This module needs only numpy."""

from __future__ import annotations

from functools import cache
from types import FunctionType
from typing import Any

import numpy as np

from astarlib.compiled.codegen.state_source import state_source
from astarlib.compiled.kernels import distance_table
from astarlib.compiled_domain import Function


@cache  # Equal functions are compiled once.
def lookup_of(words: int, *, is_int: bool) -> Function:
    """Return ``find_distance`` for states of this many words, and the type of costs. Numba compiles it."""
    names: dict[str, Any] = {**vars(distance_table), "U": np.uint64}
    exec(state_source(words), names)  # noqa: S102  # The source is made from our own templates.
    names["to_h"] = np.int64 if is_int else np.float64
    return FunctionType(distance_table.find_distance.__code__, names, "find_distance")
