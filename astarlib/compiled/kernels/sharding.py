"""One shard of a distributed search: the states that it owns, and boxes of messages to the other shards.

A message is an edge to a state of another shard. It has the words of the state in ``states``, and its parent's node,
aux, g and h in ``rests``. They take one word if g and h fit into the bits that the parent (32 bits) and aux leave, and
otherwise two words: the parent and g, and aux and h. The largest h marks a dead end. The shard of a node's parent is
stored in ``homes``.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from astarlib.compiled.kernels.codes import (
    ABSORBED,
    BAD_OWNER,
    BEST,
    DONE,
    EVALUATED,
    FAULT_VALUE,
    FULLEST,
    GOAL,
    GROW_BOXES,
    GROW_MESSAGES,
    GROW_WIDTH,
    MIN_SENT,
    NEXT_NODE,
    SKIP,
    STOP_REACHED,
)
from astarlib.compiled.kernels.data import Data, Value
from astarlib.compiled.kernels.edges import evaluate_successor
from astarlib.compiled.kernels.expansion import (
    ONE,
    ZERO,
    U,
    add_node,
    check_rank,
    check_room,
    enqueue_new,
    improve,
)
from astarlib.compiled.kernels.hash_table import find_place, first_slot
from astarlib.compiled.kernels.interface import (
    dead_end_h,
    fits,
    hash_of,
    is_goal,
    load,
    owner,
    prefetch,
    rank,
    store,
    to_number,
)
from astarlib.compiled.kernels.nodes import is_closed

NEEDS = {"parents elsewhere"}

TWO, HALF = U(2), U(32)
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


class Boxes(NamedTuple):
    """The boxes that a shard fills. Box k begins at message k * room."""

    states: Value
    rests: Value
    counts: Value
    """The number of messages in each box."""
    room: Value
    bits: Value
    """The bits of g and of h in a message."""


class Options(NamedTuple):
    """The options of a shard."""

    max_successors: Value
    uses_heuristic: Value
    reopens: Value
    shard: Value
    """The number of this shard."""
    shards: Value
    boxes: Boxes
    f_is_lower_bound: Value = True


def absorb(data: Data, sender: Value, states: Value, rests: Value, bits: Value) -> Value:
    """Store the states of a box, from message ``counters[ABSORBED]`` on. Return DONE, or the code of a larger array."""
    nodes, counters, slots = data.nodes, data.counters, data.table.slots
    size, dead = U(slots.size), (ONE << bits) - ONE
    count = U(rests.size) if bits < HALF else U(rests.size) // TWO
    while U(counters[ABSORBED]) < count:
        at = U(counters[ABSORBED])
        if at + MESSAGES_AHEAD < count:
            prefetch(slots, first_slot(hash_of(load(states, at + MESSAGES_AHEAD)), size))
        code = check_room(data, ONE)
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
        place = find_place(data.table, data.nodes.states, state, hash_of(state))
        if place[0] == ZERO or g < to_number(nodes.gs[place[0]]):
            h = dead_end_h(nodes.hs)
            if sent_h != dead:
                h = to_number(sent_h)
                if not fits(nodes.hs, h):
                    data.values[FAULT_VALUE] = h
                    return GROW_WIDTH
            code = store_edge(data, parent, sender, place, state, np.int64(aux), g, h)
            if code != DONE:
                return code
        counters[ABSORBED] += 1
    return DONE


def store_edge(
    data: Data, parent: Value, home: Value, place: Value, state: Value, aux: Value, g: Value, h: Value
) -> Value:
    """Store a new state, or give a stored one a cheaper path through ``parent``, a node of the shard ``home``."""
    nodes, found = data.nodes, place[0]
    if not fits(nodes.gs, g):
        data.values[FAULT_VALUE] = g
        return GROW_WIDTH
    changed = U(data.counters[NEXT_NODE])
    if found != ZERO:
        if not is_closed(nodes.closed, found):
            changed = found
        code = improve(data, parent, place, state, g)
        if code == DONE:
            data.marks[changed] = home
        return code
    f = rank(data.weights, g, h)
    if h != dead_end_h(nodes.hs):
        code = check_rank(data.queue, data.values, f, h)
        if code != DONE:
            return code
    add_node(data, parent, place, state, aux, g, h)
    data.marks[changed] = home
    enqueue_new(data, changed, f, h)
    return DONE


# --- policies ---------------------------------------------------------------------------------------------------------


def before_selection(counters: Value, options: Options, node: Value, stop_at: Value) -> Value:  # see `interface`
    """Return DONE."""
    return DONE


def admit(data: Data, node: Value, f: Value, g: Value, h: Value, max_cost: Value) -> Value:
    """Return STOP_REACHED if the round ends here, or GROW_BOXES if a box may have too little room."""
    boxes = data.options.boxes
    if node == ZERO or g + h > max_cost or g + h >= data.values[BEST]:
        return STOP_REACHED
    if U(data.counters[FULLEST]) + data.options.max_successors > boxes.room:
        return GROW_BOXES
    return DONE


def test_goal(data: Data, node: Value, g: Value) -> Value:
    """Note the best goal, and remove it from the queue."""
    if not is_goal(data.tables, load(data.nodes.states, node), np.int64(data.nodes.auxes[node])):
        return DONE
    if g < data.values[BEST]:
        data.values[BEST], data.counters[GOAL] = g, node
    return SKIP


def note_expansion(data: Data, node: Value) -> None:
    """Do nothing."""


def process_successor(data: Data, node: Value, h: Value, i: Value) -> Value:
    """Store successor i of a node, or put it into the box of the shard that owns it."""
    edges, nodes, options = data.edges, data.nodes, data.options
    next_state, next_aux = load(edges.states, i), np.int64(edges.auxes[i])
    g = to_number(nodes.gs[node]) + to_number(edges.costs[i])
    owner_number = owner(data.tables, next_state, next_aux)
    if owner_number < 0:
        data.values[FAULT_VALUE] = owner_number
        return BAD_OWNER
    shard, new_h, place = shard_of(owner_number, options.shards), to_number(0), (ZERO, ZERO, ZERO)
    if shard == options.shard:
        place = find_place(data.table, data.nodes.states, next_state, edges.hashes[i])
        if place[0] != ZERO and g >= to_number(nodes.gs[place[0]]):
            return DONE
    if place[0] == ZERO:
        code, new_h = evaluate_successor(data, node, h, i)
        if code != DONE:
            return code
        data.counters[EVALUATED] += 1
    if shard == options.shard:
        return store_edge(data, node, shard, place, next_state, next_aux, g, new_h)
    return send(data, shard, node, next_state, next_aux, g, new_h)


def send(data: Data, shard: Value, node: Value, state: Value, aux: Value, g: Value, h: Value) -> Value:
    """Put an edge from a node into the box of another shard."""
    boxes, counters, values = data.options.boxes, data.counters, data.values
    at, dead = shard * boxes.room + U(boxes.counts[shard]), (ONE << boxes.bits) - ONE
    is_dead = h == dead_end_h(data.nodes.hs)
    if U(boxes.counts[shard]) == boxes.room:  # An expansion that is repeated after an error sends its messages again.
        return GROW_BOXES
    if g >= dead or (not is_dead and h >= dead):
        values[FAULT_VALUE] = g
        return GROW_WIDTH if boxes.bits == HALF else GROW_MESSAGES
    sent_h = dead if is_dead else U(h)
    if not is_dead and g + h < values[MIN_SENT]:
        values[MIN_SENT] = g + h
    store(boxes.states, at, state)
    if boxes.bits < HALF:
        boxes.rests[at] = node << HALF | U(aux) << (boxes.bits + boxes.bits) | U(g) << boxes.bits | sent_h
    else:
        boxes.rests[TWO * at] = node << HALF | U(g)
        boxes.rests[TWO * at + ONE] = U(aux) << HALF | sent_h
    boxes.counts[shard] += 1
    counters[FULLEST] = max(counters[FULLEST], boxes.counts[shard])
    return DONE
