"""The claims of a report on a heuristic and their wording: never more than was tested."""

import json
import math

import pytest
from helpers.broken_problems import Line, Valid, fails, variant

from astarlib import FunctionProblem, SearchProblem
from astarlib.checking import assert_admissible, assert_consistent, check_heuristic
from astarlib.problems.npuzzle import NPuzzle
from docs.examples.notebook_estimates import HammingWithBlank


def chain(costs, h):
    """Numbers from 0 on, one for each cost and one more, which is the goal."""

    def successors(state):
        return [("on", state + 1, costs[state])] if state < len(costs) else []

    return FunctionProblem(0, successors=successors, is_goal=lambda state: state == len(costs), heuristic=h)


def endless(h):
    """Numbers without an end and without a goal."""
    return FunctionProblem(0, successors=lambda n: [("on", n + 1, 1)], is_goal=lambda n: False, heuristic=h)


def test_without_a_way_to_a_goal_nothing_is_said_of_admissibility():
    report = check_heuristic(endless(lambda n: 10**6 - n), states=20, samples=20)
    assert (None, True, True) == (report.admissible, report.consistent, report.ok)
    assert "it is unknown whether the heuristic is admissible; nothing contradicts that it is cons" in report.headline()
    assert "no path to a goal was found, so h was not compared with any cost" in str(report)
    assert None is json.loads(report.to_json())["admissible"]
    with pytest.raises(AssertionError, match="it is unknown whether"):
        assert_admissible(endless(lambda n: 10**6 - n), states=20, samples=20)
    with pytest.raises(AssertionError, match="it is unknown whether"):
        assert_consistent(endless(lambda n: 10**6 - n), states=20, samples=20)


def test_an_inconsistency_is_reported_where_nothing_else_is_known():
    report = check_heuristic(endless(lambda n: 10**6 * (1 + (n == 3))), states=20, samples=20)
    assert (None, False) == (report.admissible, report.consistent)
    assert "it is unknown whether the heuristic is admissible; it is not consistent" in report.headline()


def test_a_heuristic_that_can_nowhere_be_had_is_neither_admissible_nor_consistent():
    report = check_heuristic(variant(Line, heuristic=fails)())
    assert (None, None, False, False) == (report.admissible, report.consistent, report.ok, report.proved)
    assert "1 fault; it is unknown whether the heuristic is admissible, in" in report.headline()
    assert "h could not be evaluated in any state" in str(report)
    assert "consistent: no edge has a heuristic at both ends" in str(report)
    assert not any("is consistent" in sentence for sentence in report.meaning)


def test_consistency_needs_an_edge_unless_there_is_none():
    lonely = check_heuristic(FunctionProblem(0, successors=lambda n: [], is_goal=lambda n: True))
    assert (True, True, True) == (lonely.proved, lonely.admissible, lonely.consistent)
    seldom = check_heuristic(variant(Line, heuristic=lambda _, state: 0 if state == 4 else math.nan)())
    assert (True, None) == (seldom.admissible, seldom.consistent)
    assert "nothing contradicts that the heuristic is admissible, in" in seldom.headline()


@pytest.mark.parametrize(
    "broken",
    [
        variant(Line, heuristic=lambda _, state: -1 if state == 5 else 9 - state),
        variant(Line, is_goal=lambda _, state: state == 9 if state != 5 else fails()),
        variant(Line, cost=lambda _, state, *step: -1 if state == 5 else 1),
    ],
)
def test_nothing_is_proved_where_something_could_not_be_tested(broken):
    report = check_heuristic(broken())
    assert (False, False) == (report.ok, report.proved)
    assert "1 fault; nothing contradicts that the heuristic is admissible" in report.headline()


def test_where_it_is_not_known_whether_a_state_is_a_goal_nothing_may_remain():
    report = check_heuristic(variant(Line, is_goal=lambda _, state: state == 9 if state != 5 else fails())())
    assert 3 == report.states_proved  # 7 to 9: for all that is known, the others are nearer to a goal at 5
    assert 7 == report.states_not_contradicted


class TwoGoals(SearchProblem):
    """Whole numbers by steps of 1 to either side, with goals at -8 and 40."""

    def __init__(self, h, told=(40,)):
        super().__init__(0)
        self.h = h
        self.told = told

    def actions(self, state):
        return [-1, 1]

    def result(self, state, action):
        return state + action

    def heuristic(self, state):
        return self.h(state)

    def is_goal(self, state):
        return state in {-8, 40}

    def goal_states(self):
        return self.told

    def predecessors(self, state):
        return [(step, state - step, 1) for step in (-1, 1)]


def test_nothing_is_proved_with_goal_states_that_leave_one_out():
    def h(state):
        return 4 if state in {-11, 11} else 0  # -11 is 3 from the goal that is left out

    whole, part = (check_heuristic(TwoGoals(h, told), states=20, samples=0) for told in ([-8, 40], [40]))
    assert (False, -11) == (whole.admissible, whole.worst_overestimate.state)
    assert not any("leave out a path" in note for note in whole.notes)
    assert any("goal_states and predecessors leave out a path to a goal" in note for note in part.notes)
    assert 1 == part.states_not_contradicted


def test_nothing_is_proved_with_predecessors_whose_costs_are_too_high():
    class Dear(Valid):
        def predecessors(self, state):
            return [(*edge[:2], 5) for edge in super().predecessors(state)]

    report = check_heuristic(Dear(), states=3, samples=0)
    assert any("leave out a path to a goal" in note for note in report.notes)


def test_a_small_unit_of_costs_hides_no_overestimate():
    report = check_heuristic(chain([1e-12] * 5, lambda state: 5e-10 if state == 0 else 0))
    assert (False, False) == (report.admissible, report.consistent)
    assert report.overestimation_factor == pytest.approx(100)
    assert check_heuristic(chain([1e-12] * 5, lambda state: (5 - state) * 1e-12)).ok


def test_numbers_that_differ_look_different():
    report = check_heuristic(chain([1.0, 2.0], lambda state: (3.00000003, 2.0, 0)[state]))
    assert "is 3.00000003, but the true cost is 3 (" in report.faults[0].message
    assert "by 1.00000003, but the step costs only 1" in str(report)
    assert "divided by 1.01, the heuristic would be admissible" in str(report)


def test_costs_whose_sums_are_beyond_floats_crash_nothing():
    huge = int(1.7e308)
    report = check_heuristic(chain([0.5, huge, huge], lambda state: huge if state < 2 else 0))
    assert (True, True) == (report.ok, report.admissible)
    large = check_heuristic(chain([5 * 10**307] * 3, lambda state: 10**307 * (3 - state)))
    assert (0.2, 1) == pytest.approx((large.informedness, large.correlation))


def test_what_is_too_high_on_the_average_is_reported_in_times():
    report = check_heuristic(chain([1, 1], lambda state: (27, 14, 0)[state]))
    assert "informed: 13.8 times the true cost on average" in str(report)
    infinite = check_heuristic(chain([1, 1], lambda state: math.inf if state == 0 else 0))
    assert "informed" not in str(infinite)


def test_what_is_wrong_comes_first_then_what_it_means_then_how_much_was_seen():
    lines = str(check_heuristic(NPuzzle("1 2 3 / 4 0 5", heuristic=HammingWithBlank()))).splitlines()
    first = [line.split(":")[0].strip() for line in lines]
    order = ["NPuzzle", "1. admissible", "most inconsistent", "this means", "admissible", "consistent", "informed"]
    assert order == sorted(order, key=first.index)


def test_states_are_shown_as_their_problem_shows_them():
    report = check_heuristic(NPuzzle("1 2 3 / 4 0 5", heuristic=HammingWithBlank()))
    assert "\n      1 2 3\n      4 . 5\n" in str(report)
    assert "1 2 3\n4 . 5" == report.faults[0].picture == report.worst_inconsistency.picture
    assert "1 2 3\n4 . 5" == json.loads(report.to_json())["faults"][0]["picture"]


@pytest.mark.parametrize("text", [fails, lambda _, state: repr(state), lambda *_: 5, lambda *_: "x\n" * 500])
def test_states_are_not_shown_by_texts_that_fail_or_report_nothing_or_too_much(text):
    report = check_heuristic(variant(Line, heuristic=lambda *_: 1, format_state=text)())
    assert None is report.faults[0].picture
    assert "the heuristic of 9 is 1, but the true cost is 0" in str(report)


def test_no_memory_for_a_text_is_reported_as_such():
    def format_state(self, state):
        raise MemoryError

    with pytest.raises(MemoryError):
        check_heuristic(variant(Line, heuristic=lambda *_: 1, format_state=format_state)())
