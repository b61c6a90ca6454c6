"""IDA*."""

from __future__ import annotations

from typing import ClassVar

from astarlib.engines.deepening import Deepening
from astarlib.searching import CycleCheck, Guarantee, HeuristicRequirement


class IDAStar(Deepening):
    """Iterative-deepening A*: repeat a depth-first search of all paths with f = g + h up to a rising threshold.

    Each new threshold is the smallest f that exceeded the last one. IDA* needs memory only for the current path. It
    doesn't remember states, so it expands a state once for each path that leads to it.

    If nearly every path has a different f, such an iteration would expand only a few states more than the one before.
    If two iterations in a row together expand less than three times as many states as the one before them, the later
    thresholds rise by more, so that an iteration is expected to expand three times as many states as the last one. If
    such an iteration finds a solution, it continues to look for a cheaper one, so the result is still optimal. No
    threshold is skipped if f is a multiple of the problem's ``cost_unit``, which is 1 if all costs are the default.

    Whenever the search stops, ``lower_bound`` is the smallest f that exceeded the threshold of the last complete
    iteration. With ``CycleCheck.PATH`` (the default), a search of a finite state space always ends. With
    ``CycleCheck.PARENT``, it may not end. To prove that no solution exists, the search visits every path without a
    cycle, and there can be exponentially many.

    ``heuristic_change`` is used if the problem has it. If the sum of its floats is below 0 by at most 1e-9, the search
    attributes this to rounding and uses h = 0.

    Parameters
    ----------
    cycle_check:
        The rule that discards successors that lead back. See :class:`~astarlib.CycleCheck`.

    See Also
    --------
    AStar : Stores states and expands each only once if h is consistent.
    IterativeDeepening : Needs no heuristic.

    References
    ----------
    U. K. Sarkar, P. P. Chakrabarti, S. Ghose, S. C. DeSarkar, "Reducing Reexpansions in Iterative-Deepening Search by
    Controlling Cutoff Bounds", Artificial Intelligence 50 (1991), skips thresholds, too.

    Examples
    --------
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> result = IDAStar().search(NPuzzle("8 1 7 / 4 5 6 / 2 0 3", goal="0 1 2 / 3 4 5 / 6 7 8"))
    >>> result.cost, result.suboptimality_bound
    (25, 1.0)
    >>> result.statistics.stored
    31
    """

    __slots__ = ()

    formula: ClassVar[str] = "depth-first up to f = g + h = threshold"
    complexity: ClassVar[str] = (
        "Memory grows with the depth. Time grows with the number of paths whose f is at most the optimal cost; in a "
        "graph with many paths between the same states, these are many more than its states. If nearly every path has "
        "a different f (road lengths, for example), the last iteration can also expand paths whose f is above the "
        "optimal cost, until it finds a solution."
    )
    reference: ClassVar[str] = (
        'R. E. Korf, "Depth-First Iterative-Deepening: An Optimal Admissible Tree Search", '
        "Artificial Intelligence 27 (1985)."
    )

    @property
    def guarantee(self) -> Guarantee:
        """The solution is optimal if h is admissible; complete with ``CycleCheck.PATH``."""
        return Guarantee(
            factor=1, requires=HeuristicRequirement.ADMISSIBLE, complete=self.cycle_check is CycleCheck.PATH
        )
