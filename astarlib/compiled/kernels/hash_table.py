"""The hash table from states to nodes, with open addressing and 4 bytes for each slot.

A slot holds the number of a node. The bits that a node number doesn't need hold a part of the hash. Therefore, a lookup
rarely compares its state with that of another slot. The size needn't be a power of two.
"""

from __future__ import annotations

import numpy as np

from astarlib.compiled.kernels.data import Table, Value
from astarlib.compiled.kernels.interface import hash_of, is_equal, load, prefetch

U = np.uint64
ZERO, ONE, HALF = U(0), U(1), U(32)
LOW_HALF = U(0xFFFFFFFF)
MAX_LOAD = 0.75
"""The largest part of the slots of a hash table that may be in use."""
PREFETCH_DISTANCE = 12
"""The number of nodes by which `fill` fetches slots ahead."""


def first_slot(hash_value: Value, size: Value) -> Value:
    """Return the slot at which the search for a hash begins."""
    return ((hash_value >> HALF) * size) >> HALF


def find(slots: Value, node_bits: Value, states: Value, state: Value, hash_value: Value) -> Value:
    """Return (node, slot): the node of a state, or 0, and the slot of the node or the free slot for a new one."""
    size, numbers = U(slots.size), (ONE << node_bits) - ONE
    tags = ~numbers & LOW_HALF
    tag, at = hash_value & tags, first_slot(hash_value, size)
    while True:
        slot = U(slots[at])
        if slot == ZERO:
            return ZERO, at
        if slot & tags == tag and is_equal(load(states, slot & numbers), state):
            return slot & numbers, at
        at += ONE
        if at == size:
            at = ZERO


def find_place(table: Table, states: Value, state: Value, hash_value: Value) -> Value:
    """Return the place of a state: (its node or 0, its slot or the free slot for a new node, its hash)."""
    found, slot = find(table.slots, table.node_bits, states, state, hash_value)
    return found, slot, hash_value


def slot_value(node: Value, hash_value: Value, node_bits: Value) -> Value:
    """Return the value that a slot holds for a node."""
    tags = ~((ONE << node_bits) - ONE) & LOW_HALF
    return np.uint32(hash_value & tags | node)


def fill(slots: Value, node_bits: Value, states: Value, first: Value, last: Value, are_distinct: Value) -> None:
    """Add the nodes from ``first`` up to but not including ``last`` to a table.
    If several nodes have the same state, the last one stays in the table. ``are_distinct`` is True if no two nodes have
    the same state.
    """
    size = U(slots.size)
    for node in range(first, last):
        if node + PREFETCH_DISTANCE < last:
            prefetch(slots, first_slot(hash_of(load(states, U(node + PREFETCH_DISTANCE))), size))
        state = load(states, U(node))
        hash_value = hash_of(state)
        at = first_slot(hash_value, size)
        if are_distinct:
            while slots[at] != 0:
                at += ONE
                if at == size:
                    at = ZERO
        else:
            _, at = find(slots, node_bits, states, state, hash_value)
        slots[at] = slot_value(U(node), hash_value, node_bits)


def find_node(slots: Value, node_bits: Value, states: Value, state: Value) -> Value:
    """Return the node of a state, or 0 if the state isn't stored."""
    return find(slots, node_bits, states, state, hash_of(state))[0]
