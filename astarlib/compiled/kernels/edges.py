"""The edges of a node that is expanded. They are computed together, so that memory is fetched early."""

from __future__ import annotations

import numpy as np

from astarlib.compiled.kernels.codes import (
    BAD_AUX,
    BAD_COST,
    BAD_H,
    DONE,
    FAULT_EDGE,
    FAULT_NODE,
    FAULT_VALUE,
    GROW_WIDTH,
)
from astarlib.compiled.kernels.data import Data, Value
from astarlib.compiled.kernels.hash_table import first_slot
from astarlib.compiled.kernels.interface import (
    dead_end_h,
    fits,
    hash_of,
    is_cost,
    is_dead_end,
    is_h,
    load,
    next_heuristic,
    prefetch,
    read_edge,
    store,
    to_domain_h,
    to_number,
)

U = np.uint64
ZERO, ONE = U(0), U(1)


def prefetch_edges(data: Data, node: Value, count: Value, side: Value) -> Value:
    """Compute the other ends of all edges of a node and start fetching their slots from memory.
    All memory accesses to the hash table begin before the first slot is needed.
    """
    edges, slots = data.edges, data.table.slots
    state, aux, i, size = load(data.nodes.states, node), np.int64(data.nodes.auxes[node]), ZERO, U(slots.size)
    while i < count:
        next_state, next_aux, cost = read_edge(edges, data.tables, state, aux, i, side)
        hash_value = hash_of(next_state)
        prefetch(slots, first_slot(hash_value, size))
        store(edges.states, i, next_state)
        edges.hashes[i], edges.auxes[i], edges.costs[i] = hash_value, next_aux, cost
        if not is_cost(cost) or edges.auxes[i] != next_aux:
            data.counters[FAULT_NODE], data.counters[FAULT_EDGE], data.values[FAULT_VALUE] = node, i, cost
            return BAD_AUX if is_cost(cost) else BAD_COST
        i += ONE
    return DONE


def evaluate_successor(data: Data, node: Value, h: Value, i: Value) -> Value:
    """Return (code, h of successor i). With the code DONE, h can be stored in its array."""
    nodes, edges, new_h = data.nodes, data.edges, to_number(0)
    if data.options.uses_heuristic:
        state, aux = load(nodes.states, node), np.int64(nodes.auxes[node])
        next_state, next_aux = load(edges.states, i), np.int64(edges.auxes[i])
        domain_h = next_heuristic(data.tables, state, aux, to_domain_h(h), np.int64(i), next_state, next_aux)
        is_dead = is_dead_end(domain_h)
        if not is_h(domain_h) or not (is_dead or fits(nodes.hs, to_number(domain_h))):
            data.values[FAULT_VALUE] = domain_h
            return GROW_WIDTH if is_h(domain_h) else BAD_H, new_h
        new_h = dead_end_h(nodes.hs) if is_dead else to_number(domain_h)
    return DONE, new_h
