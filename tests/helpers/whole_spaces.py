"""Complete state spaces with unit costs: every state, its exact distance to the goal, and all edges."""

from functools import cache
from typing import NamedTuple

from astarlib.problems.npuzzle import NPuzzle
from astarlib.problems.pancake import PancakeProblem
from astarlib.resolving.resolved_problem import resolve_problem


class Space(NamedTuple):
    """``depths`` holds just the states from which the goal can be reached; each step can be taken back."""

    problem: object
    depths: dict
    edges: dict


@cache
def puzzle_space(goal, shape):
    """All boards that can be slid into ``goal``."""
    return _space(NPuzzle(goal, goal, shape=shape))


@cache
def pancake_space(size):
    """All stacks of that size."""
    return _space(PancakeProblem(range(1, size + 1)))


def _space(solved):
    """The space around a problem that begins at its goal, by breadth-first search."""
    edges_of = resolve_problem(solved).edges
    depths, edges, frontier = {solved.initial_state: 0}, {}, [solved.initial_state]
    for state in frontier:  # The list grows during the loop.
        edges[state] = [next_state for _, next_state, _ in edges_of(state)]
        for next_state in edges[state]:
            if next_state not in depths:
                depths[next_state] = depths[state] + 1
                frontier.append(next_state)
    return Space(solved, depths, edges)


def overestimates(space, estimate):
    """The states where ``estimate`` is above the exact distance."""
    return [state for state, depth in space.depths.items() if estimate(state) > depth]


def steep_edges(space, estimate):
    """The edges along which ``estimate`` falls by more than the step costs."""
    h = {state: estimate(state) for state in space.depths}
    return [(state, after) for state, nexts in space.edges.items() for after in nexts if h[state] > 1 + h[after]]
