"""Promises of ``backward_heuristic`` and ``cost_unit``, on which the proofs of bidirectional engines rely."""

from __future__ import annotations

import math
from collections.abc import Iterator

from astarlib._support.numbers import exact, plus
from astarlib._support.plain_values import is_number
from astarlib.checking.contract.equality import is_same_cost
from astarlib.checking.findings import NOWHERE, Location
from astarlib.checking.space import LARGEST, Space
from astarlib.searching.backward import is_multiple


def backward_heuristic_is_consistent(space: Space, node: int) -> None:
    """Check that ``backward_heuristic`` repeats, is 0 at the start, and rises along an edge by at most its cost."""
    safe, at = space.safe, space.at(node)
    if not safe.has("backward_heuristic"):
        return
    safe.findings.checks["backward_heuristic"] += 1
    h = space.back_h(at)
    again = safe.ask("backward_heuristic", at, at.state)
    if h is not None and not is_same_cost(space, again, h):
        safe.findings.report("backward_heuristic", "unlike", at, again, one=h)
    if h is not None and node == 0 and space.rounding.exceeds(h, 0):
        safe.findings.report("backward_heuristic", "start", at, h)
    for tail, head, cost in _edges(space, node):
        one, other = space.back_h(tail), space.back_h(head)
        if one is not None and other is not None and space.rounding.exceeds(other, plus(one, cost), other):
            parts = {"head": head.state, "cost": cost, "one": one}
            safe.findings.report("backward_heuristic", "inconsistent", tail, other, **parts)


def costs_are_multiples_of_the_unit(space: Space, node: int) -> None:
    """Check that each cost is a whole multiple of ``cost_unit``, and at least 1 times the unit."""
    safe, unit = space.safe, space.safe.cost_unit
    if unit is None:
        return
    for tail, head, cost in _edges(space, node):
        safe.findings.checks["cost_unit"] += 1
        if not is_multiple(cost, exact(unit)):
            safe.findings.report("cost_unit", "multiple", tail, cost, head=head.state, unit=unit)


def _edges(space: Space, node: int) -> Iterator[tuple[Location, Location, float]]:
    """Yield the edges that bidirectional engines follow at a state as tail with action, head, and cost."""
    at = space.at(node)
    for action, target, cost in () if space.is_goal(node) else space.edges[node] or ():
        if cost < math.inf:
            yield space.at(node, action), space.at(target), cost
    if not space.safe.has("predecessors"):
        return
    for action, before, cost in space.reported_predecessors(at):
        if is_number(cost, 0, LARGEST):
            tail = space.find(before, at)
            known = NOWHERE._replace(state=before) if tail is None else space.at(tail)
            yield known._replace(action=action), at, space.rounding.number(cost)
