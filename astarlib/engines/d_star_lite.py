"""D* Lite: a search from the goals that repairs its solution after edges or the initial state have changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from astarlib.capabilities import ResolvedProblem
from astarlib.engines.engine import Engine
from astarlib.errors import MissingCapabilityError
from astarlib.events import Event, Observer
from astarlib.problem import A, Problem, S
from astarlib.search import Search
from astarlib.searching.algorithm import Algorithm
from astarlib.searching.d_star_lite import DStarLiteAlgorithm
from astarlib.searching.guarantee import Guarantee, HeuristicRequirement
from astarlib.searching.journal import Journal
from astarlib.searching.lpa_star import EVENT_TYPES


@dataclass(frozen=True, slots=True, kw_only=True)
class DStarLite(Engine):
    """D* Lite: search from the goals to the initial state, and repair the solution after it has moved.

    It's LPA* in the other direction, for a robot that walks along its path and finds out that the map is wrong. Edges
    can change as in LPA*, and the initial state can move, too. The goals must stay the same. For each move, pass a new
    problem to ``search.update``.

    The problem needs the methods ``goal_states``, ``predecessors`` and ``backward_heuristic``, which N-puzzles,
    pancakes, the Towers of Hanoi and grids have. The backward heuristic estimates the cost from the initial state. It
    must be consistent for the changed costs, too. If the initial state moves, the estimates must also satisfy the
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
    >>> search.update(problem=after, changed=after.touched([(3, 1)]))
    >>> search.run().cost
    5
    """

    event_types: ClassVar[frozenset[type[Event]]] = EVENT_TYPES
    requires: ClassVar[frozenset[str]] = frozenset(("backward_heuristic", "goal_states", "predecessors"))
    formula: ClassVar[str] = "k1 = min(g, rhs) + h + k_m, backward"
    complexity: ClassVar[str] = (
        "Memory grows with the number of stored states and their edges. A run after an update expands a state at most "
        "twice, and only states whose cost to the goals has changed, or that matter only for the new initial state."
    )
    reference: ClassVar[str] = (
        'S. Koenig, M. Likhachev, "D* Lite", Proceedings of the Eighteenth National Conference on Artificial '
        "Intelligence (2002)."
    )

    @property
    def guarantee(self) -> Guarantee:
        """The solution is optimal if the backward heuristic is consistent."""
        return Guarantee(
            factor=1,
            requires=HeuristicRequirement.CONSISTENT,
            lower_bound_requires=HeuristicRequirement.CONSISTENT,
            incremental=True,
        )

    def start(self, problem: Problem[S, A], *, observer: Observer | None = None) -> Search[S, A]:
        """Return a search that hasn't run yet, so that you can run it in parts, inspect it and save it.

        Parameters
        ----------
        problem:
            The problem to solve.
        observer:
            A callable that receives the events of the search, such as ``Updated`` (see ``astarlib.events``). None (the
            default) sends no events.

        Returns
        -------
        Search
            A search with 0 expansions. Call its ``run`` method to start.

        Raises
        ------
        MissingCapabilityError
            If the problem lacks ``goal_states``, ``predecessors`` or ``backward_heuristic``.
        InvalidProblemError
            If the problem lacks a required method, or a goal isn't hashable or has an invalid estimate.
        TypeError
            If ``observer`` isn't callable, or its ``event_types`` contains something that isn't an event type.

        See Also
        --------
        astarlib.Search.update : Move the initial state.

        Examples
        --------
        >>> from astarlib.problems.npuzzle import NPuzzle
        >>> DStarLite().start(NPuzzle("1 2 3 / 4 5 6 / 0 7 8")).run().cost
        2
        """
        try:
            return Engine.start(self, problem, observer=observer)
        except MissingCapabilityError as error:
            raise MissingCapabilityError(f"{error}. LPAStar() doesn't need it") from None

    def algorithm(self, problem: ResolvedProblem[S, A], journal: Journal | None) -> Algorithm[S, A]:
        """Return the algorithm of one search."""
        return DStarLiteAlgorithm(problem, journal, repr(self))
