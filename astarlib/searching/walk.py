"""A breadth-first traversal of a state space, without a heuristic."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator
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
    """Yield the states that can be reached from ``starts``, breadth-first, each with its outgoing edges.

    Parameters
    ----------
    starts:
        The states to begin with, each once.
    edges:
        A function that returns the edges out of a state, as ``(action, next_state, cost)``.
    key_of:
        A function that returns the same key for states that count as one. With None, the states themselves are the
        keys, so they must be hashable.
    max_states:
        The largest number of states to yield.

    Examples
    --------
    >>> [state for state, _ in breadth_first([1], lambda n: [("+1", n + 1, 1), ("*2", 2 * n, 1)], max_states=5)]
    [1, 2, 3, 4, 6]
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
