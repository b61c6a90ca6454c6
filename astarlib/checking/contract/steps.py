"""Promises of ``actions``, ``result``, ``cost``, ``successors`` and ``is_goal``, such as being deterministic."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from astarlib.checking.contract.duplicates import duplicates_are_one_state
from astarlib.checking.contract.equality import are_same_actions, distinct, equal, is_same_action, is_same_cost
from astarlib.checking.findings import Location
from astarlib.checking.safe_problem import Failed
from astarlib.checking.sentences import format_call
from astarlib.checking.space import ReportedEdge, Space


def actions_repeat(space: Space, node: int) -> None:
    """Check that ``actions`` yields the same actions in the same order in each call."""
    at, safe = space.at(node), space.safe
    one, other = safe.ask_list("actions", at, at.state), safe.ask_list("actions", at, at.state)
    safe.findings.checks["actions"] += 1
    if not are_same_actions(one, other):
        safe.findings.report("actions", "unlike", at, other, one=one)


def steps_repeat(space: Space, node: int) -> None:
    """Check that ``result`` and ``cost`` repeat, and that ``result`` doesn't modify states it returned earlier.
    A next state that is equal to a known state, or has the same key, is also compared with that state.
    """
    safe = space.safe
    given: list[tuple[Location, Any, Any]] = []
    for action in safe.ask_list("actions", space.at(node), space.states[node]):
        at = space.at(node, action)
        with suppress(Failed):
            one = safe.ask("result", at, at.state, action)
            copy = safe.copies.of(one)
            given.append((at, one, copy))
            _cost_repeats(space, at, copy)
            _results_are_one(space, at, copy, safe.ask("result", at, at.state, action))
            duplicates_are_one_state(space, at, copy)
    for at, one, copy in given:
        if one is not copy and not safe.is_same(one, copy):
            safe.findings.report("result", "shared", at, one, copy=copy)


def _results_are_one(space: Space, at: Location, one: Any, other: Any) -> None:
    """Report a fault of ``result`` if two results differ, or of the state if only the hashes or keys differ."""
    safe = space.safe
    keys = safe.key(one, at), safe.key(other, at)
    safe.findings.checks["result"] += 1
    if equal(*keys):
        if hash(keys[0]) != hash(keys[1]):
            call = format_call("result", (at.state, at.action))
            safe.findings.report("hash", "unlike", at, other, call=call)
    elif safe.has("state_key") and equal(one, other):
        call = format_call("result", (at.state, at.action))
        safe.findings.report("state_key", "unlike", at, keys[1], call=call, one=one, key=keys[0])
    else:
        remedy = "Make it depend only on its arguments"
        if not safe.has("state_key") and _compares_by_identity(type(one)):
            remedy = "Define __eq__ and __hash__ for states (a frozen dataclass has both), or state_key for the problem"
        safe.findings.report("result", "unlike", at, other, one=one, remedy=remedy)


def _compares_by_identity(kind: Any) -> bool:
    return kind.__eq__ is object.__eq__


def _cost_repeats(space: Space, at: Location, next_state: Any) -> None:
    safe = space.safe
    arguments = at.state, at.action, next_state
    one, other = safe.ask("cost", at, *arguments), safe.ask("cost", at, *arguments)
    safe.findings.checks["cost"] += 1
    if not equal(one, other):
        safe.findings.report("cost", "unlike", at, other, call=format_call("cost", arguments), one=one)


def successors_agree(space: Space, node: int) -> None:
    """Check that ``successors`` agrees with ``actions``, ``result`` and ``cost``, in the same order."""
    safe, at = space.safe, space.at(node)
    if not safe.has("successors"):
        return
    edges = [edge for edge in space.reported_successors(at) if edge is not None]
    safe.findings.checks["successors"] += 1
    actions = distinct(safe.ask_list("actions", at, at.state))
    if not are_same_actions(distinct([edge[0] for edge in edges]), actions):
        had = [edge[0] for edge in edges]
        safe.findings.report("successors", "actions", at, edges, had=had, actions=actions)
        return
    parallel = len(edges) > len(actions)
    for action, edge in zip(actions, edges, strict=False):
        with suppress(Failed):
            candidates = [each for each in edges if is_same_action(each[0], action)] if parallel else [edge]
            _edge_agrees(space, space.at(node, action), candidates)


def _edge_agrees(space: Space, at: Location, edges: list[ReportedEdge]) -> None:
    """Check that ``result`` and ``cost`` match one of the parallel edges of an action."""
    safe, action = space.safe, at.action
    next_state = safe.copies.of(safe.ask("result", at, at.state, action))
    cost = safe.ask("cost", at, at.state, action, next_state)
    key = safe.key(next_state, at)
    if any(equal(safe.key(state, at), key) and is_same_cost(space, price, cost) for _, state, price in edges):
        return
    _, there, price = edges[0]
    parts = {"there": there, "price": price, "next_state": next_state, "cost": cost}
    safe.findings.report("successors", "edges", at, edges[0], **parts)


def goal_test_repeats(space: Space, node: int) -> None:
    """Check that ``is_goal`` returns the same answer in each call."""
    at, safe = space.at(node), space.safe
    again = safe.ask_goal(at, at.state)
    safe.findings.checks["is_goal"] += 1
    if again is not space.is_goal(node):
        safe.findings.report("is_goal", "unlike", at, again, one=not again)
