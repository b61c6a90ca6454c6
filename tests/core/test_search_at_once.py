"""A search without limits and observers that ends soon makes no `Search`. Nothing but the time shows it."""

import gc
import pickle
import sys
import weakref
from dataclasses import fields
from itertools import islice

import pytest
from helpers.graphs import Explicit, Graph, Keyed, Whole
from helpers.instants import LibrarySurvey, LibraryTracer
from helpers.references import PAIRS
from helpers.sampling import few

from astarlib import AStar, BeamSearch, FunctionProblem, IDAStar, Limits, Search, SearchProblem, SearchResult, Status
from astarlib.engines import Engine
from astarlib.errors import InvalidProblemError, MissingCapabilityError
from astarlib.problems.npuzzle import NPuzzle
from astarlib.searching.driver import FIRST_BUDGET

pytestmark = pytest.mark.quick
NAMES = [field.name for field in fields(SearchResult) if field.name != "statistics"]


def values(result):
    """Return the values of all fields. The lists of solutions may have different types."""
    shown = {name: getattr(result, name) for name in NAMES}
    return result.statistics, shown | {
        "solutions": [(each.cost, each.actions) for each in islice(result.solutions, 20)]
    }


def line(length, **changes):
    return FunctionProblem(0, successors=lambda at: [(1, at + 1, 1)], is_goal=lambda at: at == length, **changes)


@pytest.mark.parametrize(("engine", "problem"), few(PAIRS, 60))
def test_the_result_is_that_of_a_search_that_is_started_and_run(engine, problem):
    expected = engine.start(problem).run(Limits(expanded=2_000))
    if expected.status is not Status.LIMIT:  # Depth-first engines don't prove that there is no solution.
        assert values(engine.search(problem)) == values(expected)


def test_a_search_of_any_length_has_the_result_of_one_that_is_started_and_run():
    first = FIRST_BUDGET.poll_at
    for engine in (AStar(), IDAStar(), BeamSearch(width=1)):
        for length in (0, 1, first - 1, first, first + 1, 3 * first):
            result = engine.search(line(length))
            assert values(result) == values(engine.start(line(length)).run())
            assert result.statistics.expanded >= length == result.cost


def test_a_search_that_gives_up_says_so():
    def successors(at):
        return [(step, at + step, 1) for step in (1, 2)] if at < 3 else []

    problem = FunctionProblem(0, successors=successors, is_goal=lambda at: at == 9)
    narrow = BeamSearch(width=1, complete=False)
    assert AStar().search(problem).status is Status.UNSOLVABLE
    assert narrow.search(problem).status is Status.GAVE_UP
    assert values(narrow.search(problem)) == values(narrow.start(problem).run())


def test_only_a_search_that_goes_on_makes_a_search(monkeypatch):
    made = []
    init = Search.__init__
    monkeypatch.setattr(Search, "__init__", lambda self, *given: (made.append(self), init(self, *given))[1])
    AStar().search(line(10))
    assert made == []
    AStar().search(line(100))
    AStar().search(line(10), Limits(expanded=5))
    AStar().search(line(10), observer=lambda event: None)
    assert len(made) == 3


# --- errors -----------------------------------------------------------------------------------------------------------


def failing(form, graph, method, number, error):
    """Return a problem whose ``method`` raises ``error`` when it is called for the ``number``-th time."""
    calls = 0

    def overriding(self, *args):
        nonlocal calls
        calls += 1
        if calls == number:
            raise error
        return getattr(form, method)(self, *args)

    return type("Failing", (form,), {method: overriding})(graph)


def ended(run, *given):
    """Return the error that ends a call, or None."""
    try:
        run(*given)
    except ENDS as error:
        return error
    return None


ENDS = (KeyboardInterrupt, MemoryError, OSError, InvalidProblemError)
METHODS = [(Explicit, name) for name in ("actions", "result", "cost", "heuristic", "is_goal")]
METHODS += [(Whole, "successors"), (Keyed, "state_key")]


@pytest.mark.parametrize(("form", "method"), METHODS)
@pytest.mark.parametrize("kind", [KeyboardInterrupt, MemoryError, OSError])
def test_an_error_in_a_call_says_the_same_and_loses_nothing(form, method, kind):
    graph = Graph(((0, 1, 1), (0, 2, 3), (1, 2, 1), (1, 3, 5), (2, 3, 1), (2, 0, 1)), frozenset({3}), (0, 0, 0, 0))
    for engine in (AStar(), IDAStar()):
        expected = engine.search(form(graph))
        for number in (1, 2, 4):
            error = ended(engine.search, failing(form, graph, method, number, kind("no")))
            if not hasattr(error, "search"):  # It came before the search.
                continue
            other = ended(engine.start(failing(form, graph, method, number, kind("no"))).run)
            assert (type(error), error.args) == (type(other), other.args)
            notes = getattr(other, "__notes__", [])
            assert getattr(error, "__notes__", [])[: len(notes)] == notes
            assert error.search.run() == expected
            assert error.search.seconds >= 0


def test_an_interrupt_at_any_instant_loses_nothing():
    problem, engine, known = NPuzzle("1 2 3 / 4 5 6 / 0 7 8"), AStar(), set()
    expected = engine.search(problem)

    def traced(tracer):
        before = sys.gettrace()
        sys.settrace(tracer)
        try:
            return engine.search(problem)
        finally:
            sys.settrace(before)

    for _ in range(2):  # Python 3.13.0 reports only some instructions of code that it traces for the first time.
        survey = LibrarySurvey()
        assert traced(survey) == expected
    struck = 0
    for number in survey.sample(known):
        tracer = LibraryTracer(number)
        search = getattr(ended(traced, tracer), "search", None)
        if search is not None:
            struck += 1
            assert search.run() == expected
        assert gc.isenabled(), tracer.place
    assert struck > 10


def test_a_state_that_changes_its_key_is_found():
    def successors(at):
        at[0] += 1
        return [("on", [at[0]], 1)]

    problem = FunctionProblem([0], successors=successors, is_goal=lambda at: at[0] > 3, state_key=tuple)
    with pytest.raises(InvalidProblemError) as caught:
        AStar().search(problem)
    with pytest.raises(InvalidProblemError) as other:
        AStar().start(FunctionProblem([0], successors=successors, is_goal=lambda at: at[0] > 3, state_key=tuple)).run()
    assert type(caught.value) is type(other.value)


# --- around it --------------------------------------------------------------------------------------------------------


def test_an_engine_with_its_own_start_is_started_by_it():
    started = []

    class Own(AStar):
        def start(self, problem, *, observer=None):
            started.append(problem)
            return super().start(problem, observer=observer)

    problem = line(5)
    assert Own().search(problem).cost == 5
    assert started == [problem]


def test_a_start_that_is_replaced_later_is_called(monkeypatch):
    AStar().search(line(5))
    monkeypatch.setattr(Engine, "start", lambda *_, **__: pytest.fail("called"))
    with pytest.raises(pytest.fail.Exception):
        AStar().search(line(5))


def test_a_problem_whose_class_changes_is_resolved_again():
    class Changing(SearchProblem):
        initial_state = 0

        def actions(self, state):
            return (1,)

        def result(self, state, action):
            return state + action

        def is_goal(self, state):
            return state == 3

    problem = Changing()
    assert AStar().search(problem).cost == 3
    Changing.cost = lambda self, state, action, to: 2
    assert AStar().search(problem).cost == 6
    Changing.successors = lambda self, state: [("on", state + 3, 4)]
    assert AStar().search(problem).cost == 4
    del Changing.successors
    assert AStar().search(problem).cost == 6
    problem.successors = lambda state: [("on", state + 3, 5)]
    assert AStar().search(problem).cost == 5
    del problem.successors
    Changing.heuristic_change = None
    assert AStar().search(problem).cost == 6
    Changing.heuristic_change = lambda self, state, action, to: 0
    assert IDAStar().search(problem).cost == 6


def test_a_result_keeps_only_its_path():
    class State:
        def __init__(self, at):
            self.at = at

        def __hash__(self):
            return self.at

        def __eq__(self, other):
            return self.at == other.at

    seen = weakref.WeakSet()

    def successors(state):
        made = [State(state.at + 1), State(-state.at - 1)] if 0 <= state.at < 20 else []
        seen.update(made)
        return [(each.at, each, 1) for each in made]

    problem = FunctionProblem(State(0), successors=successors, is_goal=lambda state: state.at == 5)
    result = AStar().search(problem)
    gc.collect()
    assert {each.at for each in seen} == {1, 2, 3, 4, 5} == set(result.actions)


def test_a_result_can_be_pickled():
    result = AStar().search(NPuzzle("1 2 3 / 4 5 6 / 0 7 8"))
    assert values(pickle.loads(pickle.dumps(result))) == values(result)


def test_a_missing_method_is_reported_before_a_search():
    from astarlib import BidirectionalDijkstra

    with pytest.raises(MissingCapabilityError) as caught:
        BidirectionalDijkstra().search(line(5))
    assert not hasattr(caught.value, "search")
