"""Iterative deepening."""

from __future__ import annotations

from typing import ClassVar

from astarlib.engines.deepening import Deepening
from astarlib.searching.guarantee import Guarantee, HeuristicRequirement
from astarlib.searching.parameters import CycleCheck


class IterativeDeepening(Deepening):
    """Depth-first search of all paths of at most 0, 1, 2, ... actions. The heuristic is never called.

    The solution has the fewest actions possible. In every case ``lower_bound`` and ``suboptimality_bound`` say what is
    proved of the cost. Only with ``CycleCheck.PATH`` does a search always end on a finite state space, and the proof
    that no solution exists visits every path without a cycle. A run under a cost limit finds the fewest actions of the
    paths that keep it; a run with a higher limit starts again from the initial state.

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
        'R. E. Korf, "Depth-First Iterative-Deepening" (1985).'
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
