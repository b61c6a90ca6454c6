"""Promises of ``goal_states`` and ``predecessors``: the space told backwards."""

from __future__ import annotations

import math
from contextlib import suppress
from typing import Any

from astarlib.checking.findings import NOWHERE, At
from astarlib.checking.guard import Failed, written
from astarlib.checking.promises.sameness import equal, is_same_action, is_same_cost
from astarlib.checking.space import Space, Told
from astarlib.errors import brief


def goals_are_goals(space: Space) -> None:
    """Each of ``goal_states`` is a goal, and each goal that was found is among them."""
    guard = space.guard
    if not guard.has("goal_states"):
        return
    cut = guard.cut
    listed = guard.ask_list("goal_states", NOWHERE)
    keys = set()
    for state in listed:
        with suppress(Failed):
            at = NOWHERE._replace(state=state)
            keys.add(guard.key(state, at))
            guard.findings.checks["goal_states"] += 1
            if not guard.ask_goal(at, state):
                guard.findings.broken(
                    "goal_states",
                    "no goal",
                    f"goal_states gives {brief(state)}, which is_goal denies; give goals alone",
                    at,
                )
    if guard.cut > cut:
        return
    for node in sorted(guard.goals):
        at = space.at(node)
        if guard.key(at.state, at) not in keys:
            guard.findings.broken(
                "goal_states", "missing", f"{brief(at.state)} is a goal, but goal_states does not give it; give all", at
            )


def predecessors_invert_successors(space: Space, node: int) -> None:
    """Every edge that is seen forwards is told backwards, and the other way round."""
    guard, at = space.guard, space.at(node)
    if not guard.has("predecessors"):
        return
    guard.findings.checks["predecessors"] += 1
    edges = [] if space.is_goal(node) else space.edges[node] or []  # no engine goes on from a goal
    for action, target, cost in (edge for edge in edges if edge.cost < math.inf):
        with suppress(Failed):
            back = space.told_back(space.at(target))
            if not _has(space, back, (action, at.state, cost), at):
                _tell_missing(space, space.at(node, action), target, cost)
    for action, before, cost in space.told_back(at):
        with suppress(Failed):
            place = NOWHERE._replace(state=before)
            if guard.ask_goal(place, before):
                continue
            forth = [edge for edge in space.told(place) if edge is not None]
            if not _has(space, forth, (action, at.state, cost), at):
                guard.findings.broken(
                    "predecessors", "no edge",
                    f"{written('predecessors', (at.state,))} tells of action {brief(action)} from {brief(before)} at "
                    f"cost {brief(cost)}, but no such edge leaves that state; let it tell just those that lead here",
                    at, (action, before, cost),
                )  # fmt: skip


def _has(space: Space, told: list[Told], edge: Told, at: At) -> bool:
    """Whether that edge is among those told."""
    key = space.guard.key(edge[1], at)
    return any(
        is_same_action(action, edge[0])
        and is_same_cost(space, cost, edge[2])
        and equal(space.guard.key(state, at), key)
        for action, state, cost in told
    )


def _tell_missing(space: Space, at: At, target: int, cost: Any) -> None:
    state = space.states[target]
    space.guard.findings.broken(
        "predecessors", "missing",
        f"action {brief(at.action)} leads from {brief(at.state)} to {brief(state)} at cost {brief(cost)}, but "
        f"{written('predecessors', (state,))} does not tell of it; let it tell all edges that lead there",
        at, state,
    )  # fmt: skip
