"""The frontier of focal search, in four heaps. See `astarlib.searching.focal.FocalList` for the same in Python.

``queue`` is (keys, ages, nodes, sizes, limit, steps). The heaps COST, STEPS and WEIGHT have the nodes whose f is at
most ``limit[0]``, and LATER has the others. Each is a quarter of the arrays ``keys``, ``ages`` and ``nodes``. ``sizes``
has the lengths of the heaps, and the age of the next entry. ``steps`` has the steps to go of each node.

A node that is expanded stays in those heaps where it isn't the first. Its entries are stale from then on.
``weights`` are twice 1 for g and h, the weight of the search, and that weight less 1.
"""

from __future__ import annotations

import numpy as np

from astarlib.compiled.kernels.data import Value
from astarlib.compiled.kernels.interface import to_number

U = np.uint64
ZERO, ONE, TWO, FOUR = U(0), U(1), U(2), U(4)
COST, STEPS, WEIGHT, LATER = U(0), U(1), U(2), U(3)
NEXT_AGE = 4


def rank(weights: Value, g: Value, h: Value) -> Value:
    """Return f = g + h."""
    return weights[0] * g + weights[1] * h


def start_of(queue: Value, heap: Value) -> Value:
    """Return the index of the first entry of a heap."""
    return heap * (U(queue[2].size) // FOUR)


def front_heap(queue: Value) -> Value:
    """Return the heap that has the first entry by f."""
    return COST if queue[3][COST] > 0 else LATER


def first_entry(queue: Value, hs: Value, counters: Value) -> Value:  # other queues use the counters
    """Return (node, f, h) of the first entry by f; node 0 if there is none."""
    heap = front_heap(queue)
    if queue[3][heap] == 0:
        return ZERO, 0.0, to_number(hs[ZERO])
    at = start_of(queue, heap)
    node = U(queue[2][at])
    return node, queue[0][at, ZERO], to_number(hs[node])


def comes_before(queue: Value, first: Value, second: Value, third: Value, age: Value, node: Value, at: Value) -> Value:
    """Return True if an entry with these keys comes before the entry at index ``at``."""
    keys, ages, nodes, steps = queue[0], queue[1], queue[2], queue[5]
    if first != keys[at, ZERO]:
        return first < keys[at, ZERO]
    if second != keys[at, ONE]:
        return second < keys[at, ONE]
    if third != keys[at, TWO]:
        return third < keys[at, TWO]
    if steps[node] != steps[nodes[at]]:
        return steps[node] < steps[nodes[at]]
    return age > ages[at]


def write_entry(queue: Value, at: Value, first: Value, second: Value, third: Value, age: Value, node: Value) -> None:
    """Write an entry at an index."""
    keys = queue[0]
    keys[at, ZERO], keys[at, ONE], keys[at, TWO] = first, second, third
    queue[1][at], queue[2][at] = age, node


def copy_entry(queue: Value, source: Value, target: Value) -> None:
    """Copy an entry from one index to another."""
    keys, ages, nodes = queue[0], queue[1], queue[2]
    first, second, third = keys[source, ZERO], keys[source, ONE], keys[source, TWO]
    write_entry(queue, target, first, second, third, ages[source], U(nodes[source]))


def insert(queue: Value, heap: Value, first: Value, second: Value, third: Value, age: Value, node: Value) -> None:
    """Add an entry to a heap."""
    start, at = start_of(queue, heap), U(queue[3][heap])
    queue[3][heap] += 1
    while at > ZERO:
        parent = (at - ONE) // TWO
        if not comes_before(queue, first, second, third, age, node, start + parent):
            break
        copy_entry(queue, start + parent, start + at)
        at = parent
    write_entry(queue, start + at, first, second, third, age, node)


def remove_first(queue: Value, heap: Value) -> None:
    """Remove the first entry of a heap."""
    start, size = start_of(queue, heap), U(queue[3][heap] - 1)
    queue[3][heap] = size
    last, at, child = start + size, ZERO, ONE
    keys, age, node = queue[0], queue[1][last], U(queue[2][last])
    first, second, third = keys[last, ZERO], keys[last, ONE], keys[last, TWO]
    while child < size:
        other, place = child + ONE, start + child
        if other < size and is_before(queue, start + other, place):
            child, place = other, start + other
        if comes_before(queue, first, second, third, age, node, place):
            break
        copy_entry(queue, place, start + at)
        at, child = child, child * TWO + ONE
    write_entry(queue, start + at, first, second, third, age, node)


def is_before(queue: Value, one: Value, other: Value) -> Value:
    """Return True if the entry at one index comes before that at another one."""
    keys, ages, nodes = queue[0], queue[1], queue[2]
    first, second, third = keys[one, ZERO], keys[one, ONE], keys[one, TWO]
    return comes_before(queue, first, second, third, ages[one], U(nodes[one]), other)


def pop(queue: Value, counters: Value, f: Value, h: Value) -> Value:  # other queues use the rest
    """Remove the first entry by f. Return 0, because the next node depends on the turn."""
    remove_first(queue, front_heap(queue))
    return ZERO


def add_candidate(queue: Value, weights: Value, f: Value, h: Value, age: Value, node: Value) -> None:
    """Add an entry to the three heaps of those up to the limit. ``h`` is a float."""
    steps = queue[5][node]
    insert(queue, COST, f, steps, h, age, node)
    insert(queue, STEPS, steps, f, h, age, node)
    insert(queue, WEIGHT, f + weights[3] * h, h, f, age, node)


def push(queue: Value, counters: Value, weights: Value, f: Value, h: Value, node: Value) -> None:
    """Add a node as the newest entry."""
    age = queue[3][NEXT_AGE]
    queue[3][NEXT_AGE] += 1
    if f <= queue[4][ZERO]:
        add_candidate(queue, weights, f, np.float64(h), age, node)
    else:
        insert(queue, LATER, f, queue[5][node], np.float64(h), age, node)


def move_limit(queue: Value, weights: Value, limit: Value) -> Value:
    """Let nodes up to a higher limit be candidates. Return False if there is too little room for them."""
    keys, ages, nodes, sizes = queue[0], queue[1], queue[2], queue[3]
    start = start_of(queue, LATER)
    while sizes[LATER] > 0 and keys[start, ZERO] <= limit:
        if not has_room(queue, sizes, ONE):
            return False
        f, h, age, node = keys[start, ZERO], keys[start, TWO], ages[start], U(nodes[start])
        remove_first(queue, LATER)
        add_candidate(queue, weights, f, h, age, node)
    queue[4][ZERO] = limit
    return True


def has_room(queue: Value, counters: Value, count: Value) -> Value:  # other queues use the counters
    """Return True if ``count`` entries can be added to each heap."""
    sizes, room = queue[3], U(queue[2].size) // FOUR
    for heap in range(4):  # noqa: SIM110  # numba has no generators without an allocation.
        if U(sizes[heap]) + count > room:
            return False
    return True


def is_in_range(queue: Value, f: Value, h: Value) -> Value:  # used by the buckets
    """Return True unless f is inf or not a number."""
    return f < np.inf
