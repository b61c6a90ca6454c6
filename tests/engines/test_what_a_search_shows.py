"""The states, the frontier and the nearest state that a search shows between its runs."""

import math

from helpers.graphs import cases, engines, forms, graphs
from hypothesis import given
from hypothesis import strategies as st

from astarlib import Limits, Status


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
