"""Dijkstra's algorithm, also known as uniform-cost search."""

from __future__ import annotations

from typing import ClassVar

from astarlib.engines.best_first import BestFirst
from astarlib.searching import Guarantee, HeuristicRequirement


class Dijkstra(BestFirst):
    """Dijkstra's algorithm: expand the state with the smallest g, the cost so far.

    It stops when the next state to expand is a goal; the solution is then optimal. On an implicit graph, this algorithm
    is also known as uniform-cost search. It never calls the problem's ``heuristic``.

    Parameters
    ----------
    tie_break:
        The order of states with equal g. See :class:`~astarlib.TieBreak`.
    reopen:
        This has no effect on the solution, because no cheaper path to a closed state exists (default True).

    See Also
    --------
    AStar : Uses a heuristic to expand fewer states.
    BreadthFirst : Finds a solution with the fewest actions.

    Examples
    --------
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> Dijkstra().search(NPuzzle("1 2 3 / 0 4 6 / 7 5 8")).cost
    3
    """

    __slots__ = ()

    uses_heuristic: ClassVar[bool] = False
    f_is_lower_bound: ClassVar[bool] = True
    formula: ClassVar[str] = "f = g"
    complexity: ClassVar[str] = "Time and memory grow with the number of states that cost at most the optimum."
    reference: ClassVar[str] = (
        'E. W. Dijkstra, "A note on two problems in connexion with graphs", Numerische Mathematik 1 (1959).'
    )
    _guarantee: ClassVar[Guarantee] = Guarantee(factor=1, lower_bound_requires=HeuristicRequirement.NOTHING)
    """The guarantee of the engine: the solution is always optimal."""

    def f(self, g: float, h: float) -> float:
        """Return g."""
        return g
