"""The nodes with which a search begins."""

from __future__ import annotations

from typing import Any

from astarlib.capabilities import ResolvedProblem
from astarlib.searching.diagnosis import checked_batch, checked_h, checked_key
from astarlib.searching.node import Node


def roots_of(problem: ResolvedProblem[Any, Any], *, uses_heuristic: bool, together: bool = False) -> list[Node]:
    """Return the nodes of the initial states, in the order of these. ``together`` evaluates all with one call."""
    roots: list[Node] = []
    states = problem.initial_states
    keys = [checked_key(problem, state) for state in states]
    values: list[float] = [0] * len(keys)
    if uses_heuristic:
        values = checked_batch(problem, states) if together else [checked_h(problem, state) for state in states]
    for state, key, h in zip(states, keys, values, strict=True):
        root: Node = (0, h, key, None, None)
        roots.append(root if problem.state_key is None else (*root, state))
    return roots
