"""The graph of optimal paths, compared with the paths that AllOptimal lists."""

import math
from itertools import pairwise

import networkx as nx
import pytest
from helpers.graphs import Explicit, Keyed, Whole, few_paths
from hypothesis import given
from hypothesis import strategies as st

from astarlib import AllOptimal, Dijkstra, Limits, Status, optimal_paths, with_goals, with_starts
from astarlib.errors import CapacityError, NoSolutionError
from astarlib.problems.graph import GraphProblem, romania
from astarlib.problems.grid import GridProblem


@given(few_paths("consistent", "admissible"), st.sampled_from([Explicit, Whole, Keyed]), st.data())
def test_the_graph_has_the_states_and_edges_of_all_listed_paths(graph, form, data):
    problem = form(graph)
    if data.draw(st.booleans()):
        nodes = data.draw(st.lists(st.integers(0, len(graph.h) - 1), min_size=1, max_size=3, unique=True))
        problem = with_starts(problem, [[node] if form is Keyed else node for node in nodes])
    search = AllOptimal().start(problem)
    result, listed = search.run(), list(search.solutions())
    paths = optimal_paths(problem)
    assert paths.result.status is result.status
    states = {str(state) for path in listed for state in path.states}
    edges = {
        (str(tail), str(head), action)
        for path in listed
        for (tail, head), action in zip(pairwise(path.states), path.actions, strict=True)
    }
    found = {str(state) for state in paths.states}
    leading = {(str(tail), str(head), data["action"]) for tail, head, data in paths.edges}
    assert len(paths.states) == len(found)
    assert len(paths.edges) == len(leading)
    if paths.count is None:  # A cycle of cost 0 isn't on a listed path.
        assert states <= found
        assert edges <= leading
    else:
        assert (len(listed), states, edges) == (paths.count, found, leading)
    assert [each.actions for each in paths] == [each.actions for each in listed]
    if result:
        assert paths.cost == Dijkstra().search(problem).cost
        assert all(0 <= data["weight"] <= paths.cost for _, _, data in paths.edges)


@given(st.integers(1, 7), st.integers(1, 7))
def test_an_open_room_has_as_many_paths_as_the_binomial_coefficient(width, height):
    paths = optimal_paths(GridProblem([[1] * width] * height, (0, 0), (width - 1, height - 1)))
    assert paths.count == math.comb(width + height - 2, width - 1)
    assert (width * height, 2 * width * height - width - height) == (len(paths.states), len(paths.edges))
    assert sum(paths.states[0]) == 0
    assert [sum(state) for state in paths.states] == sorted(map(sum, paths.states))


def test_networkx_reads_the_edges():
    room = GridProblem(["." * 10] * 10, (0, 0), (9, 9))
    paths = optimal_paths(room)
    graph = nx.DiGraph(paths.edges)
    assert "OptimalPaths(48,620 paths, 100 states, 180 edges)" == repr(paths)
    assert 18 == nx.dijkstra_path_length(graph, (0, 0), (9, 9)) == paths.cost
    assert "east" == graph.edges[(0, 0), (1, 0)]["action"]
    assert 18 == Dijkstra().search(GraphProblem(paths.edges, (0, 0), (9, 9))).cost
    assert next(iter(paths)).is_optimal


def test_two_actions_with_the_same_effect_are_two_edges():
    class Twice(GridProblem):
        def successors(self, state):
            return [edge for edge in super().successors(state) for edge in (edge, (edge[0] + "!", *edge[1:]))]

    paths = optimal_paths(Twice("...", (0, 0), (2, 0)))
    assert (4, 4) == (paths.count, len(paths.edges))
    assert 4 == nx.MultiDiGraph(paths.edges).number_of_edges()


def test_only_the_cheapest_of_several_goals_count():
    paths = optimal_paths(with_goals(romania("Arad"), ["Sibiu", "Zerind", "Neamt"]))
    assert (("Arad", "Zerind"), 75, 1) == (paths.states, paths.cost, paths.count)


def test_a_start_that_is_a_goal_and_a_problem_without_solution():
    paths = optimal_paths(romania("Arad", "Arad"))
    assert (("Arad",), (), 1) == (paths.states, paths.edges, paths.count)
    paths = optimal_paths(GridProblem(".#.", (0, 0), (2, 0)))
    assert (Status.UNSOLVABLE, (), (), 0, []) == (paths.result.status, paths.states, paths.edges, paths.count, [*paths])
    with pytest.raises(NoSolutionError):
        _ = paths.cost


def test_a_cycle_of_cost_zero_makes_infinitely_many_paths():
    paths = optimal_paths(GraphProblem([("a", "b", 1), ("b", "c", 0), ("c", "b", 0), ("b", "d", 1)], "a", "d"))
    assert (None, ("a", "b", "c", "d")) == (paths.count, tuple(sorted(paths.states)))
    assert "OptimalPaths(infinitely many paths, 4 states, 4 edges)" == repr(paths)


def test_a_limit_before_the_end_is_an_error():
    with pytest.raises(CapacityError, match="the limit 'expanded' stopped the search after 5 expansions"):
        optimal_paths(GridProblem(["." * 9] * 9, (0, 0), (8, 8)), limits=Limits(expanded=5))
