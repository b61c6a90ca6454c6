"""The edges of a bidirectional search: out of a state for side 0, and into a state for side 1."""

from __future__ import annotations

from astarlib.compiled.kernels.data import Value
from astarlib.compiled.kernels.interface import apply, apply_back, predecessor_count, successor_count

NEEDS = {"edges into states"}


def edge_count(tables: Value, state: Value, aux: Value, side: Value) -> Value:
    """Return the number of edges out of a state, or into it."""
    if side == 0:
        return successor_count(tables, state, aux)
    return predecessor_count(tables, state, aux)


def edge(tables: Value, state: Value, aux: Value, i: Value, side: Value) -> Value:
    """Return (state, aux, cost) of the other end of edge i."""
    if side == 0:
        return apply(tables, state, aux, i)
    return apply_back(tables, state, aux, i)
