"""Weighted A*."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from astarlib.engines.best_first import BestFirst
from astarlib.searching import Guarantee, Priority
from astarlib.searching.parameters import checked_weight, exact_priority

_LINEAR: Final = Priority.LINEAR  # Reading a member of an enumeration costs more than the formula.


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class WeightedAStar(BestFirst):
    """Weighted A*: expand the state with the smallest f, by default g + weight × h.

    It usually expands fewer states than A*. If h is admissible, the solution costs at most ``weight`` times the
    optimum; with ``reopen=False``, h must be consistent. ``suboptimality_bound`` of the result states the bound that
    this search proved. It's often much smaller than ``weight``.

    Parameters
    ----------
    tie_break, reopen:
        The order of states with equal f, and whether closed states can be reopened, as for :class:`~astarlib.AStar`.
    weight:
        The weight of h, a finite number >= 1 (default 1.5). 1 gives A*; larger weights rely more on h.
    priority:
        The formula of f (default ``Priority.LINEAR``). The guarantee is the same for all formulas, and the number of
        expansions isn't. See :class:`~astarlib.Priority`.

    Raises
    ------
    ValueError, TypeError
        If ``weight`` isn't a finite number >= 1, or another parameter has the wrong type.

    See Also
    --------
    AStar : Finds an optimal solution.
    AnytimeWeightedAStar : Continues after the first solution until the best one is optimal.
    ARAStar : Finds a solution quickly, then improves it with smaller weights.

    Examples
    --------
    >>> from astarlib import Priority
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> puzzle = NPuzzle("8 6 7 / 2 5 4 / 3 0 1")
    >>> WeightedAStar(weight=2).search(puzzle).cost <= 2 * 31
    True
    >>> WeightedAStar(weight=2, priority=Priority.PWXDP).search(puzzle).cost
    39
    """

    weight: float = 1.5
    priority: Priority = Priority.LINEAR

    optional_in_repr: ClassVar[tuple[str, ...]] = ("priority",)
    formula: ClassVar[str] = "f = g + w·h"
    complexity: ClassVar[str] = (
        "Time and memory as for A*, usually with far fewer expansions. Reading the lower bound is O(frontier)."
    )
    reference: ClassVar[str] = (
        'I. Pohl, "Heuristic search viewed as path finding in a graph", Artificial Intelligence 1 (1970).'
    )

    def __post_init__(self) -> None:
        BestFirst.__post_init__(self)  # super() without arguments fails: slots=True replaces the class.
        object.__setattr__(self, "weight", checked_weight(self.weight))
        if not isinstance(self.priority, Priority):
            raise TypeError(f"priority must be a Priority, for example Priority.XDP, not {self.priority!r}")

    @property
    def guarantee(self) -> Guarantee:
        """A solution costs at most ``weight`` times the optimum if h is admissible.

        With ``reopen=False``, h must be consistent.
        """
        return self._bounded_by(self.weight)

    def f(self, g: float, h: float) -> float:
        """Return the value of the formula ``priority``, by default g + weight × h."""
        if self.priority is _LINEAR:  # A second call costs more than the formula.
            try:
                return g + self.weight * h
            except (TypeError, OverflowError):  # exact_priority handles Decimals and very large ints.
                pass
        return exact_priority(self.priority, self.weight, g, h)
