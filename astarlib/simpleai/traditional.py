"""The searches of ``simpleai.search.traditional`` with their signatures, including positional booleans."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Hashable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from functools import cache
from typing import Any

from astarlib._support.integers import check_int
from astarlib._support.interrupts import raise_if_from_handler
from astarlib._support.plain_values import is_number, plain_number
from astarlib.engines import AStar, BreadthFirst, DepthFirst, Dijkstra, Engine, GreedyBestFirst, IterativeDeepening
from astarlib.errors import InvalidHeuristicError
from astarlib.limits import Limits
from astarlib.problem import A, FunctionProblem, Problem, S
from astarlib.resolving.resolved_problem import resolve_problem
from astarlib.result import SearchResult
from astarlib.simpleai.models import SearchNode, goal_node

__all__ = [
    "astar",
    "breadth_first",
    "depth_first",
    "greedy",
    "iterative_limited_depth_first",
    "limited_depth_first",
    "uniform_cost",
]


def astar(problem: Problem[S, A], graph_search: bool = False, viewer: object | None = None) -> SearchNode[S, A] | None:
    """Return the goal's node of an optimal solution, found with A*, or None if it's proved that there is no solution.

    The heuristic must not overestimate, but needn't be consistent.

    Parameters
    ----------
    problem:
        The problem to solve, a :class:`SearchProblem` or any object with its members.
    graph_search:
        Ignored (default: False). astarlib always stores states, so no state is expanded again without a cheaper path.
    viewer:
        An object with a dict ``stats``, such as :class:`~astarlib.simpleai.viewers.BaseViewer`, which then has the
        figures of the search. Any other object has no effect, and gives a warning on first use. The default is None.

    Raises
    ------
    InvalidProblemError
        If the problem breaks its contract, for example with a negative cost. It has the state, action and value. A
        negative h counts as 0, with a warning, because simpleai accepts it.

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
    >>> node = astar(Stairs(initial_state=0), graph_search=True)
    >>> node.state, node.cost, node.depth, node.action
    (10, 4, 4, 1)
    """
    _warn_of(viewer)
    return _solved(AStar(), problem, viewer)


def greedy(problem: Problem[S, A], graph_search: bool = False, viewer: object | None = None) -> SearchNode[S, A] | None:
    """Return the goal's node of a solution, found with greedy best-first search, or None if there is proved to be none.

    The solution may be far from optimal.

    Parameters
    ----------
    problem, graph_search, viewer:
        The parameters of :func:`astar`, with the same errors.

    Examples
    --------
    >>> from astarlib.problems.pancake import PancakeProblem
    >>> greedy(PancakeProblem("2 4 1 3")).state
    (1, 2, 3, 4)
    """
    _warn_of(viewer)
    return _solved(GreedyBestFirst(), problem, viewer)


def uniform_cost(
    problem: Problem[S, A], graph_search: bool = False, viewer: object | None = None
) -> SearchNode[S, A] | None:
    """Return the goal's node of an optimal solution, found with Dijkstra's algorithm, or None if there is none.

    It evaluates no heuristic. None means that this is proved.

    Parameters
    ----------
    problem, graph_search, viewer:
        The parameters of :func:`astar`, with the same errors.

    Examples
    --------
    >>> from astarlib.problems.pancake import PancakeProblem
    >>> uniform_cost(PancakeProblem("2 4 1 3")).cost
    4
    """
    _warn_of(viewer)
    return _solved(Dijkstra(), problem, viewer)


def breadth_first(
    problem: Problem[S, A], graph_search: bool = False, viewer: object | None = None
) -> SearchNode[S, A] | None:
    """Return the goal's node of a solution with the fewest actions, or None if it's proved that there is no solution.

    Parameters
    ----------
    problem, graph_search, viewer:
        The parameters of :func:`astar`, with the same errors.

    Examples
    --------
    >>> from astarlib.problems.pancake import PancakeProblem
    >>> breadth_first(PancakeProblem("2 4 1 3")).depth
    4
    """
    _warn_of(viewer)
    return _solved(BreadthFirst(), problem, viewer)


def depth_first(
    problem: Problem[S, A], graph_search: bool = False, viewer: object | None = None
) -> SearchNode[S, A] | None:
    """Return the goal's node of a solution, found by depth-first search, or None if it's proved that there is none.

    The solution is often long. The search ends on every finite state space, unlike simpleai's without ``graph_search``.

    Parameters
    ----------
    problem, graph_search, viewer:
        The parameters of :func:`astar`, with the same errors.

    Examples
    --------
    >>> from astarlib.problems.pancake import PancakeProblem
    >>> depth_first(PancakeProblem("2 4 1 3")).depth
    9
    """
    _warn_of(viewer)
    return _solved(DepthFirst(), problem, viewer)


def iterative_limited_depth_first(
    problem: Problem[S, A], graph_search: bool = False, viewer: object | None = None
) -> SearchNode[S, A] | None:
    """Return the goal's node of a solution with the fewest actions, or None if it's proved that there is no solution.

    Iterative deepening takes memory proportional to the number of actions. On a finite state space without a solution
    it returns None, while simpleai's function never ends.

    Parameters
    ----------
    problem, graph_search, viewer:
        The parameters of :func:`astar`, with the same errors. ``graph_search=True`` gives a warning, since the search
        stores only the current path.

    Examples
    --------
    >>> from astarlib.problems.pancake import PancakeProblem
    >>> iterative_limited_depth_first(PancakeProblem("2 4 1 3")).depth
    4
    """
    _warn_of(viewer, remembering=graph_search)
    return _solved(IterativeDeepening(), problem, viewer)


def limited_depth_first(
    problem: Problem[S, A], depth_limit: int, graph_search: bool = False, viewer: object | None = None
) -> SearchNode[S, A] | None:
    """Return the goal's node of a solution with the fewest actions, or None if each has more than ``depth_limit``.

    Parameters
    ----------
    problem, graph_search, viewer:
        The parameters of :func:`iterative_limited_depth_first`.
    depth_limit:
        The largest number of actions, at least 0.

    Raises
    ------
    ValueError, TypeError
        If ``depth_limit`` isn't a whole number >= 0.

    Examples
    --------
    >>> from astarlib.problems.pancake import PancakeProblem
    >>> stack = PancakeProblem("2 4 1 3")
    >>> limited_depth_first(stack, 3) is None, limited_depth_first(stack, 4).depth
    (True, 4)
    """
    _warn_of(viewer, remembering=graph_search)
    check_int(depth_limit, "depth_limit", minimum=0)
    edges = resolve_problem(problem).edges

    def steps(state: S) -> Iterable[tuple[A, S, float]]:
        return [(action, next_state, 1) for action, next_state, _ in edges(state)]  # The cost is the depth.

    counted = FunctionProblem(
        problem.initial_state, successors=steps, is_goal=problem.is_goal, state_key=_key_of(problem)
    )
    result = IterativeDeepening().search(counted, limits=Limits(cost=depth_limit))
    _fill_stats(viewer, result)
    solution = result.solution
    if solution is None:
        return None
    states = zip(solution.states, solution.actions, solution.states[1:], strict=False)
    return goal_node(problem, solution.path, [plain_number(problem.cost(*step)) for step in states])


def _solved(engine: Engine, problem: Problem[S, A], viewer: object | None) -> SearchNode[S, A] | None:
    searched = _with_functions(problem, problem.heuristic) if _key_of(problem) is _frozen else problem
    try:
        result = engine.search(searched)
    except InvalidHeuristicError as error:
        if not is_number(error.value, -math.inf, 0):
            raise
        _warn_once(f"{error} simpleai accepts it, so it is used as 0 here")

        def not_negative(state: S) -> float:
            h = plain_number(problem.heuristic(state))
            return 0 if is_number(h, -math.inf, 0) else h  # The engine checks it.

        result = engine.search(_with_functions(problem, not_negative))
    _fill_stats(viewer, result)
    solution = result.solution
    return None if solution is None else goal_node(problem, solution.path, solution.costs)


def _with_functions(problem: Problem[S, A], heuristic: Callable[[S], float]) -> FunctionProblem[S, A]:
    """Return a problem with the same edges and goals, another heuristic, and states of any kind."""
    return FunctionProblem(
        problem.initial_state,
        successors=resolve_problem(problem).edges,
        is_goal=problem.is_goal,
        heuristic=heuristic,
        state_key=_key_of(problem),
    )


def _fill_stats(viewer: object | None, result: SearchResult[Any, Any]) -> None:
    """Write the figures of a search into the viewer's ``stats``, if it has any."""
    stats = getattr(viewer, "stats", None)
    if isinstance(stats, dict):
        visited = result.statistics.expanded + (result.solution is not None)
        stats.update(max_fringe_size=result.statistics.peak_frontier, visited_nodes=visited, iterations=visited)


def _key_of(problem: Problem[S, A]) -> Callable[[S], Hashable] | None:
    """Return a key function for unhashable states, which simpleai allows, or None if no key is needed."""
    own = resolve_problem(problem).state_key
    if own is not None:
        return own
    try:
        hash(problem.initial_state)
    except TypeError as error:
        raise_if_from_handler(error)
        return _frozen
    return None


def _frozen(state: Any) -> Hashable:  # Any: lists, sets and dicts of anything.
    """Convert lists to tuples, sets to frozensets and dicts to frozensets of pairs, recursively."""
    if isinstance(state, list | tuple):
        return tuple(_frozen(part) for part in state)
    if isinstance(state, AbstractSet):
        return frozenset(state)
    if isinstance(state, Mapping):
        return frozenset((key, _frozen(value)) for key, value in state.items())
    other: Hashable = state  # If it isn't hashable, the engine raises an error that names the state.
    return other


def _warn_of(viewer: object | None, *, remembering: bool = False) -> None:
    """Warn about arguments that have no effect. Only the public functions may call this, for the stack level."""
    if viewer is not None and not isinstance(getattr(viewer, "stats", None), dict):
        _warn_once(
            "viewer= has no effect in astarlib, except that the stats of a BaseViewer are filled. To watch a search, "
            "pass an observer to an engine: AStar().search(problem, observer=...)"
        )
    if remembering:
        _warn_once(
            "graph_search=True has no effect here: iterative deepening stores only the current path, on which no state "
            "occurs twice. If that takes too long, use breadth_first, which stores states and finds as short a solution"
        )


@cache
def _warn_once(text: str) -> None:
    warnings.warn(
        text, stacklevel=4
    )  # 1 is here, 2 the caller, 3 the function that the user called, 4 the user's line.
