"""Parallel IDA*: the top of an iteration's tree is divided into subtrees, and several threads search them.

``tops`` are the nodes at the top of the tree: (states, aux, g, h, parents, depths, edges, counts). The first ones are
the nodes of the path at which the iteration was split. ``edges`` is the number of the edge from the parent, and
``counts`` the number of edges of an expanded node. A node without an entry in ``counts`` is the root of a subtree.

``roots`` lists the roots of the subtrees in the order in which one thread visits them. ``before`` has three numbers for
each of them: the expanded nodes, generated successors and dead ends at the top that one thread counts between the
previous subtree and this one. The last three numbers are those after the last subtree.
"""

from __future__ import annotations

import numpy as np

from astarlib.compiled.kernels.codes import STOP_REACHED
from astarlib.compiled.kernels.deepening import (
    DEAD_ENDS,
    DEPTH,
    EXPANDED,
    FOUND_NEARER,
    GENERATED,
    GROW_DEPTH,
    HASH_SHIFT,
    ITERATION_DONE,
    MAX_SUCCESSORS,
    MIN_H,
    NEAREST_DEPTH,
    NEXT_THRESHOLD,
    THRESHOLD,
    deepen,
)
from astarlib.compiled.kernels.interface import (
    Value,
    apply,
    atomic_add,
    atomic_min,
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
)

U = np.uint64

NO_SUBTREE = 30
"""All subtrees are taken, or a subtree to the left ends the search."""
NEARER = 31
"""A subtree is complete, and it has a smaller h than all subtrees that this worker searched before."""

# --- indices of ``shared``, an array of int64 that all threads use ----------------------------------------------------

NEXT = 0
"""The first subtree that no thread has taken."""
END = 1
"""The first subtree with a goal or a fault. Those to its right needn't be searched."""
STOP = 2
"""1 if all threads are to stop soon."""
SHARED_COUNT = 3

# --- indices of ``task``, an array of int64 of one worker -------------------------------------------------------------

SUBTREE = 0
"""The subtree that the worker is searching, or -1."""
LAST = 1
"""The subtree that the worker completed last."""
TASK_COUNT = 2

STEP = 20_000
"""The number of expansions after which a worker looks at ``shared``."""


def collect_siblings(
    tables: Value, checks_path: Value, path: Value, counters: Value, values: Value, tops: Value, roots: Value
) -> Value:  # fmt: skip
    """Copy the path to ``tops``, and make roots of the nodes next to it that the iteration has still to visit.
    Return the number of tops and of roots.
    """
    depth = counters[DEPTH]
    for at in range(depth + 1):
        copy_node(path, at, tops, at)
        tops[4][at], tops[5][at], tops[6][at] = at - 1, at, path[4][at - 1] - 1 if at > 0 else 0
        tops[7][at] = path[5][at] if path[4][at] >= 0 else -1
    top_count, root_count = depth + 1, 0
    if path[4][depth] < 0:
        roots[0], root_count = depth, 1
    for at in range(depth, -1, -1):
        i = path[4][at]
        while 0 <= i < path[5][at]:
            is_root, _ = visit(tables, checks_path, values, tops, at, i, top_count)
            if is_root == 1:
                roots[root_count] = top_count
                top_count, root_count = top_count + 1, root_count + 1
            i += 1
    return top_count, root_count


def expand_roots(  # It's one loop over the roots.
    tables: Value, checks_path: Value, max_depth: Value, max_roots: Value, counters: Value, values: Value, tops: Value,
    top_count: Value, roots: Value, before: Value, root_count: Value, new_roots: Value, new_before: Value,
) -> Value:  # fmt: skip
    """Replace each root at depth ``max_depth`` or above by its children. Return the new number of tops and of roots.
    A root stays if it's a goal, if one of its edges has a fault, or if a child has a smaller h than all nodes so far.
    The thread that searches its subtree then reports this in the right order.
    """
    count = 0
    expanded, generated, dead_ends = np.int64(0), np.int64(0), np.int64(0)
    for at in range(root_count):
        root = roots[at]
        expanded += before[3 * at]
        generated += before[3 * at + 1]
        dead_ends += before[3 * at + 2]
        state, aux = load(tops[0], U(root)), np.int64(tops[1][root])
        first, edge_count, is_expanded = top_count, np.int64(-1), False
        made, dead = np.int64(0), np.int64(0)
        has_room = count + (root_count - at) + counters[MAX_SUCCESSORS] <= max_roots
        has_room = has_room and top_count + counters[MAX_SUCCESSORS] <= tops[2].size
        if tops[5][root] <= max_depth and has_room and not is_goal(tables, state, aux):
            edge_count = np.int64(successor_count(tables, state, aux))
            is_expanded = 0 <= edge_count <= counters[MAX_SUCCESSORS]
            i = 0
            while is_expanded and i < edge_count:
                kind, next_h = visit(tables, checks_path, values, tops, root, i, top_count)
                is_expanded = kind >= 0 and not (kind == 1 and next_h < values[MIN_H])
                made += kind < 3
                dead += kind == 2
                top_count += kind == 1
                i += 1
        if is_expanded:
            tops[7][root] = edge_count
            expanded += 1
            generated += made
            dead_ends += dead
            for child in range(first, top_count):
                new_roots[count] = child
                write_three(new_before, count, expanded, generated, dead_ends)
                expanded, generated, dead_ends = np.int64(0), np.int64(0), np.int64(0)
                count += 1
        else:
            top_count = first
            new_roots[count] = root
            write_three(new_before, count, expanded, generated, dead_ends)
            expanded, generated, dead_ends = np.int64(0), np.int64(0), np.int64(0)
            count += 1
    expanded += before[3 * root_count]
    write_three(
        new_before, count, expanded, generated + before[3 * root_count + 1], dead_ends + before[3 * root_count + 2]
    )
    return top_count, count


def write_three(numbers: Value, at: Value, expanded: Value, generated: Value, dead_ends: Value) -> None:
    """Write the counts of one subtree, or of the expansions before it."""
    numbers[3 * at], numbers[3 * at + 1], numbers[3 * at + 2] = expanded, generated, dead_ends


def visit(tables: Value, checks_path: Value, values: Value, tops: Value, at: Value, i: Value, to: Value) -> Value:
    """Follow edge i of a top node. Return (kind, h of the next state), and write a state to search as top ``to``.
    The kind is 1 for a state to search, 0 for one above the threshold, 2 for a dead end, 3 for a state that the cycle
    check excludes and -1 for a fault.
    """
    state, aux, g, h = load(tops[0], U(at)), np.int64(tops[1][at]), tops[2][at], tops[3][at]
    next_state, next_aux, cost = apply(tables, state, aux, i)
    if not is_cost(cost) or not is_summable(cost) or not 0 <= next_aux <= 65_535:
        return -1, h
    above, left = at, tops[5][at] + 1 if checks_path else min(tops[5][at] + 1, 2)
    while left > 0:
        if np.int64(tops[1][above]) == next_aux and is_equal(load(tops[0], U(above)), next_state):
            return 3, h
        above, left = tops[4][above], left - 1
    next_h, _ = next_estimate(tables, state, aux, h, extra(tables, state, aux), i, next_state, next_aux)
    if not is_h(next_h) or (not is_summable(next_h) and not is_dead_end(next_h)):
        return -1, h
    if is_dead_end(next_h):
        return 2, h
    if not is_finite(g + cost + next_h):
        return -1, h
    if g + cost + next_h > values[THRESHOLD]:
        values[NEXT_THRESHOLD] = min(values[NEXT_THRESHOLD], g + cost + next_h)
        return 0, h
    store(tops[0], U(to), next_state)
    tops[1][to], tops[2][to], tops[3][to] = next_aux, g + cost, next_h
    tops[4][to], tops[5][to], tops[6][to], tops[7][to] = at, tops[5][at] + 1, i, -1
    return 1, tops[3][to]


def copy_node(source: Value, at: Value, target: Value, to: Value) -> None:
    """Copy the state, aux, g and h of a node to other arrays."""
    store(target[0], U(to), load(source[0], U(at)))
    target[1][to], target[2][to], target[3][to] = source[1][at], source[2][at], source[3][at]


def search_subtrees(
    tables: Value, layout: Value, checks_path: Value, budget: Value, room: Value, shared: Value, is_done: Value,
    totals: Value, tops: Value, roots: Value, path: Value, nearest: Value, hash_counts: Value, counters: Value,
    values: Value, task: Value,
) -> Value:  # fmt: skip
    """Search one subtree after another and return a code.
    The worker stops after about ``budget`` expansions, and after ``room`` of them at the latest. It first continues the
    subtree that it has begun. ``totals`` gets the expanded, generated and dead ends of each complete subtree.
    """
    address = shared.ctypes.data
    while True:
        if task[SUBTREE] < 0:
            at = atomic_add(address, np.int64(NEXT), np.int64(1))
            if at >= roots.size or at > atomic_add(address, np.int64(END), np.int64(0)):
                return NO_SUBTREE
            task[SUBTREE] = at
        at = task[SUBTREE]
        if counters[DEPTH] < 0:
            begin_subtree(checks_path, tops, roots[at], path, hash_counts, counters)
        done = counters[EXPANDED]
        code = deepen(
            tables,
            layout,
            checks_path,
            done + min(budget, STEP),
            done + room,
            path,
            nearest,
            hash_counts,
            counters,
            values,
        )
        budget -= counters[EXPANDED] - done
        room -= counters[EXPANDED] - done
        if code == ITERATION_DONE:
            write_three(totals, at, counters[EXPANDED], counters[GENERATED], counters[DEAD_ENDS])
            is_done[at] = 1
            task[SUBTREE], task[LAST] = -1, at
            if counters[NEAREST_DEPTH] >= 0:
                return NEARER
        elif code != STOP_REACHED:
            if code != GROW_DEPTH:
                atomic_min(address, np.int64(END), at)
            return code
        if budget <= 0 or atomic_add(address, np.int64(STOP), np.int64(0)) != 0:
            return STOP_REACHED
        if at > atomic_add(address, np.int64(END), np.int64(0)):
            return NO_SUBTREE


def begin_subtree(
    checks_path: Value, tops: Value, root: Value, path: Value, hash_counts: Value, counters: Value
) -> None:
    """Write the path from the initial state to the root of a subtree, without the edges of the nodes above the root."""
    depth, at = tops[5][root], root
    counters[DEPTH] = depth
    while depth >= 0:
        copy_node(tops, at, path, depth)
        path[4][depth] = path[5][depth] = 0
        if at == root:
            path[4][depth] = -1
        elif checks_path:
            hash_counts[hash_of(load(tops[0], U(at))) >> HASH_SHIFT] += 1
        at, depth = tops[4][at], depth - 1
    counters[EXPANDED] = counters[GENERATED] = counters[DEAD_ENDS] = counters[FOUND_NEARER] = 0
    counters[NEAREST_DEPTH] = -1
