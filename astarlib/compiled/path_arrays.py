"""The arrays that hold the path of IDA*: of each node its state, aux, g, h, next edge and number of edges."""

from __future__ import annotations

from typing import Any

import numpy as np

from astarlib.compiled_domain import CompiledDomain
from astarlib.problem import S

STATES, AUXES, GS, HS, EDGES, COUNTS = range(6)


def room_for(domain: CompiledDomain[Any], depth: int) -> tuple[Any, ...]:
    """The arrays for so many nodes. Any: numpy's."""
    costs: Any = np.int64 if domain.costs is int else np.float64
    return (
        np.zeros(depth * domain.words, np.uint64),
        np.zeros(depth, np.uint16),
        *(np.zeros(depth, costs) for _ in range(2)),
        *(np.zeros(depth, np.int64) for _ in range(2)),
    )


def packed_of(domain: CompiledDomain[Any], path: tuple[Any, ...], count: int) -> list[Any]:
    """The first states of a path as ``decode`` takes them. Any: ints, or tuples of them."""
    words = domain.words
    flat: list[int] = path[STATES][: count * words].tolist()
    return flat if words == 1 else [tuple(flat[at : at + words]) for at in range(0, len(flat), words)]


def states_of(domain: CompiledDomain[S], path: tuple[Any, ...], count: int) -> list[S]:
    """The first states of a path."""
    packed, auxes = packed_of(domain, path, count), path[AUXES][:count].tolist()
    return [domain.decode(state, aux) for state, aux in zip(packed, auxes, strict=True)]
