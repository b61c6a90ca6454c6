"""Promises of ``heuristic`` and of what stands for it."""

from __future__ import annotations

import math
from contextlib import suppress

from astarlib.checking.guard import Failed, written
from astarlib.checking.numbers import differ, exact, exceeds
from astarlib.checking.promises.steps import equal
from astarlib.checking.space import Space
from astarlib.engines.explaining import is_number
from astarlib.errors import brief


def heuristic_is_a_function(space: Space, node: int) -> None:
    """``heuristic`` gives the same number of at least 0 each time, 0 in a goal; ``bound_heuristic`` gives that too."""
    at, guard, h = space.at(node), space.guard, space.h(node)
    again = guard.ask("heuristic", at, at.state)
    guard.findings.checks["heuristic"] += 1
    if h is None:
        return  # which has been told
    call = written("heuristic", (at.state,))
    if not equal(again, h):
        if guard.has("bound_heuristic") and equal(guard.ask("bound_heuristic", at, at.state), h):
            guard.findings.broken(
                "bound_heuristic", "unlike",
                f"{call} is {brief(again)}, but bound_heuristic gives {brief(h)}, which is what engines take; let "
                "heuristic pass its state on and return what that gives",
                at, h,
            )  # fmt: skip
        else:
            guard.findings.broken(
                "heuristic", "unlike",
                f"{call} is {brief(h)}, and when asked again {brief(again)}; let it depend on the state alone",
                at, again,
            )  # fmt: skip
    if space.is_goal(node) and exceeds(h, 0):
        guard.findings.broken(
            "heuristic", "goal",
            f"{call} is {brief(h)} in a goal, where nothing remains to be paid; let it be 0 in every goal", at, h,
        )  # fmt: skip


def change_is_the_difference(space: Space, node: int) -> None:
    """``heuristic_change`` leads from the heuristic of a state to that of the next."""
    guard, h = space.guard, space.h(node)
    if not guard.has("heuristic_change") or h is None or h == math.inf:  # no engine leaves a dead end
        return
    for action, target, _ in space.edges[node] or ():
        with suppress(Failed):
            _leads_on(space, node, h, action, target)


def _leads_on(space: Space, node: int, h: float, action: object, target: int) -> None:
    guard, at, next_h = space.guard, space.at(node, action), space.h(target)
    change = guard.ask("heuristic_change", at, at.state, action, space.states[target])
    guard.findings.checks["heuristic_change"] += 1
    right = is_number(change, -math.inf, math.inf) and (next_h is None or not differ(h + exact(change), next_h))
    if not right:
        where = written("heuristic_change", (at.state, action, space.states[target]))
        guard.findings.broken(
            "heuristic_change", "unlike",
            f"{where} is {brief(change)}, but the heuristic goes from {h!r} to {next_h!r}; let it be their "
            "difference, inf for a dead end",
            at, change,
        )  # fmt: skip
