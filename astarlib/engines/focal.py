"""Focal search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from astarlib.engines.engine import Engine
from astarlib.resolving.resolved_problem import ResolvedProblem
from astarlib.searching import Algorithm, Guarantee, HeuristicRequirement, Journal
from astarlib.searching.focal import FocalAlgorithm
from astarlib.searching.parameters import checked_weight


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class FocalSearch(Engine):
    """Focal search: among the states within the bound, prefer those with the fewest steps to go.

    Use it instead of :class:`~astarlib.WeightedAStar` if the costs of the actions differ a lot. Weighted A* then spends
    its time on many cheap actions. If the problem has a method ``steps_to_go(state)``, an estimate of the number of
    actions to a goal, this engine can follow the states that need the fewest. The estimate needn't be admissible.
    Without the method, h takes its place.

    The smallest f = g + h in the frontier is a lower bound on the optimal cost. The focal list has the states whose f
    is at most ``weight`` times this bound. Of four expansions, two take the state of this list with the fewest steps to
    go. One takes the state with the smallest g + weight × h, and one the state with the smallest f, which raises the
    bound. So the search doesn't get stuck if one of these orders is bad.

    Parameters
    ----------
    weight:
        The largest allowed ratio of the solution's cost to the optimum, a finite number >= 1 (default 1.5).

    Raises
    ------
    ValueError
        If ``weight`` isn't a finite number >= 1.

    See Also
    --------
    WeightedAStar : Gives the same guarantee with less time per expansion, if the costs differ little.
    ARAStar : Improves its solution while time remains.

    Examples
    --------
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> class HeavyPuzzle(NPuzzle):
    ...     def successors(self, state):
    ...         for action, board, _ in super().successors(state):
    ...             yield action, board, 840 // state[board.index(0)]
    ...     def heuristic(self, state):
    ...         return 105 * super().heuristic(state)
    ...     def steps_to_go(self, state):
    ...         return super().heuristic(state)
    >>> result = FocalSearch(weight=3).search(HeavyPuzzle("8 6 7 / 2 5 4 / 3 0 1"))
    >>> result.suboptimality_bound <= 3
    True
    """

    weight: float = 1.5

    uses_resources: ClassVar[bool] = True
    formula: ClassVar[str] = "steps to go, g + w·h and g + h in turn, where g + h ≤ w·(smallest g + h)"
    complexity: ClassVar[str] = (
        "Memory grows with the number of stored states. A state is expanded again each time that a cheaper path to it "
        "is found, even if h is consistent. Choosing a state takes O(log n) for n states, and an expansion about three "
        "times as long as one of A*."
    )
    reference: ClassVar[str] = (
        'M. Fickert, T. Gu, W. Ruml, "New Results in Bounded-Suboptimal Search", AAAI 36 (2022); '
        'J. Pearl, J. H. Kim, "Studies in Semi-Admissible Heuristics", IEEE Transactions on Pattern Analysis and '
        "Machine Intelligence 4 (1982)."
    )

    def __post_init__(self) -> None:
        object.__setattr__(self, "weight", checked_weight(self.weight))

    @property
    def guarantee(self) -> Guarantee:
        """A solution costs at most ``weight`` times the optimum if h is admissible."""
        return Guarantee(factor=self.weight, requires=HeuristicRequirement.ADMISSIBLE)

    def algorithm(self, problem: ResolvedProblem, journal: Journal | None) -> Algorithm:
        return FocalAlgorithm(problem, journal, self.weight)
