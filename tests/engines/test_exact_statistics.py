"""Exact bounds and counters of single engines, beyond the laws for all engines."""

import math
from dataclasses import replace

import pytest
from helpers.graphs import Explicit, astars, counters, dijkstras, engines, forms, formulas, graphs, tie_breaks, weighted
from hypothesis import given
from hypothesis import strategies as st

from astarlib import AStar, Limits, Status, TieBreak, WeightedAStar

pytestmark = pytest.mark.quick


@given(graphs(), forms, tie_breaks, st.booleans())
def test_weighted_astar_of_weight_1_is_astar(graph, form, tie_break, reopen):
    same = {"tie_break": tie_break, "reopen": reopen}
    astar, weighted = AStar(**same).search(form(graph)), WeightedAStar(weight=1, **same).search(form(graph))
    assert (astar.status, astar.solution, astar.nearest) == (weighted.status, weighted.solution, weighted.nearest)
    assert counters(astar.statistics) == replace(
        counters(weighted.statistics), expanded_before_last_f=astar.statistics.expanded_before_last_f
    )


@given(graphs("consistent", "admissible"), forms, astars)
def test_astar_proves_the_optimum_it_finds(graph, form, engine):
    result = engine.search(form(graph))
    assert graph.optimum == result.lower_bound
    if result.solution is not None:
        assert result.suboptimality_bound == 1


@given(graphs("consistent", "admissible"), forms, weighted)
def test_weighted_astar_proves_what_its_weight_promises(graph, form, engine):
    result = engine.search(form(graph))
    if result.solution is not None:
        assert result.cost <= engine.weight * result.lower_bound + 1e-9


@given(graphs("consistent", "admissible"), forms, astars)
def test_the_lower_bound_of_astar_never_falls(graph, form, engine):
    search, bound = engine.start(form(graph)), 0
    while (result := search.run(Limits(expanded=1))).status is Status.LIMIT:
        assert bound <= result.lower_bound
        bound = result.lower_bound
    assert bound <= result.lower_bound


@given(graphs("consistent"), astars)
def test_expansions_before_the_last_f_are_the_states_below_the_optimum(graph, engine):
    result = engine.search(Explicit(graph))
    if result.status is Status.SOLVED:
        below = [g + h < graph.optimum for g, h in zip(graph.distances([0]), graph.h, strict=True)]
        assert sum(below) == result.statistics.expanded_before_last_f


@given(graphs("consistent"), forms)
def test_expansions_before_the_last_f_do_not_depend_on_ties_with_a_consistent_h(graph, form):
    found = {AStar(tie_break=tie).search(form(graph)).statistics.expanded_before_last_f for tie in TieBreak}
    assert len(found) == 1


@given(graphs("consistent"), forms, astars)
def test_astar_reopens_nothing_with_a_consistent_h(graph, form, engine):
    statistics = engine.search(form(graph)).statistics
    assert statistics.reopened == 0
    assert statistics.expanded <= statistics.stored


@given(graphs(), forms, dijkstras)
def test_dijkstra_reopens_nothing_and_evaluates_nothing(graph, form, engine):
    statistics = engine.search(form(graph)).statistics
    assert (statistics.reopened, statistics.evaluated, statistics.dead_ends) == (0, 0, 0)


@given(graphs(), forms, formulas)
def test_without_reopening_no_state_is_expanded_twice(graph, form, engine):
    statistics = replace(engine, reopen=False).search(form(graph)).statistics
    assert statistics.reopened == 0
    assert statistics.expanded <= statistics.stored


@given(graphs(), forms, engines)
def test_an_unsolvable_search_has_stored_all_that_can_be_reached_past_no_dead_end(graph, form, engine):
    result = engine.search(form(graph))
    if result.status is Status.UNSOLVABLE:
        alive, reached, frontier = engine.uses_heuristic, {0}, [0]
        for node in frontier:
            if not (alive and graph.h[node] == math.inf):
                new = [target for _, target, _ in graph.leaving[node] if target not in reached]
                reached.update(new)
                frontier.extend(dict.fromkeys(new))
        assert len(reached) == result.statistics.stored
        if alive:
            assert sum(graph.h[node] == math.inf for node in reached) == result.statistics.dead_ends
