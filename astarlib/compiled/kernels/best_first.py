"""The loop of best-first search over packed states.

Nothing here makes an array or gives one another name: numba would then count references in the loop, which takes
twice the time. Where there is no room the kernel comes back and says what is to grow. An expansion is safe to redo:
its node stands in ``c[EXPANDING]`` until all successors are stored, those that are stored already are found as cheap
the second time, and the counters follow last.
"""

from __future__ import annotations

import numpy as np

from astarlib.compiled.kernels.codes import (
    BAD_AUX,
    BAD_BRANCHING,
    BAD_COST,
    BAD_H,
    BEFORE_TOP_F,
    BOUND_FLOOR,
    COUNT,
    DEAD_ENDS,
    DONE,
    EXHAUSTED,
    EXPANDED,
    EXPANDING,
    FAULT_F,
    FAULT_H,
    FAULT_I,
    FAULT_NODE,
    FAULT_VALUE,
    GENERATED,
    GOAL,
    LEAST_H,
    MORE_NODES,
    MORE_QUEUE,
    MORE_RANKS,
    MORE_SLOTS,
    MORE_WAITING,
    NEAREST,
    OVER_COST,
    PEAK,
    REACHED,
    REFUSED,
    REOPENED,
    SOLVED,
    TOP_F,
    WAITING,
    WIDER,
)
from astarlib.compiled.kernels.interface import (
    Value,
    apply,
    dead,
    drop,
    fits,
    front,
    given_h,
    has_room,
    hash_of,
    is_cost,
    is_dead,
    is_dead_end,
    is_goal,
    is_h,
    load,
    next_heuristic,
    number,
    prefetch,
    put,
    rank,
    reaches,
    store,
    successor_count,
)
from astarlib.compiled.kernels.nodes import close, is_closed
from astarlib.compiled.kernels.table import find, place_of, slot_of

U = np.uint64
ZERO, ONE = U(0), U(1)
FULL = 0.75
"""Of the slots of a table: the part that is in use at most."""


def search(
    tables: Value, weights: Value, how: Value, stop_at: Value, max_total: Value, nodes: Value, slots: Value,
    shift: Value, queue: Value, waiting: Value, scratch: Value, c: Value, v: Value,
) -> Value:  # fmt: skip
    """Expand until ``stop_at`` expansions are done in all, or something else ends it; a code of ``codes`` tells what.

    ``how`` is (most successors, whether h is asked for, whether closed states are reopened, whether f bounds the cost);
    ``nodes`` is (states, parents, g, h, aux, closed).
    """
    while True:
        node = U(c[EXPANDING])
        h = number(nodes[3][node])
        if node == ZERO:
            code, node, h = select(tables, weights, how, stop_at, max_total, nodes, slots, queue, waiting, c, v)
            if code != DONE:
                return code
        if node != ZERO:
            code = expand(tables, weights, how, nodes, slots, shift, queue, scratch, c, v, node, h)
            if code != DONE:
                return code


def select(
    tables: Value, weights: Value, how: Value, stop_at: Value, max_total: Value, nodes: Value, slots: Value,
    queue: Value, waiting: Value, c: Value, v: Value,
) -> Value:  # fmt: skip
    """Take the next node out of the queue: (code, node, h); node 0: it was a stale entry, or one that has to wait."""
    states, _, gs, hs, auxes, closed = nodes
    node, f, h = front(queue, hs, c)
    if node == ZERO:
        return OVER_COST if c[WAITING] > 0 else EXHAUSTED, node, h
    g = number(gs[node])
    if rank(weights, g, h) != f or is_closed(closed, node):
        drop(queue, c, f, h)
        return DONE, ZERO, h
    if g + h > max_total:
        if how[3]:
            return OVER_COST, node, h
        if c[WAITING] >= waiting.size:
            return MORE_WAITING, node, h
        waiting[c[WAITING]] = node
        c[WAITING] += 1
        drop(queue, c, f, h)
        return DONE, ZERO, h
    if f > v[TOP_F]:
        c[BEFORE_TOP_F] = c[EXPANDED]
        v[TOP_F] = f
    if is_goal(tables, load(states, node), np.int64(auxes[node])):
        c[GOAL] = node
        return SOLVED, node, h
    if c[EXPANDED] >= stop_at:
        return REACHED, node, h
    code = missing_room(how[0], gs, slots, queue, c)
    if code != DONE:
        return code, node, h
    c[EXPANDING] = node
    following = drop(queue, c, f, h)
    # It was put in long ago perhaps, so its parts come from far away: they are sent for one expansion ahead.
    prefetch(states, following)
    prefetch(gs, following)
    prefetch(auxes, following)
    return DONE, node, h


def missing_room(most: Value, gs: Value, slots: Value, queue: Value, c: Value) -> Value:
    """What is to grow before an expansion that brings so many nodes; DONE: nothing."""
    count = U(c[COUNT]) + most
    if count > U(gs.size):
        return MORE_NODES
    if np.float64(count) > FULL * slots.size:
        return MORE_SLOTS
    return DONE if has_room(queue, c, most) else MORE_QUEUE


def expand(
    tables: Value, weights: Value, how: Value, nodes: Value, slots: Value, shift: Value, queue: Value, scratch: Value,
    c: Value, v: Value, node: Value, h: Value,
) -> Value:  # fmt: skip
    """Store the successors of a node and close it."""
    count = successor_count(tables, load(nodes[0], node), np.int64(nodes[4][node]))
    if not 0 <= count <= how[0]:
        c[FAULT_NODE], v[FAULT_VALUE] = node, count
        return BAD_BRANCHING
    i, k = ZERO, U(count)
    code = look_ahead(tables, nodes, slots, scratch, c, v, node, k)
    if code != DONE:
        return code
    while i < k:
        code = take_in(tables, weights, how, nodes, slots, shift, queue, scratch, c, v, node, h, i)
        if code != DONE:
            c[FAULT_NODE], c[FAULT_I] = node, i
            return code
        i += ONE
    c[EXPANDED] += 1
    c[GENERATED] += np.int64(k)
    c[EXPANDING] = 0
    close(nodes[5], node)
    size_of_frontier = c[COUNT] - 1 - c[DEAD_ENDS] - c[EXPANDED]  # a reopened state has two nodes, one of them closed
    c[PEAK] = max(c[PEAK], size_of_frontier)
    return DONE


def look_ahead(
    tables: Value, nodes: Value, slots: Value, scratch: Value, c: Value, v: Value, node: Value, count: Value
) -> Value:
    """Lay the successors of a node aside. So all looks into the table begin before the first is needed."""
    next_states, hashes, next_auxes, costs = scratch
    state, aux, i, size = load(nodes[0], node), np.int64(nodes[4][node]), ZERO, U(slots.size)
    while i < count:
        next_state, next_aux, cost = apply(tables, state, aux, np.int64(i))
        hashed = hash_of(next_state)
        prefetch(slots, place_of(hashed, size))
        store(next_states, i, next_state)
        hashes[i], next_auxes[i], costs[i] = hashed, next_aux, cost
        if not is_cost(cost) or next_auxes[i] != next_aux:
            c[FAULT_NODE], c[FAULT_I], v[FAULT_VALUE] = node, i, cost
            return BAD_AUX if is_cost(cost) else BAD_COST
        i += ONE
    return DONE


def take_in(
    tables: Value, weights: Value, how: Value, nodes: Value, slots: Value, shift: Value, queue: Value, scratch: Value,
    c: Value, v: Value, node: Value, h: Value, i: Value,
) -> Value:  # fmt: skip
    """Store successor i of a node, if it is new or cheaper than known."""
    next_state, hashed, g = load(scratch[0], i), scratch[1][i], number(nodes[2][node]) + number(scratch[3][i])
    found, at = find(slots, shift, nodes[0], next_state, hashed)
    if not fits(nodes[2], g):
        v[FAULT_VALUE] = g
        return WIDER
    if found != ZERO:
        if g >= number(nodes[2][found]):
            return DONE
        return improve(weights, how, nodes, slots, shift, queue, c, v, node, found, at, hashed, g)
    next_aux, new_h, is_end = np.int64(scratch[2][i]), number(0), False
    if how[1]:
        state, aux = load(nodes[0], node), np.int64(nodes[4][node])
        told = next_heuristic(tables, state, aux, given_h(h), np.int64(i), next_state, next_aux)
        is_end = is_dead_end(told)
        if not is_h(told) or not (is_end or fits(nodes[3], number(told))):
            v[FAULT_VALUE] = told
            return WIDER if is_h(told) else BAD_H
        new_h = dead(nodes[3]) if is_end else number(told)
    f = rank(weights, g, new_h)
    if not is_end and not reaches(queue, f, new_h):
        v[FAULT_F], v[FAULT_H] = f, new_h
        return MORE_RANKS
    new = added(nodes, slots, shift, c, node, at, hashed, next_state, next_aux, g, new_h)
    if is_end:
        c[DEAD_ENDS] += 1
    else:
        put(queue, c, weights, f, new_h, new)
        if new_h < v[LEAST_H]:
            v[LEAST_H], c[NEAREST] = new_h, new
    return DONE


def improve(
    weights: Value, how: Value, nodes: Value, slots: Value, shift: Value, queue: Value, c: Value, v: Value, node: Value,
    found: Value, at: Value, hashed: Value, g: Value,
) -> Value:  # fmt: skip
    """Give a known node, in that slot, a cheaper path by way of ``node``."""
    states, parents, gs, hs, auxes, closed = nodes
    if is_dead(hs, found):
        gs[found], parents[found] = g, node
        return DONE
    h = number(hs[found])
    f = rank(weights, g, h)
    if not reaches(queue, f, h):
        v[FAULT_F], v[FAULT_H] = f, h
        return MORE_RANKS
    if is_closed(closed, found):
        if not how[2]:
            refuse(v, g + h)
            return DONE
        # Another node, since the old one is the parent of others, at the cost that they were reached with.
        found = added(nodes, slots, shift, c, node, at, hashed, load(states, found), auxes[found], g, h)
        c[REOPENED] += 1
    gs[found], parents[found] = g, node
    put(queue, c, weights, f, h, found)
    return DONE


def added(
    nodes: Value, slots: Value, shift: Value, c: Value, parent: Value, at: Value, hashed: Value, state: Value,
    aux: Value, g: Value, h: Value,
) -> Value:  # fmt: skip
    """A new node, in that slot."""
    states, parents, gs, hs, auxes, _ = nodes
    new = U(c[COUNT])
    slots[at] = slot_of(new, hashed, shift)
    store(states, new, state)
    auxes[new], hs[new], gs[new], parents[new] = aux, h, g, parent
    c[COUNT] += 1
    return new


def refuse(v: Value, total: Value) -> None:
    """Note that a cheaper path to a closed state was refused: solutions may cost that little."""
    if total < v[REFUSED]:
        v[BOUND_FLOOR] = max(v[BOUND_FLOOR], min(v[TOP_F], v[REFUSED]))
        v[REFUSED] = total
