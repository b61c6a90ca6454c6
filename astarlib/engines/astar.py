"""A*."""

from __future__ import annotations

from typing import ClassVar

from astarlib.engines.best_first import BestFirst


class AStar(BestFirst):
    """A*: expand the state with the smallest f = g + h, cost so far plus estimated cost to go.

    **Guarantee**: the solution is optimal when h is admissible, with ``reopen=False`` when it is also
    consistent. In every case ``lower_bound`` and ``suboptimality_bound`` of the result say what is proved.
    Complete: on a finite space it ends, with a solution or with a proof that there is none.

    **Requires**: nothing beyond :class:`~astarlib.Problem`.

    **Complexity**: time and memory grow with the number of states whose f is at most the optimal cost. With a
    consistent h each is expanded once; with an inconsistent one reopening may take exponentially many expansions.

    **Reference**: P. E. Hart, N. J. Nilsson, B. Raphael, "A Formal Basis for the Heuristic Determination of
    Minimum Cost Paths", IEEE Transactions on Systems Science and Cybernetics 4 (1968).

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

    def f(self, g: float, h: float) -> float:
        """G + h: a lower bound on the cost of every solution through the state, when h is admissible."""
        return g + h
