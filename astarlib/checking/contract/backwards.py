"""Promises of ``goal_states``, ``predecessors``, ``backward_heuristic`` and ``cost_unit``, for searches backwards."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import suppress

from astarlib._support.numbers import exact, plus, why_not_exact
from astarlib._support.plain_values import is_number
from astarlib.checking.contract.equality import equal, is_same_action, is_same_cost
from astarlib.checking.findings import NOWHERE, Location
from astarlib.checking.safe_problem import Failed
from astarlib.checking.space import LARGEST, ReportedEdge, Space
from astarlib.searching.backward import is_multiple


def goals_are_goals(space: Space) -> None:
    """Check that each of ``goal_states`` is a goal, and that each goal found is one of them."""
    safe = space.safe
    if not safe.has("goal_states"):
        return
    cut = safe.cut
    listed = safe.ask_list("goal_states", NOWHERE)
    keys = set()
    for state in listed:
        with suppress(Failed):
            at = NOWHERE._replace(state=state)
            keys.add(safe.key(state, at))
            safe.findings.checks["goal_states"] += 1
            if not safe.ask_goal(at, state):
                safe.findings.report("goal_states", "no goal", at)
    if safe.cut > cut:
        return
    for node in sorted(safe.goals):
        at = space.at(node)
        if safe.key(at.state, at) not in keys:
            safe.findings.report("goal_states", "missing", at)


def predecessors_invert_successors(space: Space, node: int) -> None:
    """Check that ``predecessors`` yields the edges that lead to a state, and no others."""
    safe, at = space.safe, space.at(node)
    if not safe.has("predecessors"):
        return
    safe.findings.checks["predecessors"] += 1
    edges = [] if space.is_goal(node) else space.edges[node] or []  # Engines don't expand goals.
    for action, target, cost in (edge for edge in edges if edge.cost < math.inf):
        with suppress(Failed):
            back = space.reported_predecessors(space.at(target))
            if not _has(space, back, (action, at.state, cost), at):
                head = space.states[target]
                safe.findings.report("predecessors", "missing", space.at(node, action), head, head=head, cost=cost)
    for action, before, cost in space.reported_predecessors(at):
        with suppress(Failed):
            place = NOWHERE._replace(state=before)
            if safe.ask_goal(place, before):
                continue
            forth = [edge for edge in space.reported_successors(place) if edge is not None]
            if not _has(space, forth, (action, at.state, cost), at):
                value = action, before, cost
                safe.findings.report("predecessors", "no edge", at, value, back=action, before=before, cost=cost)


def _has(space: Space, edges: list[ReportedEdge], edge: ReportedEdge, at: Location) -> bool:
    key = space.safe.key(edge[1], at)
    return any(
        is_same_action(action, edge[0]) and is_same_cost(space, cost, edge[2]) and equal(space.safe.key(state, at), key)
        for action, state, cost in edges
    )


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
        if is_number(cost, 0, LARGEST) and why_not_exact(cost) is None:
            tail = space.find(before, at)
            known = NOWHERE._replace(state=before) if tail is None else space.at(tail)
            yield known._replace(action=action), at, space.rounding.number(cost)
