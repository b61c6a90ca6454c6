"""Fringe-saving A* (FSA*)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from astarlib.engines.astar import AStar
from astarlib.engines.engine import Engine
from astarlib.resolving.resolved_problem import ResolvedProblem
from astarlib.searching import Algorithm, Guarantee, HeuristicRequirement, Journal, TieBreak
from astarlib.searching.fsa_star import FSAStarAlgorithm
from astarlib.searching.parameters import check_tie_break


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class FSAStar(Engine):
    """Fringe-saving A*: A* that goes back to the first changed state when edges change, and searches on from there.

    Call ``Search.update`` after a change of edges, then ``run``. FSA* keeps the expansions before the first expansion
    of a changed state and repeats the others. After each run, the result equals that of a new search with `AStar`: the
    solution, the bounds, ``states()`` and ``frontier()``. Only the counters differ, because they go on. If no expanded
    state has changed, nothing is expanded.

    FSA* saves most if the changes are near the goal. The initial state, the goals and the heuristic must stay the same.

    Parameters
    ----------
    tie_break:
        The order of states with equal f. See :class:`~astarlib.TieBreak`.

    See Also
    --------
    LPAStar : Repairs the affected states only.
    GAAStar : Allows the initial state and the goals to move.
    AStar : Searches a problem that doesn't change.

    Examples
    --------
    >>> from astarlib.problems.graph import GraphProblem
    >>> roads = GraphProblem({"a": {"b": 1, "c": 3}, "b": {"c": 1}}, "a", "c")
    >>> search = FSAStar().start(roads)
    >>> search.run().cost
    2
    >>> search.update(problem=roads.with_costs({("b", "c"): 5}))
    >>> search.run().cost
    3
    """

    tie_break: TieBreak = TieBreak.LOW_H

    optional_in_repr: ClassVar[tuple[str, ...]] = ("tie_break",)
    formula: ClassVar[str] = "f = g + h"
    complexity: ClassVar[str] = (
        "Like A*, plus a log of all stored paths, which takes about as much memory as the table. An update takes time "
        "linear in the length of the log."
    )
    reference: ClassVar[str] = (
        'X. Sun, S. Koenig, "The Fringe-Saving A* Search Algorithm – A Feasibility Study", IJCAI 2007.'
    )
    _guarantee: ClassVar[Guarantee] = Guarantee(factor=1, requires=HeuristicRequirement.ADMISSIBLE, incremental=True)
    """The solution is optimal if h is admissible."""

    def __post_init__(self) -> None:
        check_tie_break(self.tie_break)

    def algorithm(self, problem: ResolvedProblem, journal: Journal | None) -> Algorithm:
        return FSAStarAlgorithm(problem, journal, AStar(tie_break=self.tie_break), repr(self))
