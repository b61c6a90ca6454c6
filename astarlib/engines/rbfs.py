"""Recursive best-first search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from astarlib.engines.engine import Engine
from astarlib.events import Event, Expansions
from astarlib.resolving.resolved_problem import ResolvedProblem
from astarlib.searching import Algorithm, Guarantee, HeuristicRequirement, Journal
from astarlib.searching.recursive_best_first import RecursiveBestFirstAlgorithm


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class RBFS(Engine):
    """Recursive best-first search: expand states in the order of f = g + h, and store only one path and its siblings.

    The search follows the best path until an alternative elsewhere has a smaller f. Then it discards the subtree that
    it leaves, and keeps the smallest f of the subtree as the value of the subtree's root. If the search returns later,
    it expands the states of the subtree again. A successor is discarded if it's already on the path.

    Whenever the search stops, ``lower_bound`` is the smallest value of a stored alternative. A search of a finite
    state space always ends. To prove that no solution exists, the search visits every path without a cycle, and there
    can be exponentially many.

    A successor never gets a smaller value than its parent. If h is consistent, these are the values that Korf defines.

    ``heuristic_change`` is used if the problem has it. If the sum of its floats is below 0 by at most 1e-9, the search
    attributes this to rounding and uses h = 0.

    See Also
    --------
    IDAStar : Stores less, and repeats the whole search with a rising threshold.
    AStar : Stores states and expands each only once if h is consistent.

    Examples
    --------
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> result = RBFS().search(NPuzzle("8 1 7 / 4 5 6 / 2 0 3", goal="0 1 2 / 3 4 5 / 6 7 8"))
    >>> result.cost, result.suboptimality_bound
    (25, 1.0)
    >>> result.statistics.stored
    46
    """

    event_types: ClassVar[frozenset[type[Event]]] = Engine.event_types | {Expansions}
    formula: ClassVar[str] = "f = g + h, with backed-up values"
    complexity: ClassVar[str] = (
        "Memory grows with the depth times the branching factor. Time grows with the number of paths whose f is at "
        "most the optimal cost, and with the number of times that the search returns to a discarded subtree. If nearly "
        "every path has a different f (road lengths, for example, or rounded sums of floats), the search can alternate "
        "between subtrees, and the number of expansions can grow with the square of the number of paths."
    )
    reference: ClassVar[str] = 'R. E. Korf, "Linear-space best-first search", Artificial Intelligence 62 (1993).'
    _guarantee: ClassVar[Guarantee] = Guarantee(factor=1, requires=HeuristicRequirement.ADMISSIBLE)
    """The solution is optimal if h is admissible."""

    def algorithm(self, problem: ResolvedProblem, journal: Journal | None) -> Algorithm:
        return RecursiveBestFirstAlgorithm(problem, journal)
