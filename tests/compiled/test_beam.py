"""The compiled beam search does what the engine in Python does, also between two runs."""

from fractions import Fraction
from random import Random

import pytest
from helpers.agreement import both, in_python, told
from helpers.rows import RowProblem, random_rows, streets
from helpers.sampling import slow

from astarlib import AStar, Limits, Search, Status
from astarlib.compiled import BeamSearch
from astarlib.compiled.runtime import storage
from astarlib.errors import CapacityError, InvalidCostError, InvalidHeuristicError, ProblemMethodError

CITY, LARGE = streets(40, 2), streets(120, 2)
WIDTHS = [1, 3, 20, 10**30]


def row_problem(seed, *, floats=False, free=0.3):
    """A random graph in which some edges cost nothing, with dead ends and several paths to most states."""
    random = Random(seed)
    edges, hs = random_rows(random, count=25, floats=floats, dead=0.15)
    edges = {
        tail: [(head, 0 * cost if random.random() < free else cost) for head, cost in row]
        for tail, row in edges.items()
    }
    return RowProblem(edges, 24, hs=hs)


def shown(search):
    """What a search shows between two runs."""
    states = sorted((each.state, each.g, each.h, each.closed, str(each.parent)) for each in search.states())
    frontier = [(each.state, each.g, each.h) for each in search.frontier()]
    paths = [search.path_to(state).cost for state, *_ in states]
    return states, frontier, paths, search.lower_bound, search._algorithm.front()


@pytest.mark.parametrize("floats", [False, slow(True)])
@pytest.mark.parametrize("complete", [False, True])
@pytest.mark.parametrize("width", WIDTHS)
def test_random_graphs_give_the_same_search_at_every_stop(width, complete, floats):
    engine = BeamSearch(width=width, complete=complete)
    plan = [
        Limits(expanded=0), Limits(expanded=3), Limits(cost=4), Limits(stored=9), Limits(cost=Fraction(25, 2)),
        Limits(generated=9), Limits(solutions=1), Limits(within=1.5), Limits(),
    ]  # fmt: skip
    for seed in range(8):
        problem = row_problem(seed, floats=floats)
        found = []
        for each in (engine, in_python(engine)):
            search = each.start(problem)
            found.append([(told(search.run(limits)), shown(search)) for limits in plan])
        assert found[1] == found[0], seed


def test_each_improvement_is_yielded_once_and_the_last_one_is_proved():
    engine = BeamSearch(width=5)
    results = [list(each.start(CITY).solutions()) for each in (engine, in_python(engine))]
    assert [result.cost for result in results[1]] == [result.cost for result in results[0]]
    assert len(results[0]) > 1
    assert engine.search(CITY).is_optimal


def test_an_initial_state_that_is_a_goal_or_a_dead_end_gives_the_same_result():
    for goal, hs in ((0, [5, 1]), (1, [float("inf"), 0])):
        compiled, python = both(BeamSearch(width=2), RowProblem({0: [(1, 1)]}, goal, hs=hs))
        assert python == compiled


def test_arrays_that_grow_in_steps_give_the_same_search(monkeypatch):
    monkeypatch.setattr(storage, "_NODES_PER_STEP", 1_000)
    monkeypatch.setattr(storage, "_BYTES_PER_STEP", 1 << 13)
    engine = BeamSearch(width=4_000)
    answers = iter(range(10**6))
    search = engine.start(LARGE)
    while (result := search.run(Limits(cancelled=lambda: next(answers) % 2 == 1))).status is Status.LIMIT:
        pass
    assert next(answers) > 60  # This many slices and steps.
    assert told(engine.search(LARGE)) == told(result)
    assert told(in_python(engine).search(LARGE)) == told(result)
    assert search.bytes_in_use() > 10 * result.statistics.stored


def test_a_growth_that_a_lower_cost_limit_interrupts_begins_again(monkeypatch):
    monkeypatch.setattr(storage, "_BYTES_PER_STEP", 1 << 13)
    search = BeamSearch(width=4_000).start(LARGE)
    answers = iter(range(10**6))
    for number in range(60):
        cost = 200 if number in {9, 13, 20, 30, 45} else 400
        search.run(Limits(cost=cost, cancelled=lambda: next(answers) % 2 == 1))
    result = search.run()
    assert AStar().search(LARGE).cost == result.cost
    assert result.is_optimal


def test_a_search_is_saved_and_continues_in_every_pass(tmp_path):
    engine = BeamSearch(width=2)
    problem = row_problem(2)
    search = engine.start(problem)
    while search.run(Limits(expanded=4)).status is Status.LIMIT:
        search.save(tmp_path / "saved")
        search = Search.load(tmp_path / "saved", problem)
    assert told(engine.search(problem)) == told(search.run())


def test_a_state_may_have_many_successors():
    edges = {0: [(head, 1 + head % 7) for head in range(1, 2_001)], 9: [(2_001, 1)]}
    compiled, python = both(BeamSearch(width=5), RowProblem(edges, 2_001, compiled={"most": 2_000}))
    assert python == compiled


def test_a_state_that_is_not_stored_has_no_path():
    search = BeamSearch(width=1).start(RowProblem({0: [(1, 1)], 2: [(1, 1)]}, 1))
    with pytest.raises(KeyError, match="state 2 isn't stored"):
        search.path_to(2)


EDGES = {0: [(1, 1), (2, 4)], 1: [(2, 1)], 2: [(3, 1)]}


@pytest.mark.parametrize(
    ("wrong", "error", "words"),
    [
        ({"edges": {**EDGES, 1: [(2, -1)]}}, InvalidCostError, "edge 0 out of 1: the cost is -1"),
        ({"hs": [0, -2, 0, 0]}, InvalidHeuristicError, "edge 0 out of 0: the heuristic is -2"),
        ({"most": 1}, ProblemMethodError, "successor_count returned 2 for 0; expected 0 to max_successors, 1"),
        ({"edges": {**EDGES, 0: [(1, 2**32)]}}, CapacityError, "costs=float"),
        ({"hs": [0, 2**32, 0, 0]}, CapacityError, "costs=float"),
    ],
)
def test_invalid_values_of_a_domain_are_errors(wrong, error, words):
    with pytest.raises(error, match=words):
        BeamSearch().search(RowProblem(EDGES, 3, compiled=wrong))
