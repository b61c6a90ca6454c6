"""Promises of ``actions``, ``result``, ``cost``, ``successors`` and ``is_goal``: functions of their arguments."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from astarlib.checking.findings import At
from astarlib.checking.guard import Failed, written
from astarlib.checking.promises.sameness import are_same_actions, distinct, equal, is_same_action, is_same_cost
from astarlib.checking.promises.twins import twins_are_one
from astarlib.checking.space import Space, Told
from astarlib.errors import brief


def actions_repeat(space: Space, node: int) -> None:
    """``actions`` gives the same actions in the same order each time."""
    at, guard = space.at(node), space.guard
    one, other = guard.ask_list("actions", at, at.state), guard.ask_list("actions", at, at.state)
    guard.findings.checks["actions"] += 1
    if not are_same_actions(one, other):
        guard.findings.broken(
            "actions", "unlike",
            f"{written('actions', (at.state,))} gave {brief(one)}, and when asked again {brief(other)}; let it give "
            "equal actions in the same order each time",
            at, other,
        )  # fmt: skip


def steps_repeat(space: Space, node: int) -> None:
    """``result`` and ``cost`` give the same each time, and ``result`` does not change what it has given.

    Where it leads to a state that equals one that is known, or has its key, the two are compared.
    """
    guard = space.guard
    given: list[tuple[At, Any, Any]] = []
    for action in guard.ask_list("actions", space.at(node), space.states[node]):
        at = space.at(node, action)
        with suppress(Failed):
            one = guard.ask("result", at, at.state, action)
            kept = guard.copies.of(one)
            given.append((at, one, kept))
            _cost_repeats(space, at, kept)
            _results_are_one(space, at, kept, guard.ask("result", at, at.state, action))
            twins_are_one(space, at, kept)
    for at, one, kept in given:
        if one is not kept and not guard.is_same(one, kept):
            guard.findings.broken(
                "result", "shared",
                f"{written('result', (at.state, at.action))} gave {brief(kept)}, which later calls changed to "
                f"{brief(one)}; let it give a new state each time",
                at, one,
            )  # fmt: skip


def _results_are_one(space: Space, at: At, one: Any, other: Any) -> None:
    """Told as a fault of ``result`` where the states differ, of the state where only its hash or key does."""
    guard = space.guard
    keys = guard.key(one, at), guard.key(other, at)
    guard.findings.checks["result"] += 1
    if equal(*keys):
        if hash(keys[0]) != hash(keys[1]):
            guard.findings.broken(
                "hash", "unlike",
                f"{written('result', (at.state, at.action))} gave equal states twice, their hashes differ; let what "
                "is equal have equal hashes",
                at, other,
            )  # fmt: skip
    elif guard.has("state_key") and equal(one, other):
        guard.findings.broken(
            "state_key", "unlike",
            f"{written('result', (at.state, at.action))} gave {brief(one)} twice, equal states, and their keys are "
            f"{brief(keys[0])} and {brief(keys[1])}; let equal states have equal keys",
            at, keys[1],
        )  # fmt: skip
    else:
        mend = "let it depend on its arguments alone"
        if not guard.has("state_key") and _compares_by_identity(type(one)):
            mend = (
                "states that compare by identity need __eq__ and __hash__ (a frozen dataclass has both), or state_key"
            )
        guard.findings.broken(
            "result", "unlike",
            f"{written('result', (at.state, at.action))} gave {brief(one)}, and when asked again {brief(other)}, which "
            f"is another state; {mend}",
            at, other,
        )  # fmt: skip


def _compares_by_identity(kind: Any) -> bool:
    return kind.__eq__ is object.__eq__


def _cost_repeats(space: Space, at: At, next_state: Any) -> None:
    guard = space.guard
    arguments = at.state, at.action, next_state
    one, other = guard.ask("cost", at, *arguments), guard.ask("cost", at, *arguments)
    guard.findings.checks["cost"] += 1
    if not equal(one, other):
        guard.findings.broken(
            "cost", "unlike",
            f"{written('cost', arguments)} is {brief(one)}, and when asked again {brief(other)}; let it depend on its "
            "arguments alone",
            at, other,
        )  # fmt: skip


def successors_agree(space: Space, node: int) -> None:
    """``successors`` tells what ``actions``, ``result`` and ``cost`` tell, in the same order."""
    guard, at = space.guard, space.at(node)
    if not guard.has("successors"):
        return
    told = [edge for edge in space.told(at) if edge is not None]
    guard.findings.checks["successors"] += 1
    actions = distinct(guard.ask_list("actions", at, at.state))
    if not are_same_actions(distinct([edge[0] for edge in told]), actions):
        guard.findings.broken(
            "successors", "actions",
            f"{written('successors', (at.state,))} has the actions {brief([edge[0] for edge in told])}, but "
            f"{written('actions', (at.state,))} gives {brief(actions)}; let both tell the same in the same order",
            at, told,
        )  # fmt: skip
        return
    parallel = len(told) > len(actions)
    for action, edge in zip(actions, told, strict=False):
        with suppress(Failed):
            edges = [each for each in told if is_same_action(each[0], action)] if parallel else [edge]
            _edge_agrees(space, space.at(node, action), edges)


def _edge_agrees(space: Space, at: At, told: list[Told]) -> None:
    """Of parallel edges with one action, ``result`` and ``cost`` have to tell one."""
    guard, action = space.guard, at.action
    next_state = guard.copies.of(guard.ask("result", at, at.state, action))
    cost = guard.ask("cost", at, at.state, action, next_state)
    key = guard.key(next_state, at)
    if any(equal(guard.key(state, at), key) and is_same_cost(space, price, cost) for _, state, price in told):
        return
    guard.findings.broken(
        "successors", "edges",
        f"{written('successors', (at.state,))} tells that action {brief(action)} leads to {brief(told[0][1])} at cost "
        f"{brief(told[0][2])}, but result and cost say {brief(next_state)} at cost {brief(cost)}; let both tell "
        "the same",
        at, told[0],
    )  # fmt: skip


def goal_test_repeats(space: Space, node: int) -> None:
    """``is_goal`` says the same each time."""
    at, guard = space.at(node), space.guard
    again = guard.ask_goal(at, at.state)
    guard.findings.checks["is_goal"] += 1
    if again is not space.is_goal(node):
        guard.findings.broken(
            "is_goal", "unlike",
            f"{written('is_goal', (at.state,))} is {not again}, and when asked again {again}; let it depend on the "
            "state alone",
            at, again,
        )  # fmt: skip
