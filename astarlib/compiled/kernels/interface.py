"""The functions that domains, numbers and queues bring: kernels import these names and get others in their place."""

from __future__ import annotations

from typing import Any, TypeAlias

Value: TypeAlias = Any
"""A number, array or tuple in a kernel. Any: its type is known when numba compiles it, not before."""


def successor_count(tables: Value, state: Value, aux: Value) -> Value:
    """How many edges leave."""
    raise NotImplementedError


def apply(tables: Value, state: Value, aux: Value, i: Value) -> Value:
    """(next_state, next_aux, cost) of edge i."""
    raise NotImplementedError


def is_goal(tables: Value, state: Value, aux: Value) -> Value:
    """Whether the state is a goal."""
    raise NotImplementedError


def next_heuristic(
    tables: Value, state: Value, aux: Value, h: Value, i: Value, next_state: Value, next_aux: Value
) -> Value:
    """H of the state that edge i leads to."""
    raise NotImplementedError


def domain_successor_count(tables: Value, state: Value, aux: Value) -> Value:
    """Return the number of edges, as the function of the domain itself."""
    raise NotImplementedError


def domain_apply(tables: Value, state: Value, aux: Value, i: Value) -> Value:
    """Return (next_state, next_aux, cost) of edge i."""
    raise NotImplementedError


def domain_is_goal(tables: Value, state: Value, aux: Value) -> Value:
    """Return whether the state is a goal."""
    raise NotImplementedError


def packed(state: Value) -> Value:
    """Return the state as unsigned words of 64 bits; an error of typing where it isn't whole numbers."""
    raise NotImplementedError


def checked_edge(edge: Value) -> Value:
    """Return what ``apply`` has returned; an error of typing unless it is a tuple of three."""
    raise NotImplementedError


def checked_aux(aux: Value) -> Value:
    """Return an ``aux`` as int64; an error of typing where it isn't a whole number."""
    raise NotImplementedError


def checked_cost(cost: Value) -> Value:
    """Return a cost as int64 or, with costs=float, as float64; an error of typing for other types."""
    raise NotImplementedError


def checked_count(count: Value) -> Value:
    """Return a number of edges as int64; an error of typing where it isn't a whole number."""
    raise NotImplementedError


def checked_h(h: Value) -> Value:
    """Return h as int64 or, with costs=float, as float64; an error of typing for other types."""
    raise NotImplementedError


def checked_truth(value: Value) -> Value:
    """Return True or False; an error of typing for None and floats."""
    raise NotImplementedError


def load(states: Value, at: Value) -> Value:
    """The state of a node."""
    raise NotImplementedError


def store(states: Value, at: Value, state: Value) -> None:
    """Write the state of a node."""
    raise NotImplementedError


def is_equal(one: Value, other: Value) -> Value:
    """Whether two states are one."""
    raise NotImplementedError


def hash_of(state: Value) -> Value:
    """64 mixed bits of a state."""
    raise NotImplementedError


def prefetch(array: Value, at: Value) -> None:
    """Have the processor fetch an item of an array that is soon asked for."""
    raise NotImplementedError


def number(value: Value) -> Value:
    """A stored g or h, to reckon with."""
    raise NotImplementedError


def dead(array: Value) -> Value:
    """How a dead end is stored."""
    raise NotImplementedError


def drop(queue: Value, c: Value, f: Value, h: Value) -> Value:
    """Take the first entry out of the queue; the node of the one that follows, or 0."""
    raise NotImplementedError


def fits(array: Value, value: Value) -> Value:
    """Whether an array of g or h can hold a number."""
    raise NotImplementedError


def front(queue: Value, hs: Value, c: Value) -> Value:
    """(node, f, h) of the first entry of the queue; node 0: there is none."""
    raise NotImplementedError


def given_h(h: Value) -> Value:
    """What the domain's function gets for h."""
    raise NotImplementedError


def has_room(queue: Value, c: Value, count: Value) -> Value:
    """Whether so many entries can be put into the queue."""
    raise NotImplementedError


def is_cost(cost: Value) -> Value:
    """Whether that can be a cost."""
    raise NotImplementedError


def is_dead(array: Value, at: Value) -> Value:
    """Whether a stored h is that of a dead end."""
    raise NotImplementedError


def is_dead_end(h: Value) -> Value:
    """Whether an h is that of a dead end, as the domain tells it."""
    raise NotImplementedError


def is_h(h: Value) -> Value:
    """Whether that can be an h."""
    raise NotImplementedError


def is_small(value: Value) -> Value:
    """Whether a cost or an h can be added up."""
    raise NotImplementedError


def put(queue: Value, c: Value, weights: Value, f: Value, h: Value, node: Value) -> None:
    """Put a node into the queue, as the newest."""
    raise NotImplementedError


def rank(weights: Value, g: Value, h: Value) -> Value:
    """F."""
    raise NotImplementedError


def reaches(queue: Value, f: Value, h: Value) -> Value:
    """Whether the queue has a place for that f and h."""
    raise NotImplementedError


def try_subtree(
    address: Value, values: Value, layout: Value, state: Value, aux: Value, before: Value, before_aux: Value, g: Value,
    h: Value,
) -> Value:  # fmt: skip
    """Search a subtree by recursion; 0 when it was searched as a whole. See ``unrolling``."""
    raise NotImplementedError
