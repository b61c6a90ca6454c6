"""``explore`` finds the states that can be reached, with the costs of cheapest paths."""

import math

import networkx as nx
import pytest
from helpers.graphs import forms, graphs
from hypothesis import given
from hypothesis import strategies as st

from astarlib import FunctionProblem, LimitKind, Limits, SearchProblem, Status, explore, with_starts
from astarlib.problems.graph import GraphProblem
from astarlib.problems.grid import GridProblem
from astarlib.problems.npuzzle import NPuzzle
from astarlib.problems.turns import TurnProblem


def distances(graph):
    network = nx.MultiDiGraph()
    network.add_node(0)
    network.add_weighted_edges_from(graph.edges)
    return nx.single_source_dijkstra_path_length(network, 0)


def number(state):
    """Return the node of a state of any form."""
    return state[0] if isinstance(state, list | tuple) else state


@given(graphs(), forms)
def test_the_costs_are_those_of_networkx(graph, form):
    expected, explored = distances(graph), explore(form(graph))
    assert explored.is_complete
    assert {number(state): explored.cost(state) for state in explored} == pytest.approx(expected)
    assert len(expected) == len(explored)


@given(graphs(), forms)
def test_the_states_come_by_cost_and_each_has_a_path_of_that_cost(graph, form):
    explored = explore(form(graph))
    costs = [explored.cost(state) for state in explored]
    assert sorted(costs) == costs
    assert costs == [explored.path_to(state).cost for state in explored]
    assert all(state in explored for state in explored)
    assert dict(explored.layers) == {cost: costs.count(cost) for cost in costs}
    assert list(explored.layers) == sorted(explored.layers)


@pytest.mark.costly
@given(graphs(), forms, st.integers(0, 12), st.integers(0, 12))
def test_a_limited_search_has_exactly_the_states_whose_costs_are_proved(graph, form, cost, expanded):
    expected = distances(graph)
    near = explore(form(graph), limits=Limits(cost=cost))
    assert {node for node, length in expected.items() if length <= cost} == {number(state) for state in near}
    some = explore(form(graph), limits=Limits(expanded=expanded))
    assert all(expected[number(state)] == pytest.approx(some.cost(state)) for state in some)
    assert len(some) >= min(expanded, len(expected))


def test_an_infinite_space_can_be_explored_up_to_a_limit():
    line = FunctionProblem(0, successors=lambda n: [("on", n + 1, 2)], is_goal=lambda _: True)
    explored = explore(line, limits=Limits(cost=7))
    assert [0, 1, 2, 3] == list(explored)
    assert LimitKind.COST is explored.result.limit
    assert "Explored(4 states, stopped by a limit)" == repr(explored)


def test_goal_test_and_heuristic_are_never_called():
    class Silent(SearchProblem):
        def actions(self, state):
            return range(state)

        def result(self, state, action):
            return action

        def is_goal(self, state):
            raise AssertionError

        heuristic = is_goal

    problem = Silent(3)
    assert {3: 0, 0: 1, 1: 1, 2: 1} == {state: explore(problem).cost(state) for state in explore(problem)}
    assert "is_goal" not in vars(problem)


def test_a_state_that_was_not_found_is_named_with_the_reason():
    graph = GraphProblem([("a", "b", 1), ("c", "a", 1), ("b", "d", 5)], "a", "d")
    with pytest.raises(KeyError, match=r"state 'c' can't be reached"):
        explore(graph).cost("c")
    with pytest.raises(KeyError, match=r"state 'd' wasn't reached within the limits"):
        explore(graph, limits=Limits(cost=1)).path_to("d")
    assert explore(graph).cost("b", default=math.inf) == 1
    for default in (math.inf, None, "far"):
        assert explore(graph).cost("c", default=default) is default
        assert explore(graph, limits=Limits(cost=1)).cost("d", default=default) is default
    assert [] not in explore(graph)
    assert math.inf not in explore(graph)


def test_a_class_with_slots_is_named():
    class Slotted:
        __slots__ = ()
        initial_state, is_goal, heuristic = 0, bool, abs

        def actions(self, state):
            return ()

        result = cost = actions

    with pytest.raises(TypeError, match="explore can't set an attribute on instances of Slotted"):
        explore(Slotted())


@pytest.mark.costly
def test_the_8_puzzle_has_the_layers_that_korf_and_schultze_counted():
    layers = explore(NPuzzle("1 2 3 / 4 5 6 / 7 8 0")).layers
    assert 181_440 == sum(layers.values())
    assert (31, 2) == max(layers.items())


# --- by the number of actions -----------------------------------------------------------------------------------------


@given(graphs(), forms)
def test_with_counted_actions_the_costs_are_the_numbers_of_edges_that_networkx_finds(graph, form):
    network = nx.MultiDiGraph()
    network.add_node(0)
    network.add_weighted_edges_from(graph.edges)
    explored = explore(form(graph), count_actions=True)
    assert {number(state): explored.cost(state) for state in explored} == nx.single_source_shortest_path_length(
        network, 0
    )
    assert all(len(path.actions) == explored.cost(state) == path.cost for state, path in explored.paths.items())


def test_with_counted_actions_the_initial_states_the_targets_and_the_states_of_the_given_problem_stay():
    grid = GridProblem("... / .#. / ...", (0, 0), (2, 2))
    turns = TurnProblem(grid, lambda u, v, w: 0 if w[0] - v[0] == v[0] - u[0] else 5)
    explored = explore(turns, targets=[(2, 2)], count_actions=True)
    assert (4, 5, Status.SOLVED) == (
        explored.cost((2, 2)),
        len(explored.path_to((2, 2)).states),
        explored.result.status,
    )
    assert {0: 2, 1: 4, 2: 2} == explore(with_starts(grid, [(0, 0), (2, 2)]), count_actions=True).layers
    assert {0: 1, 1: 2} == explore(grid, count_actions=True, limits=Limits(cost=1)).layers


def test_count_actions_is_true_or_false():
    with pytest.raises(TypeError, match="count_actions must be True or False, not 1"):
        explore(GraphProblem([(0, 1)], 0, 1), count_actions=1)
