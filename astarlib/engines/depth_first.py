"""Depth-first search."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from astarlib.engines.best_first import BestFirst
from astarlib.searching.parameters import TieBreak


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class DepthFirst(BestFirst):
    """Depth-first search that remembers states: expand the newest state, so of a state's actions the last first.

    **Guarantee**: none on the cost; ``lower_bound`` and ``suboptimality_bound`` say afterwards what is proved.
    Complete: on a finite space it ends, with a solution or with a proof that there is none. The heuristic is never
    called.

    **Requires**: nothing beyond :class:`~astarlib.Problem`.

    **Complexity**: each state is expanded at most once. Since all states are remembered, so that none is expanded
    for a second path, memory grows with the number of expansions; :class:`~astarlib.IterativeDeepening` remembers
    only its path.

    **Reference**: R. Tarjan, "Depth-first search and linear graph algorithms" (1972).

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

    def f(self, g: float, h: float) -> float:  # noqa: ARG002  # the age decides
        """The same for all: the newest comes first."""
        return 0
