"""A heuristic against what is known of a space: which states contradict it, which edges, and how close it comes."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from statistics import StatisticsError, correlation
from typing import Any

from astarlib._support.numbers import as_float, plus, ratio
from astarlib.checking.distances import Distances
from astarlib.checking.heuristic_report import Inconsistency, Overestimate
from astarlib.checking.paths import Paths
from astarlib.checking.space import Edge, Space


@dataclass(slots=True)
class StateVerdicts:
    """What the states say."""

    proved: int = 0
    unknown: int = 0
    compared: int = 0
    """Those of the unknown from which a way to a goal is known."""
    contradicted: list[int] = field(default_factory=list)
    false_dead_ends: int = 0
    factor: float = 1.0
    worst: int | None = None
    known: list[tuple[float, float]] = field(default_factory=list)
    """Pairs of h and true cost, where that is exact, above 0 and finite."""

    def __len__(self) -> int:
        """The number of states."""
        return self.proved + self.unknown + len(self.contradicted)


def judge_states(space: Space, remaining: Distances) -> StateVerdicts:
    """Compare h with the bounds of the cost that remains, in every state that was found."""
    verdicts = StateVerdicts()
    most: float = -math.inf
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
            if above > most or (above == most and _is_nearer(node, verdicts.worst, remaining)):
                most, verdicts.worst = above, node
        elif space.rounding.exceeds(h, lower):
            verdicts.unknown += 1
            verdicts.compared += upper < math.inf
        else:
            verdicts.proved += 1
    return verdicts


def _is_nearer(node: int, worst: int | None, remaining: Distances) -> bool:
    """Whether less remains from ``node`` than from the worst so far, so that its counterexample is shorter."""
    return worst is not None and remaining.upper[node] < remaining.upper[worst]


def overestimate(space: Space, remaining: Distances, node: int) -> Overestimate:
    """What is wrong at a node that is contradicted."""
    upper = remaining.upper[node]
    exact = upper == remaining.lower[node]
    return Overestimate(space.states[node], space.h(node) or 0, upper, exact, remaining.way(node))


@dataclass(slots=True)
class EdgeVerdicts:
    """What the edges say."""

    compared: int = 0
    inconsistent: int = 0
    worst: tuple[int, Edge] | None = None


def judge_edges(space: Space) -> EdgeVerdicts:
    """Compare h at both ends of every edge that was found."""
    verdicts = EdgeVerdicts()
    most: float = -math.inf
    for node, edge, h, next_h in _compared(space):
        verdicts.compared += 1
        least = plus(edge.cost, next_h)
        if space.rounding.exceeds(h, least):
            verdicts.inconsistent += 1
            if plus(h, -least) > most:
                most, verdicts.worst = plus(h, -least), (node, edge)
    return verdicts


def _compared(space: Space) -> Iterator[tuple[int, Edge, float, float]]:
    """The edges whose cost is known, each with the node that it leaves and the h of both ends."""
    for node, edges in enumerate(space.edges):
        h = space.known_h(node)
        for edge in (edges or ()) if h is not None else ():
            next_h = space.known_h(edge.target)
            if h is not None and next_h is not None and edge.cost < math.inf:
                yield node, edge, h, next_h


def inconsistency(space: Space, verdicts: EdgeVerdicts, picture: Callable[[Any], str | None]) -> Inconsistency | None:
    """What is wrong with the edge along which h falls most beyond its cost; None when it nowhere does."""
    if verdicts.worst is None:
        return None
    node, edge = verdicts.worst
    state, path = space.states[node], Paths(space)(node)
    return Inconsistency(
        state, edge.action, space.states[edge.target], edge.cost,
        space.h(node) or 0, space.h(edge.target) or 0, None if path is None else tuple(path), picture(state),
    )  # fmt: skip


def informedness(known: Sequence[tuple[float, float]]) -> float | None:
    """The mean of h / true cost; None without any."""
    return sum(h / true for h, true in known) / len(known) if len(known) > 0 else None


def correlated(known: Sequence[tuple[float, float]]) -> float | None:
    """Pearson's correlation of h and true cost where both are finite; None where it is not defined."""
    pairs = [pair for pair in known if max(pair) < math.inf]
    if len(pairs) < 2:
        return None
    largest, farthest = map(max, zip(*pairs, strict=True))  # by which they are divided, lest their squares overflow
    try:
        return correlation([h / (largest or 1) for h, _ in pairs], [true / farthest for _, true in pairs])
    except StatisticsError:  # one of them is constant
        return None
