"""Bi-objective A* (BOA*): all solutions that no other one beats in cost and resources."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from heapq import heappop, heappush
from operator import le
from typing import Any, ClassVar, TypeAlias

from astarlib.engines.generator import GeneratorEngine
from astarlib.problem import A, S
from astarlib.resolving.resolved_problem import ResolvedProblem
from astarlib.searching import Guarantee, HeuristicRequirement, Solutions
from astarlib.searching.dominance import Labels, labels_for, resources_of
from astarlib.searching.generator import SearchNode, Steps

Vector: TypeAlias = "tuple[Any, ...]"


@dataclass(frozen=True, repr=False)
class BOAStar(GeneratorEngine):
    """Bi-objective A*: find the Pareto front, which is all solutions that no other one dominates.

    The problem needs ``resources`` (see :class:`~astarlib.capabilities.HasResources`), for example one that
    :func:`~astarlib.with_second_cost` makes. A solution dominates another one if it costs no more, has used no more of
    any resource, and differs in one of them. The solutions are in the order of their costs, so with one resource, that
    resource falls from one to the next. Of several with equal cost and equal resources, one is found. Call
    ``with_second_cost`` twice for three costs: the front is then that of all three.

    The search stores all labels that aren't dominated, and there may be exponentially many.

    See Also
    --------
    astarlib.with_second_cost : Add a second cost to a problem.
    KBest : Find the k cheapest solutions by one cost.

    Examples
    --------
    >>> from astarlib import with_second_cost
    >>> from astarlib.problems.graph import GraphProblem
    >>> roads = GraphProblem([("A", "B", 3), ("B", "C", 3), ("A", "C", 4)], "A", "C")
    >>> tolls = {("A", "C"): 5}
    >>> both = with_second_cost(roads, lambda place, action, after: tolls.get((place, after), 0))
    >>> [(solution.cost, solution.second_cost) for solution in BOAStar().search(both).solutions]
    [(4, 5), (6, 0)]
    """

    requires: ClassVar[frozenset[str]] = frozenset({"resources"})
    instead: ClassVar[str] = "with_second_cost(problem, second_cost) adds it"
    uses_resources: ClassVar[bool] = True
    formula: ClassVar[str] = "f = g + h, then the resources"
    complexity: ClassVar[str] = "Time and memory grow with the number of labels that no other label dominates."
    reference: ClassVar[str] = (
        'C. Hernández, W. Yeoh, J. Baier, H. Zhang, L. Suazo, S. Koenig, "A Simple and Fast Bi-Objective Search '
        'Algorithm", ICAPS 30 (2020).'
    )
    _guarantee: ClassVar[Guarantee] = Guarantee(
        factor=1,
        requires=HeuristicRequirement.CONSISTENT,
        lower_bound_requires=HeuristicRequirement.CONSISTENT,
        solutions=Solutions.RANKED,
    )
    """The first solution is the cheapest one, and no later one is cheaper."""

    def steps(self, problem: ResolvedProblem[S, A], root: SearchNode[S, A]) -> Steps[S, A]:
        """Yield the nodes by f and then by their resources. A goal waits until no other of its cost can dominate it."""
        least = getattr(problem.problem, "least_resources", None)
        labels: dict[Hashable, Labels] = {}
        found: list[Vector] = []
        waiting: list[tuple[Vector, SearchNode[S, A]]] = []
        number, frontier = 0, list[tuple[Any, Vector, int, Hashable, SearchNode[S, A]]]()

        def put(node: SearchNode[S, A]) -> None:
            nonlocal number
            key, vector = resources_of(problem, node.state)
            number += 1
            heappush(frontier, (node.f, vector, number, key, node))

        put(root)
        while frontier or waiting:
            if waiting and (not frontier or frontier[0][0] > waiting[0][1].g):
                for vector, goal in _not_dominated(waiting, found):
                    found.append(vector)
                    yield goal
                waiting = []
                continue
            _, vector, _, key, node = heappop(frontier)
            known = labels_for(labels, key, vector, node.state)
            at_end = vector if least is None else least(node.state)
            if known.dominate(node.g, vector) or (
                least is not None and any(all(map(le, each, at_end)) for each in found)
            ):
                continue
            known.add(node.g, vector)
            if problem.is_goal(node.state):
                waiting.append((vector, node))
                continue
            for child in (yield node):
                put(child)


def _not_dominated(
    goals: list[tuple[Vector, SearchNode[S, A]]], found: list[Vector]
) -> list[tuple[Vector, SearchNode[S, A]]]:
    """Return the goals of one cost that neither a cheaper solution nor another one of them dominates."""
    kept: list[tuple[Vector, SearchNode[S, A]]] = []
    for vector, goal in sorted(goals, key=lambda each: each[0]):
        if not any(all(map(le, each, vector)) for each in (*found, *(other for other, _ in kept))):
            kept.append((vector, goal))
    return kept
