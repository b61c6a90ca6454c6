"""IDA* over packed states, compiled: an explicit stack, and a recursion for small subtrees below it.

The stack is ``path``, (states, aux, g, h, edges, counts, extras) by depth. ``edges`` is the next edge to try, or -1 if
the node isn't expanded, ``counts`` is the number of edges, and ``extras`` are the extra bytes of the domain. All
successors of a node are counted when it is expanded, so the counters agree with those of the Python engine wherever a
run stops.

`try_subtree` searches a subtree completely or not at all. It gives up if the subtree has a goal or a fault, or is
larger than the budget. Then its counts are discarded, and the stack searches the subtree.
"""

from __future__ import annotations

import numpy as np

from astarlib.compiled.kernels.codes import BAD_AUX, BAD_COST, BAD_H, BAD_SUCCESSOR_COUNT, DONE, SOLVED, STOP_REACHED
from astarlib.compiled.kernels.data import Iteration, Value
from astarlib.compiled.kernels.interface import (
    apply,
    extra,
    hash_of,
    is_cost,
    is_dead_end,
    is_equal,
    is_finite,
    is_goal,
    is_h,
    is_summable,
    load,
    next_estimate,
    store,
    successor_count,
    try_subtree,
)

U = np.uint64

NEEDS = {"recursion"}

ITERATION_DONE = 20
"""The iteration is complete."""
GROW_DEPTH = 21
"""The arrays of the path are too short."""
TOO_LARGE = 22
"""A cost or h is too large to be added without overflow."""

# --- indices of ``counters``, an array of int64 -----------------------------------------------------------------------

EXPANDED = 0
GENERATED = 1
DEAD_ENDS = 2
FUEL = 3
"""The number of expansions that the recursion may still do. If it's below 0, the recursion gives up."""
FAILED = -(2**62)
"""A value of FUEL: the recursion has found a goal or a fault, or is too deep."""
DEPTH = 4
"""The depth of the last node of the path, or -1 between two iterations."""
RECURSION_DEPTH = 5
"""The smallest depth at which the recursion is tried."""
SUBTREE_BUDGET = 6
"""The largest number of expansions that the recursion may do in one subtree."""
FOUND_NEARER = 7
"""1 if the recursion has found a smaller h than any before."""
NEAREST_DEPTH = 8
"""The depth of the last node in ``nearest``. It or a node in its subtree has the smallest h."""
FAULT_EDGE = 9
MAX_SUCCESSORS = 10
"""The largest number of successors of a state."""
TABLES = 11
"""The address of the tables during a recursion, and 0 otherwise. Passing it down takes more time."""
TRAIL = 12
"""The address of the trail during a recursion, and 0 otherwise."""
TRAIL_END = 13
"""The address of the end of the states on the trail during a recursion, and 0 otherwise."""
COUNTER_COUNT = 14

# --- indices of ``values``, an array of the type of costs -------------------------------------------------------------

THRESHOLD = 0
"""The largest f that this iteration expands."""
NEXT_THRESHOLD = 1
"""The smallest f above the threshold so far."""
MIN_H = 2
"""The smallest h of all generated nodes within their thresholds."""
NEAREST_THRESHOLD = 3
"""The threshold of the iteration that found the smallest h."""
FAULT_VALUE = 4
BEST = 5
"""The cost of the best solution of this iteration. The rest is searched for a cheaper one. Infinite without one."""
VALUE_COUNT = 6

HASH_SHIFT = U(52)
"""Shifts a hash so that 12 bits are left, an index of the 4,096 ``hash_counts``."""


TRAIL_HASH_BITS = 14
"""The number of bits of a hash that choose a bit of the trail's set, which takes 2 KiB."""
TRAIL_STATES = 2**TRAIL_HASH_BITS // 64
"""The index in the trail of the first state of the path."""
MAX_TRAIL_DEPTH = 2_000
"""The depth from which the recursion isn't tried if all states of the path are excluded."""


def deepen(data: Iteration, stop_at: Value, hard_stop: Value) -> Value:
    """Continue the iteration and return a code.
    The search stops at ``stop_at`` expansions in total or soon after, and at ``hard_stop`` expansions at the latest.
    """
    tables, path, counters, values = data.tables, data.path, data.counters, data.values
    states, auxes, gs, hs, edges, counts, extras = path
    for at in range(
        counters[DEPTH] + 1
    ):  # They aren't stored in files, and the caller doesn't compute those of the root.
        extras[at] = extra(tables, load(states, U(at)), np.int64(auxes[at]))
    while counters[DEPTH] >= 0:
        depth = counters[DEPTH]
        state, aux, g, h = load(states, U(depth)), np.int64(auxes[depth]), gs[depth], hs[depth]
        if edges[depth] < 0:  # The node isn't expanded yet.
            if is_goal(tables, state, aux):
                return SOLVED
            if counters[EXPANDED] >= stop_at:
                return STOP_REACHED
            code = expand(data)
            if code != DONE:
                return code
            continue
        if edges[depth] == counts[depth]:
            counters[DEPTH] -= 1
            if data.checks_path:
                data.hash_counts[hash_of(state) >> HASH_SHIFT] -= 1
            continue
        if depth + 2 >= gs.size:
            return GROW_DEPTH
        i = edges[depth]
        next_state, next_aux, cost = apply(tables, state, aux, i)
        is_within, next_h, next_extra = False, h, U(0)
        if not leads_back(data, depth, next_state, next_aux):
            next_h, next_extra = next_estimate(tables, state, aux, h, extras[depth], i, next_state, next_aux)
            total = g + cost + next_h
            is_within = not is_dead_end(next_h) and total <= values[THRESHOLD] and total < values[BEST]
        is_deep = depth + 1 >= counters[RECURSION_DEPTH] and not (data.checks_path and depth >= MAX_TRAIL_DEPTH)
        if is_within and is_deep and counters[EXPANDED] < hard_stop:
            if counters[EXPANDED] >= stop_at:
                return STOP_REACHED
            if search_subtree(data, hard_stop, next_state, next_aux, g + cost, next_h, next_extra):
                is_within = False
        edges[depth] += 1
        if is_within:
            store(states, U(depth + 1), next_state)
            auxes[depth + 1], gs[depth + 1], hs[depth + 1], edges[depth + 1] = next_aux, g + cost, next_h, -1
            extras[depth + 1] = next_extra
            counters[DEPTH] = depth + 1
    return ITERATION_DONE


def search_subtree(
    data: Iteration, hard_stop: Value, state: Value, aux: Value, g: Value, h: Value, own_extra: Value
) -> Value:
    """Search the subtree of a successor by recursion. If this isn't complete, count nothing and return False."""
    path, counters, values = data.path, data.counters, data.values
    if is_goal(data.tables, state, aux):
        return False
    depth, expanded = counters[DEPTH], counters[EXPANDED]
    generated, dead_ends = counters[GENERATED], counters[DEAD_ENDS]
    next_threshold, min_h = values[NEXT_THRESHOLD], values[MIN_H]
    fuel = min(counters[SUBTREE_BUDGET], hard_stop - expanded)
    counters[FUEL] = fuel
    parent, parent_aux = load(path.states, U(depth)), np.int64(path.auxes[depth])
    if data.checks_path:
        begin_trail(data)
    addresses = counters.ctypes.data, values.ctypes.data, data.tables
    try_subtree(addresses, state, aux, parent, parent_aux, g, h, own_extra)
    counters[TRAIL] = counters[TRAIL_END] = 0
    if counters[FUEL] >= 0:
        below = fuel - counters[FUEL]
        counters[EXPANDED] = expanded + below
        # The recursion has counted the successors beyond the threshold. The root of the subtree was counted before.
        counters[GENERATED] += below - 1 + counters[DEAD_ENDS] - dead_ends
        if counters[FOUND_NEARER] != 0:
            save_nearest_path(data)
        return True
    if counters[FUEL] > FAILED // 2 and fuel == counters[SUBTREE_BUDGET]:
        counters[RECURSION_DEPTH] = max(counters[RECURSION_DEPTH], depth + 3)
    counters[GENERATED], counters[DEAD_ENDS], counters[FOUND_NEARER] = generated, dead_ends, 0
    values[NEXT_THRESHOLD], values[MIN_H] = next_threshold, min_h
    return False


def begin_trail(data: Iteration) -> None:
    """Write the states of the path to the trail."""
    states, trail, counters = data.path.states, data.trail, data.counters
    words = (counters[DEPTH] + 1) * (states.size // data.path.gs.size)
    trail[:TRAIL_STATES] = 0
    for at in range(counters[DEPTH] + 1):
        place = np.int64(hash_of(load(states, U(at))) >> U(64 - TRAIL_HASH_BITS))
        trail[place >> 6] |= np.int64(1) << (place & 63)
    for word in range(words):
        trail[TRAIL_STATES + word] = np.int64(states[word])
    counters[TRAIL] = trail.ctypes.data
    counters[TRAIL_END] = counters[TRAIL] + 8 * (TRAIL_STATES + words)


def expand(data: Iteration) -> Value:
    """Count the successors of the last node of the path, and record the smallest f above the threshold."""
    tables, path, counters, values = data.tables, data.path, data.counters, data.values
    states, auxes, gs, hs, edges, counts, extras = path
    depth = counters[DEPTH]
    state, aux, g, h = load(states, U(depth)), np.int64(auxes[depth]), gs[depth], hs[depth]
    count, generated, dead_ends, next_threshold = successor_count(tables, state, aux), 0, 0, values[NEXT_THRESHOLD]
    if not 0 <= count <= counters[MAX_SUCCESSORS]:
        values[FAULT_VALUE] = count
        return BAD_SUCCESSOR_COUNT
    for i in range(np.int64(count)):
        next_state, next_aux, cost = apply(tables, state, aux, i)
        counters[FAULT_EDGE] = i
        if not is_cost(cost) or not is_summable(cost) or not 0 <= next_aux <= 65_535:
            values[FAULT_VALUE] = cost
            return BAD_COST if not is_cost(cost) else TOO_LARGE if not is_summable(cost) else BAD_AUX
        if leads_back(data, depth, next_state, next_aux):
            continue
        generated += 1
        next_h, _ = next_estimate(tables, state, aux, h, extras[depth], i, next_state, next_aux)
        if not is_h(next_h) or (not is_summable(next_h) and not is_dead_end(next_h)):
            values[FAULT_VALUE] = next_h
            return TOO_LARGE if is_h(next_h) else BAD_H
        if is_dead_end(next_h):
            dead_ends += 1
        elif g + cost + next_h > values[THRESHOLD]:
            if not is_finite(g + cost + next_h):
                values[FAULT_VALUE] = g + cost + next_h
                return TOO_LARGE
            next_threshold = min(next_threshold, g + cost + next_h)
        elif next_h < values[MIN_H]:
            values[MIN_H] = next_h
            save_nearest_path(data)
    counters[EXPANDED] += 1
    counters[GENERATED] += generated
    counters[DEAD_ENDS] += dead_ends
    values[NEXT_THRESHOLD] = next_threshold
    counts[depth] = count
    edges[depth] = 0
    if data.checks_path:
        data.hash_counts[hash_of(state) >> HASH_SHIFT] += 1
    return DONE


def leads_back(data: Iteration, depth: Value, state: Value, aux: Value) -> Value:
    """Return True if a successor of the node at that depth is a state that the cycle check excludes."""
    states, auxes = data.path.states, data.path.auxes
    first = max(0, depth - 1)
    if data.checks_path:
        if data.hash_counts[hash_of(state) >> HASH_SHIFT] == 0 and not is_equal(load(states, U(depth)), state):
            return False  # No expanded state of the path has this hash. The node itself isn't counted yet.
        first = 0
    for at in range(depth, first - 1, -1):
        if np.int64(auxes[at]) == aux and is_equal(load(states, U(at)), state):
            return True
    return False


def save_nearest_path(data: Iteration) -> None:
    """Copy the path to ``nearest``. The state with the smallest h so far is in the subtree of its last node."""
    path, nearest, counters, depth = data.path, data.nearest, data.counters, data.counters[DEPTH]
    for at in range(depth + 1):
        store(nearest.states, U(at), load(path.states, U(at)))
        nearest.auxes[at], nearest.gs[at] = path.auxes[at], path.gs[at]
    counters[NEAREST_DEPTH], counters[FOUND_NEARER] = depth, 0
    data.values[NEAREST_THRESHOLD] = data.values[THRESHOLD]
