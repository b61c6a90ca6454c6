"""The promise that equal states, or states with equal keys, behave in the same way."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial
from typing import Any, Final, TypeAlias

from astarlib.checking.contract.equality import equal, is_same_cost
from astarlib.checking.copying import is_immutable
from astarlib.checking.findings import NOWHERE, Location
from astarlib.checking.safe_problem import Failed
from astarlib.checking.space import Space
from astarlib.errors import short_repr

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
