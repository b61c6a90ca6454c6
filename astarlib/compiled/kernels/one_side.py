"""The edges of a search from the initial state alone."""

from __future__ import annotations

from astarlib.compiled.kernels.data import Value
from astarlib.compiled.kernels.interface import apply, successor_count


def edge_count(tables: Value, state: Value, aux: Value, side: Value) -> Value:  # for two sides
    """Return the number of edges out of a state."""
    return successor_count(tables, state, aux)


def edge(tables: Value, state: Value, aux: Value, i: Value, side: Value) -> Value:  # for two sides
    """Return (next_state, next_aux, cost) of edge i out of a state."""
    return apply(tables, state, aux, i)
