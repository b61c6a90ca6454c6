"""Calls of a domain's functions that check the types of the returned values.

numba checks types when it compiles a call, so the check takes no time in a search. Without it, numba would cast a state
that has become a float, or take a forgotten `return` for False.
"""

from __future__ import annotations

import numpy as np

from astarlib.compiled.kernels.data import Value
from astarlib.compiled.kernels.interface import (
    checked_aux,
    checked_cost,
    checked_count,
    checked_edge,
    checked_estimate,
    checked_extra,
    checked_h,
    checked_key,
    checked_numbers,
    checked_resources,
    checked_state,
    checked_steps,
    checked_truth,
    domain_apply,
    domain_apply_back,
    domain_is_goal,
    domain_predecessor_count,
    domain_resources,
    domain_successor_count,
    hash_of,
    put_ordinals,
    tables_at,
)


def successor_count(tables: Value, state: Value, aux: Value) -> Value:
    """Return the number of successors of a state."""
    return checked_count(domain_successor_count(tables_at(tables), state, aux))


def apply(tables: Value, state: Value, aux: Value, i: Value) -> Value:
    """Return (next_state, next_aux, cost) of edge i."""
    next_state, next_aux, cost = checked_edge(domain_apply(tables_at(tables), state, aux, i))
    return checked_state(next_state), checked_aux(next_aux), checked_cost(cost)


def list_edges(tables: Value, state: Value, aux: Value, states: Value, costs: Value) -> Value:
    """Write the other ends and the costs of all edges of a state to arrays, and return their number."""
    return checked_count(domain_list_edges(tables_at(tables), state, aux, states, costs))


def is_goal(tables: Value, state: Value, aux: Value) -> Value:
    """Return True if the state is a goal."""
    return checked_truth(domain_is_goal(tables_at(tables), state, aux))


def aux_of(tables: Value, state: Value) -> Value:
    """Return the aux of a state."""
    return checked_aux(domain_aux_of(tables_at(tables), state))


def heuristic(tables: Value, state: Value, aux: Value) -> Value:
    """Return h of a state."""
    return checked_h(domain_heuristic(tables_at(tables), state, aux))


def next_heuristic(
    tables: Value, state: Value, aux: Value, h: Value, i: Value, next_state: Value, next_aux: Value
) -> Value:
    """Return h of the state at the end of edge i."""
    return checked_h(domain_next_heuristic(tables_at(tables), state, aux, h, i, next_state, next_aux))


def extra(tables: Value, state: Value, aux: Value) -> Value:
    """Return the extra bytes of a state."""
    return checked_extra(domain_extra(tables_at(tables), state, aux))


def next_estimate(
    tables: Value, state: Value, aux: Value, h: Value, own_extra: Value, i: Value, next_state: Value, next_aux: Value
) -> Value:
    """Return h and the extra bytes of the state at the end of edge i."""
    next_h, next_extra = checked_estimate(
        domain_next_estimate(tables_at(tables), state, aux, h, own_extra, i, next_state, next_aux)
    )
    return checked_h(next_h), checked_extra(next_extra)


def predecessor_count(tables: Value, state: Value, aux: Value) -> Value:
    """Return the number of predecessors of a state."""
    return checked_count(domain_predecessor_count(tables_at(tables), state, aux))


def apply_back(tables: Value, state: Value, aux: Value, i: Value) -> Value:
    """Return (previous_state, previous_aux, cost) of edge i into a state."""
    previous_state, previous_aux, cost = checked_edge(domain_apply_back(tables_at(tables), state, aux, i))
    return checked_state(previous_state), checked_aux(previous_aux), checked_cost(cost)


def backward_heuristic(tables: Value, state: Value, aux: Value) -> Value:
    """Return the estimate of the cost from the initial state to a state."""
    return checked_h(domain_backward_heuristic(tables_at(tables), state, aux))


def owner(tables: Value, state: Value, aux: Value) -> Value:
    """Return the number from which the shard of a state is computed."""
    return checked_count(domain_owner(tables_at(tables), state, aux))


def resources(tables: Value, state: Value, aux: Value) -> Value:
    """Return (key, numbers) of a state."""
    key, numbers = checked_resources(domain_resources(tables_at(tables), state, aux))
    return checked_key(key), checked_numbers(numbers)


def read_resources(tables: Value, state: Value, aux: Value, row: Value) -> Value:
    """Write the resources of a state to ``row[1:]``. Return (key, their number, or -1 if one is NaN)."""
    key, numbers = resources(tables, state, aux)
    return key, put_ordinals(row, numbers)


def steps_to_go(tables: Value, state: Value, aux: Value) -> Value:
    """Return the estimate of the number of actions to a goal, a float."""
    return checked_steps(domain_steps_to_go(tables_at(tables), state, aux))


def fetch_edges(tables: Value, state: Value) -> None:
    """Start fetching the edges of a state from memory."""
    domain_fetch_edges(tables_at(tables), state)


# --- defaults for the optional functions of a domain ------------------------------------------------------------------


def domain_fetch_edges(tables: Value, state: Value) -> None:
    """Do nothing, because the domain doesn't define it."""


def domain_list_edges(tables: Value, state: Value, aux: Value, states: Value, costs: Value) -> Value:
    """Return -1, because the domain doesn't list edges."""
    return np.int64(-1)


def domain_aux_of(tables: Value, state: Value) -> Value:
    """Return 0, because the domain has no aux."""
    return np.int64(0)


def domain_heuristic(tables: Value, state: Value, aux: Value) -> Value:
    """Return 0, because the domain has no heuristic."""
    return np.int64(0)


def domain_backward_heuristic(tables: Value, state: Value, aux: Value) -> Value:
    """Return 0, because the domain has no backward heuristic."""
    return np.int64(0)


def domain_steps_to_go(tables: Value, state: Value, aux: Value) -> Value:
    """Return 0, because the domain has no steps to go."""
    return np.int64(0)


def domain_owner(tables: Value, state: Value, aux: Value) -> Value:
    """Return a hash, because the domain has no owner."""
    return np.int64(hash_of(state) >> np.uint64(1))


def domain_next_heuristic(
    tables: Value, state: Value, aux: Value, h: Value, i: Value, next_state: Value, next_aux: Value
) -> Value:
    """Return h of the next state, computed from scratch."""
    return domain_heuristic(tables, next_state, next_aux)


def domain_extra(tables: Value, state: Value, aux: Value) -> Value:
    """Return 0, because the domain has no extra bytes."""
    return np.uint64(0)


def domain_next_estimate(
    tables: Value, state: Value, aux: Value, h: Value, own_extra: Value, i: Value, next_state: Value, next_aux: Value
) -> Value:
    """Return h of the next state, and no extra bytes."""
    return domain_next_heuristic(tables, state, aux, h, i, next_state, next_aux), np.uint64(0)
