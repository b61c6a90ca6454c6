"""The states and edges on all optimal paths of a problem, as a graph, and the number of these paths."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Generic

from astarlib.engines.all_optimal import AllOptimal
from astarlib.errors import CapacityError
from astarlib.limits import Limits
from astarlib.problem import A, Problem, S
from astarlib.result import SearchResult, Status
from astarlib.search import Search
from astarlib.searching.all_optimal import AllOptimalAlgorithm


class OptimalPaths(Generic[S, A]):
    """The optimal paths of a problem as a graph: their states, their edges and their number.

    Iterate over it to get the paths one by one, each as a ``SearchResult``. The graph is complete even if there are too
    many paths to list. Every path along its edges from an initial state to a goal is optimal.

    Attributes
    ----------
    result:
        The result of the search, with one of the paths. Its status is ``UNSOLVABLE`` if there is no path.
    states:
        The states on optimal paths, in the order of their costs from the start. It's empty if there is no path.
    edges:
        The edges on optimal paths as ``(state, next_state, {"action": action, "weight": cost})``, in the order of
        ``states``. That's the form of edges in networkx, so ``nx.DiGraph(paths.edges)`` and
        ``GraphProblem(paths.edges, start, goal)`` read them. ``nx.MultiDiGraph`` keeps several actions with the same
        effect apart.
    count:
        The number of optimal paths. It's None if there are infinitely many, because a cycle of cost 0 lies on one.
    """

    def __init__(self, search: Search[S, A], result: SearchResult[S, A]) -> None:
        algorithm: Any = search._algorithm  # noqa: SLF001  # Any: the algorithm of `AllOptimal`, whose nodes are the states
        graph: AllOptimalAlgorithm[S, A] = algorithm
        self.result: SearchResult[S, A] = result
        states, edges = graph.optimal_graph()
        self.states: tuple[S, ...] = tuple(states)
        self.edges: tuple[tuple[S, S, dict[str, Any]], ...] = tuple(
            (tail, head, {"action": action, "weight": cost}) for tail, head, action, cost in edges
        )
        is_solved = result.status is Status.SOLVED
        self.count: int | None = result.statistics.details.get("optimal_solutions") if is_solved else 0
        self._search = search

    @property
    def cost(self) -> float:
        """The optimal cost. Raise ``NoSolutionError`` if there is no path."""
        return self.result.cost

    def __iter__(self) -> Iterator[SearchResult[S, A]]:
        return self._search.solutions()

    def __repr__(self) -> str:
        count = "infinitely many" if self.count is None else f"{self.count:,}"
        return f"OptimalPaths({count} paths, {len(self.states)} states, {len(self.edges)} edges)"


def optimal_paths(
    problem: Problem[S, A],
    *,
    limits: Limits = Limits(),  # noqa: B008  # It's immutable.
) -> OptimalPaths[S, A]:
    """Return the graph of all optimal paths of a problem, without listing the paths.

    Use this when you want to know which states or edges lie on some optimal path, or how many optimal paths there are.
    This runs ``AllOptimal``, so h must be admissible. Costs are compared exactly, as in ``AllOptimal``. If a cycle of
    cost 0 lies on an optimal path, the graph contains the cycle.

    Parameters
    ----------
    problem:
        The problem: a ``SearchProblem``, or any object with the same methods.
    limits:
        Limits on the search. By default, no limits.

    Raises
    ------
    CapacityError
        If a limit stops the search before all optimal paths are known.
    InvalidProblemError, TypeError
        If a method of the problem raises or returns an invalid value, or ``limits`` isn't a ``Limits``.

    See Also
    --------
    AllOptimal : The engine that lists the optimal solutions.

    Notes
    -----
    After the search, the graph takes time linear in the number of edges between the expanded states.

    Examples
    --------
    >>> from astarlib.problems.grid import GridProblem
    >>> paths = optimal_paths(GridProblem("... / .#. / ...", (0, 0), (2, 2)))
    >>> paths.count, paths.cost
    (2, 4)
    >>> paths.states
    ((0, 0), (1, 0), (0, 1), (2, 0), (0, 2), (1, 2), (2, 1), (2, 2))
    >>> [(head, data["action"]) for tail, head, data in paths.edges if tail == (0, 0)]
    [((1, 0), 'east'), ((0, 1), 'south')]
    """
    search = AllOptimal().start(problem)
    result = search.run(limits)
    if result.status is Status.LIMIT:
        limit = "" if result.limit is None else result.limit.value
        raise CapacityError(
            f"the limit {limit!r} stopped the search after {result.statistics.expanded:,} expansions; raise the limit, "
            "or use AStar() for one optimal path"
        )
    return OptimalPaths(search, result)
