"""Anytime search over packed states, compiled: ARA* and anytime weighted A*.

The rules of `best_first` hold here, too, and its `expand` calls `process_successor` of this module: `specialize` takes
a function from the last module that has one of that name.

``options`` is (max_successors, uses_heuristic, repairs, scale, max_cost, check_at, marks, parked). ``repairs`` is True
for ARA*. ``scale`` is the factor between a rank and f. ``marks`` has the bits WAITING and ITERATED for each node.
"""

from __future__ import annotations

import numpy as np

from astarlib.compiled.kernels.best_first import add_node, check_room, evaluate_successor, expand
from astarlib.compiled.kernels.codes import (
    BEST,
    CHECK_BOUND,
    DEAD_ENDS,
    DONE,
    EXPANDED,
    EXPANDING,
    FAULT_F,
    FAULT_H,
    FAULT_VALUE,
    FOUND,
    GOAL,
    GOAL_PARENT,
    GROW_PARKED,
    GROW_RANKS,
    GROW_WIDTH,
    ITERATION_DONE,
    MIN_H,
    NEAREST,
    PARKED,
    REOPENED,
    REPORTED,
    SOLUTIONS,
    STOP_REACHED,
)
from astarlib.compiled.kernels.hash_table import find
from astarlib.compiled.kernels.interface import (
    Value,
    dead_end_h,
    first_entry,
    fits,
    is_dead_node,
    is_goal,
    is_in_range,
    load,
    pop,
    prefetch,
    prefetch_parent,
    push,
    rank,
    to_number,
)
from astarlib.compiled.kernels.nodes import is_closed

U = np.uint64
ZERO = U(0)
WAITING = np.uint8(1)
"""The mark of an open node that is parked. Its entries in the queue are stale."""
ITERATED = np.uint8(2)
"""The mark of a state that was expanded in this iteration of ARA*. It isn't expanded again before the next one."""


def search(
    tables: Value, weights: Value, options: Value, stop_at: Value, nodes: Value, slots: Value, node_bits: Value,
    queue: Value, scratch: Value, counters: Value, values: Value,
) -> Value:  # fmt: skip
    """Expand nodes until a better solution is found, the iteration ends, or there is another reason to stop.
    Return a code of `codes` for the reason. With ``check_at`` of the options or more expansions, it is CHECK_BOUND.
    """
    while True:
        node = U(counters[EXPANDING])
        h = to_number(nodes[3][node])
        if node == ZERO:
            if counters[SOLUTIONS] > counters[REPORTED]:
                return FOUND
            if counters[EXPANDED] >= options[5]:
                return CHECK_BOUND
            code, node, h = select(tables, weights, options, stop_at, nodes, slots, queue, counters, values)
            if code != DONE:
                return code
        elif counters[EXPANDED] >= stop_at:
            return STOP_REACHED
        if node != ZERO:
            code = expand(tables, weights, options, nodes, slots, node_bits, queue, scratch, counters, values, node, h)
            if code != DONE:
                return code
            if options[2]:
                options[6][node] |= ITERATED


def select(
    tables: Value, weights: Value, options: Value, stop_at: Value, nodes: Value, slots: Value, queue: Value,
    counters: Value, values: Value,
) -> Value:  # fmt: skip
    """Remove the next node from the queue and return (code, node, h).
    If the entry was stale or its node was parked, return code DONE and node 0. There is nothing to expand then.
    """
    states, parents, gs, hs, auxes, closed = nodes
    node, f, h = first_entry(queue, hs, counters)
    if node == ZERO:
        return ITERATION_DONE, node, h
    g = to_number(gs[node])
    if rank(weights, g, h) != f or is_closed(closed, node) or options[6][node] & WAITING != 0:
        pop(queue, counters, f, h)
        return DONE, ZERO, h
    if options[2] and f >= values[BEST] * options[3]:
        return ITERATION_DONE, node, h
    if U(counters[PARKED]) + options[0] > U(options[7].size):
        return GROW_PARKED, node, h
    if g + h >= values[BEST] or g + h > options[4]:
        park(options, counters, node)
        pop(queue, counters, f, h)
        return DONE, ZERO, h
    if is_goal(tables, load(states, node), np.int64(auxes[node])):
        note_goal(options, counters, values, node, parents[node], g)
        pop(queue, counters, f, h)
        return DONE, ZERO, h
    if counters[EXPANDED] >= stop_at:
        return STOP_REACHED, node, h
    code = check_room(options[0], gs, slots, queue, counters)
    if code != DONE:
        return code, node, h
    counters[EXPANDING] = node
    next_node = pop(queue, counters, f, h)
    prefetch(states, next_node)
    prefetch(gs, next_node)
    prefetch(auxes, next_node)
    prefetch_parent(parents, next_node)
    prefetch(options[6], next_node)
    return DONE, node, h


def process_successor(
    tables: Value, weights: Value, options: Value, nodes: Value, slots: Value, node_bits: Value, queue: Value,
    scratch: Value, counters: Value, values: Value, node: Value, h: Value, i: Value,
) -> Value:  # fmt: skip
    """Store successor i of a node, unless its state is stored already and this path isn't cheaper.
    A better goal is noted and parked. A state that was expanded in this iteration is parked.
    """
    marks, next_aux = options[6], np.int64(scratch[2][i])
    next_state, hash_value, g = load(scratch[0], i), scratch[1][i], to_number(nodes[2][node]) + to_number(scratch[3][i])
    found, slot = find(slots, node_bits, nodes[0], next_state, hash_value)
    if not fits(nodes[2], g):
        values[FAULT_VALUE] = g
        return GROW_WIDTH
    if found == ZERO:
        code, new_h = evaluate_successor(tables, options, nodes, scratch, values, node, h, i)
        if code != DONE:
            return code
        if new_h == dead_end_h(nodes[3]):
            add_node(nodes, slots, node_bits, counters, node, slot, hash_value, next_state, next_aux, g, new_h)
            counters[DEAD_ENDS] += 1
            return DONE
    elif g >= to_number(nodes[2][found]):
        return DONE
    elif is_dead_node(nodes[3], found):
        nodes[2][found], nodes[1][found] = g, node
        return DONE
    else:
        new_h = to_number(nodes[3][found])
    is_better = g + new_h <= options[4] and g < values[BEST] and is_goal(tables, next_state, next_aux)
    is_parked = is_better or (found != ZERO and marks[found] & ITERATED != 0)
    f = rank(weights, g, new_h)
    if not is_parked and not is_in_range(queue, f, new_h):
        values[FAULT_F], values[FAULT_H] = f, new_h
        return GROW_RANKS
    if found == ZERO or is_closed(nodes[5], found):
        # A closed node keeps its g, because the g of its children was computed from it. The state gets another node.
        new = add_node(nodes, slots, node_bits, counters, node, slot, hash_value, next_state, next_aux, g, new_h)
        marks[new] = marks[found] & ITERATED
        if found != ZERO:
            counters[REOPENED] += 1
        elif new_h < values[MIN_H]:
            values[MIN_H], counters[NEAREST] = new_h, new
    else:
        nodes[2][found], nodes[1][found], marks[found] = g, node, marks[found] & ITERATED
        new = found
    if is_better:
        note_goal(options, counters, values, new, node, g)
    elif is_parked:
        park(options, counters, new)
    else:
        push(queue, counters, weights, f, new_h, new)
    return DONE


def note_goal(
    options: Value, counters: Value, values: Value, node: Value, parent: Value, g: Value
) -> None:  # fmt: skip
    """Record the best goal so far, and park its node."""
    counters[GOAL], counters[GOAL_PARENT], values[BEST] = node, parent, g
    counters[SOLUTIONS] += 1
    park(options, counters, node)


def park(options: Value, counters: Value, node: Value) -> None:
    """Park an open node."""
    options[7][counters[PARKED]] = node
    counters[PARKED] += 1
    options[6][node] |= WAITING
