"""Promises of ``heuristic``, ``heuristic_function`` and ``heuristic_change``."""

from __future__ import annotations

import math
from contextlib import suppress

from astarlib._support.numbers import plus
from astarlib._support.plain_values import is_number
from astarlib.checking.contract.equality import is_same_cost
from astarlib.checking.safe_problem import Failed, format_call
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
        safe.findings.broken(
            "heuristic", "unlike",
            f"{format_call('heuristic', (at.state,))} returned {short_repr(h)}, and {short_repr(again)} when called "
            "again. Make it depend only on the state",
            at, again,
        )  # fmt: skip
    if space.is_goal(node) and space.rounding.exceeds(h, 0):
        safe.findings.broken(
            "heuristic", "goal",
            f"{format_call('heuristic', (at.state,))} returned {short_repr(h)} in a goal, where the remaining cost "
            "is 0. Return 0 in every goal",
            at, h,
        )  # fmt: skip


def bound_heuristic_is_the_heuristic(space: Space, node: int) -> None:
    """Check that ``heuristic`` agrees with ``heuristic_function``, which engines call instead."""
    at, safe, h = space.at(node), space.safe, space.h(node)
    if not safe.has("heuristic_function"):
        return
    own = safe.ask_own_heuristic(at)
    safe.findings.checks["heuristic_function"] += 1
    if not (is_same_cost(space, own, h) or (h is None and not is_number(own, 0, math.inf))):
        safe.findings.broken(
            "heuristic_function", "unlike",
            f"{format_call('heuristic', (at.state,))} returned {short_repr(own)}, but heuristic_function, which "
            f"engines call instead, gives {'no valid number' if h is None else short_repr(h)}. Return the same number "
            "from both",
            at, h,
        )  # fmt: skip


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
        where = format_call("heuristic_change", (at.state, action, space.states[target]))
        safe.findings.broken(
            "heuristic_change", "unlike",
            f"{where} returned {short_repr(change)}, but h changes from {h!r} to {next_h!r}. Return the difference, or "
            "inf for a dead end",
            at, change,
        )  # fmt: skip


def _is_difference(space: Space, h: float, change: object, next_h: float | None) -> bool:
    if not is_number(change, -math.inf, math.inf):
        return False
    return next_h is None or not space.rounding.differ(plus(h, space.rounding.number(change)), next_h, h)
