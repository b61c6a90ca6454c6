"""The policies of an expansion that leaves out dominated successors, as `astarlib.searching.dominance` does.

The labels follow from the stored nodes. They are collected before the first expansion, also in a loaded search.
"""

from __future__ import annotations

import numpy as np

from astarlib.compiled.kernels.codes import (
    BAD_RESOURCES,
    DONE,
    FAULT_EDGE,
    FAULT_NODE,
    GROW_LABELS,
    NEXT_NODE,
    NO_EDGE,
    PROCESSED,
    PRUNED,
)
from astarlib.compiled.kernels.data import Data, Labels, Value
from astarlib.compiled.kernels.hash_table import MAX_LOAD, find, find_place, slot_value
from astarlib.compiled.kernels.interface import (
    hash_of,
    load,
    ordinal,
    process_successor,
    read_resources,
    store,
    to_number,
)

U = np.uint64
ZERO = U(0)
NEXT_COLLECTED, NEXT_KEY, ROWS_END, ROW_LENGTH = 0, 1, 2, 3
"""The indices of ``Labels.sizes``."""
ALL_COLLECTED = -1
"""The value of NEXT_COLLECTED if all nodes have labels."""


def begin_expansion(data: Data) -> Value:
    """Collect the labels of the stored nodes, unless they are known. Return (code, the next edge to process)."""
    nodes, labels, counters = data.nodes, data.labels, data.counters
    at = labels.sizes[NEXT_COLLECTED]
    if at != ALL_COLLECTED:
        while at < counters[NEXT_NODE]:
            node = U(at)
            code, key = read_label(data, load(nodes.states, node), np.int64(nodes.auxes[node]), nodes.gs[node])
            if code == DONE and not is_dominated(labels, key):
                code = reserve(labels, key)
                if code == DONE:
                    add_label(labels, key)
            if code != DONE:
                labels.sizes[NEXT_COLLECTED], counters[FAULT_NODE], counters[FAULT_EDGE] = at, at, NO_EDGE
                return code, ZERO
            at += 1
        labels.sizes[NEXT_COLLECTED] = ALL_COLLECTED
    return DONE, U(counters[PROCESSED])


def offer_successor(data: Data, node: Value, h: Value, i: Value) -> Value:
    """Store successor i of a node, unless a label dominates it. Add its label."""
    nodes, edges, labels, counters = data.nodes, data.edges, data.labels, data.counters
    next_state, g = load(edges.states, i), to_number(nodes.gs[node]) + to_number(edges.costs[i])
    found = find_place(data.table, nodes.states, next_state, edges.hashes[i])[0]
    if found == ZERO or g < to_number(nodes.gs[found]):
        code, key = read_label(data, next_state, np.int64(edges.auxes[i]), g)
        if code != DONE:
            return code
        if is_dominated(labels, key):
            counters[PRUNED] += 1
        else:
            code = reserve(labels, key)
            if code == DONE:
                code = process_successor(data, node, h, i)
            if code != DONE:
                return code
            add_label(labels, key)
    counters[PROCESSED] = i + U(1)
    return DONE


def end_expansion(counters: Value, count: Value) -> Value:
    """Return the number of edges to states that weren't dominated."""
    generated = count - counters[PRUNED]
    counters[PROCESSED] = counters[PRUNED] = 0
    return generated


def read_label(data: Data, state: Value, aux: Value, g: Value) -> Value:
    """Write the label of a state to ``row``. Return (code, the number of its key)."""
    labels = data.labels
    key, count = read_resources(data.tables, state, aux, labels.row)
    if count < 0:
        return BAD_RESOURCES, ZERO
    labels.row[0] = ordinal(to_number(g))
    hash_value, new = hash_of(key), U(labels.sizes[NEXT_KEY])
    number, slot = find(labels.table.slots, labels.table.node_bits, labels.keys, key, hash_value)
    if number == ZERO:
        has_room = new < U(labels.counts.size) and np.float64(new) < MAX_LOAD * labels.table.slots.size
        if count + 1 != labels.row.size or not has_room:
            labels.sizes[ROW_LENGTH] = count + 1
            return GROW_LABELS, ZERO
        labels.table.slots[slot] = slot_value(new, hash_value, labels.table.node_bits)
        store(labels.keys, new, key)
        labels.counts[new] = labels.rooms[new] = 0
        labels.sizes[NEXT_KEY] += 1
        number = new
    return DONE, number


def reserve(labels: Labels, key: Value) -> Value:
    """Make room for one more label of a key, in a larger block. Return DONE, or GROW_LABELS if there is none."""
    width, room, old, count = labels.row.size, labels.rooms[key], labels.starts[key], labels.counts[key]
    if room > 0 and count < 1 << (room - 1):
        return DONE
    start = labels.free[room + 1]
    if start >= 0:
        labels.free[room + 1] = labels.rows[start * width]
    else:
        start = labels.sizes[ROWS_END]
        if (start + (1 << room)) * width > labels.rows.size:
            return GROW_LABELS
        labels.sizes[ROWS_END] = start + (1 << room)
    if room > 0:
        for at in range(count * width):
            labels.rows[start * width + at] = labels.rows[old * width + at]
        labels.rows[old * width] = labels.free[room]
        labels.free[room] = old
    labels.starts[key], labels.rooms[key] = start, room + 1
    return DONE


def first_row(labels: Labels, key: Value, limit: Value) -> Value:
    """Return the first row of a key whose g is at least ``limit``, or the end of its rows."""
    width, low = labels.row.size, labels.starts[key]
    high = low + labels.counts[key]
    while low < high:
        middle = (low + high) // 2
        if labels.rows[middle * width] < limit:
            low = middle + 1
        else:
            high = middle
    return low


def is_dominated(labels: Labels, key: Value) -> Value:
    """Return True if a label of the key has no greater g and no greater resource than ``row``."""
    width, start = labels.row.size, labels.starts[key]
    end = first_row(labels, key, labels.row[0] + 1)
    if width == 2:  # The labels are ordered by their only resource, too, from the largest to the smallest.
        return end > start and labels.rows[end * 2 - 1] <= labels.row[1]
    for at in range(start, end):  # noqa: SIM110  # numba has no generators without an allocation.
        if covers(labels.rows, at * width, labels.row, 0, width):
            return True
    return False


def covers(rows: Value, at: Value, others: Value, other_at: Value, width: Value) -> Value:
    """Return True if no resource of a row is greater than that of another one."""
    for i in range(1, width):  # noqa: SIM110  # as above
        if rows[at + i] > others[other_at + i]:
            return False
    return True


def add_label(labels: Labels, key: Value) -> None:
    """Add ``row``, which isn't dominated, to the labels of a key, and remove those that it dominates."""
    width, rows, row = labels.row.size, labels.rows, labels.row
    at = first_row(labels, key, row[0])
    end = labels.starts[key] + labels.counts[key]
    kept = at
    for each in range(at, end):
        if not covers(row, 0, rows, each * width, width):
            for i in range(width):
                rows[kept * width + i] = rows[each * width + i]
            kept += 1
    for place in range(kept * width - 1, at * width - 1, -1):
        rows[place + width] = rows[place]
    for i in range(width):
        rows[at * width + i] = row[i]
    labels.counts[key] = kept + 1 - labels.starts[key]
