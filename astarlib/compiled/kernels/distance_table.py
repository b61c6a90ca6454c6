"""The hash table of a pattern database: packed abstract states, each with its distance, by open addressing.
``keys`` has the words of the state of each slot, and then those of a state that marks free slots.
"""

from __future__ import annotations

import numpy as np

from astarlib.compiled.kernels.data import Value
from astarlib.compiled.kernels.hash_table import PREFETCH_DISTANCE, first_slot
from astarlib.compiled.kernels.interface import hash_of, is_equal, load, prefetch, store

U = np.uint64
ZERO, ONE = U(0), U(1)
to_h = np.int64
"""The type of h. With float costs, `find_distance` gets another one."""


def find_distance(keys: Value, distances: Value, missing: Value, state: Value) -> Value:
    """Return the distance of a state, or ``missing`` if the table doesn't have it. Python can run this, too."""
    size = U(distances.size)
    free, at = load(keys, size), first_slot(hash_of(state), size)
    while True:
        key = load(keys, at)
        if is_equal(key, free):
            return missing
        if is_equal(key, state):
            return to_h(distances[at])
        at += ONE
        if at == size:
            at = ZERO


def fill_distances(keys: Value, distances: Value, states: Value, gs: Value, first: Value, last: Value) -> None:
    """Add the states of the nodes from ``first`` up to but not including ``last``, which all are different."""
    size = U(distances.size)
    free = load(keys, size)
    for node in range(first, last):
        if node + PREFETCH_DISTANCE < last:
            prefetch(keys, first_slot(hash_of(load(states, U(node + PREFETCH_DISTANCE))), size))
        state = load(states, U(node))
        at = first_slot(hash_of(state), size)
        while not is_equal(load(keys, at), free):
            at += ONE
            if at == size:
                at = ZERO
        store(keys, at, state)
        distances[at] = gs[node]
