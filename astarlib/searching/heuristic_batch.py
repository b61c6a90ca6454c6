"""The evaluation of many states with one call of ``heuristic_batch``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic

from astarlib._support.plain_values import plain_number
from astarlib.capabilities import ResolvedProblem
from astarlib.problem import A, S
from astarlib.searching.diagnosis import listed
from astarlib.searching.node import Node


def evaluate(problem: ResolvedProblem[S, A], states: Sequence[S]) -> list[Any]:
    """Return the h of each state, unchecked. Raise ValueError if ``heuristic_batch`` returns another number of them."""
    if problem.heuristic_batch is None:
        return [problem.heuristic(state) for state in states]
    values = listed(problem.heuristic_batch(list(states))) if len(states) > 0 else []
    if len(values) != len(states):
        raise ValueError
    return values


class EdgeBatch(Generic[S, A]):
    """A replacement of a problem's ``edges`` and ``heuristic``, which evaluates new successors together.

    A loop calls ``edges`` for a state, and then ``heuristic`` for each successor that isn't stored yet. So ``edges``
    evaluates these successors, and ``heuristic`` returns the value that is ready.
    """

    def __init__(self, problem: ResolvedProblem[S, A], is_stored: Callable[[Any], bool]) -> None:
        self._edges, self._problem, self._is_stored = problem.edges, problem, is_stored
        self._h: dict[int, Any] = {}
        self.evaluated: list[tuple[A, S]] = []
        """The states that were evaluated last, each with the action that led to it."""

    def searched(self) -> ResolvedProblem[S, A]:
        """Return the problem with the replacements."""
        return self._problem._replace(successors=self.edges, heuristic=self.heuristic)

    def edges(self, state: S) -> Iterable[tuple[A, S, float]]:
        """Return the edges out of a state, after evaluating the successors that aren't stored."""
        found = [(action, reached, cost) for action, reached, cost in self._edges(state)]
        key_of, is_stored = self._problem.state_key, self._is_stored
        new: dict[Any, tuple[A, S]] = {}
        for action, reached, _ in found:
            key = reached if key_of is None else key_of(reached)
            if key not in new and not is_stored(key):
                new[key] = action, reached
        self.evaluate(list(new.values()))
        return found

    def evaluate(self, steps: list[tuple[A, S]]) -> None:
        """Evaluate the states of some steps, for which ``heuristic`` then returns a value."""
        self.evaluated = steps  # Kept until the next call, so that no other object gets the id of a state.
        states = [state for _, state in steps]
        self._h = dict(zip(map(id, states), evaluate(self._problem, states), strict=True))

    def heuristic(self, state: S) -> float:
        """Return the h of a state that was evaluated last."""
        h: float = self._h[id(state)]
        return h


class LayerBatch(Generic[S, A]):
    """The edges out of the states of a layer, which are listed together so that their ends are evaluated together."""

    def __init__(self, problem: ResolvedProblem[S, A], state_at: int) -> None:
        self._problem, self._state_at = problem, state_at
        self._edges: dict[int, tuple[Node, list[tuple[A, S, float]]]] = {}
        self.listing: Node | None = None
        """The node whose edges the problem was asked for last, while the edges of a layer are listed."""
        self.evaluated: list[tuple[A, S]] = []
        """The states that were evaluated last, each with the action that led to it."""

    def is_ready(self, node: Node) -> bool:
        """Return True if the edges out of a node are known."""
        return id(node) in self._edges

    def prepare(self, nodes: Iterable[Node], is_known: Callable[[Any], bool]) -> dict[Any, tuple[S, float]]:
        """List the edges out of some nodes, and evaluate their ends. Return the states with their h, by key.
        States whose key ``is_known`` aren't evaluated.
        """
        key_of, edges_of, at = self._problem.state_key, self._problem.edges, self._state_at
        edges: dict[int, tuple[Node, list[tuple[A, S, float]]]] = {}
        new: dict[Any, tuple[A, S]] = {}
        for node in nodes:
            self.listing = node
            edges[id(node)] = node, [(action, reached, cost) for action, reached, cost in edges_of(node[at])]
            for action, reached, _ in edges[id(node)][1]:
                key = reached if key_of is None else key_of(reached)
                if key not in new and not is_known(key):
                    new[key] = action, reached
        self.evaluated = list(new.values())
        states = [state for _, state in self.evaluated]
        values = map(plain_number, evaluate(self._problem, states))
        found = dict(zip(new, zip(states, values, strict=True), strict=True))
        self._edges, self.listing = edges, None
        return found

    def edges(self, node: Node) -> list[tuple[A, S, float]]:
        """Return the edges out of a node."""
        return self._edges[id(node)][1]
