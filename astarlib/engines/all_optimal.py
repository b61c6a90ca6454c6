"""All optimal solutions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from astarlib.engines.engine import Engine
from astarlib.resolving.resolved_problem import ResolvedProblem
from astarlib.searching import Algorithm, Guarantee, HeuristicRequirement, Journal, Solutions
from astarlib.searching.all_optimal import AllOptimalAlgorithm


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class AllOptimal(Engine):
    r"""All optimal solutions: count and enumerate the solutions of optimal cost.

    ``search`` and ``Search.run`` end when the optimal cost is proved and all optimal solutions are known. The result
    has one of them, and ``statistics.details["optimal_solutions"]`` is their number. ``Search.solutions`` then
    enumerates them one by one, so you can take the first few of a million.

    A solution is a sequence of actions that doesn't enter a goal before its end. Two solutions are different if an
    action or a state is different. If a cycle of cost 0 lies on an optimal solution, there are infinitely many.
    ``Search.solutions`` then yields those that don't enter a state twice, and ``optimal_solutions`` is missing.

    Costs are compared exactly, also if they are floats. Two paths whose costs differ only by rounding count as
    different costs, so use integers or fractions if you need all of them.

    The result needs an admissible h. With another h, the solutions may cost more than the optimum.

    See Also
    --------
    astarlib.optimal_paths : Returns the states and edges on all optimal solutions, without listing them.
    KBest : Finds the k cheapest solutions, which may cost more than the optimum.
    AStar : Finds one optimal solution.

    Examples
    --------
    >>> from astarlib.problems.grid import GridProblem
    >>> search = AllOptimal().start(GridProblem(".....\n" * 5, (0, 0), (4, 4)))
    >>> search.run().statistics.details
    {'optimal_solutions': 70}
    >>> len({result.actions for result in search.solutions()})
    70
    """

    formula: ClassVar[str] = "f = g + h"
    complexity: ClassVar[str] = (
        "Memory grows with the number of stored states and of edges between them. The search expands all states whose "
        "f is at most the optimal cost. Counting takes time linear in the number of edges between them, and each "
        "solution of the enumeration takes time polynomial in its length and in the number of edges."
    )
    reference: ClassVar[str] = (
        'P. E. Hart, N. J. Nilsson, B. Raphael, "A Formal Basis for the Heuristic Determination of Minimum Cost '
        'Paths", IEEE Transactions on Systems Science and Cybernetics 4 (1968).'
    )
    _guarantee: ClassVar[Guarantee] = Guarantee(
        factor=1, requires=HeuristicRequirement.ADMISSIBLE, solutions=Solutions.ALL
    )
    """All solutions are optimal if h is admissible."""

    def algorithm(self, problem: ResolvedProblem, journal: Journal | None) -> Algorithm:
        return AllOptimalAlgorithm(problem, journal)
