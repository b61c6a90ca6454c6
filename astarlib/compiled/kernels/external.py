"""The expansion of sorted states that are read from a disk.

A record is the words of a state, and one more word for ``aux`` unless the domain has ``aux_of``. Successors are written
one after another. Each has the number of its bucket, that is, of its pair of edge cost and h.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from astarlib.compiled.kernels.codes import BAD_AUX, BAD_COST, BAD_H, BAD_SUCCESSOR_COUNT, BAD_UNIT, DONE, TOO_LARGE
from astarlib.compiled.kernels.data import Value
from astarlib.compiled.kernels.interface import (
    apply,
    aux_of,
    is_dead_end,
    is_equal,
    is_goal,
    is_h,
    is_summable,
    load_at,
    next_heuristic,
    store_at,
    successor_count,
    to_domain_h,
)

U = np.uint64
FULL = 100
"""There may be no room for the successors of the next state, or for another bucket."""
# The indices of ``counters``:
AT = 0
"""The next record to expand."""
FOUND = 1
"""The number of successors in the buffer."""
GENERATED = 2
DEAD_ENDS = 3
IS_INCONSISTENT = 4
MAX_COST = 5
"""The largest cost of an edge so far."""
BUCKETS = 6
"""The number of buckets of the successors in the buffer."""
FAULT_EDGE = 7
FAULT_VALUE = 8
COUNTER_COUNT = 9


class Options(NamedTuple):
    """The options of a search on disk."""

    max_successors: Value
    width: Value
    """The number of words of a record."""
    stores_aux: Value
    uses_h: Value
    max_aux: Value
    is_undirected: Value


class Successors(NamedTuple):
    """Room for the successors of many records."""

    records: Value
    ids: Value
    """The number of the bucket of each successor."""
    slots: Value
    buckets: Value


def aux_at(tables: Value, records: Value, place: Value, options: Options) -> Value:
    """Return the ``aux`` of the record that begins at word ``place``."""
    if options.stores_aux:
        return np.int64(records[place + options.width - 1])
    return aux_of(tables, load_at(records, place))


def read_aux(tables: Value, records: Value, place: Value, options: Options) -> Value:
    """Return what `aux_at` returns. This one is called from Python, and isn't inlined."""
    return aux_at(tables, records, place, options)


def bucket_of(cost: Value, h: Value, slots: Value, buckets: Value, counters: Value) -> Value:
    """Return the number of a bucket, or -1 if there is no room for a new one.
    ``slots`` is a hash table with open addressing of at least twice as many slots as buckets.
    """
    mask = U(slots.size - 1)
    slot = ((U(cost) * U(0x9E3779B97F4A7C15) + U(h)) * U(0x9E3779B97F4A7C15) >> U(40)) & mask
    while True:
        bucket = slots[slot]
        if bucket < 0:
            bucket = counters[BUCKETS]
            if 2 * bucket >= buckets.size:
                return -1
            slots[slot], buckets[2 * bucket], buckets[2 * bucket + 1] = bucket, cost, h
            counters[BUCKETS] = bucket + 1
            return bucket
        if buckets[2 * bucket] == cost and buckets[2 * bucket + 1] == h:
            return bucket
        slot = (slot + U(1)) & mask


def expand(
    tables: Value, options: Options, stop_at: Value, h: Value, records: Value, out: Successors, counters: Value
) -> Value:
    """Expand records up to but not including ``stop_at``. Return a code for the reason to stop.
    The counters are updated after each record, so an expansion that stops is repeated as a whole.
    """
    max_successors, width, stores_aux, uses_h, max_aux, is_undirected = options
    ids = out.ids
    while counters[AT] < stop_at:
        found, generated, dead_ends = counters[FOUND], counters[GENERATED], counters[DEAD_ENDS]
        if found + max_successors > ids.size:
            return FULL
        place = counters[AT] * width
        state, aux = load_at(records, place), aux_at(tables, records, place, options)
        count = successor_count(tables, state, aux)
        if not 0 <= count <= max_successors:
            counters[FAULT_VALUE] = count
            return BAD_SUCCESSOR_COUNT
        for i in range(count):
            next_state, next_aux, cost = apply(tables, state, aux, i)
            counters[FAULT_EDGE], counters[FAULT_VALUE] = i, cost
            if not 0 <= next_aux <= max_aux:
                return BAD_AUX
            if cost < 0:
                return BAD_COST
            if not is_summable(cost):
                return TOO_LARGE
            if is_undirected and cost != 1:
                return BAD_UNIT
            next_h = to_domain_h(0)
            if uses_h:
                next_h = next_heuristic(tables, state, aux, h, i, next_state, next_aux)
                if not is_h(next_h) or not is_summable(next_h):
                    counters[FAULT_VALUE] = next_h
                    return TOO_LARGE if is_h(next_h) else BAD_H
                if is_dead_end(next_h):
                    dead_ends += 1
                    continue
                counters[IS_INCONSISTENT] |= h > cost + next_h
            bucket = bucket_of(cost, next_h, out.slots, out.buckets, counters)
            if bucket < 0:
                return FULL
            counters[MAX_COST] = max(counters[MAX_COST], cost)
            store_at(out.records, found * width, next_state)
            if stores_aux:
                out.records[found * width + width - 1] = next_aux
            ids[found] = bucket
            found += 1
        counters[FOUND], counters[GENERATED], counters[DEAD_ENDS] = found, generated + count, dead_ends
        counters[AT] += 1
    return DONE


def find_goal(tables: Value, options: Options, count: Value, records: Value) -> Value:
    """Return the first record that is a goal, or -1."""
    for at in range(count):
        place = at * options.width
        if is_goal(tables, load_at(records, place), aux_at(tables, records, place, options)):
            return at
    return -1


def find_parent(tables: Value, options: Options, count: Value, records: Value, target: Value, cost: Value) -> Value:
    """Return the first record from which an edge of that cost leads to the state ``target``, or -1."""
    wanted = load_at(target, 0)
    for at in range(count):
        place = at * options.width
        state, aux = load_at(records, place), aux_at(tables, records, place, options)
        for i in range(successor_count(tables, state, aux)):
            next_state, _, edge_cost = apply(tables, state, aux, i)
            if edge_cost == cost and is_equal(next_state, wanted):
                return at
    return -1
