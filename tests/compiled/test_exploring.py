"""The compiled exploration finds what the exploration in Python finds, and unpacks states when they are asked for."""

from fractions import Fraction
from random import Random

import pytest
from helpers.rows import RowProblem, random_rows

from astarlib import FunctionProblem, Limits, explore
from astarlib.compiled import Dijkstra, Disk
from astarlib.compiled import explore as compiled_explore
from astarlib.errors import CheckpointError, MissingCapabilityError
from astarlib.problems.graph import GraphProblem
from astarlib.problems.grid import GridProblem
from astarlib.problems.npuzzle import NPuzzle


@pytest.mark.parametrize("floats", [False, True])
@pytest.mark.parametrize("limits", [Limits(), Limits(cost=7), Limits(expanded=9)], ids=["all", "cost", "expanded"])
def test_the_states_their_costs_and_their_order_are_the_same(limits, floats):
    for seed in range(20):
        edges, hs = random_rows(Random(seed), count=40, floats=floats, dead=0.1)
        problem = RowProblem(edges, 39, hs=hs)
        ours, expected = compiled_explore(problem, limits=limits), explore(problem, limits=limits)
        assert list(expected) == list(ours)
        assert [expected.cost(state) for state in expected] == [ours.cost(state) for state in ours]
        assert [explored.path_to(state).cost for explored in (expected, ours) for state in expected] == [
            expected.cost(state) for state in [*expected, *expected]
        ]
        assert dict(expected.layers) == dict(ours.layers)
        assert list(expected.layers) == list(ours.layers)
        assert (expected.is_complete, len(expected), repr(expected)) == (ours.is_complete, len(ours), repr(ours))
        assert expected.result.statistics.expanded == ours.result.statistics.expanded
        assert [state in expected for state in range(40)] == [state in ours for state in range(40)]


def test_the_goal_does_not_end_the_exploration():
    problem = RowProblem({0: [(1, 1)], 1: [(2, 1)]}, 1)
    assert [0, 1, 2] == list(compiled_explore(problem))
    assert 1 == Dijkstra().search(problem).cost


@pytest.mark.costly
def test_states_of_several_words_are_unpacked():
    board, limits = NPuzzle.scrambled((5, 5), 40, seed=1), Limits(cost=6)
    ours, expected = compiled_explore(board, limits=limits), explore(board, limits=limits)
    assert list(expected) == list(ours)
    assert ours.path_to(list(ours)[-1]) == expected.path_to(list(ours)[-1])


@pytest.mark.costly
def test_objects_that_are_no_states_are_not_among_them():
    grid = compiled_explore(GridProblem("... / .#. / ...", (0, 0), (2, 2)))
    for state in ((1, 1), (4, 0), (-1, 1), (0.5, 0), "a", None, []):  # (4, 0) is packed like (0, 1).
        assert state not in grid
    assert (0, 1) in grid


@pytest.mark.costly
def test_objects_that_are_no_nodes_are_not_among_them():
    cities = compiled_explore(GraphProblem([("a", "b", 1), ("c", "a", 1)], "a", "b"))
    assert ["d", None, [], 0] == [state for state in ("a", "d", None, [], 0) if state not in cities]
    with pytest.raises(KeyError, match="state 'c' can't be reached"):
        cities.path_to("c")


def test_more_than_65535_costs_are_kept_in_order():
    edges = {0: [(1, 70_000), (2, 10)], 2: [(3, 5)]}
    assert {0: 1, 10: 1, 15: 1, 70_000: 1} == dict(compiled_explore(RowProblem(edges, 3)).layers)


def test_a_problem_without_a_domain_is_named():
    problem = FunctionProblem(Fraction(1, 2), successors=lambda n: [], is_goal=bool)
    with pytest.raises(MissingCapabilityError, match="FunctionProblem can't be compiled"):
        compiled_explore(problem)


@pytest.mark.slow  # It compiles the search on disk for another domain.
def test_with_counted_actions_the_layers_are_those_of_python_in_memory_and_on_disk(tmp_path):
    grid = GridProblem("1911 / 1#12 / 1111", (0, 0), (3, 2), connectivity=4)
    expected = explore(grid, count_actions=True)
    ours = compiled_explore(grid, count_actions=True)
    assert {0: 1, 1: 2, 2: 2, 3: 3, 4: 2, 5: 1} == expected.layers == ours.layers
    assert [(path.cost, len(path.actions)) for path in ours.paths.values()] == [
        (cost, cost) for cost in ours.distances.values()
    ]
    layers = explore(grid, count_actions=True, storage=Disk(tmp_path / "grid"))
    assert expected.layers == dict(zip(layers.costs, layers.layers, strict=True))
    with pytest.raises(CheckpointError, match="another problem"):
        explore(grid, storage=Disk(tmp_path / "grid"))
