"""The loop of IDA* over packed states: an explicit stack, and below it a recursion for subtrees that are small.

The stack is ``path``: (states, aux, g, h, the next edge to try, how many edges) by depth. What is counted and proved
of a node's successors is so when the node is expanded, all at once, so the counters are those of the engine in Python
wherever a run stops. A subtree is searched by ``try_subtree`` as a whole or not at all: where it has a goal or a
fault, or is larger than the budget, its counters are taken back, and it is searched by the stack.
"""

from __future__ import annotations

import numpy as np

from astarlib.compiled.kernels.codes import BAD_AUX, BAD_BRANCHING, BAD_COST, BAD_H, DONE, REACHED, SOLVED
from astarlib.compiled.kernels.interface import (
    Value,
    apply,
    hash_of,
    is_cost,
    is_dead_end,
    is_equal,
    is_goal,
    is_h,
    is_small,
    load,
    next_heuristic,
    store,
    successor_count,
    try_subtree,
)

U = np.uint64

FINISHED = 20
"""The iteration is over."""
MORE_DEPTH = 21
"""The path is to have room for more nodes."""
TOO_LARGE = 22
"""A cost or an h is."""

# --- whole numbers: the array ``c`` -----------------------------------------------------------------------------------

EXPANDED = 0
GENERATED = 1
DEAD_ENDS = 2
FUEL = 3
"""How many expansions more the recursion may take; below 0 it gives up."""
DEPTH = 4
"""Of the node at the end of the path; -1: none."""
CUT = 5
"""From this depth on subtrees are tried by recursion."""
BUDGET = 6
"""So many expansions a subtree may take by recursion."""
IS_NEARER = 7
"""Whether the recursion has found a smaller h than all before."""
NEAR_DEPTH = 8
"""Of the node on the path to ``near``; that, or one in its subtree, has the smallest h."""
FAULT_I = 9
MOST = 10
"""Successors of a state."""
COUNTERS = 11

# --- numbers like costs: the array ``t`` ------------------------------------------------------------------------------

THRESHOLD = 0
NEXT_THRESHOLD = 1
LEAST_H = 2
NEAR_THRESHOLD = 3
"""The threshold under which the smallest h was found."""
FAULT_VALUE = 4
VALUES = 5

SHIFT = U(52)
"""Of a hash, to tell one of 4,096 marks."""


def deepen(
    tables: Value, layout: Value, checks_path: Value, stop_at: Value, hard_stop: Value, path: Value, near: Value,
    marks: Value, c: Value, t: Value,
) -> Value:  # fmt: skip
    """Go on in this iteration until ``stop_at`` expansions are done in all or soon after, not after ``hard_stop``."""
    states, auxes, gs, hs, edges, counts = path
    while c[DEPTH] >= 0:
        depth = c[DEPTH]
        state, aux, g, h = load(states, U(depth)), np.int64(auxes[depth]), gs[depth], hs[depth]
        if edges[depth] < 0:  # not expanded yet
            if is_goal(tables, state, aux):
                return SOLVED
            if c[EXPANDED] >= stop_at:
                return REACHED
            code = expand(tables, checks_path, path, near, marks, c, t)
            if code != DONE:
                return code
            continue
        if edges[depth] == counts[depth]:
            c[DEPTH] -= 1
            if checks_path:
                marks[hash_of(state) >> SHIFT] -= 1
            continue
        if depth + 2 >= gs.size:
            return MORE_DEPTH
        i = edges[depth]
        next_state, next_aux, cost = apply(tables, state, aux, i)
        is_in, next_h = False, h
        if not is_refused(checks_path, path, marks, depth, next_state, next_aux):
            next_h = next_heuristic(tables, state, aux, h, i, next_state, next_aux)
            is_in = not is_dead_end(next_h) and g + cost + next_h <= t[THRESHOLD]
        if is_in and depth + 1 >= c[CUT] and not checks_path and c[EXPANDED] < hard_stop:
            if c[EXPANDED] >= stop_at:
                return REACHED
            if search_subtree(tables, layout, hard_stop, path, near, c, t, next_state, next_aux, g + cost, next_h):
                is_in = False
        edges[depth] += 1
        if is_in:
            store(states, U(depth + 1), next_state)
            auxes[depth + 1], gs[depth + 1], hs[depth + 1], edges[depth + 1] = next_aux, g + cost, next_h, -1
            c[DEPTH] = depth + 1
    return FINISHED


def search_subtree(
    tables: Value, layout: Value, hard_stop: Value, path: Value, near: Value, c: Value, t: Value, state: Value,
    aux: Value, g: Value, h: Value,
) -> Value:  # fmt: skip
    """Whether the subtree of a successor could be searched as a whole; if not, nothing is counted of it."""
    if is_goal(tables, state, aux):
        return False
    depth, expanded, generated, dead_ends = c[DEPTH], c[EXPANDED], c[GENERATED], c[DEAD_ENDS]
    next_threshold, least_h = t[NEXT_THRESHOLD], t[LEAST_H]
    fuel = min(c[BUDGET], hard_stop - expanded)
    c[FUEL] = fuel
    before, before_aux = load(path[0], U(depth)), np.int64(path[1][depth])
    code = try_subtree(c.ctypes.data, t.ctypes.data, layout.ctypes.data, state, aux, before, before_aux, g, h)
    if code == 0 and c[FUEL] >= 0:
        c[EXPANDED] = expanded + fuel - c[FUEL]
        if c[IS_NEARER] != 0:
            note_nearest(path, near, c, t)
        return True
    if c[FUEL] < 0 and fuel == c[BUDGET]:
        c[CUT] = max(c[CUT], depth + 3)
    c[GENERATED], c[DEAD_ENDS], c[IS_NEARER] = generated, dead_ends, 0
    t[NEXT_THRESHOLD], t[LEAST_H] = next_threshold, least_h
    return False


def expand(
    tables: Value, checks_path: Value, path: Value, near: Value, marks: Value, c: Value, t: Value
) -> Value:  # fmt: skip
    """Count the successors of the node at the end of the path, and note what is cut off."""
    states, auxes, gs, hs, edges, counts = path
    depth = c[DEPTH]
    state, aux, g, h = load(states, U(depth)), np.int64(auxes[depth]), gs[depth], hs[depth]
    count, generated, dead_ends, next_threshold = successor_count(tables, state, aux), 0, 0, t[NEXT_THRESHOLD]
    if not 0 <= count <= c[MOST]:
        t[FAULT_VALUE] = count
        return BAD_BRANCHING
    for i in range(np.int64(count)):
        next_state, next_aux, cost = apply(tables, state, aux, i)
        c[FAULT_I] = i
        if not is_cost(cost) or not is_small(cost) or not 0 <= next_aux <= 65_535:
            t[FAULT_VALUE] = cost
            return BAD_COST if not is_cost(cost) else TOO_LARGE if not is_small(cost) else BAD_AUX
        if is_refused(checks_path, path, marks, depth, next_state, next_aux):
            continue
        generated += 1
        next_h = next_heuristic(tables, state, aux, h, i, next_state, next_aux)
        if not is_h(next_h) or (not is_small(next_h) and not is_dead_end(next_h)):
            t[FAULT_VALUE] = next_h
            return TOO_LARGE if is_h(next_h) else BAD_H
        if is_dead_end(next_h):
            dead_ends += 1
        elif g + cost + next_h > t[THRESHOLD]:
            next_threshold = min(next_threshold, g + cost + next_h)
        elif next_h < t[LEAST_H]:
            t[LEAST_H] = next_h
            note_nearest(path, near, c, t)
    c[EXPANDED] += 1
    c[GENERATED] += generated
    c[DEAD_ENDS] += dead_ends
    t[NEXT_THRESHOLD] = next_threshold
    counts[depth] = count
    edges[depth] = 0
    if checks_path:
        marks[hash_of(state) >> SHIFT] += 1
    return DONE


def is_refused(checks_path: Value, path: Value, marks: Value, depth: Value, state: Value, aux: Value) -> Value:
    """Whether a successor of the node at that depth leads back."""
    states, auxes = path[0], path[1]
    least = max(0, depth - 1)
    if checks_path:
        if marks[hash_of(state) >> SHIFT] == 0 and not is_equal(load(states, U(depth)), state):
            return False  # no state of the path has such a hash, but that of the node itself is not marked yet
        least = 0
    for at in range(depth, least - 1, -1):
        if np.int64(auxes[at]) == aux and is_equal(load(states, U(at)), state):
            return True
    return False


def note_nearest(path: Value, near: Value, c: Value, t: Value) -> None:
    """Note the path to a node one of whose successors, or of theirs, has the smallest h so far."""
    depth = c[DEPTH]
    for at in range(depth + 1):
        store(near[0], U(at), load(path[0], U(at)))
        near[1][at], near[2][at] = path[1][at], path[2][at]
    c[NEAR_DEPTH], c[IS_NEARER], t[NEAR_THRESHOLD] = depth, 0, t[THRESHOLD]
