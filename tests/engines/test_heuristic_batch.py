"""Heuristics for many states at once: how often and with what engines call them, and what wrong values lead to."""

import copy
import math
from dataclasses import replace

import numpy as np
import pytest
from helpers.graphs import Batched, Explicit, Graph, Keyed, check, counters, forms, graphs, outcome, weights
from helpers.sampling import few, in_turn
from hypothesis import given
from hypothesis import strategies as st

from astarlib import (
    AnytimeWeightedAStar,
    ARAStar,
    AStar,
    BatchWeightedAStar,
    BeamSearch,
    Dijkstra,
    FunctionProblem,
    GreedyBestFirst,
    IDAStar,
    LimitKind,
    Limits,
    Search,
    WeightedAStar,
    with_heuristic,
)
from astarlib.checking import check_problem
from astarlib.errors import InvalidCostError, InvalidHeuristicError
from astarlib.events import Expanded
from astarlib.problems.npuzzle import NPuzzle
from astarlib.resolving.resolved_problem import resolve_problem

BOARD = "8 6 7 / 2 5 4 / 3 0 1"
IN_TURN = [AStar(), WeightedAStar(weight=2), GreedyBestFirst(), ARAStar(), AnytimeWeightedAStar()]
EACH_ONCE = [*IN_TURN, BatchWeightedAStar(), BatchWeightedAStar(weight=3, batch=2)]
BEAMS = [BeamSearch(width=2), BeamSearch(width=3, complete=False)]
USERS = [*EACH_ONCE, *BEAMS]
sizes = st.integers(1, 6)


class KeyedBatch(Keyed):
    def heuristic_batch(self, states):
        return [self.heuristic(state) for state in states]


def counted(form):
    """Return a problem class that records its calls, and whose ``heuristic`` isn't called outside a batch."""

    class Counted(form):
        def __init__(self, *arguments):
            super().__init__(*arguments)
            self.calls, self.expansions = [], 0

        def heuristic_batch(self, states):
            assert isinstance(states, list)
            self.calls.append([*states])
            return [super(Counted, self).heuristic(state) for state in states]

        def heuristic_change(self, state, action, next_state):
            raise AssertionError

    return Counted


def line(heuristic_batch, length=20):
    """0, 1, 2 ... as far as ``length``, which is the goal."""
    return FunctionProblem(
        0,
        successors=lambda n: [("on", n + 1, 1), ("back", max(0, n - 1), 1)],
        is_goal=lambda n: n == length,
        heuristic=lambda n: abs(length - n),
        heuristic_batch=heuristic_batch,
    )


# --- what is called ---------------------------------------------------------------------------------------------------


@pytest.mark.costly
@pytest.mark.parametrize("engine", few(EACH_ONCE, 3), ids=repr)
@given(graph=graphs(), form=st.sampled_from([Explicit, Keyed]))
def test_every_state_is_evaluated_once_and_counted(engine, graph, form):
    problem = counted(form)(graph)
    result = engine.search(problem)
    states = [str(state) for call in problem.calls for state in call]
    assert len(states) == len(set(states)) == result.statistics.evaluated == result.statistics.stored
    assert all(len(call) > 0 for call in problem.calls)
    assert problem.calls[0] == [problem.initial_state]


@pytest.mark.parametrize("engine", [*few(IN_TURN, 3), *BEAMS], ids=repr)
@given(graph=graphs(), keyed=st.booleans())
def test_engines_give_the_same_result_with_a_batch_and_without_one(engine, graph, keyed):
    one, many = (Keyed, KeyedBatch) if keyed else (Explicit, Batched)
    alone, together = outcome(engine.search(one(graph))), outcome(engine.search(many(graph)))
    if engine in BEAMS:  # A layer is evaluated before a goal in it is found, and a state that's pruned only once.
        together = replace(together, statistics=replace(together.statistics, evaluated=alone.statistics.evaluated))
    assert alone == together


@pytest.mark.costly
@pytest.mark.parametrize("engine", IN_TURN, ids=repr)
def test_engines_call_the_batch_at_most_once_for_each_expansion(engine):
    problem = counted(NPuzzle)(BOARD)
    assert len(problem.calls) <= 1 + engine.search(problem).statistics.expanded
    assert max(map(len, problem.calls)) > 1


@pytest.mark.costly
def test_a_batch_of_states_is_one_call():
    problem = counted(NPuzzle)(BOARD)
    result = BatchWeightedAStar(batch=50).search(problem)
    assert (31, True) == (result.cost, result.is_optimal)
    assert max(map(len, problem.calls)) > 50
    assert 1 + math.ceil(result.statistics.expanded / 50) <= len(problem.calls) <= 30 + result.statistics.expanded / 40


def test_beam_search_evaluates_each_layer_with_one_call():
    problem = counted(NPuzzle)(BOARD)
    result = BeamSearch(width=50, complete=False).search(problem)
    assert result.solution == BeamSearch(width=50, complete=False).search(NPuzzle(BOARD)).solution
    assert len(problem.calls) <= 2 + len(result.actions)  # the root, the layers of the path and the one after it
    assert result.statistics.evaluated == sum(map(len, problem.calls))


@pytest.mark.costly
@given(graphs(), st.booleans(), st.integers(1, 4), st.integers(1, 3), st.integers(0, 9))
def test_limits_within_a_layer_change_nothing(graph, keyed, width, step, cost):
    engine, form = BeamSearch(width=width), KeyedBatch if keyed else Batched
    alone, search = engine.start(form(graph)), engine.start(form(graph))
    for limit in (cost, cost + 3, math.inf):
        expected = alone.run(Limits(cost=limit))
        while (result := search.run(Limits(cost=limit, expanded=step))).limit is LimitKind.EXPANDED:
            search = copy.copy(search)
        assert outcome(expected) == outcome(result)


def test_a_layer_that_is_interrupted_is_evaluated_once():
    calls, is_first = [], [True]

    def successors(n):
        if n == 3 and is_first:
            is_first.clear()
            raise KeyboardInterrupt
        return [(step, n + step, 1) for step in (1, 2)] if n < 30 else []

    def evaluate(states):
        calls.extend(states)
        return [max(0, (30 - n) // 2) for n in states]

    problem = FunctionProblem(
        0, successors=successors, is_goal=lambda n: n == 30, heuristic=lambda n: max(0, (30 - n) // 2),
        heuristic_batch=evaluate,
    )  # fmt: skip
    search = BeamSearch(width=9, complete=False).start(problem)
    with pytest.raises(KeyboardInterrupt):
        search.run()
    assert search.run().cost == 15
    assert len(calls) == len(set(calls))


@pytest.mark.costly
def test_without_a_batch_heuristic_each_state_is_evaluated_alone():
    assert outcome(BatchWeightedAStar(batch=9).search(NPuzzle(BOARD))) == outcome(
        BatchWeightedAStar(batch=9).search(counted(NPuzzle)(BOARD))
    )


def test_ida_star_and_dijkstra_do_not_call_it():
    problem = line(lambda states: pytest.fail("called"))
    assert 20 == IDAStar().search(problem).cost == Dijkstra().search(problem).cost


def test_a_heuristic_that_is_redefined_is_not_overridden():
    class Own(Batched):
        def heuristic(self, state):
            return 0

    graph = Graph(((0, 1, 1),), frozenset({1}), (1, 0))
    assert resolve_problem(Batched(graph)).heuristic_batch is not None
    assert resolve_problem(Own(graph)).heuristic_batch is None
    assert resolve_problem(with_heuristic(Batched(graph), lambda state: 0)).heuristic_batch is None


# --- batch weighted A* ------------------------------------------------------------------------------------------------


@pytest.mark.costly
@given(graphs("consistent", "admissible"), forms, weights, sizes)
def test_a_solution_costs_at_most_weight_times_the_optimum(graph, form, weight, size):
    result = BatchWeightedAStar(weight=weight, batch=size).search(form(graph))
    assert bool(result) == (graph.optimum < math.inf)
    if result:
        assert result.cost <= weight * graph.optimum
        assert result.is_optimal or weight > 1


@pytest.mark.costly
@given(graphs("consistent", "admissible"), forms, weights, sizes)
def test_the_lower_bound_is_valid_after_every_expansion_and_limits_are_exact(graph, form, weight, size):
    search = BatchWeightedAStar(weight=weight, batch=size).start(form(graph))
    expected = BatchWeightedAStar(weight=weight, batch=size).search(form(graph))
    for number in range(1, expected.statistics.expanded + 1):
        result = search.run(Limits(expanded=1))
        assert result.statistics.expanded == number
        assert search._algorithm.lower_bound(cheap=True) <= result.lower_bound <= graph.optimum
        check(search)
    assert outcome(search.run()) == outcome(expected)


@pytest.mark.costly
@given(graphs(), forms, weights, sizes, st.integers(0, 9), st.integers(1, 7))
def test_limits_and_files_within_a_batch_change_nothing(tmp_path_factory, graph, form, weight, size, cost, step):
    path, engine = tmp_path_factory.mktemp("saved") / "search", BatchWeightedAStar(weight=weight, batch=size)
    alone, search = engine.start(form(graph)), engine.start(form(graph))
    for limit in (cost, cost + 3, math.inf):
        expected = alone.run(Limits(cost=limit))
        while (result := search.run(Limits(cost=limit, expanded=step))).limit is LimitKind.EXPANDED:
            search.save(path)
            search = copy.copy(Search.load(path, form(graph)))
        assert outcome(expected) == outcome(result)


@given(graphs(), forms, weights, sizes, st.integers(1, 9), st.integers(0, 9))
def test_a_lower_cost_limit_within_a_batch_is_kept(graph, form, weight, size, step, cost):
    expanded = []
    search = BatchWeightedAStar(weight=weight, batch=size).start(form(graph), observer=expanded.append)
    search.run(Limits(expanded=step))
    expanded.clear()
    search.run(Limits(cost=cost))
    check(search)
    assert all(event.g + event.h <= cost for event in expanded if isinstance(event, Expanded))
    result = search.run()
    assert bool(result) == (graph.optimum < math.inf)


@given(graphs(), forms)
def test_a_batch_of_one_expands_in_the_order_of_weighted_astar(graph, form):
    def order(engine):
        states = []
        engine.search(form(graph), observer=states.append)
        return [(event.state, event.g) for event in states if isinstance(event, Expanded)]

    batched, serial = order(BatchWeightedAStar(weight=2, batch=1)), order(AnytimeWeightedAStar(weight=2))
    assert batched == serial[: len(batched)]


def test_solutions_come_one_after_the_other():
    costs = [result.cost for result in BatchWeightedAStar(weight=5, batch=30).start(NPuzzle(BOARD)).solutions()]
    assert costs == sorted(set(costs), reverse=True)
    assert costs[-1] <= 5 * 31


def test_a_whole_number_of_numpy_is_a_batch_size():
    assert BatchWeightedAStar(batch=7) == BatchWeightedAStar(batch=np.int64(7))
    assert type(BatchWeightedAStar(batch=np.int64(7)).batch) is int


# --- values -----------------------------------------------------------------------------------------------------------


@in_turn("kind", [np.array, tuple, iter, lambda h: np.array(h, np.float32), lambda h: np.array(h, np.int8), lambda h: [
        np.float32(value) for value in h
    ]])  # fmt: skip
def test_numbers_of_numpy_and_any_iterable_are_accepted(kind):
    for engine in USERS:
        result = engine.search(line(lambda states: kind([20 - n for n in states])))
        assert 20 == result.cost
        assert type(result.nearest.h) in {int, float}


WRONG = {
    "nan": (lambda states: [math.nan if n == 5 else 20 - n for n in states], "heuristic_batch gave 5 the value nan"),
    "negative": (lambda states: [-1 if n == 5 else 20 - n for n in states], "gave 5 the value -1; expected a number"),
    "text": (lambda states: ["h" if n == 5 else 20 - n for n in states], "gave 5 the value 'h'"),
    "none": (lambda states: [None if n == 5 else 20 - n for n in states], r"gave 5 the value None.*forget `return`"),
    "short": (
        lambda states: [20 - n for n in states if n != 5],
        r"heuristic_batch\(\[5\]\) returned 0 values for 1 st",
    ),
    "no list": (lambda states: None if 5 in states else [20 - n for n in states], r"returned None for 1 state; expect"),
    "number": (lambda states: np.float64(3) if 5 in states else [20 - n for n in states], r"the value 3|returned 3"),
    "table": (lambda states: np.array([[20 - n] for n in states]), r"heuristic_batch gave 0 the value \[20\]"),
    "error": (lambda states: [1 // (n - 5) if n == 5 else 20 - n for n in states], r"\[5\]\) raised ZeroDivisionError"),
}


@in_turn("engine", USERS)
def test_an_error_names_the_state_whose_value_is_wrong(engine):
    for kind, (evaluate, message) in WRONG.items():
        if kind != "number":
            with pytest.raises(InvalidHeuristicError, match=message):
                engine.search(line(evaluate))


def test_the_state_is_found_in_a_batch_of_several():
    def evaluate(states):
        return [math.nan if n == 13 else abs(20 - n) for n in states]

    problem = FunctionProblem(
        10,
        successors=lambda n: [("down", n - 1, 1), ("up", n + 1, 1)],
        is_goal=lambda n: n == 20,
        heuristic=lambda n: abs(20 - n),
        heuristic_batch=evaluate,
    )
    search = BatchWeightedAStar(batch=10).start(problem)
    with pytest.raises(InvalidHeuristicError) as caught:
        search.run()
    assert (13, True) == (caught.value.state, math.isnan(caught.value.value))


def test_an_error_that_happens_once_loses_nothing():
    left = [3]

    class Fails(Batched):
        def heuristic_batch(self, states):
            left[0] -= 1
            if left[0] == 0:
                raise OSError("once")
            return super().heuristic_batch(states)

    graph = Graph(((0, 1, 1), (0, 2, 2), (1, 3, 1), (2, 3, 0), (3, 4, 1)), frozenset({4}), (2, 2, 1, 1, 0))
    for engine in USERS:
        left[0] = 3
        search = engine.start(Fails(graph))
        with pytest.raises(OSError, match="once"):
            search.run()
        assert counters(search.run().statistics) == counters(engine.search(Batched(graph)).statistics)


@pytest.mark.parametrize("cost", [-1, math.nan, math.inf, "2"])
def test_a_wrong_cost_in_a_batch_is_named(cost):
    graph = Graph(((0, 1, 1), (0, 2, 1), (2, 3, cost)), frozenset({3}), (0,) * 4)
    with pytest.raises(InvalidCostError) as caught:
        BatchWeightedAStar().search(Batched(graph))
    assert (2, 2) == (caught.value.state, caught.value.action)


def test_a_problem_may_have_no_batch_function_but_not_another_object():
    with pytest.raises(TypeError, match="heuristic_batch must be a function that takes a list of states, not 5"):
        line(5)


def test_a_heuristic_batch_that_disagrees_is_a_fault():
    report = check_problem(line(lambda states: [abs(20 - n) + (n == 7) for n in states]), states=100)
    assert ["heuristic_batch"] == [fault.promise for fault in report.faults]
    assert "heuristic_batch gave 7 the value 14, but heuristic(7) returned 13" in str(report.faults[0].message)
    wrong_number = check_problem(line(lambda states: [0]), states=100)
    assert ["heuristic_batch"] == [fault.promise for fault in wrong_number.faults]
    rounded = line(lambda states: np.array([abs(20 - n) for n in states], np.float32) * (1 + 1e-6))
    assert check_problem(rounded, states=100).ok


def test_a_loaded_search_accepts_the_rounding_of_32_bits(tmp_path):
    def network(states):
        return np.array([20.3 - n for n in states], np.float32)

    problem = line(network)
    search = BatchWeightedAStar(batch=3).start(problem)
    search.run(Limits(expanded=5))
    search.save(tmp_path / "search")
    problem._estimate = lambda n: 20.3 - n
    assert 20 == Search.load(tmp_path / "search", problem).run().cost
