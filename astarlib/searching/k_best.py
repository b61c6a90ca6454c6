"""The k cheapest solutions in the order of their costs."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from operator import attrgetter
from typing import Any, Final

from astarlib.problem import A, S
from astarlib.resolving.resolved_problem import ResolvedProblem
from astarlib.result import Path
from astarlib.searching.algorithm import Budget, Counters, Stop
from astarlib.searching.journal import Journal
from astarlib.searching.node import G
from astarlib.searching.open_list import RETRY
from astarlib.searching.solution_graph import Enumeration, SolutionGraphAlgorithm, Steps

_AHEAD: Final = 64
"""The number of solutions whose cost is found before A* goes on. The enumeration then starts again less often."""


class KBestAlgorithm(SolutionGraphAlgorithm[S, A]):
    """The algorithm that finds the k cheapest solutions.

    A* alternates with an enumeration of the paths along known edges. A path is a proved solution once no state of the
    frontier has a smaller f. If the next path costs more, the enumeration looks ahead: it goes on to as many paths as
    were found, but at least 64, and no more than k altogether. A* goes on until its f reaches the cost of the last one.
    Then the enumeration starts again with more edges. It starts again earlier if A* has grown by an eighth, because
    cheaper paths may have become known. The enumeration depends only on the states and edges, so it isn't saved.
    """

    def __init__(self, problem: ResolvedProblem[S, A], journal: Journal | None, k: int, *, simple: bool) -> None:
        super().__init__(problem, journal)
        self._k, self._simple = k, simple
        self._found: dict[Steps, Path[S, A]] = {}
        """The solutions that were found, in that order."""
        self._reported = 0
        self._tried: tuple[float, float, int] = -math.inf, 0, 0
        """The cost of the last path of the last enumeration, and the numbers of expansions and goals that justify
        another enumeration before f reaches that cost."""
        self._paths: tuple[int, Enumeration] | None = None
        """The number of expansions when the enumeration started, and the enumeration. No other data depends on it."""
        self._ahead = 0
        """The number of paths that the enumeration looks at before A* goes on, although they aren't proved."""
        self._cheapest: Path[S, A] | None = None
        """The first of the cheapest solutions."""

    @property
    def counters(self) -> Counters:
        counters = super().counters
        counters.solutions = len(self._found)
        return counters

    def details(self) -> Mapping[str, int]:
        return {"solutions": len(self._found)}

    def incumbent(self) -> Path[S, A] | None:
        """Return the cheapest solution so far. It's the first one if h is admissible."""
        return self._cheapest

    def latest(self) -> Path[S, A] | None:
        return next(reversed(self._found.values()), None)

    def solutions(self) -> Iterator[Path[S, A]]:
        return iter(list(self._found.values()))

    def lower_bound(self, *, cheap: bool = False) -> float:
        bound, best = super().lower_bound(cheap=cheap), self._cheapest
        return bound if best is None else min(bound, best.cost)

    def advance(self, budget: Budget) -> Stop:
        counters = self._nodes.counters
        self._begin()
        while True:
            if len(self._found) > self._reported:
                self._reported = len(self._found)
                return Stop.FOUND
            if len(self._found) == self._k:
                return Stop.DONE
            front = self._front()
            bound = math.inf if front is None else front[0]
            cost, expanded, goals = self._tried
            is_due = cost <= bound or counters.expanded >= expanded or len(self._goals) >= goals
            if len(self._goals) > 0 and bound != RETRY and is_due:
                stop = self._enumerate(bound, budget)
            elif front is None:
                return self._exhausted(len(self._goals))
            else:
                stop = self._search_on(*front, budget)
            if stop is not None:
                return stop

    def _enumerate(self, bound: float, budget: Budget) -> Stop | None:
        """Take one step of the enumeration of paths that cost at most ``bound``."""
        expanded = self._nodes.counters.expanded
        if self._paths is None or self._paths[0] != expanded:
            goals = sorted(self._goals.values(), key=lambda goal: goal[G], reverse=True)
            self._look_ahead()
            self._paths = expanded, self._enumeration(goals, simple=self._simple, tight=False)
        paths = self._paths[1]
        cost = paths.peek()
        if cost is None:
            return Stop.POLL if expanded < budget.max_expanded else None
        if cost == math.inf or (cost > bound and self._ahead == 0):
            self._paths = None
            self._tried = cost, expanded + 1 + expanded // 8, len(self._goals) + 1
            return self._exhausted(len(self._goals)) if bound == math.inf else None
        if cost > bound:
            self._ahead -= 1
            paths.take()
            return None
        if cost > budget.max_cost:
            return Stop.COST
        steps = paths.take()
        if steps not in self._found:
            path = self._found[steps] = self._path_along(steps)
            if self._cheapest is None or path.cost < self._cheapest.cost:
                self._cheapest = path
            self._look_ahead()
        return None

    def _look_ahead(self) -> None:
        found = len(self._found)
        self._ahead = min(self._k - found, max(found, _AHEAD)) - 1

    def _find_cheapest(self) -> None:
        self._cheapest = min(self._found.values(), key=attrgetter("cost"), default=None)

    def repair(self) -> None:
        """Repair the frontier after an interrupt. The enumeration starts again."""
        self._paths = None
        self._find_cheapest()
        super().repair()

    def dump(self) -> Mapping[str, Any]:
        dumped, rows = super().dump(), self._rows()
        found = [[(rows[key], index) for key, index in steps] for steps in list(self._found)]
        return {**dumped, "found": found, "reported": self._reported, "tried": self._tried}

    def load(self, dumped: Mapping[str, Any]) -> None:
        super().load(dumped)
        keys = list(self._nodes.table)
        found = [tuple([(keys[row], index) for row, index in steps]) for steps in dumped["found"]]
        self._found = {steps: self._path_along(steps) for steps in found}
        self._reported, self._tried, self._paths = dumped["reported"], dumped["tried"], None
        self._find_cheapest()
