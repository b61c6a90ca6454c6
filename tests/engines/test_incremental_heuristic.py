"""IDA* uses the change of h if the problem provides it, and reports a wrong one."""

import math
import pickle
from dataclasses import replace
from fractions import Fraction

import pytest
from helpers.graphs import Explicit, Graph, few_paths, outcome
from helpers.sampling import in_turn
from hypothesis import given
from hypothesis import strategies as st

from astarlib import AStar, Dijkstra, IDAStar, IterativeDeepening, Limits, Search, SearchProblem, with_heuristic
from astarlib.errors import CheckpointError, InvalidCostError, InvalidHeuristicError
from astarlib.resolving.resolved_problem import resolve_problem

LINE = Graph(((0, 1, 1), (1, 2, 1), (2, 3, 1)), frozenset({3}), (3, 2, 1, 0))


class Incremental(Explicit):
    """A problem that provides h of the initial state, and then the change of h in each step."""

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


@in_turn("change", [math.nan, -3, -2.001, -2 - Fraction(1, 10**12), -math.inf, "1", None])
def test_a_change_to_an_invalid_h_is_refused_by_state_action_and_value(change):
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


def test_a_wrong_cost_is_reported_where_the_change_of_h_is_right():
    with pytest.raises(InvalidCostError, match=r"cost\(0, 0, 1\) returned -1") as caught:
        IDAStar().search(Incremental(replace(LINE, edges=((0, 1, -1), *LINE.edges[1:]))))
    assert (0, 0) == (caught.value.state, caught.value.action)


def test_a_wrong_cost_after_an_edge_of_which_all_is_right_is_reported():
    with pytest.raises(InvalidCostError, match=r"cost\(0, 3, 1\) returned -1"):
        IDAStar().search(Incremental(replace(LINE, edges=(*LINE.edges, (0, 1, -1)))))


def test_a_search_continues_when_the_change_is_fixed():
    problem = changing(math.nan)
    search = IDAStar().start(problem)
    with pytest.raises(InvalidHeuristicError):
        search.run()
    problem.heuristic_change = lambda state, action, next_state: -1
    search._algorithm.problem = resolve_problem(problem)
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

    with pytest.raises(InvalidCostError, match="their sum isn't finite"):
        IDAStar().search(Slipping(Graph(((0, 1, 1e308), (1, 2, 1e308)), frozenset({2}), (0.0, 0.0, 0.0))))


class Far(SearchProblem):
    """Points in the plane, one after the other; h is the distance to the last."""

    def __init__(self, points):
        super().__init__(0)
        self.points = points

    def actions(self, state):
        return ["on"] if state + 1 < len(self.points) else []

    def result(self, state, action):
        return state + 1

    def cost(self, state, action, next_state):
        return math.dist(self.points[state], self.points[next_state])

    def heuristic(self, state):
        return math.dist(self.points[state], self.points[-1])

    def heuristic_change(self, state, action, next_state):
        return self.heuristic(next_state) - self.heuristic(state)

    def is_goal(self, state):
        return state == len(self.points) - 1


def far(scale):
    """Lists of points within a square of that size."""
    return st.lists(st.tuples(*[st.floats(0, scale, allow_subnormal=False)] * 2), min_size=3, max_size=30)


@given(st.sampled_from([1e-9, 1, 1e7, 5e9, 1e15]).flatmap(far))
def test_sums_of_large_floats_are_refused_neither_by_the_search_nor_by_its_checkpoint(points):
    problem = Far(points)
    optimum = AStar().search(problem).cost
    result = IDAStar().search(problem, limits=Limits(expanded=2000))
    assert result.lower_bound <= optimum * (1 + 1e-9)
    assert result.solution is None or result.cost == pytest.approx(optimum, rel=1e-12)
    search = IDAStar().start(problem)
    search.run(Limits(expanded=len(points) - 2))
    loaded = pickle.loads(pickle.dumps(search))  # which compares h with the sums, as loading a checkpoint does
    assert outcome(search.run(Limits(expanded=100))) == outcome(loaded.run(Limits(expanded=100)))


@pytest.mark.parametrize("scale", [1e-12, 1, 1e12])
def test_the_trace_of_rounding_that_is_let_pass_is_relative_to_the_largest_number_on_the_path(scale):
    class Slipping(Incremental):
        off = 0.0

        def heuristic_change(self, state, action, next_state):
            return -self.graph.edges[action][2] - (self.off * scale if next_state == 3 else 0)

    edges = tuple((node, node + 1, scale) for node in range(3))
    graph = Graph(edges, frozenset({3}), tuple(scale * left for left in (3.0, 2.0, 1.0, 0.0)))
    problem = Slipping(graph)
    problem.off = 1e-9
    assert IDAStar().search(problem).cost == pytest.approx(3 * scale)
    problem.off = 1e-8
    with pytest.raises(InvalidHeuristicError, match=r"heuristic_change\(2, 2, 3\)"):
        IDAStar().search(problem)


def test_sums_that_are_off_by_more_than_rounding_are_refused_when_they_are_loaded(tmp_path):
    problem = Far([(0.0, 0.0), (1e9, 0.0), (3e9, 0.0), (4e9, 0.0)])
    search = IDAStar().start(problem)
    search.run(Limits(expanded=2))
    search.save(tmp_path / "search")
    last, problem.points[-1] = problem.points[-1], (4e9 + 10, 0.0)
    with pytest.raises(CheckpointError, match="h of"):
        Search.load(tmp_path / "search", problem)
    problem.points[-1] = last
    assert outcome(search.run()) == outcome(Search.load(tmp_path / "search", problem).run())


def test_a_wrong_change_is_named_where_the_cost_so_far_is_beyond_all_floats():
    class Forgetful(Incremental):
        def heuristic_change(self, state, action, next_state):
            return None if state == 3 else 0

    graph = Graph(tuple((node, node + 1, 10**308) for node in range(4)), frozenset({4}), (0,) * 5)
    with pytest.raises(InvalidHeuristicError, match=r"heuristic_change\(3, 3, 4\) returned None"):
        IDAStar().search(Forgetful(graph))
