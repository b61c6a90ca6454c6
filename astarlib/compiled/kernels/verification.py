"""Checks that stored nodes are states of the problem, for a search that is loaded from a file.

The functions of a domain use parts of a state as array indices. With a state that the domain didn't generate, they
might access any address.
"""

from __future__ import annotations

import numpy as np

from astarlib.compiled.kernels.data import Nodes, Value
from astarlib.compiled.kernels.interface import edge, edge_count, is_cost, is_identical, load, to_number

U = np.uint64
ZERO, ONE = U(0), U(1)
UNKNOWN, IN_PROGRESS, VERIFIED, NOT_STORED = np.uint8(0), np.uint8(1), np.uint8(2), np.uint8(3)


def verify_nodes(
    tables: Value, nodes: Nodes, count: Value, max_successors: Value, status: Value, stack: Value, side: Value
) -> Value:
    """Return 0 if an edge of the side leads to every node from its parent. Otherwise, return a wrong node.

    ``status`` and ``stack`` have room for ``count`` nodes. ``status`` is initially VERIFIED for the nodes without a
    parent, NOT_STORED for nodes that the side doesn't have, and otherwise 0. The domain's functions get a node only
    after the node is verified, so parents come before their children.
    """
    for at in range(1, count):
        node, depth = U(at), ZERO
        while status[node] != VERIFIED and status[at] != NOT_STORED:
            if node == ZERO or status[node] != UNKNOWN:  # There is no parent, or there is a cycle.
                return U(at)
            status[node] = IN_PROGRESS
            stack[depth] = node
            depth += ONE
            node = U(nodes.parents[node])
            if node >= U(count):
                return U(at)
        while depth > ZERO:
            depth -= ONE
            child = U(stack[depth])
            if not is_successor(tables, nodes, node, child, max_successors, side):
                return child
            status[child] = VERIFIED
            node = child
    return ZERO


def is_successor(  # numba's functions take no keywords
    tables: Value, nodes: Nodes, parent: Value, child: Value, max_successors: Value, side: Value
) -> Value:
    """Return True if an edge leads from parent to child and costs exactly the difference of their g."""
    states, gs, auxes = nodes.states, nodes.gs, nodes.auxes
    state, aux, child_state = load(states, parent), np.int64(auxes[parent]), load(states, child)
    count = edge_count(tables, state, aux, side)
    if not 0 <= count <= max_successors:
        return False
    for i in range(count):
        next_state, next_aux, cost = edge(tables, state, aux, i, side)
        is_found = is_identical(next_state, child_state) and next_aux == np.int64(auxes[child]) and is_cost(cost)
        if is_found and to_number(gs[parent]) + to_number(cost) == to_number(gs[child]):
            return True
    return False
