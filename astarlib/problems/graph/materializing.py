"""A finite problem as a graph of its states."""

from __future__ import annotations

from typing import Any

from astarlib.engines.exploring import explore
from astarlib.errors import CapacityError
from astarlib.limits import Limits
from astarlib.problem import Problem
from astarlib.problems.graph.graph import Graph
from astarlib.resolving.resolved_problem import edges_of, resolve_problem, state_key_of


def materialize(
    problem: Problem[Any, Any],
    *,
    limits: Limits = Limits(),  # noqa: B008  # It's immutable.
) -> Graph[Any]:  # Any: states of any problem
    """Return the graph of all states that can be reached from the initial state of a problem, ordered by their costs.

    Use this when you want to solve many problems in the same small state space. The graph is made once. After that,
    ``GraphProblem(graph, start, goal)`` takes O(1), compiled engines can solve it, and
    :class:`astarlib.heuristics.Landmarks` can guide them. An action of a ``GraphProblem`` is the next state. If several
    actions lead from one state to another, only the cheapest is kept. If the problem has a ``state_key``, the nodes are
    the keys.

    Parameters
    ----------
    problem:
        The problem. Its ``is_goal`` and ``heuristic`` are never called.
    limits:
        Limits on the exploration. Without limits (the default), an infinite state space fills the memory.

    Raises
    ------
    CapacityError
        If a limit stops the exploration before all states are found.
    InvalidProblemError, TypeError
        If a method of the problem raises or returns an invalid value, or ``limits`` isn't a ``Limits``.

    Notes
    -----
    The edges of each state are computed twice. The graph takes about 100 bytes for each edge in addition to the states.

    Examples
    --------
    >>> from astarlib import Dijkstra
    >>> from astarlib.problems.graph import GraphProblem
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> graph = materialize(NPuzzle("1 2 / 3 0"))
    >>> len(graph), Dijkstra().search(GraphProblem(graph, (1, 2, 3, 0), (0, 1, 3, 2))).cost
    (12, 2)
    """
    resolve_problem(problem)  # This call raises the error for an object that isn't a problem.
    explored = explore(problem, limits=limits)
    if not explored.is_complete:
        limit = "" if explored.result.limit is None else explored.result.limit.value
        raise CapacityError(
            f"the limit {limit!r} stopped the exploration after {len(explored):,} states; raise the limit, or search "
            "the problem itself"
        )
    edges, key_of = edges_of(problem), state_key_of(problem)
    costs: dict[Any, dict[Any, float]] = {}
    for state in explored:
        heads = costs[state if key_of is None else key_of(state)] = {}
        for _, next_state, cost in edges(state):
            head = next_state if key_of is None else key_of(next_state)
            heads[head] = min(cost, heads.get(head, cost))
    return Graph(costs)
