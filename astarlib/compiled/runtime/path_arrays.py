"""The arrays of compiled IDA*'s path: state, aux, g, h, next edge, number of edges and extra bytes of each node."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from astarlib.compiled_domain import CompiledDomain

STATES, AUXES, GS, HS, EDGES, COUNTS = range(6)
NEAREST_PARTS: Final = (STATES, AUXES, GS)
"""The arrays that describe the path to the nearest state."""


def make_path_arrays(domain: CompiledDomain[Any], length: int) -> tuple[Any, ...]:  # Any: numpy's arrays
    """Return arrays for a path of this many nodes."""
    costs: Any = np.int64 if domain.costs is int else np.float64
    return (
        np.zeros(length * domain.words, np.uint64),
        np.zeros(length, np.uint16),
        *(np.zeros(length, costs) for _ in range(2)),
        *(np.zeros(length, np.int64) for _ in range(2)),
        np.zeros(length, np.uint64),
    )


def longer(arrays: tuple[Any, ...], length: int) -> tuple[Any, ...]:  # Any: numpy's arrays
    """Return copies of arrays of ``length`` nodes, with room for twice as many."""
    copies = []
    for array in arrays:
        copy = np.zeros(len(array) // length * 2 * length, array.dtype)
        copy[: len(array)] = array
        copies.append(copy)
    return tuple(copies)
