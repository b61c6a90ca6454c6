"""An error in any call of the user's code loses nothing: another run gives the result of an undisturbed search."""

import itertools
import random

import pytest
from helpers.graphs import KNOT, NODE_ENGINES, PATH_ENGINES, Explicit, Keyed, Whole, cases, check, outcome
from helpers.sampling import few, slow, variant
from hypothesis import given
from hypothesis import strategies as st

from astarlib import AStar, IDAStar, Limits, Search
from astarlib.errors import InvalidProblemError
from astarlib.events import Generated, Reopened

ENGINES = [*NODE_ENGINES, *PATH_ENGINES]


def interrupted(search):
    """The result of a search that is run again whenever something stops it, and how often that was."""
    for times in itertools.count():
        try:
            result = search.run()
        except (KeyboardInterrupt, MemoryError, OSError, InvalidProblemError):  # the last when it strikes twice
            continue
        check(search)
        return result, times
    raise AssertionError


# --- an error in every single call of the user's code -----------------------------------------------------------------


def failing(form, graph, method, number, error):
    """The problem, whose ``method`` raises ``error`` the ``number``-th time that it is called by a running search."""

    class Failing(form):
        calls = armed = 0

        def fail(self):
            Failing.calls += Failing.armed
            if Failing.armed and Failing.calls == number:
                raise error

    def overriding(self, *args):
        self.fail()
        return getattr(form, method)(self, *args)

    setattr(Failing, method, overriding)
    return Failing(graph)


METHODS = [(Explicit, name) for name in ("actions", "result", "cost", "heuristic", "is_goal")]
METHODS += [(Whole, "successors"), (Keyed, "state_key"), (Keyed, "cost")]


@pytest.mark.parametrize(
    ("error", "step"),
    [(KeyboardInterrupt, 3), slow((KeyboardInterrupt, 1)), slow((MemoryError, 1)), slow((OSError, 1))],
)
@pytest.mark.parametrize("engine", ENGINES, ids=repr)
def test_an_error_in_any_call_of_a_method_loses_nothing(engine, error, step):
    for form, method in METHODS:
        with variant(form, method):
            expected, stopped = outcome(engine.search(form(KNOT))), 0
            for number in itertools.count(1, step):
                problem = failing(form, KNOT, method, number, error)
                search = engine.start(problem)
                type(problem).armed = 1
                result, times = interrupted(search)
                type(problem).armed = 0
                assert expected == outcome(result)
                if times == 0:
                    break
                stopped += times
            assert stopped > 0 or (method == "heuristic" and not engine.uses_heuristic)


@given(cases(), st.integers(0, 2**32))
def test_errors_in_random_calls_lose_nothing(case, seed):
    graph, engine = case

    class Moody(Explicit):
        def mood(self):
            if len(holder) > 0 and moods.random() < 0.1:
                raise moods.choice([KeyboardInterrupt, MemoryError, OSError])

        def actions(self, state):
            self.mood()
            for action in super().actions(state):
                self.mood()
                yield action

        def heuristic(self, state):
            self.mood()
            return super().heuristic(state)

        def is_goal(self, state):
            self.mood()
            return super().is_goal(state)

    holder, moods = [], random.Random(seed)
    search = engine.start(Moody(graph))
    holder.append(search)
    assert outcome(engine.search(Explicit(graph))) == outcome(interrupted(search)[0])


@pytest.mark.parametrize("engine", ENGINES, ids=repr)
def test_an_observer_that_raises_at_any_event_loses_nothing(engine):
    def observer(_):
        left["events"] -= 1
        if left["events"] == 0:
            raise OSError

    expected, left = outcome(engine.search(Explicit(KNOT))), {}
    for number in itertools.count(1):
        left["events"] = number
        result, times = interrupted(engine.start(Explicit(KNOT), observer=observer))
        assert expected == outcome(result)
        if times == 0:
            break
    assert number > 15


@pytest.mark.parametrize("engine", few(ENGINES, 5), ids=repr)
def test_an_interrupted_expansion_reports_every_edge_and_every_reopening_at_least_once(engine):
    def told(method, number):
        events = []
        problem = failing(Explicit, KNOT, method, number, OSError)
        search = engine.start(problem, observer=events.append)
        type(problem).armed = 1
        _, times = interrupted(search)
        return {event for event in events if isinstance(event, (Generated, Reopened))}, times

    expected, _ = told("cost", 0)
    for number in itertools.count(1):
        events, times = told("cost", number)
        edges = {event[:4] for event in expected if isinstance(event, Generated)}
        assert edges <= {event[:4] for event in events if isinstance(event, Generated)}
        assert {event for event in expected if isinstance(event, Reopened)} <= events
        if times == 0:
            break


@pytest.mark.parametrize("engine", [AStar(), IDAStar()], ids=repr)
def test_a_search_interrupted_in_an_expansion_is_saved_and_resumed_as_if_it_had_not_been(engine, tmp_path):
    for number in itertools.count(1):
        problem = failing(Explicit, KNOT, "cost", number, KeyboardInterrupt)
        search = engine.start(problem)
        type(problem).armed = 1
        try:
            search.run()
            break
        except KeyboardInterrupt:
            type(problem).armed = 0
        search.save(tmp_path / "search")
        assert outcome(engine.search(Explicit(KNOT))) == outcome(Search.load(tmp_path / "search", problem).run())
    assert number > 10


@pytest.mark.parametrize("engine", ENGINES, ids=repr)
def test_the_lower_bound_is_true_right_after_an_interrupt(engine):
    for number in itertools.count(1):
        problem = failing(Explicit, KNOT, "cost", number, KeyboardInterrupt)
        search = engine.start(problem)
        type(problem).armed = 1
        try:
            search.run()
            break
        except KeyboardInterrupt:
            assert search.lower_bound <= KNOT.optimum
            assert search.run(Limits(expanded=0)).lower_bound <= KNOT.optimum
    assert number > 10
