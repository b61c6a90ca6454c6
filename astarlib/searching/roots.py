"""The nodes with which a search begins."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import repeat
from typing import Any

from astarlib.resolving.resolved_problem import ResolvedProblem
from astarlib.searching.diagnosis import checked_batch, checked_h, checked_key
from astarlib.searching.node import Node


def roots_of(problem: ResolvedProblem[Any, Any], *, uses_heuristic: bool, together: bool = False) -> list[Node]:
    """Return the nodes of the initial states, in the order of these. ``together`` evaluates all with one call."""
    states = problem.initial_states
    if len(states) == 1 and problem.state_key is None and (problem.heuristic_batch is None or not together):
        state = states[0]  # Most searches do this.
        key = checked_key(problem, state)
        return [(0, checked_h(problem, state) if uses_heuristic else 0, key, None, None)]
    keys = [checked_key(problem, state) for state in states]
    if not uses_heuristic:
        values: Iterable[float] = repeat(0)
    elif together and problem.heuristic_batch is not None:
        values = checked_batch(problem, states)
    else:
        values = [checked_h(problem, state) for state in states]
    if problem.state_key is None:
        return [(0, h, key, None, None) for key, h in zip(keys, values)]  # noqa: B905  # repeat has no end.
    return [(0, h, key, None, None, state) for state, key, h in zip(states, keys, values)]  # noqa: B905
