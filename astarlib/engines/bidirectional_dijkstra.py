"""Bidirectional Dijkstra: Dijkstra's algorithm from the start and from the goals at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from astarlib.engines.engine import Engine
from astarlib.events import Event
from astarlib.resolving.resolved_problem import ResolvedProblem
from astarlib.searching import Algorithm, Guarantee, HeuristicRequirement, Journal, Solutions
from astarlib.searching.bidirectional import EVENT_TYPES, BidirectionalAlgorithm


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class BidirectionalDijkstra(Engine):
    """Bidirectional Dijkstra: Dijkstra's algorithm from the initial state and from all goals at once.

    The two sides take turns, one expansion each, and expand the state with the smallest g. The search ends when no
    undiscovered path can be cheaper than the best one found. It doesn't call ``heuristic``.

    The problem needs the methods ``goal_states`` and ``predecessors``. `with_predecessors` adds them to a problem. If
    the problem has a ``cost_unit``, the search ends earlier.

    The search raises an error if ``is_goal`` rejects one of ``goal_states``, or accepts another state that the forward
    side expands. It also raises one if a step of a solution isn't an edge of the problem, or if ``predecessors`` lacks
    an edge where the two sides meet. A state or an edge that is missing elsewhere isn't detected, and then the solution
    may not be optimal. `check_problem` finds it.

    See Also
    --------
    BAEStar : Uses heuristics in both directions.
    Dijkstra : Searches only from the initial state, so it needs no list of goals.

    Examples
    --------
    >>> from astarlib.problems.hanoi import TowersOfHanoi
    >>> result = BidirectionalDijkstra().search(TowersOfHanoi(disks=6, pegs=4))
    >>> result.cost, result.is_optimal
    (17, True)
    """

    uses_heuristic: ClassVar[bool] = False
    event_types: ClassVar[frozenset[type[Event]]] = EVENT_TYPES
    requires: ClassVar[frozenset[str]] = frozenset(("goal_states", "predecessors"))
    instead: ClassVar[str] = "Dijkstra() doesn't need it"
    formula: ClassVar[str] = "f = g, on both sides"
    complexity: ClassVar[str] = (
        "Time and memory grow with the number of states that cost at most about half of the optimum, counted from the "
        "initial state and from the goals."
    )
    reference: ClassVar[str] = (
        'I. Pohl, "Bi-directional Search", Machine Intelligence 6 (1971); '
        'T. A. J. Nicholson, "Finding the Shortest Route Between Two Points in a Network", The Computer Journal 9 '
        "(1966)."
    )
    _guarantee: ClassVar[Guarantee] = Guarantee(
        factor=1, lower_bound_requires=HeuristicRequirement.NOTHING, solutions=Solutions.IMPROVING
    )
    """The last solution is always optimal."""

    def algorithm(self, problem: ResolvedProblem, journal: Journal | None) -> Algorithm:
        return BidirectionalAlgorithm(problem, journal, repr(self), uses_heuristic=False)
