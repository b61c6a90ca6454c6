"""Small random graphs with properties that are difficult for engines, such as cycles, dead ends and costs of 0."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING, Any, Final

from astarlib.problem import SearchProblem

if TYPE_CHECKING:
    from astarlib.compiled_domain import CompiledDomain

_COSTS: Final[tuple[list[Any], ...]] = (  # Any: numbers of several types.
    [1],
    [0, 1, 1, 2, 3, 5, 8],
    [Fraction(1, 3), Fraction(1, 2), 0, 2],
    [0.0, 0.25, 0.5, 1.75, 3.0],
)
_STEEP: Final = ((0, 1, 4), (0, 2, 1), (2, 1, 1))
_STEEP_H: Final[tuple[float, ...]] = (0, 0, 6, 0, 0, 0, 0, 0, 0)  # A* closes node 1 at g = 4, and then reaches it at 2.
_ESTIMATES: Final[tuple[float, ...]] = (0, 0, 1, 3, 99)


class RandomGraph(SearchProblem[Any, int]):  # Any: a node's number, or an unhashable list with it.
    """A random graph of 2 to 9 nodes. The same ``seed`` gives the same graph. Actions are the numbers of edges.

    The graphs have cycles, loops, parallel edges, dead ends, and zero to two goals. Costs are ints, fractions or
    floats, and may be 0. The heuristic is consistent, admissible or neither. All graphs have
    ``predecessors`` and ``goal_states``, most have a ``backward_heuristic``, and some have other optional capabilities.
    Graphs without fractions have a ``compiled_domain``.
    """

    def __init__(self, seed: int) -> None:
        random = Random(seed)
        size, costs = random.randint(2, 9), random.choice(_COSTS)
        ends = [(random.randrange(node), node) for node in range(1, size)]  # Every node is reachable.
        ends += [(random.randrange(size), random.randrange(size)) for _ in range(random.randint(0, size))]
        random.shuffle(ends)
        self._edges = [(source, target, random.choice(costs)) for source, target in ends]
        goals = random.choice([[], [0], *[[size - 1]] * 8, [size - 1, size // 2]])
        is_steep = size > 3 and random.random() < 0.25
        if is_steep:
            self._edges = [*_STEEP, (1, size - 1, 5), *((tail, head, 5) for tail, head in ends if tail > 2)]
        self._goals = frozenset(goals)
        self._h = _STEEP_H[:size] if is_steep else self._estimates(random, size)
        self._seed = seed
        self._keyed = random.random() < 0.3
        super().__init__(self._state(0))
        self.state_key: Callable[[Any], Hashable] | None = self._node if self._keyed else None
        self.successors: Callable[[Any], Any] | None = self._leaving if random.random() < 0.5 else None
        has_change = math.inf not in self._h and random.random() < 0.5
        self.heuristic_change: Callable[..., Any] | None = self._change if has_change else None
        has_batch = Random(seed + 0.25).random() < 0.5
        self.heuristic_batch: Callable[[Any], Any] | None = self._estimates_of if has_batch else None
        self.steps_to_go: Callable[[Any], float] | None = self._steps if Random(seed + 0.75).random() < 0.7 else None
        self.predecessors: Callable[[Any], Any] = self._entering  # Set on the instance, like ``successors``.
        self.goal_states: Callable[[], Any] = self._all_goals
        self._add_backward(Random(seed + 0.5), costs)
        is_exact = any(isinstance(cost, Fraction) for _, _, cost in self._edges)
        self.compiled_domain: Callable[[], CompiledDomain[Any]] | None = None if is_exact else self._compiled

    def __repr__(self) -> str:
        return f"RandomGraph({self._seed})"

    def actions(self, state: Any, /) -> list[int]:
        return [number for number, _, _ in self._leaving(state)]

    def result(self, state: Any, action: int, /) -> Any:  # The edge number is enough.
        return self._state(self._edges[action][1])

    def cost(self, state: Any, action: int, next_state: Any, /) -> float:  # The edge number is enough.
        cost: float = self._edges[action][2]
        return cost

    def heuristic(self, state: Any, /) -> float:
        return self._h[self._node(state)]

    def is_goal(self, state: Any, /) -> bool:
        return self._node(state) in self._goals

    def _state(self, node: int) -> Any:
        return [node] if self._keyed else node

    def _node(self, state: Any) -> int:
        node: int = state[0] if self._keyed else state
        return node

    def _leaving(self, state: Any, end: int = 0) -> list[tuple[int, Any, float]]:
        """Return the edges out of a state, or those into it with ``end=1``."""
        return [
            (number, self._state(edge[1 - end]), edge[2])
            for number, edge in enumerate(self._edges)
            if edge[end] == self._node(state)
        ]

    def _entering(self, state: Any) -> list[tuple[int, Any, float]]:
        return self._leaving(state, 1)

    def _all_goals(self) -> list[Any]:
        return [self._state(goal) for goal in sorted(self._goals)]

    def _change(self, state: Any, action: int, next_state: Any) -> float:  # The signature of the capability.
        return self._h[self._node(next_state)] - self._h[self._node(state)]

    def _estimates_of(self, states: Any) -> list[float]:
        return [self._h[self._node(state)] for state in states]

    def _steps(self, state: Any) -> float:
        """Return a bad estimate of the number of actions, inf for some states, because it may be one."""
        return math.inf if (node := self._node(state)) % 7 == 5 else node * 5 % 4

    def _compiled(self) -> CompiledDomain[Any]:
        from astarlib.checking.conformance.compiled_graphs import compiled_domain  # It loads numpy.

        back_hs = None if self.backward_heuristic is None else self._back_h
        steps = None if self.steps_to_go is None else [self._steps(self._state(node)) for node in range(len(self._h))]
        return compiled_domain(
            self._edges, self._h, back_hs, self._goals, steps, state_of=self._state, node_of=self._node
        )

    def _add_backward(self, random: Random, costs: list[Any]) -> None:
        """Give most graphs a backward heuristic, and some a unit of the costs."""
        size, kind = len(self._h), random.choice(["consistent", "consistent", "consistent", "wild", "none"])
        self._back_h = [random.choice(_ESTIMATES) for _ in range(size)]
        if kind == "consistent":
            self._back_h[0] = 0
            for _ in range(size):
                for source, target, cost in self._edges:
                    self._back_h[target] = min(self._back_h[target], self._back_h[source] + cost)
        self.backward_heuristic: Callable[[Any], float] | None = None if kind == "none" else self._estimate_back
        is_unit = costs == [1] and all(cost == 1 for _, _, cost in self._edges) and random.random() < 0.5
        self.cost_unit: float | None = 1 if is_unit else None

    def _estimate_back(self, state: Any) -> float:
        return self._back_h[self._node(state)]

    def _estimates(self, random: Random, size: int) -> list[float]:
        """Return a consistent h, an admissible one that is rarely consistent, or an arbitrary one."""
        kind = random.choice(["consistent", "consistent", "admissible", "admissible", "wild"])
        remaining = [0 if node in self._goals else math.inf for node in range(size)]
        self._relax(remaining)
        wild = [random.choice(_ESTIMATES) for _ in range(size)]
        if kind == "wild":
            return wild
        h = [
            min(estimate, rest) if rest < math.inf or random.random() < 0.3 else math.inf
            for estimate, rest in zip(wild, remaining, strict=True)
        ]
        if kind == "consistent":
            self._relax(h)
        return h

    def _relax(self, values: list[float]) -> None:
        """Lower each value to at most the cost of a step plus the value of its successor, until nothing changes."""
        for _ in values:
            for source, target, cost in self._edges:
                values[source] = min(values[source], cost + values[target])
