import math

import numpy as np
import pytest

from astarlib import AStar, Dijkstra, IDAStar, Limits
from astarlib.plotting import Expansions, plot_grid
from astarlib.problems.grid import GridProblem

pytestmark = pytest.mark.quick

MAP = ["....", ".#5.", "...."]


def watched(problem, engine=AStar(), limits=Limits()):  # noqa: B008  # The defaults are immutable.
    record = Expansions()
    return record, engine.search(problem, limits=limits, observer=record)


def test_each_cell_has_the_number_of_its_first_expansion():
    record, _ = watched(GridProblem(["....", "..#.", "###."], (0, 1), (3, 2)), IDAStar())
    _, heat = plot_grid(record).get_images()
    values = heat.get_array().filled(math.nan)
    first = {}
    for number, cell in enumerate(record.states, 1):
        first.setdefault(cell, number)
    assert len(record) > len(first)
    assert first == {(int(x), int(y)): values[y, x] for y, x in np.argwhere(~np.isnan(values))}


def test_the_path_goes_from_the_start_to_the_goal():
    record, result = watched(GridProblem(MAP, (0, 0), (3, 2), connectivity=8))
    lines = {one.get_label(): one.get_xydata().tolist() for one in plot_grid(record).get_lines()}
    assert [list(cell) for cell in result.states] == lines["path"]
    assert ([[0, 0]], [[3, 2]]) == (lines["start"], lines["goal"])


def test_every_goal_is_drawn():
    record, _ = watched(GridProblem(MAP, (0, 0), goals=[(3, 2), (1, 2)]))
    lines = {one.get_label(): one.get_xydata().tolist() for one in plot_grid(record).get_lines()}
    assert [[3, 2], [1, 2]] == lines["goal"]


def test_obstacles_are_darker_than_dear_cells_and_those_darker_than_cheap_ones():
    ground, _ = plot_grid(watched(GridProblem(MAP, (0, 0), (3, 2)))[0]).get_images()
    shades = ground.get_array()
    assert (3, 4) == shades.shape
    assert shades[1, 1] < shades[1, 2] < shades[0, 0] == shades[2, 3]


def test_without_a_solution_there_is_no_path():
    record, result = watched(GridProblem(MAP, (0, 0), (3, 2)), Dijkstra(), Limits(expanded=3))
    axes = plot_grid(record)
    assert result.solution is None
    assert ["start", "goal"] == [text.get_text() for text in axes.get_legend().get_texts()]
    assert "Dijkstra(): 3 expanded" == axes.get_title(loc="left")


def test_north_is_up():
    axes = plot_grid(watched(GridProblem(MAP, (0, 0), (3, 2)))[0])
    assert axes.get_ylim() == (2.5, -0.5)


def test_it_is_drawn_on_the_axes_that_are_given(axes):
    assert axes is plot_grid(watched(GridProblem(MAP, (0, 0), (3, 2)))[0], axes=axes)
