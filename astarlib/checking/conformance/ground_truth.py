"""The exact optimum and heuristic properties of a small problem, from visiting every state."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from astarlib._support.plain_values import plain_number
from astarlib.heuristics.backward_search import BackwardSearch
from astarlib.problem import Problem
from astarlib.resolving.resolved_problem import (
    backward_heuristic_of,
    edges_back_of,
    edges_of,
    goal_states_of,
    resolve_problem,
    starts_of,
    state_key_of,
    truth,
)
from astarlib.searching.walk import breadth_first
from astarlib.verification import is_close


class GroundTruth(NamedTuple):
    """The exact facts about a problem."""

    optimum: float
    """The cost of the cheapest solution, or inf without one."""
    admissible: bool
    consistent: bool
    """True if h is admissible, and consistent along every edge."""
    equal_costs: bool
    """True if all steps have the same cost."""
    both_consistent: bool
    """True if h, and the backward heuristic if there is one, are consistent in all states reachable in any way."""


class _Edge(NamedTuple):
    source: int
    target: int
    cost: float


def ground_truth_of(problem: Problem[Any, Any], max_states: int) -> GroundTruth:
    """Return the facts; raise ValueError if more than ``max_states`` states are reachable."""
    states, edges = _walked(problem, max_states)
    starts = len(starts_of(problem))
    h = [plain_number(resolve_problem(problem).heuristic(state)) for state in states]
    goals = [number for number, state in enumerate(states) if truth(problem.is_goal(state), state)]
    remaining = _distances_to(goals, edges, len(states))
    admissible = all(at_most(estimate, rest) for estimate, rest in zip(h, remaining, strict=True))
    consistent = all(at_most(h[edge.source], edge.cost + h[edge.target]) for edge in edges)
    equal_costs = len({edge.cost for edge in edges}) <= 1
    both_consistent = admissible and consistent and _is_consistent_backward(problem, states, max_states)
    return GroundTruth(min(remaining[:starts]), admissible, admissible and consistent, equal_costs, both_consistent)


def _is_consistent_backward(problem: Problem[Any, Any], states: list[Any], max_states: int) -> bool:
    """Return True if both heuristics are consistent forward and backward. ``states`` are those that can be reached."""
    back_h, goal_states, edges_back = backward_heuristic_of(problem), goal_states_of(problem), edges_back_of(problem)
    if goal_states is None or edges_back is None:
        return False
    back_h = back_h or (lambda _: 0)
    key_of, edges_out, heuristic = state_key_of(problem), edges_of(problem), resolve_problem(problem).heuristic
    known, waiting = set[Any](), [*states, *goal_states()]
    if not all(at_most(heuristic(goal), 0) for goal in goal_states()) or not at_most(back_h(states[0]), 0):
        return False
    while len(waiting) > 0:
        state = waiting.pop()
        key = state if key_of is None else key_of(state)
        if key in known:
            continue
        known.add(key)
        if len(known) > max_states:
            raise ValueError(f"more than {max_states:,} states lead to a goal of {problem!r}; pass a larger states=")
        into = list(edges_back(state))
        waiting.extend(before for _, before, _ in into)
        steps = [(before, state, cost) for _, before, cost in into]
        steps += [(state, after, cost) for _, after, cost in edges_out(state)]
        for tail, head, cost in steps:
            if not (at_most(heuristic(tail), cost + heuristic(head)) and at_most(back_h(head), cost + back_h(tail))):
                return False
    return True


def at_most(one: float, other: float) -> bool:
    """Return True if ``one`` is at most ``other``, up to rounding."""
    return one <= other or is_close(one, other)


def _walked(problem: Problem[Any, Any], max_states: int) -> tuple[list[Any], list[_Edge]]:
    """Return all reachable states, the initial ones first, and all edges between them."""
    resolve_problem(problem)  # This raises an error that names missing members.
    edges_out, key_of = edges_of(problem), state_key_of(problem)
    starts = starts_of(problem)
    states, edges = [], []
    # In the order in which the states are yielded.
    numbers = {start if key_of is None else key_of(start): number for number, start in enumerate(starts)}
    for source, (state, leaving) in enumerate(breadth_first(starts, edges_out, key_of)):
        states.append(state)
        for _, next_state, cost in leaving:
            key = next_state if key_of is None else key_of(next_state)
            edges.append(_Edge(source, numbers.setdefault(key, len(numbers)), plain_number(cost)))
        if len(numbers) > max_states:
            raise ValueError(
                f"{problem!r} has more than {max_states:,} states; pass a smaller instance, or a larger states="
            )
    return states, edges


def _distances_to(goals: list[int], edges: list[_Edge], count: int) -> list[float]:
    """Return the cost of a cheapest path to a goal from each state."""
    into: list[list[tuple[None, int, float]]] = [[] for _ in range(count)]
    for source, target, cost in edges:
        into[target].append((None, source, cost))
    search = BackwardSearch(goals, into.__getitem__, None)
    search.run()
    return [search.distances.get(state, math.inf) for state in range(count)]
