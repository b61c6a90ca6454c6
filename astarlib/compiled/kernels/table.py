"""The hash table from states to nodes: open addressing, four bytes a slot.

A slot holds the number of a node, and in the bits that no number needs a part of the hash, so that a look at the slot
of another state seldom goes on to its node. The size need not be a power of two.
"""

from __future__ import annotations

import numpy as np

from astarlib.compiled.kernels.interface import Value, hash_of, is_equal, load, prefetch

U = np.uint64
ZERO, ONE, HALF = U(0), U(1), U(32)
LOW_HALF = U(0xFFFFFFFF)
AHEAD = 12
"""So many nodes before it is put into a table the place of a node is sent for."""


def place_of(hashed: Value, size: Value) -> Value:
    """Where the look for a hash begins."""
    return ((hashed >> HALF) * size) >> HALF


def find(slots: Value, shift: Value, states: Value, state: Value, hashed: Value) -> Value:
    """(node or 0, the slot that holds it or where it belongs)."""
    size, numbers = U(slots.size), (ONE << shift) - ONE
    tags = ~numbers & LOW_HALF
    tag, at = hashed & tags, place_of(hashed, size)
    while True:
        slot = U(slots[at])
        if slot == ZERO:
            return ZERO, at
        if slot & tags == tag and is_equal(load(states, slot & numbers), state):
            return slot & numbers, at
        at += ONE
        if at == size:
            at = ZERO


def slot_of(node: Value, hashed: Value, shift: Value) -> Value:
    """What a slot holds for a node."""
    tags = ~((ONE << shift) - ONE) & LOW_HALF
    return np.uint32(hashed & tags | node)


def fill(slots: Value, shift: Value, states: Value, first: Value, last: Value, are_distinct: Value) -> None:
    """Put nodes, from ``first`` to before ``last``, into a table; of several nodes of a state the last one stays."""
    size = U(slots.size)
    for number_of in range(first, last):
        if number_of + AHEAD < last:
            prefetch(slots, place_of(hash_of(load(states, U(number_of + AHEAD))), size))
        state = load(states, U(number_of))
        hashed = hash_of(state)
        at = place_of(hashed, size)
        if are_distinct:
            while slots[at] != 0:
                at += ONE
                if at == size:
                    at = ZERO
        else:
            _, at = find(slots, shift, states, state, hashed)
        slots[at] = slot_of(U(number_of), hashed, shift)


def find_node(slots: Value, shift: Value, states: Value, state: Value) -> Value:
    """The node of a state; 0: it is not stored."""
    return find(slots, shift, states, state, hash_of(state))[0]
