"""BAE*: bidirectional search with heuristics in both directions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from astarlib.engines.engine import Engine
from astarlib.events import Event
from astarlib.resolving.resolved_problem import ResolvedProblem
from astarlib.searching import Algorithm, Guarantee, HeuristicRequirement, Journal, Solutions
from astarlib.searching.bidirectional import EVENT_TYPES, BidirectionalAlgorithm


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class BAEStar(Engine):
    """BAE* (bidirectional A* with error, also known as DIBBS): search from both ends, with a heuristic for each.

    The forward side starts at the initial state, and the backward side at all goals. They take turns, one expansion
    each, and expand the state with the smallest b = 2g + h - h'. Here h estimates the cost to the other end, and h' the
    cost from the side's own end. g - h' is the error of h' at a state, so a state is preferred if h' is exact there.

    The problem needs the methods ``goal_states``, ``predecessors`` and ``backward_heuristic``, which N-puzzles,
    pancakes, the Towers of Hanoi and grids have. `with_predecessors` adds them to a problem. If the problem has a
    ``cost_unit``, the search ends earlier.

    Both heuristics must be consistent. The search checks each edge that it generates. If a heuristic isn't consistent
    there, it raises an error that names the edge. An inconsistency that no edge shows isn't detected, and then the
    solution may not be optimal. The methods that describe the problem backward are checked as for
    `BidirectionalDijkstra`.

    See Also
    --------
    AStar : Needs only an admissible heuristic, and no predecessors.
    BidirectionalDijkstra : Needs no heuristic.

    Examples
    --------
    >>> from astarlib import AStar
    >>> from astarlib.problems.pancake import PancakeProblem
    >>> stack = PancakeProblem("3 1 2 5 4 8 6 7")
    >>> result = BAEStar().search(stack)
    >>> result.cost == AStar().search(stack).cost, result.is_optimal
    (True, True)
    """

    event_types: ClassVar[frozenset[type[Event]]] = EVENT_TYPES
    estimates_backward: ClassVar[bool] = True
    requires: ClassVar[frozenset[str]] = frozenset(("backward_heuristic", "goal_states", "predecessors"))
    instead: ClassVar[str] = "AStar() doesn't need it, and BidirectionalDijkstra() needs no heuristic"
    formula: ClassVar[str] = "b = 2g + h - h', on both sides"
    complexity: ClassVar[str] = (
        "Memory grows with the number of stored states of both sides. No state is expanded twice by the same side."
    )
    reference: ClassVar[str] = (
        'S. K. Sadhukhan, "Bidirectional Heuristic Search Based on Error Estimate", CSI Journal of Computing 2 (2013); '
        'E. C. Sewell, S. H. Jacobson, "Dynamically Improved Bounds Bidirectional Search", Artificial Intelligence 291 '
        "(2021)."
    )
    _guarantee: ClassVar[Guarantee] = Guarantee(
        factor=1,
        requires=HeuristicRequirement.CONSISTENT,
        lower_bound_requires=HeuristicRequirement.CONSISTENT,
        solutions=Solutions.IMPROVING,
    )
    """The last solution is optimal if both heuristics are consistent."""

    def algorithm(self, problem: ResolvedProblem, journal: Journal | None) -> Algorithm:
        return BidirectionalAlgorithm(problem, journal, repr(self), uses_heuristic=True)
