"""Grids and graphs with changed costs: they equal new ones, and ``touched`` names every state that differs."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astarlib import AStar, Dijkstra
from astarlib.problems.graph import GraphProblem
from astarlib.problems.grid import CornerRule, Grid, GridProblem

SIZE = 5
CELLS = [(x, y) for y in range(SIZE) for x in range(SIZE)]
COSTS = st.sampled_from([1, 1, 2, 3.5, math.inf])


@pytest.mark.costly
@given(
    st.lists(COSTS, min_size=SIZE * SIZE, max_size=SIZE * SIZE),
    st.dictionaries(st.sampled_from(CELLS[1:]), COSTS | st.none(), max_size=6),
    st.sampled_from([4, 8]),
    st.sampled_from(CornerRule),
)
def test_a_grid_with_changed_costs_equals_a_new_grid(costs, changes, connectivity, rule):
    costs[0] = 1
    rows = [costs[y * SIZE : (y + 1) * SIZE] for y in range(SIZE)]
    problem = GridProblem(Grid(rows), (0, 0), (4, 4), connectivity=connectivity, corner_rule=rule)
    before = {cell: problem.successors(cell) for cell in CELLS}
    changed = problem.with_costs(changes)
    for (x, y), cost in changes.items():
        rows[y][x] = math.inf if cost is None else cost
    fresh = GridProblem(Grid(rows), (0, 0), (4, 4), connectivity=connectivity, corner_rule=rule)
    touched = problem.touched(changes)
    assert touched == changed.touched(changes)
    assert len(set(touched)) == len(touched)
    assert changed.grid == fresh.grid
    assert changed.grid.text() == fresh.grid.text()
    for cell in CELLS:
        assert before[cell] == problem.successors(cell)
        assert changed.successors(cell) == fresh.successors(cell)
        assert changed.predecessors(cell) == fresh.predecessors(cell)
        assert before[cell] == changed.successors(cell) or cell in touched
        assert changed.heuristic(cell) == problem.heuristic(cell)
    assert Dijkstra().search(changed).status is Dijkstra().search(fresh).status


def test_the_heuristic_keeps_the_factor_of_the_original_terrain():
    problem = GridProblem("222 / 252", (0, 0), (2, 1))
    dear = problem.with_costs({cell: 9 for cell in CELLS if cell in problem.grid})
    assert dear.heuristic((0, 0)) == problem.heuristic((0, 0)) == 6
    assert dear.with_costs({(1, 0): 2}).grid.cost((1, 0)) == 2
    with pytest.raises(ValueError, match="less than 2, the cheapest terrain"):
        dear.with_costs({(1, 0): 1})


def test_a_grid_with_another_start_and_goal_shares_the_map():
    problem = GridProblem("... / .5. / ...", (0, 0), (2, 2), connectivity=8)
    other = problem.between((2, 0), (0, 2))
    assert other.grid is problem.grid
    assert (other.initial_state, other.goal, other.connectivity) == ((2, 0), (0, 2), 8)
    assert other.heuristic((0, 2)) == 0 == other.backward_heuristic((2, 0))
    assert AStar().search(other).states[-1] == (0, 2)
    by_function = GridProblem("...", (0, 0), (2, 0), heuristic=lambda cell: 0).between((1, 0), (2, 0))
    assert by_function.heuristic((1, 0)) == 0


@given(
    st.dictionaries(st.tuples(st.sampled_from("abcd"), st.sampled_from("abcd")), st.integers(0, 5)),
    st.dictionaries(
        st.tuples(st.sampled_from("abcd"), st.sampled_from("abcd")),
        st.integers(0, 5) | st.sampled_from([None, math.inf]),
    ),
    st.booleans(),
)
def test_a_graph_with_changed_costs_equals_a_new_graph(edges, changes, is_reversed):
    def made(costs):
        return GraphProblem({**{node: {} for node in "abcd"}, **nested(costs)}, "a", "d")

    problem = made(edges)
    if is_reversed:
        problem.predecessors("a")
    before = {node: (list(problem.successors(node)), list(problem.predecessors(node))) for node in "abcd"}
    changed = problem.with_costs(changes)
    fresh = made({edge: cost for edge, cost in {**edges, **changes}.items() if cost not in {None, math.inf}})
    for node in "abcd":
        assert before[node] == (problem.successors(node), problem.predecessors(node))
        assert sorted(changed.successors(node)) == sorted(fresh.successors(node))
        assert sorted(changed.predecessors(node)) == sorted(fresh.predecessors(node))
        assert sorted(changed.actions(node)) == sorted(fresh.actions(node))
    assert outcome(changed) == outcome(fresh)


def nested(costs):
    found = {}
    for (tail, head), cost in costs.items():
        found.setdefault(tail, {})[head] = cost
    return found


def outcome(problem):
    result = Dijkstra().search(problem)
    return result.status, None if result.solution is None else result.cost


def test_one_cost_replaces_all_parallel_edges():
    problem = GraphProblem([("a", "b", 3), ("a", "b", 1), ("a", "b", 7)], "a", "b")
    assert outcome(problem.with_costs({("a", "b"): 9}))[1] == 9
    assert outcome(problem.with_costs({("a", "b"): None}))[1] is None
