"""What is asked of all nodes between two runs of the loop, and what tells closed nodes from others."""

from __future__ import annotations

import numpy as np

from astarlib.compiled.kernels.interface import Value, drop, front, has_room, is_dead, number, put, rank, reaches

U = np.uint64
ZERO, ONE, THREE, SEVEN = U(0), U(1), U(3), U(7)


def is_closed(closed: Value, node: Value) -> Value:
    """Whether a node is closed: a bit of its own tells it."""
    return (closed[node >> THREE] >> (node & SEVEN)) & 1 == 1


def close(closed: Value, node: Value) -> None:
    """Close a node."""
    closed[node >> THREE] |= np.uint8(1 << (node & SEVEN))


def is_stale(weights: Value, nodes: Value, node: Value, f: Value) -> Value:
    """Whether an entry of that f is none of its node any more."""
    g, h = number(nodes[2][node]), number(nodes[3][node])
    return rank(weights, g, h) != f or is_closed(nodes[5], node)


def first_live(weights: Value, nodes: Value, queue: Value, c: Value) -> Value:
    """The node at the front once stale entries are dropped there; 0: there is none."""
    while True:
        node, f, h = front(queue, nodes[3], c)
        if node == ZERO or not is_stale(weights, nodes, node, f):
            return node
        drop(queue, c, f, h)


def least_total(nodes: Value, count: Value) -> Value:
    """The smallest g + h of an open node; inf when there is none."""
    least = np.inf
    for at in range(1, count):
        node = U(at)
        if not is_closed(nodes[5], node) and not is_dead(nodes[3], node):
            least = min(least, np.float64(number(nodes[2][node]) + number(nodes[3][node])))
    return least


def put_all(weights: Value, nodes: Value, queue: Value, c: Value, first: Value, order: Value) -> Value:
    """Put nodes into the queue one after the other, from ``order[first]`` on; how many are in when it takes no more."""
    for at in range(first, order.size):
        node = U(order[at])
        h = number(nodes[3][node])
        f = rank(weights, number(nodes[2][node]), h)
        if not has_room(queue, c, ONE) or not reaches(queue, f, h):
            return at
        put(queue, c, weights, f, h, node)
    return order.size
