"""Breadth-first, depth-first and iterative deepening: engines that ignore h and costs."""

import math

import networkx as nx
import pytest
from helpers.graphs import KNOT, Explicit, Graph, few_paths, forms, graphs
from hypothesis import given
from hypothesis import strategies as st

from astarlib import BreadthFirst, CycleCheck, DepthFirst, IterativeDeepening, Limits, Status
from astarlib.events import Expanded, LowerBoundRaised

BLIND = [BreadthFirst(), DepthFirst(), IterativeDeepening()]


def fewest_actions(graph):
    """The length of a shortest solution as networkx finds it; inf when there is none."""
    found = nx.DiGraph()
    found.add_nodes_from(range(len(graph.h)))
    found.add_edges_from((source, target) for source, target, _ in graph.edges)
    lengths = nx.single_source_shortest_path_length(found, 0)
    return min((lengths[goal] for goal in graph.goals if goal in lengths), default=math.inf)


def length(result):
    return math.inf if result.solution is None else len(result.actions)


@pytest.mark.costly
@given(graphs(), forms)
def test_breadth_first_finds_the_fewest_actions(graph, form):
    assert fewest_actions(graph) == length(BreadthFirst().search(form(graph)))


@pytest.mark.costly
@given(few_paths(), forms)
def test_iterative_deepening_finds_the_fewest_actions(graph, form):
    assert fewest_actions(graph) == length(IterativeDeepening().search(form(graph)))


@pytest.mark.costly
@given(few_paths(), forms, st.integers(1, 9))
def test_iterative_deepening_with_the_parent_check_finds_the_fewest_actions(graph, form, count):
    result = IterativeDeepening(cycle_check=CycleCheck.PARENT).search(form(graph), limits=Limits(expanded=200 * count))
    if result.status is Status.SOLVED:
        assert fewest_actions(graph) == length(result)


@pytest.mark.costly
@given(graphs(), forms)
def test_breadth_first_expands_states_in_the_order_of_their_depth(graph, form):
    depths = []

    def observe(event):
        if isinstance(event, Expanded):
            depths.append(len(search.path_to(event.state).actions))

    search = BreadthFirst().start(form(graph), observer=observe)
    search.run()
    assert sorted(depths) == depths
    assert search.statistics.expanded == len(depths)


@pytest.mark.costly
@given(graphs(), forms, st.sampled_from([BreadthFirst(), DepthFirst()]))
def test_breadth_first_and_depth_first_expand_no_state_twice(graph, form, engine):
    expanded = []
    result = engine.search(form(graph), observer=lambda event: isinstance(event, Expanded) and expanded.append(event))
    assert result.statistics.expanded == len(expanded) == len({repr(event.state) for event in expanded})
    assert result.status in (Status.SOLVED, Status.UNSOLVABLE)


def test_depth_first_follows_the_last_action_first():
    tree = Graph(((0, 1, 1), (0, 2, 1), (2, 3, 1), (2, 4, 1), (1, 5, 1)), frozenset(), (0,) * 6)
    events = []
    DepthFirst().search(Explicit(tree), observer=lambda event: isinstance(event, Expanded) and events.append(event))
    assert [0, 2, 4, 3, 1, 5] == [event.state for event in events]


@pytest.mark.parametrize("engine", BLIND, ids=repr)
def test_h_is_never_called(engine):
    class Refusing(Explicit):
        def heuristic(self, state):
            raise AssertionError("called")

        def heuristic_change(self, state, action, next_state):
            raise AssertionError("called")

    result = engine.search(Refusing(KNOT))
    assert (Status.SOLVED, 0, None) == (result.status, result.statistics.evaluated, result.nearest)
    assert result.statistics.expanded_before_last_f is None


@pytest.mark.parametrize(("engine", "bound"), [(BreadthFirst(), 3), (IterativeDeepening(), 3), (DepthFirst(), 3)])
def test_the_bound_counts_a_cheaper_way_that_was_not_taken(engine, bound):
    graph = Graph(((0, 2, 9), (0, 1, 1), (1, 2, 2)), frozenset({2}), (0, 0, 0))
    result = engine.search(Explicit(graph))
    assert result.lower_bound <= bound == graph.optimum
    assert result.cost <= result.suboptimality_bound * bound


def test_a_refused_improvement_of_a_waiting_state_lowers_the_bound():
    graph = Graph(((0, 1, 5), (0, 1, 2), (1, 2, 0)), frozenset({2}), (0, 0, 0))
    result = BreadthFirst().search(Explicit(graph))
    assert (5, 2, 2.5) == (result.cost, result.lower_bound, result.suboptimality_bound)


def test_breadth_first_sends_no_bound_and_iterative_deepening_sends_rising_ones():
    graph = Graph(((0, 1, 2), (1, 2, 0), (2, 3, 3), (3, 4, 1)), frozenset({4}), (0,) * 5)
    told = {}
    for engine in BLIND:
        bounds = told[type(engine)] = []
        engine.search(
            Explicit(graph),
            observer=lambda event, bounds=bounds: (
                isinstance(event, LowerBoundRaised) and bounds.append(event.lower_bound)
            ),
        )
    assert {BreadthFirst: [], DepthFirst: [], IterativeDeepening: [0, 2, 5, 6]} == told


def test_a_bound_that_a_limit_of_cost_has_proved_is_reported_when_the_search_continues():
    bounds = []
    search = IterativeDeepening().start(
        Explicit(Graph(((0, 1, 6), (0, 2, 3), (1, 3, 1)), frozenset({3}), (0,) * 4)),
        observer=lambda event: isinstance(event, LowerBoundRaised) and bounds.append(event.lower_bound),
    )
    assert 6 == search.run(Limits(cost=4)).lower_bound
    search.run()
    assert [0, 3, 6, 7] == bounds
