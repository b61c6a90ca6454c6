"""What the known part of a space says of the cost that remains: an upper and a lower bound for each state."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from typing import Any, Final

from astarlib._support.numbers import plus
from astarlib.checking.space import Edge, Space
from astarlib.checking.walking import Walked

_CONTRADICTED: Final = (
    "goal_states and predecessors leave out a way to a goal, so nothing is proved with them; check_problem tells more"
)


@dataclass(frozen=True, slots=True)
class Distances:
    """The cost that remains from each node, between two bounds.

    Attributes
    ----------
    upper:
        The cost of the cheapest way to a goal that is known, inf where none is.
    lower:
        What remains at least. Where both are equal, that is the exact cost; inf in a dead end.
    """

    upper: Sequence[float]
    lower: Sequence[float]
    _ways: Sequence[Edge | None]

    def way(self, node: int) -> tuple[Any, ...]:
        """The actions of the cheapest way to a goal that is known, and of these of the shortest."""
        actions = []
        while (edge := self._ways[node]) is not None:
            actions.append(edge.action)
            node = edge.target
        return tuple(actions)


def distances(space: Space, walked: Walked) -> Distances:
    """The bounds that follow from all edges that are known.

    A state that was not expanded, and is no goal, has at least the radius of the walk before it, one with an unknown
    edge 0; when the whole space is known, there are no such states. Where what is known forwards contradicts what
    the problem told backwards, nothing is taken from that.
    """
    leading = _leading(space)
    goals = dict.fromkeys(sorted(space.safe.goals), 0)
    upper, ways = _remaining(leading, goals)
    if walked.whole and len(space.leaks) == 0:
        return Distances(upper, upper, ways)
    radius = walked.radius
    if any(space.rounding.exceeds(walked.least(node), rest) for node, rest in enumerate(upper)):
        space.safe.findings.notes[_CONTRADICTED] = None
        radius = 0
    border: dict[int, float] = {node: radius for node, edges in enumerate(space.edges) if edges is None}
    lower, _ = _remaining(leading, {**border, **dict.fromkeys(space.leaks, 0), **goals})
    return Distances(upper, lower, ways)


def _leading(space: Space) -> list[list[tuple[int, Edge]]]:
    """The edges into each node, with where they come from."""
    leading: list[list[tuple[int, Edge]]] = [[] for _ in space.edges]
    for node, edges in enumerate(space.edges):
        for edge in edges or ():
            if edge.cost < math.inf:
                leading[edge.target].append((node, edge))
    return leading


def _remaining(
    leading: Sequence[Sequence[tuple[int, Edge]]], ends: Mapping[int, float]
) -> tuple[list[float], list[Edge | None]]:
    """The cost of the cheapest way from each node to one of ``ends`` and what remains there, and its first step."""
    remaining: list[float] = [math.inf] * len(leading)
    steps: list[float] = [math.inf] * len(leading)
    ways: list[Edge | None] = [None] * len(leading)
    frontier: list[tuple[float, int, int]] = []
    for node, rest in ends.items():
        remaining[node], steps[node] = rest, 0
        frontier.append((rest, 0, node))
    heapify(frontier)
    while len(frontier) > 0:
        rest, length, node = heappop(frontier)
        if (rest, length) != (remaining[node], steps[node]):
            continue
        for before, edge in leading[node]:
            total = plus(rest, edge.cost)
            if (total, length + 1) < (remaining[before], steps[before]):
                remaining[before], steps[before], ways[before] = total, length + 1, edge
                heappush(frontier, (total, length + 1, before))
    return remaining, ways
