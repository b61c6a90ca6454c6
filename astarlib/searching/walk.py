"""A breadth-first traversal of a state space, without a heuristic."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import islice
from random import Random
from typing import TypeVar

S = TypeVar("S")
A = TypeVar("A")


def breadth_first(
    starts: Iterable[S],
    edges: Callable[[S], Iterable[tuple[A, S, float]]],
    key_of: Callable[[S], Hashable] | None = None,
    *,
    max_states: float = math.inf,
) -> Iterator[tuple[S, list[tuple[A, S, float]]]]:
    """Yield up to ``max_states`` states that can be reached from ``starts``, breadth-first, with their edges.
    ``edges`` returns ``(action, next_state, cost)``, and ``key_of`` equal keys for states that count as one, or is
    None.
    """
    found = list(starts)
    known = {start if key_of is None else key_of(start) for start in found}
    for state in found:  # The loop appends to the list.
        leaving = list(edges(state))
        yield state, leaving
        for _, next_state, _ in leaving:
            key = next_state if key_of is None else key_of(next_state)
            if len(found) < max_states and key not in known:
                known.add(key)
                found.append(next_state)


def near_and_far(
    start: S,
    edges: Callable[[S], Iterable[tuple[A, S, float]]],
    key_of: Callable[[S], Hashable] | None = None,
    *,
    count: int,
    random: Random,
) -> Iterator[S]:
    """Yield up to ``count`` states: half of them breadth-first, and the others on random walks.
    The parameters are those of `breadth_first`.
    """
    yielded = 0
    for state, _ in islice(breadth_first([start], edges, key_of, max_states=count), count // 2):
        yield state
        yielded += 1
    if yielded < count // 2:
        return  # There are no other states.
    state = start
    while yielded < count:
        successors = [next_state for _, next_state, _ in edges(state)]
        state = random.choice(successors) if len(successors) > 0 and random.random() > 0.002 else start
        yield state
        yielded += 1
