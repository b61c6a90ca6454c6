"""Checks that stored nodes are states of the problem, for a search that is loaded from a file.

The functions of a domain use parts of a state as array indices. With a state that the domain didn't generate, they
might access any address.
"""

from __future__ import annotations

import numpy as np

from astarlib.compiled.kernels.interface import Value, apply, is_cost, is_equal, load, successor_count, to_number

U = np.uint64
ZERO, ONE = U(0), U(1)
UNKNOWN, IN_PROGRESS, VERIFIED = np.uint8(0), np.uint8(1), np.uint8(2)


def verify_nodes(
    tables: Value, nodes: Value, count: Value, max_successors: Value, status: Value, stack: Value
) -> Value:
    """Return 0 if every node is a successor of its parent and node 1 is the root. Otherwise, return a wrong node.

    ``status`` and ``stack`` have room for ``count`` nodes, and ``status`` is initially 0. The domain's functions get a
    node only after the node is verified, so parents come before their children.
    """
    status[1] = VERIFIED
    for at in range(2, count):
        node, depth = U(at), ZERO
        while status[node] != VERIFIED:
            if node == ZERO or status[node] == IN_PROGRESS:  # There is no parent, or there is a cycle.
                return node + U(node == ZERO)
            status[node] = IN_PROGRESS
            stack[depth] = node
            depth += ONE
            node = U(nodes[1][node])
            if node >= U(count):
                return U(at)
        while depth > ZERO:
            depth -= ONE
            child = U(stack[depth])
            if not is_successor(tables, nodes, node, child, max_successors):
                return child
            status[child] = VERIFIED
            node = child
    return ZERO


def is_successor(tables: Value, nodes: Value, parent: Value, child: Value, max_successors: Value) -> Value:
    """Return True if an edge leads from parent to child and costs exactly the difference of their g."""
    states, _, gs, _, auxes, _ = nodes
    state, aux, child_state = load(states, parent), np.int64(auxes[parent]), load(states, child)
    count = successor_count(tables, state, aux)
    if not 0 <= count <= max_successors:
        return False
    for i in range(count):
        next_state, next_aux, cost = apply(tables, state, aux, i)
        is_found = is_equal(next_state, child_state) and next_aux == np.int64(auxes[child]) and is_cost(cost)
        if is_found and to_number(gs[parent]) + to_number(cost) == to_number(gs[child]):
            return True
    return False
