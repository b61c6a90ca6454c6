"""IDA* takes the change of h where the problem tells it, and says what is wrong with one."""

import math
from dataclasses import replace
from fractions import Fraction

import pytest
from graphs import Explicit, Graph, few_paths, outcome
from hypothesis import given

from astarlib import AStar, Dijkstra, IDAStar, IterativeDeepening, with_heuristic
from astarlib.errors import InvalidCostError, InvalidHeuristicError

LINE = Graph(((0, 1, 1), (1, 2, 1), (2, 3, 1)), frozenset({3}), (3, 2, 1, 0))


class Incremental(Explicit):
    """Tells h of the initial state alone, and then what each step changes."""

    def __init__(self, graph):
        super().__init__(graph)
        self.asked = []

    def heuristic(self, state):
        self.asked.append(state)
        return super().heuristic(state)

    def heuristic_change(self, state, action, next_state):
        return self.graph.h[next_state] - self.graph.h[state]


def changing(change):
    """The line of four states, whose step from state 1 changes h by ``change``."""

    class Changing(Incremental):
        def heuristic_change(self, state, action, next_state):
            return change if state == 1 else super().heuristic_change(state, action, next_state)

    return Changing(LINE)


@given(few_paths())
def test_changes_of_h_give_the_same_search_as_h(graph):
    expected = IDAStar().search(Explicit(graph))
    assert outcome(expected) == outcome(IDAStar().search(Incremental(graph)))


def test_h_itself_is_asked_for_the_initial_state_only():
    problem = Incremental(LINE)
    IDAStar().search(problem)
    assert [0] == problem.asked


class Refusing(Incremental):
    """Does not stand being asked for a change, which is as derived as its h."""

    heuristic = Incremental.heuristic

    def heuristic_change(self, state, action, next_state):
        raise AssertionError("asked for a change of an h that is not in force")


def test_the_change_is_not_asked_where_a_subclass_has_an_h_of_its_own():
    class Blind(Refusing):
        def heuristic(self, state):
            return 0

    result = IDAStar().search(Blind(LINE))
    assert (3, 9) == (result.cost, result.statistics.expanded)


def test_the_change_is_not_asked_where_with_heuristic_has_given_another_h():
    result = IDAStar().search(with_heuristic(Refusing(LINE), lambda state: 0))
    assert (3, 9) == (result.cost, result.statistics.expanded)


@pytest.mark.parametrize("engine", [AStar(), Dijkstra(), IterativeDeepening()], ids=repr)
def test_engines_that_evaluate_states_once_or_never_do_not_ask_for_changes(engine):
    assert 3 == engine.search(Refusing(LINE)).cost


@pytest.mark.parametrize("change", [math.nan, -3, -2.001, -2 - Fraction(1, 10**12), -math.inf, "1", None])
def test_a_change_to_what_is_no_h_is_refused_by_state_action_and_value(change):
    with pytest.raises(InvalidHeuristicError, match=r"heuristic_change\(1, 1, 2\)") as caught:
        IDAStar().search(changing(change))
    assert (1, 1) == (caught.value.state, caught.value.action)
    assert repr(change) == repr(caught.value.value)


def test_a_change_that_raises_is_refused_by_state_and_action():
    class Raising(Incremental):
        def heuristic_change(self, state, action, next_state):
            raise KeyError("lost")

    with pytest.raises(InvalidHeuristicError, match=r"heuristic_change\(0, 0, 1\) raised KeyError") as caught:
        IDAStar().search(Raising(LINE))
    assert (0, 0) == (caught.value.state, caught.value.action)


def test_a_wrong_cost_is_told_where_the_change_of_h_is_right():
    with pytest.raises(InvalidCostError, match=r"cost\(0, 0, 1\) gave -1") as caught:
        IDAStar().search(Incremental(replace(LINE, edges=((0, 1, -1), *LINE.edges[1:]))))
    assert (0, 0) == (caught.value.state, caught.value.action)


def test_a_wrong_cost_after_an_edge_of_which_all_is_right_is_told():
    with pytest.raises(InvalidCostError, match=r"cost\(0, 3, 1\) gave -1"):
        IDAStar().search(Incremental(replace(LINE, edges=(*LINE.edges, (0, 1, -1)))))


def test_a_search_goes_on_when_the_change_is_mended():
    problem = changing(math.nan)
    search = IDAStar().start(problem)
    with pytest.raises(InvalidHeuristicError):
        search.run()
    problem.heuristic_change = lambda state, action, next_state: -1
    search._powers = IDAStar().start(problem)._powers
    assert outcome(IDAStar().search(Explicit(LINE))) == outcome(search.run())


def test_a_change_to_infinity_is_a_dead_end():
    result = IDAStar().search(changing(math.inf))
    assert (None, math.inf, 1) == (result.solution, result.lower_bound, result.statistics.dead_ends)


def test_changes_of_floats_may_leave_a_trace_of_rounding_below_0():
    steps = [0.1, 0.2, 0.3, 0.4, 0.7]
    h = [math.fsum(steps[node:]) for node in range(6)]
    edges = tuple((node, node + 1, cost) for node, cost in enumerate(steps))
    graph = Graph(edges, frozenset({5}), tuple(h))

    class Slipping(Incremental):
        def heuristic_change(self, state, action, next_state):
            return -self.graph.edges[action][2] - 1e-16

    total = h[0]
    for cost in steps:
        total += -cost - 1e-16
    assert -1e-9 < total < 0
    result = IDAStar().search(Slipping(graph))
    assert pytest.approx(sum(steps)) == result.cost
    assert 0 == result.nearest.h


def test_a_trace_of_rounding_hides_no_costs_that_add_up_to_no_finite_number():
    class Slipping(Incremental):
        def heuristic_change(self, state, action, next_state):
            return -1e-10 * state

    with pytest.raises(InvalidCostError, match="no finite number"):
        IDAStar().search(Slipping(Graph(((0, 1, 1e308), (1, 2, 1e308)), frozenset({2}), (0.0, 0.0, 0.0))))
