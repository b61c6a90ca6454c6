import pytest

from astarlib import AnytimeWeightedAStar, ARAStar, AStar, Limits
from astarlib.plotting import plot_solutions
from astarlib.problems.npuzzle import NPuzzle

PUZZLE = NPuzzle("8 6 7 / 2 5 4 / 3 0 1")


@pytest.mark.parametrize("engine", [ARAStar(), AnytimeWeightedAStar(weight=3), AStar()], ids=str)
def test_the_lines_are_the_costs_and_bounds_of_the_results(engine):
    search = engine.start(PUZZLE)
    results = [*search.solutions(), search.run()]
    axes = plot_solutions(results, unit="moves")
    costs, bounds = axes.get_lines()
    numbers = [result.statistics.expanded for result in results]
    assert (numbers, [result.cost for result in results]) == (list(costs.get_xdata()), list(costs.get_ydata()))
    assert (numbers, [result.lower_bound for result in results]) == (list(bounds.get_xdata()), list(bounds.get_ydata()))
    assert costs.get_ydata()[-1] == bounds.get_ydata()[-1] == 31
    assert "cost (moves)" == axes.get_ylabel()
    assert repr(engine) == axes.get_title(loc="left")


def test_the_plot_is_drawn_on_given_axes():
    axes = plot_solutions([AStar().search(PUZZLE)])
    assert axes is plot_solutions([ARAStar().search(PUZZLE)], axes=axes)


def test_results_without_a_solution_have_only_a_bound():
    search = ARAStar().start(PUZZLE)
    results = [search.run(Limits(expanded=5)), search.run()]
    costs, bounds = plot_solutions(results).get_lines()
    assert (1, 2) == (len(costs.get_xdata()), len(bounds.get_xdata()))
