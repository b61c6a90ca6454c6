"""An engine, and a problem whose optimum and heuristic are known exactly: what a law is tested on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
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
    """An engine, its guarantee, and a problem of which everything is known."""

    engine: Engine
    guarantee: Guarantee
    problem: Problem[Any, Any]
    truth: GroundTruth
    most: int
    """Expansions after which a search is left as it is."""
    has_to_end: bool
    """Whether the search must have ended by then."""

    @cached_property
    def whole(self) -> Result:
        """What one run gives."""
        return self.start().run(self.far)

    @cached_property
    def solutions(self) -> tuple[list[Result], Search[Any, Any]]:
        """The results that `Search.solutions` yields, and that search."""
        search = self.start()
        return list(search.solutions(self.far)), search

    @cached_property
    def told(self) -> tuple[Result, list[Any]]:
        """What a run gives that is watched, and its events."""
        events: list[Any] = []
        result = self.engine.start(self.problem, observer=events.append).run(self.far)
        return result, events

    @cached_property
    def can_be_watched(self) -> bool:
        """Whether the engine takes a problem whose methods are watched. One that asks what is compiled does not."""
        try:
            self.engine.start(InstrumentedProblem(self.problem))
        except MissingCapabilityError:
            return False
        return True

    @property
    def far(self) -> Limits:
        """As far as any run goes."""
        return Limits(expanded=self.most)

    @property
    def trusts_h(self) -> bool:
        """True if the lower bounds must hold: h is what the guarantee requires for them, or it isn't evaluated."""
        return self.satisfies(self.guarantee.lower_bound_requires) or self.whole.statistics.evaluated == 0

    def satisfies(self, requirement: HeuristicRequirement) -> bool:
        """Return True if the problem's heuristic meets the requirement."""
        if requirement is HeuristicRequirement.NOTHING:
            return True
        return self.truth.admissible if requirement is HeuristicRequirement.ADMISSIBLE else self.truth.consistent

    @property
    def stops(self) -> list[int]:
        """Some numbers of expansions after which to stop: early, on the way, and at the end."""
        count = self.whole.statistics.expanded
        return sorted({0, 1, count // 3, count // 2, count - 1, count} & set(range(count + 1)))

    def start(self) -> Search[Any, Any]:
        """A new search."""
        return self.engine.start(self.problem)

    def watched(self) -> tuple[Result, InstrumentedProblem[Any, Any]]:
        """One run on a problem that counts, and that problem."""
        problem = InstrumentedProblem(self.problem)
        return self.engine.start(problem).run(self.far), problem

    def stopped(self, count: int) -> tuple[Search[Any, Any], Result]:
        """A search after that many expansions."""
        search = self.start()
        return search, search.run(Limits(expanded=count))

    def finished(self, search: Search[Any, Any], done: int) -> Result:
        """The result of a search that goes on to where ``whole`` ends; ``done`` expansions have been made."""
        return search.run(Limits(expanded=self.most - done))


def require(is_kept: bool, sentence: str) -> None:
    """AssertionError when it is not."""
    if not is_kept:
        raise AssertionError(sentence)


def same(expected: Result, found: Result, how: str) -> None:
    """AssertionError unless both results are the same in all but time."""
    one, other = (replace(result, statistics=replace(result.statistics, seconds=0)) for result in (expected, found))
    require(one == other, f"one run gives {one!r} with {one.statistics}; {how} gives {other!r} with {other.statistics}")
