"""Compiled ARA* and anytime weighted A* find the solutions of the engines in Python, after the same expansions."""

import copy
import math
from random import Random

import numpy as np
import pytest
from helpers.agreement import both, in_python, told
from helpers.rows import RowProblem, random_rows, streets

from astarlib import Limits, Search, Status
from astarlib.compiled import AnytimeWeightedAStar, ARAStar, Dijkstra
from astarlib.compiled.kernels import codes
from astarlib.compiled.runtime.queues import Buckets, Heap
from astarlib.errors import CheckpointError, InvalidCostError
from astarlib.problems.npuzzle.instances import KORF_100
from astarlib.searching.anytime import bound_interval

ENGINES = [ARAStar(), AnytimeWeightedAStar()]
CITY = streets(40, 2)


@pytest.mark.costly
def test_numbers_that_are_too_large_for_buckets_are_stored_in_a_heap(monkeypatch):
    monkeypatch.setattr("astarlib.compiled.runtime.queues._MAX_STACKS", 64 * 64)
    edges, hs = random_rows(Random(1), count=50)
    edges = {tail: [(head, 97 * cost) for head, cost in row] for tail, row in edges.items()}
    compiled, python = both(ARAStar(), RowProblem(edges, 49, hs=[97 * h for h in hs]))
    assert python == compiled


@pytest.mark.costly
def test_each_iteration_has_the_queue_of_its_weight():
    edges, hs = random_rows(Random(1), count=50)
    search = ARAStar(weights=(3, 1.1, 1)).start(RowProblem(edges, 49, hs=hs))
    kinds = [type(search._algorithm._queue) for _ in search.solutions()]
    search.run()
    assert [Buckets, Heap] == [*kinds, type(search._algorithm._queue)][:2]


@pytest.mark.costly
def test_the_15_puzzle_79_of_korf_is_proved_with_few_more_expansions_than_astar_needs():
    search = ARAStar().start(KORF_100.by_id(79).problem())
    assert [68, 52, 42] == [result.cost for result in search.solutions()]
    assert 75_367 == search.run().statistics.expanded < 1.1 * 68_627


def test_the_bound_is_computed_four_to_eight_times_while_the_expansions_double():
    for expanded in (2**12, 3 * 2**12 - 1, 2**20 + 5):
        assert 4 <= expanded / bound_interval(expanded) <= 8


@pytest.mark.costly
@pytest.mark.parametrize("engine", ENGINES, ids=repr)
def test_a_cheaper_path_to_the_best_goal_above_the_cost_limit_does_not_change_the_incumbent(engine, tmp_path):
    """The goal gets a path of cost 8 while the limit is 6. A copy or a file keeps the path of cost 10, too."""
    problem = RowProblem({0: [(1, 1), (2, 1)], 1: [(3, 9)], 2: [(4, 1)], 4: [(3, 6)]}, 3, hs=[4, 0, 2, 0, 2])
    expected = []
    for one in (engine, in_python(engine)):
        search = one.start(problem)
        first = search.run(Limits(solutions=1))
        limited = search.run(Limits(cost=6))
        search.save(tmp_path / "search")
        loaded = Search.load(tmp_path / "search", problem)
        assert 10 == first.cost == limited.cost
        assert Status.LIMIT is limited.status
        results = [told(each.run()) for each in (copy.copy(search), loaded, search)]
        assert results[0] == results[1] == results[2]
        expected.append(results[0])
    assert expected[1] == expected[0]
    assert 8 == expected[0][2].cost


@pytest.mark.costly
def test_an_error_in_an_expansion_that_has_found_a_goal_loses_nothing():
    problem = RowProblem({0: [(1, 2), (2, 1)]}, 1, compiled={"edges": {0: [(1, 2), (2, -1)]}})
    search = ARAStar().start(problem)
    for _ in range(2):
        with pytest.raises(InvalidCostError, match="edge 1 out of 0"):
            search.run()
    search._algorithm._tables = ARAStar().start(RowProblem(problem.edges, 1))._algorithm._tables
    assert (Status.LIMIT, 0) == (search.run(Limits(expanded=0)).status, search.statistics.expanded)
    assert 2 == search.run().cost


def saved_arrays():
    search = ARAStar().start(CITY)
    search.run(Limits(expanded=500))
    return search._algorithm, dict(search._algorithm.dump())


@pytest.mark.parametrize(
    ("array", "index", "number", "expected"),
    [
        ("counters", codes.ITERATION, 5, "the number of a weight"),
        ("counters", codes.REPORTED, 9, "at most as many reported"),
        ("counters", codes.SOLUTIONS, 0, "at most as many reported"),
        ("counters", codes.GOAL_PARENT, 2**40, "parent of the goal to be a node"),
        ("counters", codes.GOAL_PARENT, 0, "a parent of the goal"),
        ("counters", codes.GOAL_PARENT, 1, "no edge"),
        ("values", codes.BEST, np.inf, "a goal if there are solutions"),
        ("values", codes.BOUND, -1, "a bound of at least 0"),
    ],
)
def test_a_file_that_contradicts_itself_is_refused(array, index, number, expected):
    algorithm, arrays = saved_arrays()
    arrays[array] = arrays[array].copy()
    arrays[array][index] = number
    with pytest.raises(CheckpointError, match=expected):
        algorithm.verify(arrays)


def test_a_file_with_a_wrong_goal_or_a_node_at_two_places_is_refused():
    algorithm, arrays = saved_arrays()
    algorithm.verify(arrays)
    counters, parked = arrays["counters"].copy(), arrays["order"][:1]
    counters[codes.GOAL] = parked[0]
    with pytest.raises(CheckpointError, match="expected a goal"):
        algorithm.verify({**arrays, "counters": counters})
    counters = arrays["counters"].copy()
    counters[codes.PARKED] += 1
    with pytest.raises(CheckpointError, match="aren't in the queue"):
        algorithm.verify({**arrays, "counters": counters, "parked": np.concatenate([arrays["parked"], parked])})
    search = ARAStar().start(RowProblem({0: [(1, 1)]}, 0))
    search.run(Limits(solutions=1))
    dumped = search._algorithm.dump()
    search._algorithm.verify(dumped)
    values = dumped["values"].copy()
    values[codes.BEST] = 1
    with pytest.raises(CheckpointError, match="no path to an initial state"):
        search._algorithm.verify({**dumped, "values": values})


def test_the_frontier_shows_f_and_a_bound_that_rises():
    search = ARAStar().start(CITY)
    assert search._algorithm.front() == 5 * search._algorithm.root_h
    search.run(Limits(solutions=1))
    assert search._algorithm.lower_bound(cheap=True) <= search.lower_bound


@pytest.mark.costly
@pytest.mark.parametrize("consistent", [True, False])
def test_without_a_solution_ara_star_expands_each_state_once(consistent, tmp_path):
    edges, hs = random_rows(Random(2), count=60, consistent=consistent)
    problem = RowProblem({**edges, 60: []}, 60, hs=[*hs, 0])
    reached = Dijkstra().search(problem).statistics.expanded
    search = ARAStar(weights=(5, 1)).start(problem)
    search.run(Limits(expanded=reached - 1))
    result = search.run()
    assert (result.status, result.lower_bound, result.statistics.expanded) == (Status.UNSOLVABLE, math.inf, reached)
    search.save(tmp_path / "search")
    assert told(Search.load(tmp_path / "search", problem).run()) == told(result)


def test_below_a_cost_limit_ara_star_proves_nothing():
    problem = RowProblem({0: [(1, 9), (2, 1)], 2: [(1, 1)], 1: [(3, 9)]}, 3, hs=[0, 0, 30, 0])
    search = ARAStar(weights=(5, 1)).start(problem)
    assert search.run(Limits(cost=10)).status is Status.LIMIT
    assert search.run().status is Status.SOLVED
