"""The walk before a translation ends, whatever the states and the methods of the problem are."""

import itertools

import pytest

from astarlib import SearchProblem
from astarlib.compiled.plain import comparison, translation
from astarlib.resolving.resolved_problem import resolve_problem

pytestmark = pytest.mark.quick


def problem(start, *steps):
    class Steps(SearchProblem):
        def actions(self, state):
            return range(len(steps))

        def result(self, state, action):
            return steps[action](state)

        def is_goal(self, state):
            return False

    return resolve_problem(Steps(start))


GROWING = {
    "texts": ("ab", lambda s: s + s, lambda s: s[1:]),
    "bytes": (b"ab", lambda s: s + s),
    "tuples": ((1, 2), lambda s: s + s, lambda s: (*s, 3)),
    "nested tuples": ((1, 1), lambda s: (s, s)),
    "sets": (frozenset({0}), lambda s: s | {n + len(s) for n in s}),
    "numbers": (3, lambda s: s * s),
    "numbers in tuples": ((3, 1), lambda s: (s[0] * s[0], s[1] + 1)),
    "texts in tuples": ((0, "ab"), lambda s: (s[0] + 1, s[1] + s[1])),
}


@pytest.fixture(autouse=True)
def _small_bounds(monkeypatch):
    for name, value in {"_MAX_TOTAL": 50_000, "_MANY_SUCCESSORS": 100, "_MAX_STATES": 1_000}.items():
        monkeypatch.setattr(translation, name, value)
    monkeypatch.setattr(translation, "monotonic", lambda: 0)


@pytest.mark.parametrize("name", GROWING)
def test_states_that_grow_without_end_stay_small(name):
    start, *steps = GROWING[name]
    seen = translation._walk(problem(start, *steps))
    assert start in seen.states
    assert max(map(translation._size_of, seen.states)) <= translation._MAX_SIZE
    assert sum(map(translation._size_of, seen.states)) <= 50_002


def test_the_walk_ends_when_its_time_is_over(monkeypatch):
    """Each reading of the clock takes a tenth of a second."""
    now, calls = itertools.count(), itertools.count()
    monkeypatch.setattr(translation, "monotonic", lambda: next(now) / 10)
    seen = translation._walk(problem(0, lambda s: s + 1 + 0 * next(calls), lambda s: s + 2))
    assert next(calls) <= 10
    assert seen.states[0] == 0


def test_the_comparison_ends_when_its_time_is_over(monkeypatch):
    now = itertools.count()
    monkeypatch.setattr(comparison, "monotonic", lambda: next(now))

    class Domain:
        heuristic = None
        encode = staticmethod(lambda state: (state, 0))

    assert comparison._in_python(problem(0, *[lambda s: s + 1] * 9), Domain, 0, 3) is None
    assert comparison._in_python(problem(0, *[lambda s: s + 1] * 9), Domain, 0, 100)[0] == [(1, 1)] * 9


def test_a_walk_with_many_edges_ends():
    class Many(SearchProblem):
        def actions(self, state):
            return itertools.count()

        def result(self, state, action):
            return state + action

        def is_goal(self, state):
            return False

    seen = translation._walk(resolve_problem(Many(0)))
    assert (seen.most_edges, len(seen.states) < 2_000) == (101, True)
