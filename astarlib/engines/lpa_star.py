"""LPA*: A* that repairs its solution after edges have changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from astarlib.engines.engine import Engine
from astarlib.events import Event
from astarlib.resolving.resolved_problem import ResolvedProblem
from astarlib.searching import Algorithm, Guarantee, HeuristicRequirement, Journal
from astarlib.searching.lpa_star import EVENT_TYPES, LPAStarAlgorithm


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class LPAStar(Engine):
    """LPA* (lifelong planning A*): repair the solution after edges have changed, instead of searching again.

    The first run expands about the states that A* expands. After ``search.update(problem=...)``, the next run expands
    only states whose cost has changed, as far as they matter for the solution. This is far less work than a new search
    if few edges change, above all near the goal. If many edges change, or edges near the initial state, a new search
    can be faster. The initial state, the goals and the heuristic must stay the same.

    The solution is optimal if h is admissible for the changed costs, too. LPA* needs more memory than A*, because it
    remembers the edges of all expanded states. It needs no ``predecessors``.

    See Also
    --------
    DStarLite : Also lets the initial state move.
    AStar : Faster for a single search.

    Examples
    --------
    >>> from astarlib.problems.grid import GridProblem
    >>> before = GridProblem("..... / ..... / .....", (0, 1), (4, 1))
    >>> search = LPAStar().start(before)
    >>> search.run().cost
    4
    >>> after = before.with_costs({(3, 1): float("inf")})
    >>> search.update(problem=after)
    >>> search.run().cost
    6
    """

    event_types: ClassVar[frozenset[type[Event]]] = EVENT_TYPES
    formula: ClassVar[str] = "k1 = min(g, rhs) + h"
    complexity: ClassVar[str] = (
        "Memory grows with the number of stored states and their edges. If h is consistent, a run after an update "
        "expands a state at most twice, and only states whose cost has changed."
    )
    reference: ClassVar[str] = (
        'S. Koenig, M. Likhachev, "Incremental A*", Advances in Neural Information Processing Systems 14 (2001); '
        'S. Koenig, M. Likhachev, D. Furcy, "Lifelong Planning A*", Artificial Intelligence 155 (2004).'
    )
    _guarantee: ClassVar[Guarantee] = Guarantee(factor=1, requires=HeuristicRequirement.ADMISSIBLE, incremental=True)
    """The solution is optimal if h is admissible."""

    def algorithm(self, problem: ResolvedProblem, journal: Journal | None) -> Algorithm:
        return LPAStarAlgorithm(problem, journal, repr(self))
