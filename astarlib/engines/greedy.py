"""Greedy best-first search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from astarlib.engines.best_first import BestFirst
from astarlib.searching.guarantee import Guarantee


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class GreedyBestFirst(BestFirst):
    """Greedy best-first search: expand the state with the smallest h, regardless of the cost so far.

    It often finds a solution with few expansions, but gives no bound on its cost in advance. After the search,
    ``suboptimality_bound`` of the result states what is proved about the cost.

    Parameters
    ----------
    tie_break:
        The order of states with equal h. See :class:`~astarlib.TieBreak`.
    reopen:
        If True, a closed state goes back to the frontier when a cheaper path to it is found (default False).

    See Also
    --------
    WeightedAStar : Bounds the cost in advance.
    AStar : Finds an optimal solution.

    Examples
    --------
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> result = GreedyBestFirst().search(NPuzzle("8 6 7 / 2 5 4 / 3 0 1"))
    >>> result.cost >= 31
    True
    """

    reopen: bool = False

    formula: ClassVar[str] = "f = h"
    complexity: ClassVar[str] = (
        "In the worst case all states are expanded, usually far fewer than by A*. "
        "With reopen=True, a state may be expanded again for a cheaper path. Reading the lower bound is O(frontier)."
    )
    reference: ClassVar[str] = (
        'J. E. Doran, D. Michie, "Experiments with the Graph Traverser Program", '
        "Proceedings of the Royal Society A 294 (1966)."
    )
    _guarantee: ClassVar[Guarantee] = Guarantee()
    """The guarantee of the engine: complete, without a bound on the cost."""

    def f(self, g: float, h: float) -> float:
        """Return h."""
        return h
