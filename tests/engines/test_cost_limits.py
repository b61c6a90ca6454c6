"""Limits on cost: a search that they stop loses nothing."""

from dataclasses import replace

import pytest
from helpers.graphs import check, engines, forms, graphs, outcome
from hypothesis import given
from hypothesis import strategies as st

from astarlib import Limits, Status


@pytest.mark.costly
@given(graphs("consistent", "admissible"), forms, engines, st.lists(st.integers(0, 30), max_size=8))
def test_limits_on_cost_do_not_disturb_an_engine_whose_f_is_a_bound(graph, form, engine, costs):
    if getattr(engine, "f_is_lower_bound", True):  # Incremental engines follow A*.
        search = engine.start(form(graph))
        for cost in costs:
            search.run(Limits(cost=cost))
        assert outcome(engine.search(form(graph))) == outcome(search.run())


@pytest.mark.costly
@given(graphs(), forms, engines, st.lists(st.integers(0, 20), max_size=6))
def test_limits_on_cost_lose_no_state(graph, form, engine, costs):
    endless = replace(graph, goals=frozenset())
    search, free = engine.start(form(endless)), engine.start(form(endless))
    for cost in costs:
        search.run(Limits(cost=cost, expanded=5))
        check(search)
    assert Status.UNSOLVABLE is search.run().status is free.run().status
    assert {repr(entry.state) for entry in free.states()} == {repr(entry.state) for entry in search.states()}
