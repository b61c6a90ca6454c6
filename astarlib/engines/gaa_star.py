"""Generalized adaptive A* (GAA*)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from astarlib.engines.astar import AStar
from astarlib.engines.engine import Engine
from astarlib.resolving.resolved_problem import ResolvedProblem
from astarlib.searching import Algorithm, Guarantee, HeuristicRequirement, Journal, TieBreak
from astarlib.searching.gaa_star import GAAStarAlgorithm
from astarlib.searching.parameters import check_tie_break


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class GAAStar(Engine):
    """Generalized adaptive A*: A* that learns a better h from each run, for a problem that changes between runs.

    Call ``Search.update`` after a change, then ``run``. Edges may change, and the initial state may move. The goals may
    move, too, if the problem has ``goal_states``. Each run is a new A* search with a larger h: after a run that found
    the cost C, GAA* knows that each expanded state s is at least C - g(s) away from a goal. The h of ``states()`` and
    ``frontier()`` includes these values.

    If edges become cheaper or goals move, GAA* lowers the learned values as far as necessary. So the solution is
    optimal if the problem's h is admissible. It needn't be consistent.

    Parameters
    ----------
    tie_break:
        The order of states with equal f. See :class:`~astarlib.TieBreak`.

    See Also
    --------
    DStarLite : Expands fewer states if the goals stay the same and only few edges change.
    FSAStar : Equals A* in every respect, but the initial state and the goals must stay the same.
    AStar : Searches a problem that doesn't change.

    Examples
    --------
    >>> from astarlib.problems.grid import GridProblem
    >>> rows = ".... / .@@. / ...."
    >>> search = GAAStar().start(GridProblem(rows, (0, 0), (3, 2)))
    >>> search.run().cost
    5
    >>> search.update(problem=GridProblem(rows, (1, 0), (3, 1)))  # The start and the goal move.
    >>> search.run().cost
    3
    """

    tie_break: TieBreak = TieBreak.LOW_H

    optional_in_repr: ClassVar[tuple[str, ...]] = ("tie_break",)
    formula: ClassVar[str] = "f = g + max(h, learned h)"
    complexity: ClassVar[str] = (
        "Each run takes time like A* with the learned h. Memory grows with the number of states that were expanded in "
        "any run, and their edges."
    )
    reference: ClassVar[str] = 'X. Sun, S. Koenig, W. Yeoh, "Generalized Adaptive A*", AAMAS 2008.'
    _guarantee: ClassVar[Guarantee] = Guarantee(factor=1, requires=HeuristicRequirement.ADMISSIBLE, incremental=True)
    """The solution is optimal if h is admissible."""

    def __post_init__(self) -> None:
        check_tie_break(self.tie_break)

    def algorithm(self, problem: ResolvedProblem, journal: Journal | None) -> Algorithm:
        return GAAStarAlgorithm(problem, journal, AStar(tie_break=self.tie_break), repr(self))
