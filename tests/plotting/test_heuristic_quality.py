import math
from collections import Counter

import pytest

from astarlib import AStar, Dijkstra, FunctionProblem, with_heuristic
from astarlib.plotting import plot_heuristic_quality, true_distances
from astarlib.problems.graph import GraphProblem, romania
from astarlib.problems.grid import GridProblem
from astarlib.problems.npuzzle import Hamming, Manhattan, NPuzzle
from astarlib.problems.pancake import PancakeProblem

FIVE = NPuzzle("1 2 3 / 4 0 5")
ONE_WAY = FunctionProblem(FIVE.initial_state, successors=FIVE.successors, is_goal=FIVE.is_goal)
"""The same without a way back."""
ROADS = {"A": {"B": 1, "C": 4}, "B": {"C": 1, "D": 9}, "C": {"D": 1}, "D": {}, "E": {"D": 1}}


def dots(axes, beginning):
    (found,) = [each for each in axes.collections if each.get_label().startswith(beginning)]
    return [tuple(pair) for pair in found.get_offsets().tolist()]


# --- true distances ---------------------------------------------------------------------------------------------------


def test_distances_by_enumeration_are_those_of_dijkstra():
    found = true_distances(ONE_WAY)
    assert 360 == len(found)
    for state, distance in found[::20]:
        assert distance == Dijkstra().search(NPuzzle(state, FIVE.goal, shape=(2, 3))).cost


def test_distances_by_a_search_back_are_those_of_dijkstra():
    found = true_distances(PancakeProblem("2 4 1 3"))
    assert 24 == len(found)
    assert all(distance == Dijkstra().search(PancakeProblem(state)).cost for state, distance in found)


def test_one_way_roads_are_followed_the_right_way():
    assert {"A": 3, "B": 2, "C": 1, "D": 0, "E": 1} == dict(true_distances(GraphProblem(ROADS, "A", "D")))


def test_a_state_without_a_way_to_a_goal_has_no_distance():
    assert {"C": 0, "A": 2, "B": 1} == dict(true_distances(GraphProblem(ROADS, "A", "C")))


def test_a_backward_search_that_stops_early_returns_exact_distances_only():
    class Pancakes(PancakeProblem):
        asked = 0

        def predecessors(self, state, /):
            self.asked += 1
            return super().predecessors(state)

    problem = Pancakes("5 8 3 1 6 2 7 4")
    found = true_distances(problem, states=300)
    assert 50 < len(found) < 1000
    assert problem.asked < 300
    farthest = max(distance for _, distance in found)
    for state, distance in found[::25]:
        assert distance == AStar().search(PancakeProblem(state)).cost
    assert Counter(distance for _, distance in found)[farthest - 1] > 1


def test_states_of_one_key_are_one_state():
    problem = FunctionProblem(
        [3, 0],
        successors=lambda pair: [("take", [pair[0] - 1, pair[1] + 1], 2)] if pair[0] > 0 else [],
        is_goal=lambda pair: pair[0] == 0,
        state_key=tuple,
    )
    assert [([0, 3], 0), ([1, 2], 2), ([2, 1], 4), ([3, 0], 6)] == true_distances(problem)


def test_a_space_that_is_too_large_is_refused_with_what_would_help():
    with pytest.raises(ValueError, match=r"more than 100 states.*states=.*predecessors"):
        true_distances(ONE_WAY, states=100)


# --- the plot ---------------------------------------------------------------------------------------------------------


def test_there_is_a_dot_for_each_pair_of_distance_and_h_and_its_area_shows_the_states():
    axes = plot_heuristic_quality(FIVE)
    pairs = Counter((distance, FIVE.heuristic(state)) for state, distance in true_distances(FIVE))
    drawn = dots(axes, "h, 360 states")
    assert sorted(pairs) == sorted(drawn)
    areas = dict(zip(drawn, axes.collections[0].get_sizes(), strict=True))
    assert max(areas, key=areas.get) == max(pairs, key=pairs.get)
    large = [pair for pair in pairs if areas[pair] > min(areas.values())]
    assert all(areas[pair] == pytest.approx(120 * pairs[pair] / max(pairs.values())) for pair in large)


def test_the_line_is_the_mean_of_each_distance():
    (mean,) = [line for line in plot_heuristic_quality(FIVE).get_lines() if line.get_gid() == "mean h"]
    found = [(distance, FIVE.heuristic(state)) for state, distance in true_distances(FIVE)]
    for distance, height in mean.get_xydata():
        values = [h for far, h in found if far == distance]
        assert sum(values) / len(values) == pytest.approx(height)
    assert sorted({distance for distance, _ in found}) == list(mean.get_xdata())


def test_near_distances_are_taken_together_where_there_are_many():
    problem = GridProblem(["." * 40] * 40, (0, 0), (39, 39), connectivity=8, heuristic=lambda cell: 7)
    (mean,) = [line for line in plot_heuristic_quality(problem).get_lines() if line.get_gid() == "mean h"]
    assert {7} == {round(height, 9) for height in mean.get_ydata()}
    assert 50 < len(mean.get_xdata()) <= 61


def test_few_states_have_no_mean():
    (mean,) = [line for line in plot_heuristic_quality(romania()).get_lines() if line.get_gid() == "mean h"]
    assert [] == list(mean.get_xdata())


def test_overestimates_are_marked_and_counted():
    def h(node):
        return {"A": 4, "B": 2, "C": math.inf, "D": 0, "E": 1}[node]

    axes = plot_heuristic_quality(GraphProblem(ROADS, "A", "D"), h)
    assert [(3, 4)] == dots(axes, "overestimates: 2 of 5 states")


def test_an_admissible_heuristic_has_no_overestimates_though_floats_are_rounded():
    axes = plot_heuristic_quality(GridProblem(["....." * 4] * 9, (0, 0), (11, 6), connectivity=8))
    assert not any("overestimates" in text.get_text() for text in axes.get_legend().get_texts())


def test_a_second_heuristic_on_the_same_axes_has_another_color(axes):
    for heuristic in (Hamming(), Manhattan()):
        assert axes is plot_heuristic_quality(FIVE, heuristic, unit="moves", axes=axes)
    texts = [text.get_text() for text in axes.get_legend().get_texts()]
    assert ["h = true distance", "Hamming(), 360 states", "Manhattan(), 360 states"] == texts
    first, second = axes.collections
    assert first.get_facecolor().tolist() != second.get_facecolor().tolist()
    assert ("true distance (moves)", "h (moves)") == (axes.get_xlabel(), axes.get_ylabel())
    assert axes.get_xlim() == axes.get_ylim()


def test_distances_may_be_given():
    axes = plot_heuristic_quality(
        NPuzzle("1 2 3 / 4 5 6 / 7 0 8"), distances=[((1, 2, 3, 4, 5, 6, 7, 0, 8), 1)], label="mine"
    )
    assert [(1, 1)] == dots(axes, "mine, 1 state")


def test_the_heuristic_that_is_given_takes_the_place_of_the_problems():
    zero = plot_heuristic_quality(FIVE, lambda state: 0)
    assert {0} == {h for _, h in dots(zero, "h, 360 states")}
    same = plot_heuristic_quality(with_heuristic(FIVE, lambda state: 0))
    assert dots(zero, "h,") == dots(same, "h,")
