"""Strategies to explore a state space: breadth-first, random, along solutions, and backwards from the goals."""

from __future__ import annotations

import math
from collections.abc import Mapping
from contextlib import suppress
from heapq import heappop, heappush
from itertools import cycle
from random import Random
from typing import Any, Final, NamedTuple

from astarlib._support.numbers import counted, exact, plus
from astarlib._support.plain_values import is_number
from astarlib.checking.clock import Clock
from astarlib.checking.findings import NOWHERE
from astarlib.checking.safe_problem import Failed, Stopped
from astarlib.checking.space import Space
from astarlib.engines import AStar, Engine, GreedyBestFirst, WeightedAStar
from astarlib.errors import InvalidProblemError
from astarlib.limits import Limits
from astarlib.problem import FunctionProblem

_GUIDES: Final[tuple[Engine, ...]] = (GreedyBestFirst(), WeightedAStar(weight=2), AStar())
_LENGTHS: Final = (10, 30, 100, 300, 1000)
"""The lengths of random walks, used in turn."""
_TRIES: Final = 10
"""The number of attempts of a random step to reach a state that wasn't expanded."""


class Walked(NamedTuple):
    """The extent of an exploration. ``whole`` is True if all reachable states were expanded, and no edge was lost.

    ``settled`` has the remaining cost from the nodes that were reached backwards, and ``radius`` is a lower bound from
    all others. They hold only if ``goal_states`` and ``predecessors`` are complete.
    """

    whole: bool
    radius: float
    settled: Mapping[int, float]

    def least(self, node: int) -> float:
        """Return a lower bound of the remaining cost from a node, under the same condition."""
        return self.settled.get(node, self.radius)


def walk(space: Space, *, states: int, samples: int, seed: int, clock: Clock) -> Walked:
    """Expand as much of the state space as the limits allow."""
    radius: float = 0
    settled: dict[int, float] = {}
    whole = False
    with suppress(Stopped):
        whole = breadth_first(space, states, clock.share(0.2))
        if not whole:
            radius = backwards(space, states, settled, clock.share(0.2))
            along_solutions(space, states, clock)
            random_walks(space, samples, seed, clock)
            whole = breadth_first(space, states, clock)
    if space.lost > 0:
        what = counted(space.lost, "edge")
        space.safe.findings.notes[f"{what} couldn't be followed, so the states that they lead to weren't tested"] = None
    if not whole:
        why = "the time was up" if clock.over else f"the check stores only {counted(states, 'state')}"
        space.safe.findings.notes[f"not all reachable states were tested: {why}"] = None
    return Walked(whole and space.lost == 0, radius, settled if radius > 0 else {})


def breadth_first(space: Space, states: int, clock: Clock) -> bool:
    """Expand nodes breadth-first until ``states`` nodes are known. Return True if all nodes are expanded."""
    for node, _ in enumerate(space.states):  # The list grows during the loop.
        if len(space) > states or clock.over:
            return False
        space.expand(node)
    return True


def along_solutions(space: Space, states: int, clock: Clock) -> None:
    """Expand the states that engines expand until they find a goal, at most ``states`` for each engine."""

    def successors(node: int) -> list[tuple[int, int, float]]:
        with suppress(Stopped):
            edges = enumerate(space.expand(node))
            return [(number, edge.target, edge.cost) for number, edge in edges if edge.cost < math.inf]
        return []

    def heuristic(node: int) -> float:
        with suppress(Stopped):
            return space.h(node) or 0
        return 0

    def is_goal(node: int) -> bool:
        with suppress(Stopped):
            return space.is_goal(node)
        return True  # This ends the search.

    numbered = FunctionProblem(0, successors=successors, is_goal=is_goal, heuristic=heuristic)
    for engine in _GUIDES:
        try:
            engine.search(numbered, limits=Limits(expanded=states, seconds=clock.share(0.15).seconds))
        except InvalidProblemError as error:  # Each cost is valid, so their sum is too large.
            message = f"the costs are too large for {engine!r}: {error}"
            space.safe.findings.broken("cost", "sum", message, space.at(error.state), error.value)


def random_walks(space: Space, samples: int, seed: int, clock: Clock) -> None:
    """Take ``samples`` random steps, preferably to new states."""
    random, lengths = Random(seed), cycle(_LENGTHS)
    node, length = 0, next(lengths)
    for _ in range(samples):
        if clock.over:
            return
        length -= 1
        edges = space.expand(node)
        if length == 0 or len(edges) == 0:
            node, length = 0, next(lengths)
            continue
        for _ in range(_TRIES):
            node = random.choice(edges).target
            if space.edges[node] is None:
                break


def backwards(space: Space, states: int, settled: dict[int, float], clock: Clock) -> float:
    """Expand at most ``states`` states backwards from the goals, nearest first, and add them to ``settled``.
    Return a lower bound of the remaining cost from all other states. It's inf if no other state has a path to a goal,
    and 0 if the problem has no ``goal_states`` or ``predecessors``, or these fail.
    """
    safe = space.safe
    if len(space) == 0 or not (safe.has("goal_states") and safe.has("predecessors")):
        return 0
    with suppress(Failed, Stopped):
        return _backwards(space, states, settled, clock)
    return 0


def _backwards(space: Space, states: int, settled: dict[int, float], clock: Clock) -> float:
    safe, cut = space.safe, space.safe.cut
    goals = safe.ask_list("goal_states", NOWHERE)
    frontier: list[tuple[float, int]] = []
    distances: dict[int, float] = {}

    def reach(state: Any, distance: float) -> None:
        node = space.add(state, NOWHERE._replace(state=state), None)
        if node not in distances or distance < distances[node]:
            distances[node] = distance
            heappush(frontier, (distance, node))

    for goal in goals:
        reach(goal, 0)
    while len(frontier) > 0 and len(settled) < states and not clock.over:
        distance, node = heappop(frontier)
        if node in settled:
            continue
        settled[node] = distance
        space.expand(node)
        for _, before, cost in space.reported_predecessors(space.at(node)):
            if not is_number(cost, 0, math.inf):
                raise Failed
            reach(before, plus(distance, exact(cost)))
    if safe.cut > cut:
        return 0
    return frontier[0][0] if len(frontier) > 0 else math.inf
