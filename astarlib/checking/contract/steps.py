"""Promises of ``actions``, ``result``, ``cost``, ``successors`` and ``is_goal``: functions of their arguments."""

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
    """``actions`` gives the same actions in the same order each time."""
    at, safe = space.at(node), space.safe
    one, other = safe.ask_list("actions", at, at.state), safe.ask_list("actions", at, at.state)
    safe.findings.checks["actions"] += 1
    if not are_same_actions(one, other):
        safe.findings.broken(
            "actions", "unlike",
            f"{format_call('actions', (at.state,))} gave {short_repr(one)}, and when asked again "
            f"{short_repr(other)}; let it give "
            "equal actions in the same order each time",
            at, other,
        )  # fmt: skip


def steps_repeat(space: Space, node: int) -> None:
    """``result`` and ``cost`` give the same each time, and ``result`` does not change what it has given.

    Where it leads to a state that equals one that is known, or has its key, the two are compared.
    """
    safe = space.safe
    given: list[tuple[Location, Any, Any]] = []
    for action in safe.ask_list("actions", space.at(node), space.states[node]):
        at = space.at(node, action)
        with suppress(Failed):
            one = safe.ask("result", at, at.state, action)
            kept = safe.copies.of(one)
            given.append((at, one, kept))
            _cost_repeats(space, at, kept)
            _results_are_one(space, at, kept, safe.ask("result", at, at.state, action))
            duplicates_are_one_state(space, at, kept)
    for at, one, kept in given:
        if one is not kept and not safe.is_same(one, kept):
            safe.findings.broken(
                "result", "shared",
                f"{format_call('result', (at.state, at.action))} gave {short_repr(kept)}, which later calls changed to "
                f"{short_repr(one)}; let it give a new state each time",
                at, one,
            )  # fmt: skip


def _results_are_one(space: Space, at: Location, one: Any, other: Any) -> None:
    """ReportedEdge as a fault of ``result`` where the states differ, of the state where only its hash or key does."""
    safe = space.safe
    keys = safe.key(one, at), safe.key(other, at)
    safe.findings.checks["result"] += 1
    if equal(*keys):
        if hash(keys[0]) != hash(keys[1]):
            safe.findings.broken(
                "hash", "unlike",
                f"{format_call('result', (at.state, at.action))} gave equal states twice, their hashes differ; let "
                "what "
                "is equal have equal hashes",
                at, other,
            )  # fmt: skip
    elif safe.has("state_key") and equal(one, other):
        safe.findings.broken(
            "state_key", "unlike",
            f"{format_call('result', (at.state, at.action))} gave {short_repr(one)} twice, equal states, and their "
            "keys are "
            f"{short_repr(keys[0])} and {short_repr(keys[1])}; let equal states have equal keys",
            at, keys[1],
        )  # fmt: skip
    else:
        mend = "let it depend on its arguments alone"
        if not safe.has("state_key") and _compares_by_identity(type(one)):
            mend = (
                "states that compare by identity need __eq__ and __hash__ (a frozen dataclass has both), or state_key"
            )
        safe.findings.broken(
            "result", "unlike",
            f"{format_call('result', (at.state, at.action))} gave {short_repr(one)}, and when asked again "
            f"{short_repr(other)}, which "
            f"is another state; {mend}",
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
            f"{format_call('cost', arguments)} is {short_repr(one)}, and when asked again {short_repr(other)}; let "
            "it depend on its "
            "arguments alone",
            at, other,
        )  # fmt: skip


def successors_agree(space: Space, node: int) -> None:
    """``successors`` tells what ``actions``, ``result`` and ``cost`` tell, in the same order."""
    safe, at = space.safe, space.at(node)
    if not safe.has("successors"):
        return
    told = [edge for edge in space.reported_successors(at) if edge is not None]
    safe.findings.checks["successors"] += 1
    actions = distinct(safe.ask_list("actions", at, at.state))
    if not are_same_actions(distinct([edge[0] for edge in told]), actions):
        safe.findings.broken(
            "successors", "actions",
            f"{format_call('successors', (at.state,))} has the actions {short_repr([edge[0] for edge in told])}, but "
            f"{format_call('actions', (at.state,))} gives {short_repr(actions)}; let both tell the same in the same "
            "order",
            at, told,
        )  # fmt: skip
        return
    parallel = len(told) > len(actions)
    for action, edge in zip(actions, told, strict=False):
        with suppress(Failed):
            edges = [each for each in told if is_same_action(each[0], action)] if parallel else [edge]
            _edge_agrees(space, space.at(node, action), edges)


def _edge_agrees(space: Space, at: Location, told: list[ReportedEdge]) -> None:
    """Of parallel edges with one action, ``result`` and ``cost`` have to tell one."""
    safe, action = space.safe, at.action
    next_state = safe.copies.of(safe.ask("result", at, at.state, action))
    cost = safe.ask("cost", at, at.state, action, next_state)
    key = safe.key(next_state, at)
    if any(equal(safe.key(state, at), key) and is_same_cost(space, price, cost) for _, state, price in told):
        return
    safe.findings.broken(
        "successors", "edges",
        f"{format_call('successors', (at.state,))} tells that action {short_repr(action)} leads to "
        f"{short_repr(told[0][1])} at cost "
        f"{short_repr(told[0][2])}, but result and cost say {short_repr(next_state)} at cost {short_repr(cost)}; "
        "let both tell "
        "the same",
        at, told[0],
    )  # fmt: skip


def goal_test_repeats(space: Space, node: int) -> None:
    """``is_goal`` says the same each time."""
    at, safe = space.at(node), space.safe
    again = safe.ask_goal(at, at.state)
    safe.findings.checks["is_goal"] += 1
    if again is not space.is_goal(node):
        safe.findings.broken(
            "is_goal", "unlike",
            f"{format_call('is_goal', (at.state,))} is {not again}, and when asked again {again}; let it depend on the "
            "state alone",
            at, again,
        )  # fmt: skip
