"""Best-first search over packed states, compiled.

A kernel neither creates an array nor assigns an array to another name. Otherwise numba would count references in the
loop, and the loop would take twice as long. When an array is full, the kernel returns a code that names this array.

An interrupted expansion can be repeated. ``counters[EXPANDING]`` holds the node until all its successors are stored.
The repeated expansion finds the stored successors and doesn't change them. The counters are updated last.
"""

from __future__ import annotations

import numpy as np

from astarlib.compiled.kernels.codes import (
    BAD_H,
    BAD_SUCCESSOR_COUNT,
    BOUND_BEFORE_PRUNING,
    COST_LIMIT,
    DEAD_ENDS,
    DONE,
    EXHAUSTED,
    EXPANDED,
    EXPANDED_BEFORE_LAST_F,
    EXPANDING,
    FAULT_EDGE,
    FAULT_F,
    FAULT_H,
    FAULT_NODE,
    FAULT_VALUE,
    GENERATED,
    GOAL,
    GROW_NODES,
    GROW_PARKED,
    GROW_QUEUE,
    GROW_RANKS,
    GROW_SLOTS,
    GROW_WIDTH,
    MAX_F_EXPANDED,
    MIN_H,
    MIN_REJECTED_F,
    NEAREST,
    NEXT_NODE,
    PARKED,
    PEAK_FRONTIER,
    REOPENED,
    SOLVED,
    STOP_REACHED,
)
from astarlib.compiled.kernels.edges import prefetch_edges
from astarlib.compiled.kernels.hash_table import find, slot_value
from astarlib.compiled.kernels.interface import (
    Value,
    aux_of_parent,
    dead_end_h,
    fetch_edges,
    first_entry,
    fits,
    has_room,
    is_dead_end,
    is_dead_node,
    is_finite,
    is_goal,
    is_h,
    is_in_range,
    load,
    next_heuristic,
    pop,
    prefetch,
    prefetch_parent,
    push,
    rank,
    relabel,
    store,
    successor_count,
    to_domain_h,
    to_number,
)
from astarlib.compiled.kernels.nodes import close, is_closed

U = np.uint64
ZERO, ONE = U(0), U(1)
MAX_LOAD = 0.75
"""The largest part of the slots of a hash table that may be in use."""


def search(
    tables: Value, weights: Value, options: Value, stop_at: Value, max_cost: Value, nodes: Value, slots: Value,
    node_bits: Value, queue: Value, parked: Value, scratch: Value, counters: Value, values: Value,
) -> Value:  # fmt: skip
    """Expand nodes until ``stop_at`` expansions are done in total, or until there is another reason to stop.
    Return a code of `codes` for the reason. ``options`` is (max_successors, uses_heuristic, reopen, f_is_lower_bound,
    has_goals), and ``nodes`` is (states, parents, g, h, aux, closed).
    """
    while True:
        node = U(counters[EXPANDING])
        h = to_number(nodes[3][node])
        if node == ZERO:
            code, node, h = select(
                tables, weights, options, stop_at, max_cost, nodes, slots, queue, parked, counters, values
            )
            if code != DONE:
                return code
        if node != ZERO:
            code = expand(tables, weights, options, nodes, slots, node_bits, queue, scratch, counters, values, node, h)
            if code != DONE:
                return code


def select(
    tables: Value, weights: Value, options: Value, stop_at: Value, max_cost: Value, nodes: Value, slots: Value,
    queue: Value, parked: Value, counters: Value, values: Value,
) -> Value:  # fmt: skip
    """Remove the next node from the queue and return (code, node, h).
    If the entry was stale or its node was parked, return code DONE and node 0. There is nothing to expand then.
    """
    states, parents, gs, hs, auxes, closed = nodes
    node, f, h = first_entry(queue, hs, counters)
    if node == ZERO:
        return COST_LIMIT if counters[PARKED] > 0 else EXHAUSTED, node, h
    g = to_number(gs[node])
    if rank(weights, g, h) != f or is_closed(closed, node):
        pop(queue, counters, f, h)
        return DONE, ZERO, h
    if g + h > max_cost:
        if options[3]:
            return COST_LIMIT, node, h
        if counters[PARKED] >= parked.size:
            return GROW_PARKED, node, h
        parked[counters[PARKED]] = node
        counters[PARKED] += 1
        pop(queue, counters, f, h)
        return DONE, ZERO, h
    if f > values[MAX_F_EXPANDED]:
        counters[EXPANDED_BEFORE_LAST_F] = counters[EXPANDED]
        values[MAX_F_EXPANDED] = f
    if options[4] and is_goal(tables, load(states, node), np.int64(auxes[node])):
        counters[GOAL] = node
        return SOLVED, node, h
    if counters[EXPANDED] >= stop_at:
        return STOP_REACHED, node, h
    code = check_room(options[0], gs, slots, queue, counters)
    if code != DONE:
        return code, node, h
    counters[EXPANDING] = node
    next_node = pop(queue, counters, f, h)
    # The next node may have been stored long ago and may not be in a cache, so it is fetched one expansion ahead.
    prefetch(states, next_node)
    prefetch(gs, next_node)
    prefetch(auxes, next_node)
    prefetch_parent(parents, next_node)
    if next_node != ZERO:
        fetch_edges(tables, load(states, next_node))
    return DONE, node, h


def check_room(max_successors: Value, gs: Value, slots: Value, queue: Value, counters: Value) -> Value:
    """Return DONE if there is room for this many new nodes. Otherwise, return the code of an array that has to grow."""
    count = U(counters[NEXT_NODE]) + max_successors
    if count > U(gs.size):
        return GROW_NODES
    if np.float64(count) > MAX_LOAD * slots.size:
        return GROW_SLOTS
    return DONE if has_room(queue, counters, max_successors) else GROW_QUEUE


def expand(
    tables: Value, weights: Value, options: Value, nodes: Value, slots: Value, node_bits: Value, queue: Value,
    scratch: Value, counters: Value, values: Value, node: Value, h: Value,
) -> Value:  # fmt: skip
    """Store the successors of a node and close it."""
    count = successor_count(tables, load(nodes[0], node), np.int64(nodes[4][node]))
    if not 0 <= count <= options[0]:
        counters[FAULT_NODE], values[FAULT_VALUE] = node, count
        return BAD_SUCCESSOR_COUNT
    i, k = ZERO, U(count)
    code = prefetch_edges(tables, nodes, slots, scratch, counters, values, node, k, ZERO)
    if code != DONE:
        return code
    aux_back = aux_of_parent(nodes, node)
    while i < k:
        # The path to the parent through this node isn't cheaper, so the parent needn't be found among the nodes.
        if np.int64(scratch[2][i]) != aux_back:
            code = process_successor(
                tables, weights, options, nodes, slots, node_bits, queue, scratch, counters, values, node, h, i
            )
            if code != DONE:
                counters[FAULT_NODE], counters[FAULT_EDGE] = node, i
                return code
        i += ONE
    finish_expansion(nodes, counters, node, k)
    return DONE


def finish_expansion(nodes: Value, counters: Value, node: Value, k: Value) -> None:
    """Count an expansion with ``k`` successors and close its node."""
    counters[EXPANDED] += 1
    counters[GENERATED] += np.int64(k)
    counters[EXPANDING] = 0
    close(nodes[5], node)
    # A reopened state has two nodes, and the older one is closed.
    frontier_size = counters[NEXT_NODE] - 1 - counters[DEAD_ENDS] - counters[EXPANDED]
    counters[PEAK_FRONTIER] = max(counters[PEAK_FRONTIER], frontier_size)


def process_successor(
    tables: Value, weights: Value, options: Value, nodes: Value, slots: Value, node_bits: Value, queue: Value,
    scratch: Value, counters: Value, values: Value, node: Value, h: Value, i: Value,
) -> Value:  # fmt: skip
    """Store successor i of a node, unless its state is stored already and this path isn't cheaper."""
    next_state, hash_value, g = load(scratch[0], i), scratch[1][i], to_number(nodes[2][node]) + to_number(scratch[3][i])
    found, slot = find(slots, node_bits, nodes[0], next_state, hash_value)
    if not fits(nodes[2], g):
        values[FAULT_VALUE] = g
        return GROW_WIDTH
    if found != ZERO:
        if g >= to_number(nodes[2][found]):
            return DONE
        return improve(
            weights, options, nodes, slots, node_bits, queue, counters, values, node, found, slot, hash_value,
            next_state, g,
        )  # fmt: skip
    code, new_h = evaluate_successor(tables, options, nodes, scratch, values, node, h, i)
    if code != DONE:
        return code
    f, is_dead = rank(weights, g, new_h), new_h == dead_end_h(nodes[3])
    if not is_dead and not is_in_range(queue, f, new_h):
        values[FAULT_F], values[FAULT_H] = f, new_h
        return GROW_RANKS
    if not is_dead and not is_finite(g + new_h):  # Greedy search has only h in f.
        values[FAULT_VALUE] = g
        return GROW_WIDTH
    next_aux = np.int64(scratch[2][i])
    new = add_node(nodes, slots, node_bits, counters, node, slot, hash_value, next_state, next_aux, g, new_h)
    if is_dead:
        counters[DEAD_ENDS] += 1
    else:
        push(queue, counters, weights, f, new_h, new)
        if new_h < values[MIN_H]:
            values[MIN_H], counters[NEAREST] = new_h, new
    return DONE


def evaluate_successor(
    tables: Value, options: Value, nodes: Value, scratch: Value, values: Value, node: Value, h: Value, i: Value
) -> Value:
    """Return (code, h of successor i). With the code DONE, h can be stored in its array."""
    new_h = to_number(0)
    if options[1]:
        state, aux = load(nodes[0], node), np.int64(nodes[4][node])
        next_state, next_aux = load(scratch[0], i), np.int64(scratch[2][i])
        domain_h = next_heuristic(tables, state, aux, to_domain_h(h), np.int64(i), next_state, next_aux)
        is_dead = is_dead_end(domain_h)
        if not is_h(domain_h) or not (is_dead or fits(nodes[3], to_number(domain_h))):
            values[FAULT_VALUE] = domain_h
            return GROW_WIDTH if is_h(domain_h) else BAD_H, new_h
        new_h = dead_end_h(nodes[3]) if is_dead else to_number(domain_h)
    return DONE, new_h


def improve(
    weights: Value, options: Value, nodes: Value, slots: Value, node_bits: Value, queue: Value, counters: Value,
    values: Value, node: Value, found: Value, slot: Value, hash_value: Value, state: Value, g: Value,
) -> Value:  # fmt: skip
    """Give a stored node a cheaper path through ``node``, and the label that ``state`` has on this path.
    A closed node isn't changed. If closed nodes may be reopened, the state gets a new node, and ``slot`` then refers to
    the new node. Otherwise, the rejected g + h is recorded.
    """
    states, parents, gs, hs, auxes, closed = nodes
    if is_dead_node(hs, found):
        gs[found], parents[found] = g, node
        return DONE
    h = to_number(hs[found])
    f = rank(weights, g, h)
    if not is_in_range(queue, f, h):
        values[FAULT_F], values[FAULT_H] = f, h
        return GROW_RANKS
    if is_closed(closed, found):
        if not options[2]:
            note_rejected(values, g + h)
            return DONE
        # The old node keeps its g, because the g of its children was computed from it. The state gets another node.
        aux = np.int64(auxes[found])
        found = add_node(nodes, slots, node_bits, counters, node, slot, hash_value, state, aux, g, h)
        counters[REOPENED] += 1
    gs[found], parents[found] = g, node
    relabel(states, found, state)
    push(queue, counters, weights, f, h, found)
    return DONE


def add_node(
    nodes: Value, slots: Value, node_bits: Value, counters: Value, parent: Value, slot: Value, hash_value: Value,
    state: Value, aux: Value, g: Value, h: Value,
) -> Value:  # fmt: skip
    """Store a new node, let ``slot`` refer to it, and return its number."""
    states, parents, gs, hs, auxes, _ = nodes
    new = U(counters[NEXT_NODE])
    slots[slot] = slot_value(new, hash_value, node_bits)
    store(states, new, state)
    auxes[new], hs[new], gs[new], parents[new] = aux, h, g, parent
    counters[NEXT_NODE] += 1
    return new


def note_rejected(values: Value, total: Value) -> None:
    """Record that a cheaper path to a closed state was rejected.
    A solution may cost as little as ``total``, the g + h of that path, so the lower bound can't exceed ``total``.
    """
    if total < values[MIN_REJECTED_F]:
        bound = values[MAX_F_EXPANDED]
        if values[MIN_REJECTED_F] < bound:  # noqa: PLR1730  # numba takes 50 ms to compile `min` and `max`.
            bound = values[MIN_REJECTED_F]
        if bound > values[BOUND_BEFORE_PRUNING]:  # noqa: PLR1730  # as above
            values[BOUND_BEFORE_PRUNING] = bound
        values[MIN_REJECTED_F] = total
