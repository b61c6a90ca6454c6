"""Anytime repairing A* (ARA*)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

from astarlib._support.plain_values import is_number
from astarlib.engines.engine import Engine
from astarlib.resolving.resolved_problem import ResolvedProblem
from astarlib.searching import Algorithm, Guarantee, HeuristicRequirement, Journal, Solutions
from astarlib.searching.anytime import AnytimeAlgorithm


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ARAStar(Engine):
    """Anytime repairing A*: find a solution with a large weight on h, then improve it with smaller weights.

    Each iteration reuses the states of the earlier ones. Iterate over the solutions with ``Search.solutions``, or pass
    ``search`` a limit and take the best solution so far. ``suboptimality_bound`` of a result limits how much worse than
    optimal its solution can be.

    Parameters
    ----------
    weights:
        The weight of h in each iteration: finite numbers of at least 1, each smaller than the one before. The last one
        is the guarantee of the final result.

    Raises
    ------
    ValueError, TypeError
        If ``weights`` isn't a tuple or list of finite numbers >= 1, each smaller than the one before, or is empty.

    See Also
    --------
    AnytimeWeightedAStar : Improves the solution with one weight.
    WeightedAStar : Runs one iteration with one weight.
    AStar : Searches for an optimal solution without earlier iterations.

    Examples
    --------
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> search = ARAStar().start(NPuzzle("8 1 7 / 4 5 6 / 2 0 3", goal="0 1 2 / 3 4 5 / 6 7 8"))
    >>> costs = [result.cost for result in search.solutions()]
    >>> costs == sorted(costs, reverse=True), costs[-1], search.run().suboptimality_bound
    (True, 25, 1.0)
    """

    weights: tuple[float, ...] = (5, 3, 2, 1.5, 1)

    optional_in_repr: ClassVar[tuple[str, ...]] = ("weights",)
    uses_resources: ClassVar[bool] = True
    formula: ClassVar[str] = "f = g + w·h, with smaller and smaller w"
    complexity: ClassVar[str] = (
        "Memory grows with the number of stored states. A state is expanded at most once in an iteration, and later "
        "again only if a cheaper path to it was found."
    )
    reference: ClassVar[str] = (
        'M. Likhachev, G. Gordon, S. Thrun, "ARA*: Anytime A* with Provable Bounds on Sub-Optimality", NIPS 2003.'
    )

    def __post_init__(self) -> None:
        if not isinstance(self.weights, tuple | list):
            raise TypeError(f"weights must be a tuple of numbers, for instance (3, 1.5, 1), not {self.weights!r}")
        object.__setattr__(self, "weights", tuple(self.weights))
        if len(self.weights) == 0:
            raise ValueError("weights must have at least one number, for instance (3, 1.5, 1)")
        before: float = math.inf
        for weight in self.weights:
            if isinstance(weight, bool) or not is_number(weight, 1, math.nextafter(math.inf, 0)) or weight >= before:
                raise ValueError(
                    "weights must be finite numbers of at least 1, each smaller than the one before, not "
                    f"{self.weights!r}"
                )
            before = weight

    @property
    def guarantee(self) -> Guarantee:
        """The last weight bounds the cost of the final result."""
        return Guarantee(
            factor=self.weights[-1], requires=HeuristicRequirement.ADMISSIBLE, solutions=Solutions.IMPROVING
        )

    def algorithm(self, problem: ResolvedProblem, journal: Journal | None) -> Algorithm:
        return AnytimeAlgorithm(problem, journal, self.weights, repair=True)
