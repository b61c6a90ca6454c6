"""Promises of ``resources``: it's a function of the state, and a state that has used less isn't worse."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable
from contextlib import suppress
from itertools import permutations
from operator import le
from typing import Any, Final

from astarlib.checking.compare_h import Distances
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


def dominance_keeps_the_optimum(space: Space, remaining: Distances) -> None:
    """Check that no goal is nearer to a state than to another one that dominates it."""
    if not space.safe.has("resources"):
        return
    groups: dict[Hashable, list[tuple[int, tuple[Any, ...]]]] = defaultdict(list)
    for node in range(len(space)):
        with suppress(Failed):
            key, vector = _resources(space, space.at(node))
            groups[key].append((node, vector))
    for group in groups.values():
        for (better, used), (worse, more) in permutations(group[:_MAX_STATES], 2):
            rest, least = remaining.lower[better], remaining.upper[worse]
            if all(map(le, used, more)) and space.rounding.exceeds(rest, least):
                other = space.states[better]
                space.safe.findings.report(
                    "resources", "worse", space.at(worse), more, other=other, rest=rest, least=least
                )


def _resources(space: Space, at: Location) -> tuple[Hashable, tuple[Any, ...]]:
    """Return the key and the resources of a state; record a fault and raise Failed if they have another form."""
    answer = space.safe.ask("resources", at, at.state)
    found, error = tried(lambda: (hash(answer[0]), len(answer), tuple(answer[1]), sum(answer[1])))
    if found is None or error is not None or found[1] != 2:
        space.safe.findings.report("resources", "kind", at, answer)
        raise Failed
    return answer[0], found[2]
