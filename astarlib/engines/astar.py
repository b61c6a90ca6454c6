"""A*."""

from __future__ import annotations

from typing import ClassVar

from astarlib.engines.best_first import BestFirst
from astarlib.searching.guarantee import Guarantee


class AStar(BestFirst):
    """A*: expand the state with the smallest f = g + h, the cost so far plus the estimated remaining cost.

    The solution is optimal if h is admissible, that is, never overestimates. With ``reopen=False``, h must be
    consistent. In every case, ``lower_bound`` and ``suboptimality_bound`` of the result state what is proved.

    Parameters
    ----------
    tie_break:
        The order of states with equal f. See :class:`~astarlib.TieBreak`.
    reopen:
        If True (the default), a closed state goes back to the frontier when a cheaper path to it is found.

    See Also
    --------
    WeightedAStar : Finds a solution faster, within a known factor of the optimum.
    IDAStar : Needs memory only for the current path.
    Dijkstra : Needs no heuristic.

    Examples
    --------
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> result = AStar().search(NPuzzle("1 2 3 / 0 4 6 / 7 5 8"))
    >>> result.actions
    ('right', 'down', 'right')
    >>> result.suboptimality_bound
    1.0
    """

    __slots__ = ()

    f_is_lower_bound: ClassVar[bool] = True
    formula: ClassVar[str] = "f = g + h"
    complexity: ClassVar[str] = (
        "Time and memory grow with the number of states whose f is at most the optimal cost. If h is consistent, each "
        "of them is expanded once. If it isn't, reopening may take exponentially many expansions."
    )
    reference: ClassVar[str] = (
        'P. E. Hart, N. J. Nilsson, B. Raphael, "A Formal Basis for the Heuristic Determination of Minimum Cost '
        'Paths", IEEE Transactions on Systems Science and Cybernetics 4 (1968).'
    )

    @property
    def guarantee(self) -> Guarantee:
        """The solution is optimal if h is admissible; with ``reopen=False``, if h is consistent."""
        return self._bounded_by(1)

    def f(self, g: float, h: float) -> float:
        """Return g + h. If h is admissible, no solution that extends the path to this state costs less."""
        return g + h
