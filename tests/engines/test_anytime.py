"""Anytime search: ever cheaper solutions, each with a correct bound, and the guarantee of the last weight."""

import math

import pytest
from helpers.graphs import forms, graphs, outcome, weights
from helpers.sampling import in_turn
from hypothesis import given
from hypothesis import strategies as st

from astarlib import (
    AnytimeWeightedAStar,
    ARAStar,
    AStar,
    Dijkstra,
    FunctionProblem,
    LimitKind,
    Limits,
    Search,
    Status,
    WeightedAStar,
)
from astarlib.errors import InvalidCostError, InvalidHeuristicError
from astarlib.events import Progress
from astarlib.problems.grid import Grid, GridProblem
from astarlib.problems.npuzzle import NPuzzle
from astarlib.problems.npuzzle.instances import KORF_100
from astarlib.searching import driver

WEIGHTS = st.lists(st.floats(1, 10), min_size=1, max_size=4, unique=True).map(
    lambda ws: tuple(sorted(ws, reverse=True))
)


@pytest.mark.costly
@given(graphs(), forms, st.integers(0, 9), st.integers(1, 7))
def test_limits_and_files_between_the_iterations_change_nothing(tmp_path_factory, graph, form, cost, step):
    path, engine = tmp_path_factory.mktemp("saved") / "search", ARAStar(weights=(4, 2, 1))
    alone, search = engine.start(form(graph)), engine.start(form(graph))
    for limit in (cost, cost + 3, math.inf):
        expected = alone.run(Limits(cost=limit))
        while (result := search.run(Limits(cost=limit, expanded=step))).limit is LimitKind.EXPANDED:
            search.save(path)
            search = Search.load(path, form(graph))
        assert outcome(expected) == outcome(result)


@pytest.mark.costly
def test_the_15_puzzle_79_of_korf_is_solved_soon_then_better_then_optimally():
    search = ARAStar().start(KORF_100.by_id(79).problem())
    found = [(result.cost, result.statistics.expanded) for result in search.solutions(Limits(expanded=31_000))]
    assert [68, 52, 42] == [cost for cost, _ in found]
    assert all(expanded < limit for (_, expanded), limit in zip(found, (3_000, 11_000, 31_000), strict=True))


@pytest.mark.costly
def test_anytime_weighted_astar_continues_a_weighted_search_to_an_optimal_solution():
    problem = KORF_100.by_id(79).problem()
    search = AnytimeWeightedAStar(weight=2).start(problem)
    found = [(result.cost, result.statistics.expanded) for result in search.solutions(Limits(expanded=20_000))]
    assert [50, 48, 42] == [cost for cost, _ in found]
    assert WeightedAStar(weight=2).search(problem).statistics.expanded == found[0][1]


@pytest.mark.costly
@pytest.mark.parametrize("engine", [ARAStar(), AnytimeWeightedAStar()], ids=str)
def test_the_proof_needs_few_more_expansions_than_that_of_astar(engine):
    puzzle = NPuzzle("8 6 7 / 2 5 4 / 3 0 1")
    result = engine.search(puzzle)
    assert result.is_optimal
    assert result.statistics.expanded <= 1.3 * AStar().search(puzzle).statistics.expanded


ANYTIME = st.one_of(WEIGHTS.map(lambda ws: ARAStar(weights=ws)), weights.map(lambda w: AnytimeWeightedAStar(weight=w)))


@pytest.mark.costly
@given(graphs("consistent", "admissible"), forms, ANYTIME, st.floats(1, 4))
def test_a_search_within_a_factor_stops_with_a_proof_of_it(graph, form, engine, within):
    limits = Limits(within=within)
    search = engine.start(form(graph))
    result = search.run(limits)
    if result.limit is not None:
        assert LimitKind.WITHIN is result.limit
        assert graph.optimum <= result.cost <= within * result.lower_bound
        expanded = search.statistics.expanded
        assert (LimitKind.WITHIN, expanded) == (search.run(limits).limit, search.statistics.expanded)
    assert outcome(search.run()) == outcome(engine.search(form(graph)))


@pytest.mark.costly
@pytest.mark.parametrize("engine", [ARAStar(), AnytimeWeightedAStar()], ids=str)
def test_a_search_within_a_factor_stops_at_the_same_expansion_however_often_it_is_polled(engine, monkeypatch):
    problem, limits = NPuzzle("8 6 7 / 2 5 4 / 3 0 1"), Limits(within=1.2)
    expected = engine.search(problem, limits=limits)
    assert LimitKind.WITHIN is expected.limit
    assert expected.statistics.expanded < engine.search(problem).statistics.expanded
    monkeypatch.setattr(driver, "POLL_SECONDS", 0)
    assert expected.statistics.expanded == engine.search(problem, limits=limits).statistics.expanded


@in_turn("weights", [(), (2, 2), (1, 2), (0.5,), (math.inf, 1), (math.nan,), ("3", 1), (True,)])
def test_wrong_weights_are_refused(weights):
    with pytest.raises(ValueError, match="weights must"):
        ARAStar(weights=weights)


def test_weights_are_a_tuple():
    with pytest.raises(TypeError, match=r"weights must be a tuple of numbers, .* not 3"):
        ARAStar(weights=3)
    assert ARAStar(weights=[2, 1]) == ARAStar(weights=(2, 1))
    assert "ARAStar(weights=(2, 1))" == repr(ARAStar(weights=(2, 1)))


@pytest.mark.parametrize(("cost", "h", "error"), [(-1, 0, InvalidCostError), (1, -1, InvalidHeuristicError)])
def test_a_wrong_cost_or_h_of_a_successor_is_named(cost, h, error):
    problem = FunctionProblem(
        0, successors=lambda s: [("on", s + 1, cost)], is_goal=lambda s: s == 3, heuristic=lambda s: h if s > 0 else 1
    )
    with pytest.raises(error, match="-1"):
        ARAStar().search(problem)


def test_progress_shows_the_smallest_f(monkeypatch):
    def observe(event):
        seen.append(event.f)

    monkeypatch.setattr(driver, "PROGRESS_SECONDS", 0)
    observe.event_types = {Progress}
    seen = []
    ARAStar().search(KORF_100.by_id(79).problem(), limits=Limits(expanded=100), observer=observe)
    assert len(seen) > 0
    assert all(0 < f < math.inf for f in seen)


def test_states_of_equal_f_keep_their_order_in_the_next_iteration():
    search = ARAStar(weights=(5, 2, 1)).start(NPuzzle("8 6 7 / 2 5 4 / 3 0 1"))
    next(search.solutions())
    algorithm = search._algorithm
    weight, before = 2, list(search.frontier())
    algorithm._next_iteration()
    expected = sorted(before, key=lambda stored: (stored.g + weight * stored.h, stored.h))
    useful = [stored.state for stored in expected if stored.g + stored.h < algorithm.incumbent().cost]
    after = [stored.state for stored in search.frontier()]
    assert len(set(after)) < len(before) * 2
    assert useful == after[: len(useful)]


@pytest.mark.parametrize("weights", [(5, 2, 1), (5,)])
def test_ara_star_proves_that_there_is_no_solution_in_one_pass(weights):
    rows = ["".join("~" if (x * 5 + y * 3) % 11 < 4 else "." for x in range(20)) for y in range(18)]
    grid = Grid("\n".join([*rows, "." * 18 + "@@", "." * 18 + "@."]), terrain={"~": 7})
    problem = GridProblem(grid, (0, 0), (19, 19), connectivity=8)
    reachable = Dijkstra().search(problem)
    result = ARAStar(weights=weights).search(problem)
    assert result.status is reachable.status is Status.UNSOLVABLE
    assert result.statistics.expanded == reachable.statistics.expanded
