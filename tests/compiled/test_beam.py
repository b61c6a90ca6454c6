"""The compiled beam search does what the engine in Python does, also between two runs."""

from random import Random

import pytest
from helpers.agreement import both, in_python, told
from helpers.rows import RowProblem, random_rows, streets

from astarlib import AStar, Limits, Search, Status
from astarlib.checking.conformance.random_graphs import RandomGraph
from astarlib.compiled import BeamSearch
from astarlib.compiled.runtime import storage
from astarlib.errors import CapacityError, InvalidCostError, InvalidHeuristicError, ProblemMethodError

LARGE = streets(120, 2)


@pytest.mark.costly
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


@pytest.mark.costly
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


@pytest.mark.costly
def test_a_search_is_saved_and_continues_in_every_pass(tmp_path):
    engine = BeamSearch(width=2)
    edges, hs = random_rows(Random(2), count=25, dead=0.15)
    problem = RowProblem(edges, 24, hs=hs)
    search = engine.start(problem)
    while search.run(Limits(expanded=4)).status is Status.LIMIT:
        search.save(tmp_path / "saved")
        search = Search.load(tmp_path / "saved", problem)
    assert told(engine.search(problem)) == told(search.run())


def test_a_state_may_have_many_successors():
    edges = {0: [(head, 1 + head % 7) for head in range(1, 2_001)], 9: [(2_001, 1)]}
    compiled, python = both(BeamSearch(width=5), RowProblem(edges, 2_001, compiled={"most": 2_000}))
    assert python == compiled


def test_a_path_that_was_made_before_is_not_taken_for_that_of_another_state():
    """The next layer uses the numbers of some nodes again, for other states."""
    engine, problem = BeamSearch(width=8), RandomGraph(378596)
    search = engine.start(problem)
    search.run(Limits(expanded=2))
    for stored in search.frontier():
        assert search.path_to(stored.state).states[-1] == stored.state
    assert engine.search(problem) == search.run()


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
