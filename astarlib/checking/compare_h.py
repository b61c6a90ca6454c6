"""Compare a heuristic with the known part of a state space: contradicting states and edges, and informedness."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from statistics import StatisticsError, correlation
from typing import Any, Final

from astarlib._support.numbers import as_float, plus, ratio
from astarlib.checking.heuristic_report import Inconsistency, Overestimate
from astarlib.checking.space import Edge, Paths, Space
from astarlib.checking.walking import Walked


@dataclass(slots=True)
class Verdicts:
    """The verdicts on the states and the edges. Those that a `HeuristicReport` has too have its names."""

    states_proved: int = 0
    states_not_contradicted: int = 0
    states_contradicted: int = 0
    false_dead_ends: int = 0
    overestimation_factor: float = 1.0
    edges_compared: int = 0
    edges_inconsistent: int = 0
    states_compared: int = 0
    """The number of states that aren't proved or contradicted, and from which a path to a goal is known."""
    known: list[tuple[float, float]] = field(default_factory=list)
    """Pairs of h and the true cost, where the true cost is exact, above 0 and finite."""
    worst_overestimate: Overestimate | None = None
    worst_inconsistency: Inconsistency | None = None

    @property
    def states_measured(self) -> int:
        """The number of states whose true cost is known."""
        return len(self.known)

    @property
    def informedness(self) -> float | None:
        """The mean of h / true cost, or None if no true cost is known."""
        return sum(h / true for h, true in self.known) / len(self.known) if len(self.known) > 0 else None

    @property
    def correlation(self) -> float | None:
        """The correlation of h with the true cost, or None if it isn't defined."""
        pairs = [pair for pair in self.known if max(pair) < math.inf]
        if len(pairs) < 2:
            return None
        largest, farthest = map(max, zip(*pairs, strict=True))  # Divide by these, so that the squares don't overflow.
        try:
            return correlation([h / (largest or 1) for h, _ in pairs], [true / farthest for _, true in pairs])
        except StatisticsError:  # One of the two is constant.
            return None


def judge_states(space: Space, remaining: Distances, verdicts: Verdicts) -> int | None:
    """Compare h with the bounds of the remaining cost, in every known state. Return the worst node, or None."""
    max_excess, worst = -math.inf, None
    for node in range(len(space)):
        h, upper, lower = space.known_h(node), remaining.upper[node], remaining.lower[node]
        if h is None:
            continue
        if upper == lower and 0 < as_float(upper) < math.inf:
            verdicts.known.append((as_float(h), as_float(upper)))
        if space.rounding.exceeds(h, upper):
            verdicts.states_contradicted += 1
            verdicts.false_dead_ends += h == math.inf
            verdicts.overestimation_factor = max(verdicts.overestimation_factor, ratio(h, upper))
            above = plus(h, -upper)
            if above > max_excess or (above == max_excess and _is_nearer(node, worst, remaining)):
                max_excess, worst = above, node
        elif space.rounding.exceeds(h, lower):
            verdicts.states_not_contradicted += 1
            verdicts.states_compared += upper < math.inf
        else:
            verdicts.states_proved += 1
    if worst is not None:
        upper, path = remaining.upper[worst], remaining.path(worst)
        exact = upper == remaining.lower[worst]
        verdicts.worst_overestimate = Overestimate(space.states[worst], space.h(worst) or 0, upper, exact, path)
    return worst


def _is_nearer(node: int, worst: int | None, remaining: Distances) -> bool:
    """Return True if less cost remains from ``node`` than from the worst node so far, for a shorter counterexample."""
    return worst is not None and remaining.upper[node] < remaining.upper[worst]


def judge_edges(space: Space, picture: Callable[[Any], str | None], verdicts: Verdicts) -> None:
    """Judge all edges between states with a heuristic."""
    max_excess, worst = -math.inf, None
    for node, edge, h, next_h in _compared(space):
        verdicts.edges_compared += 1
        largest = plus(edge.cost, next_h)
        if space.rounding.exceeds(h, largest):
            verdicts.edges_inconsistent += 1
            if plus(h, -largest) > max_excess:
                max_excess, worst = plus(h, -largest), (node, edge)
    if worst is not None:
        node, edge = worst
        state, path = space.states[node], Paths(space)(node)
        verdicts.worst_inconsistency = Inconsistency(
            state, edge.action, space.states[edge.target], edge.cost,
            space.h(node) or 0, space.h(edge.target) or 0, None if path is None else tuple(path), picture(state),
        )  # fmt: skip


def _compared(space: Space) -> Iterator[tuple[int, Edge, float, float]]:
    """Yield the edges with a known cost, each with its source node and the h of both ends."""
    for node, edges in enumerate(space.edges):
        h = space.known_h(node)
        for edge in (edges or ()) if h is not None else ():
            next_h = space.known_h(edge.target)
            if h is not None and next_h is not None and edge.cost < math.inf:
                yield node, edge, h, next_h


# --- bounds of the remaining cost -------------------------------------------------------------------------------------


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
