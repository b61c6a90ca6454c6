"""A check that a pattern database fits a problem: its goals, and its steps near the initial state."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

from astarlib._support.interrupts import raise_if_from_handler
from astarlib._support.plain_values import plain_number
from astarlib.errors import PatternDatabaseError, short_repr
from astarlib.problem import Problem
from astarlib.resolving.resolved_problem import edges_of, goal_states_of, starts_of, state_key_of, truth
from astarlib.searching.walk import breadth_first

_SAMPLE = 64


def refuse_unserved(problem: Problem[Any, Any], goals: tuple[Any, ...], estimate: Callable[[Any], float]) -> None:
    """Raise PatternDatabaseError if ``problem`` has other goals, or a step that the abstraction doesn't keep."""
    refuse(
        f"the pattern database can't be used for {short_repr(problem)}",
        lambda: _fault_in_goals(problem, goals, estimate) or _fault_in_steps(problem, estimate),
    )


def refuse(message: str, find_fault: Callable[[], str | None]) -> None:
    """Raise PatternDatabaseError with the fault that the function returns, or with the error that it raises."""
    try:
        fault = find_fault()
    except (MemoryError, PatternDatabaseError):
        raise
    except Exception as error:
        raise_if_from_handler(error)
        raise PatternDatabaseError(f"{message}: {type(error).__name__}: {error}") from error
    if fault is not None:
        raise PatternDatabaseError(f"{message}: {fault}")


def _fault_in_goals(problem: Problem[Any, Any], goals: tuple[Any, ...], estimate: Callable[[Any], float]) -> str | None:
    for goal in goals:
        if not truth(problem.is_goal(goal), goal):
            return f"its distances are from the goal {short_repr(goal)}, which isn't a goal of the problem"
    goal_states = goal_states_of(problem)
    for goal in () if goal_states is None else goal_states():
        if estimate(goal) != 0:
            return _missed(goal)
    return None


def _fault_in_steps(problem: Problem[Any, Any], estimate: Callable[[Any], float]) -> str | None:
    for state, edges in nearby(problem):
        h = estimate(state)
        if h != 0 and truth(problem.is_goal(state), state):
            return _missed(state)
        for action, next_state, cost in edges:
            limit = plain_number(cost) + estimate(next_state)
            if h > limit and not math.isclose(h, limit, rel_tol=1e-9):  # Floats may have been added in another order.
                return (
                    f"the abstraction doesn't keep the step {short_repr(action)} of cost {cost!r} from "
                    f"{short_repr(state)} with h = {h!r} to {short_repr(next_state)} with h = {estimate(next_state)!r}"
                )
    return None


def nearby(problem: Problem[Any, Any]) -> Iterator[tuple[Any, list[tuple[Any, Any, float]]]]:
    """Yield some states next to the initial one, each with its outgoing edges."""
    return breadth_first(starts_of(problem), edges_of(problem), state_key_of(problem), max_states=_SAMPLE)


def _missed(goal: object) -> str:
    return f"{short_repr(goal)} is a goal of the problem, but its distance in the database isn't 0"
