"""Depth-first search."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from astarlib.engines.best_first import BestFirst
from astarlib.searching.guarantee import Guarantee, HeuristicRequirement
from astarlib.searching.parameters import TieBreak


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class DepthFirst(BestFirst):
    """Depth-first search that stores all states: expand the newest state first.

    The last action of a state is followed first. The heuristic is never called. After the search, ``lower_bound`` and
    ``suboptimality_bound`` of the result state what is proved about the cost.

    See Also
    --------
    IterativeDeepening : Stores only the states of the current path.

    Examples
    --------
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> DepthFirst().search(NPuzzle("1 2 / 0 3")).actions
    ('right',)
    """

    tie_break: TieBreak = field(default=TieBreak.LIFO, init=False)
    reopen: bool = field(default=False, init=False)

    uses_heuristic: ClassVar[bool] = False
    keep_first_path: ClassVar[bool] = True
    formula: ClassVar[str] = "the newest state first"
    complexity: ClassVar[str] = (
        "Each state is expanded at most once. All states are stored, so memory grows with the number of expansions."
    )
    reference: ClassVar[str] = 'R. Tarjan, "Depth-first search and linear graph algorithms" (1972).'

    @property
    def guarantee(self) -> Guarantee:
        """The guarantee of the engine: complete, without a bound on the cost."""
        return Guarantee(lower_bound_requires=HeuristicRequirement.NOTHING)

    def f(self, g: float, h: float) -> float:  # noqa: ARG002  # the age decides
        """Return 0 for all states, so that the newest one comes first."""
        return 0
