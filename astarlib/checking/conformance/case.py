"""An engine and a problem of which everything is known, and what laws are told with."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeAlias

from astarlib.checking.conformance.facts import Facts
from astarlib.checking.conformance.promise import Promise
from astarlib.checking.instrumented import InstrumentedProblem
from astarlib.engines import Engine
from astarlib.errors import MissingCapabilityError
from astarlib.limits import Limits
from astarlib.problem import Problem
from astarlib.result import SearchResult
from astarlib.search import Search

Result: TypeAlias = SearchResult[Any, Any]


@dataclass(frozen=True)
class Case:
    """An engine, what it promises, and a problem of which everything is known."""

    engine: Engine
    promise: Promise
    problem: Problem[Any, Any]
    facts: Facts
    most: int
    """Expansions after which a search is left as it is."""
    has_to_end: bool
    """Whether the search must have ended by then."""

    @cached_property
    def whole(self) -> Result:
        """What one run gives."""
        return self.start().run(self.far)

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
        """Whether what is proved is true: it relies on an admissible h, or on none."""
        return self.facts.admissible or self.whole.statistics.evaluated == 0

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
