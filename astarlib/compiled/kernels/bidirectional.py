"""Bidirectional search over packed states, compiled: BAE*, and without heuristics bidirectional Dijkstra.

Both sides share one table of states. Side 0 searches forward, and side 1 backward. Item ``at = 2 * node + side`` of an
array has the g, the parent, and the closed bit of a node on a side. A side that hasn't stored a state has the g of
`unset`. The h of an item is the estimate of the cost to the origin of the other side, so item ``at ^ 1`` is the
estimate of the cost from the side's own origin.

``queues`` are six pairs (queue, counters): by b for both sides, by f for both, and by g for both. Without heuristics,
only the first two are used, and they are ordered by g. Queues have stale entries. A node is live if it's open, its
state isn't closed on the other side, and its f is below the cost of the best solution. A node that isn't live never
becomes live again.

The rules of `expansion` apply: no kernel creates an array, and an interrupted expansion can be repeated.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

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
from astarlib.compiled.kernels.data import Data, Nodes, Value
from astarlib.compiled.kernels.edges import prefetch_edges
from astarlib.compiled.kernels.hash_table import MAX_LOAD, find_place, slot_value
from astarlib.compiled.kernels.interface import (
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


class Options(NamedTuple):
    """The options of bidirectional search."""

    max_successors: Value
    uses_heuristic: Value
    unit: Value
    """The unit of costs, or 0 if there is none."""
    is_exact: Value
    """True if the unit and all costs are whole numbers."""


def search(data: Data, queues: Value, stop_at: Value, max_cost: Value) -> Value:
    """Expand nodes until ``stop_at`` expansions are done in total, or until there is another reason to stop.
    Return a code of `codes` for the reason. ``queues`` has the queues of both sides by b, then by f, then by g.
    """
    while True:
        node, code = U(data.counters[EXPANDING]), DONE
        if node == ZERO:
            code, node = select(data, queues, stop_at, max_cost)
        if code == DONE:
            code = expand(data, queues, node, U(data.counters[EXPANDED]) & ONE, max_cost)
        if code != DONE:
            return code


def select(data: Data, queues: Value, stop_at: Value, max_cost: Value) -> Value:
    """Return (code, node), the node that is expanded next. Raise the lower bound before."""
    counters, values, uses_h = data.counters, data.values, data.options.uses_heuristic
    upper = values[BEST]
    if counters[SOLUTIONS] == 0 and upper < np.inf and upper <= max_cost:
        counters[SOLUTIONS] = 1
    if counters[SOLUTIONS] > counters[REPORTED]:
        return FOUND, ZERO
    one = first_of_side(queues[0], uses_h, data.nodes, ZERO, BY_B, upper)
    other = first_of_side(queues[1], uses_h, data.nodes, ONE, BY_B, upper)
    counters[FIRST_FORWARD], counters[FIRST_BACKWARD] = one, other
    bound, has_both = upper, min(one, other) > ZERO
    if has_both:
        bound = current_bound(data.options, data.nodes, queues, upper, one, other)
        if bound == np.inf:
            return TOO_LARGE, ZERO
        bound = min(upper, bound)
    if bound > values[BOUND]:
        values[BOUND], counters[EXPANDED_BEFORE_LAST_F] = bound, counters[EXPANDED]
    if not has_both or upper <= values[BOUND]:
        if has_both and uses_h and counters[CHECKED_AT] < counters[EXPANDED]:
            return CHECK_FIRST, ZERO
        return COST_LIMIT if upper < np.inf and counters[SOLUTIONS] == 0 else EXHAUSTED, ZERO
    if values[BOUND] > max_cost:
        return COST_LIMIT, ZERO
    if counters[EXPANDED] >= stop_at:
        return STOP_REACHED, ZERO
    side = U(counters[EXPANDED]) & ONE
    code = check_room(data, queues, side)
    if code != DONE:
        return code, ZERO
    node = one if side == ZERO else other
    counters[EXPANDING] = node
    return DONE, node


def keys_of(uses_h: Value, nodes: Nodes, at: Value, order: Value) -> Value:
    """Return the two keys of a node in one of the three orders."""
    g = to_number(nodes.gs[at])
    if order == BY_G or not uses_h:
        return g, to_number(0)
    h = to_number(nodes.hs[at])
    if order == BY_F:
        return g + h, to_number(0)
    b = g + g + h - to_number(nodes.hs[at ^ ONE])
    return b, tie_of(b, g)


def is_live(nodes: Nodes, at: Value, upper: Value) -> Value:
    """Return True if an item is live, given that its side has stored it and it's no dead end."""
    return (
        not is_closed(nodes.closed, at)
        and not is_closed(nodes.closed, at ^ ONE)
        and np.float64(to_number(nodes.gs[at]) + to_number(nodes.hs[at])) < upper
    )


def first_of_side(pair: Value, uses_h: Value, nodes: Nodes, side: Value, order: Value, upper: Value) -> Value:
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


def current_bound(options: Options, nodes: Nodes, queues: Value, upper: Value, one: Value, other: Value) -> Value:
    """Return the lower bound from the first node of each side, which both exist."""
    gs, hs, unit = nodes.gs, nodes.hs, options.unit
    g_one, g_other = np.float64(to_number(gs[one << ONE])), np.float64(to_number(gs[other << ONE | ONE]))
    if not options.uses_heuristic:
        return g_one + g_other + unit
    to_goal = np.float64(to_number(hs[one << ONE])) - np.float64(to_number(hs[other << ONE]))
    to_start = np.float64(to_number(hs[other << ONE | ONE])) - np.float64(to_number(hs[one << ONE | ONE]))
    twice = 2 * (g_one + g_other) + to_goal + to_start
    least_f = max(least(queues[2], nodes, ZERO, BY_F, upper), least(queues[3], nodes, ONE, BY_F, upper))
    least_g = least(queues[4], nodes, ZERO, BY_G, upper) + least(queues[5], nodes, ONE, BY_G, upper) + unit
    bound = max(least_f, least_g)
    twice = max(bound + bound, twice)
    if options.is_exact and twice < np.inf:
        return np.ceil(twice / (2 * unit)) * unit
    return twice / 2


def least(pair: Value, nodes: Nodes, side: Value, order: Value, upper: Value) -> Value:
    """Return the smallest f or g of the live nodes of a side. There must be a live node."""
    node = first_of_side(pair, True, nodes, side, order, upper)
    return np.float64(keys_of(True, nodes, node << ONE | side, order)[0])


def check_room(data: Data, queues: Value, side: Value) -> Value:
    """Return DONE if there is room for the edges of a node. Otherwise, return the code of an array that has to grow."""
    count = U(data.counters[NEXT_NODE]) + data.options.max_successors
    if count << ONE > U(data.nodes.gs.size):
        return GROW_NODES
    if np.float64(count) > MAX_LOAD * data.table.slots.size:
        return GROW_SLOTS
    return check_queues(queues, data.options, data.counters, side)


def check_queues(queues: Value, options: Options, counters: Value, side: Value) -> Value:
    """Return DONE if the queues of a side have room for the edges of a node. Otherwise, return GROW_SIDE_QUEUE."""
    if side == ZERO:
        full = full_queue(queues[0], queues[2], queues[4], options)
    else:
        full = full_queue(queues[1], queues[3], queues[5], options)
    if full < 0:
        return DONE
    counters[FAULT_QUEUE] = 2 * full + np.int64(side)
    return GROW_SIDE_QUEUE


def full_queue(by_b: Value, by_f: Value, by_g: Value, options: Options) -> Value:
    """Return the order whose queue has too little room for the edges of a node, or -1."""
    if not has_room(by_b[0], by_b[1], options.max_successors):
        return BY_B
    if options.uses_heuristic and not has_room(by_f[0], by_f[1], options.max_successors):
        return BY_F
    if options.uses_heuristic and not has_room(by_g[0], by_g[1], options.max_successors):
        return BY_G
    return -1


def expand(data: Data, queues: Value, node: Value, side: Value, max_cost: Value) -> Value:
    """Store the states at the other ends of a node's edges and close the node."""
    counters, values = data.counters, data.values
    counters[FAULT_NODE], counters[FAULT_SIDE] = node, side
    code, count = begin(data, node, side)
    i = ZERO
    while i < count and code == DONE:
        counters[FAULT_EDGE] = i
        code = process_edge(data, queues, node, side, i)
        i += ONE
    if code != DONE:
        return code
    counters[EXPANDED] += 1
    counters[GENERATED] += np.int64(count)
    counters[EXPANDING] = 0
    close(data.nodes.closed, node << ONE | side)
    if counters[HAS_IMPROVED] == 1:
        counters[HAS_IMPROVED] = 0
        if counters[SOLUTIONS] > 0 or values[BEST] <= max_cost:
            counters[SOLUTIONS] += 1
    if side == ZERO and data.options.uses_heuristic:
        note_nearest(data.nodes.hs, data.edges.hashes, counters, values, count)
    counters[PEAK_FRONTIER] = max(counters[PEAK_FRONTIER], counters[STORED] - counters[DEAD_ENDS] - counters[EXPANDED])
    return DONE


def begin(data: Data, node: Value, side: Value) -> Value:
    """Compute the other ends of all edges of a node. Return (code, number of edges)."""
    count = edge_count(data.tables, load(data.nodes.states, node), np.int64(data.nodes.auxes[node]), side)
    if not 0 <= count <= data.options.max_successors:
        data.values[FAULT_VALUE] = count
        return BAD_SUCCESSOR_COUNT, ZERO
    return prefetch_edges(data, node, U(count), side), U(count)


def note_nearest(hs: Value, successors: Value, counters: Value, values: Value, count: Value) -> None:
    """Note the first of the nodes ``successors`` whose h is the smallest so far."""
    i = ZERO
    while i < count:
        at = successors[i] << ONE
        if not is_dead_node(hs, at) and np.float64(to_number(hs[at])) < values[MIN_H]:
            values[MIN_H], counters[NEAREST] = np.float64(to_number(hs[at])), successors[i]
        i += ONE


def process_edge(data: Data, queues: Value, node: Value, side: Value, i: Value) -> Value:
    """Store the other end of edge i, unless the side has stored it and this path isn't cheaper."""
    nodes, edges, counters, values = data.nodes, data.edges, data.counters, data.values
    gs, hs, hash_value = nodes.gs, nodes.hs, edges.hashes[i]
    code, found, slot, g, to_goal, to_start = examine(data, node, side, i)
    edges.hashes[i] = found
    if code != DONE:
        return code
    at = found << ONE | side
    is_known = found != ZERO and not is_dead_node(gs, at)
    if is_known and (g >= to_number(gs[at]) or is_closed(nodes.closed, at)):
        return DONE
    next_h, next_back = (to_goal, to_start) if side == ZERO else (to_start, to_goal)
    is_dead = next_h == dead_end_h(hs)
    b, tie = g, to_number(0)
    if data.options.uses_heuristic:
        b = g + g + next_h - next_back
        tie = tie_of(b, g)
    keys = b, tie, g + next_h, g
    if not is_dead:
        code = check_ranges(data, queues, side, keys)
        if code != DONE:
            return code
    if found == ZERO:
        found = U(counters[NEXT_NODE])
        at = found << ONE | side
        data.table.slots[slot] = slot_value(found, hash_value, data.table.node_bits)
        store(nodes.states, found, load(edges.states, i))
        nodes.auxes[found], hs[found << ONE], hs[found << ONE | ONE] = edges.auxes[i], to_goal, to_start
        gs[at ^ ONE], nodes.parents[at ^ ONE] = dead_end_h(gs), ZERO
        edges.hashes[i] = found
        counters[NEXT_NODE] += 1
        counters[EVALUATED] += 2 * np.int64(data.options.uses_heuristic)
    if not is_known:
        counters[STORED] += 1
        counters[DEAD_ENDS] += np.int64(is_dead)
    gs[at], nodes.parents[at] = g, node
    if is_dead:
        return DONE
    push_keys(queues, data.weights, data.options.uses_heuristic, side, found, keys)
    if not is_dead_node(gs, at ^ ONE):
        total = np.float64(g) + np.float64(to_number(gs[at ^ ONE]))
        if total < values[BEST]:
            values[BEST], counters[GOAL], counters[HAS_IMPROVED] = total, found, 1
    return DONE


def check_ranges(data: Data, queues: Value, side: Value, keys: Value) -> Value:
    """Return DONE if the queues of a side can hold a node with the keys (b, tie, f, g). Otherwise return GROW_RANKS."""
    uses_h, values, zero = data.options.uses_heuristic, data.values, to_number(0)
    b, tie, f, g = keys
    if side == ZERO:
        order = full_range(queues[0], queues[2], queues[4], uses_h, keys)
    else:
        order = full_range(queues[1], queues[3], queues[5], uses_h, keys)
    if order < 0:
        return DONE
    values[FAULT_F], values[FAULT_H] = (b, tie) if order == BY_B else (f, zero) if order == BY_F else (g, zero)
    data.counters[FAULT_QUEUE] = 2 * order + np.int64(side)
    return GROW_RANKS


def full_range(by_b: Value, by_f: Value, by_g: Value, uses_h: Value, keys: Value) -> Value:
    """Return the order whose queue can't hold a node with these keys, or -1."""
    b, tie, f, g = keys
    if not has_place(by_b[0], b, tie):
        return BY_B
    if uses_h and not has_place(by_f[0], f, to_number(0)):
        return BY_F
    if uses_h and not has_place(by_g[0], g, to_number(0)):
        return BY_G
    return -1


def push_keys(queues: Value, weights: Value, uses_h: Value, side: Value, node: Value, keys: Value) -> None:
    """Add a node with the keys (b, tie, f, g) to the queues of a side."""
    if side == ZERO:
        push_node(queues[0], queues[2], queues[4], weights, uses_h, node, keys)
    else:
        push_node(queues[1], queues[3], queues[5], weights, uses_h, node, keys)


def push_node(by_b: Value, by_f: Value, by_g: Value, weights: Value, uses_h: Value, node: Value, keys: Value) -> None:
    """Add a node to three queues."""
    b, tie, f, g = keys
    push(by_b[0], by_b[1], weights, b, tie, node)
    if uses_h:
        push(by_f[0], by_f[1], weights, f, to_number(0), node)
        push(by_g[0], by_g[1], weights, g, to_number(0), node)


def examine(data: Data, node: Value, side: Value, i: Value) -> Value:
    """Return (code, found, slot, g, to_goal, to_start) of the other end of edge i, after all checks of the edge.
    ``to_goal`` is the h of the state, and ``to_start`` its backward h, as they are stored.
    """
    gs, hs, unit, values = data.nodes.gs, data.nodes.hs, data.options.unit, data.values
    next_state, cost = load(data.edges.states, i), to_number(data.edges.costs[i])
    g = to_number(gs[node << ONE | side]) + cost
    to_goal, to_start = to_number(0), to_number(0)
    found, slot, _ = find_place(data.table, data.nodes.states, next_state, data.edges.hashes[i])
    values[FAULT_VALUE] = cost
    if unit > 0 and not (cost >= unit and is_multiple(cost, unit)):
        return BAD_UNIT, found, slot, g, to_goal, to_start
    if not fits(gs, g):
        return GROW_WIDTH, found, slot, g, to_goal, to_start
    if data.options.uses_heuristic:
        if found != ZERO:
            to_goal, to_start = to_number(hs[found << ONE]), to_number(hs[found << ONE | ONE])
        else:
            next_aux = np.int64(data.edges.auxes[i])
            h = heuristic(data.tables, next_state, next_aux)
            back = backward_heuristic(data.tables, next_state, next_aux)
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
        is_cheaper = not is_dead_node(gs, at) and is_closed(data.nodes.closed, at) and g < known_g
        if is_cheaper and not is_close(g, known_g):
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


def check_edges(data: Data, node: Value, side: Value) -> Value:
    """Check the edges of a node as an expansion does, but store nothing.
    FAULT_F is then the cost of the best solution through one of them, or inf. ``data.edges.hashes`` has the node of
    each state at the other ends, or 0, and FAULT_EDGE is the number of edges.
    """
    gs, counters, values = data.nodes.gs, data.counters, data.values
    values[FAULT_F], counters[FAULT_NODE], counters[FAULT_SIDE], counters[FAULT_EDGE] = np.inf, node, side, 0
    if node == ZERO:
        return DONE
    code, count = begin(data, node, side)
    i = ZERO
    while i < count and code == DONE:
        counters[FAULT_EDGE] = i
        code, found, _slot, g, _, _ = examine(data, node, side, i)
        data.edges.hashes[i] = found
        i += ONE
        at = found << ONE | side
        if code == DONE and found != ZERO and not is_dead_node(gs, at ^ ONE):
            is_cheaper = is_dead_node(gs, at) or (g < to_number(gs[at]) and not is_closed(data.nodes.closed, at))
            if is_cheaper and not is_dead_node(data.nodes.hs, at):
                values[FAULT_F] = min(values[FAULT_F], np.float64(g) + np.float64(to_number(gs[at ^ ONE])))
    if code == DONE:
        counters[FAULT_EDGE] = np.int64(count)
    return code


def push_nodes(data: Data, queues: Value, order: Value, first: Value, side: Value) -> Value:
    """Add the nodes ``order[first:]`` to the queues of a side, one by one.
    Return (code, index of the first node that a queue can't take). If there is none, the code is DONE.
    """
    nodes = data.nodes
    for index in range(first, order.size):
        node = U(order[index])
        at = node << ONE | side
        b, tie = keys_of(data.options.uses_heuristic, nodes, at, BY_B)
        g = to_number(nodes.gs[at])
        keys = b, tie, g + to_number(nodes.hs[at]), g
        code = check_queues(queues, data.options, data.counters, side)
        if code == DONE:
            code = check_ranges(data, queues, side, keys)
        if code != DONE:
            return code, index
        push_keys(queues, data.weights, data.options.uses_heuristic, side, node, keys)
    return DONE, order.size
