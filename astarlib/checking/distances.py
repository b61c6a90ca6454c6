"""Upper and lower bounds of the remaining cost from each state, from the known part of a state space."""

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
    "goal_states and predecessors leave out a path to a goal, so nothing is proved with them; run check_problem for "
    "details"
)


@dataclass(frozen=True, slots=True)
class Distances:
    """Bounds of the remaining cost from each node.

    ``upper`` is the cost of the cheapest known path to a goal, or inf if no path is known, and ``lower`` a lower bound.
    If both are equal, they are the exact cost, which is inf in a dead end.
    """

    upper: Sequence[float]
    lower: Sequence[float]
    _steps: Sequence[Edge | None]

    def path(self, node: int) -> tuple[Any, ...]:
        """Return the actions of the cheapest known path to a goal, and of equally cheap paths the shortest."""
        actions = []
        while (edge := self._steps[node]) is not None:
            actions.append(edge.action)
            node = edge.target
        return tuple(actions)


def distances(space: Space, walked: Walked) -> Distances:
    """Return the bounds that follow from all known edges.
    For a state that wasn't expanded and isn't a goal, the lower bound is the radius of the backward exploration, unless
    the edges found forwards contradict ``predecessors``. For a state with an unknown edge, it's 0.
    """
    leading = _leading(space)
    goals = dict.fromkeys(sorted(space.safe.goals), 0)
    upper, steps = _remaining(leading, goals)
    if walked.whole and len(space.leaks) == 0:
        return Distances(upper, upper, steps)
    radius = walked.radius
    if any(space.rounding.exceeds(walked.least(node), rest) for node, rest in enumerate(upper)):
        space.safe.findings.notes[_CONTRADICTED] = None
        radius = 0
    border: dict[int, float] = {node: radius for node, edges in enumerate(space.edges) if edges is None}
    lower, _ = _remaining(leading, {**border, **dict.fromkeys(space.leaks, 0), **goals})
    return Distances(upper, lower, steps)


def _leading(space: Space) -> list[list[tuple[int, Edge]]]:
    """Return the edges into each node, each with its source."""
    leading: list[list[tuple[int, Edge]]] = [[] for _ in space.edges]
    for node, edges in enumerate(space.edges):
        for edge in edges or ():
            if edge.cost < math.inf:
                leading[edge.target].append((node, edge))
    return leading


def _remaining(
    leading: Sequence[Sequence[tuple[int, Edge]]], ends: Mapping[int, float]
) -> tuple[list[float], list[Edge | None]]:
    """Return the cost and the first step of the cheapest path from each node via one of ``ends``."""
    remaining: list[float] = [math.inf] * len(leading)
    steps: list[float] = [math.inf] * len(leading)
    first_steps: list[Edge | None] = [None] * len(leading)
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
                remaining[before], steps[before], first_steps[before] = total, length + 1, edge
                heappush(frontier, (total, length + 1, before))
    return remaining, first_steps
