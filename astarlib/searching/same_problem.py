"""The check that a checkpoint is loaded with the problem it was saved with, on a sample of its edges."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, Final

from astarlib._support.interrupts import raise_if_from_handler
from astarlib._support.plain_values import plain_number
from astarlib.errors import CheckpointError, short_repr
from astarlib.resolving.resolved_problem import ResolvedProblem, truth
from astarlib.searching.algorithm import Edge

SAMPLE_SIZE: Final = 64
_OF_BATCHES: Final = 1e-4
"""The share by which h may differ if ``heuristic_batch`` gave it: networks of 32-bit floats round differently."""


def check_same_problem(problem: ResolvedProblem[Any, Any], sample: Iterable[Edge], *, root_h: float | None) -> None:
    """Raise CheckpointError if the problem disagrees with the stored edges.
    The first edge of ``sample`` is the root, whose state is compared with the initial state. For each edge, the check
    compares h, the step and its cost, and tests that an expanded state isn't a goal. It expands one state at most.
    ``root_h`` is the h of the initial state, or None if the algorithm uses no heuristic. If the problem has
    ``heuristic_batch``, h may be costly, so the check compares only h of the root, which is known.
    """
    key_of, is_costly = problem.state_key, problem.heuristic_batch is not None
    for number, edge in enumerate(sample):
        if number == 0 and not _is_same(edge.state, problem.initial_state, key_of):
            raise CheckpointError(
                f"the checkpoint is of another problem: its initial state is {short_repr(edge.state)}, but that of the "
                f"given problem is {short_repr(problem.initial_state)}"
            )
        try:
            h: float | None = None
            if root_h is not None:
                h = plain_number(problem.heuristic(edge.state)) if not is_costly else root_h if number == 0 else edge.h
            fault = _disagreement(problem, edge, h)
        except MemoryError:
            raise
        except Exception as error:
            raise_if_from_handler(error)
            fault = f"the given problem raised an error at the stored state {short_repr(edge.state)}: {error}"
            raise CheckpointError(f"the checkpoint is of another problem: {fault}") from error
        if fault is not None:
            raise CheckpointError(f"the checkpoint is of another problem: {fault}")


def _disagreement(problem: ResolvedProblem[Any, Any], edge: Edge, h: float | None) -> str | None:
    """Return a description of the first difference between a stored edge and the problem, or None."""
    state, action, before = edge.state, edge.action, edge.parent
    if h is not None:
        rounding = edge.rounding if problem.heuristic_batch is None else max(edge.rounding, _OF_BATCHES * edge.h)
        if not _equal(h, edge.h) and not abs(h - edge.h) <= rounding:
            return f"h of {short_repr(state)} was {edge.h!r} and is now {h!r}"
    if edge.is_expanded and truth(problem.is_goal(state), state):
        return f"{short_repr(state)} was expanded, but is now a goal"
    if edge.parent_g is None:
        return None
    edges = [
        (reached, plain_number(cost))
        for taken, reached, cost in problem.edges(before)
        if edge.any_action or taken == action
    ]
    costs = [cost for reached, cost in edges if _is_same(reached, state, problem.state_key)]
    if len(costs) == 0:
        now = f"now leads to {short_repr(edges[0][0])}" if len(edges) > 0 else "no longer exists"
        return f"action {short_repr(action)} led from {short_repr(before)} to {short_repr(state)}, but {now}"
    if not any(_equal(edge.parent_g + cost, edge.g) for cost in costs):
        was, now = edge.g - edge.parent_g, costs[0]
        return f"the step from {short_repr(before)} to {short_repr(state)} cost {was!r} and now costs {now!r}"
    return None


def _is_same(one: Any, other: Any, key_of: Any) -> bool:
    return bool(one == other if key_of is None else key_of(one) == key_of(other))


def _equal(one: float, other: float) -> bool:
    return one == other or math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-9)
