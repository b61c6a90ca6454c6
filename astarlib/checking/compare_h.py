"""Compare a heuristic with the known part of a state space: contradicting states and edges, and informedness."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from statistics import StatisticsError, correlation
from typing import Any

from astarlib._support.numbers import as_float, plus, ratio
from astarlib.checking.distances import Distances
from astarlib.checking.heuristic_report import Inconsistency, Overestimate
from astarlib.checking.space import Edge, Paths, Space


@dataclass(slots=True)
class StateVerdicts:
    """The verdicts on the states."""

    proved: int = 0
    unknown: int = 0
    compared: int = 0
    """The number of unknown states from which a path to a goal is known."""
    contradicted: list[int] = field(default_factory=list)
    false_dead_ends: int = 0
    factor: float = 1.0
    worst: int | None = None
    known: list[tuple[float, float]] = field(default_factory=list)
    """Pairs of h and the true cost, where the true cost is exact, above 0 and finite."""

    def __len__(self) -> int:
        """Return the number of states."""
        return self.proved + self.unknown + len(self.contradicted)


def judge_states(space: Space, remaining: Distances) -> StateVerdicts:
    """Compare h with the bounds of the remaining cost, in every known state."""
    verdicts = StateVerdicts()
    max_excess: float = -math.inf
    for node in range(len(space)):
        h, upper, lower = space.known_h(node), remaining.upper[node], remaining.lower[node]
        if h is None:
            continue
        if upper == lower and 0 < as_float(upper) < math.inf:
            verdicts.known.append((as_float(h), as_float(upper)))
        if space.rounding.exceeds(h, upper):
            verdicts.contradicted.append(node)
            verdicts.false_dead_ends += h == math.inf
            verdicts.factor = max(verdicts.factor, ratio(h, upper))
            above = plus(h, -upper)
            if above > max_excess or (above == max_excess and _is_nearer(node, verdicts.worst, remaining)):
                max_excess, verdicts.worst = above, node
        elif space.rounding.exceeds(h, lower):
            verdicts.unknown += 1
            verdicts.compared += upper < math.inf
        else:
            verdicts.proved += 1
    return verdicts


def _is_nearer(node: int, worst: int | None, remaining: Distances) -> bool:
    """Return True if less cost remains from ``node`` than from the worst node so far, for a shorter counterexample."""
    return worst is not None and remaining.upper[node] < remaining.upper[worst]


def overestimate(space: Space, remaining: Distances, node: int) -> Overestimate:
    """Return the overestimate at a contradicted node."""
    upper = remaining.upper[node]
    exact = upper == remaining.lower[node]
    return Overestimate(space.states[node], space.h(node) or 0, upper, exact, remaining.path(node))


@dataclass(slots=True)
class EdgeVerdicts:
    """The verdicts on the edges."""

    compared: int = 0
    inconsistent: int = 0
    worst: tuple[int, Edge] | None = None


def judge_edges(space: Space) -> EdgeVerdicts:
    """Compare h at both ends of every known edge."""
    verdicts = EdgeVerdicts()
    max_excess: float = -math.inf
    for node, edge, h, next_h in _compared(space):
        verdicts.compared += 1
        largest = plus(edge.cost, next_h)
        if space.rounding.exceeds(h, largest):
            verdicts.inconsistent += 1
            if plus(h, -largest) > max_excess:
                max_excess, verdicts.worst = plus(h, -largest), (node, edge)
    return verdicts


def _compared(space: Space) -> Iterator[tuple[int, Edge, float, float]]:
    """Yield the edges with a known cost, each with its source node and the h of both ends."""
    for node, edges in enumerate(space.edges):
        h = space.known_h(node)
        for edge in (edges or ()) if h is not None else ():
            next_h = space.known_h(edge.target)
            if h is not None and next_h is not None and edge.cost < math.inf:
                yield node, edge, h, next_h


def inconsistency(space: Space, verdicts: EdgeVerdicts, picture: Callable[[Any], str | None]) -> Inconsistency | None:
    """Return the edge along which h falls the most beyond the edge's cost, or None if there is none."""
    if verdicts.worst is None:
        return None
    node, edge = verdicts.worst
    state, path = space.states[node], Paths(space)(node)
    return Inconsistency(
        state, edge.action, space.states[edge.target], edge.cost,
        space.h(node) or 0, space.h(edge.target) or 0, None if path is None else tuple(path), picture(state),
    )  # fmt: skip


def informedness(known: Sequence[tuple[float, float]]) -> float | None:
    """Return the mean of h / true cost, or None without pairs."""
    return sum(h / true for h, true in known) / len(known) if len(known) > 0 else None


def correlated(known: Sequence[tuple[float, float]]) -> float | None:
    """Return Pearson's correlation of h and the true cost where both are finite, or None if it isn't defined."""
    pairs = [pair for pair in known if max(pair) < math.inf]
    if len(pairs) < 2:
        return None
    largest, farthest = map(max, zip(*pairs, strict=True))  # Divide by these, so that the squares don't overflow.
    try:
        return correlation([h / (largest or 1) for h, _ in pairs], [true / farthest for _, true in pairs])
    except StatisticsError:  # One of the two is constant.
        return None
