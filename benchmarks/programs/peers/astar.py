"""The package ``astar``: a class with ``neighbors``, ``distance_between`` and ``heuristic_cost_estimate``."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any

from astar import AStar

from benchmarks.programs.peers.counting import Calls, Run, with_counts
from benchmarks.programs.peers.fields import Field
from benchmarks.programs.peers.tiles import Sliding

DISTRIBUTIONS = ("astar", "sortedcontainers")


class Search(AStar):  # type: ignore[misc]  # The base class has no type if it isn't installed.
    """Unit steps between states."""

    def __init__(self, work: Sliding | Field) -> None:
        self.next: Callable[[Any], Iterable[Any]] = work.neighbors
        self.h: Callable[[Any], float] = work.h

    def neighbors(self, node: Hashable) -> Iterable[Hashable]:
        return self.next(node)

    def distance_between(self, n1: Hashable, n2: Hashable) -> float:  # All steps cost the same.
        return 1

    def heuristic_cost_estimate(self, current: Hashable, goal: Hashable) -> float:  # h doesn't need the goal.
        return self.h(current)


def puzzle(name: str, counted: bool = True) -> Run:
    """Run A*."""
    return _astar(Sliding(name), counted=counted)


def grid(counted: bool = True) -> Run:
    """Run A*."""
    return _astar(Field(), counted=counted)


def _astar(work: Sliding | Field, *, counted: bool) -> Run:
    def search(through: Search) -> dict[str, Any]:
        return {"cost": len(list(through.astar(work.start, work.goal))) - 1}

    def count() -> dict[str, Any]:
        through = Search(work)
        calls = through.next = Calls(work.neighbors)
        search(through)
        return {"expanded": calls.number}

    return with_counts(lambda: search(Search(work)), count, counted=counted)
