"""A broken contract of a problem is reported with state, action, value and the way to fix it, and nothing is lost."""

import math
import pickle

import pytest
from helpers.graphs import Explicit, Graph, Whole
from helpers.sampling import in_turn
from helpers.walks import Walk

from astarlib import AStar, Dijkstra, FunctionProblem, IDAStar
from astarlib.errors import (
    AstarlibError,
    BatchItemError,
    CheckpointError,
    InvalidCostError,
    InvalidHeuristicError,
    InvalidProblemError,
    MissingCapabilityError,
    NoSolutionError,
    ProblemMethodError,
    ProblemStateError,
)
from astarlib.searching.open_list import OpenList

pytestmark = pytest.mark.quick

NAN = math.nan
LINE = Graph(tuple((node, node + 1, 1) for node in range(5)), frozenset({5}), (5, 4, 3, 2, 1, 0))


class WholeLine(Whole):
    """0 to 5 in steps of 1. The edges of 3 are given."""

    def __init__(self, edges):
        super().__init__(LINE)
        self.edges = edges

    def successors(self, state):
        return self.edges if state == 3 else super().successors(state)


def failure(problem, kind, engine=AStar()):  # noqa: B008
    """The error that the search raises; that of its second run too, so nothing got through in the meantime."""
    search = engine.start(problem)
    errors = []
    for _ in range(2):
        with pytest.raises(kind) as caught:
            search.run()
        errors.append(caught.value)
    assert str(errors[0]) == str(errors[1])
    assert isinstance(errors[0], ValueError)
    return errors[0]


# --- values -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", [Explicit, Whole])
@pytest.mark.parametrize("wrong", [NAN, -1])
def test_a_wrong_cost_is_reported_even_right_after_the_same_object_was_a_right_one(form, wrong):
    graph = Graph((*LINE.edges[:3], (3, 4, 1), (3, 4, wrong)), LINE.goals, LINE.h)
    assert wrong is failure(form(graph), InvalidCostError, Dijkstra()).value


@in_turn("value", [NAN, -1, None])
def test_a_wrong_cost_of_an_edge_back_to_a_known_state_is_reported_too(value):
    error = failure(WholeLine([("back", 0, value), ("on", 4, 1)]), InvalidCostError)
    assert (3, "back") == (error.state, error.action)
    assert error.value is value


@pytest.mark.parametrize("costs", [(1e308, 1e308), (10**400, 0.5)], ids=["floats", "a huge int"])
def test_costs_that_add_up_beyond_all_numbers_are_reported_with_state_and_action(costs):
    edges = ((0, 1, costs[0]), (1, 2, costs[1]))
    error = failure(Explicit(Graph(edges, frozenset({2}), (0, 0, 0))), InvalidCostError, Dijkstra())
    assert (1, 1) == (error.state, error.action)
    assert "their sum isn't finite" in str(error)


# --- what raises ------------------------------------------------------------------------------------------------------


def away_once(form, method, state):
    """Of that form, with a method that fails the first time that it is called with that state."""

    class Away(form):
        def __init__(self, *arguments):
            super().__init__(*arguments)
            self.was_away = False

        def calls(self, given, *rest):
            if given == state and not self.was_away:
                self.was_away = True
                raise OSError("the network was away")
            return getattr(super(), method)(given, *rest)

    setattr(Away, method, Away.calls)
    return Away


@in_turn("engine", [AStar(), IDAStar()])
@in_turn(
    "problem, cost",
    [(away_once(Explicit, "result", 2), 5), (away_once(Whole, "successors", 2), 5), (away_once(Walk, "result", 2), 3)],
)
def test_an_error_that_does_not_come_again_comes_through_with_a_note_of_the_place(problem, cost, engine):
    search = engine.start(problem() if problem.__base__ is Walk else problem(LINE))
    with pytest.raises(OSError, match="the network was away") as caught:
        search.run()
    assert ["while expanding state 2; you can run the search again"] == caught.value.__notes__
    assert cost == search.run().cost


def test_an_error_between_two_expansions_blames_no_state(monkeypatch):
    search = Dijkstra().start(Explicit(Graph(((0, 1, 0), (0, 2, 0), (2, 3, 1)), frozenset(), (0, 0, 0, 0))))
    monkeypatch.setattr(OpenList, "drop", lambda self: raises(TimeoutError()))  # as a signal's handler may
    with pytest.raises(TimeoutError) as caught:
        search.run()
    assert not hasattr(caught.value, "__notes__")
    monkeypatch.undo()
    assert 4 == search.run().statistics.expanded


def raises(error):
    raise error


def test_a_repr_that_fails_or_never_ends_does_not_hide_what_is_wrong():
    class Shy:
        def __repr__(self):
            raise OSError

    class Long:
        def __repr__(self):
            return "x" * 10_000

    for state in (Shy(), Long()):
        problem = FunctionProblem(state, successors=lambda _: [], is_goal=lambda _: False, heuristic=lambda _: -1)
        with pytest.raises(InvalidHeuristicError, match="returned -1") as caught:
            AStar().start(problem)
        assert len(str(caught.value)) < 500


# --- the errors themselves --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [InvalidProblemError, InvalidHeuristicError, InvalidCostError, ProblemStateError])
def test_an_error_keeps_its_attributes_in_another_process(kind):
    error = pickle.loads(pickle.dumps(kind("wrong", state=(1, 2), action="up", value=-3)))
    assert (kind, "wrong", (1, 2), "up", -3) == (type(error), str(error), error.state, error.action, error.value)


def test_errors_about_wrong_values_are_value_errors_and_all_are_of_one_family():
    values = [InvalidProblemError, InvalidHeuristicError, InvalidCostError, ProblemStateError, ProblemMethodError]
    assert all(issubclass(kind, ValueError) for kind in [*values, CheckpointError])
    family = [*values, CheckpointError, NoSolutionError, MissingCapabilityError]
    assert all(issubclass(kind, AstarlibError) for kind in family)


def test_the_error_of_a_failed_problem_comes_whole_out_of_another_process():
    error = BatchItemError("problem 3 failed", index=3, problem=LINE)
    error.add_note("its worker was killed")
    copy = pickle.loads(pickle.dumps(error))
    assert (BatchItemError, str(error), 3, LINE) == (type(copy), str(copy), copy.index, copy.problem)
    assert error.__notes__ == copy.__notes__
