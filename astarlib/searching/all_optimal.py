"""All solutions of optimal cost: their number, and an iterator over them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from astarlib._support.plain_values import rounding_of
from astarlib.problem import A, S
from astarlib.resolving.resolved_problem import ResolvedProblem
from astarlib.result import Path
from astarlib.searching.algorithm import Budget, Counters, Stop
from astarlib.searching.journal import Journal
from astarlib.searching.node import KEY, PARENT, G, Node
from astarlib.searching.solution_graph import SolutionGraphAlgorithm


class AllOptimalAlgorithm(SolutionGraphAlgorithm[S, A]):
    """The algorithm that finds all optimal solutions.

    A* goes on while the smallest f of the frontier is at most the optimal cost. All optimal solutions then consist of
    tight edges (u, v), which have g(u) + c = g(v). They are counted by dynamic programming and enumerated on demand.
    """

    def __init__(self, problem: ResolvedProblem[S, A], journal: Journal | None) -> None:
        super().__init__(problem, journal)
        self._count: int | None = None
        """The number of optimal solutions; 0 if the tight edges form a cycle; None before the search is done."""

    @property
    def counters(self) -> Counters:
        counters = super().counters
        counters.solutions = min(1, len(self._goals))
        return counters

    def details(self) -> Mapping[str, int]:
        return {"optimal_solutions": self._count} if self._count else {}

    def incumbent(self) -> Path[S, A] | None:
        goal = self._best_goal
        return None if goal is None else self._path(goal)

    def solutions(self) -> Iterator[Path[S, A]]:
        goals = self._optimal_goals()
        return map(self._path_along, self._enumeration(reversed(goals), simple=not self._count, tight=True))

    def advance(self, budget: Budget) -> Stop:
        self._begin()
        while self._count is None:
            front, goal = self._front(), self._best_goal
            if front is None or (goal is not None and front[0] > _rounded_up(goal[G])):
                if front is None:
                    self._exhausted(len(self._goals))
                self._count = self._counted()
                break
            stop = self._search_on(*front, budget)
            if stop is not None:
                return stop
        return Stop.DONE

    def _optimal_goals(self) -> list[Node]:
        best = self._best_goal
        return [] if best is None else [goal for goal in self._goals.values() if goal[G] == best[G]]

    def _counted(self) -> int:
        """Return the number of optimal solutions, or 0 if tight edges form a cycle."""
        goals = self._optimal_goals()
        paths, table = self._enumeration(goals, simple=False, tight=True), self._nodes.table
        counts: dict[Any, int | None] = {}  # None for a state on the current branch of the depth-first search
        waiting = [goal[KEY] for goal in goals]
        while len(waiting) > 0:
            key = waiting[-1]
            before = [edge.before for edge in paths.edges(key)]
            if key not in counts:
                counts[key] = None
                if any(counts.get(each, 0) is None for each in before):
                    return 0
                waiting += [each for each in dict.fromkeys(before) if each not in counts]
                continue
            waiting.pop()
            if counts[key] is None:
                is_initial = table[key][PARENT] is None
                counts[key] = int(is_initial) + sum(counts[each] or 0 for each in before)
        return sum(counts[goal[KEY]] or 0 for goal in goals)

    def optimal_graph(self) -> tuple[list[S], list[tuple[S, S, A, Any]]]:  # Any: a cost of any type
        """Return the states on optimal paths and the edges ``(state, next_state, action, cost)`` between them.
        Both are ordered by g. An edge is on an optimal path if it's tight and leads to a state on one.
        """
        goals, table, at = self._optimal_goals(), self._nodes.table, self._nodes.state_at
        paths, edges = self._enumeration(goals, simple=False, tight=True), list[tuple[Any, Any, A, Any]]()
        known = dict.fromkeys(goal[KEY] for goal in goals)
        waiting = list(known)
        while len(waiting) > 0:
            key = waiting.pop()
            for edge in paths.edges(key):
                edges.append((edge.before, key, *self._into[key][edge.before][edge.number]))
                if edge.before not in known:
                    known[edge.before] = None
                    waiting.append(edge.before)
        rank = {key: number for number, key in enumerate(sorted(known, key=lambda key: table[key][G]))}
        edges.sort(key=lambda edge: (rank[edge[0]], rank[edge[1]]))
        return (
            [table[key][at] for key in rank],
            [(table[tail][at], table[head][at], action, cost) for tail, head, action, cost in edges],
        )

    def dump(self) -> Mapping[str, Any]:
        return {**super().dump(), "count": self._count}

    def load(self, dumped: Mapping[str, Any]) -> None:
        super().load(dumped)
        self._count = dumped["count"]


def _rounded_up(cost: Any) -> Any:  # Any: a number of any kind
    """Return the cost, increased by the rounding error of a sum of floats: f of a path may be larger by that."""
    return cost + rounding_of(cost) if isinstance(cost, float) else cost
