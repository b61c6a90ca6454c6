import pytest

from astarlib import AStar, Dijkstra, GreedyBestFirst, Limits
from astarlib.comparing import ComparisonTable, compare
from astarlib.plotting import Measure, plot_comparison
from astarlib.problems.npuzzle import Hamming, Manhattan, NPuzzle

BOARDS = {f"board {seed}": NPuzzle.random((3, 3), seed=seed) for seed in (1, 2)}
ENGINES = {"A*": AStar(), "greedy": GreedyBestFirst(), "Dijkstra": Dijkstra()}
TABLE = compare(BOARDS, ENGINES, limits=Limits(expanded=5000))


def points(axes, label):
    (line,) = [one for one in axes.get_lines() if one.get_label() == label]
    return [(value, round(height)) for value, height in line.get_xydata().tolist()]


def test_there_is_a_mark_for_each_row_at_the_height_of_its_problem():
    axes = plot_comparison(TABLE)
    for engine in ("A*", "greedy"):
        expected = [(row.expanded, list(BOARDS).index(row.problem)) for row in TABLE if row.engine == engine]
        assert expected == points(axes, engine)
    assert list(BOARDS) == [text.get_text() for text in axes.get_yticklabels()]
    assert axes.get_ylim() == (1.5, -0.5)
    assert ("expansions", "log") == (axes.get_xlabel(), axes.get_xscale())


def test_runs_that_were_stopped_are_empty_marks():
    axes = plot_comparison(TABLE)
    assert [] == points(axes, "Dijkstra")
    assert [(5000, 0), (5000, 1)] == points(axes, "_Dijkstra, stopped")
    assert "none" == next(one for one in axes.get_lines() if "stopped" in one.get_label()).get_markerfacecolor()
    assert ["A*", "greedy", "Dijkstra", "stopped before its end"] == [
        t.get_text() for t in axes.get_legend().get_texts()
    ]


@pytest.mark.parametrize("measure", Measure)
def test_every_measure_is_drawn_from_the_field_that_it_names(measure):
    axes = plot_comparison(TABLE, measure=measure)
    row = TABLE.rows[0]
    expected = {
        Measure.EXPANDED: row.expanded, Measure.GENERATED: row.generated, Measure.EVALUATED: row.evaluated,
        Measure.STORED: row.stored, Measure.PEAK_MEMORY: (row.peak_memory or 0) / 2**20, Measure.SECONDS: row.seconds,
        Measure.CPU_SECONDS: row.cpu_seconds, Measure.COST: row.cost,
    }  # fmt: skip
    assert (expected[measure], 0) == points(axes, "A*")[0]
    assert measure.label == axes.get_xlabel()


def test_costs_have_an_even_scale():
    assert "linear" == plot_comparison(TABLE, measure=Measure.COST).get_xscale()


def test_no_expansions_have_a_place_on_the_scale_too():
    table = compare([NPuzzle("1 2 / 3 0")], [AStar()])
    assert "symlog" == plot_comparison(table).get_xscale()


@pytest.mark.costly
def test_heuristics_are_distinguished():
    table = compare(BOARDS, {"A*": AStar()}, heuristics={"hamming": Hamming(), "manhattan": Manhattan()})
    labels = [text.get_text() for text in plot_comparison(table).get_legend().get_texts()]
    assert ["A*, hamming", "A*, manhattan"] == labels


@pytest.mark.costly
def test_no_two_of_many_engines_look_alike():
    engines = {str(number): AStar() for number in range(20)}
    axes = plot_comparison(compare([NPuzzle("1 2 3 / 4 5 6 / 0 7 8")], engines))
    looks = [(one.get_color(), one.get_marker()) for one in axes.get_lines() if not one.get_label().startswith("_")]
    assert 20 == len(looks) == len(set(looks))


def test_rows_without_the_measure_are_refused():
    stopped = compare([NPuzzle.random((3, 3), seed=1)], [AStar()], limits=Limits(expanded=1))
    with pytest.raises(ValueError, match="no row has 'cost'"):
        plot_comparison(stopped, measure=Measure.COST)
    with pytest.raises(ValueError, match="no row"):
        plot_comparison(ComparisonTable(()))


def test_it_is_drawn_on_the_axes_that_are_given(axes):
    assert axes is plot_comparison(TABLE, axes=axes)
