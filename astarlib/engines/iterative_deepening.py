"""Iterative deepening."""

from __future__ import annotations

from typing import ClassVar

from astarlib.engines.deepening import Deepening


class IterativeDeepening(Deepening):
    """Depth-first search of all paths of at most 0, 1, 2, ... actions. The heuristic is never called.

    **Guarantee**: a solution of the fewest actions, hence an optimal one where all steps cost the same. In every
    case ``lower_bound`` and ``suboptimality_bound`` say what is proved of the cost. With ``CycleCheck.PATH`` it is
    complete on finite spaces, though the proof that there is no solution visits every path without a cycle. A run
    under a cost limit finds the fewest actions of those paths that keep it; one with a higher limit begins anew.

    **Requires**: nothing beyond :class:`~astarlib.Problem`.

    **Complexity**: memory grows with the depth d, time with the number of paths of d actions.

    **Reference**: D. J. Slate and L. R. Atkin, "CHESS 4.5: The Northwestern University Chess Program" (1977);
    R. E. Korf, "Depth-First Iterative-Deepening" (1985).

    Examples
    --------
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> IterativeDeepening().search(NPuzzle("1 2 3 / 0 4 6 / 7 5 8")).actions
    ('right', 'down', 'right')
    """

    __slots__ = ()

    uses_heuristic: ClassVar[bool] = False
    by_depth: ClassVar[bool] = True
