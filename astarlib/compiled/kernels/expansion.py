"""The loop of best-first searches over packed states, compiled: select a node, expand it, store its successors.

These searches differ in five policies: `before_selection`, `admit`, `test_goal`, `process_successor` and
`note_expansion`. `best_first`, `anytime` and `sharding` define them. Three others say which successors are stored:
`begin_expansion`, `offer_successor` and `end_expansion`, in `all_successors` and in `dominance`. Four say which node is
next: `choose`, `take`, `note_new` and `note_again`, in `one_order` and in `focal`.

A kernel neither creates an array nor assigns an array to another name. Otherwise numba would count references in the
loop, and the loop would take twice as long. When an array is full, the kernel returns a code that names this array.

An interrupted expansion can be repeated. ``counters[EXPANDING]`` holds the node until all its successors are stored.
The repeated expansion finds the stored successors and doesn't change them. The counters are updated last.
"""

from __future__ import annotations

import numpy as np

from astarlib.compiled.kernels.codes import (
    BAD_SUCCESSOR_COUNT,
    BOUND_BEFORE_PRUNING,
    DEAD_ENDS,
    DONE,
    EXPANDED,
    EXPANDED_BEFORE_LAST_F,
    EXPANDING,
    FAULT_EDGE,
    FAULT_F,
    FAULT_H,
    FAULT_NODE,
    FAULT_VALUE,
    GENERATED,
    GROW_NODES,
    GROW_QUEUE,
    GROW_RANKS,
    GROW_SLOTS,
    MAX_F_EXPANDED,
    MIN_H,
    MIN_REJECTED_F,
    NEAREST,
    NEXT_NODE,
    PEAK_FRONTIER,
    REOPENED,
    SKIP,
    STOP_REACHED,
)
from astarlib.compiled.kernels.data import Data, Value
from astarlib.compiled.kernels.edges import prefetch_edges
from astarlib.compiled.kernels.hash_table import MAX_LOAD, slot_value
from astarlib.compiled.kernels.interface import (
    admit,
    aux_of_parent,
    before_selection,
    begin_expansion,
    choose,
    count_edges,
    dead_end_h,
    end_expansion,
    fetch_edges,
    first_entry,
    has_room,
    is_dead_node,
    is_in_range,
    load,
    note_again,
    note_expansion,
    offer_successor,
    pop,
    prefetch,
    prefetch_parent,
    push,
    rank,
    relabel,
    store,
    take,
    test_goal,
    to_number,
)
from astarlib.compiled.kernels.nodes import close, is_closed

U = np.uint64
ZERO, ONE = U(0), U(1)
WAITING = np.uint8(1)
"""The mark of an open node that is parked. Its entries in the queue are stale."""
ITERATED = np.uint8(2)
"""The mark of a state that was expanded in this iteration of ARA*. It isn't expanded again before the next one."""


def search(data: Data, stop_at: Value, max_cost: Value) -> Value:
    """Expand nodes until ``stop_at`` expansions are done in total, or return the code of another reason to stop."""
    while True:
        node = U(data.counters[EXPANDING])
        h = to_number(data.nodes.hs[node])
        code = before_selection(data.counters, data.options, node, stop_at)
        if code != DONE:
            return code
        if node == ZERO:
            code, node, h = select(data, stop_at, max_cost)
        if code == DONE:
            code = expand(data, node, h)
        if code > DONE:  # SKIP is smaller.
            return code


def select(data: Data, stop_at: Value, max_cost: Value) -> Value:
    """Remove the next node from the queue and return (code, node, h).
    If there is nothing to expand because the entry was stale, or because the node was parked, the code is SKIP.
    """
    nodes, queue, counters = data.nodes, data.queue, data.counters
    node, f, h = first_entry(queue, nodes.hs, counters)
    g = to_number(nodes.gs[node])
    if node != ZERO and (rank(data.weights, g, h) != f or is_closed(nodes.closed, node)):
        pop(queue, counters, f, h)
        return SKIP, node, h
    code = admit(data, node, f, g, h, max_cost)
    if code == DONE:
        if f > data.values[MAX_F_EXPANDED]:
            counters[EXPANDED_BEFORE_LAST_F], data.values[MAX_F_EXPANDED] = counters[EXPANDED], f
        code, node, h = choose(data, node, h, max_cost)
    if code == DONE:
        code = test_goal(data, node, to_number(nodes.gs[node]))
    if code == SKIP:
        pop(queue, counters, f, h)
    if code != DONE:
        return code, node, h
    if counters[EXPANDED] >= stop_at:
        return STOP_REACHED, node, h
    code = check_room(data, U(data.options.max_successors))
    if code != DONE:
        return code, node, h
    counters[EXPANDING] = node
    next_node = take(data, node, f, h)
    # The next node may have been stored long ago and may not be in a cache, so it is fetched one expansion ahead.
    prefetch(nodes.states, next_node)
    prefetch(nodes.gs, next_node)
    prefetch(nodes.auxes, next_node)
    prefetch_parent(nodes.parents, next_node)
    if next_node != ZERO:
        fetch_edges(data.tables, load(nodes.states, next_node))
    return DONE, node, h


def check_room(data: Data, more: Value) -> Value:
    """Return DONE if there is room for this many new nodes. Otherwise, return the code of an array that has to grow."""
    count = U(data.counters[NEXT_NODE]) + more
    if count > U(data.nodes.gs.size):
        return GROW_NODES
    if np.float64(count) > MAX_LOAD * data.table.slots.size:
        return GROW_SLOTS
    return DONE if has_room(data.queue, data.counters, more) else GROW_QUEUE


def expand(data: Data, node: Value, h: Value) -> Value:
    """Store the successors of a node and close it."""
    nodes, counters = data.nodes, data.counters
    count = count_edges(data.edges, data.tables, load(nodes.states, node), np.int64(nodes.auxes[node]))
    if not 0 <= count <= data.options.max_successors:
        counters[FAULT_NODE], data.values[FAULT_VALUE] = node, count
        return BAD_SUCCESSOR_COUNT
    k = U(count)
    code, i = begin_expansion(data)
    if code == DONE:
        code = prefetch_edges(data, node, k, ZERO)
    if code != DONE:
        return code
    aux_back = aux_of_parent(nodes, node)
    while i < k:
        # The path to the parent through this node isn't cheaper, so the parent needn't be found among the nodes.
        if np.int64(data.edges.auxes[i]) != aux_back:
            code = offer_successor(data, node, h, i)
            if code != DONE:
                counters[FAULT_NODE], counters[FAULT_EDGE] = node, i
                return code
        i += ONE
    counters[EXPANDED] += 1
    counters[GENERATED] += end_expansion(counters, np.int64(k))
    counters[EXPANDING] = 0
    close(nodes.closed, node)
    note_expansion(data, node)
    # A reopened state has two nodes, and the older one is closed.
    frontier_size = counters[NEXT_NODE] - 1 - counters[DEAD_ENDS] - counters[EXPANDED]
    counters[PEAK_FRONTIER] = max(counters[PEAK_FRONTIER], frontier_size)
    return DONE


def check_rank(queue: Value, values: Value, f: Value, h: Value) -> Value:
    """Return DONE if the queue can hold an entry with that f and h. Otherwise, note both and return GROW_RANKS."""
    if is_in_range(queue, f, h):
        return DONE
    values[FAULT_F], values[FAULT_H] = f, h
    return GROW_RANKS


def improve(data: Data, parent: Value, place: Value, state: Value, g: Value) -> Value:
    """Give a stored node a cheaper path through ``parent``, and the label that ``state`` has on this path.
    A closed node isn't changed. If closed nodes may be reopened, the state gets a new node, and its slot then refers to
    the new node. Otherwise, the rejected g + h is recorded.
    """
    nodes, found = data.nodes, place[0]
    if is_dead_node(nodes.hs, found):
        nodes.gs[found], nodes.parents[found] = g, parent
        relabel(nodes.states, found, state)
        return DONE
    h = to_number(nodes.hs[found])
    f = rank(data.weights, g, h)
    code = check_rank(data.queue, data.values, f, h)
    if code != DONE:
        return code
    if is_closed(nodes.closed, found):
        if not data.options.reopens:
            note_rejected(data.values, g + h)
            return DONE
        # The old node keeps its g, because the g of its children was computed from it. The state gets another node.
        found = add_node(data, parent, place, state, np.int64(nodes.auxes[found]), g, h)
        note_again(data, place[0], found)
        data.counters[REOPENED] += 1
    nodes.gs[found], nodes.parents[found] = g, parent
    if not data.options.f_is_lower_bound:
        data.marks[found] = 0  # It's in the queue now, even if it was parked.
    relabel(nodes.states, found, state)
    push(data.queue, data.counters, data.weights, f, h, found)
    return DONE


def add_node(data: Data, parent: Value, place: Value, state: Value, aux: Value, g: Value, h: Value) -> Value:
    """Store a new node, let the slot of the place refer to it, and return its number."""
    nodes, new = data.nodes, U(data.counters[NEXT_NODE])
    data.table.slots[place[1]] = slot_value(new, place[2], data.table.node_bits)
    store(nodes.states, new, state)
    nodes.auxes[new], nodes.hs[new], nodes.gs[new], nodes.parents[new] = aux, h, g, parent
    data.counters[NEXT_NODE] += 1
    return new


def enqueue_new(data: Data, node: Value, f: Value, h: Value) -> None:
    """Put a new node into the queue, or count it if it's a dead end."""
    if h == dead_end_h(data.nodes.hs):
        data.counters[DEAD_ENDS] += 1
    else:
        push(data.queue, data.counters, data.weights, f, h, node)
        if h < data.values[MIN_H]:
            data.values[MIN_H], data.counters[NEAREST] = h, node


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
