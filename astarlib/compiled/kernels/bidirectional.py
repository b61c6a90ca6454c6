"""Bidirectional search over packed states, compiled: BAE*, and without heuristics bidirectional Dijkstra.

Both sides share one table of states. Side 0 searches forward, and side 1 backward. Item ``at = 2 * node + side`` of an
array has the g, the parent, and the closed bit of a node on a side. A side that hasn't stored a state has the g of
`unset`. The h of an item is the estimate of the cost to the origin of the other side, so item ``at ^ 1`` is the
estimate of the cost from the side's own origin.

``queues`` are six pairs (queue, counters): by b for both sides, by f for both, and by g for both. Without heuristics,
only the first two are used, and they are ordered by g. Queues have stale entries. A node is live if it's open, its
state isn't closed on the other side, and its f is below the cost of the best solution. A node that isn't live never
becomes live again.

The rules of `best_first` apply: no kernel creates an array, and an interrupted expansion can be repeated.
"""

from __future__ import annotations

import numpy as np

from astarlib.compiled.kernels.best_first import MAX_LOAD
from astarlib.compiled.kernels.codes import (
    BAD_BACKWARD_H,
    BAD_H,
    BAD_SUCCESSOR_COUNT,
    BAD_UNIT,
    BEST,
    BOUND,
    CHEAPER_PATH,
    CHECK_FIRST,
    CHECKED_AT,
    COST_LIMIT,
    DEAD_ENDS,
    DONE,
    EVALUATED,
    EXHAUSTED,
    EXPANDED,
    EXPANDED_BEFORE_LAST_F,
    EXPANDING,
    FAULT_BACK,
    FAULT_EDGE,
    FAULT_F,
    FAULT_H,
    FAULT_NODE,
    FAULT_QUEUE,
    FAULT_SIDE,
    FAULT_VALUE,
    FIRST_BACKWARD,
    FIRST_FORWARD,
    FOUND,
    GENERATED,
    GOAL,
    GROW_NODES,
    GROW_RANKS,
    GROW_SIDE_QUEUE,
    GROW_SLOTS,
    GROW_WIDTH,
    HAS_IMPROVED,
    INCONSISTENT,
    MIN_H,
    NEAREST,
    NEXT_NODE,
    PEAK_FRONTIER,
    REPORTED,
    SOLUTIONS,
    STOP_REACHED,
    STORED,
    TOO_LARGE,
)
from astarlib.compiled.kernels.edges import prefetch_edges
from astarlib.compiled.kernels.hash_table import find, slot_value
from astarlib.compiled.kernels.interface import (
    Value,
    backward_heuristic,
    dead_end_h,
    edge_count,
    first_keys,
    fits,
    has_place,
    has_room,
    heuristic,
    is_close,
    is_dead_end,
    is_dead_node,
    is_h,
    is_multiple,
    load,
    pop,
    push,
    store,
    tie_of,
    to_number,
)
from astarlib.compiled.kernels.nodes import close, is_closed

U = np.uint64
ZERO, ONE = U(0), U(1)
BY_B, BY_F, BY_G = range(3)


def search(
    tables: Value, weights: Value, options: Value, stop_at: Value, max_cost: Value, nodes: Value, slots: Value,
    node_bits: Value, queues: Value, scratch: Value, counters: Value, values: Value,
) -> Value:  # fmt: skip
    """Expand nodes until ``stop_at`` expansions are done in total, or until there is another reason to stop.

    Return a code of `codes` for the reason. ``options`` is (max_successors, uses_heuristic, unit, is_exact). The unit
    is 0 if there is none, and ``is_exact`` is True if the unit and all costs are whole numbers. ``nodes`` is
    (states, parents, g, h, aux, closed).
    """
    while True:
        node = U(counters[EXPANDING])
        if node == ZERO:
            code, node = select(options, stop_at, max_cost, nodes, slots, queues, counters, values)
            if code != DONE:
                return code
        code = expand(
            tables, weights, options, max_cost, nodes, slots, node_bits, queues, scratch, counters, values, node,
            U(counters[EXPANDED]) & ONE,
        )  # fmt: skip
        if code != DONE:
            return code


def select(
    options: Value, stop_at: Value, max_cost: Value, nodes: Value, slots: Value, queues: Value, counters: Value,
    values: Value,
) -> Value:  # fmt: skip
    """Return (code, node), the node that is expanded next. Raise the lower bound before."""
    upper = values[BEST]
    if counters[SOLUTIONS] == 0 and upper < np.inf and upper <= max_cost:
        counters[SOLUTIONS] = 1
    if counters[SOLUTIONS] > counters[REPORTED]:
        return FOUND, ZERO
    one = first_of_side(queues[0], options[1], nodes, ZERO, BY_B, upper)
    other = first_of_side(queues[1], options[1], nodes, ONE, BY_B, upper)
    counters[FIRST_FORWARD], counters[FIRST_BACKWARD] = one, other
    bound, has_both = upper, min(one, other) > ZERO
    if has_both:
        bound = current_bound(options, nodes, queues, upper, one, other)
        if bound == np.inf:
            return TOO_LARGE, ZERO
        bound = min(upper, bound)
    if bound > values[BOUND]:
        values[BOUND], counters[EXPANDED_BEFORE_LAST_F] = bound, counters[EXPANDED]
    if not has_both or upper <= values[BOUND]:
        if has_both and options[1] and counters[CHECKED_AT] < counters[EXPANDED]:
            return CHECK_FIRST, ZERO
        return COST_LIMIT if upper < np.inf and counters[SOLUTIONS] == 0 else EXHAUSTED, ZERO
    if values[BOUND] > max_cost:
        return COST_LIMIT, ZERO
    if counters[EXPANDED] >= stop_at:
        return STOP_REACHED, ZERO
    side = U(counters[EXPANDED]) & ONE
    code = check_room(options, nodes[2], slots, queues, counters, side)
    if code != DONE:
        return code, ZERO
    node = one if side == ZERO else other
    counters[EXPANDING] = node
    return DONE, node


def keys_of(uses_h: Value, nodes: Value, at: Value, order: Value) -> Value:
    """Return the two keys of a node in one of the three orders."""
    g = to_number(nodes[2][at])
    if order == BY_G or not uses_h:
        return g, to_number(0)
    h = to_number(nodes[3][at])
    if order == BY_F:
        return g + h, to_number(0)
    b = g + g + h - to_number(nodes[3][at ^ ONE])
    return b, tie_of(b, g)


def is_live(nodes: Value, at: Value, upper: Value) -> Value:
    """Return True if an item is live, given that its side has stored it and it's no dead end."""
    return (
        not is_closed(nodes[5], at)
        and not is_closed(nodes[5], at ^ ONE)
        and np.float64(to_number(nodes[2][at]) + to_number(nodes[3][at])) < upper
    )


def first_of_side(pair: Value, uses_h: Value, nodes: Value, side: Value, order: Value, upper: Value) -> Value:
    """Remove stale entries and nodes that aren't live from the front of a queue. Return the first node left, or 0."""
    while True:
        node, first, tie = first_keys(pair[0], pair[1])
        if node == ZERO:
            return ZERO
        at = node << ONE | side
        first_now, tie_now = keys_of(uses_h, nodes, at, order)
        if first_now == first and tie_now == tie and is_live(nodes, at, upper):
            return node
        pop(pair[0], pair[1], first, tie)


def current_bound(options: Value, nodes: Value, queues: Value, upper: Value, one: Value, other: Value) -> Value:
    """Return the lower bound from the first node of each side, which both exist."""
    _, _, gs, hs, _, _ = nodes
    unit = options[2]
    g_one, g_other = np.float64(to_number(gs[one << ONE])), np.float64(to_number(gs[other << ONE | ONE]))
    if not options[1]:
        return g_one + g_other + unit
    to_goal = np.float64(to_number(hs[one << ONE])) - np.float64(to_number(hs[other << ONE]))
    to_start = np.float64(to_number(hs[other << ONE | ONE])) - np.float64(to_number(hs[one << ONE | ONE]))
    twice = 2 * (g_one + g_other) + to_goal + to_start
    least_f = max(least(queues[2], nodes, ZERO, BY_F, upper), least(queues[3], nodes, ONE, BY_F, upper))
    least_g = least(queues[4], nodes, ZERO, BY_G, upper) + least(queues[5], nodes, ONE, BY_G, upper) + unit
    bound = max(least_f, least_g)
    twice = max(bound + bound, twice)
    if options[3] and twice < np.inf:
        return np.ceil(twice / (2 * unit)) * unit
    return twice / 2


def least(pair: Value, nodes: Value, side: Value, order: Value, upper: Value) -> Value:
    """Return the smallest f or g of the live nodes of a side. There must be a live node."""
    node = first_of_side(pair, True, nodes, side, order, upper)
    return np.float64(keys_of(True, nodes, node << ONE | side, order)[0])


def check_room(options: Value, gs: Value, slots: Value, queues: Value, counters: Value, side: Value) -> Value:
    """Return DONE if there is room for the edges of a node. Otherwise, return the code of an array that has to grow."""
    count = U(counters[NEXT_NODE]) + options[0]
    if count << ONE > U(gs.size):
        return GROW_NODES
    if np.float64(count) > MAX_LOAD * slots.size:
        return GROW_SLOTS
    if side == ZERO:
        full = full_queue(queues[0], queues[2], queues[4], options)
    else:
        full = full_queue(queues[1], queues[3], queues[5], options)
    if full < 0:
        return DONE
    counters[FAULT_QUEUE] = 2 * full + np.int64(side)
    return GROW_SIDE_QUEUE


def full_queue(by_b: Value, by_f: Value, by_g: Value, options: Value) -> Value:
    """Return the order whose queue has too little room for the edges of a node, or -1."""
    if not has_room(by_b[0], by_b[1], options[0]):
        return BY_B
    if options[1] and not has_room(by_f[0], by_f[1], options[0]):
        return BY_F
    if options[1] and not has_room(by_g[0], by_g[1], options[0]):
        return BY_G
    return -1


def expand(
    tables: Value, weights: Value, options: Value, max_cost: Value, nodes: Value, slots: Value, node_bits: Value,
    queues: Value, scratch: Value, counters: Value, values: Value, node: Value, side: Value,
) -> Value:  # fmt: skip
    """Store the states at the other ends of a node's edges and close the node."""
    counters[FAULT_NODE], counters[FAULT_SIDE] = node, side
    code, count = begin(tables, options, nodes, slots, scratch, counters, values, node, side)
    i = ZERO
    while i < count and code == DONE:
        counters[FAULT_EDGE] = i
        code = process_edge(
            tables, weights, options, nodes, slots, node_bits, queues, scratch, counters, values, node, side, i
        )
        i += ONE
    if code != DONE:
        return code
    counters[EXPANDED] += 1
    counters[GENERATED] += np.int64(count)
    counters[EXPANDING] = 0
    close(nodes[5], node << ONE | side)
    if counters[HAS_IMPROVED] == 1:
        counters[HAS_IMPROVED] = 0
        if counters[SOLUTIONS] > 0 or values[BEST] <= max_cost:
            counters[SOLUTIONS] += 1
    if side == ZERO and options[1]:
        note_nearest(nodes, scratch, counters, values, count)
    counters[PEAK_FRONTIER] = max(counters[PEAK_FRONTIER], counters[STORED] - counters[DEAD_ENDS] - counters[EXPANDED])
    return DONE


def begin(
    tables: Value, options: Value, nodes: Value, slots: Value, scratch: Value, counters: Value, values: Value,
    node: Value, side: Value,
) -> Value:  # fmt: skip
    """Compute the other ends of all edges of a node. Return (code, number of edges)."""
    count = edge_count(tables, load(nodes[0], node), np.int64(nodes[4][node]), side)
    if not 0 <= count <= options[0]:
        values[FAULT_VALUE] = count
        return BAD_SUCCESSOR_COUNT, ZERO
    return prefetch_edges(tables, nodes, slots, scratch, counters, values, node, U(count), side), U(count)


def note_nearest(nodes: Value, scratch: Value, counters: Value, values: Value, count: Value) -> None:
    """Note the first successor whose h is the smallest so far. ``scratch[1]`` has the nodes of the successors."""
    i = ZERO
    while i < count:
        at = scratch[1][i] << ONE
        if not is_dead_node(nodes[3], at) and np.float64(to_number(nodes[3][at])) < values[MIN_H]:
            values[MIN_H], counters[NEAREST] = np.float64(to_number(nodes[3][at])), scratch[1][i]
        i += ONE


def process_edge(
    tables: Value, weights: Value, options: Value, nodes: Value, slots: Value, node_bits: Value, queues: Value,
    scratch: Value, counters: Value, values: Value, node: Value, side: Value, i: Value,
) -> Value:  # fmt: skip
    """Store the other end of edge i, unless the side has stored it and this path isn't cheaper."""
    states, parents, gs, hs, auxes, _ = nodes
    hash_value = scratch[1][i]
    code, found, slot, g, to_goal, to_start = examine(
        tables, options, nodes, slots, node_bits, scratch, values, node, side, i
    )
    scratch[1][i] = found
    if code != DONE:
        return code
    at = found << ONE | side
    is_known = found != ZERO and not is_dead_node(gs, at)
    if is_known and (g >= to_number(gs[at]) or is_closed(nodes[5], at)):
        return DONE
    next_h, next_back = (to_goal, to_start) if side == ZERO else (to_start, to_goal)
    is_dead = next_h == dead_end_h(hs)
    b, tie = g, to_number(0)
    if options[1]:
        b = g + g + next_h - next_back
        tie = tie_of(b, g)
    if not is_dead:
        if side == ZERO:
            code = check_ranges(queues[0], queues[2], queues[4], options, counters, values, side, b, tie, g + next_h, g)
        else:
            code = check_ranges(queues[1], queues[3], queues[5], options, counters, values, side, b, tie, g + next_h, g)
        if code != DONE:
            return code
    if found == ZERO:
        found = U(counters[NEXT_NODE])
        at = found << ONE | side
        slots[slot] = slot_value(found, hash_value, node_bits)
        store(states, found, load(scratch[0], i))
        auxes[found], hs[found << ONE], hs[found << ONE | ONE] = scratch[2][i], to_goal, to_start
        gs[at ^ ONE], parents[at ^ ONE] = dead_end_h(gs), ZERO
        scratch[1][i] = found
        counters[NEXT_NODE] += 1
        counters[EVALUATED] += 2 * np.int64(options[1])
    if not is_known:
        counters[STORED] += 1
        counters[DEAD_ENDS] += np.int64(is_dead)
    gs[at], parents[at] = g, node
    if is_dead:
        return DONE
    if side == ZERO:
        push_keys(queues[0], queues[2], queues[4], weights, options[1], found, b, tie, g + next_h, g)
    else:
        push_keys(queues[1], queues[3], queues[5], weights, options[1], found, b, tie, g + next_h, g)
    if not is_dead_node(gs, at ^ ONE):
        total = np.float64(g) + np.float64(to_number(gs[at ^ ONE]))
        if total < values[BEST]:
            values[BEST], counters[GOAL], counters[HAS_IMPROVED] = total, found, 1
    return DONE


def check_ranges(
    by_b: Value, by_f: Value, by_g: Value, options: Value, counters: Value, values: Value, side: Value, b: Value,
    tie: Value, f: Value, g: Value,
) -> Value:  # fmt: skip
    """Return DONE if the queues of a side can hold a node with these keys. Otherwise, return GROW_RANKS."""
    zero, order = to_number(0), -1
    if not has_place(by_b[0], b, tie):
        order, values[FAULT_F], values[FAULT_H] = BY_B, b, tie
    elif options[1] and not has_place(by_f[0], f, zero):
        order, values[FAULT_F], values[FAULT_H] = BY_F, f, 0
    elif options[1] and not has_place(by_g[0], g, zero):
        order, values[FAULT_F], values[FAULT_H] = BY_G, g, 0
    if order < 0:
        return DONE
    counters[FAULT_QUEUE] = 2 * order + np.int64(side)
    return GROW_RANKS


def push_keys(
    by_b: Value, by_f: Value, by_g: Value, weights: Value, uses_h: Value, node: Value, b: Value, tie: Value, f: Value,
    g: Value,
) -> None:  # fmt: skip
    """Add a node to the queues of a side."""
    push(by_b[0], by_b[1], weights, b, tie, node)
    if uses_h:
        push(by_f[0], by_f[1], weights, f, to_number(0), node)
        push(by_g[0], by_g[1], weights, g, to_number(0), node)


def examine(
    tables: Value, options: Value, nodes: Value, slots: Value, node_bits: Value, scratch: Value, values: Value,
    node: Value, side: Value, i: Value,
) -> Value:  # fmt: skip
    """Return (code, found, slot, g, to_goal, to_start) of the other end of edge i, after all checks of the edge.
    ``to_goal`` is the h of the state, and ``to_start`` its backward h, as they are stored.
    """
    _, _, gs, hs, _, closed = nodes
    next_state, cost = load(scratch[0], i), to_number(scratch[3][i])
    g = to_number(gs[node << ONE | side]) + cost
    to_goal, to_start = to_number(0), to_number(0)
    found, slot = find(slots, node_bits, nodes[0], next_state, scratch[1][i])
    values[FAULT_VALUE] = cost
    if options[2] > 0 and not (cost >= options[2] and is_multiple(cost, options[2])):
        return BAD_UNIT, found, slot, g, to_goal, to_start
    if not fits(gs, g):
        return GROW_WIDTH, found, slot, g, to_goal, to_start
    if options[1]:
        if found != ZERO:
            to_goal, to_start = to_number(hs[found << ONE]), to_number(hs[found << ONE | ONE])
        else:
            next_aux = np.int64(scratch[2][i])
            h, back = heuristic(tables, next_state, next_aux), backward_heuristic(tables, next_state, next_aux)
            if not is_h(h) or not is_h(back):
                values[FAULT_VALUE] = back if is_h(h) else h
                return BAD_BACKWARD_H if is_h(h) else BAD_H, found, slot, g, to_goal, to_start
            to_goal = dead_end_h(hs) if is_dead_end(h) else to_number(h)
            to_start = dead_end_h(hs) if is_dead_end(back) else to_number(back)
            if not (is_dead_end(h) or fits(hs, to_goal)) or not (is_dead_end(back) or fits(hs, to_start)):
                return GROW_WIDTH, found, slot, g, to_goal, to_start
        if not is_consistent(hs, node, side, cost, to_goal, to_start):
            values[FAULT_H] = np.inf if to_goal == dead_end_h(hs) else np.float64(to_goal)
            values[FAULT_BACK] = np.inf if to_start == dead_end_h(hs) else np.float64(to_start)
            return INCONSISTENT, found, slot, g, to_goal, to_start
    if found != ZERO:
        at = found << ONE | side
        known_g = to_number(gs[at])
        if not is_dead_node(gs, at) and is_closed(closed, at) and g < known_g and not is_close(g, known_g):
            values[FAULT_VALUE], values[FAULT_H] = g, known_g
            return CHEAPER_PATH, found, slot, g, to_goal, to_start
    return DONE, found, slot, g, to_goal, to_start


def is_consistent(hs: Value, node: Value, side: Value, cost: Value, to_goal: Value, to_start: Value) -> Value:
    """Return True if both heuristics are consistent on an edge of a node, up to rounding."""
    h, back = np.float64(to_number(hs[node << ONE | side])), np.float64(to_number(hs[(node << ONE | side) ^ ONE]))
    next_h, next_back = np.float64(to_goal), np.float64(to_start)
    is_dead, is_dead_back = to_goal == dead_end_h(hs), to_start == dead_end_h(hs)
    if side != ZERO:
        next_h, next_back, is_dead, is_dead_back = next_back, next_h, is_dead_back, is_dead
    if is_dead_back:
        return False
    step = np.float64(cost)
    is_low = is_dead or h <= step + next_h or is_close(h, step + next_h)
    return is_low and (next_back <= step + back or is_close(next_back, step + back))


def check_edges(
    tables: Value, options: Value, nodes: Value, slots: Value, node_bits: Value, scratch: Value, counters: Value,
    values: Value, node: Value, side: Value,
) -> Value:  # fmt: skip
    """Check the edges of a node as an expansion does, but store nothing.
    FAULT_F is then the cost of the best solution through one of them, or inf. ``scratch[1]`` has the node of each state
    at the other ends, or 0, and FAULT_EDGE is the number of edges.
    """
    values[FAULT_F], counters[FAULT_NODE], counters[FAULT_SIDE], counters[FAULT_EDGE] = np.inf, node, side, 0
    if node == ZERO:
        return DONE
    code, count = begin(tables, options, nodes, slots, scratch, counters, values, node, side)
    i = ZERO
    while i < count and code == DONE:
        counters[FAULT_EDGE] = i
        code, found, _, g, _, _ = examine(tables, options, nodes, slots, node_bits, scratch, values, node, side, i)
        scratch[1][i] = found
        i += ONE
        at = found << ONE | side
        if code == DONE and found != ZERO and not is_dead_node(nodes[2], at ^ ONE):
            is_cheaper = is_dead_node(nodes[2], at) or (g < to_number(nodes[2][at]) and not is_closed(nodes[5], at))
            if is_cheaper and not is_dead_node(nodes[3], at):
                values[FAULT_F] = min(values[FAULT_F], np.float64(g) + np.float64(to_number(nodes[2][at ^ ONE])))
    if code == DONE:
        counters[FAULT_EDGE] = np.int64(count)
    return code


def push_nodes(
    weights: Value, options: Value, nodes: Value, queues: Value, counters: Value, values: Value, order: Value,
    first: Value, side: Value,
) -> Value:  # fmt: skip
    """Add the nodes ``order[first:]`` to the queues of a side, one by one.
    Return (code, index of the first node that a queue can't take). If there is none, the code is DONE.
    """
    for index in range(first, order.size):
        node = U(order[index])
        at = node << ONE | side
        b, tie = keys_of(options[1], nodes, at, BY_B)
        g = to_number(nodes[2][at])
        f = g + to_number(nodes[3][at])
        if side == ZERO:
            full = full_queue(queues[0], queues[2], queues[4], options)
            code = check_ranges(queues[0], queues[2], queues[4], options, counters, values, side, b, tie, f, g)
        else:
            full = full_queue(queues[1], queues[3], queues[5], options)
            code = check_ranges(queues[1], queues[3], queues[5], options, counters, values, side, b, tie, f, g)
        if full >= 0:
            counters[FAULT_QUEUE] = 2 * full + np.int64(side)
            code = GROW_SIDE_QUEUE
        if code != DONE:
            return code, index
        if side == ZERO:
            push_keys(queues[0], queues[2], queues[4], weights, options[1], node, b, tie, f, g)
        else:
            push_keys(queues[1], queues[3], queues[5], weights, options[1], node, b, tie, f, g)
    return DONE, order.size
