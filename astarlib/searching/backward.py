"""Checks of what a search from the goals needs: goal_states, predecessors, backward_heuristic and cost_unit."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import partial
from numbers import Rational
from typing import Any, Final

from astarlib._support.plain_values import is_number, plain_value
from astarlib._support.wording import hint_for
from astarlib.errors import InvalidCostError, InvalidHeuristicError, InvalidProblemError, short_repr
from astarlib.problem import A, S
from astarlib.resolving.resolved_problem import ResolvedProblem, goal_states_of, truth
from astarlib.searching.diagnosis import call_checked, check_operations, checked_key, checked_list
from astarlib.searching.node import STATE, G, H, Node
from astarlib.searching.side import BACK
from astarlib.verification import is_close

FIRST: Final = 0
"""The number of the side that searches forward. The number of the other side is 1."""


def listed_goals(problem: ResolvedProblem[S, A]) -> list[S]:
    """Return the goals of a problem. Raise InvalidProblemError if its method fails."""
    return checked_list("goal_states()", goal_states_of(problem.problem) or list, "states", None, None)


def checked_back_h(
    backward_heuristic: Callable[[Any], float], state: Any, *, action: Any = None, cause: Exception | None = None
) -> float:
    """Return the backward h of a state after checking that it's a number of at least 0. See `checked_h`."""
    where = f"backward_heuristic({short_repr(state)})"
    call = partial(backward_heuristic, state)
    value = plain_value(call_checked(where, call, state, action, cause, InvalidHeuristicError))
    if not is_number(value, 0, math.inf):
        hint = hint_for(value, "Did you forget `return`?" if value is None else "")
        raise InvalidHeuristicError(
            f"{where} returned {value!r}; expected a number >= 0 (inf if no path leads to the state). {hint}".rstrip(),
            state=state, action=action, value=value,
        ) from cause  # fmt: skip
    return value  # type: ignore[no-any-return]  # It's a number.


def checked_edges_back(call: Callable[[], Any], state: Any, error: Exception | None) -> Iterator[tuple[Any, Any, Any]]:
    """Yield the edges into a state after checking their form."""
    where = f"predecessors({short_repr(state)})"
    for edge in checked_list(where, call, "edges", state, error):
        if not isinstance(edge, (tuple, list)) or len(edge) != 3:
            raise InvalidProblemError(
                f"{where} returned the edge {short_repr(edge)}; expected (action, previous_state, cost)",
                state=state,
                value=edge,
            ) from error
        yield edge[0], edge[1], plain_value(edge[2])


def check_edge_back(
    problem: ResolvedProblem[Any, Any], state: Any, edge: tuple[Any, Any, Any], error: Exception
) -> None:
    """Raise an error if the state or the cost of an edge into ``state`` isn't valid."""
    action, previous, cost = edge
    checked_key(problem, previous, parent=state, action=action, cause=error)
    if not is_number(cost, 0, math.nextafter(math.inf, 0)):
        raise InvalidCostError(
            f"predecessors({short_repr(state)}) returned the cost {short_repr(cost)} for the action "
            f"{short_repr(action)} from {short_repr(previous)}; expected a finite number >= 0",
            state=state, action=action, value=cost,
        ) from error  # fmt: skip
    check_operations(f"predecessors({short_repr(state)}) returned the cost", cost, state, action, error)


def disagreement(tail: Any, head: Any, cost: Any, back_cost: Any) -> InvalidProblemError:
    """Return the error that the cost of a step and that of ``predecessors`` differ. None means that it has no step."""
    ends = f"from {short_repr(tail)} to {short_repr(head)}"
    forward, backward = ("none" if found is None else f"one at cost {found!r}" for found in (cost, back_cost))
    return InvalidProblemError(
        f"predecessors doesn't agree with the steps out of the states: of the steps {ends}, predecessors("
        f"{short_repr(head)}) returned {backward}, and the problem has {forward}; expected the same. `check_problem` "
        "compares all of them",
        state=tail,
        value=head,
    )


def no_finite_sum(state: Any) -> InvalidCostError:
    """Return the error that the costs of a path from an edge into ``state`` to a goal are too large."""
    return InvalidCostError(
        f"the costs of a path from an edge of predecessors({short_repr(state)}) to a goal have no finite sum; use a "
        "larger unit for costs and heuristic",
        state=state,
    )


def are_exact(*numbers: Any) -> bool:  # Any: numbers of any type
    """Return True for ints and fractions."""
    return all(isinstance(number, (int, Rational)) for number in numbers)


def is_multiple(cost: Any, unit: Any) -> bool:  # Any: numbers of any type
    """Return True if a cost is a whole multiple of the unit, up to rounding for floats, and at least the unit."""
    if not cost >= unit:
        return False
    if are_exact(cost, unit):
        return bool(cost % unit == 0)
    times = cost / unit
    return is_close(times, round(times))


# --- errors of bidirectional engines, in Python and compiled ------------------------------------------------------


def ends_of(turn: int, state: Any, next_state: Any) -> tuple[Any, Any]:
    """Return the tail and the head of an edge that was found when ``state`` was expanded."""
    return (state, next_state) if turn == FIRST else (next_state, state)


def unit_error(unit: Any, turn: int, state: Any, edge: tuple[Any, Any, Any]) -> InvalidCostError:  # Any: any number
    """Return the error that the cost of an edge isn't a multiple of the unit."""
    action, next_state, cost = edge
    tail, head = ends_of(turn, state, next_state)
    return InvalidCostError(
        f"the step {short_repr(action)} from {short_repr(tail)} to {short_repr(head)} costs {cost!r}; expected a whole "
        f"multiple of cost_unit, which is {unit!r}, and at least that. Correct cost_unit, or set it to None",
        state=tail, action=action, value=cost,
    )  # fmt: skip


def goal_error(problem: ResolvedProblem[S, A], goal: S) -> InvalidProblemError | None:
    """Return the error that ``is_goal`` rejects a state that ``goal_states`` returned, or None."""
    is_goal = call_checked(f"is_goal({short_repr(goal)})", partial(problem.is_goal, goal), goal, None, None)
    if truth(is_goal, goal):
        return None
    return InvalidProblemError(
        f"goal_states() returned {short_repr(goal)}, but is_goal returns False for it; expected only goals. "
        "`check_problem` checks both methods",
        state=goal,
        value=is_goal,
    )


def origin_error(name: str, h: float, state: Any, role: str) -> InvalidHeuristicError | None:
    """Return the error that the h of an origin isn't 0; None if it is."""
    if is_close(h, 0):
        return None
    return InvalidHeuristicError(
        f"{name}({short_repr(state)}) returned {h!r} for {role}; expected 0. BAE* needs consistent heuristics; "
        "if yours isn't consistent, use AStar",
        state=state,
        value=h,
    )


def inconsistency(
    turn: int, node: Node, edge: tuple[Any, Any, Any], next_h: float, next_back: float
) -> InvalidHeuristicError | None:
    """Return the error that a heuristic isn't consistent on an edge of ``node``; None if rounding explains it."""
    action, next_state, cost = edge
    pairs = ((node[H], cost + next_h, next_h), (next_back, cost + node[BACK], node[BACK]))
    names = ("heuristic", "backward_heuristic")
    for (larger, limit, smaller), name in zip(pairs, names if turn == FIRST else names[::-1], strict=True):
        if larger > limit and not is_close(larger, limit):
            tail, head = ends_of(turn, node[STATE], next_state)
            one, other = (tail, head) if name == "heuristic" else (head, tail)
            return InvalidHeuristicError(
                f"{name} isn't consistent at the step {short_repr(action)} from {short_repr(tail)} to "
                f"{short_repr(head)}, which costs {cost!r}: {name}({short_repr(one)}) is {larger!r}, more than "
                f"that cost plus {name}({short_repr(other)}), which is {smaller!r}. BAE* needs a consistent "
                "heuristic; use AStar",
                state=tail, action=action, value=larger,
            )  # fmt: skip
    return None


def inconsistent_state(turn: int, state: Any, g: float, closed_g: float) -> InvalidHeuristicError:
    """Return the error that a path to an expanded state is cheaper than the one on which it was expanded."""
    path = "to" if turn == FIRST else "from"
    return InvalidHeuristicError(
        f"the heuristics aren't consistent: a path {path} {short_repr(state)} costs {g!r}, but this state was already "
        f"expanded with a cost of {closed_g!r}. BAE* needs consistent heuristics; use AStar",
        state=state,
        value=closed_g,
    )


def missing_edge_back(state: Any, cost: float, bound: float) -> InvalidProblemError:
    """Return the error that an edge of the last state leads to a solution that costs less than the proved bound."""
    return InvalidProblemError(
        f"predecessors doesn't agree with the steps out of the states: an edge of {short_repr(state)} leads to a "
        f"solution that costs {cost!r}, less than the proved bound {bound!r}. `check_problem` names the edge",
        state=state,
    )


def too_large(one: Node, other: Node) -> InvalidCostError:
    """Return the error that the costs to the first states of both sides have no finite sum."""
    return InvalidCostError(
        f"the cost {one[G]!r} from the initial state to {short_repr(one[STATE])} and the cost {other[G]!r} from "
        f"{short_repr(other[STATE])} to a goal have no finite sum; use a larger unit for costs and heuristic",
        state=one[STATE],
        value=one[G],
    )
