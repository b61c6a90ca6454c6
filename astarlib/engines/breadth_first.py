"""Breadth-first search."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from astarlib.engines.best_first import BestFirst
from astarlib.searching import Guarantee, HeuristicRequirement, TieBreak


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class BreadthFirst(BestFirst):
    """Breadth-first search: expand the states in the order in which they were first generated.

    The solution has the fewest actions possible. The heuristic is never called. In every case, ``lower_bound`` and
    ``suboptimality_bound`` of the result state what is proved about the cost. A goal is recognized when it's the next
    state to expand.

    After a run with a cost limit, the order is different and the solution may have more actions. Its bounds are still
    correct.

    See Also
    --------
    Dijkstra : Finds a cheapest solution if steps have different costs.
    IterativeDeepening : Needs memory only for the current path.

    Examples
    --------
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> BreadthFirst().search(NPuzzle("1 2 3 / 0 4 6 / 7 5 8")).actions
    ('right', 'down', 'right')
    """

    tie_break: TieBreak = field(default=TieBreak.FIFO, init=False)
    reopen: bool = field(default=False, init=False)

    uses_heuristic: ClassVar[bool] = False
    keep_first_path: ClassVar[bool] = True
    formula: ClassVar[str] = "the oldest state first"
    complexity: ClassVar[str] = (
        "Each state is expanded at most once. Time and memory grow with the number of states that are no more actions "
        "away than the solution."
    )
    reference: ClassVar[str] = (
        'E. F. Moore, "The shortest path through a maze" (1959); '
        'C. Y. Lee, "An Algorithm for Path Connections and Its Applications", '
        "IRE Transactions on Electronic Computers EC-10 (1961)."
    )
    _guarantee: ClassVar[Guarantee] = Guarantee(
        factor=1, equal_costs=True, lower_bound_requires=HeuristicRequirement.NOTHING
    )
    """The guarantee of the engine: the solution is optimal if all steps cost the same."""

    def f(self, g: float, h: float) -> float:  # Only the age of a state matters.
        """Return 0 for all states, so that the oldest one comes first."""
        return 0
