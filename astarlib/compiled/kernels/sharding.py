"""One shard of a distributed search: the states that it owns, and boxes of messages to the other shards.

A message is an edge to a state of another shard. It has the words of the state in ``states``, and its parent's node,
aux, g and h in ``rests``. They take one word if g and h fit into the bits that the parent (32 bits) and aux leave, and
otherwise two words: the parent and g, and aux and h. The largest h marks a dead end. The shard of a node's parent is
stored in ``homes``.
"""

from __future__ import annotations

import numpy as np

from astarlib.compiled.kernels.best_first import add_node, check_room, evaluate_successor, finish_expansion, improve
from astarlib.compiled.kernels.codes import (
    ABSORBED,
    BAD_OWNER,
    BAD_SUCCESSOR_COUNT,
    BEST,
    DEAD_ENDS,
    DONE,
    EVALUATED,
    EXPANDED,
    EXPANDED_BEFORE_LAST_F,
    EXPANDING,
    FAULT_EDGE,
    FAULT_F,
    FAULT_H,
    FAULT_NODE,
    FAULT_VALUE,
    FULLEST,
    GOAL,
    GROW_BOXES,
    GROW_MESSAGES,
    GROW_RANKS,
    GROW_WIDTH,
    MAX_F_EXPANDED,
    MIN_H,
    MIN_SENT,
    NEAREST,
    NEXT_NODE,
    STOP_REACHED,
)
from astarlib.compiled.kernels.edges import prefetch_edges
from astarlib.compiled.kernels.hash_table import find, first_slot
from astarlib.compiled.kernels.interface import (
    Value,
    dead_end_h,
    first_entry,
    fits,
    hash_of,
    is_goal,
    is_in_range,
    load,
    owner,
    pop,
    prefetch,
    push,
    rank,
    store,
    successor_count,
    to_number,
)
from astarlib.compiled.kernels.nodes import is_closed

U = np.uint64
ZERO, ONE, TWO, HALF = U(0), U(1), U(2), U(32)
LOW_HALF = U(0xFFFFFFFF)
"""The lower half of a word."""
MESSAGES_AHEAD = U(12)
"""The number of messages by which slots are fetched ahead."""
SHARD_MULTIPLIER = U(0x9E3779B97F4A7C15)
"""An odd number near 2**64 / 1.618. Its products spread over all 64 bits."""


def shard_of(number: Value, shards: Value) -> Value:
    """Return the shard of a state from the number that ``owner`` returned."""
    mixed = U(number) * SHARD_MULTIPLIER
    mixed = (mixed ^ (mixed >> HALF)) * SHARD_MULTIPLIER
    return ((mixed >> HALF) * shards) >> HALF


def find_owner(tables: Value, state: Value, aux: Value, shards: Value) -> Value:
    """Return the shard of a state, or -1 if ``owner`` returned a negative number."""
    number = owner(tables, state, aux)
    return np.int64(shard_of(number, shards)) if number >= 0 else np.int64(-1)


def absorb(
    weights: Value, options: Value, sender: Value, box: Value, nodes: Value, slots: Value, node_bits: Value,
    queue: Value, homes: Value, counters: Value, values: Value,
) -> Value:  # fmt: skip
    """Store the states of a box, from message ``counters[ABSORBED]`` on. Return DONE, or the code of a larger array.
    ``box`` is (states, rests, bits) with the bits of g and of h in a message.
    """
    states, rests, bits = box
    size, dead = U(slots.size), (ONE << bits) - ONE
    count = U(rests.size) if bits < HALF else U(rests.size) // TWO
    while U(counters[ABSORBED]) < count:
        at = U(counters[ABSORBED])
        if at + MESSAGES_AHEAD < count:
            prefetch(slots, first_slot(hash_of(load(states, at + MESSAGES_AHEAD)), size))
        code = check_room(ONE, nodes[2], slots, queue, counters)
        if code != DONE:
            return code
        state = load(states, at)
        if bits < HALF:
            word = rests[at]
            parent, aux = word >> HALF, (word & LOW_HALF) >> (bits + bits)
            g, sent_h = (word >> bits) & dead, word & dead
        else:
            parent_and_g, aux_and_h = rests[TWO * at], rests[TWO * at + ONE]
            parent, aux = parent_and_g >> HALF, aux_and_h >> HALF
            g, sent_h = parent_and_g & LOW_HALF, aux_and_h & LOW_HALF
        hash_value = hash_of(state)
        found, slot = find(slots, node_bits, nodes[0], state, hash_value)
        if found == ZERO or g < to_number(nodes[2][found]):
            h = dead_end_h(nodes[3]) if sent_h == dead else to_number(sent_h)
            code = store_edge(
                weights, options, nodes, slots, node_bits, queue, homes, counters, values, parent, sender,
                found, slot, hash_value, state, np.int64(aux), g, h, sent_h == dead,
            )  # fmt: skip
            if code != DONE:
                return code
        counters[ABSORBED] += 1
    return DONE


def store_edge(
    weights: Value, options: Value, nodes: Value, slots: Value, node_bits: Value, queue: Value, homes: Value,
    counters: Value, values: Value, parent: Value, home: Value, found: Value, slot: Value, hash_value: Value,
    state: Value, aux: Value, g: Value, h: Value, is_dead: Value,
) -> Value:  # fmt: skip
    """Store a new state, or give a stored one a cheaper path through ``parent``, a node of the shard ``home``."""
    if not fits(nodes[2], g) or not (is_dead or fits(nodes[3], h)):
        values[FAULT_VALUE] = max(g, h)
        return GROW_WIDTH
    changed = U(counters[NEXT_NODE])
    if found != ZERO:
        if not is_closed(nodes[5], found):
            changed = found
        code = improve(
            weights, options, nodes, slots, node_bits, queue, counters, values, parent, found, slot, hash_value,
            state, g,
        )  # fmt: skip
        if code == DONE:
            homes[changed] = home
        return code
    f = rank(weights, g, h)
    if not is_dead and not is_in_range(queue, f, h):
        values[FAULT_F], values[FAULT_H] = f, h
        return GROW_RANKS
    add_node(nodes, slots, node_bits, counters, parent, slot, hash_value, state, aux, g, h)
    homes[changed] = home
    if is_dead:
        counters[DEAD_ENDS] += 1
    else:
        push(queue, counters, weights, f, h, changed)
        if h < values[MIN_H]:
            values[MIN_H], counters[NEAREST] = h, changed
    return DONE


def run_shard(
    tables: Value, weights: Value, options: Value, bounds: Value, nodes: Value, slots: Value, node_bits: Value,
    queue: Value, homes: Value, boxes: Value, scratch: Value, counters: Value, values: Value,
) -> Value:  # fmt: skip
    """Expand nodes until a bound is reached or the queue is empty. Return STOP_REACHED, or the code of a larger array.

    ``bounds`` is (stop_at, max_f, shard, shards): the number of expansions at which to stop, the largest f to expand,
    the number of this shard and the number of all shards. ``boxes`` is (states, rests, counts, room, bits): box k
    begins at message k * room, and g and h have this many bits.
    """
    while True:
        node = U(counters[EXPANDING])
        h = to_number(nodes[3][node])
        if node == ZERO:
            code, node, h = select_within(
                tables, weights, options, bounds, nodes, slots, queue, boxes[3], counters, values
            )
            if code != DONE:
                return code
        if node != ZERO:
            code = expand_node(
                tables, weights, options, bounds, nodes, slots, node_bits, queue, homes, boxes, scratch, counters,
                values, node, h,
            )  # fmt: skip
            if code != DONE:
                return code


def select_within(
    tables: Value, weights: Value, options: Value, bounds: Value, nodes: Value, slots: Value, queue: Value, room: Value,
    counters: Value, values: Value,
) -> Value:  # fmt: skip
    """Remove the next node from the queue and return (code, node, h). The code STOP_REACHED ends the round.
    If the entry was stale or its node is a goal, return code DONE and node 0. There is nothing to expand then.
    """
    states, _, gs, hs, auxes, closed = nodes
    node, f, h = first_entry(queue, hs, counters)
    if node == ZERO:
        return STOP_REACHED, node, h
    g = to_number(gs[node])
    if rank(weights, g, h) != f or is_closed(closed, node):
        pop(queue, counters, f, h)
        return DONE, ZERO, h
    if g + h > bounds[1] or g + h >= values[BEST]:
        return STOP_REACHED, node, h
    if f > values[MAX_F_EXPANDED]:
        counters[EXPANDED_BEFORE_LAST_F] = counters[EXPANDED]
        values[MAX_F_EXPANDED] = f
    if is_goal(tables, load(states, node), np.int64(auxes[node])):
        pop(queue, counters, f, h)
        if g < values[BEST]:
            values[BEST], counters[GOAL] = g, node
        return DONE, ZERO, h
    if counters[EXPANDED] >= bounds[0]:
        return STOP_REACHED, node, h
    code = check_room(options[0], gs, slots, queue, counters)
    if code != DONE:
        return code, node, h
    if U(counters[FULLEST]) + options[0] > room:
        return GROW_BOXES, node, h
    counters[EXPANDING] = node
    next_node = pop(queue, counters, f, h)
    prefetch(states, next_node)
    prefetch(gs, next_node)
    prefetch(auxes, next_node)
    return DONE, node, h


def expand_node(
    tables: Value, weights: Value, options: Value, bounds: Value, nodes: Value, slots: Value, node_bits: Value,
    queue: Value, homes: Value, boxes: Value, scratch: Value, counters: Value, values: Value, node: Value, h: Value,
) -> Value:  # fmt: skip
    """Store the successors that this shard owns, put the others into boxes, and close the node."""
    count = successor_count(tables, load(nodes[0], node), np.int64(nodes[4][node]))
    if not 0 <= count <= options[0]:
        counters[FAULT_NODE], values[FAULT_VALUE] = node, count
        return BAD_SUCCESSOR_COUNT
    i, k = ZERO, U(count)
    code = prefetch_edges(tables, nodes, slots, scratch, counters, values, node, k, ZERO)
    if code != DONE:
        return code
    while i < k:
        code = pass_successor(
            tables, weights, options, bounds, nodes, slots, node_bits, queue, homes, boxes, scratch, counters, values,
            node, h, i,
        )  # fmt: skip
        if code != DONE:
            counters[FAULT_NODE], counters[FAULT_EDGE] = node, i
            return code
        i += ONE
    finish_expansion(nodes, counters, node, k)
    return DONE


def pass_successor(
    tables: Value, weights: Value, options: Value, bounds: Value, nodes: Value, slots: Value, node_bits: Value,
    queue: Value, homes: Value, boxes: Value, scratch: Value, counters: Value, values: Value, node: Value, h: Value,
    i: Value,
) -> Value:  # fmt: skip
    """Store successor i of a node, or put it into the box of the shard that owns it."""
    next_state, hash_value, next_aux = load(scratch[0], i), scratch[1][i], np.int64(scratch[2][i])
    g, owner_number = to_number(nodes[2][node]) + to_number(scratch[3][i]), owner(tables, next_state, next_aux)
    if owner_number < 0:
        values[FAULT_VALUE] = owner_number
        return BAD_OWNER
    shard = shard_of(owner_number, bounds[3])
    found, slot = ZERO, ZERO
    if shard == bounds[2]:
        found, slot = find(slots, node_bits, nodes[0], next_state, hash_value)
        if found != ZERO and g >= to_number(nodes[2][found]):
            return DONE
    new_h = to_number(0)
    if found == ZERO:
        code, new_h = evaluate_successor(tables, options, nodes, scratch, values, node, h, i)
        if code != DONE:
            return code
        counters[EVALUATED] += 1
    is_dead = new_h == dead_end_h(nodes[3])
    if shard == bounds[2]:
        return store_edge(
            weights, options, nodes, slots, node_bits, queue, homes, counters, values, node, shard, found, slot,
            hash_value, next_state, next_aux, g, new_h, is_dead,
        )  # fmt: skip
    states, rests, counts, room, bits = boxes
    at, dead = shard * room + U(counts[shard]), (ONE << bits) - ONE
    if U(counts[shard]) == room:  # An expansion that is repeated after an error sends its messages again.
        return GROW_BOXES
    if g >= dead or (not is_dead and new_h >= dead):
        values[FAULT_VALUE] = g
        return GROW_WIDTH if bits == HALF else GROW_MESSAGES
    sent_h = dead if is_dead else U(new_h)
    if not is_dead and g + new_h < values[MIN_SENT]:
        values[MIN_SENT] = g + new_h
    store(states, at, next_state)
    if bits < HALF:
        rests[at] = node << HALF | U(next_aux) << (bits + bits) | U(g) << bits | sent_h
    else:
        rests[TWO * at] = node << HALF | U(g)
        rests[TWO * at + ONE] = U(next_aux) << HALF | sent_h
    counts[shard] += 1
    counters[FULLEST] = max(counters[FULLEST], counts[shard])
    return DONE
