"""IDA*."""

from __future__ import annotations

from astarlib.engines.deepening import Deepening


class IDAStar(Deepening):
    """Iterative-deepening A*: depth-first search of all paths with f = g + h up to a threshold, which then rises.

    Each new threshold is the smallest f that exceeded the last. States are not remembered: a state is expanded
    once for each path that leads to it.

    **Guarantee**: the solution is optimal when h is admissible; ``lower_bound`` is the threshold at every stop.
    With ``CycleCheck.PATH`` it is complete on finite spaces: it ends, with a solution or with a proof that there
    is none, in theory. On a large space that proof visits every path without a cycle, exponentially many.

    **Requires**: nothing beyond :class:`~astarlib.Problem`. ``heuristic_change`` is used when the problem has it;
    where its floats add up to less than 0 by no more than 1e-9, that is taken for rounding, and h for 0.

    **Complexity**: memory grows with the depth. Time grows with the number of paths whose f is at most the
    optimal cost, of which a graph with many ways between the same states has many more than states. With whole
    costs there is one iteration for each value of f; where nearly every path has an f of its own (costs that are
    roads, say), there are as many iterations as states in the last, and the work is its square. So it is
    where sums of floats are rounded.

    **Reference**: R. E. Korf, "Depth-First Iterative-Deepening: An Optimal Admissible Tree Search", Artificial
    Intelligence 27 (1985).

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
