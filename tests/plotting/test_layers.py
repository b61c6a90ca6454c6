import pytest

from astarlib import Limits, compiled, explore
from astarlib.plotting import plot_layers
from astarlib.problems.graph import GraphProblem, romania
from astarlib.problems.npuzzle import NPuzzle
from astarlib.problems.pancake import PancakeProblem

GOAL = NPuzzle("1 2 3 / 4 5 6 / 7 8 0")


def heights(axes):
    return [int(bar.get_height()) for bar in axes.patches]


def test_the_bars_are_the_numbers_of_states():
    explored = explore(PancakeProblem("1 2 3 4 5"))
    axes = plot_layers(explored, unit="flips")
    assert [1, 4, 12, 35, 48, 20] == heights(axes) == list(explored.layers.values())
    assert [bar.get_x() + bar.get_width() / 2 for bar in axes.patches] == pytest.approx(range(6))
    assert ("distance (flips)", "120 states", "linear") == (axes.get_xlabel(), axes.get_title(), axes.get_yscale())
    plot_layers({0: 1, 1: 2_000}, label="other", axes=axes)
    assert ([1, 2_000], "log") == (heights(axes)[6:], axes.get_yscale())


@pytest.mark.costly
def test_many_distances_share_a_bar():
    axes = plot_layers(dict.fromkeys(range(5000), 2))
    assert len(axes.patches) <= 201
    assert sum(heights(axes)) == 10_000
    road = explore(GraphProblem([(n, n + 1, 0.25) for n in range(8)], 0, 8))
    assert heights(plot_layers(road)) == [1] * 9


def test_layers_of_compiled_code_have_the_same_bars():
    limits = Limits(cost=6)
    one, other = explore(GOAL, limits=limits), compiled.explore(GOAL, limits=limits)
    assert heights(plot_layers(one)) == heights(plot_layers(other)) == [1, 2, 4, 8, 16, 20, 39]


def test_distances_and_paths_are_mappings():
    explored = explore(romania("Arad", "Bucharest"))
    assert len(explored.distances) == len(explored.paths) == 20
    assert list(explored.distances)[:3] == ["Arad", "Zerind", "Timisoara"]
    assert explored.distances["Bucharest"] == explored.paths["Bucharest"].cost == 418
    assert dict(explored.distances) == {state: explored.cost(state) for state in explored}
    assert explored.distances.get("Paris") is None
    with pytest.raises(KeyError, match="can't be reached"):
        explored.paths["Paris"]
