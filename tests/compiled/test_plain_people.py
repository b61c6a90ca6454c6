"""What many people write compiles and gives the same search, or is refused with a reason and a remedy."""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict
from typing import Any

import pytest
from helpers.plain_emulator import EmulatedProblem
from helpers.plain_people import PEOPLE, REFUSED
from helpers.sampling import costly_first, spread

from astarlib import AStar, Dijkstra, Limits, SearchProblem, compiled
from astarlib.errors import MissingCapabilityError

COUNTERS = ("expanded", "generated", "reopened", "dead_ends", "stored", "peak_frontier", "expanded_before_last_f")


@pytest.mark.parametrize("name", PEOPLE)
def test_what_people_write_gives_what_python_gives(name: str) -> None:
    emulated = EmulatedProblem(PEOPLE[name]())
    for state in spread(emulated.states, 8):
        assert not emulated.fault_at(state)


@pytest.mark.parametrize("name", costly_first(PEOPLE))
def test_what_people_write_gives_the_same_search(name: str) -> None:
    problem: Any = PEOPLE[name]()
    translated, limits = compiled.compile_problem(problem), Limits(expanded=2_000)
    for pure, fast in ((AStar(), compiled.AStar()), (Dijkstra(), compiled.Dijkstra())):
        one, two = pure.search(problem, limits=limits), fast.search(translated, limits=limits)
        assert [getattr(one.statistics, each) for each in COUNTERS] == [
            getattr(two.statistics, each) for each in COUNTERS
        ]
        assert (one.status, one.lower_bound) == (two.status, two.lower_bound)
        if one.solution is not None:
            assert (one.cost, one.actions, one.states) == (two.cost, two.actions, two.states)
            assert repr(one.states) == repr(two.states) or "frozenset" in repr(one.states)
            two.verify(problem)


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused_names_the_reason_and_what_to_write_instead(name: str) -> None:
    make, reason, remedy = REFUSED[name]
    with pytest.raises(MissingCapabilityError) as caught:
        EmulatedProblem(make())
    problem, _, rest = str(caught.value).partition(" can't be compiled: in ")
    assert problem == type(make()).__name__
    assert reason in rest
    assert remedy in rest.partition(" Instead, ")[2]


class Board(list[int]):
    """A list of a class of its own."""


class Weight(int):
    """A whole number of a class of its own."""


class Kinds(SearchProblem[int, int]):
    """Count to 5. The values exist before the search."""

    def __init__(self) -> None:
        super().__init__(0)
        self.counter, self.ordered, self.missing = Counter([1]), OrderedDict({1: 2}), defaultdict(int, {1: 2})
        self.board, self.weights, self.mixed = Board([1, 2]), [Weight(3), 4], [1, 2.5, True]

    def actions(self, state: int) -> list[int]:
        return [1] if state < 5 else []

    def result(self, state: int, action: int) -> int:
        return state + action


CLASS_TESTS: list[Any] = [
    lambda self, s: s > 2 and isinstance(self.counter, Counter),
    lambda self, s: s > 2 and isinstance(self.ordered, OrderedDict),
    lambda self, s: s > 2 and isinstance(self.missing, defaultdict),
    lambda self, s: s > 2 and isinstance(self.board, Board),
    lambda self, s: s > 2 and isinstance(self.weights[s % 2], Weight),
    lambda self, s: s > 2 and isinstance(self.mixed[s % 3], int),
    lambda self, s: s > 2 and isinstance(self.mixed[s % 3], float),
    lambda self, s: s > 2 and isinstance(self.mixed[s % 3], bool),
    lambda self, s: s > 2 and isinstance(self.mixed, list),
    lambda self, s: s > 2 and isinstance(s, int),
]


def test_a_class_is_tested_as_in_python_or_refused() -> None:
    refusals: list[str] = []
    for is_goal in CLASS_TESTS:
        try:
            emulated = EmulatedProblem(type("Case", (Kinds,), {"is_goal": is_goal})())
        except MissingCapabilityError as error:
            refusals.append(str(error))
            continue
        assert not any(map(emulated.fault_at, range(6)))
    assert all("isinstance" in refusal for refusal in refusals)
    assert len(refusals) < len(CLASS_TESTS) - 1
