"""`Landmarks`: never larger than the true distance, consistent, and the same in compiled searches."""

import math
import pickle
import random
from fractions import Fraction

import numpy as np
import pytest
from helpers.agreement import both
from hypothesis import given
from hypothesis import strategies as st

from astarlib import AStar, BAEStar, Dijkstra, Status, compiled
from astarlib.heuristics import Landmarks, landmarks
from astarlib.problems.graph import Graph, GraphProblem, distances, romania
from astarlib.problems.grid import GridProblem

SIZE = 7
NUMBERS = st.integers(0, SIZE - 1)


@st.composite
def graphs(draw):
    """A graph of dicts or arrays. Often, some nodes can't be reached from others."""
    costs = draw(st.sampled_from([st.integers(0, 9), st.floats(0, 9, allow_nan=False)]))
    edges = draw(st.lists(st.tuples(NUMBERS, NUMBERS, costs), max_size=20))
    tails, heads, lengths = zip(*edges, strict=True) if len(edges) > 0 else ((), (), ())
    by_arrays = Graph.from_arrays(tails, heads, lengths, nodes=SIZE, directed=draw(st.booleans()))
    return draw(st.sampled_from([by_arrays, Graph({node: dict(by_arrays[node]) for node in by_arrays})]))


def true_distances(graph):
    """The distances between all nodes, by the algorithm of Floyd and Warshall."""
    found = {(u, v): 0 if u == v else graph[u].get(v, math.inf) for u in graph for v in graph}
    for via in graph:
        found = {(u, v): min(far, found[u, via] + found[via, v]) for (u, v), far in found.items()}
    return found


@given(graphs(), st.integers(1, 4))
def test_landmarks_are_admissible_and_consistent_in_both_directions(graph, count):
    built, far = Landmarks.build(graph, count=count), true_distances(graph)
    assert 1 <= len(built.states) <= count
    for start in graph:
        for goal in graph:
            problem = GraphProblem(graph, start, goal, heuristic=built)
            h, back = problem.heuristic(start), problem.backward_heuristic(goal)
            assert 0 <= h <= far[start, goal] * (1 + 1e-12)
            assert back == h
            for _, head, cost in problem.successors(start):
                assert h <= cost + problem.heuristic(head) + 1e-12
            if start == goal:
                assert h == 0
    for landmark in built.states:  # From and to a landmark, h is exact up to rounding.
        for node in graph:
            h = GraphProblem(graph, landmark, node, heuristic=built).heuristic(landmark)
            assert math.isclose(h, far[landmark, node], rel_tol=1e-9, abs_tol=1e-9)


@given(graphs(), st.integers(1, 4))
def test_each_landmark_is_the_farthest_from_those_before_it(graph, count):
    chosen, far = Landmarks.build(graph, count=count).states, true_distances(graph)
    for at in range(1, len(chosen) + 1):
        # The distance from a landmark, or to it if it leads to no path.
        each = {v: [far[u, v] if far[u, v] < math.inf else far[v, u] for u in chosen[:at]] for v in graph}
        nearest = {v: min(distances) for v, distances in each.items() if min(distances) < math.inf}
        if at < len(chosen):
            assert math.isclose(nearest[chosen[at]], max(nearest.values()))
    assert len(chosen) == count or max(nearest.values()) == 0


@pytest.mark.parametrize("sizes", [(39, 61), (9, 91)])
def test_the_first_landmark_is_at_an_end_of_the_largest_part_of_the_graph(sizes):
    edges = [(v, v + 1, 1) for v in range(99) if v + 1 != sizes[0]]
    assert Landmarks.build(Graph(edges, directed=False), count=1).states[0] in {sizes[0], 99}


@pytest.mark.parametrize(("cost", "kind"), [(2**31 - 1, np.int32), (2**31, np.int64), (0.5, np.float64)])
def test_the_numbers_of_the_table_are_as_small_as_the_docstring_says(cost, kind):
    built = Landmarks.build(Graph([(0, 1, cost)]), count=1)
    assert (kind, cost) == (built.table.dtype, built.table.max())


@given(graphs(), NUMBERS, NUMBERS)
def test_searches_with_landmarks_find_the_cost_that_dijkstra_finds(graph, start, goal):
    built = Landmarks.build(graph, count=3)
    problem = GraphProblem(graph, start, goal, heuristic=built)
    plain = Dijkstra().search(problem)
    for engine in (AStar(), BAEStar()):
        found = engine.search(problem)
        assert found.status is plain.status
        if plain.status is Status.SOLVED:
            assert math.isclose(found.cost, plain.cost, rel_tol=1e-9)


@given(graphs())
def test_the_compiled_functions_return_the_same_h(graph):
    built = Landmarks.build(graph, count=3)
    for start, goal in [(0, SIZE - 1), (SIZE - 1, 0), (2, 3)]:
        problem = GraphProblem(graph, start, goal, heuristic=built)
        domain = problem.compiled_domain()
        dead_end = -1 if domain.costs is int else math.inf
        for node in graph:
            word = np.uint64(domain.encode(node)[0])
            for function, expected in (
                (domain.heuristic, problem.heuristic(node)),
                (domain.backward_heuristic, problem.backward_heuristic(node)),
            ):
                assert function(domain.tables, word, 0) == (dead_end if expected == math.inf else expected)


def guided_by_landmarks(ends):
    """Problems on streets of several costs, with landmarks."""
    side = 12
    edges = [(v, v + step, 2 + 37 * v % 40) for v in range(side * side) for step in (1, side)]
    graph = Graph([(u, v, cost) for u, v, cost in edges if v < side * side and (v % side or v - u > 1)], directed=False)
    built = Landmarks.build(graph)
    return [GraphProblem(graph, start, goal, heuristic=built) for start, goal in ends]


@pytest.mark.costly
def test_the_compiled_domain_has_the_edges_and_the_h_of_the_problem():
    [problem] = guided_by_landmarks([(100, 7)])
    assert compiled.check_domain(problem, states=200) > 100


@pytest.mark.costly
def test_a_compiled_search_expands_the_same_nodes_as_one_in_python():
    for problem in guided_by_landmarks([(0, 143), (100, 7), (66, 77)]):
        ours, python = both(compiled.AStar(), problem)
        assert python == ours


@pytest.mark.costly
def test_the_compiled_distances_of_a_large_graph_are_those_of_dijkstra(monkeypatch):
    rows = romania().graph.with_costs({("Arad", "Zerind"): None, ("Eforie", "Hirsova"): None}).rows()
    plain = [distances.distances(rows, node, backward=back) for node in range(20) for back in (False, True)]
    monkeypatch.setattr(distances, "_COMPILED_FROM", 0)
    quick = [distances.distances(rows, node, backward=back) for node in range(20) for back in (False, True)]
    assert [each.tolist() for each in plain] == [each.tolist() for each in quick]
    assert -1 in plain[rows.numbers["Eforie"] * 2]


@pytest.mark.costly
def test_eight_landmarks_save_four_of_five_expansions_on_a_grid_of_streets():
    side = 60
    edges = [(v, v + step) for v in range(side * side) for step in (1, side)]
    graph = Graph(
        [(u, v, 1 + 7 * u % 5) for u, v in edges if v < side * side and (v % side or v - u > 1)], directed=False
    )
    built = Landmarks.build(graph)
    few = many = 0
    for query in range(20):
        problem = GraphProblem(graph, 997 * query % len(graph), 1009 * (query + 3) % len(graph), heuristic=built)
        few += AStar().search(problem).statistics.expanded
        many += Dijkstra().search(problem).statistics.expanded
    assert 5 * few < many


def test_landmarks_are_cached_on_disk_and_read_again(tmp_path, monkeypatch):
    monkeypatch.setenv("ASTARLIB_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(landmarks, "_CACHED_FROM", 20)  # as many as there are
    first = Landmarks.build(romania().graph, count=3)
    monkeypatch.setattr(landmarks, "_build", None)  # So nothing can be built any more.
    second = Landmarks.build(romania().graph, count=3)
    assert first.states == second.states
    assert np.array_equal(first.table, second.table)
    with pytest.raises(TypeError, match="NoneType"):
        Landmarks.build(romania().graph, count=2)
    with pytest.raises(TypeError, match="NoneType"):
        Landmarks.build(romania().graph, count=3, cache=False)


def test_a_pickled_problem_keeps_its_landmarks():
    graph = Graph.from_arrays([0, 1, 2], [1, 2, 3], [4, 5, 6], directed=False)
    for problem in (romania("Arad", "Iasi"), GraphProblem(graph, 0, 3)):
        given_problem = problem.between(
            problem.initial_state, problem.goal, heuristic=Landmarks.build(problem, count=2)
        )
        copied = pickle.loads(pickle.dumps(given_problem))
        assert copied.heuristic(copied.initial_state) == given_problem.heuristic(problem.initial_state) > 0


def test_landmarks_of_another_graph_are_refused():
    built = Landmarks.build(romania().graph, count=2)
    changed = romania().graph.with_costs({("Arad", "Sibiu"): 1})
    with pytest.raises(ValueError, match="these landmarks were built for another graph than that of"):
        GraphProblem(changed, "Arad", "Iasi", heuristic=built)
    again = Graph({node: dict(heads) for node, heads in romania().graph.items()})
    assert GraphProblem(again, "Arad", "Iasi", heuristic=built).heuristic("Arad") > 0


def test_landmarks_print_their_number():
    assert repr(Landmarks.build(romania(), count=2)) == "<Landmarks: 2 landmarks of 20 states>"


@pytest.mark.parametrize("connectivity", [4, 8])
@pytest.mark.parametrize("rows", ["..1.5#.. / .#..2.#. / 3.#..#.. / ...#....", ["........"] * 5])
def test_landmarks_of_a_grid_are_lower_bounds_of_all_distances(rows, connectivity):
    problem = GridProblem(rows, (0, 0), (7, 3), connectivity=connectivity)
    built = Landmarks.build(problem, count=3)
    assert all(problem.grid.is_free(cell) for cell in built.states)
    free = [(x, y) for x in range(8) for y in range(4) if problem.grid.is_free((x, y))]
    for goal in free[::5]:
        guided = GridProblem(problem.grid, (0, 0), goal, connectivity=connectivity, heuristic=built)
        domain = guided.compiled_domain()
        for start in free:
            far = Dijkstra().search(problem.between(start, goal)).cost
            assert guided.heuristic(start) <= far
            if start in built.states or goal in built.states:
                assert math.isclose(guided.heuristic(start), far, abs_tol=1e-9)
            h = domain.heuristic(domain.tables, np.uint64(domain.encode(start)[0]), 0)
            assert h == guided.heuristic(start)
            assert domain.decode(domain.encode(start)[0], 0) == start
        back = guided.between(free[3], goal)
        assert back.backward_heuristic(free[-1]) == guided.between(free[3], free[-1]).heuristic(free[3])
        assert AStar().search(guided).cost == Dijkstra().search(guided).cost
    assert pickle.loads(pickle.dumps(guided)).heuristic(free[0]) == guided.heuristic(free[0])


def test_landmarks_of_other_steps_on_the_grid_are_refused():
    built = Landmarks.build(GridProblem("... / ...", (0, 0), (2, 1)))
    with pytest.raises(ValueError, match="built for another graph"):
        GridProblem("... / ...", (0, 0), (2, 1), connectivity=8, heuristic=built)


@pytest.mark.parametrize("seed", range(4))
def test_rounding_never_lifts_h_above_the_exact_distance(seed):
    rng = random.Random(seed)
    costs = [rng.random() for _ in range(60)]
    graph = Graph({node: {node + 1: cost} for node, cost in enumerate(costs)})
    problem = GraphProblem(graph, 0, len(costs) // 2, heuristic=Landmarks.build(graph, count=2))
    for node in range(len(costs) // 2):
        assert Fraction(problem.heuristic(node)) <= sum(map(Fraction, costs[node : len(costs) // 2]))
