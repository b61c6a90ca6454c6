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
    branching,
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
    packed,
    prefetch,
    put,
    rank,
    reaches,
    store,
)
from astarlib.compiled.kernels.table import find, place_of, slot_of

U = np.uint64
ZERO, ONE, THREE, SEVEN = U(0), U(1), U(3), U(7)
FULL = 0.7
"""Of the slots of a table: the part that is in use at most."""


def is_closed(closed: Value, node: Value) -> Value:
    """Whether a node is closed: a bit of its own tells it."""
    return (closed[node >> THREE] >> (node & SEVEN)) & 1 == 1


def close(closed: Value, node: Value) -> None:
    """Close a node."""
    closed[node >> THREE] |= np.uint8(1 << (node & SEVEN))


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
    count = U(c[COUNT]) + how[0]
    if count > U(gs.size):
        return MORE_NODES, node, h
    if np.float64(count) > FULL * slots.size:
        return MORE_SLOTS, node, h
    if not has_room(queue, c, how[0]):
        return MORE_QUEUE, node, h
    c[EXPANDING] = node
    following = drop(queue, c, f, h)
    # It was put in long ago perhaps, so its parts come from far away: they are sent for one expansion ahead.
    prefetch(states, following)
    prefetch(gs, following)
    prefetch(auxes, following)
    return DONE, node, h


def expand(
    tables: Value, weights: Value, how: Value, nodes: Value, slots: Value, shift: Value, queue: Value, scratch: Value,
    c: Value, v: Value, node: Value, h: Value,
) -> Value:  # fmt: skip
    """Store the successors of a node and close it."""
    next_states, hashes, next_auxes, costs = scratch
    state, aux = load(nodes[0], node), np.int64(nodes[4][node])
    count = branching(tables, state, aux)
    if not 0 <= count <= how[0]:
        c[FAULT_NODE], v[FAULT_VALUE] = node, count
        return BAD_BRANCHING
    i, size, k = ZERO, U(slots.size), U(count)
    while i < k:  # all looks into the table begin before the first is needed
        next_state, next_aux, cost = apply(tables, state, aux, np.int64(i))
        next_state = packed(next_state)
        hashed = hash_of(next_state)
        prefetch(slots, place_of(hashed, size))
        store(next_states, i, next_state)
        hashes[i], next_auxes[i], costs[i] = hashed, next_aux, cost
        if not is_cost(cost) or next_auxes[i] != next_aux:
            c[FAULT_NODE], c[FAULT_I], v[FAULT_VALUE] = node, i, cost
            return BAD_AUX if is_cost(cost) else BAD_COST
        i += ONE
    i = ZERO
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


def take_in(
    tables: Value, weights: Value, how: Value, nodes: Value, slots: Value, shift: Value, queue: Value, scratch: Value,
    c: Value, v: Value, node: Value, h: Value, i: Value,
) -> Value:  # fmt: skip
    """Store successor i of a node, if it is new or cheaper than known."""
    states, parents, gs, hs, auxes, closed = nodes
    next_state, hashed, g = load(scratch[0], i), scratch[1][i], number(gs[node]) + number(scratch[3][i])
    found, at = find(slots, shift, states, next_state, hashed)
    if not fits(gs, g):
        v[FAULT_VALUE] = g
        return WIDER
    if found != ZERO:
        if g >= number(gs[found]):
            return DONE
        known_h = number(hs[found])
        if is_dead(hs, found):
            gs[found], parents[found] = g, node
            return DONE
        f = rank(weights, g, known_h)
        if not reaches(queue, f, known_h):
            v[FAULT_F], v[FAULT_H] = f, known_h
            return MORE_RANKS
        if is_closed(closed, found):
            if not how[2]:
                refuse(v, g + known_h)
                return DONE
            # Another node, since the old one is the parent of others, at the cost that they were reached with.
            reopened = U(c[COUNT])
            store(states, reopened, next_state)
            auxes[reopened], hs[reopened] = auxes[found], hs[found]
            slots[at] = slot_of(reopened, hashed, shift)
            c[COUNT] += 1
            c[REOPENED] += 1
            found = reopened
        gs[found], parents[found] = g, node
        put(queue, c, weights, f, known_h, found)
        return DONE
    next_aux, new_h = np.int64(scratch[2][i]), number(0)
    is_end = False
    if how[1]:
        state, aux = load(states, node), np.int64(auxes[node])
        told = next_heuristic(tables, state, aux, given_h(h), np.int64(i), next_state, next_aux)
        is_end = is_dead_end(told)
        if not is_h(told) or not (is_end or fits(hs, number(told))):
            v[FAULT_VALUE] = told
            return WIDER if is_h(told) else BAD_H
        new_h = dead(hs) if is_end else number(told)
    f = rank(weights, g, new_h)
    if not is_end and not reaches(queue, f, new_h):
        v[FAULT_F], v[FAULT_H] = f, new_h
        return MORE_RANKS
    new = U(c[COUNT])
    slots[at] = slot_of(new, hashed, shift)
    store(states, new, next_state)
    auxes[new], hs[new], gs[new], parents[new] = next_aux, new_h, g, node
    c[COUNT] += 1
    if is_end:
        c[DEAD_ENDS] += 1
    else:
        put(queue, c, weights, f, new_h, new)
        if new_h < v[LEAST_H]:
            v[LEAST_H], c[NEAREST] = new_h, new
    return DONE


def refuse(v: Value, total: Value) -> None:
    """Note that a cheaper path to a closed state was refused: solutions may cost that little."""
    if total < v[REFUSED]:
        v[BOUND_FLOOR] = max(v[BOUND_FLOOR], min(v[TOP_F], v[REFUSED]))
        v[REFUSED] = total


def is_stale(weights: Value, nodes: Value, node: Value, f: Value) -> Value:
    """Whether an entry of that f is none of its node any more."""
    g, h = number(nodes[2][node]), number(nodes[3][node])
    return rank(weights, g, h) != f or is_closed(nodes[5], node)


def first_live(weights: Value, nodes: Value, queue: Value, c: Value) -> Value:
    """The node at the front once stale entries are dropped there; 0: there is none."""
    while True:
        node, f, h = front(queue, nodes[3], c)
        if node == ZERO or not is_stale(weights, nodes, node, f):
            return node
        drop(queue, c, f, h)


def least_total(nodes: Value, count: Value) -> Value:
    """The smallest g + h of an open node; inf when there is none."""
    least = np.inf
    for at in range(1, count):
        node = U(at)
        if not is_closed(nodes[5], node) and not is_dead(nodes[3], node):
            least = min(least, np.float64(number(nodes[2][node]) + number(nodes[3][node])))
    return least


def put_all(weights: Value, nodes: Value, queue: Value, c: Value, first: Value, order: Value) -> Value:
    """Put nodes into the queue one after the other, from ``order[first]`` on; how many are in when it can take no more."""
    for at in range(first, order.size):
        node = U(order[at])
        h = number(nodes[3][node])
        f = rank(weights, number(nodes[2][node]), h)
        if not has_room(queue, c, ONE) or not reaches(queue, f, h):
            return at
        put(queue, c, weights, f, h, node)
    return order.size
