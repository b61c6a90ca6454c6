"""Fetching the edges of a node before they are needed. This module needs numba."""

from __future__ import annotations

from typing import Any

import numpy as np

from astarlib.compiled.codegen import intrinsics

U = np.uint64
Word = Any
"""A number in a function that numba compiles. No static type describes it."""
_prefetch: Any = intrinsics.prefetch  # Any: numba's intrinsics have no types


def fetch_edges(tables: Word, node: Word) -> None:
    """Start fetching the edges out of a node from memory."""
    first = U(tables.starts[node])
    _prefetch(tables.heads, first)
    _prefetch(tables.costs, first)
