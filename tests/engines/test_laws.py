"""What every engine's result must say on every graph."""

import math
from dataclasses import replace

from helpers.graphs import (
    FORMS,
    Explicit,
    Keyed,
    astars,
    cases,
    check,
    counters,
    dijkstras,
    engines,
    forms,
    formulas,
    graphs,
    outcome,
    replay,
    tie_breaks,
    weighted,
)
from hypothesis import given
from hypothesis import strategies as st

from astarlib import AStar, Limits, Status, TieBreak, WeightedAStar

ALL_THE_WAY = Limits()
STOPS = st.one_of(
    st.builds(lambda count: Limits(expanded=count), st.integers(0, 30)),
    st.builds(lambda count: Limits(generated=count), st.integers(0, 60)),
    st.builds(lambda count: Limits(stored=count), st.integers(0, 30)),
    st.builds(lambda cost: Limits(cost=cost), st.integers(0, 20)),
)


def checked(engine, problem, limits=ALL_THE_WAY):
    """The result of a run whose tables have been checked."""
    search = engine.start(problem)
    result = search.run(limits)
    check(search)
    return result


# --- solutions --------------------------------------------------------------------------------------------------------


@given(cases(), forms)
def test_a_solution_replays_to_a_goal_and_its_costs_add_up(case, form):
    graph, engine = case
    problem = form(graph)
    result = checked(engine, problem)
    if result.solution is not None:
        replay(problem, result.solution)
        assert problem.is_goal(result.states[-1])


@given(cases(), forms)
def test_a_problem_is_unsolvable_just_when_no_path_leads_to_a_goal(case, form):
    graph, engine = case
    expected = Status.UNSOLVABLE if graph.optimum == math.inf else Status.SOLVED
    assert expected is checked(engine, form(graph)).status


@given(graphs("consistent", "admissible"), forms, astars)
def test_astar_is_optimal_with_an_admissible_h(graph, form, engine):
    result = checked(engine, form(graph))
    assert graph.optimum == (math.inf if result.solution is None else result.cost)


@given(graphs("consistent"), forms, astars)
def test_astar_without_reopening_is_optimal_with_a_consistent_h(graph, form, engine):
    result = checked(replace(engine, reopen=False), form(graph))
    assert graph.optimum == (math.inf if result.solution is None else result.cost)


@given(graphs(), forms, dijkstras)
def test_dijkstra_is_optimal_whatever_h_says(graph, form, engine):
    result = checked(engine, form(graph))
    assert graph.optimum == (math.inf if result.solution is None else result.cost)


@given(graphs("consistent", "admissible"), forms, weighted)
def test_weighted_astar_is_within_its_weight_of_the_optimum(graph, form, engine):
    result = checked(engine, form(graph))
    if result.solution is not None:
        assert graph.optimum <= result.cost <= engine.weight * graph.optimum


@given(graphs("consistent"), forms, weighted)
def test_weighted_astar_without_reopening_is_within_its_weight_with_a_consistent_h(graph, form, engine):
    result = checked(replace(engine, reopen=False), form(graph))
    if result.solution is not None:
        assert graph.optimum <= result.cost <= engine.weight * graph.optimum


@given(graphs(), forms, tie_breaks, st.booleans())
def test_weighted_astar_of_weight_1_is_astar(graph, form, tie_break, reopen):
    same = {"tie_break": tie_break, "reopen": reopen}
    astar, weighted = checked(AStar(**same), form(graph)), checked(WeightedAStar(weight=1, **same), form(graph))
    assert (astar.status, astar.solution, astar.nearest) == (weighted.status, weighted.solution, weighted.nearest)
    assert counters(astar.statistics) == replace(
        counters(weighted.statistics), expanded_before_last_f=astar.statistics.expanded_before_last_f
    )


# --- what is proved ---------------------------------------------------------------------------------------------------


@given(cases("consistent", "admissible"), forms, STOPS)
def test_no_lower_bound_exceeds_the_optimum_wherever_a_search_stops(case, form, limits):
    graph, engine = case
    assert graph.optimum >= checked(engine, form(graph), limits).lower_bound


@given(cases("consistent", "admissible"), forms)
def test_the_lower_bound_of_a_finished_search_is_true_and_not_above_its_cost(case, form):
    graph, engine = case
    result = checked(engine, form(graph))
    assert result.lower_bound <= graph.optimum
    assert result.solution is None or result.lower_bound <= result.cost


@given(cases("consistent", "admissible"), forms)
def test_the_reported_suboptimality_bound_is_at_least_the_true_ratio(case, form):
    graph, engine = case
    result = checked(engine, form(graph))
    if result.solution is not None:
        assert result.suboptimality_bound >= 1
        if result.suboptimality_bound < math.inf:
            assert result.cost <= result.suboptimality_bound * graph.optimum + 1e-9


@given(graphs("consistent", "admissible"), forms, astars)
def test_astar_proves_the_optimum_it_finds(graph, form, engine):
    result = checked(engine, form(graph))
    assert graph.optimum == result.lower_bound
    if result.solution is not None:
        assert result.suboptimality_bound == 1


@given(graphs("consistent", "admissible"), forms, weighted)
def test_weighted_astar_proves_what_its_weight_promises(graph, form, engine):
    result = checked(engine, form(graph))
    if result.solution is not None:
        assert result.cost <= engine.weight * result.lower_bound + 1e-9


@given(cases(), forms)
def test_the_lower_bound_is_infinite_just_when_the_problem_is_unsolvable(case, form):
    graph, engine = case
    result = checked(engine, form(graph))
    assert (result.lower_bound == math.inf) == (result.status is Status.UNSOLVABLE)


@given(cases(), forms, st.integers(1, 20))
def test_the_lower_bound_depends_on_the_state_of_the_search_and_not_on_how_it_was_sliced(case, form, count):
    graph, engine = case
    whole, sliced = engine.start(form(graph)), engine.start(form(graph))
    expected = whole.run(Limits(expanded=count)).lower_bound
    for _ in range(count):
        found = sliced.run(Limits(expanded=1)).lower_bound
    assert expected == found


@given(graphs("consistent", "admissible"), forms, astars)
def test_the_lower_bound_of_astar_never_falls(graph, form, engine):
    search, bound = engine.start(form(graph)), 0
    while (result := search.run(Limits(expanded=1))).status is Status.LIMIT:
        assert bound <= result.lower_bound
        bound = result.lower_bound
    assert bound <= result.lower_bound


# --- counters ---------------------------------------------------------------------------------------------------------


@given(graphs("consistent"), astars)
def test_expansions_before_the_last_f_are_the_states_below_the_optimum(graph, engine):
    result = checked(engine, Explicit(graph))
    if result.status is Status.SOLVED:
        below = [g + h < graph.optimum for g, h in zip(graph.distances([0]), graph.h, strict=True)]
        assert sum(below) == result.statistics.expanded_before_last_f


@given(graphs("consistent"), forms)
def test_expansions_before_the_last_f_do_not_depend_on_ties_with_a_consistent_h(graph, form):
    found = {checked(AStar(tie_break=tie), form(graph)).statistics.expanded_before_last_f for tie in TieBreak}
    assert len(found) == 1


@given(graphs("consistent"), forms, astars)
def test_astar_reopens_nothing_with_a_consistent_h(graph, form, engine):
    statistics = checked(engine, form(graph)).statistics
    assert statistics.reopened == 0
    assert statistics.expanded <= statistics.stored


@given(graphs(), forms, dijkstras)
def test_dijkstra_reopens_nothing_and_evaluates_nothing(graph, form, engine):
    statistics = checked(engine, form(graph)).statistics
    assert (statistics.reopened, statistics.evaluated, statistics.dead_ends) == (0, 0, 0)


@given(graphs(), forms, formulas)
def test_without_reopening_no_state_is_expanded_twice(graph, form, engine):
    statistics = checked(replace(engine, reopen=False), form(graph)).statistics
    assert statistics.reopened == 0
    assert statistics.expanded <= statistics.stored


@given(graphs(), forms, engines)
def test_an_unsolvable_search_has_stored_all_that_can_be_reached_past_no_dead_end(graph, form, engine):
    result = checked(engine, form(graph))
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


@given(cases(), forms)
def test_the_frontier_was_never_larger_than_its_peak_and_once_as_large(case, form):
    graph, engine = case
    search, peak = engine.start(form(graph)), 0
    while (result := search.run(Limits(expanded=1))).status is Status.LIMIT:
        peak = max(peak, len(list(search.frontier())))
    root_only = 0 if engine.uses_heuristic and graph.h[0] == math.inf else 1
    assert max(peak, root_only, len(list(search.frontier()))) == result.statistics.peak_frontier


@given(cases())
def test_every_form_of_a_problem_gives_the_same_result(case):
    graph, engine = case

    def told(form):
        result = outcome(checked(engine, form(graph)))
        paths = [
            steps and (steps.cost, steps.costs, [state[0] if form is Keyed else state for state in steps.states])
            for steps in (result.solution, result.nearest)
        ]
        return result.statistics, result.status, result.lower_bound, paths

    first, *others = [told(form) for form in FORMS]
    for other in others:
        assert first == other
