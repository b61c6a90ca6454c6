"""Iterative deepening."""

from __future__ import annotations

from typing import ClassVar

from astarlib.engines.deepening import Deepening
from astarlib.searching import CycleCheck, Guarantee, HeuristicRequirement


class IterativeDeepening(Deepening):
    """Iterative deepening: repeat a depth-first search of all paths with at most 0, 1, 2, ... actions.

    The solution has the fewest actions possible. The heuristic is never called. In every case, ``lower_bound`` and
    ``suboptimality_bound`` of the result state what is proved about the cost.

    With ``CycleCheck.PATH`` (the default), a search of a finite state space always ends. With ``CycleCheck.PARENT``,
    it may not end. To prove that no solution exists, the search visits every path without a cycle. With a cost limit, a
    run finds the fewest actions among the paths within the limit. A later run with a higher limit starts again from the
    initial state.

    Parameters
    ----------
    cycle_check:
        The rule that discards successors that lead back. See :class:`~astarlib.CycleCheck`.

    See Also
    --------
    BreadthFirst : Stores states and expands each only once.
    IDAStar : Uses a heuristic.

    Examples
    --------
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> IterativeDeepening().search(NPuzzle("1 2 3 / 0 4 6 / 7 5 8")).actions
    ('right', 'down', 'right')
    """

    __slots__ = ()

    uses_heuristic: ClassVar[bool] = False
    by_depth: ClassVar[bool] = True
    formula: ClassVar[str] = "depth-first up to a number of actions"
    complexity: ClassVar[str] = "Memory grows with the depth d, time with the number of paths of d actions."
    reference: ClassVar[str] = (
        'D. J. Slate, L. R. Atkin, "CHESS 4.5: The Northwestern University Chess Program" (1977); '
        'R. E. Korf, "Depth-First Iterative-Deepening: An Optimal Admissible Tree Search", '
        "Artificial Intelligence 27 (1985)."
    )

    @property
    def guarantee(self) -> Guarantee:
        """The solution is optimal if all steps cost the same; complete with ``CycleCheck.PATH``."""
        return Guarantee(
            factor=1,
            equal_costs=True,
            lower_bound_requires=HeuristicRequirement.NOTHING,
            complete=self.cycle_check is CycleCheck.PATH,
        )
