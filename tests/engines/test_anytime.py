"""Anytime search: solutions that get cheaper, each with a true bound, and the guarantee of the last weight."""

import math

import pytest
from helpers.graphs import forms, graphs, outcome
from hypothesis import given
from hypothesis import strategies as st

from astarlib import ARAStar, FunctionProblem, LimitKind, Limits, Search
from astarlib.errors import InvalidCostError, InvalidHeuristicError
from astarlib.events import Progress
from astarlib.problems.npuzzle.instances import KORF_100
from astarlib.searching import driver

WEIGHTS = st.lists(st.floats(1, 10), min_size=1, max_size=4, unique=True).map(
    lambda ws: tuple(sorted(ws, reverse=True))
)


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


def test_the_15_puzzle_79_of_korf_is_solved_soon_then_better_then_optimally():
    search = ARAStar().start(KORF_100.by_id(79).problem())
    found = [(result.cost, result.statistics.expanded) for result in search.solutions(Limits(expanded=31_000))]
    assert [68, 52, 42] == [cost for cost, _ in found]
    assert all(expanded < limit for (_, expanded), limit in zip(found, (3_000, 11_000, 31_000), strict=True))


@pytest.mark.parametrize("weights", [(), (2, 2), (1, 2), (0.5,), (math.inf, 1), (math.nan,), ("3", 1), (True,)])
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
