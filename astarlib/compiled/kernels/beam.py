"""Beam search over packed states, compiled.

The nodes are numbered in this order: the initial state, the nodes that were kept in earlier layers, the nodes of the
layer in the order of expansion, and the candidates for the next layer. At the end of a layer, the best candidates move
to the front of the candidates and become the next layer. The numbers of the others are free again.

A node with a closed bit is *retired*: its state isn't stored, or it has a newer node. Retired nodes are parts of paths.
One hash table has the kept nodes, and another has the candidates. `best_candidates` and `undominated_candidates` choose
the layer.

An expansion first calls the functions of the domain and changes nothing. What follows calls no function that could
fail, and signals wait until the kernel returns. Therefore, an interrupted expansion has done nothing and is repeated.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from astarlib.compiled.kernels.codes import (
    ABOVE,
    BAD_SUCCESSOR_COUNT,
    BEST,
    BOUND,
    BOUND_RAISED,
    DEAD_ENDS,
    DONE,
    DROPPED,
    EVALUATED,
    EXPANDED,
    FAULT_EDGE,
    FAULT_NODE,
    FAULT_VALUE,
    FIRST_CANDIDATE,
    FRONTIER,
    GENERATED,
    GOAL,
    GROW_LAYER,
    GROW_NODES,
    GROW_PARKED,
    GROW_SLOTS,
    GROW_WIDTH,
    KEPT,
    LAYER,
    LAYER_END,
    MIN_H,
    NEAREST,
    NEXT_NODE,
    PASS_DONE,
    PEAK_FRONTIER,
    PROVED,
    REOPENED,
    SOLUTIONS,
    SOLVED,
    STOP_REACHED,
    STORED,
    WIDTH,
)
from astarlib.compiled.kernels.data import Data, Nodes, Table, Value
from astarlib.compiled.kernels.edges import evaluate_successor, prefetch_edges
from astarlib.compiled.kernels.hash_table import MAX_LOAD, find, find_place, first_slot, slot_value
from astarlib.compiled.kernels.interface import (
    choice_room,
    choose_layer,
    count_edges,
    dead_end_h,
    fits,
    hash_of,
    is_finite,
    is_goal,
    load,
    prefetch,
    relabel,
    store,
    to_number,
)
from astarlib.compiled.kernels.nodes import close, is_closed

U = np.uint64
ZERO, ONE, TWO, THREE, SEVEN = U(0), U(1), U(2), U(3), U(7)
NOT_CHEAPER, OPEN, IS_GOAL, DEAD = np.uint8(0), np.uint8(1), np.uint8(2), np.uint8(3)
"""The kinds of successors."""


class Layer(NamedTuple):
    """The options of beam search, and the arrays for the next layer."""

    max_successors: Value
    uses_heuristic: Value
    table: Table
    """The hash table of the candidates."""
    chosen: Value
    """Room for the nodes of a layer."""
    hs: Value
    """The h of each successor of the node that is expanded."""
    kept: Value
    """The kept node of each successor, or 0."""
    kinds: Value
    """The kind of each successor."""


def search_layers(data: Data, stop_at: Value, max_cost: Value) -> Value:
    """Expand layer after layer until ``stop_at`` expansions are done in total, or there is another reason to stop.
    Return a code of `codes` for the reason. ``data.table`` has the kept nodes, and ``data.options`` is a `Layer`.
    """
    layer, counters = data.options, data.counters
    while True:
        node = next_of_layer(data, max_cost)
        if node == ZERO:
            code = begin_layer(data, max_cost)
            if code != DONE:
                return code
            continue
        state, aux = load(data.nodes.states, node), np.int64(data.nodes.auxes[node])
        if counters[EXPANDED] == 0 and counters[GOAL] == 0 and is_goal(data.tables, state, aux):
            counters[GOAL], counters[SOLUTIONS], data.values[BEST] = node, 1, 0
            return SOLVED
        if counters[EXPANDED] >= stop_at:
            return STOP_REACHED
        if U(counters[NEXT_NODE]) + layer.max_successors > U(data.nodes.gs.size):
            return GROW_NODES
        if is_layer_full(layer.table, layer.max_successors, counters):
            return GROW_LAYER
        solutions = counters[SOLUTIONS]
        code = expand_of_layer(data, node, max_cost)
        if code != DONE:
            return code
        if counters[SOLUTIONS] > solutions:
            return SOLVED


def is_layer_full(table: Table, count: Value, counters: Value) -> Value:
    """Return True if the table of the candidates may have too little room for this many more."""
    end = U(counters[NEXT_NODE]) + count
    return np.float64(end - U(counters[FIRST_CANDIDATE])) > MAX_LOAD * table.slots.size or end > ONE << table.node_bits


def next_of_layer(data: Data, max_cost: Value) -> Value:
    """Return the next node of the layer, or 0 at its end. Retire the nodes before it that needn't be expanded."""
    nodes, counters, values = data.nodes, data.counters, data.values
    while counters[LAYER] < counters[LAYER_END]:
        node = U(counters[LAYER])
        if not is_closed(nodes.closed, node):
            f = np.float64(to_number(nodes.gs[node]) + to_number(nodes.hs[node]))
            if f < values[BEST] and f <= max_cost:
                return node
            if f < values[BEST]:
                values[ABOVE] = min(values[ABOVE], f)
            close(nodes.closed, node)
            counters[KEPT] -= 1
            counters[STORED] -= 1
            counters[FRONTIER] -= 1
        counters[LAYER] += 1
    return ZERO


# --- expand -----------------------------------------------------------------------------------------------------------


def expand_of_layer(data: Data, node: Value, max_cost: Value) -> Value:
    """Examine all successors of a node, then store those that are candidates for the next layer."""
    layer, counters = data.options, data.counters
    count = count_edges(data.edges, data.tables, load(data.nodes.states, node), np.int64(data.nodes.auxes[node]))
    if not 0 <= count <= layer.max_successors:
        counters[FAULT_NODE], data.values[FAULT_VALUE] = node, count
        return BAD_SUCCESSOR_COUNT
    k, size = U(count), U(layer.table.slots.size)
    code = prefetch_edges(data, node, k, ZERO)
    if code != DONE:
        return code
    i = ZERO
    while i < k:
        prefetch(layer.table.slots, first_slot(data.edges.hashes[i], size))
        i += ONE
    i = ZERO
    while i < k:
        code = examine(data, node, i, max_cost)
        if code != DONE:
            counters[FAULT_NODE], counters[FAULT_EDGE] = node, i
            return code
        i += ONE
    i = ZERO
    while i < k:
        if layer.kinds[i] != NOT_CHEAPER:
            take(data, node, i, max_cost)
        i += ONE
    counters[EXPANDED] += 1
    counters[GENERATED] += np.int64(k)
    counters[LAYER] += 1
    counters[FRONTIER] -= 1
    counters[PEAK_FRONTIER] = max(counters[PEAK_FRONTIER], counters[FRONTIER])
    return DONE


def examine(data: Data, node: Value, i: Value, max_cost: Value) -> Value:
    """Find out the h, the kept node and the kind of successor i, without a change to the search."""
    nodes, layer, kept, values = data.nodes, data.options, data.table, data.values
    next_state, hash_value, next_aux = load(data.edges.states, i), data.edges.hashes[i], np.int64(data.edges.auxes[i])
    g = to_number(data.nodes.gs[node]) + to_number(data.edges.costs[i])
    if not fits(nodes.gs, g):
        values[FAULT_VALUE] = g
        return GROW_WIDTH
    old, _ = find(kept.slots, kept.node_bits, nodes.states, next_state, hash_value)
    if old != ZERO and is_closed(nodes.closed, old):
        old = ZERO
    candidate, _ = find(layer.table.slots, layer.table.node_bits, nodes.states, next_state, hash_value)
    known = old if candidate == ZERO else candidate
    layer.kept[i] = old
    if known != ZERO:
        if g >= to_number(nodes.gs[known]):
            layer.kinds[i] = NOT_CHEAPER
            return DONE
        h = to_number(nodes.hs[known])
    else:
        code, h = evaluate_successor(data, node, to_number(nodes.hs[node]), i)
        if code != DONE:
            return code
        if h == dead_end_h(nodes.hs):
            layer.kinds[i] = DEAD
            return DONE
    if not is_finite(g + h):
        return GROW_WIDTH
    layer.hs[i], layer.kinds[i] = h, OPEN
    if np.float64(g + h) <= max_cost and np.float64(g) < values[BEST] and is_goal(data.tables, next_state, next_aux):
        layer.kinds[i] = IS_GOAL
    return DONE


def take(data: Data, node: Value, i: Value, max_cost: Value) -> None:
    """Make successor i a candidate or the best solution, unless it's pruned. It is new, or its path is cheaper."""
    nodes, layer, counters, values = data.nodes, data.options, data.counters, data.values
    old, kind = U(layer.kept[i]), layer.kinds[i]
    candidate, slot = find(
        layer.table.slots, layer.table.node_bits, nodes.states, load(data.edges.states, i), data.edges.hashes[i]
    )
    if old == ZERO and candidate == ZERO:
        counters[EVALUATED] += 1
    if kind == DEAD:
        counters[DEAD_ENDS] += 1
        return
    g, h = to_number(data.nodes.gs[node]) + to_number(data.edges.costs[i]), to_number(layer.hs[i])
    if candidate != ZERO and g >= to_number(nodes.gs[candidate]):  # Another edge of this node is at least as cheap.
        return
    f, best, new = np.float64(g + h), values[BEST], candidate
    if f > max_cost:
        values[ABOVE] = min(values[ABOVE], f)
        return
    if kind == IS_GOAL and np.float64(g) < best:
        new = add_candidate(data, node, i, g, h)
        close(nodes.closed, new)
        counters[GOAL], values[BEST] = new, g
        counters[SOLUTIONS] += 1
    elif f < best:
        if candidate != ZERO:
            nodes.gs[candidate], nodes.parents[candidate] = g, node
            relabel(nodes.states, candidate, load(data.edges.states, i))
        else:
            new = add_candidate(data, node, i, g, h)
            layer.table.slots[slot] = slot_value(new, data.edges.hashes[i], layer.table.node_bits)
            replace_kept(nodes.closed, counters, old, new)
    else:
        return
    if np.float64(h) < values[MIN_H]:
        values[MIN_H], counters[NEAREST] = h, new


def add_candidate(data: Data, parent: Value, i: Value, g: Value, h: Value) -> Value:
    """Store successor i as a new node, and return its number."""
    nodes, new = data.nodes, U(data.counters[NEXT_NODE])
    store(nodes.states, new, load(data.edges.states, i))
    nodes.auxes[new], nodes.hs[new], nodes.gs[new], nodes.parents[new] = data.edges.auxes[i], h, g, parent
    data.counters[NEXT_NODE] += 1
    return new


def replace_kept(retired: Value, counters: Value, old: Value, new: Value) -> None:
    """Count the new candidate. ``old`` is the kept node of the same state, or 0. Retire it if it isn't expanded."""
    if old == ZERO:
        counters[STORED] += 1
        counters[FRONTIER] += 1
    elif np.int64(old) < counters[LAYER]:
        counters[REOPENED] += 1
        counters[FRONTIER] += 1
    else:
        close(retired, old)
        counters[KEPT] -= 1
        if U(counters[NEAREST]) == old:
            counters[NEAREST] = new


# --- the next layer ---------------------------------------------------------------------------------------------------


def begin_layer(data: Data, max_cost: Value) -> Value:
    """Keep the best candidates as the next layer, and forget the others."""
    counters, values, chosen = data.counters, data.values, data.options.chosen
    first, end = U(counters[FIRST_CANDIDATE]), U(counters[NEXT_NODE])
    most = min(U(counters[WIDTH]), end - first)
    if choice_room(most, end - first) + TWO > U(chosen.size):
        return GROW_PARKED
    if end + most + TWO > U(data.nodes.gs.size):
        return GROW_NODES
    if np.float64(first + most + TWO) > MAX_LOAD * data.table.slots.size:
        return GROW_SLOTS
    code, count, least, dropped, above = choose_layer(data, most, max_cost)
    if code != DONE:
        return code
    proved = min(least, dropped, above, values[BEST])
    if proved > values[BOUND]:
        values[PROVED] = proved
        return BOUND_RAISED
    sort_chosen(data.nodes, chosen, count)
    values[DROPPED], values[ABOVE] = dropped, above
    clear_layer(data.nodes, data.options.table.slots, first, end)
    move_to_front(data, count)
    return DONE if count > ZERO else PASS_DONE


def comes_before(nodes: Nodes, one: Value, other: Value) -> Value:
    """Return True if a node is better than another one: by f, then by h, then because it was found earlier."""
    h, other_h = to_number(nodes.hs[one]), to_number(nodes.hs[other])
    f, other_f = to_number(nodes.gs[one]) + h, to_number(nodes.gs[other]) + other_h
    return f < other_f or (f == other_f and (h < other_h or (h == other_h and one < other)))


def make_heap(nodes: Nodes, chosen: Value, count: Value) -> None:
    """Order the first ``count`` items of ``chosen`` as a heap."""
    at = count // TWO
    while at > ZERO:
        at -= ONE
        sift(nodes, chosen, at, count)


def sift(nodes: Nodes, chosen: Value, at: Value, count: Value) -> None:
    """Move the item at an index down, until no item below it is worse."""
    node, child = U(chosen[at]), at * TWO + ONE
    while child < count:
        if child + ONE < count and comes_before(nodes, U(chosen[child]), U(chosen[child + ONE])):
            child += ONE
        if not comes_before(nodes, node, U(chosen[child])):
            break
        chosen[at] = chosen[child]
        at, child = child, child * TWO + ONE
    chosen[at] = node


def sort_chosen(nodes: Nodes, chosen: Value, count: Value) -> None:
    """Sort a heap, the best node first."""
    while count > ONE:
        count -= ONE
        worst = chosen[ZERO]
        chosen[ZERO] = chosen[count]
        chosen[count] = worst
        sift(nodes, chosen, ZERO, count)


def clear_layer(nodes: Nodes, slots: Value, first: Value, end: Value) -> None:
    """Remove all candidates from their table.
    A candidate is in the row of used slots that begins at the first slot of its hash.
    """
    size, node = U(slots.size), first
    while node < end:
        at = first_slot(hash_of(load(nodes.states, node)), size)
        while slots[at] != 0:
            slots[at] = 0
            at += ONE
            if at == size:
                at = ZERO
        node += ONE


def move_to_front(data: Data, count: Value) -> None:
    """Give the chosen candidates the first numbers. Give the best goal and the nearest node the next ones, if needed.
    Nodes are first copied behind the last candidate, because they can take the number of one another.
    """
    nodes, chosen, counters = data.nodes, data.options.chosen, data.counters
    first, end, total = U(counters[FIRST_CANDIDATE]), U(counters[NEXT_NODE]), count
    goal, nearest, is_chosen = U(counters[GOAL]), U(counters[NEAREST]), False
    at = ZERO
    while at < count:
        if U(chosen[at]) == nearest:
            counters[NEAREST], is_chosen = first + at, True
        at += ONE
    if goal >= first:
        chosen[total] = goal
        counters[GOAL] = first + total
        if nearest == goal:
            counters[NEAREST], is_chosen = first + total, True
        total += ONE
    if nearest >= first and not is_chosen:
        chosen[total] = nearest
        counters[NEAREST] = first + total
        total += ONE
    at = ZERO
    while at < total:
        copy_node(nodes, U(chosen[at]), end + at)
        at += ONE
    at = first
    while at < end:
        nodes.closed[at >> THREE] &= ~np.uint8(1 << (at & SEVEN))
        at += ONE
    at = ZERO
    while at < total:
        copy_node(nodes, end + at, first + at)
        if at < count:
            keep(data, first + at)
        else:
            close(nodes.closed, first + at)
        at += ONE
    counters[LAYER], counters[LAYER_END] = first, first + count
    counters[FIRST_CANDIDATE] = counters[NEXT_NODE] = first + total
    counters[FRONTIER], counters[STORED] = count, counters[KEPT]


def copy_node(nodes: Nodes, source: Value, target: Value) -> None:
    """Copy a node to another number."""
    store(nodes.states, target, load(nodes.states, source))
    nodes.parents[target], nodes.gs[target] = nodes.parents[source], nodes.gs[source]
    nodes.hs[target], nodes.auxes[target] = nodes.hs[source], nodes.auxes[source]


def keep(data: Data, node: Value) -> None:
    """Add a node of the new layer to the table of the kept nodes. Retire the node that the state had before."""
    nodes = data.nodes
    state = load(nodes.states, node)
    old, slot, hash_value = find_place(data.table, data.nodes.states, state, hash_of(state))
    if old != ZERO and not is_closed(nodes.closed, old):
        close(nodes.closed, old)
    else:
        data.counters[KEPT] += 1
    data.table.slots[slot] = slot_value(node, hash_value, data.table.node_bits)


def fill_held(slots: Value, node_bits: Value, nodes: Nodes, first: Value, last: Value) -> None:
    """Add the nodes from ``first`` up to but not including ``last`` to a table, except for retired ones."""
    for number in range(first, last):
        node = U(number)
        if not is_closed(nodes.closed, node):
            state = load(nodes.states, node)
            hash_value = hash_of(state)
            _, slot = find(slots, node_bits, nodes.states, state, hash_value)
            slots[slot] = slot_value(node, hash_value, node_bits)
