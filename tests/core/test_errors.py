"""A broken contract of a problem is reported with state, action, value and the way to fix it, and nothing is lost."""

import math
import pickle
from decimal import Decimal

import pytest
from helpers.graphs import Explicit, Graph, Whole, outcome
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


class Line(Explicit):
    """0 to 5 in steps of 1; the action out of a node has the node's number. ``broken`` replaces what happens at 3."""

    def __init__(self, **broken):
        super().__init__(LINE)
        self.broken = broken

    def heuristic(self, state):
        return self.broken.get("heuristic", super().heuristic(state)) if state == 3 else super().heuristic(state)

    def cost(self, state, action, next_state):
        return self.broken.get("cost", 1) if state == 3 else 1

    def result(self, state, action):
        return self.broken.get("result", state + 1) if state == 3 else state + 1


class WholeLine(Line):
    """The same by ``successors``."""

    def successors(self, state):
        edges = self.broken.get("successors") if state == 3 else None
        return [(state, self.result(state, state), self.cost(state, state, None))] if edges is None else edges


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

NOT_AN_H = [NAN, -1, -math.inf, None, "3", Decimal("NaN"), 1j, [2]]
NOT_A_COST = [*NOT_AN_H, math.inf]


@pytest.mark.parametrize("value", NOT_AN_H, ids=repr)
def test_a_wrong_h_is_named_with_its_state_and_the_action_that_led_there(value):
    error = failure(Line(heuristic=value), InvalidHeuristicError)
    assert (3, 2) == (error.state, error.action)
    assert error.value is value
    assert f"heuristic(3) returned {value!r}" in str(error)
    assert "expected a number >= 0 (inf marks a dead end)" in str(error)


@pytest.mark.parametrize("value", NOT_AN_H, ids=repr)
def test_a_wrong_h_of_the_initial_state_is_reported_at_the_start(value):
    problem = FunctionProblem("home", successors=lambda _: [], is_goal=lambda _: False, heuristic=lambda _: value)
    with pytest.raises(InvalidHeuristicError, match=r"heuristic\('home'\) returned") as caught:
        AStar().start(problem)
    assert ("home", None) == (caught.value.state, caught.value.action)
    assert caught.value.value is value


@pytest.mark.parametrize("form", [Line, WholeLine])
@pytest.mark.parametrize("value", NOT_A_COST, ids=repr)
def test_a_wrong_cost_is_named_with_its_state_and_action(value, form):
    error = failure(form(cost=value), InvalidCostError)
    assert (3, 3) == (error.state, error.action)
    assert error.value is value
    assert f"cost(3, 3, 4) returned {value!r}" in str(error)
    assert "expected a finite number >= 0" in str(error)


@pytest.mark.parametrize("form", [Line, WholeLine])
def test_a_wrong_cost_is_reported_even_right_after_the_same_object_was_a_right_one(form):
    for wrong in (NAN, -1):
        problem = form(cost=wrong)
        problem.graph = Graph((*LINE.edges[:3], (3, 4, 1), (3, 4, 1)), LINE.goals, LINE.h)
        assert wrong is failure(problem, InvalidCostError, Dijkstra()).value


@pytest.mark.parametrize("value", NOT_A_COST, ids=repr)
def test_a_wrong_cost_of_an_edge_back_to_a_known_state_is_reported_too(value):
    error = failure(WholeLine(successors=[("back", 0, value), ("on", 4, 1)]), InvalidCostError)
    assert (3, "back") == (error.state, error.action)
    assert error.value is value


@pytest.mark.parametrize("costs", [(1e308, 1e308), (10**400, 0.5)], ids=["floats", "a huge int"])
def test_costs_that_add_up_beyond_all_numbers_are_reported_with_state_and_action(costs):
    edges = ((0, 1, costs[0]), (1, 2, costs[1]))
    error = failure(Explicit(Graph(edges, frozenset({2}), (0, 0, 0))), InvalidCostError, Dijkstra())
    assert (1, 1) == (error.state, error.action)
    assert "their sum isn't finite" in str(error)


@pytest.mark.parametrize("form", [Line, WholeLine])
@pytest.mark.parametrize("state", [[4], {4}, {"at": 4}, (4, [])], ids=repr)
def test_a_state_that_cannot_be_hashed_is_named_with_where_it_comes_from_and_the_way_out(state, form):
    error = failure(form(result=state), ProblemStateError)
    assert (3, 3) == (error.state, error.action)
    assert error.value is state
    for said in (repr(state), "unhashable", "action 3 in state 3", "tuples", "state_key"):
        assert said in str(error)


def test_an_initial_state_that_cannot_be_hashed_is_reported_at_the_start():
    problem = FunctionProblem([0], successors=lambda _: [], is_goal=lambda _: False)
    with pytest.raises(ProblemStateError, match=r"\[0\].*the initial state.*state_key"):
        AStar().start(problem)


def test_a_state_key_that_cannot_be_hashed_is_named():
    problem = FunctionProblem(
        0, successors=lambda n: [("go", n + 1, 1)], is_goal=lambda _: False, state_key=lambda n: n if n < 2 else [n]
    )
    error = failure(problem, ProblemStateError)
    assert (1, "go", 2) == (error.state, error.action, error.value)
    assert "state_key [2]" in str(error)


@pytest.mark.parametrize("edge", [(4, 1), (3, 4, 1, 1), 4, "abc", None], ids=repr)
def test_an_edge_that_is_not_a_triple_is_named_with_its_state(edge):
    error = failure(WholeLine(successors=[edge]), InvalidProblemError)
    assert 3 == error.state
    if edge != "abc":  # Three characters form a triple, but the last isn't a valid cost.
        assert edge is error.value
        assert "(action, next_state, cost)" in str(error)


# --- what raises ------------------------------------------------------------------------------------------------------


class Raising(Explicit):
    """Everything at 3 that is named raises what is given."""

    def __init__(self, name, error):
        super().__init__(LINE)
        self.name, self.error = name, error

    def hurt(self, name, state):
        if (name, state) == (self.name, 3):
            raise self.error

    def actions(self, state):
        self.hurt("actions", state)
        return super().actions(state)

    def result(self, state, action):
        self.hurt("result", state)
        return super().result(state, action)

    def cost(self, state, action, next_state):
        self.hurt("cost", state)
        return 1

    def heuristic(self, state):
        self.hurt("heuristic", state)
        return super().heuristic(state)

    def is_goal(self, state):
        self.hurt("is_goal", state)
        return super().is_goal(state)


class RaisingWhole(Raising):
    def successors(self, state):
        self.hurt("successors", state)
        return [(state, state + 1, 1)]


@pytest.mark.parametrize(
    "error", [KeyError("nothing"), ValueError(), RecursionError("deep"), StopIteration()], ids=repr
)
@pytest.mark.parametrize(
    ("form", "name", "kind", "where", "action"),
    [
        (Raising, "actions", ProblemMethodError, "actions(3)", None),
        (Raising, "result", ProblemMethodError, "result(3, 3)", 3),
        (Raising, "cost", InvalidCostError, "cost(3, 3, 4)", 3),
        (Raising, "heuristic", InvalidHeuristicError, "heuristic(3)", 2),
        (Raising, "is_goal", ProblemMethodError, "is_goal(3)", None),
        (RaisingWhole, "successors", ProblemMethodError, "successors(3)", None),
    ],
)
def test_a_method_that_raises_is_named_with_its_arguments_and_keeps_its_cause(form, name, kind, where, action, error):
    told = failure(form(name, error), kind)
    assert (3, action) == (told.state, told.action)
    assert f"{where} raised {type(error).__name__}" in str(told)
    assert told.__cause__ is not None
    assert error is told.value


@pytest.mark.parametrize("error", [MemoryError(), KeyboardInterrupt(), SystemExit(3)], ids=repr)
@pytest.mark.parametrize("name", ["actions", "result", "cost", "heuristic", "is_goal"])
def test_what_is_not_the_problems_fault_comes_through_untouched(name, error):
    with pytest.raises(type(error)) as caught:
        AStar().search(Raising(name, error))
    assert error is caught.value


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


@pytest.mark.parametrize("engine", [AStar(), IDAStar()], ids=repr)
@pytest.mark.parametrize(
    ("problem", "cost"),
    [
        (away_once(Explicit, "result", 2), 5),
        (away_once(Whole, "successors", 2), 5),
        (away_once(Walk, "result", 2), 3),
    ],
    ids=["actions and costs", "successors", "unit costs"],
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


def test_a_fixed_problem_continues_where_it_broke():
    problem = Line(heuristic=NAN)
    search = AStar().start(problem)
    with pytest.raises(InvalidHeuristicError):
        search.run()
    problem.broken.clear()
    assert outcome(AStar().search(Explicit(LINE))) == outcome(search.run())


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
