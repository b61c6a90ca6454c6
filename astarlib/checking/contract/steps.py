"""Promises of ``actions``, ``result``, ``cost``, ``successors`` and ``is_goal``, such as being deterministic."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextlib import suppress
from functools import partial
from typing import Any, Final, TypeAlias

from astarlib.checking.contract.equality import are_same_actions, distinct, equal, is_same_action, is_same_cost
from astarlib.checking.copying import is_immutable
from astarlib.checking.findings import NOWHERE, Location
from astarlib.checking.safe_problem import Failed
from astarlib.checking.sentences import format_call
from astarlib.checking.space import ReportedEdge, Space
from astarlib.errors import short_repr


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


# --- equal states, or states with equal keys, behave in the same way --------------------------------------------------


_End: TypeAlias = tuple[Hashable, Any]
"""The key of a next state and the cost of the step to it, or another pair of values to compare."""
_MAX_EDGES: Final = 100
"""The largest number of edges that are compared for a state."""


def duplicates_are_one_state(space: Space, at: Location, state: Any) -> None:
    """Check that a state has the same goal test, h, next states and costs as the stored state with the same key.
    ``at`` leads to ``state``. The actions of the two may differ, because a mirrored state has mirrored actions.
    """
    target = space.find(state, at)
    if target is None:
        return
    stored = space.states[target]
    if state is stored or (is_immutable(state) and is_immutable(stored) and equal(state, stored)):
        return
    one, other = NOWHERE._replace(state=state), space.at(target)
    space.safe.findings.checks["equal states"] += 1
    if _differ(space, lambda at: [(space.safe.ask_goal(at, at.state), 0)], one, other):
        _report(space, at, state, stored, "is_goal", "one is a goal and the other isn't")
    if _differ(space, lambda at: [(None, space.safe.ask("heuristic", at, at.state))], one, other):
        _report(space, at, state, stored, "heuristic", "their heuristics differ")
    if not space.is_goal(target) and _differ(space, partial(_ends, space), one, other):
        _report(space, at, state, stored, "successors", "their successors or costs differ")


def _differ(space: Space, asked: Callable[[Location], list[_End]], one: Location, other: Location) -> bool:
    """Return True if ``asked`` returns different values for two states, but equal values in two calls for ``other``.
    The second condition excludes methods of the problem that aren't deterministic.
    """
    first = asked(other)
    return not _are_same(space, asked(one), first) and _are_same(space, first, asked(other))


def _ends(space: Space, at: Location) -> list[_End]:
    """Return the keys of the next states with the costs of the steps. Raise Failed if one of them is unavailable."""
    edges = list(space.reported_successors(at))
    whole = [edge for edge in edges if edge is not None]
    if len(whole) < len(edges) or len(edges) > _MAX_EDGES:
        raise Failed
    return [(space.safe.key(next_state, at), cost) for _, next_state, cost in whole]


def _are_same(space: Space, one: list[_End], other: list[_End]) -> bool:
    return all(any(_is_same_end(space, end, each) for each in other) for end in one) and all(
        any(_is_same_end(space, end, each) for each in one) for end in other
    )


def _is_same_end(space: Space, one: _End, other: _End) -> bool:
    return equal(one[0], other[0]) and is_same_cost(space, one[1], other[1])


def _report(space: Space, at: Location, state: Any, stored: Any, kind: str, difference: str) -> None:  # noqa: PLR0917  # They differ.
    name = "state_key" if space.safe.has("state_key") else "__eq__"
    same, remedy = ("are equal", "__eq__ and __hash__") if name == "__eq__" else ("have the same key", "the key")
    space.safe.findings.broken(
        name, kind,
        f"{short_repr(state)} and {short_repr(stored)} {same}, so engines take them for one state, but "
        f"{difference}. Include everything that matters in {remedy}",
        at, state,
    )  # fmt: skip
