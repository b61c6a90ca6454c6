"""The policies of focal search: the candidates in three orders by turns, and the steps to go of new nodes."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from astarlib.compiled.kernels.codes import (
    BAD_STEPS,
    DONE,
    EXPANDED,
    FAULT_VALUE,
    GROW_QUEUE,
    MAX_F_EXPANDED,
    NEXT_NODE,
)
from astarlib.compiled.kernels.data import Data, Value
from astarlib.compiled.kernels.focal_heaps import COST, STEPS, WEIGHT, ZERO, U, move_limit, remove_first, start_of
from astarlib.compiled.kernels.interface import dead_end_h, load, pop, rank, steps_to_go, to_number
from astarlib.compiled.kernels.nodes import is_closed


class Options(NamedTuple):
    """The options of focal search: those of best-first search, and whether the domain estimates steps."""

    max_successors: Value
    uses_heuristic: Value
    reopens: Value
    f_is_lower_bound: Value
    has_goals: Value
    has_steps: Value


def choose(data: Data, node: Value, h: Value, max_cost: Value) -> Value:
    """Return (DONE, the next node, its h), or the code of a larger array. ``node`` is the one with the smallest f."""
    queue, nodes = data.queue, data.nodes
    limit = data.weights[2] * data.values[MAX_F_EXPANDED]
    limit = min(limit, np.float64(max_cost))
    if limit > queue[4][ZERO] and not move_limit(queue, data.weights, limit):
        return GROW_QUEUE, node, h
    heap = heap_of(data.counters[EXPANDED])
    if heap != COST:
        start = start_of(queue, heap)
        while True:
            node = U(queue[2][start])
            f = rank(data.weights, to_number(nodes.gs[node]), to_number(nodes.hs[node]))
            is_newest = f == (queue[0][start, U(1)] if heap == STEPS else queue[0][start, U(2)])
            if is_newest and not is_closed(nodes.closed, node):
                break
            remove_first(queue, heap)
    return DONE, node, to_number(nodes.hs[node])


def heap_of(expanded: Value) -> Value:
    """Return the heap from which the expansion after ``expanded`` others takes its node."""
    turn = expanded & 3
    if turn == 3:
        return COST
    return WEIGHT if turn == 1 else STEPS


def take(data: Data, node: Value, f: Value, h: Value) -> Value:
    """Remove a node where it's the first by f. Return the node that is the first of the next turn now, or 0."""
    queue = data.queue
    if U(queue[2][ZERO]) == node:
        pop(queue, data.counters, f, h)
    heap = heap_of(data.counters[EXPANDED] + 1)
    return U(queue[2][start_of(queue, heap)]) if queue[3][heap] > 0 else ZERO


def note_new(data: Data, i: Value, h: Value) -> Value:
    """Store the steps to go of successor i, which becomes the next node. Without an estimate, h takes their place."""
    steps = np.float64(h)
    if data.options.has_steps and h != dead_end_h(data.nodes.hs):
        steps = steps_to_go(data.tables, load(data.edges.states, i), np.int64(data.edges.auxes[i]))
        if not steps >= 0:
            data.values[FAULT_VALUE] = steps
            return BAD_STEPS
    data.queue[5][data.counters[NEXT_NODE]] = steps
    return DONE


def note_again(data: Data, node: Value, new: Value) -> None:
    """Store the steps to go of a node for the one that replaces it."""
    data.queue[5][new] = data.queue[5][node]
