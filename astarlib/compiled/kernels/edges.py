"""The edges of a node that is expanded. They are computed together, so that memory is fetched early."""

from __future__ import annotations

import numpy as np

from astarlib.compiled.kernels.codes import BAD_AUX, BAD_COST, DONE, FAULT_EDGE, FAULT_NODE, FAULT_VALUE
from astarlib.compiled.kernels.hash_table import first_slot
from astarlib.compiled.kernels.interface import Value, edge, hash_of, is_cost, load, prefetch, store

U = np.uint64
ZERO, ONE = U(0), U(1)


def prefetch_edges(
    tables: Value, nodes: Value, slots: Value, scratch: Value, counters: Value, values: Value, node: Value,
    count: Value, side: Value,
) -> Value:  # fmt: skip
    """Compute the other ends of all edges of a node and start fetching their slots from memory.
    All memory accesses to the hash table begin before the first slot is needed.
    """
    next_states, hashes, next_auxes, costs = scratch
    state, aux, i, size = load(nodes[0], node), np.int64(nodes[4][node]), ZERO, U(slots.size)
    while i < count:
        next_state, next_aux, cost = edge(tables, state, aux, np.int64(i), side)
        hash_value = hash_of(next_state)
        prefetch(slots, first_slot(hash_value, size))
        store(next_states, i, next_state)
        hashes[i], next_auxes[i], costs[i] = hash_value, next_aux, cost
        if not is_cost(cost) or next_auxes[i] != next_aux:
            counters[FAULT_NODE], counters[FAULT_EDGE], values[FAULT_VALUE] = node, i, cost
            return BAD_AUX if is_cost(cost) else BAD_COST
        i += ONE
    return DONE
