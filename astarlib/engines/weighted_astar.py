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
    """Weighted A*: expand the state with the smallest f = g + weight × h. Faster than A*, within a known factor.

    With ``reopen=False``, the guarantee takes a consistent h. The ``suboptimality_bound`` of the result is proved, and
    it is often much smaller than ``weight``.

    Parameters
    ----------
    weight:
        Finite, at least 1. 1 is A*; the larger, the greedier.

    Raises
    ------
    ValueError
        For any other weight.

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
        BestFirst.__post_init__(self)  # no zero-argument super(): slots=True makes another class of this one
        if isinstance(self.weight, bool) or not is_number(self.weight, 1, math.nextafter(math.inf, 0)):
            raise ValueError(f"weight must be a finite number of at least 1, not {self.weight!r}")
        object.__setattr__(self, "weight", plain_number(self.weight))

    @property
    def guarantee(self) -> Guarantee:
        """A solution costs at most ``weight`` times the optimum if h is admissible.

        With ``reopen=False``, h has to be consistent.
        """
        return Guarantee(factor=self.weight, requires=self._h_requirement())

    def f(self, g: float, h: float) -> float:
        """G + weight × h."""
        return g + self.weight * h
