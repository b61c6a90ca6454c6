"""The nodes with which a search begins."""

from __future__ import annotations

from typing import Any

from astarlib.capabilities import ResolvedProblem
from astarlib.searching.diagnosis import checked_h, checked_key
from astarlib.searching.node import Node


def roots_of(problem: ResolvedProblem[Any, Any], *, uses_heuristic: bool) -> list[Node]:
    """Return the nodes of the initial states, in the order of these."""
    roots: list[Node] = []
    for state in problem.initial_states:
        key = checked_key(problem, state)
        root: Node = (0, checked_h(problem, state) if uses_heuristic else 0, key, None, None)
        roots.append(root if problem.state_key is None else (*root, state))
    return roots
