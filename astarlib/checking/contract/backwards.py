"""Promises of ``goal_states`` and ``predecessors``, which describe the state space backwards."""

from __future__ import annotations

import math
from contextlib import suppress

from astarlib.checking.contract.equality import equal, is_same_action, is_same_cost
from astarlib.checking.findings import NOWHERE, Location
from astarlib.checking.safe_problem import Failed
from astarlib.checking.space import ReportedEdge, Space


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
