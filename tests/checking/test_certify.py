"""Bounds, optimality and unsolvability are proved again, and false claims are refused."""

import math
import threading
from dataclasses import replace
from fractions import Fraction

import pytest
from helpers.graphs import Explicit, Graph, Keyed, cases, forms
from helpers.references import PAIRS
from helpers.sampling import few, in_turn
from hypothesis import given
from hypothesis import strategies as st

from astarlib import AStar, Dijkstra, GreedyBestFirst, LimitKind, Limits, Status, with_heuristic
from astarlib.checking import Certificate, certify
from astarlib.errors import InvalidCostError, InvalidProblemError, VerificationError
from astarlib.problems.npuzzle import NPuzzle
from astarlib.problems.pancake import PancakeProblem

pytestmark = pytest.mark.quick

LINE = Explicit(Graph(((0, 1, 2), (1, 2, 3), (2, 3, 4), (0, 3, 11)), frozenset({3}), (9, 7, 4, 0)))
STOPS = st.one_of(st.just(Limits()), st.builds(lambda count: Limits(expanded=count), st.integers(0, 30)))


@given(cases("consistent", "admissible"), forms, STOPS)
def test_what_any_engine_claims_with_an_admissible_h_is_proved_with_the_exact_optimum(case, form, limits):
    graph, engine = case
    problem = form(graph)
    certificate = certify(engine.search(problem, limits=limits), problem)
    assert (True, graph.optimum, graph.optimum) == (certificate.proved, certificate.optimum, certificate.lower_bound)


@given(cases("inadmissible"), forms)
def test_with_any_h_a_claim_is_refused_just_when_it_is_false(case, form):
    graph, engine = case
    problem = form(graph)
    result = engine.search(problem)
    if result.lower_bound <= graph.optimum:
        assert certify(result, problem).proved
    else:
        with pytest.raises(VerificationError, match="there is a solution of cost"):
            certify(result, problem)


@pytest.mark.parametrize(("engine", "problem"), few(PAIRS, 45))
def test_what_every_engine_claims_of_every_reference_problem_is_proved(engine, problem):
    assert certify(engine.search(problem, limits=Limits(expanded=3000)), problem).proved


# --- false claims -----------------------------------------------------------------------------------------------------


def test_a_heuristic_that_overestimates_is_convicted_by_the_cheaper_solution():
    overestimated = with_heuristic(LINE, {0: 9, 1: 30, 2: 4, 3: 0}.__getitem__)
    result = AStar().search(overestimated)
    assert (11, 1.0) == (result.cost, result.suboptimality_bound)
    with pytest.raises(VerificationError, match="less than 11, but there is a solution of cost 9") as caught:
        certify(result, overestimated)
    assert (9, 11) == (caught.value.expected, caught.value.found)


def test_a_false_proof_of_unsolvability_is_refused():
    dead = with_heuristic(LINE, lambda _: math.inf)
    result = AStar().search(dead)
    assert Status.UNSOLVABLE is result.status
    with pytest.raises(VerificationError, match="there is no solution, but there is a solution of cost 9"):
        certify(result, dead)


def test_a_result_that_does_not_fit_the_problem_is_refused_before_anything_is_proved():
    with pytest.raises(VerificationError, match="begins at"):
        certify(AStar().search(LINE), PancakeProblem("2 1"))


def test_a_problem_that_changes_its_costs_is_found_out():
    class Fickle(Explicit):
        calls = 0

        def successors(self, state):
            self.calls += 1
            extra = 0 if self.calls <= len(result.actions) + len(result.nearest) else 5
            return [(action, target, cost + extra) for action, target, cost in self.graph.leaving[state]]

    result = AStar().search(LINE)
    with pytest.raises(VerificationError, match="cost 9, but no solution costs less than 16"):
        certify(result, Fickle(LINE.graph))


def test_an_invalid_cost_is_named_with_its_place():
    class Negative(Explicit):
        def cost(self, state, action, next_state):
            return -1 if state == 2 else super().cost(state, action, next_state)

    problem = Negative(LINE.graph)
    result = replace(AStar().search(LINE), solution=None, nearest=None, status=Status.LIMIT, limit=LimitKind.EXPANDED)
    with pytest.raises(InvalidCostError, match=r"cost\(2, 2, 3\) returned -1") as caught:
        certify(result, problem)
    assert (2, 2, -1) == (caught.value.state, caught.value.action, caught.value.value)


# --- how far it goes --------------------------------------------------------------------------------------------------

PUZZLE = NPuzzle("1 2 5 / 3 4 8 / 0 6 7", goal="0 1 2 / 3 4 5 / 6 7 8")
OPTIMAL = AStar().search(PUZZLE)


@in_turn(
    "limits, kind",
    [
        (Limits(expanded=0), LimitKind.EXPANDED),
        (Limits(expanded=50), LimitKind.EXPANDED),
        (Limits(generated=50), LimitKind.GENERATED),
        (Limits(stored=50), LimitKind.STORED),
        (Limits(seconds=0), LimitKind.SECONDS),
        (Limits(memory=2**20), LimitKind.MEMORY),
        (Limits(cost=4), LimitKind.COST),
        (Limits(cancelled=lambda: True), LimitKind.CANCELLED),
    ],
)
def test_a_limit_is_reported_and_what_was_proved_before_it_is_true(limits, kind):
    certificate = certify(OPTIMAL, PUZZLE, limits=limits)
    assert (False, None, kind) == (certificate.proved, certificate.optimum, certificate.limit)
    assert certificate.lower_bound < OPTIMAL.cost


def test_limits_are_exact():
    assert 1 == certify(OPTIMAL, PUZZLE, limits=Limits(expanded=0)).states
    assert 3 == certify(OPTIMAL, PUZZLE, limits=Limits(expanded=1)).states
    assert 5 == certify(OPTIMAL, PUZZLE, limits=Limits(cost=4)).lower_bound
    stopped = threading.Event()
    assert certify(OPTIMAL, PUZZLE, limits=Limits(seconds=1000, memory=2**60, cancelled=stopped.is_set)).proved


def test_a_bound_is_proved_without_the_optimum_where_that_is_beyond_the_limit():
    stopped = GreedyBestFirst().search(PUZZLE, limits=Limits(expanded=5))
    weak = replace(stopped, lower_bound=4)
    certificate = certify(weak, PUZZLE, limits=Limits(cost=3))
    assert Certificate(proved=True, optimum=None, lower_bound=4, states=certificate.states, limit=LimitKind.COST) == (
        certificate
    )


def test_states_are_distinguished_by_their_keys_and_numbers_may_be_of_any_kind():
    graph = Graph(((0, 1, Fraction(1, 3)), (1, 0, 0), (1, 2, 0.5)), frozenset({2}), (0, 0, 0))
    certificate = certify(Dijkstra().search(Keyed(graph)), Keyed(graph))
    assert (3, pytest.approx(5 / 6)) == (certificate.states, certificate.optimum)


@pytest.mark.parametrize(
    ("certificate", "text"),
    [
        (Certificate(True, 25, 25, 1234, None), "proved: the optimum is 25; 1,234 states visited"),
        (Certificate(True, math.inf, math.inf, 12, None), "proved: there is no solution; 12 states visited"),
        (
            Certificate(False, None, 7, 12, LimitKind.STORED),
            "not decided: no solution costs less than 7 (stopped by the limit on stored); 12 states visited",
        ),
    ],
)
def test_a_certificate_says_what_it_has_proved(certificate, text):
    assert text == str(certificate)


@in_turn("right", [0, 1])  # the first answer is for verifying the result, the next for the proof
@in_turn("answer", [None, "no", 0.0])
def test_a_goal_test_that_returns_no_truth_value_proves_nothing(answer, right):
    asked = []

    class Forgetting(Explicit):
        def is_goal(self, state):
            asked.append(state)
            return super().is_goal(state) if len(asked) <= right else answer

    graph = Graph(((0, 1, 1),), frozenset(), (0, 0))
    result = AStar().search(Explicit(graph))
    with pytest.raises(InvalidProblemError, match=r"is_goal\(0\) returned .* Did you forget `return`\?"):
        certify(result, Forgetting(graph))
