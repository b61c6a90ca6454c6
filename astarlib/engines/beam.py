"""Beam search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from astarlib.engines.engine import Engine
from astarlib.resolving.resolved_problem import ResolvedProblem
from astarlib.searching import Algorithm, Guarantee, HeuristicRequirement, Journal, Solutions
from astarlib.searching.beam import BeamAlgorithm


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class BeamSearch(Engine):
    """Beam search: expand the states layer by layer, and keep only the best states of each layer.

    A layer contains states with the same number of actions. Of the successors of a layer, the search keeps the
    ``width`` states with the smallest f = g + h, and forgets the others. It keeps a state of an earlier layer only if
    the new path to it is cheaper.

    With ``complete=True``, the search then starts again with twice the width. It improves the solution until it's
    optimal, or proves that no solution exists. To take the first solution, pass ``Limits(solutions=1)``. To see each
    improvement, iterate over ``Search.solutions``.

    If the problem has ``resources``, a layer takes no state that a better one, or one of an earlier layer, dominates.
    If it has ``heuristic_batch``, the search evaluates all new states of a layer with one call.

    With ``complete=False``, the search ends after one pass. The status is ``GAVE_UP`` if it has no solution but has
    forgotten states that could lead to one.

    Parameters
    ----------
    width:
        The largest number of states that a layer keeps, an int of at least 1. Defaults to 1000.
    complete:
        True (the default) to repeat the search with twice the width until the best solution is optimal.

    Raises
    ------
    ValueError, TypeError
        If ``width`` isn't an int >= 1, or ``complete`` isn't a bool.

    See Also
    --------
    ARAStar : Improves a solution without repeating the search from the start.
    GreedyBestFirst : Finds a first solution and stores all states.

    Examples
    --------
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> puzzle = NPuzzle("8 1 7 / 4 5 6 / 2 0 3", goal="0 1 2 / 3 4 5 / 6 7 8")
    >>> result = BeamSearch(width=20, complete=False).search(puzzle)
    >>> result.cost, result.lower_bound
    (37, 23)
    >>> BeamSearch(width=20).search(puzzle).suboptimality_bound
    1.0
    """

    width: int = 1000
    complete: bool = True

    uses_resources: ClassVar[bool] = True
    optional_in_repr: ClassVar[tuple[str, ...]] = ("complete",)
    formula: ClassVar[str] = "f = g + h within each layer"
    complexity: ClassVar[str] = (
        "One pass expands at most width states of each layer, and stores them with the successors of the current "
        "layer. With complete=True, the passes together expand about twice as many states as the last one, if the "
        "number of layers stays the same."
    )
    reference: ClassVar[str] = 'W. Zhang, "Complete Anytime Beam Search", AAAI 1998.'

    def __post_init__(self) -> None:
        if not isinstance(self.width, int) or isinstance(self.width, bool):
            raise TypeError(f"width must be an int of at least 1, not {self.width!r}")
        if self.width < 1:
            raise ValueError(f"width must be an int of at least 1, not {self.width!r}")
        if not isinstance(self.complete, bool):
            raise TypeError(f"complete must be True or False, not {self.complete!r}")

    @property
    def guarantee(self) -> Guarantee:
        """With ``complete=True``, the last solution is optimal if h is admissible; otherwise, there is no bound."""
        if not self.complete:
            return Guarantee(complete=False, solutions=Solutions.IMPROVING)
        return Guarantee(factor=1, requires=HeuristicRequirement.ADMISSIBLE, solutions=Solutions.IMPROVING)

    def algorithm(self, problem: ResolvedProblem, journal: Journal | None) -> Algorithm:
        return BeamAlgorithm(problem, journal, self.width, complete=self.complete)
