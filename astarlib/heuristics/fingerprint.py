"""The fingerprint of a pattern database: a sample of the results of its problem and its abstraction."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, Self

from astarlib.errors import short_repr
from astarlib.heuristics.abstraction import Abstraction, EdgesBack
from astarlib.heuristics.serving import nearby, refuse
from astarlib.problem import Problem, class_name

_SAMPLE = 64


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """A sample of the results of an abstraction: the name of the problem's class, its goal states, states with their
    abstract states, and abstract states with the ``(previous, cost)`` of the edges into them.
    """

    problem: str
    goals: tuple[Any, ...]
    states: tuple[tuple[Any, Any], ...]
    edges: tuple[tuple[Any, frozenset[tuple[Any, float]]], ...]

    @classmethod
    def take(
        cls,
        problem: Problem[Any, Any],
        abstraction: Abstraction[Any, Any],
        goals: tuple[Any, ...],
        edges_back: EdgesBack[Any],
        distances: Mapping[Any, float],
    ) -> Self:
        """Return the fingerprint of a database with the given distances."""
        states = tuple((state, abstraction.mapping(state)) for state, _ in nearby(problem))
        sampled = islice(distances, 0, None, max(1, len(distances) // _SAMPLE))
        edges = tuple((abstract, _edges_into(abstract, edges_back)) for abstract in sampled)
        return cls(class_name(problem), goals, states, edges)

    def refuse_others(
        self, path: str | os.PathLike[str], problem: Problem[Any, Any], abstraction: Abstraction[Any, Any]
    ) -> None:
        """Raise PatternDatabaseError unless the goals, abstract states and abstract edges match the fingerprint."""
        refuse(f"{path} was built for another problem or abstraction", lambda: self._disagreement(problem, abstraction))

    def _disagreement(self, problem: Problem[Any, Any], abstraction: Abstraction[Any, Any]) -> str | None:
        were = {abstraction.mapping(goal) for goal in self.goals}
        are = {abstraction.mapping(goal) for goal in abstraction.goals_in(problem)}
        if were != are:
            goal = next(iter(were ^ are))
            return f"{short_repr(goal)} is an abstract goal only in {'the file' if goal in were else 'the problem'}"
        for state, was in self.states:
            now = abstraction.mapping(state)
            if now != was:
                return f"the abstract state of {short_repr(state)} was {short_repr(was)} and is {short_repr(now)}"
        edges_back = abstraction.edges_back_in(problem)
        for abstract, edges in self.edges:
            if _edges_into(abstract, edges_back) != edges:
                return f"the edges into the abstract state {short_repr(abstract)} differ"
        return None


def _edges_into(abstract: Any, edges_back: EdgesBack[Any]) -> frozenset[tuple[Any, float]]:
    return frozenset((previous, cost) for _, previous, cost in edges_back(abstract))
