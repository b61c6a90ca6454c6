"""Whether stored nodes are states of the problem, for a search that comes from a file.

The functions of a domain index arrays with what they find in a state, so a state that the domain itself has not made
could make them read anywhere.
"""

from __future__ import annotations

import numpy as np

from astarlib.compiled.kernels.interface import Value, apply, is_cost, is_equal, load, number, successor_count

U = np.uint64
ZERO, ONE = U(0), U(1)
UNKNOWN, UNDER_WAY, VERIFIED = np.uint8(0), np.uint8(1), np.uint8(2)


def verify_nodes(tables: Value, nodes: Value, count: Value, most: Value, marks: Value, stack: Value) -> Value:
    """Return 0 if every node is a successor of its parent, and node 1 the origin of all; else a node that isn't.

    ``marks`` and ``stack`` have room for ``count`` nodes, and ``marks`` is 0 everywhere. A node is only given to the
    domain once it has been verified, so parents come before their children.
    """
    marks[1] = VERIFIED
    for at in range(2, count):
        node, depth = U(at), ZERO
        while marks[node] != VERIFIED:
            if node == ZERO or marks[node] == UNDER_WAY:  # no parent, or a cycle
                return node + U(node == ZERO)
            marks[node] = UNDER_WAY
            stack[depth] = node
            depth += ONE
            node = U(nodes[1][node])
            if node >= U(count):
                return U(at)
        while depth > ZERO:
            depth -= ONE
            child = U(stack[depth])
            if not is_successor(tables, nodes, node, child, most):
                return child
            marks[child] = VERIFIED
            node = child
    return ZERO


def is_successor(tables: Value, nodes: Value, parent: Value, child: Value, most: Value) -> Value:
    """Return True if an edge of just the difference of their g leads from one node to the other."""
    states, _, gs, _, auxes, _ = nodes
    state, aux, wanted = load(states, parent), np.int64(auxes[parent]), load(states, child)
    count = successor_count(tables, state, aux)
    if not 0 <= count <= most:
        return False
    for i in range(count):
        next_state, next_aux, cost = apply(tables, state, aux, i)
        is_found = is_equal(next_state, wanted) and next_aux == np.int64(auxes[child]) and is_cost(cost)
        if is_found and number(gs[parent]) + number(cost) == number(gs[child]):
            return True
    return False
