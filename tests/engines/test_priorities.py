"""The formulas of weighted A*: their values, and what they have in common."""

import math

import pytest
from helpers.graphs import forms, graphs, weights
from hypothesis import given
from hypothesis import strategies as st

from astarlib import Priority, WeightedAStar
from astarlib.compiled.kernels import heap

COSTS = st.one_of(st.integers(0, 10**6), st.floats(0, 1e9), st.floats(0, 1e150))
CURVES = [priority for priority in Priority if priority is not Priority.LINEAR]


@pytest.mark.parametrize("priority", Priority)
@given(g=COSTS, h=COSTS)
def test_the_weight_1_gives_g_plus_h(priority, g, h):
    assert WeightedAStar(weight=1, priority=priority).f(g, h) == pytest.approx(g + h, rel=1e-12)


@pytest.mark.parametrize("priority", CURVES)
@given(g=COSTS, h=COSTS, weight=weights)
def test_the_start_has_f_of_h_and_a_goal_f_of_cost_by_weight(priority, g, h, weight):
    f = WeightedAStar(weight=weight, priority=priority).f
    assert f(0, h) == pytest.approx(h, rel=1e-12)
    assert f(g, 0) == pytest.approx(g / weight, rel=1e-12)


@pytest.mark.parametrize("priority", CURVES)
@given(g=COSTS, h=COSTS, weight=weights)
def test_f_is_at_most_the_cost_of_a_path_that_keeps_the_estimate(priority, g, h, weight):
    """The guarantee follows: no state of an optimal path has an f above the optimum."""
    f = WeightedAStar(weight=weight, priority=priority).f(g, h)
    assert f <= (g + h) * (1 + 1e-12)
    assert f >= (g + h) / weight * (1 - 1e-12)


@pytest.mark.parametrize("priority", CURVES)
@given(g=st.floats(0, 1e305), h=st.floats(0, 1e305), weight=weights)
def test_f_is_finite_for_costs_whose_squares_are_not(priority, g, h, weight):
    assert math.isfinite(WeightedAStar(weight=weight, priority=priority).f(g, h))


@pytest.mark.parametrize(("number", "priority"), list(enumerate(Priority)))
@given(g=COSTS, h=COSTS, weight=weights)
def test_the_compiled_frontier_computes_the_same_f(number, priority, g, h, weight):
    found = heap.rank((1.0, float(weight), 0.0, number, 1), float(g), float(h))
    assert found == WeightedAStar(weight=weight, priority=priority).f(float(g), float(h))


@given(graphs("consistent"), forms, st.sampled_from(CURVES), weights)
def test_the_bound_needs_no_reopening_if_h_is_consistent(graph, form, priority, weight):
    result = WeightedAStar(weight=weight, priority=priority, reopen=False).search(form(graph))
    if result.solution is not None:
        assert result.cost <= weight * graph.optimum * (1 + 1e-9)
