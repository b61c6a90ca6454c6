"""Beam search over packed states, compiled.

The nodes are numbered in this order: the initial state, the nodes that were kept in earlier layers, the nodes of the
layer in the order of expansion, and the candidates for the next layer. At the end of a layer, the best candidates move
to the front of the candidates and become the next layer. The numbers of the others are free again.

A node with a closed bit is *retired*: its state isn't stored, or it has a newer node. Retired nodes are parts of paths.
One hash table has the kept nodes, and another has the candidates.

An expansion first calls the functions of the domain and changes nothing. What follows calls no function that could
fail, and signals wait until the kernel returns. Therefore, an interrupted expansion has done nothing and is repeated.
"""

from __future__ import annotations

import numpy as np

from astarlib.compiled.kernels.best_first import MAX_LOAD
from astarlib.compiled.kernels.codes import (
    ABOVE,
    BAD_H,
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
from astarlib.compiled.kernels.edges import prefetch_edges
from astarlib.compiled.kernels.hash_table import find, first_slot, slot_value
from astarlib.compiled.kernels.interface import (
    Value,
    fits,
    hash_of,
    is_dead_end,
    is_finite,
    is_goal,
    is_h,
    load,
    next_heuristic,
    prefetch,
    store,
    successor_count,
    to_domain_h,
    to_number,
)
from astarlib.compiled.kernels.nodes import close, is_closed

U = np.uint64
ZERO, ONE, TWO, THREE, SEVEN = U(0), U(1), U(2), U(3), U(7)
NOT_CHEAPER, OPEN, IS_GOAL, DEAD = np.uint8(0), np.uint8(1), np.uint8(2), np.uint8(3)
"""The kinds of successors."""


def search_layers(
    tables: Value, max_successors: Value, stop_at: Value, max_cost: Value, nodes: Value, kept: Value, layer: Value,
    chosen: Value, scratch: Value, found: Value, counters: Value, values: Value,
) -> Value:  # fmt: skip
    """Expand layer after layer until ``stop_at`` expansions are done in total, or there is another reason to stop.
    Return a code of `codes` for the reason. ``kept`` and ``layer`` are the two hash tables, as (slots, node_bits).
    ``found`` is (h, kept node, kind) of each successor, and ``chosen`` has room for the nodes of a layer.
    """
    while True:
        node = next_of_layer(max_cost, nodes, counters, values)
        if node == ZERO:
            code = begin_layer(max_cost, nodes, kept, layer, chosen, counters, values)
            if code != DONE:
                return code
            continue
        state, aux = load(nodes[0], node), np.int64(nodes[4][node])
        if counters[EXPANDED] == 0 and counters[GOAL] == 0 and is_goal(tables, state, aux):
            counters[GOAL], counters[SOLUTIONS], values[BEST] = node, 1, 0
            return SOLVED
        if counters[EXPANDED] >= stop_at:
            return STOP_REACHED
        if U(counters[NEXT_NODE]) + max_successors > U(nodes[2].size):
            return GROW_NODES
        if is_layer_full(layer, max_successors, counters):
            return GROW_LAYER
        solutions = counters[SOLUTIONS]
        code = expand_of_layer(
            tables, max_successors, max_cost, nodes, kept, layer, scratch, found, counters, values, node
        )
        if code != DONE:
            return code
        if counters[SOLUTIONS] > solutions:
            return SOLVED


def is_layer_full(layer: Value, count: Value, counters: Value) -> Value:
    """Return True if the table of the candidates may have too little room for this many more."""
    end = U(counters[NEXT_NODE]) + count
    return np.float64(end - U(counters[FIRST_CANDIDATE])) > MAX_LOAD * layer[0].size or end > ONE << layer[1]


def next_of_layer(max_cost: Value, nodes: Value, counters: Value, values: Value) -> Value:
    """Return the next node of the layer, or 0 at its end. Retire the nodes before it that needn't be expanded."""
    _, _, gs, hs, _, retired = nodes
    while counters[LAYER] < counters[LAYER_END]:
        node = U(counters[LAYER])
        if not is_closed(retired, node):
            f = np.float64(to_number(gs[node]) + to_number(hs[node]))
            if f < values[BEST] and f <= max_cost:
                return node
            if f < values[BEST]:
                values[ABOVE] = min(values[ABOVE], f)
            close(retired, node)
            counters[KEPT] -= 1
            counters[STORED] -= 1
            counters[FRONTIER] -= 1
        counters[LAYER] += 1
    return ZERO


# --- expand -----------------------------------------------------------------------------------------------------------


def expand_of_layer(
    tables: Value, max_successors: Value, max_cost: Value, nodes: Value, kept: Value, layer: Value, scratch: Value,
    found: Value, counters: Value, values: Value, node: Value,
) -> Value:  # fmt: skip
    """Examine all successors of a node, then store those that are candidates for the next layer."""
    count = successor_count(tables, load(nodes[0], node), np.int64(nodes[4][node]))
    if not 0 <= count <= max_successors:
        counters[FAULT_NODE], values[FAULT_VALUE] = node, count
        return BAD_SUCCESSOR_COUNT
    k, size = U(count), U(layer[0].size)
    code = prefetch_edges(tables, nodes, kept[0], scratch, counters, values, node, k, ZERO)
    if code != DONE:
        return code
    i = ZERO
    while i < k:
        prefetch(layer[0], first_slot(scratch[1][i], size))
        i += ONE
    i = ZERO
    while i < k:
        code = examine(tables, max_cost, nodes, kept, layer, scratch, found, values, node, i)
        if code != DONE:
            counters[FAULT_NODE], counters[FAULT_EDGE] = node, i
            return code
        i += ONE
    i = ZERO
    while i < k:
        if found[2][i] != NOT_CHEAPER:
            take(max_cost, nodes, layer, scratch, found, counters, values, node, i)
        i += ONE
    counters[EXPANDED] += 1
    counters[GENERATED] += np.int64(k)
    counters[LAYER] += 1
    counters[FRONTIER] -= 1
    counters[PEAK_FRONTIER] = max(counters[PEAK_FRONTIER], counters[FRONTIER])
    return DONE


def examine(
    tables: Value, max_cost: Value, nodes: Value, kept: Value, layer: Value, scratch: Value, found: Value,
    values: Value, node: Value, i: Value,
) -> Value:  # fmt: skip
    """Find out the h, the kept node and the kind of successor i, without a change to the search."""
    states, _, gs, hs, auxes, retired = nodes
    next_state, hash_value, next_aux = load(scratch[0], i), scratch[1][i], np.int64(scratch[2][i])
    g = to_number(gs[node]) + to_number(scratch[3][i])
    if not fits(gs, g):
        values[FAULT_VALUE] = g
        return GROW_WIDTH
    old, _ = find(kept[0], kept[1], states, next_state, hash_value)
    if old != ZERO and is_closed(retired, old):
        old = ZERO
    candidate, _ = find(layer[0], layer[1], states, next_state, hash_value)
    known = old if candidate == ZERO else candidate
    found[1][i] = old
    if known != ZERO:
        if g >= to_number(gs[known]):
            found[2][i] = NOT_CHEAPER
            return DONE
        h = to_number(hs[known])
    else:
        state, aux = load(states, node), np.int64(auxes[node])
        domain_h = next_heuristic(tables, state, aux, to_domain_h(to_number(hs[node])), i, next_state, next_aux)
        if not is_h(domain_h):
            values[FAULT_VALUE] = domain_h
            return BAD_H
        if is_dead_end(domain_h):
            found[2][i] = DEAD
            return DONE
        h = to_number(domain_h)
        if not fits(hs, h):
            values[FAULT_VALUE] = domain_h
            return GROW_WIDTH
    if not is_finite(g + h):
        return GROW_WIDTH
    found[0][i], found[2][i] = h, OPEN
    if np.float64(g + h) <= max_cost and np.float64(g) < values[BEST] and is_goal(tables, next_state, next_aux):
        found[2][i] = IS_GOAL
    return DONE


def take(
    max_cost: Value, nodes: Value, layer: Value, scratch: Value, found: Value, counters: Value, values: Value,
    node: Value, i: Value,
) -> None:  # fmt: skip
    """Make successor i a candidate or the best solution, unless it's pruned. It is new, or its path is cheaper."""
    states, parents, gs, _, _, retired = nodes
    old, kind = U(found[1][i]), found[2][i]
    candidate, slot = find(layer[0], layer[1], states, load(scratch[0], i), scratch[1][i])
    if old == ZERO and candidate == ZERO:
        counters[EVALUATED] += 1
    if kind == DEAD:
        counters[DEAD_ENDS] += 1
        return
    g, h = to_number(gs[node]) + to_number(scratch[3][i]), to_number(found[0][i])
    if candidate != ZERO and g >= to_number(gs[candidate]):  # Another edge of this node is at least as cheap.
        return
    f, best, new = np.float64(g + h), values[BEST], candidate
    if f > max_cost:
        values[ABOVE] = min(values[ABOVE], f)
        return
    if kind == IS_GOAL and np.float64(g) < best:
        new = add_candidate(nodes, scratch, counters, node, i, g, h)
        close(retired, new)
        counters[GOAL], values[BEST] = new, g
        counters[SOLUTIONS] += 1
    elif f < best:
        if candidate != ZERO:
            gs[candidate], parents[candidate] = g, node
        else:
            new = add_candidate(nodes, scratch, counters, node, i, g, h)
            layer[0][slot] = slot_value(new, scratch[1][i], layer[1])
            replace_kept(retired, counters, old, new)
    else:
        return
    if np.float64(h) < values[MIN_H]:
        values[MIN_H], counters[NEAREST] = h, new


def add_candidate(
    nodes: Value, scratch: Value, counters: Value, parent: Value, i: Value, g: Value, h: Value
) -> Value:  # fmt: skip
    """Store successor i as a new node, and return its number."""
    states, parents, gs, hs, auxes, _ = nodes
    new = U(counters[NEXT_NODE])
    store(states, new, load(scratch[0], i))
    auxes[new], hs[new], gs[new], parents[new] = scratch[2][i], h, g, parent
    counters[NEXT_NODE] += 1
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


def begin_layer(
    max_cost: Value, nodes: Value, kept: Value, layer: Value, chosen: Value, counters: Value, values: Value
) -> Value:  # fmt: skip
    """Keep the best candidates as the next layer, and forget the others."""
    first, end = U(counters[FIRST_CANDIDATE]), U(counters[NEXT_NODE])
    most = min(U(counters[WIDTH]), end - first)
    if most + TWO > U(chosen.size):
        return GROW_PARKED
    if end + most + TWO > U(nodes[2].size):
        return GROW_NODES
    if np.float64(first + most + TWO) > MAX_LOAD * kept[0].size:
        return GROW_SLOTS
    count, least, dropped, above = choose(most, max_cost, nodes, chosen, counters, values)
    proved = min(least, dropped, above, values[BEST])
    if proved > values[BOUND]:
        values[PROVED] = proved
        return BOUND_RAISED
    sort_chosen(nodes, chosen, count)
    values[DROPPED], values[ABOVE] = dropped, above
    clear_layer(nodes, layer, first, end)
    move_to_front(nodes, kept, chosen, count, counters)
    return DONE if count > ZERO else PASS_DONE


def choose(most: Value, max_cost: Value, nodes: Value, chosen: Value, counters: Value, values: Value) -> Value:
    """Write the best candidates, at most ``most``, to ``chosen``. They form a heap whose first node is the worst.
    Return (count, smallest f of all, DROPPED, ABOVE).
    """
    _, _, gs, hs, _, retired = nodes
    node, count, least = U(counters[FIRST_CANDIDATE]), ZERO, np.inf
    dropped, above, best = values[DROPPED], values[ABOVE], values[BEST]
    while node < U(counters[NEXT_NODE]):
        f = np.float64(to_number(gs[node]) + to_number(hs[node]))
        if is_closed(retired, node) or f >= best:
            pass
        elif f > max_cost:
            above = min(above, f)
        else:
            least = min(least, f)
            if count < most:
                chosen[count] = node
                count += ONE
                if count == most:
                    make_heap(nodes, chosen, count)
            else:
                worst = U(chosen[ZERO])
                if comes_before(nodes, node, worst):
                    f = np.float64(to_number(gs[worst]) + to_number(hs[worst]))
                    chosen[ZERO] = node
                    sift(nodes, chosen, ZERO, count)
                dropped = min(dropped, f)
        node += ONE
    if count < most:
        make_heap(nodes, chosen, count)
    return count, least, dropped, above


def comes_before(nodes: Value, one: Value, other: Value) -> Value:
    """Return True if a node is better than another one: by f, then by h, then because it was found earlier."""
    h, other_h = to_number(nodes[3][one]), to_number(nodes[3][other])
    f, other_f = to_number(nodes[2][one]) + h, to_number(nodes[2][other]) + other_h
    return f < other_f or (f == other_f and (h < other_h or (h == other_h and one < other)))


def make_heap(nodes: Value, chosen: Value, count: Value) -> None:
    """Order the first ``count`` items of ``chosen`` as a heap."""
    at = count // TWO
    while at > ZERO:
        at -= ONE
        sift(nodes, chosen, at, count)


def sift(nodes: Value, chosen: Value, at: Value, count: Value) -> None:
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


def sort_chosen(nodes: Value, chosen: Value, count: Value) -> None:
    """Sort a heap, the best node first."""
    while count > ONE:
        count -= ONE
        worst = chosen[ZERO]
        chosen[ZERO] = chosen[count]
        chosen[count] = worst
        sift(nodes, chosen, ZERO, count)


def clear_layer(nodes: Value, layer: Value, first: Value, end: Value) -> None:
    """Remove all candidates from their table.
    A candidate is in the row of used slots that begins at the first slot of its hash.
    """
    size, node = U(layer[0].size), first
    while node < end:
        at = first_slot(hash_of(load(nodes[0], node)), size)
        while layer[0][at] != 0:
            layer[0][at] = 0
            at += ONE
            if at == size:
                at = ZERO
        node += ONE


def move_to_front(nodes: Value, kept: Value, chosen: Value, count: Value, counters: Value) -> None:
    """Give the chosen candidates the first numbers. Give the best goal and the nearest node the next ones, if needed.
    Nodes are first copied behind the last candidate, because they can take the number of one another.
    """
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
        nodes[5][at >> THREE] &= ~np.uint8(1 << (at & SEVEN))
        at += ONE
    at = ZERO
    while at < total:
        copy_node(nodes, end + at, first + at)
        if at < count:
            keep(nodes, kept, counters, first + at)
        else:
            close(nodes[5], first + at)
        at += ONE
    counters[LAYER], counters[LAYER_END] = first, first + count
    counters[FIRST_CANDIDATE] = counters[NEXT_NODE] = first + total
    counters[FRONTIER], counters[STORED] = count, counters[KEPT]


def copy_node(nodes: Value, source: Value, target: Value) -> None:
    """Copy a node to another number."""
    states, parents, gs, hs, auxes, _ = nodes
    store(states, target, load(states, source))
    parents[target], gs[target], hs[target], auxes[target] = parents[source], gs[source], hs[source], auxes[source]


def keep(nodes: Value, kept: Value, counters: Value, node: Value) -> None:
    """Add a node of the new layer to the table of the kept nodes. Retire the node that the state had before."""
    state = load(nodes[0], node)
    hash_value = hash_of(state)
    old, slot = find(kept[0], kept[1], nodes[0], state, hash_value)
    if old != ZERO and not is_closed(nodes[5], old):
        close(nodes[5], old)
    else:
        counters[KEPT] += 1
    kept[0][slot] = slot_value(node, hash_value, kept[1])


def fill_held(slots: Value, node_bits: Value, nodes: Value, first: Value, last: Value) -> None:
    """Add the nodes from ``first`` up to but not including ``last`` to a table, except for retired ones."""
    for number in range(first, last):
        node = U(number)
        if not is_closed(nodes[5], node):
            state = load(nodes[0], node)
            hash_value = hash_of(state)
            _, slot = find(slots, node_bits, nodes[0], state, hash_value)
            slots[slot] = slot_value(node, hash_value, node_bits)
