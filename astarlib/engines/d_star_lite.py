"""D* Lite: a search from the goals that repairs its solution after edges or the initial state have changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from astarlib.engines.engine import Engine
from astarlib.events import Event
from astarlib.resolving.resolved_problem import ResolvedProblem
from astarlib.searching import Algorithm, Guarantee, HeuristicRequirement, Journal
from astarlib.searching.d_star_lite import DStarLiteAlgorithm
from astarlib.searching.lpa_star import EVENT_TYPES


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class DStarLite(Engine):
    """D* Lite: search from the goals to the initial state, and repair the solution after it has moved.

    It's LPA* in the other direction, for a robot that walks along its path and finds out that the map is wrong. Edges
    can change as in LPA*, and the initial state can move, too. The goals must stay the same. For each move, pass a new
    problem to ``search.update``.

    The problem needs the methods ``goal_states`` and ``predecessors``, which graphs, grids, N-puzzles, pancakes and the
    Towers of Hanoi have. With a ``backward_heuristic``, which estimates the cost from the initial state, the search
    expands fewer states. Without one, as in a graph without coordinates, the estimate is 0. The backward heuristic must
    be consistent for the changed costs, too. If the initial state moves, the estimates must also satisfy the
    triangle inequality: the estimate from one state to another is at most the sum of the estimates by way of a third
    state. All distances on a map, such as Manhattan, do.

    See Also
    --------
    LPAStar : Needs only an admissible heuristic, and no predecessors, if the initial state stays.
    BAEStar : A bidirectional engine for a single search.

    Examples
    --------
    >>> from astarlib.problems.grid import GridProblem
    >>> before = GridProblem("..... / ..... / .....", (0, 1), (4, 1))
    >>> search = DStarLite().start(before)
    >>> search.run().cost
    4
    >>> after = before.with_costs({(3, 1): float("inf")}).between((1, 1), (4, 1))
    >>> search.update(problem=after)
    >>> search.run().cost
    5
    """

    event_types: ClassVar[frozenset[type[Event]]] = EVENT_TYPES
    estimates_backward: ClassVar[bool] = True
    requires: ClassVar[frozenset[str]] = frozenset(("goal_states", "predecessors"))
    instead: ClassVar[str] = "LPAStar() doesn't need it"
    formula: ClassVar[str] = "k1 = min(g, rhs) + h + k_m, backward"
    complexity: ClassVar[str] = (
        "Memory grows with the number of stored states and their edges. A run after an update expands a state at most "
        "twice, and only states whose cost to the goals has changed, or that matter only for the new initial state."
    )
    reference: ClassVar[str] = (
        'S. Koenig, M. Likhachev, "D* Lite", Proceedings of the Eighteenth National Conference on Artificial '
        'Intelligence (2002); S. Koenig, M. Likhachev, "Fast Replanning for Navigation in Unknown Terrain", IEEE '
        "Transactions on Robotics 21 (2005)."
    )
    _guarantee: ClassVar[Guarantee] = Guarantee(
        factor=1,
        requires=HeuristicRequirement.CONSISTENT,
        lower_bound_requires=HeuristicRequirement.CONSISTENT,
        incremental=True,
    )
    """The solution is optimal if the backward heuristic is consistent."""

    def algorithm(self, problem: ResolvedProblem, journal: Journal | None) -> Algorithm:
        return DStarLiteAlgorithm(problem, journal, repr(self))
