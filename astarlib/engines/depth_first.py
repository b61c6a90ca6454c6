"""Depth-first search."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from astarlib.engines.best_first import BestFirst
from astarlib.resolving.resolved_problem import ResolvedProblem
from astarlib.searching import Algorithm, Guarantee, HeuristicRequirement, Journal, TieBreak
from astarlib.searching.depth_limited import DepthLimitedAlgorithm


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class DepthFirst(BestFirst):
    """Depth-first search that stores all states: expand the newest state first.

    The last action of a state is followed first. The heuristic is never called. After the search, ``lower_bound`` and
    ``suboptimality_bound`` of the result state what is proved about the cost.

    With ``max_depth``, a state is expanded again if it's found again with fewer actions, so that the search reaches
    every state within ``max_depth`` actions. If it ends without a solution although ``max_depth`` left a state
    unexpanded, the status is ``GAVE_UP``.

    Parameters
    ----------
    max_depth:
        The largest number of actions of a path, an int >= 0. A state at this depth is tested for the goal and isn't
        expanded. None (the default) sets no limit.

    Raises
    ------
    ValueError, TypeError
        If ``max_depth`` is neither None nor an int >= 0.

    See Also
    --------
    IterativeDeepening : Stores only the states of the current path.

    Examples
    --------
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> DepthFirst().search(NPuzzle("1 2 / 0 3")).actions
    ('right',)
    >>> DepthFirst(max_depth=1).search(NPuzzle("1 2 3 / 4 5 6 / 0 7 8")).status.name
    'GAVE_UP'
    """

    max_depth: int | None = None

    tie_break: TieBreak = field(default=TieBreak.LIFO, init=False)
    reopen: bool = field(default=False, init=False)

    optional_in_repr: ClassVar[tuple[str, ...]] = ("max_depth",)
    uses_heuristic: ClassVar[bool] = False
    keep_first_path: ClassVar[bool] = True
    formula: ClassVar[str] = "the newest state first"
    complexity: ClassVar[str] = (
        "Each state is expanded at most once, or with max_depth at most max_depth times. All states are stored, so "
        "memory grows with the number of expansions."
    )
    reference: ClassVar[str] = (
        'R. Tarjan, "Depth-first search and linear graph algorithms", SIAM Journal on Computing 1 (1972).'
    )

    def __post_init__(self) -> None:
        if self.max_depth is None:
            return
        if not isinstance(self.max_depth, int) or isinstance(self.max_depth, bool):
            raise TypeError(f"max_depth must be None or an int >= 0, not {self.max_depth!r}")
        if self.max_depth < 0:
            raise ValueError(f"max_depth must be None or an int >= 0, not {self.max_depth!r}")

    @property
    def guarantee(self) -> Guarantee:
        """No bound on the cost; complete without ``max_depth``."""
        return Guarantee(lower_bound_requires=HeuristicRequirement.NOTHING, complete=self.max_depth is None)

    def f(self, g: float, h: float) -> float:  # Only the age of a state matters.
        """Return 0 for all states, so that the newest one comes first."""
        return 0

    def algorithm(self, problem: ResolvedProblem, journal: Journal | None) -> Algorithm:
        if self.max_depth is None:
            return BestFirst.algorithm(self, problem, journal)
        return DepthLimitedAlgorithm(problem, journal, self.max_depth)
