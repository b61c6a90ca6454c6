"""Promises of ``actions``, ``result``, ``cost``, ``successors`` and ``is_goal``, such as being deterministic."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from astarlib.checking.contract.duplicates import duplicates_are_one_state
from astarlib.checking.contract.equality import are_same_actions, distinct, equal, is_same_action, is_same_cost
from astarlib.checking.findings import Location
from astarlib.checking.safe_problem import Failed, format_call
from astarlib.checking.space import ReportedEdge, Space
from astarlib.errors import short_repr


def actions_repeat(space: Space, node: int) -> None:
    """Check that ``actions`` yields the same actions in the same order in each call."""
    at, safe = space.at(node), space.safe
    one, other = safe.ask_list("actions", at, at.state), safe.ask_list("actions", at, at.state)
    safe.findings.checks["actions"] += 1
    if not are_same_actions(one, other):
        safe.findings.broken(
            "actions", "unlike",
            f"{format_call('actions', (at.state,))} returned {short_repr(one)}, and {short_repr(other)} when called "
            "again. Return equal actions in the same order each time",
            at, other,
        )  # fmt: skip


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
            safe.findings.broken(
                "result", "shared",
                f"{format_call('result', (at.state, at.action))} returned {short_repr(copy)}, which later calls "
                f"changed to {short_repr(one)}. Return a new state each time",
                at, one,
            )  # fmt: skip


def _results_are_one(space: Space, at: Location, one: Any, other: Any) -> None:
    """Report a fault of ``result`` if two results differ, or of the state if only the hashes or keys differ."""
    safe = space.safe
    keys = safe.key(one, at), safe.key(other, at)
    safe.findings.checks["result"] += 1
    if equal(*keys):
        if hash(keys[0]) != hash(keys[1]):
            safe.findings.broken(
                "hash", "unlike",
                f"{format_call('result', (at.state, at.action))} returned equal states in two calls, but their "
                "hashes differ. Give equal states equal hashes",
                at, other,
            )  # fmt: skip
    elif safe.has("state_key") and equal(one, other):
        safe.findings.broken(
            "state_key", "unlike",
            f"{format_call('result', (at.state, at.action))} returned {short_repr(one)} in two calls, but the keys are "
            f"{short_repr(keys[0])} and {short_repr(keys[1])}. Give equal states equal keys",
            at, keys[1],
        )  # fmt: skip
    else:
        remedy = "Make it depend only on its arguments"
        if not safe.has("state_key") and _compares_by_identity(type(one)):
            remedy = "Define __eq__ and __hash__ for states (a frozen dataclass has both), or state_key for the problem"
        safe.findings.broken(
            "result", "unlike",
            f"{format_call('result', (at.state, at.action))} returned {short_repr(one)}, and {short_repr(other)} when "
            f"called again, which isn't equal to it. {remedy}",
            at, other,
        )  # fmt: skip


def _compares_by_identity(kind: Any) -> bool:
    return kind.__eq__ is object.__eq__


def _cost_repeats(space: Space, at: Location, next_state: Any) -> None:
    safe = space.safe
    arguments = at.state, at.action, next_state
    one, other = safe.ask("cost", at, *arguments), safe.ask("cost", at, *arguments)
    safe.findings.checks["cost"] += 1
    if not equal(one, other):
        safe.findings.broken(
            "cost", "unlike",
            f"{format_call('cost', arguments)} returned {short_repr(one)}, and {short_repr(other)} when called again. "
            "Make it depend only on its arguments",
            at, other,
        )  # fmt: skip


def successors_agree(space: Space, node: int) -> None:
    """Check that ``successors`` agrees with ``actions``, ``result`` and ``cost``, in the same order."""
    safe, at = space.safe, space.at(node)
    if not safe.has("successors"):
        return
    edges = [edge for edge in space.reported_successors(at) if edge is not None]
    safe.findings.checks["successors"] += 1
    actions = distinct(safe.ask_list("actions", at, at.state))
    if not are_same_actions(distinct([edge[0] for edge in edges]), actions):
        safe.findings.broken(
            "successors", "actions",
            f"{format_call('successors', (at.state,))} has the actions {short_repr([edge[0] for edge in edges])}, but "
            f"{format_call('actions', (at.state,))} has {short_repr(actions)}. Return the same actions in the same "
            "order from both",
            at, edges,
        )  # fmt: skip
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
    safe.findings.broken(
        "successors", "edges",
        f"{format_call('successors', (at.state,))} says that action {short_repr(action)} leads to "
        f"{short_repr(edges[0][1])} at cost {short_repr(edges[0][2])}, but result and cost return "
        f"{short_repr(next_state)} and {short_repr(cost)}. Make them agree",
        at, edges[0],
    )  # fmt: skip


def goal_test_repeats(space: Space, node: int) -> None:
    """Check that ``is_goal`` returns the same answer in each call."""
    at, safe = space.at(node), space.safe
    again = safe.ask_goal(at, at.state)
    safe.findings.checks["is_goal"] += 1
    if again is not space.is_goal(node):
        safe.findings.broken(
            "is_goal", "unlike",
            f"{format_call('is_goal', (at.state,))} returned {not again}, and {again} when called again. Make it "
            "depend only on the state",
            at, again,
        )  # fmt: skip
