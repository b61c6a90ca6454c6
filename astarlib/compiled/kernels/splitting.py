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
from astarlib.compiled.kernels.data import Iteration, Roots, Subtrees, Tops, Value
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

# --- indices of ``task``, an array of int64 of one worker -------------------------------------------------------------

SUBTREE = 0
"""The subtree that the worker is searching, or -1."""
LAST = 1
"""The subtree that the worker completed last."""
TASK_COUNT = 2

STEP = 20_000
"""The number of expansions after which a worker looks at ``shared``."""


def collect_siblings(data: Iteration, tops: Tops, roots: Value) -> Value:
    """Copy the path to ``tops``, with the siblings left to visit as roots. Return the numbers of tops and of roots."""
    path, depth = data.path, data.counters[DEPTH]
    for at in range(depth + 1):
        copy_node(path, at, tops, at)
        tops.parents[at], tops.depths[at], tops.edges[at] = at - 1, at, path.edges[at - 1] - 1 if at > 0 else 0
        tops.counts[at] = path.counts[at] if path.edges[at] >= 0 else -1
    top_count, root_count = depth + 1, 0
    if path.edges[depth] < 0:
        roots[0], root_count = depth, 1
    for at in range(depth, -1, -1):
        i = path.edges[at]
        while 0 <= i < path.counts[at]:
            is_root, _ = visit(data, tops, at, i, top_count)
            if is_root == 1:
                roots[root_count] = top_count
                top_count, root_count = top_count + 1, root_count + 1
            i += 1
    return top_count, root_count


def expand_roots(
    data: Iteration, max_depth: Value, max_roots: Value, tops: Tops, top_count: Value, old: Roots, root_count: Value,
    new: Roots,
) -> Value:  # fmt: skip
    """Replace each root at depth ``max_depth`` or above by its children. Return the new number of tops and of roots.
    A root stays if it's a goal, if one of its edges has a fault, or if a child has a smaller h than all nodes so far.
    The thread that searches its subtree then reports this in the right order.
    """
    max_successors, before, count = data.counters[MAX_SUCCESSORS], old.before, 0
    expanded, generated, dead_ends = np.int64(0), np.int64(0), np.int64(0)
    for at in range(root_count):
        root = old.nodes[at]
        expanded += before[3 * at]
        generated += before[3 * at + 1]
        dead_ends += before[3 * at + 2]
        state, aux = load(tops.states, U(root)), np.int64(tops.auxes[root])
        first, edge_count, is_expanded = top_count, np.int64(-1), False
        made, dead = np.int64(0), np.int64(0)
        has_room = count + (root_count - at) + max_successors <= max_roots
        has_room = has_room and top_count + max_successors <= tops.gs.size
        if tops.depths[root] <= max_depth and has_room and not is_goal(data.tables, state, aux):
            edge_count = np.int64(successor_count(data.tables, state, aux))
            is_expanded = 0 <= edge_count <= max_successors
            i = 0
            while is_expanded and i < edge_count:
                kind, next_h = visit(data, tops, root, i, top_count)
                is_expanded = kind >= 0 and not (kind == 1 and next_h < data.values[MIN_H])
                made += kind < 3
                dead += kind == 2
                top_count += kind == 1
                i += 1
        if is_expanded:
            tops.counts[root] = edge_count
            expanded += 1
            generated += made
            dead_ends += dead
        else:
            top_count = first
        end = top_count if is_expanded else first + 1
        for child in range(first, end):
            new.nodes[count] = child if is_expanded else root
            write_three(new.before, count, expanded, generated, dead_ends)
            expanded, generated, dead_ends = np.int64(0), np.int64(0), np.int64(0)
            count += 1
    expanded += before[3 * root_count]
    generated += before[3 * root_count + 1]
    write_three(new.before, count, expanded, generated, dead_ends + before[3 * root_count + 2])
    return top_count, count


def write_three(numbers: Value, at: Value, expanded: Value, generated: Value, dead_ends: Value) -> None:
    """Write the counts of one subtree, or of the expansions before it."""
    numbers[3 * at], numbers[3 * at + 1], numbers[3 * at + 2] = expanded, generated, dead_ends


def visit(data: Iteration, tops: Tops, at: Value, i: Value, to: Value) -> Value:
    """Follow edge i of a top node. Return (kind, h of the next state), and write a state to search as top ``to``.
    The kind is 1 for a state to search, 0 for one above the threshold, 2 for a dead end, 3 for a state that the cycle
    check excludes and -1 for a fault.
    """
    tables, values = data.tables, data.values
    state, aux, g, h = load(tops.states, U(at)), np.int64(tops.auxes[at]), tops.gs[at], tops.hs[at]
    next_state, next_aux, cost = apply(tables, state, aux, i)
    if not is_cost(cost) or not is_summable(cost) or not 0 <= next_aux <= 65_535:
        return -1, h
    above, left = at, tops.depths[at] + 1 if data.checks_path else min(tops.depths[at] + 1, 2)
    while left > 0:
        if np.int64(tops.auxes[above]) == next_aux and is_equal(load(tops.states, U(above)), next_state):
            return 3, h
        above, left = tops.parents[above], left - 1
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
    store(tops.states, U(to), next_state)
    tops.auxes[to], tops.gs[to], tops.hs[to] = next_aux, g + cost, next_h
    tops.parents[to], tops.depths[to], tops.edges[to], tops.counts[to] = at, tops.depths[at] + 1, i, -1
    return 1, tops.hs[to]


def copy_node(source: Value, at: Value, target: Value, to: Value) -> None:
    """Copy the state, aux, g and h of a node to other arrays."""
    store(target.states, U(to), load(source.states, U(at)))
    target.auxes[to], target.gs[to], target.hs[to] = source.auxes[at], source.gs[at], source.hs[at]


def search_subtrees(data: Iteration, trees: Subtrees, task: Value, budget: Value, room: Value) -> Value:
    """Search one subtree after another and return a code.
    The worker stops after about ``budget`` expansions, and after ``room`` of them at the latest. It first continues the
    subtree that it has begun.
    """
    counters, roots = data.counters, trees.roots
    address = trees.shared.ctypes.data
    while True:
        if task[SUBTREE] < 0:
            at = atomic_add(address, np.int64(NEXT), np.int64(1))
            if at >= roots.size or at > atomic_add(address, np.int64(END), np.int64(0)):
                return NO_SUBTREE
            task[SUBTREE] = at
        at = task[SUBTREE]
        if counters[DEPTH] < 0:
            begin_subtree(data, trees.tops, roots[at])
        done = counters[EXPANDED]
        code = deepen(data, done + min(budget, STEP), done + room)
        budget -= counters[EXPANDED] - done
        room -= counters[EXPANDED] - done
        if code == ITERATION_DONE:
            write_three(trees.totals, at, counters[EXPANDED], counters[GENERATED], counters[DEAD_ENDS])
            trees.is_done[at] = 1
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


def begin_subtree(data: Iteration, tops: Tops, root: Value) -> None:
    """Write the path from the initial state to the root of a subtree, without the edges of the nodes above the root."""
    path, counters, depth, at = data.path, data.counters, tops.depths[root], root
    counters[DEPTH] = depth
    while depth >= 0:
        copy_node(tops, at, path, depth)
        path.edges[depth] = path.counts[depth] = 0
        if at == root:
            path.edges[depth] = -1
        elif data.checks_path:
            data.hash_counts[hash_of(load(tops.states, U(at))) >> HASH_SHIFT] += 1
        at, depth = tops.parents[at], depth - 1
    counters[EXPANDED] = counters[GENERATED] = counters[DEAD_ENDS] = counters[FOUND_NEARER] = 0
    counters[NEAREST_DEPTH] = -1
