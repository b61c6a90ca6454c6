"""Promises of ``heuristic`` and of the methods that replace it, and of ``steps_to_go``."""

from __future__ import annotations

import math
from contextlib import suppress

from astarlib._support.numbers import counted, plus
from astarlib._support.plain_values import is_number, plain_number
from astarlib.checking.contract.equality import is_same_cost
from astarlib.checking.safe_problem import Failed
from astarlib.checking.sentences import format_call
from astarlib.checking.space import Space
from astarlib.errors import short_repr


def heuristic_is_a_function(space: Space, node: int) -> None:
    """Check that ``heuristic`` returns the same number >= 0 in each call, and 0 in a goal."""
    at, safe, h = space.at(node), space.safe, space.h(node)
    safe.findings.checks["heuristic"] += 1
    if h is None:
        return  # Already reported as a fault.
    again = safe.ask("heuristic", at, at.state)
    if not is_same_cost(space, again, h):
        safe.findings.report("heuristic", "unlike", at, again, one=h)
    if space.is_goal(node) and space.rounding.exceeds(h, 0):
        safe.findings.report("heuristic", "goal", at, h)


def steps_to_go_is_a_function(space: Space, node: int) -> None:
    """Check that ``steps_to_go`` returns the same number >= 0 in each call."""
    at, safe = space.at(node), space.safe
    if not safe.has("steps_to_go"):
        return
    safe.findings.checks["steps_to_go"] += 1
    steps, again = (safe.ask("steps_to_go", at, at.state) for _ in range(2))
    if not is_number(steps, 0, math.inf):
        safe.findings.report("steps_to_go", "range", at, steps)
    elif not is_same_cost(space, again, space.rounding.number(steps)):
        safe.findings.report("steps_to_go", "unlike", at, again, one=steps)


def bound_heuristic_is_the_heuristic(space: Space, node: int) -> None:
    """Check that ``heuristic`` agrees with ``heuristic_function``, which engines call instead."""
    at, safe, h = space.at(node), space.safe, space.h(node)
    if not safe.has("heuristic_function"):
        return
    own = safe.ask_own_heuristic(at)
    safe.findings.checks["heuristic_function"] += 1
    if not (is_same_cost(space, own, h) or (h is None and not is_number(own, 0, math.inf))):
        safe.findings.report("heuristic_function", "unlike", at, h, own=own, given=_given(h))


def change_is_the_difference(space: Space, node: int) -> None:
    """Check that ``heuristic_change`` is the difference of h between a state and the next state."""
    safe, h = space.safe, space.h(node)
    if not safe.has("heuristic_change") or h is None or h == math.inf:  # Engines don't expand dead ends.
        return
    for action, target, _ in space.edges[node] or ():
        with suppress(Failed):
            _leads_on(space, node, h, action, target)


def _leads_on(space: Space, node: int, h: float, action: object, target: int) -> None:
    safe, at, next_h = space.safe, space.at(node, action), space.h(target)
    change = safe.ask("heuristic_change", at, at.state, action, space.states[target])
    safe.findings.checks["heuristic_change"] += 1
    if not _is_difference(space, h, change, next_h):
        call = format_call("heuristic_change", (at.state, action, space.states[target]))
        safe.findings.report("heuristic_change", "unlike", at, change, call=call, h=h, next_h=next_h)


def _is_difference(space: Space, h: float, change: object, next_h: float | None) -> bool:
    if not is_number(change, -math.inf, math.inf):
        return False
    return next_h is None or not space.rounding.differ(plus(h, space.rounding.number(change)), next_h, h)


def batch_is_the_heuristic(space: Space, node: int) -> None:
    """Check that ``heuristic_batch`` returns the h of each state, in order: of this state and of the next states."""
    safe = space.safe
    if not safe.has("heuristic_batch"):
        return
    nodes = list(dict.fromkeys([node, *(target for _, target, _ in space.edges[node] or ())]))
    at, states = space.at(node), [space.states[each] for each in nodes]
    values = safe.ask_list("heuristic_batch", at, states)
    safe.findings.checks["heuristic_batch"] += 1
    if len(values) != len(states):
        call, count = format_call("heuristic_batch", (states,)), counted(len(states), "state")
        safe.findings.report("heuristic_batch", "length", at, values, call=call, count=len(values), states=count)
        return
    for each, value in zip(nodes, values, strict=True):
        h = space.h(each)
        if not (_is_close(space, value, h) or (h is None and not is_number(value, 0, math.inf))):
            safe.findings.report("heuristic_batch", "unlike", space.at(each), value, given=_given(h))


def estimates_to_near_states_are_low(space: Space, node: int) -> None:
    """Check that ``heuristic_to`` is 0 from a state to itself, and at most the cost of a step to the next state."""
    safe, state = space.safe, space.states[node]
    if not safe.has("heuristic_to"):
        return
    for action, target, cost in ((None, node, 0), *(space.edges[node] or ())):
        with suppress(Failed):
            at, goal = space.at(node, action), space.states[target]
            estimate = safe.ask("heuristic_to", at, state, goal)
            safe.findings.checks["heuristic_to"] += 1
            call = format_call("heuristic_to", (state, goal))
            if not is_number(estimate, 0, math.inf):
                safe.findings.report("heuristic_to", "range", at, estimate, call=call)
            elif space.rounding.exceeds(space.rounding.number(estimate), cost):
                safe.findings.report("heuristic_to", "high", at, estimate, call=call, cost=cost)


def _is_close(space: Space, value: object, h: float | None) -> bool:
    """Return True if two values are the same up to the rounding of networks, which use 32-bit floats."""
    if is_same_cost(space, value, h):
        return True
    numbers = is_number(value, 0, math.inf) and h is not None and isinstance(plain_number(value), float)
    return numbers and math.isclose(float(value), float(h), rel_tol=1e-4, abs_tol=1e-6)  # type: ignore[arg-type]  # Both are numbers.


def _given(h: float | None) -> str:
    return "no valid number" if h is None else short_repr(h)
