"""Promises of ``resources``: it's a function of the state, and a state that has used less isn't worse."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable
from contextlib import suppress
from itertools import permutations
from operator import le
from typing import Any, Final

from astarlib.checking.contract.equality import equal
from astarlib.checking.findings import Location
from astarlib.checking.safe_problem import Failed, tried
from astarlib.checking.space import Space

_MAX_STATES: Final = 100
"""The largest number of states with the same key that are compared with each other."""


def resources_repeat(space: Space, node: int) -> None:
    """Check that ``resources`` returns the same key and the same numbers in each call."""
    at, safe = space.at(node), space.safe
    if safe.has("resources"):
        one, other = _resources(space, at), _resources(space, at)
        safe.findings.checks["resources"] += 1
        if not equal(one, other):
            safe.findings.report("resources", "unlike", at, other, one=one)


def dominating_states_do_as_well(space: Space) -> None:
    """Check that each edge of a dominated state has a counterpart in the states that dominate it."""
    if not space.safe.has("resources"):
        return
    groups: dict[Hashable, list[int]] = defaultdict(list)
    labels: dict[int, tuple[Hashable, tuple[Any, ...]]] = {}
    for node in range(len(space)):
        with suppress(Failed):
            labels[node] = _resources(space, space.at(node))
            groups[labels[node][0]].append(node)

    def is_as_good(node: int, other: int) -> bool:
        """Return True if a node is another one or dominates it."""
        if node == other:
            return True
        if node not in labels or other not in labels:
            return False
        (key, used), (other_key, more) = labels[node], labels[other]
        return bool(key == other_key and all(map(le, used, more)))

    time = _resource_that_is_g(space, {node: used for node, (_, used) in labels.items()})
    for group in groups.values():
        for better, worse in permutations(group[:_MAX_STATES], 2):
            if is_as_good(better, worse):
                later = 0 if time is None else labels[worse][1][time] - labels[better][1][time]
                _compare_edges(space, better, worse, later, is_as_good)


def _resource_that_is_g(space: Space, used: dict[int, tuple[Any, ...]]) -> int | None:
    """Return the number of a resource that each edge increases by its cost, such as a time; None if there is none.
    The cheapest paths to two states then differ by the difference of this resource, and so may edges out of them.
    """
    starts = {used.get(node) for node in range(len(space)) if space.origins[node] is None}
    pairs = [(node, edge) for node in used for edge in space.edges[node] or () if edge.target in used]
    for at in range(min(map(len, used.values()), default=0)):
        if len(starts) == 1 and all(used[edge.target][at] - used[node][at] == edge.cost for node, edge in pairs):
            return at
    return None


def _compare_edges(space: Space, better: int, worse: int, later: float, is_as_good: Callable[[int, int], bool]) -> None:
    """Report an edge of a dominated node that has no counterpart in the dominating one, or a lost goal.
    A path to the dominated node costs at least ``later`` more.
    """
    edges, findings, other = space.edges[better], space.safe.findings, space.states[better]
    if space.is_goal(better) or better in space.leaks:
        return
    if space.is_goal(worse):
        findings.report("resources", "goal", space.at(worse), other=other)
    elif edges is not None:
        for action, target, cost in space.edges[worse] or ():
            if not is_as_good(better, target) and not any(
                is_as_good(edge.target, target) and not space.rounding.exceeds(edge.cost, cost + later)
                for edge in edges
            ):
                findings.report(
                    "resources", "worse", space.at(worse, action), other=other, head=space.states[target], cost=cost
                )


def _resources(space: Space, at: Location) -> tuple[Hashable, tuple[Any, ...]]:
    """Return the key and the resources of a state; record a fault and raise Failed if they have another form."""
    answer = space.safe.ask("resources", at, at.state)
    found, error = tried(lambda: (hash(answer[0]), len(answer), tuple(answer[1]), sum(answer[1])))
    if found is None or error is not None or found[1] != 2:
        space.safe.findings.report("resources", "kind", at, answer)
        raise Failed
    return answer[0], found[2]
