"""A case: an engine, and a problem whose optimum and heuristic are known exactly. A law is tested on cases."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from typing import Any, TypeAlias

from astarlib.checking.conformance.ground_truth import GroundTruth
from astarlib.checking.instrumented import InstrumentedProblem
from astarlib.engines.engine import Engine
from astarlib.errors import MissingCapabilityError
from astarlib.limits import Limits
from astarlib.problem import Problem
from astarlib.result import SearchResult
from astarlib.search import Search
from astarlib.searching.guarantee import Guarantee, HeuristicRequirement

Result: TypeAlias = SearchResult[Any, Any]


@dataclass(frozen=True)
class Case:
    """An engine, its guarantee, and a problem with a known optimum."""

    engine: Engine
    guarantee: Guarantee
    problem: Problem[Any, Any]
    truth: GroundTruth
    max_expanded: int
    """The number of expansions after which a search is abandoned."""
    has_to_end: bool
    """True if a search has to end within that number."""

    @cached_property
    def whole(self) -> Result:
        """The result of one run without further limits."""
        return self.start().run(self.far)

    @cached_property
    def partial(self) -> dict[int, Result]:
        """The results of searches that stop early, by number of expansions."""
        return {expanded: self.stopped(expanded)[1] for expanded in self.stops}

    @cached_property
    def solutions(self) -> tuple[list[Result], Search[Any, Any]]:
        """The results that `Search.solutions` yields, and the search that yielded them."""
        search = self.start()
        return list(search.solutions(self.far)), search

    @cached_property
    def observed(self) -> tuple[Result, list[Any]]:
        """The result of a run with an observer, and its events."""
        return self.observe()

    @cached_property
    def can_be_watched(self) -> bool:
        """True if the engine can solve an `InstrumentedProblem`. A compiled engine can't, as it calls no methods."""
        try:
            self.engine.start(InstrumentedProblem(self.problem))
        except MissingCapabilityError:
            return False
        return True

    @property
    def far(self) -> Limits:
        """The limits of a full run: `max_expanded` expansions."""
        return Limits(expanded=self.max_expanded)

    @property
    def trusts_h(self) -> bool:
        """True if the lower bounds must be right: if h is good enough for the guarantee, or isn't evaluated."""
        return self.satisfies(self.guarantee.lower_bound_requires) or self.whole.statistics.evaluated == 0

    @property
    def meets_requirement(self) -> bool:
        """True if h meets the requirement of the guarantee for the cost of a solution."""
        return self.satisfies(self.guarantee.requires)

    def satisfies(self, requirement: HeuristicRequirement) -> bool:
        """Return True if the problem's heuristic meets the requirement.
        If the engine estimates backward, both have to, also in states from which a goal can only be reached.
        """
        if requirement is HeuristicRequirement.NOTHING:
            return True
        if requirement is HeuristicRequirement.ADMISSIBLE:
            return self.truth.admissible
        return self.truth.both_consistent if self.engine.estimates_backward else self.truth.consistent

    @property
    def stops(self) -> list[int]:
        """Some numbers of expansions after which to stop: at the start, in the middle and at the end."""
        last = self.whole.statistics.expanded
        return sorted({0, 1, last // 3, last // 2, last - 1, last} & set(range(last + 1)))

    def start(self) -> Search[Any, Any]:
        """Return a new search."""
        return self.engine.start(self.problem)

    def observe(self) -> tuple[Result, list[Any]]:
        """Run a search with an observer, and return the result and the events."""
        events: list[Any] = []
        result = self.engine.start(self.problem, observer=events.append).run(self.far)
        return result, events

    def visit(self, visit: Callable[[Search[Any, Any]], object]) -> Result:
        """Run a search, call ``visit(search)`` at event 1, 2, 4, 8 and so on, and return the result.
        A call at each event would take quadratic time, because ``visit`` may look at all states.
        """
        numbers, searches = count(1), list[Search[Any, Any]]()

        def observe(_: object) -> None:
            number = next(numbers)
            if number & (number - 1) == 0:
                for search in searches:
                    visit(search)

        searches.append(self.engine.start(self.problem, observer=observe))
        return searches[0].run(self.far)

    def watched(self) -> tuple[Result, InstrumentedProblem[Any, Any]]:
        """Run a search on a problem that counts its calls, and return the result and that problem."""
        problem = InstrumentedProblem(self.problem)
        return self.engine.start(problem).run(self.far), problem

    def stopped(self, expanded: int) -> tuple[Search[Any, Any], Result]:
        """Run a search for ``expanded`` expansions, and return the search and the result."""
        search = self.start()
        return search, search.run(Limits(expanded=expanded))

    def finished(self, search: Search[Any, Any]) -> Result:
        """Continue a search after ``done`` expansions up to the same limit as `whole`, and return the result."""
        return search.run(Limits(expanded=self.max_expanded - search.statistics.expanded))


def require(is_kept: bool, sentence: str) -> None:
    """Raise an AssertionError with the message ``sentence`` if ``is_kept`` is False."""
    if not is_kept:
        raise AssertionError(sentence)


def same(expected: Result, found: Result, how: str) -> None:
    """Raise an AssertionError unless the results are equal except for the time."""
    if expected != found:
        raise AssertionError(
            f"a single run returned {expected!r} with {expected.statistics}, but {how} returned {found!r} with "
            f"{found.statistics}"
        )
