"""The policies of a search whose frontier has one order. `focal` has those of a frontier with several orders."""

from __future__ import annotations

from astarlib.compiled.kernels.codes import DONE
from astarlib.compiled.kernels.data import Data, Value
from astarlib.compiled.kernels.interface import pop


def choose(data: Data, node: Value, h: Value, max_cost: Value) -> Value:
    """Return (DONE, node, h): the first node of the queue is the next one."""
    return DONE, node, h


def take(data: Data, node: Value, f: Value, h: Value) -> Value:
    """Remove the first node of the queue. Return the one that is probably next, or 0."""
    return pop(data.queue, data.counters, f, h)


def note_new(data: Data, i: Value, h: Value) -> Value:
    """Return DONE, because the order needs nothing but g and h."""
    return DONE


def note_again(data: Data, node: Value, new: Value) -> None:
    """Do nothing, as above."""
