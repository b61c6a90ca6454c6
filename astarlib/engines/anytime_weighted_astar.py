"""Anytime weighted A*."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from astarlib.engines.engine import Engine
from astarlib.resolving.resolved_problem import ResolvedProblem
from astarlib.searching import Algorithm, Guarantee, HeuristicRequirement, Journal, Solutions
from astarlib.searching.anytime import AnytimeAlgorithm
from astarlib.searching.parameters import checked_weight


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class AnytimeWeightedAStar(Engine):
    """Anytime weighted A*: continue a weighted A* search after its first solution, until the best one is optimal.

    After a solution, the search discards all states whose g + h isn't below the cost of the best solution. Iterate over
    the solutions with ``Search.solutions``, or pass ``search`` a limit and take the best solution so far.

    Parameters
    ----------
    weight:
        The weight of h, a finite number >= 1 (default 2). A larger weight finds a first solution sooner, and often
        takes longer to prove that the last one is optimal.

    Raises
    ------
    ValueError
        If ``weight`` isn't a finite number >= 1.

    See Also
    --------
    ARAStar : Reduces the weight step by step.
    WeightedAStar : Ends with the first solution.

    Examples
    --------
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> search = AnytimeWeightedAStar(weight=3).start(NPuzzle("8 6 7 / 2 5 4 / 3 0 1"))
    >>> costs = [result.cost for result in search.solutions()]
    >>> costs == sorted(costs, reverse=True), costs[-1], search.run().is_optimal
    (True, 31, True)
    """

    weight: float = 2

    uses_resources: ClassVar[bool] = True
    formula: ClassVar[str] = "f = g + w·h"
    complexity: ClassVar[str] = (
        "Memory grows with the number of stored states. A state is expanded again if a cheaper path to it was found. "
        "The search can't end before all states with g + h below the optimum are expanded."
    )
    reference: ClassVar[str] = (
        'E. Hansen, R. Zhou, "Anytime Heuristic Search", Journal of Artificial Intelligence Research 28 (2007).'
    )
    _guarantee: ClassVar[Guarantee] = Guarantee(
        factor=1, requires=HeuristicRequirement.ADMISSIBLE, solutions=Solutions.IMPROVING
    )
    """The last solution is optimal if h is admissible."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "weight", checked_weight(self.weight))

    def algorithm(self, problem: ResolvedProblem, journal: Journal | None) -> Algorithm:
        return AnytimeAlgorithm(problem, journal, (self.weight,), repair=False)
