"""The searches, with simpleai's signatures: their booleans are positional, as there."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Hashable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from functools import cache
from typing import Any

from astarlib._support.integers import check_int
from astarlib._support.plain_values import plain_number
from astarlib.capabilities import resolve_problem
from astarlib.engines import AStar, BreadthFirst, DepthFirst, Dijkstra, Engine, GreedyBestFirst, IterativeDeepening
from astarlib.limits import Limits
from astarlib.problem import A, FunctionProblem, Problem, S
from astarlib.simpleai.node import SearchNode, goal_node


def astar(problem: Problem[S, A], graph_search: bool = False, viewer: object | None = None) -> SearchNode[S, A] | None:
    """A*: an optimal solution when the heuristic never overestimates, consistent or not.

    Parameters
    ----------
    problem:
        What to solve: a :class:`SearchProblem`, or any class with its members.
    graph_search:
        Without effect: states are always remembered, so no state is searched twice for nothing.
    viewer:
        Without effect, but for a warning, once.

    Returns
    -------
    SearchNode or None
        The node of the goal; None when it is proved that there is no solution.

    Raises
    ------
    InvalidProblemError
        When the problem breaks its contract, for instance by an h or a cost below 0; names state, action and value.

    Examples
    --------
    >>> from astarlib.simpleai import SearchProblem
    >>> class Stairs(SearchProblem):
    ...     def actions(self, state):
    ...         return [1, 3]
    ...     def result(self, state, action):
    ...         return state + action
    ...     def is_goal(self, state):
    ...         return state == 10
    ...     def heuristic(self, state):
    ...         return max(0, 10 - state) / 3
    >>> node = astar(Stairs(initial_state=0), graph_search=True)
    >>> node.state, node.cost, node.depth, node.action
    (10, 4, 4, 1)
    """
    _warn_of(viewer)
    return _solved(AStar(), problem)


def greedy(problem: Problem[S, A], graph_search: bool = False, viewer: object | None = None) -> SearchNode[S, A] | None:
    """Greedy best-first search: some solution. Parameters, result and errors as of :func:`astar`."""
    _warn_of(viewer)
    return _solved(GreedyBestFirst(), problem)


def uniform_cost(
    problem: Problem[S, A], graph_search: bool = False, viewer: object | None = None
) -> SearchNode[S, A] | None:
    """Dijkstra's algorithm: an optimal solution without a heuristic. Parameters, result, errors as of :func:`astar`."""
    _warn_of(viewer)
    return _solved(Dijkstra(), problem)


def breadth_first(
    problem: Problem[S, A], graph_search: bool = False, viewer: object | None = None
) -> SearchNode[S, A] | None:
    """Breadth-first search: a solution of the fewest actions. Parameters, result and errors as of :func:`astar`."""
    _warn_of(viewer)
    return _solved(BreadthFirst(), problem)


def depth_first(
    problem: Problem[S, A], graph_search: bool = False, viewer: object | None = None
) -> SearchNode[S, A] | None:
    """Depth-first search: some solution, often a long one. It ends on every finite space, unlike simpleai's without
    ``graph_search``. Parameters, result and errors as of :func:`astar`.
    """
    _warn_of(viewer)
    return _solved(DepthFirst(), problem)


def iterative_limited_depth_first(
    problem: Problem[S, A], graph_search: bool = False, viewer: object | None = None
) -> SearchNode[S, A] | None:
    """Iterative deepening: a solution of the fewest actions, in memory that grows with their number alone.

    On a finite space without a solution it gives None in the end, where simpleai's goes on for ever. Parameters,
    result and errors as of :func:`astar`, but ``graph_search`` is warned of: only the current path is remembered.
    """
    _warn_of(viewer, remembering=graph_search)
    return _solved(IterativeDeepening(), problem)


def limited_depth_first(
    problem: Problem[S, A], depth_limit: int, graph_search: bool = False, viewer: object | None = None
) -> SearchNode[S, A] | None:
    """A solution of at most ``depth_limit`` actions, the fewest possible; None when there is none so short.

    Other parameters, result and errors as of :func:`iterative_limited_depth_first`; ValueError for a limit below 0,
    TypeError for what is no whole number.
    """
    _warn_of(viewer, remembering=graph_search)
    check_int(depth_limit, "depth_limit", minimum=0)
    edges = resolve_problem(problem).edges

    def steps(state: S) -> Iterable[tuple[A, S, float]]:
        return [(action, next_state, 1) for action, next_state, _ in edges(state)]  # so that the cost is the depth

    counted = FunctionProblem(
        problem.initial_state, successors=steps, is_goal=problem.is_goal, state_key=_key_of(problem)
    )
    solution = IterativeDeepening().search(counted, limits=Limits(cost=depth_limit)).solution
    if solution is None:
        return None
    states = zip(solution.states, solution.actions, solution.states[1:], strict=False)
    return goal_node(problem, solution.path, [plain_number(problem.cost(*step)) for step in states])


def _solved(engine: Engine, problem: Problem[S, A]) -> SearchNode[S, A] | None:
    key = _key_of(problem)
    searched: Problem[S, A] = problem
    if key is _frozen:
        edges = resolve_problem(problem).edges
        searched = FunctionProblem(
            problem.initial_state,
            successors=edges,
            is_goal=problem.is_goal,
            heuristic=problem.heuristic,
            state_key=key,
        )
    solution = engine.search(searched).solution
    return None if solution is None else goal_node(problem, solution.path, solution.costs)


def _key_of(problem: Problem[S, A]) -> Callable[[S], Hashable] | None:
    """A hashable stand-in for states that are not hashable, as simpleai's may be; None where none is needed."""
    own = resolve_problem(problem).state_key
    if own is not None:
        return own
    try:
        hash(problem.initial_state)
    except TypeError:
        return _frozen
    return None


def _frozen(state: Any) -> Hashable:  # Any: lists, sets and dicts of anything
    """Lists as tuples, sets as frozen sets, dicts as sets of pairs, to any depth; else the state itself."""
    if isinstance(state, list | tuple):
        return tuple(_frozen(part) for part in state)
    if isinstance(state, AbstractSet):
        return frozenset(state)
    if isinstance(state, Mapping):
        return frozenset((key, _frozen(value)) for key, value in state.items())
    kept: Hashable = state  # what still has no hash is refused by the engine, which names the state
    return kept


def _warn_of(viewer: object | None, *, remembering: bool = False) -> None:
    """Warn of what was asked for and is not done; called by what the user calls."""
    if viewer is not None:
        _warn_once(
            "viewer= means nothing here, and is told of nothing; to watch a search, give an engine an observer: "
            "AStar().search(problem, observer=...)"
        )
    if remembering:
        _warn_once(
            "graph_search=True means nothing here: iterative deepening remembers only its path, on which no state is "
            "twice; where that takes too long, breadth_first finds as short a solution and remembers the states"
        )


@cache
def _warn_once(text: str) -> None:
    warnings.warn(text, stacklevel=4)  # 1 is here, 2 is _warn_of, 3 is what the user called
