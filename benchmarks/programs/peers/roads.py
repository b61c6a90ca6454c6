"""A graph of four nodes, and a random directed one: 100,000 nodes and 400,000 edges with costs from 1 to 1,000."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from random import Random
from typing import Final

FOUR_NODES: Final = {"a": {"b": 1, "c": 4}, "b": {"c": 2, "d": 6}, "c": {"d": 3}, "d": {}}
"""The costs of the edges of a small graph, in which the cheapest path from a to d costs 6."""
NODES: Final = 100_000
EDGES: Final = 400_000
START: Final = 0
GOAL: Final = 31_561
"""The node that is farthest from the start, so that all that can be reached is searched."""


@cache
def costs() -> dict[tuple[int, int], int]:
    """Return ``{(tail, head): cost}``."""
    random = Random(1)
    found: dict[tuple[int, int], int] = {}
    while len(found) < EDGES:
        tail, head = random.randrange(NODES), random.randrange(NODES)
        if tail != head:
            found[tail, head] = random.randint(1, 1000)
    return found


def edges() -> list[tuple[int, int, int]]:
    """Return ``(tail, head, cost)`` for each edge."""
    return [(*ends, cost) for ends, cost in costs().items()]


def heads() -> list[list[tuple[int, int]]]:
    """Return ``(head, cost)`` of the edges out of each node."""
    found: list[list[tuple[int, int]]] = [[] for _ in range(NODES)]
    for tail, head, cost in edges():
        found[tail].append((head, cost))
    return found


def pairs(count: int) -> list[tuple[int, int]]:
    """Return random pairs of nodes that have edges in both directions. Paths join at least the first 20 pairs."""
    random, joined = Random(2), sorted({tail for tail, _ in costs()} & {head for _, head in costs()})
    return [(random.choice(joined), random.choice(joined)) for _ in range(count)]


def cost_of(path: Sequence[int]) -> int:
    """Return the cost of a path."""
    return sum(map(costs().__getitem__, pairwise(path)))
