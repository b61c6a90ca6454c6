"""The k cheapest solutions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from astarlib._support.integers import check_int
from astarlib.engines.engine import Engine
from astarlib.resolving.resolved_problem import ResolvedProblem
from astarlib.searching import Algorithm, Guarantee, HeuristicRequirement, Journal, Solutions
from astarlib.searching.k_best import KBestAlgorithm


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class KBest(Engine):
    """K best: find the k cheapest solutions, in the order of their costs.

    ``result.solutions`` has all of them, the cheapest one first. To get each one as soon as its place in the order is
    proved, iterate over ``Search.solutions``.

    A solution is a sequence of actions that doesn't enter a goal before its end. Two solutions are different if an
    action or a state is different. If fewer than k solutions exist, the search ends when it has proved that. The status
    is ``SOLVED`` in both cases, and ``statistics.details["solutions"]`` is the number of solutions found.

    The order needs an admissible h. With another h, each solution is correct, but a cheaper one may come later.

    Parameters
    ----------
    k:
        The number of solutions to find, at least 1.
    simple:
        True (the default) to leave out solutions that enter a state twice. With False, a solution can have cycles, and
        there are often infinitely many.

    Raises
    ------
    ValueError, TypeError
        If ``k`` isn't an int >= 1, or ``simple`` isn't a bool.

    See Also
    --------
    AllOptimal : Finds all solutions of optimal cost.
    AStar : Finds one optimal solution.

    Examples
    --------
    >>> from astarlib.problems.graph import romania
    >>> for solution in KBest(k=3).search(romania("Arad", "Bucharest")).solutions:
    ...     print(solution.cost, *solution.states[1:-1])
    418 Sibiu Rimnicu Pitesti
    450 Sibiu Fagaras
    575 Zerind Oradea Sibiu Rimnicu Pitesti
    """

    k: int = 10
    simple: bool = True

    optional_in_repr: ClassVar[tuple[str, ...]] = ("simple",)
    formula: ClassVar[str] = "f = g + h"
    complexity: ClassVar[str] = (
        "Memory grows with the number of stored states and of edges between them. The search expands the states whose "
        "f is less than the cost of the last solution, and usually few others. The time for each further solution is "
        "polynomial in the number of stored states."
    )
    reference: ClassVar[str] = (
        'J. Y. Yen, "Finding the K Shortest Loopless Paths in a Network", Management Science 17 (1971); '
        'H. Aljazzar, S. Leue, "K*: A heuristic search algorithm for finding the k shortest paths", '
        "Artificial Intelligence 175 (2011)."
    )
    _guarantee: ClassVar[Guarantee] = Guarantee(
        factor=1, requires=HeuristicRequirement.ADMISSIBLE, solutions=Solutions.RANKED
    )
    """The solutions come in the order of their costs if h is admissible."""

    def __post_init__(self) -> None:
        check_int(self.k, "k", minimum=1)
        if not isinstance(self.simple, bool):
            raise TypeError(f"simple must be True or False, not {self.simple!r}")

    def algorithm(self, problem: ResolvedProblem, journal: Journal | None) -> Algorithm:
        return KBestAlgorithm(problem, journal, self.k, simple=self.simple)
