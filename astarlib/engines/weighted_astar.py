"""Weighted A*."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

from astarlib._support.plain_values import is_number, plain_number
from astarlib.engines.best_first import BestFirst
from astarlib.searching.guarantee import Guarantee


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class WeightedAStar(BestFirst):
    """Weighted A*: expand the state with the smallest f = g + weight × h.

    It usually expands fewer states than A*. If h is admissible, the solution costs at most ``weight`` times the
    optimum; with ``reopen=False``, h must be consistent. ``suboptimality_bound`` of the result states the bound that
    this search proved. It's often much smaller than ``weight``.

    Parameters
    ----------
    tie_break:
        The order of states with equal f. See :class:`~astarlib.TieBreak`.
    reopen:
        If True (the default), a closed state goes back to the frontier when a cheaper path to it is found.
    weight:
        The weight of h, a finite number >= 1 (default 1.5). 1 gives A*; larger weights rely more on h.

    Raises
    ------
    TypeError
        If ``tie_break`` isn't a ``TieBreak``, or ``reopen`` isn't a bool.
    ValueError
        If ``weight`` isn't a finite number >= 1.

    See Also
    --------
    AStar : Finds an optimal solution.
    ARAStar : Finds a solution quickly, then improves it with smaller weights.

    Examples
    --------
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> result = WeightedAStar(weight=2).search(NPuzzle("8 6 7 / 2 5 4 / 3 0 1"))
    >>> result.cost <= 2 * 31
    True
    """

    weight: float = 1.5

    formula: ClassVar[str] = "f = g + w·h"
    complexity: ClassVar[str] = (
        "Time and memory as for A*, usually with far fewer expansions. Reading the lower bound is O(frontier)."
    )
    reference: ClassVar[str] = (
        'I. Pohl, "Heuristic search viewed as path finding in a graph", Artificial Intelligence 1 (1970).'
    )

    def __post_init__(self) -> None:
        BestFirst.__post_init__(self)  # super() without arguments fails: slots=True replaces the class.
        if isinstance(self.weight, bool) or not is_number(self.weight, 1, math.nextafter(math.inf, 0)):
            raise ValueError(f"weight must be a finite number of at least 1, not {self.weight!r}")
        object.__setattr__(self, "weight", plain_number(self.weight))

    @property
    def guarantee(self) -> Guarantee:
        """A solution costs at most ``weight`` times the optimum if h is admissible.

        With ``reopen=False``, h must be consistent.
        """
        return Guarantee(factor=self.weight, requires=self._h_requirement())

    def f(self, g: float, h: float) -> float:
        """Return g + weight × h."""
        return g + self.weight * h
