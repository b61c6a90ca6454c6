"""The states that IDA* and iterative deepening store, count, refuse and save."""

import math
from fractions import Fraction

import pytest
from helpers.graphs import Explicit, Graph, counters, few_paths, forms
from helpers.sampling import in_turn
from hypothesis import given
from hypothesis import strategies as st

from astarlib import CycleCheck, FunctionProblem, IDAStar, IterativeDeepening, LimitKind, Limits, Search, Status
from astarlib.errors import CheckpointError, InvalidCostError, InvalidHeuristicError
from astarlib.events import Expanded
from astarlib.problems.npuzzle import NPuzzle
from astarlib.searching.node import KEY

PUZZLE = NPuzzle("8 1 7 / 4 5 6 / 2 0 3", goal="0 1 2 / 3 4 5 / 6 7 8")
PARENT = CycleCheck.PARENT
DEEPENINGS = st.sampled_from([IDAStar(), IterativeDeepening()])


def chain(length):
    """A path of that many actions, with a perfect h."""
    return FunctionProblem(
        0,
        successors=lambda n: [("on", n + 1, 1), ("back", n - 1, 1)] if n < length else [],
        is_goal=lambda n: n == length,
        heuristic=lambda n: length - n,
    )


# --- how little is held -----------------------------------------------------------------------------------------------


@pytest.mark.costly
@given(few_paths(), forms, DEEPENINGS, st.integers(1, 5))
def test_the_states_held_are_those_of_the_path_and_those_that_wait(graph, form, engine, count):
    search = engine.start(form(graph))
    while (result := search.run(Limits(expanded=count))).status is Status.LIMIT:
        entries, waiting = list(search.states()), list(search.frontier())
        assert result.statistics.stored == len(entries) <= len(graph.h)
        assert {repr(entry.state) for entry in waiting} <= {repr(entry.state) for entry in entries}
        assert {repr(entry.parent) for entry in entries} <= {repr(entry.state) for entry in entries} | {"None"}
        assert entries[0].state == search.problem.initial_state


def test_a_fresh_search_has_the_initial_state_in_its_frontier_and_a_proof_leaves_nothing():
    problem = Explicit(Graph(((0, 1, 1),), frozenset(), (0, 0)))
    search = IDAStar().start(problem)
    assert [0] == [entry.state for entry in search.frontier()] == [entry.state for entry in search.states()]
    search.run()
    assert [] == list(search.frontier())


@pytest.mark.parametrize("engine", [IDAStar(), IDAStar(cycle_check=PARENT)], ids=repr)
def test_what_is_held_grows_with_the_depth_and_not_with_the_run(engine):
    search = engine.start(PUZZLE)
    while (result := search.run(Limits(expanded=97))).status is Status.LIMIT:
        assert result.statistics.stored <= 3 * 25 + 1
    assert result.statistics.expanded > 700
    assert result.statistics.peak_frontier <= 2 * 25 + 1


def test_polls_do_not_walk_a_deep_path_again(monkeypatch):
    calls = []
    search = IDAStar().start(chain(20_000))
    walk = type(search._algorithm)._current_path
    monkeypatch.setattr(type(search._algorithm), "_current_path", lambda self: calls.append(1) or walk(self))
    search.run(Limits(seconds=1000))
    assert search.statistics.expanded == 20_000
    assert len(calls) <= 3


@given(few_paths(), forms, st.integers(0, 20))
def test_limits_on_stored_states_stop_when_that_many_are_held(graph, form, count):
    result = IDAStar().search(form(graph), limits=Limits(stored=count))
    if result.status is Status.LIMIT:
        assert LimitKind.STORED is result.limit
        assert count <= result.statistics.stored


# --- counters ---------------------------------------------------------------------------------------------------------


@pytest.mark.costly
@given(few_paths())
def test_h_is_called_once_for_the_initial_state_and_for_each_generated_edge(graph):
    class Counting(Explicit):
        def heuristic(self, state):
            calls.append(state)
            return super().heuristic(state)

    calls = []
    statistics = IDAStar().search(Counting(graph)).statistics
    assert 1 + statistics.generated == statistics.evaluated == len(calls)


@pytest.mark.costly
@given(few_paths())
def test_edges_back_onto_the_path_are_not_counted_and_all_others_are(graph):
    class Watched(Explicit):
        def actions(self, state):
            on_path = {record[KEY] for search in holder for record in search._algorithm._current_path()}
            targets = [target for _, target, _ in graph.leaving[state]]
            expected.append(sum(target != state and target not in on_path for target in targets))
            return super().actions(state)

    holder, expected = [], []
    search = IterativeDeepening().start(Watched(graph))
    holder.append(search)
    result = search.run()
    assert (sum(expected), len(expected)) == (result.statistics.generated, result.statistics.expanded)


def test_dead_ends_are_counted_each_time_they_are_generated():
    graph = Graph(((0, 1, 1), (0, 2, 1), (2, 3, 1)), frozenset({3}), (1, math.inf, 0, 0))
    assert counters(IDAStar().search(Explicit(graph)).statistics).dead_ends == 2


def test_an_initial_state_that_is_a_dead_end_is_a_proof_without_an_expansion():
    result = IDAStar().search(Explicit(Graph(((0, 1, 1),), frozenset({1}), (math.inf, 0))))
    assert (Status.UNSOLVABLE, math.inf) == (result.status, result.lower_bound)
    assert (0, 1, 1) == (result.statistics.expanded, result.statistics.dead_ends, result.statistics.peak_frontier + 1)


def test_of_two_paths_that_wait_the_cheaper_is_shown():
    graph = Graph(((0, 1, 3), (0, 1, 1), (1, 2, 9)), frozenset({2}), (3, 0, 0))
    search = IDAStar().start(Explicit(graph))
    search.run(Limits(expanded=1))
    assert [3, 1] == [entry.g for entry in search.frontier()]
    assert 1 == search.path_to(1).cost
    assert [0, 1] == [entry.g for entry in search.states()]


def test_of_two_equal_paths_that_wait_the_one_that_comes_first_is_shown():
    search = IDAStar().start(Explicit(Graph(((0, 1, 1), (0, 1, 1)), frozenset(), (1, 0))))
    search.run(Limits(expanded=1))
    assert (0,) == search.path_to(1).actions
    assert [(None, True), (0, False)] == [(entry.action, entry.closed) for entry in search.states()]


def test_a_cost_limit_that_is_raised_in_the_middle_of_an_iteration_begins_again():
    """0, 1, 4 are the fewest actions, and above the first limit; 4 waits by way of 3 where that stops."""
    edges = ((0, 1, 9), (0, 2, 1), (2, 3, 1), (3, 5, 1), (3, 4, 1), (1, 4, 1))
    search = IterativeDeepening().start(Explicit(Graph(edges, frozenset({4}), (0,) * 6)))
    search.run(Limits(cost=5, expanded=9))
    assert [5, 4] == [entry.state for entry in search.frontier()]
    assert (0, 1, 4) == search.run().states


# --- checkpoints ------------------------------------------------------------------------------------------------------


def test_a_problem_with_a_goal_on_the_path_is_another_problem(tmp_path):
    edges = ((0, 1, 1), (1, 2, 1), (2, 3, 1))
    search = IDAStar().start(Explicit(Graph(edges, frozenset({3}), (3, 2, 1, 0))))
    search.run(Limits(expanded=2))
    search.save(tmp_path / "search")
    with pytest.raises(CheckpointError, match="1 was expanded, but is now a goal"):
        Search.load(tmp_path / "search", Explicit(Graph(edges, frozenset({1}), (3, 2, 1, 0))))


@pytest.mark.parametrize("cost", [Fraction(1, 3), 0.25, 2])
def test_costs_stay_the_numbers_they_are(cost):
    result = IDAStar().search(Explicit(Graph(((0, 1, cost), (1, 2, cost)), frozenset({2}), (0, 0, 0))))
    assert (2 * cost, type(cost)) == (result.cost, type(result.cost))


# --- order and mistakes -----------------------------------------------------------------------------------------------


def test_the_first_action_is_followed_first():
    tree = Graph(((0, 1, 1), (0, 2, 1), (1, 3, 1), (1, 4, 1), (2, 5, 1)), frozenset(), (2, 1, 1, 0, 0, 0))
    events = []
    IDAStar().search(Explicit(tree), observer=lambda event: isinstance(event, Expanded) and events.append(event))
    assert [0, 1, 3, 4, 2, 5] == [event.state for event in events]


def test_nearest_is_the_first_state_of_the_smallest_h():
    graph = Graph(((0, 1, 1), (0, 2, 1), (2, 3, 1)), frozenset(), (3, 2, 2, 2))
    assert (0, 1) == IDAStar().search(Explicit(graph)).nearest.states


@in_turn("cost", [-1, math.nan, math.inf, -math.inf, "1", None])
@in_turn("engine", [IDAStar(), IterativeDeepening()])
def test_an_invalid_cost_is_refused_by_state_action_and_value(engine, cost):
    graph = Graph(((0, 1, 1), (1, 2, cost)), frozenset({2}), (0, 0, 0))
    with pytest.raises(InvalidCostError, match=r"cost\(1, 1, 2\)") as caught:
        engine.search(Explicit(graph))
    assert (1, 1) == (caught.value.state, caught.value.action)
    assert repr(cost) == repr(caught.value.value)


@pytest.mark.parametrize("h", [0, math.inf])
def test_costs_that_add_up_to_no_finite_number_are_refused(h):
    graph = Graph(((0, 1, 1e308), (1, 2, 1e308)), frozenset({2}), (0, 0, h))
    with pytest.raises(InvalidCostError, match="their sum isn't finite"):
        IDAStar().search(Explicit(graph))


def test_an_h_that_rounding_cannot_explain_is_refused_however_small_the_whole():
    graph = Graph(((0, 1, 1),), frozenset({1}), (0, -1e-16))
    with pytest.raises(InvalidHeuristicError, match=r"heuristic\(1\)"):
        IDAStar().search(Explicit(graph))
