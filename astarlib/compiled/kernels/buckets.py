"""A bucket queue for whole numbers: one stack for each pair of f and h, stored in blocks of one pool.

``queue`` is (tops, min_hs, pool). ``tops[f, h]`` is the index in the pool of the newest entry of a stack, or 0 if the
stack is empty. ``min_hs[f]`` is a lower bound on the h of all entries with that f. The first item of a block in use is
the index of the entry below the block. The first item of a free block is the next free block.
"""

from __future__ import annotations

import numpy as np

from astarlib.compiled.kernels.codes import QUEUE_END, QUEUE_FREE, QUEUE_FRONT
from astarlib.compiled.kernels.data import Value

U = np.uint64
ZERO, ONE = U(0), U(1)
BLOCK_SIZE = U(32)
"""The number of items in a block. One of them is the link."""


def rank(weights: Value, g: Value, h: Value) -> Value:
    """Return f in the unit of the buckets."""
    return weights[0] * g + weights[1] * h


def first_entry(queue: Value, hs: Value, counters: Value) -> Value:  # used by the heap
    """Return (node, f, h) of the first entry; node 0 if the queue is empty."""
    tops, min_hs, _ = queue
    f, rows, columns = U(counters[QUEUE_FRONT]), U(tops.shape[0]), U(tops.shape[1])
    while f < rows:
        h = U(min_hs[f])
        while h < columns and tops[f, h] == 0:
            h += ONE
        min_hs[f] = h
        if h < columns:
            counters[QUEUE_FRONT] = f
            return U(queue[2][tops[f, h]]), f, h
        f += ONE
    counters[QUEUE_FRONT] = f
    return ZERO, ZERO, ZERO


def first_keys(queue: Value, counters: Value) -> Value:
    """Return (node, f, tie), the first entry with its keys; node 0 if the queue is empty."""
    return first_entry(queue, queue[1], counters)


def pop(queue: Value, counters: Value, f: Value, h: Value) -> Value:
    """Remove the first entry, whose f and h are given. Return the node of the next entry in its stack, or 0."""
    tops, _, pool = queue
    top = U(tops[f, h])
    if top & (BLOCK_SIZE - ONE) != ONE:
        tops[f, h] = top - ONE
        return U(pool[top - ONE])
    start = top - ONE
    below = U(pool[start])
    pool[start] = counters[QUEUE_FREE]
    counters[QUEUE_FREE] = start
    tops[f, h] = below
    return U(pool[below])  # pool[0] is 0


def has_room(queue: Value, counters: Value, count: Value) -> Value:
    """Return True if ``count`` entries can be added."""
    return U(counters[QUEUE_END]) + count * BLOCK_SIZE <= U(queue[2].size)


def is_in_range(queue: Value, f: Value, h: Value) -> Value:
    """Return True if there is a stack for that f and h."""
    return has_place(queue, f, h)


def has_place(queue: Value, f: Value, h: Value) -> Value:
    """Return True if there is a stack for that f and h."""
    return f < U(queue[0].shape[0]) and h < U(queue[0].shape[1])


def push(  # the heap uses the weights
    queue: Value, counters: Value, weights: Value, f: Value, h: Value, node: Value
) -> None:
    """Add a node as the newest entry."""
    tops, min_hs, pool = queue
    top = U(tops[f, h])
    index = top + ONE
    if top == ZERO or index & (BLOCK_SIZE - ONE) == ZERO:
        start = U(counters[QUEUE_FREE])
        if start == ZERO:
            start = U(counters[QUEUE_END])
            counters[QUEUE_END] = start + BLOCK_SIZE
        else:
            counters[QUEUE_FREE] = pool[start]
        pool[start] = top
        index = start + ONE
        if h < U(min_hs[f]):
            min_hs[f] = h
        if f < U(counters[QUEUE_FRONT]):
            counters[QUEUE_FRONT] = f
    pool[index] = node
    tops[f, h] = index
