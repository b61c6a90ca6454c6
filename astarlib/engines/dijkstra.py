"""Dijkstra's algorithm, also known as uniform-cost search."""

from __future__ import annotations

from typing import ClassVar

from astarlib.engines.best_first import BestFirst
from astarlib.searching.guarantee import Guarantee, HeuristicRequirement


class Dijkstra(BestFirst):
    """Dijkstra's algorithm: expand the state with the smallest g, the cost so far.

    On an implicit graph, stopping at the first goal, it is also known as uniform-cost search.

    The problem's ``heuristic`` is never called.

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

    @property
    def guarantee(self) -> Guarantee:
        """The guarantee of the engine."""
        return Guarantee(factor=1, lower_bound_requires=HeuristicRequirement.NOTHING)

    def f(self, g: float, h: float) -> float:  # noqa: ARG002  # the signature of every formula
        """G alone."""
        return g
