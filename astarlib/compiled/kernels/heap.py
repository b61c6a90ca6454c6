"""A frontier of any numbers: a binary heap.

``queue`` is (keys, ages, nodes): of each entry f and what breaks ties in ``keys``, its age, and its node. ``weights``
are those of g and h in f, that of h in what breaks ties, and 1 where of equal ones the oldest comes first, -1 where
the newest does.
"""

from __future__ import annotations

import numpy as np

from astarlib.compiled.kernels.codes import FREE, FRONT
from astarlib.compiled.kernels.interface import Value, number

U = np.uint64
ZERO, ONE, TWO = U(0), U(1), U(2)


def rank(weights: Value, g: Value, h: Value) -> Value:
    """F."""
    return weights[0] * g + weights[1] * h


def front(queue: Value, hs: Value, c: Value) -> Value:
    """(node, f, h) of the first entry; node 0: there is none."""
    if c[FRONT] == 0:
        return ZERO, 0.0, number(hs[ZERO])
    node = U(queue[2][ZERO])
    return node, queue[0][ZERO, ZERO], number(hs[node])


def goes_before(queue: Value, f: Value, second: Value, age: Value, at: Value) -> Value:
    """Whether an entry of that kind comes before the one that lies at ``at``."""
    keys, ages, _ = queue
    if f != keys[at, ZERO]:
        return f < keys[at, ZERO]
    if second != keys[at, ONE]:
        return second < keys[at, ONE]
    return age < ages[at]


def write(queue: Value, at: Value, f: Value, second: Value, age: Value, node: Value) -> None:
    """Lay an entry there."""
    keys, ages, nodes = queue
    keys[at, ZERO], keys[at, ONE], ages[at], nodes[at] = f, second, age, node


def move(queue: Value, source: Value, target: Value) -> None:
    """Lay an entry elsewhere, too."""
    keys, ages, nodes = queue
    write(queue, target, keys[source, ZERO], keys[source, ONE], ages[source], U(nodes[source]))


def drop(queue: Value, c: Value, f: Value, h: Value) -> Value:  # noqa: ARG001  # buckets look there
    """Take out the first entry; the node of the one that follows, or 0."""
    keys, ages, nodes = queue
    last = U(c[FRONT] - 1)
    c[FRONT] = last
    f_last, second, age = keys[last, ZERO], keys[last, ONE], ages[last]
    node, at, child = U(nodes[last]), ZERO, ONE
    while child < last:
        other = child + ONE
        if other < last and goes_before(queue, keys[other, ZERO], keys[other, ONE], ages[other], child):
            child = other
        if not goes_before(queue, keys[child, ZERO], keys[child, ONE], ages[child], last):
            break
        move(queue, child, at)
        at, child = child, child * TWO + ONE
    write(queue, at, f_last, second, age, node)
    return U(nodes[ZERO]) if last > ZERO else ZERO


def has_room(queue: Value, c: Value, count: Value) -> Value:
    """Whether so many entries can be put in."""
    return U(c[FRONT]) + count <= U(queue[2].size)


def reaches(queue: Value, f: Value, h: Value) -> Value:  # noqa: ARG001  # buckets look there
    """Whether an entry of that f and h can be put in."""
    return True


def put(queue: Value, c: Value, weights: Value, f: Value, h: Value, node: Value) -> None:
    """Put a node in, as the newest."""
    second, age = weights[2] * h, weights[3] * c[FREE]
    at = U(c[FRONT])
    c[FREE] += 1
    c[FRONT] += 1
    while at > ZERO:
        parent = (at - ONE) // TWO
        if not goes_before(queue, f, second, age, parent):
            break
        move(queue, parent, at)
        at = parent
    write(queue, at, f, second, age, node)
