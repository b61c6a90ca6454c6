"""A result is checked against its problem. A correct one passes, and any change is found and named."""

import math
import pickle
from dataclasses import replace
from fractions import Fraction

import pytest
from helpers.graphs import Explicit, Graph, Keyed, cases, forms
from helpers.sampling import in_turn
from hypothesis import given
from hypothesis import strategies as st

from astarlib import AStar, Dijkstra, FunctionProblem, IDAStar, LimitKind, Limits, SearchProblem, Status, with_heuristic
from astarlib.errors import AstarlibError, VerificationError

pytestmark = pytest.mark.quick

LINE = Graph(((0, 1, 2), (1, 2, 3), (2, 3, 4), (1, 4, 0)), frozenset({3}), (9, 7, 4, 0, 8))
SOLVED = AStar().search(Explicit(LINE))
STOPPED = AStar().search(Explicit(LINE), limits=Limits(expanded=1))
PROBLEM = Explicit(LINE)
STOPS = st.one_of(
    st.just(Limits()),
    st.builds(lambda count: Limits(expanded=count), st.integers(0, 30)),
    st.builds(lambda cost: Limits(cost=cost), st.integers(0, 20)),
)


def refused(result, problem=PROBLEM, match=None):
    with pytest.raises(VerificationError, match=match) as caught:
        result.verify(problem)
    return caught.value


def changed(**steps):
    return replace(SOLVED, solution=replace(SOLVED.solution, **steps))


@given(cases(), forms, STOPS)
def test_every_result_of_every_engine_fits_the_problem_wherever_it_stops(case, form, limits):
    graph, engine = case
    problem = form(graph)
    engine.search(problem, limits=limits).verify(problem)


# --- the path ---------------------------------------------------------------------------------------------------------


def test_the_first_step_that_does_not_fit_is_named_with_what_was_expected_and_found():
    error = refused(changed(states=(0, 1, 4, 3)), match=r"step 2: action 1 in state 1 leads to 2 .* to 4 in the result")
    assert (2, 1, 1, 2, 4) == (error.step, error.state, error.action, error.expected, error.found)
    assert isinstance(error, AssertionError)
    assert isinstance(error, AstarlibError)


@in_turn(
    "steps, match",
    [
        ({"states": (1, 1, 2, 3)}, "begins at 1, but the problem at 0"),
        ({"states": (0, 1, 2, 4)}, "step 3: action 2 in state 2 leads to 3 .*, but to 4"),
        ({"actions": (0, 2, 2)}, "step 2: action 2 in state 1 isn.t among those that actions returns there"),
        ({"costs": (2, 3, 5)}, "step 3: action 2 in state 2 costs 4 .*, but 5"),
        ({"cost": 10}, "add up to 9, but the result has cost 10"),
        ({"states": (0, 1, 2), "actions": (0, 1), "costs": (2, 3), "cost": 9}, "add up to 5"),
        ({"actions": (0, 1)}, "2 actions and 3 costs don.t fit 4 states"),
        ({"costs": (2, 3)}, "3 actions and 2 costs don.t fit 4 states"),
    ],
)
def test_whatever_is_changed_in_a_solution_is_found(steps, match):
    refused(changed(**steps), match=match)


def test_a_path_that_stops_before_the_goal_is_not_a_solution():
    short = {"states": (0, 1, 2), "actions": (0, 1), "costs": (2, 3), "cost": 5}
    assert 2 == refused(replace(changed(**short), lower_bound=5), match="last state 2 isn.t a goal").found


def test_a_result_does_not_fit_the_problem_with_other_costs_or_another_start():
    dearer = Explicit(replace(LINE, edges=((0, 1, 2), (1, 2, 3), (2, 3, 5))))
    assert 3 == refused(SOLVED, dearer).step
    elsewhere = Explicit(LINE)
    elsewhere.initial_state = 1
    assert refused(SOLVED, elsewhere).step is None


@given(cases(), forms, st.integers(0, 8))
def test_a_step_of_another_cost_is_found_in_every_form_of_a_problem(case, form, place):
    graph, engine = case
    problem = form(graph)
    result = engine.search(problem)
    if result.solution is not None and place < len(result.actions):
        costs = [*result.solution.costs]
        costs[place] += 100
        wrong = replace(result.solution, costs=tuple(costs), cost=result.cost + 100)
        assert place + 1 == refused(replace(result, solution=wrong), problem).step


def test_parallel_edges_that_bear_one_action_fit_whichever_was_taken():
    edges = {0: [("go", 1, 5), ("go", 2, 1)], 1: [("go", 3, 1)], 2: [], 3: []}
    problem = FunctionProblem(0, successors=edges.__getitem__, is_goal=lambda node: node == 3)
    result = Dijkstra().search(problem)
    result.verify(problem)
    assert 2 == problem.result(0, "go")  # the cheapest of that action, which is not on the path
    wrong = replace(result.solution, costs=(1, 1), cost=2)
    assert 5 == refused(replace(result, solution=wrong, lower_bound=2), problem).expected


def test_successors_that_report_other_costs_than_the_problem_are_found():
    class Contradictory(Explicit):
        def successors(self, state):
            return [(action, target, cost + 1) for action, target, cost in self.graph.leaving[state]]

    problem = Contradictory(LINE)
    result = AStar().search(problem)
    error = refused(result, problem, match="costs 2 by result and cost, but 3 in the result")
    assert (1, 2, 3) == (error.step, error.expected, error.found)


def test_an_error_of_the_problem_is_reported_with_its_step_and_kept_as_the_cause():
    class Failing(Explicit):
        def result(self, state, action):
            if state == 2:
                raise RuntimeError("sensor failed")
            return super().result(state, action)

    error = refused(SOLVED, Failing(LINE), match="step 3: action 2 in state 2: .*RuntimeError: sensor failed")
    assert error.__cause__ is error.found
    assert isinstance(error.found, RuntimeError)


def test_a_lack_of_memory_is_not_a_fault_of_the_result():
    class Large(Explicit):
        def result(self, state, action):
            raise MemoryError

    with pytest.raises(MemoryError):
        SOLVED.verify(Large(LINE))


def test_states_are_one_when_their_keys_are_and_numbers_of_any_kind_when_they_are_equal():
    SOLVED.verify(with_float_start())
    keyed = Keyed(LINE)
    result = AStar().search(keyed)
    result.verify(keyed)
    assert ([0], [1], [2], [3]) == result.states


def with_float_start():
    problem = Explicit(LINE)
    problem.initial_state = 0.0
    return problem


# --- numbers ----------------------------------------------------------------------------------------------------------


def test_floats_fit_up_to_rounding_and_whole_numbers_and_fractions_just_when_equal():
    thirds = Explicit(Graph(tuple((node, node + 1, 0.1) for node in range(10)), frozenset({10}), (0,) * 11))
    result = Dijkstra().search(thirds)
    assert result.cost != 1
    replace(result, solution=replace(result.solution, cost=1.0)).verify(thirds)
    huge = Explicit(Graph(((0, 1, 10**20),), frozenset({1}), (0, 0)))
    result = Dijkstra().search(huge)
    refused(replace(result, solution=replace(result.solution, cost=10**20 + 1)), huge, match="add up to")
    third = Explicit(Graph(((0, 1, Fraction(1, 3)),), frozenset({1}), (0, 0)))
    result = Dijkstra().search(third)
    result.verify(third)
    tiny = Fraction(1, 3) + Fraction(1, 10**15)
    refused(replace(result, solution=replace(result.solution, cost=tiny)), third, match="add up to")


# --- the fields -------------------------------------------------------------------------------------------------------


@in_turn(
    "result, match",
    [
        (replace(SOLVED, limit=LimitKind.COST), "limit must be set if and only if"),
        (replace(SOLVED, status=Status.LIMIT), "limit must be set if and only if"),
        (replace(SOLVED, solution=None), "status SOLVED must have a solution"),
        (replace(SOLVED, status=Status.GAVE_UP), "GAVE_UP must not have a solution"),
        (replace(SOLVED, status=Status.UNSOLVABLE, lower_bound=math.inf), "UNSOLVABLE must not have a solution"),
        (replace(SOLVED, lower_bound=10), "the lower bound must not exceed the cost"),
        (replace(SOLVED, lower_bound=math.nan), "the lower bound must be at least 0"),
        (replace(STOPPED, lower_bound=-1), "the lower bound must be at least 0"),
        (replace(STOPPED, lower_bound=math.inf), "inf exactly if the status is UNSOLVABLE"),
        (replace(STOPPED, status=Status.UNSOLVABLE, limit=None), "inf exactly if the status is UNSOLVABLE"),
        (
            replace(SOLVED, statistics=replace(SOLVED.statistics, expanded_before_last_f=99)),
            "expanded_before_last_f must not exceed",
        ),
    ],
)
def test_fields_that_do_not_fit_each_other_are_found(result, match):
    refused(result, match=match)


def test_an_anytime_result_with_a_solution_in_hand_at_a_limit_fits():
    replace(SOLVED, status=Status.LIMIT, limit=LimitKind.SECONDS, lower_bound=5).verify(PROBLEM)


# --- without a solution -----------------------------------------------------------------------------------------------


def test_the_path_to_the_nearest_state_and_its_h_are_checked():
    STOPPED.verify(PROBLEM)
    wrong = replace(STOPPED, nearest=replace(STOPPED.nearest, states=(0, 2)))
    assert 1 == refused(wrong).step
    wrong = replace(STOPPED, nearest=replace(STOPPED.nearest, h=3))
    assert (7, 3) == (refused(wrong, match="h of the nearest state is 7").expected, refused(wrong).found)


def test_the_h_of_the_nearest_state_is_of_no_interest_next_to_a_solution():
    informed = with_heuristic(PROBLEM, lambda _: 0)
    IDAStar().search(informed).verify(PROBLEM)


def test_a_result_that_proves_a_start_unsolvable_does_not_fit_a_start_that_is_a_goal():
    class Solved(SearchProblem):
        def actions(self, state):
            return []

        def result(self, state, action):
            raise ValueError

        def is_goal(self, state):
            return state == 0

    unsolvable = Dijkstra().search(Explicit(Graph((), frozenset(), (0,))))
    unsolvable.verify(Explicit(Graph((), frozenset(), (0,))))
    refused(unsolvable, Solved(0), match="UNSOLVABLE, but the initial state is a goal")


def test_the_error_goes_through_a_pickle_whole():
    error = refused(changed(states=(0, 1, 4, 3)))
    again = pickle.loads(pickle.dumps(error))
    assert (str(error), vars(error)) == (str(again), vars(again))
