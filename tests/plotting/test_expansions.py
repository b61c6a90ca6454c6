import math

import pytest

from astarlib import AStar, FunctionProblem, GreedyBestFirst, IDAStar, Limits, Search
from astarlib.observers.recorder import Recorder
from astarlib.plotting import Expansions, plot_expansions
from astarlib.problems.npuzzle import NPuzzle

EIGHT = NPuzzle("8 6 7 / 2 5 4 / 3 0 1")


def watched(problem=EIGHT, engine=AStar(), limits=Limits()):  # noqa: B008  # The defaults are immutable.
    record = Expansions()
    result = engine.search(problem, limits=limits, observer=record)
    return record, result


def line(axes, label):
    (found,) = [one for one in axes.get_lines() if one.get_label() == label]
    return found


def labels(axes):
    return [text.get_text() for text in axes.get_legend().get_texts()]


# --- the record -------------------------------------------------------------------------------------------------------


def test_every_expansion_is_kept_with_its_state_and_its_f():
    events = []
    AStar().search(EIGHT, observer=events.append)
    expanded = [event for event in events if type(event).__name__ == "Expanded"]
    record, result = watched()
    assert result.statistics.expanded == len(record)
    assert [event.f for event in expanded] == record.f.tolist()
    assert [event.state for event in expanded] == record.states
    assert (EIGHT, "AStar()", result) == (record.problem, record.engine, record.result)


def test_a_search_in_slices_leaves_the_same_record_as_one_that_ran_through():
    whole, _ = watched()
    record = Expansions()
    search = AStar().start(EIGHT, observer=record)
    for most in (0, 10, 100, 10**6):
        search.run(Limits(expanded=most))
    assert (whole.f, whole.states, whole.bounds) == (record.f, record.states, record.bounds)


def test_an_expansion_that_is_done_again_is_kept_once():
    failures = [KeyboardInterrupt()]

    def successors(n):
        yield "on", n + 1, 1
        if n == 3 and len(failures) > 0:
            raise failures.pop()
        yield "far", n + 2, 1

    record = Expansions()
    search = AStar().start(FunctionProblem(0, successors=successors, is_goal=lambda n: n == 9), observer=record)
    with pytest.raises(KeyboardInterrupt):
        search.run()
    interrupted = list(record.states)
    result = search.run()
    assert interrupted == record.states[: len(interrupted)]
    assert result.statistics.expanded == len(record) == len(set(record.states))


def test_another_search_takes_the_place_of_the_one_before():
    record, _ = watched()
    result = GreedyBestFirst().search(EIGHT, observer=record)
    assert result.statistics.expanded == len(record)
    assert ([], "GreedyBestFirst()") == (record.bounds, record.engine)


def test_a_search_from_a_checkpoint_is_numbered_from_there(tmp_path):
    search = AStar().start(EIGHT)
    search.run(Limits(expanded=100))
    search.save(tmp_path / "search")
    record = Expansions()
    result = Search.load(tmp_path / "search", EIGHT, observer=record).run()
    assert (100, result.statistics.expanded - 100) == (record.before, len(record))
    whole, _ = watched()
    assert whole.states[100:] == record.states
    assert [101, result.statistics.expanded] == list(line(plot_expansions(record), "f").get_xdata()[[0, -1]])


# --- the plot ---------------------------------------------------------------------------------------------------------


def test_the_f_of_every_expansion_is_drawn_where_there_are_few():
    record, result = watched(engine=GreedyBestFirst())
    f = line(plot_expansions(record), "f")
    assert list(range(1, result.statistics.expanded + 1)) == list(f.get_xdata())
    assert record.f.tolist() == list(f.get_ydata())


def test_the_outline_of_many_expansions_has_the_extremes_of_each_part():
    record, result = watched(engine=IDAStar())
    x, y = line(plot_expansions(record), "f").get_data()
    assert result.statistics.expanded == len(record) > 10_000 > len(x)
    assert sorted(x) == list(x)
    assert [record.f[int(number) - 1] for number in x] == list(y)
    for begin in range(0, len(record) - 1000, 1000):
        drawn = [f for number, f in zip(x, y, strict=True) if begin < number <= begin + 1000]
        assert {min(record.f[begin : begin + 1000]), max(record.f[begin : begin + 1000])} <= set(drawn)


def test_the_bound_of_astar_rises_to_the_cost_of_the_solution():
    record, result = watched()
    axes = plot_expansions(record, unit="moves")
    bound = line(axes, "lower bound")
    assert sorted(bound.get_ydata()) == list(bound.get_ydata())
    assert (len(record), 31) == (bound.get_xdata()[-1], bound.get_ydata()[-1])
    assert [31, 31] == list(line(axes, "cost of the solution").get_ydata())
    assert (result.cost, "cost (moves)", "expansions") == (31, axes.get_ylabel(), axes.get_xlabel())


def test_where_the_bound_is_not_reported_on_the_way_it_is_that_of_the_end():
    record, result = watched(engine=GreedyBestFirst())
    axes = plot_expansions(record)
    assert [result.lower_bound] * 2 == list(line(axes, "lower bound in the end").get_ydata())
    assert "lower bound" not in labels(axes)
    assert "cost" == axes.get_ylabel()


def test_without_a_solution_no_cost_is_drawn():
    record, _ = watched(limits=Limits(expanded=50))
    assert ["f", "lower bound"] == labels(plot_expansions(record))


def test_an_infinite_bound_is_not_drawn():
    nowhere = FunctionProblem(0, successors=lambda n: [("on", n + 1, 1)] if n < 3 else [], is_goal=lambda n: False)
    record, result = watched(nowhere)
    assert math.inf == result.lower_bound
    assert [0, 1, 2, 3] == list(line(plot_expansions(record), "lower bound").get_ydata())


def test_it_is_drawn_on_the_axes_that_are_given(axes):
    assert axes is plot_expansions(watched()[0], axes=axes)


# --- a trace instead --------------------------------------------------------------------------------------------------


def traced(limits=Limits(), **options):  # noqa: B008  # The default is immutable.
    recorder = Recorder(**options)
    result = AStar().search(EIGHT, limits=limits, observer=recorder)
    return recorder.trace, result


def test_a_trace_is_drawn_as_the_record_of_the_same_search_but_for_how_the_bound_rose():
    limits = Limits(expanded=500)
    trace, result = traced(limits)
    axes, known = plot_expansions(trace), plot_expansions(watched(limits=limits)[0])
    assert [list(map(float, line(known, "f").get_data()[part])) for part in (0, 1)] == [
        list(map(float, line(axes, "f").get_data()[part])) for part in (0, 1)
    ]
    assert known.get_xlim() == axes.get_xlim()
    assert {result.lower_bound} == set(line(axes, "lower bound in the end").get_ydata())
    assert ["f", "lower bound in the end"] == labels(axes)


@pytest.mark.costly
def test_a_trace_shows_the_cost_of_its_solution():
    trace, result = traced()
    assert {result.cost} == set(line(plot_expansions(trace), "cost of the solution").get_ydata())


def test_what_a_thinned_trace_has_left_out_is_left_out():
    trace, _ = traced(max_nodes=500)
    kept = {node.order: node.f for node in trace.nodes() if node.order is not None}
    x, y = line(plot_expansions(trace), "f").get_data()
    assert kept == dict(zip(x.tolist(), y.tolist(), strict=True))
    assert len(kept) < trace.expanded
