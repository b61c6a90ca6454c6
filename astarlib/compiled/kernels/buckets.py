"""A frontier of whole numbers: a stack for each f and h, in blocks of one pool.

``queue`` is (tops, least, pool): ``tops[f, h]`` is where the newest entry of a stack lies in the pool, 0 when there is
none; ``least[f]`` is a bound below which no h of that f has entries. The first item of a block is the top of the stack
below it, or, while the block is free, the next free one.
"""

from __future__ import annotations

import numpy as np

from astarlib.compiled.kernels.codes import END, FREE, FRONT
from astarlib.compiled.kernels.interface import Value

U = np.uint64
ZERO, ONE = U(0), U(1)
BLOCK = U(32)
"""Items of a block, one of them the link."""


def rank(weights: Value, g: Value, h: Value) -> Value:
    """F, as the buckets are numbered."""
    return weights[0] * g + weights[1] * h


def front(queue: Value, hs: Value, c: Value) -> Value:  # noqa: ARG001  # a heap looks there
    """(node, f, h) of the first entry; node 0: there is none."""
    tops, least, _ = queue
    f, rows, columns = U(c[FRONT]), U(tops.shape[0]), U(tops.shape[1])
    while f < rows:
        h = U(least[f])
        while h < columns and tops[f, h] == 0:
            h += ONE
        least[f] = h
        if h < columns:
            c[FRONT] = f
            return U(queue[2][tops[f, h]]), f, h
        f += ONE
    c[FRONT] = f
    return ZERO, ZERO, ZERO


def drop(queue: Value, c: Value, f: Value, h: Value) -> Value:
    """Take out the first entry, of that f and h; the node of the entry that follows in its stack, or 0."""
    tops, _, pool = queue
    top = U(tops[f, h])
    if top & (BLOCK - ONE) != ONE:
        tops[f, h] = top - ONE
        return U(pool[top - ONE])
    start = top - ONE
    below = U(pool[start])
    pool[start] = c[FREE]
    c[FREE] = start
    tops[f, h] = below
    return U(pool[below])  # pool[0] is 0


def has_room(queue: Value, c: Value, count: Value) -> Value:
    """Whether so many entries can be put in."""
    return U(c[END]) + count * BLOCK <= U(queue[2].size)


def reaches(queue: Value, f: Value, h: Value) -> Value:
    """Whether there is a stack for that f and h."""
    return f < U(queue[0].shape[0]) and h < U(queue[0].shape[1])


def put(queue: Value, c: Value, weights: Value, f: Value, h: Value, node: Value) -> None:  # noqa: ARG001  # a heap looks there
    """Put a node in, as the newest."""
    tops, least, pool = queue
    top = U(tops[f, h])
    at = top + ONE
    if top == ZERO or at & (BLOCK - ONE) == ZERO:
        start = U(c[FREE])
        if start == ZERO:
            start = U(c[END])
            c[END] = start + BLOCK
        else:
            c[FREE] = pool[start]
        pool[start] = top
        at = start + ONE
        if h < U(least[f]):
            least[f] = h
        if f < U(c[FRONT]):
            c[FRONT] = f
    pool[at] = node
    tops[f, h] = at
