"""A search stopped and gone on with, watched or not, from disk or not, is the same search."""

import copy
import math
import os
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
from helpers.graphs import Explicit, cases, check, engines, forms, graphs, outcome
from hypothesis import given
from hypothesis import strategies as st

from astarlib import (
    AStar,
    BreadthFirst,
    DepthFirst,
    Dijkstra,
    FunctionProblem,
    GreedyBestFirst,
    IDAStar,
    Limits,
    Search,
    Status,
    TieBreak,
    WeightedAStar,
)
from astarlib.events import Expanded
from astarlib.problems.npuzzle import NPuzzle

PUZZLE = NPuzzle("8 1 7 / 4 5 6 / 2 0 3", goal="0 1 2 / 3 4 5 / 6 7 8")
ENGINES = [AStar(), AStar(reopen=False), WeightedAStar(weight=2), GreedyBestFirst(), Dijkstra()]


@pytest.fixture(autouse=True, scope="module")
def no_waiting_for_the_disk():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda _: None)  # hundreds of small files
        yield


def finished(search, limits):
    """The result of running under ``limits`` again and again until something else ends it."""
    for _ in range(1_000_000):
        result = search.run(limits)
        if result.status is not Status.LIMIT:
            check(search)
            return result
    raise AssertionError("it does not end")


def from_disk(search, problem):
    with tempfile.TemporaryDirectory() as folder:
        search.save(Path(folder) / "search")
        return Search.load(Path(folder) / "search", problem)


# --- slices -----------------------------------------------------------------------------------------------------------


@given(cases(), forms, st.sampled_from([1, 2, 3, 7, 1000]))
def test_a_sliced_search_gives_what_one_run_gives(case, form, count):
    graph, engine = case
    expected = engine.search(form(graph))
    assert outcome(expected) == outcome(finished(engine.start(form(graph)), Limits(expanded=count)))


@pytest.mark.parametrize("count", [1, 7, 1000])
@pytest.mark.parametrize("tie_break", list(TieBreak))
@pytest.mark.parametrize("engine", ENGINES, ids=repr)
def test_slices_of_a_puzzle_give_what_one_run_gives(engine, tie_break, count):
    engine = type(engine)(tie_break=tie_break, reopen=engine.reopen)
    puzzle = NPuzzle("1 4 2 / 3 5 8 / 6 0 7", goal=PUZZLE.goal)
    assert outcome(engine.search(puzzle)) == outcome(finished(engine.start(puzzle), Limits(expanded=count)))


@given(cases(), forms, st.integers(1, 9))
def test_slices_of_generated_edges_give_what_one_run_gives(case, form, count):
    graph, engine = case
    expected = engine.search(form(graph))
    assert outcome(expected) == outcome(finished(engine.start(form(graph)), Limits(generated=count)))


@given(cases(), forms, st.lists(st.integers(0, 60), max_size=8))
def test_limits_on_stored_states_do_not_disturb_what_follows(case, form, counts):
    graph, engine = case
    search = engine.start(form(graph))
    for count in counts:
        search.run(Limits(stored=count))
    assert outcome(engine.search(form(graph))) == outcome(search.run())


@given(graphs("consistent", "admissible"), forms, engines, st.lists(st.integers(0, 30), max_size=8))
def test_limits_on_cost_do_not_disturb_an_engine_whose_f_is_a_bound(graph, form, engine, costs):
    if engine.f_is_lower_bound:
        search = engine.start(form(graph))
        for cost in costs:
            search.run(Limits(cost=cost))
        assert outcome(engine.search(form(graph))) == outcome(search.run())


@given(graphs(), forms, engines, st.lists(st.integers(0, 20), max_size=6))
def test_limits_on_cost_lose_no_state(graph, form, engine, costs):
    endless = replace(graph, goals=frozenset())
    search, free = engine.start(form(endless)), engine.start(form(endless))
    for cost in costs:
        search.run(Limits(cost=cost, expanded=5))
        check(search)
    assert Status.UNSOLVABLE is search.run().status is free.run().status
    assert {repr(entry.state) for entry in free.states()} == {repr(entry.state) for entry in search.states()}


@given(cases(), forms, st.integers(0, 30))
def test_running_a_finished_search_again_gives_the_same_result(case, form, count):
    graph, engine = case
    search = engine.start(form(graph))
    result = search.run()
    assert result == search.run(Limits(expanded=count))


# --- from disk --------------------------------------------------------------------------------------------------------


@given(cases(), forms, st.integers(0, 30))
def test_a_search_resumed_from_disk_gives_what_one_run_gives(case, form, count):
    graph, engine = case
    problem = form(graph)
    search = engine.start(problem)
    search.run(Limits(expanded=count))
    resumed = from_disk(search, form(graph))
    check(resumed)
    assert engine == resumed.engine
    assert outcome(engine.search(problem)) == outcome(finished(resumed, Limits(expanded=7)))


@given(cases(), forms)
def test_a_search_that_goes_to_disk_at_every_step_gives_what_one_run_gives(case, form):
    graph, engine = case
    problem = form(graph)
    search = engine.start(problem)
    for _ in range(12):
        search = from_disk(search, problem)
        search.run(Limits(expanded=1))
    assert outcome(engine.search(problem)) == outcome(search.run())


@given(cases(), forms, st.integers(0, 30))
def test_a_resumed_search_shows_what_the_saved_one_shows(case, form, count):
    graph, engine = case
    problem = form(graph)
    search = engine.start(problem)
    search.run(Limits(expanded=count))
    resumed = from_disk(search, problem)
    assert list(search.states()) == list(resumed.states())
    assert list(search.frontier()) == list(resumed.frontier())
    assert (search.lower_bound, search.nearest, search.statistics) == (
        resumed.lower_bound, resumed.nearest, resumed.statistics,
    )  # fmt: skip


@given(cases(), forms, st.integers(0, 20), st.integers(0, 30))
def test_a_search_stopped_by_cost_resumes_from_disk_as_it_would_have_gone_on(case, form, cost, count):
    graph, engine = case
    problem = form(graph)
    search = engine.start(problem)
    search.run(Limits(cost=cost, expanded=count))
    resumed = from_disk(search, problem)
    assert outcome(search.run()) == outcome(resumed.run())


@given(cases(), forms)
def test_a_solved_search_stays_so_on_disk_whatever_the_limits(case, form):
    graph, engine = case
    search = engine.start(form(graph))
    result = search.run()
    if result.status is Status.SOLVED:
        assert outcome(result) == outcome(from_disk(search, form(graph)).run(Limits(expanded=0, cost=0)))


@given(graphs(), engines, st.integers(0, 20))
def test_a_copy_of_a_search_goes_on_as_the_search_does(graph, engine, count):
    search = engine.start(Explicit(graph))
    search.run(Limits(expanded=count))
    twin = copy.deepcopy(search)
    assert [state.closed for state in search.states()] == [state.closed for state in twin.states()]
    assert outcome(search.run()) == outcome(twin.run())


def test_costs_beyond_the_range_of_floats_go_to_disk():
    huge = 10**400
    problem = FunctionProblem(0, successors=lambda n: [("on", n + 1, huge)], is_goal=lambda n: n == 3)
    search = AStar().start(problem)
    search.run(Limits(expanded=1))
    assert 3 * huge == from_disk(search, problem).run().cost


@pytest.mark.parametrize("engine", [*ENGINES, BreadthFirst(), DepthFirst(), IDAStar()], ids=repr)
def test_a_puzzle_resumed_from_disk_gives_what_one_run_gives(engine):
    search = engine.start(PUZZLE)
    search.run(Limits(expanded=200))
    assert outcome(engine.search(PUZZLE)) == outcome(from_disk(search, PUZZLE).run())


# --- a look inside ----------------------------------------------------------------------------------------------------


@given(cases(), forms)
def test_the_first_of_the_frontier_is_the_next_to_be_expanded(case, form):
    graph, engine = case
    events = []
    search = engine.start(form(graph), observer=events.append)
    for _ in range(30):
        frontier = list(search.frontier())
        events.clear()
        search.run(Limits(expanded=1))
        expanded = [event for event in events if isinstance(event, Expanded)]
        assert [entry.state for entry in frontier[: len(expanded)]] == [event.state for event in expanded]


@given(cases(), forms, st.integers(0, 30))
def test_the_path_to_every_stored_state_costs_its_g(case, form, count):
    graph, engine = case
    search = engine.start(form(graph))
    search.run(Limits(expanded=count))
    for entry in search.states():
        path = search.path_to(entry.state)
        assert (entry.g, entry.state) == (path.cost, path.states[-1])
        before = (path.states[-2], path.actions[-1]) if len(path.actions) > 0 else (None, None)
        assert before == (entry.parent, entry.action)
        assert entry.g == sum(path.costs)
        assert path.h == (entry.h if engine.uses_heuristic else None)


def test_a_path_to_a_state_that_is_not_stored_is_refused_by_name():
    with pytest.raises(KeyError, match="state 'nowhere' is not stored"):
        AStar().start(PUZZLE).path_to("nowhere")


@given(graphs(), forms, engines, st.integers(0, 30))
def test_every_stored_state_is_closed_or_in_the_frontier_or_dead(graph, form, engine, count):
    search = engine.start(form(graph))
    statistics = search.run(Limits(expanded=count)).statistics
    entries = list(search.states())
    assert statistics.stored == len(entries)
    assert statistics.dead_ends == sum(entry.h == math.inf for entry in entries)
    waiting = [entry for entry in entries if not entry.closed and entry.h < math.inf]
    assert sorted(map(repr, waiting)) == sorted(map(repr, search.frontier()))


@given(cases(), forms)
def test_the_peak_is_the_most_that_ever_waited_after_an_expansion(case, form):
    graph, engine = case
    search = engine.start(form(graph))
    waiting, status = [len(list(search.frontier()))], Status.LIMIT
    while status is Status.LIMIT:
        status = search.run(Limits(expanded=1)).status
        waiting.append(len(list(search.frontier())))
    assert max(waiting) == engine.search(form(graph)).statistics.peak_frontier


@given(graphs(), forms, engines, st.integers(0, 30))
def test_nearest_is_the_first_stored_state_of_the_smallest_h(graph, form, engine, count):
    search = engine.start(form(graph))
    nearest = search.run(Limits(expanded=count)).nearest
    if engine.uses_heuristic:
        expected = min(search.states(), key=lambda entry: entry.h)
        assert search.path_to(expected.state) == nearest
    else:
        assert nearest is None
