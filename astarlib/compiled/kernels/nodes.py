"""Closed nodes, and queries over all nodes between two runs of the search loop."""

from __future__ import annotations

import numpy as np

from astarlib.compiled.kernels.data import Nodes, Value
from astarlib.compiled.kernels.interface import (
    first_entry,
    has_room,
    is_dead_node,
    is_in_range,
    mask,
    pop,
    push,
    rank,
    to_number,
)

U = np.uint64
ZERO, ONE, THREE, SEVEN = U(0), U(1), U(3), U(7)


def is_closed(closed: Value, node: Value) -> Value:
    """Return True if a node is closed. Each node has one bit."""
    return (closed[node >> THREE] >> (node & SEVEN)) & 1 == 1


def close(closed: Value, node: Value) -> None:
    """Close a node."""
    closed[node >> THREE] |= np.uint8(1 << (node & SEVEN))


def is_stale(weights: Value, nodes: Nodes, node: Value, f: Value) -> Value:
    """Return True if a queue entry with that f is stale: its node was closed or re-queued with another f."""
    g, h = to_number(nodes.gs[node]), to_number(nodes.hs[node])
    return rank(weights, g, h) != f or is_closed(nodes.closed, node)


def first_live(weights: Value, nodes: Nodes, queue: Value, counters: Value) -> Value:
    """Remove stale entries from the front of the queue. Return the node of the first entry left, or 0."""
    while True:
        node, f, h = first_entry(queue, nodes.hs, counters)
        if node == ZERO or not is_stale(weights, nodes, node, f):
            return node
        pop(queue, counters, f, h)


def min_g_plus_h(nodes: Nodes, count: Value) -> Value:
    """Return the smallest g + h of all open nodes, or inf if there are none."""
    no_node = mask(to_number(0), True)
    smallest = no_node
    for at in range(1, count):
        node = U(at)
        total = to_number(nodes.gs[node]) + to_number(nodes.hs[node])
        # There is no branch, so that the compiler can compute several nodes at once.
        smallest = min(smallest, mask(total, is_closed(nodes.closed, node) | is_dead_node(nodes.hs, node)))
    return np.float64(smallest) if smallest < no_node else np.inf


def push_all(weights: Value, nodes: Nodes, queue: Value, counters: Value, first: Value, order: Value) -> Value:
    """Add the nodes ``order[first:]`` to the queue, and return the index of the first one that it can't take, or the
    length.
    """
    for at in range(first, order.size):
        node = U(order[at])
        h = to_number(nodes.hs[node])
        f = rank(weights, to_number(nodes.gs[node]), h)
        if not has_room(queue, counters, ONE) or not is_in_range(queue, f, h):
            return at
        push(queue, counters, weights, f, h, node)
    return order.size
