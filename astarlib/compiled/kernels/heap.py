"""A binary heap for any numbers.

``queue`` is (keys, ages, nodes). An entry consists of f and a tie-breaking key in ``keys``, its age, and its node.
``weights`` are the weights of g and h in f, the weight of h in the tie-breaking key, the number of the formula for f,
and 1 if the oldest of equal entries comes first or -1 if the newest does.
"""

from __future__ import annotations

import math

import numpy as np

from astarlib.compiled.kernels.codes import QUEUE_FREE, QUEUE_FRONT
from astarlib.compiled.kernels.data import Value
from astarlib.compiled.kernels.interface import to_number

U = np.uint64
ZERO, ONE, TWO = U(0), U(1), U(2)
LINEAR, XDP, XUP, PWXDP, PWXUP = range(5)
"""The numbers of the formulas for f, in the order of the members of ``Priority``."""
SMALLEST_SQUARE, LARGEST_SQUARE = 1e-280, 1e300
"""``hypot`` computes the roots of squares that aren't between these numbers."""


def rank(weights: Value, g: Value, h: Value) -> Value:
    """Return f."""
    if weights[3] == LINEAR:
        return weights[0] * g + weights[1] * h
    return curved_rank(weights[3], weights[1], np.float64(g), np.float64(h))


def curved_rank(formula: Value, w: Value, g: Value, h: Value) -> Value:
    """Return f of weighted A* as ``weighted_priority`` of searching/parameters.py does."""
    if formula == PWXDP:
        return g + h if h > g else (g + (2 * w - 1) * h) / w
    if formula == PWXUP:
        factor = 2 * w - 1
        return g / factor + h if g < factor * h else (g + h) / w
    if formula == XDP:
        square = (g - h) * (g - h) + 4 * w * g * h
        is_exact = SMALLEST_SQUARE < square < LARGEST_SQUARE
        root = math.sqrt(square) if is_exact else math.hypot(g - h, 2 * math.sqrt(w * g) * math.sqrt(h))
        return (g + (2 * w - 1) * h + root) / (2 * w)
    square = (g + h) * (g + h) + 4 * w * (w - 1) * h * h
    is_exact = SMALLEST_SQUARE < square < LARGEST_SQUARE
    root = math.sqrt(square) if is_exact else math.hypot(g + h, 2 * math.sqrt(w) * math.sqrt(w - 1) * h)
    return (g + h + root) / (2 * w)


def first_entry(queue: Value, hs: Value, counters: Value) -> Value:
    """Return (node, f, h) of the first entry; node 0 if the queue is empty."""
    if counters[QUEUE_FRONT] == 0:
        return ZERO, 0.0, to_number(hs[ZERO])
    node = U(queue[2][ZERO])
    return node, queue[0][ZERO, ZERO], to_number(hs[node])


def first_keys(queue: Value, counters: Value) -> Value:
    """Return (node, f, tie), the first entry with its keys; node 0 if the queue is empty."""
    if counters[QUEUE_FRONT] == 0:
        return ZERO, 0.0, 0.0
    return U(queue[2][ZERO]), queue[0][ZERO, ZERO], queue[0][ZERO, ONE]


def less_than(queue: Value, f: Value, tie_key: Value, age: Value, at: Value) -> Value:
    """Return True if an entry with these keys comes before the entry at index ``at``."""
    keys, ages, _ = queue
    if f != keys[at, ZERO]:
        return f < keys[at, ZERO]
    if tie_key != keys[at, ONE]:
        return tie_key < keys[at, ONE]
    return age < ages[at]


def write_entry(queue: Value, at: Value, f: Value, tie_key: Value, age: Value, node: Value) -> None:
    """Write an entry at an index."""
    keys, ages, nodes = queue
    keys[at, ZERO], keys[at, ONE], ages[at], nodes[at] = f, tie_key, age, node


def copy_entry(queue: Value, source: Value, target: Value) -> None:
    """Copy an entry from one index to another."""
    keys, ages, nodes = queue
    write_entry(queue, target, keys[source, ZERO], keys[source, ONE], ages[source], U(nodes[source]))


def pop(queue: Value, counters: Value, f: Value, h: Value) -> Value:  # used by the buckets
    """Remove the first entry. Return the node of the next entry, or 0."""
    keys, ages, nodes = queue
    last = U(counters[QUEUE_FRONT] - 1)
    counters[QUEUE_FRONT] = last
    f_last, tie_key, age = keys[last, ZERO], keys[last, ONE], ages[last]
    node, at, child = U(nodes[last]), ZERO, ONE
    while child < last:
        other = child + ONE
        if other < last and less_than(queue, keys[other, ZERO], keys[other, ONE], ages[other], child):
            child = other
        if not less_than(queue, keys[child, ZERO], keys[child, ONE], ages[child], last):
            break
        copy_entry(queue, child, at)
        at, child = child, child * TWO + ONE
    write_entry(queue, at, f_last, tie_key, age, node)
    return U(nodes[ZERO]) if last > ZERO else ZERO


def has_room(queue: Value, counters: Value, count: Value) -> Value:
    """Return True if ``count`` entries can be added."""
    return U(counters[QUEUE_FRONT]) + count <= U(queue[2].size)


def is_in_range(queue: Value, f: Value, h: Value) -> Value:  # used by the buckets
    """Return True unless f is inf or not a number."""
    return f < np.inf


def has_place(queue: Value, f: Value, h: Value) -> Value:  # used by the buckets
    """Return True: a heap has a place for any f and h."""
    return True


def push(queue: Value, counters: Value, weights: Value, f: Value, h: Value, node: Value) -> None:
    """Add a node as the newest entry."""
    tie_key, age = weights[2] * h, weights[4] * counters[QUEUE_FREE]
    at = U(counters[QUEUE_FRONT])
    counters[QUEUE_FREE] += 1
    counters[QUEUE_FRONT] += 1
    while at > ZERO:
        parent = (at - ONE) // TWO
        if not less_than(queue, f, tie_key, age, parent):
            break
        copy_entry(queue, parent, at)
        at = parent
    write_entry(queue, at, f, tie_key, age, node)
