"""Everything about one state in one call, for a comparison with Python."""

from __future__ import annotations

from astarlib.compiled.kernels.data import Value
from astarlib.compiled.kernels.interface import apply, heuristic, is_goal, list_edges, store, successor_count

NEEDS = {"few calls"}


def describe(tables: Value, state: Value, one_by_one: Value, costs: Value, states: Value, listed_costs: Value) -> Value:
    """Write the edges of a state one by one, and as a list. Return (their number, that of the list, goal, h)."""
    count = successor_count(tables, state, 0)
    if 0 <= count <= costs.size:
        i = 0
        while i < count:
            next_state, _, cost = apply(tables, state, 0, i)
            store(one_by_one, i, next_state)
            costs[i] = cost
            i += 1
    listed = list_edges(tables, state, 0, states, listed_costs)
    return count, listed, is_goal(tables, state, 0), heuristic(tables, state, 0)
