"""Depth-first search with a largest depth reaches every state within it, and proves nothing beyond it."""

import math

import networkx as nx
import pytest
from helpers.graphs import Explicit, Graph, check, few_paths, forms, graphs, outcome
from hypothesis import given
from hypothesis import strategies as st

from astarlib import DepthFirst, LimitKind, Limits, Search, Status
from astarlib.errors import InvalidCostError
from astarlib.events import Expanded
from astarlib.observers.recorder import Recorder
from astarlib.problems.npuzzle import NPuzzle

DEPTHS = st.integers(0, 8)


def depths(graph):
    """The smallest number of actions to each node."""
    explicit = nx.DiGraph()
    explicit.add_nodes_from(range(len(graph.h)))
    explicit.add_edges_from((source, target) for source, target, _ in graph.edges)
    return nx.single_source_shortest_path_length(explicit, 0)


@pytest.mark.costly
@given(st.one_of(graphs(), few_paths()), forms, DEPTHS)
def test_a_goal_is_found_exactly_if_one_is_within_the_depth(graph, form, most):
    result = DepthFirst(max_depth=most).search(form(graph))
    found = depths(graph)
    if any(found.get(goal, math.inf) <= most for goal in graph.goals):
        assert Status.SOLVED is result.status
        assert len(result.solution.actions) <= most
    else:
        assert Status.GAVE_UP is result.status or max(found.values()) < most
        assert (Status.UNSOLVABLE if max(found.values()) < most else Status.GAVE_UP) is result.status


@pytest.mark.costly
@given(st.one_of(graphs(), few_paths()), forms, DEPTHS)
def test_without_a_goal_exactly_the_states_above_the_depth_are_expanded(graph, form, most):
    graph = Graph(graph.edges, frozenset(), graph.h)
    search = DepthFirst(max_depth=most).start(form(graph))
    search.run()
    found = {str(state): depth for state, depth in depths(graph).items()}
    name = (lambda state: str(state[0])) if isinstance(search.problem.initial_state, list) else str
    assert {state for state, depth in found.items() if depth <= most} == {name(each.state) for each in search.states()}
    assert {state for state, depth in found.items() if depth < most} == {
        name(each.state) for each in search.states() if each.closed
    }
    assert {state for state, depth in found.items() if depth == most} == {
        name(each.state) for each in search.frontier()
    }
    assert all(len(search.path_to(each.state).actions) == found[name(each.state)] for each in search.states())


@pytest.mark.costly
@given(graphs(), forms, DEPTHS)
def test_no_state_is_expanded_at_the_depth_or_more_often_than_the_depth(graph, form, most):
    events = []
    result = DepthFirst(max_depth=most).search(form(graph), observer=events.append)
    states = [repr(event.state) for event in events if isinstance(event, Expanded)]
    assert all(states.count(state) <= most for state in states)
    assert result.statistics.reopened >= len(states) - len(set(states))


@pytest.mark.costly
@given(graphs(), forms, DEPTHS)
def test_the_lower_bound_holds_after_every_expansion_and_is_finite_when_the_search_gives_up(graph, form, most):
    search = DepthFirst(max_depth=most).start(form(graph))
    while (result := search.run(Limits(expanded=1))).status is Status.LIMIT:
        assert result.lower_bound <= graph.optimum
        check(search)
    assert result.lower_bound <= graph.optimum
    assert (result.lower_bound == math.inf) == (result.status is Status.UNSOLVABLE)


@pytest.mark.costly
@given(graphs(), forms, DEPTHS, st.integers(0, 9), st.integers(1, 5))
def test_cost_limits_and_files_change_nothing(tmp_path_factory, graph, form, most, cost, step):
    path, engine = tmp_path_factory.mktemp("saved") / "search", DepthFirst(max_depth=most)
    alone, search = engine.start(form(graph)), engine.start(form(graph))
    for limit in (cost, cost + 3, math.inf):
        expected = alone.run(Limits(cost=limit))
        while (result := search.run(Limits(cost=limit, expanded=step))).limit is LimitKind.EXPANDED:
            search.save(path)
            search = Search.load(path, form(graph))
            assert engine == search.engine
        assert outcome(expected) == outcome(result)
        assert list(alone.frontier()) == list(search.frontier())


def test_a_shorter_path_to_an_expanded_state_makes_deeper_states_reachable():
    """The last successor is followed first: 0, 1, 2, 3 reaches 3 at depth 3. From 0, 3 its successor 4 is near."""
    graph = Graph(((0, 3, 9), (0, 1, 1), (1, 2, 1), (2, 3, 1), (3, 4, 1), (4, 5, 1)), frozenset({5}), (0,) * 6)
    result = DepthFirst(max_depth=3).search(Explicit(graph))
    assert (0, 3, 4, 5) == result.solution.states
    assert 4 > result.lower_bound  # The cheaper path to 3 was given up.


def test_a_search_that_gives_up_stays_so():
    search = DepthFirst(max_depth=3).start(NPuzzle("8 1 7 / 4 5 6 / 2 0 3"))
    result = search.run()
    assert Status.GAVE_UP is result.status
    assert 3 == result.lower_bound
    assert outcome(result) == outcome(search.run())


def test_a_limit_that_no_path_reaches_changes_nothing():
    problem = NPuzzle("1 2 3 / 4 0 5")
    unlimited, limited = DepthFirst().search(problem), DepthFirst(max_depth=10_000).search(problem)
    assert unlimited.status is limited.status
    assert unlimited.status is not Status.GAVE_UP


@pytest.mark.parametrize("cost", [-1, math.nan, math.inf, -1e-9])
def test_an_invalid_cost_is_refused(cost):
    class Wrong(NPuzzle):
        def cost(self, state, action, next_state):
            return cost

    with pytest.raises(InvalidCostError):
        DepthFirst(max_depth=3).search(Wrong("8 1 7 / 4 5 6 / 2 0 3"))


def test_a_search_with_a_largest_depth_is_recorded():
    recorder = Recorder()
    result = DepthFirst(max_depth=4).search(NPuzzle("1 2 3 / 4 0 6 / 7 5 8"), observer=recorder)
    assert result.statistics.expanded == recorder.trace.expanded
