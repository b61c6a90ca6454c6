import math

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from astarlib import AStar, Dijkstra, Status
from astarlib.problems.grid import DIAGONAL, CornerRule, Euclidean, Grid, GridProblem, Manhattan, Octile

pytestmark = pytest.mark.quick

WAYS = {
    "north": (0, -1), "northeast": (1, -1), "east": (1, 0), "southeast": (1, 1),
    "south": (0, 1), "southwest": (-1, 1), "west": (-1, 0), "northwest": (-1, -1),
}  # fmt: skip
HEURISTICS = {4: [Manhattan(), Octile(), Euclidean()], 8: [Octile(), Euclidean()]}


@st.composite
def maps(draw):
    """Rows of costs with obstacles, of at least one free cell."""
    width, height = draw(st.integers(1, 7)), draw(st.integers(1, 7))
    cell = st.sampled_from(draw(st.sampled_from([[1, math.inf], [1, 1, 1, math.inf], [2, 3, 9, 0.5, math.inf]])))
    rows = draw(st.lists(st.lists(cell, min_size=width, max_size=width), min_size=height, max_size=height))
    rows[draw(st.integers(0, height - 1))][draw(st.integers(0, width - 1))] = draw(st.sampled_from([1, 2]))
    return rows


@st.composite
def problems(draw):
    rows = draw(maps())
    cells = [(x, y) for y, row in enumerate(rows) for x in range(len(row))]
    free = [(x, y) for x, y in cells if rows[y][x] < math.inf]
    return GridProblem(
        Grid(rows),
        draw(st.sampled_from(free)),
        draw(st.sampled_from(cells)),
        connectivity=draw(st.sampled_from([4, 8])),
        corner_rule=draw(st.sampled_from(list(CornerRule))),
    )


def steps_by_hand(problem, cell):
    """Return every open step out of a cell, by the rule as the documentation states it."""

    def free(x, y):
        return (x, y) in problem.grid and problem.grid.cost((x, y)) < math.inf

    x, y = cell
    for name, (right, down) in WAYS.items():
        target = (x + right, y + down)
        if not free(*target):
            continue
        if right == 0 or down == 0:
            yield name, target, problem.grid.cost(target)
        elif problem.connectivity == 8:
            beside = [free(x + right, y), free(x, y + down)]
            needed = {CornerRule.BOTH_FREE: 2, CornerRule.ONE_FREE: 1, CornerRule.ANY: 0}[problem.corner_rule]
            if sum(beside) >= needed:
                yield name, target, problem.grid.cost(target) * DIAGONAL


def free_cells(problem):
    grid = problem.grid
    cells = [(x, y) for y in range(grid.height) for x in range(grid.width)]
    return [cell for cell in cells if grid.is_free(cell)]


def remaining(problem):
    """The exact cost from every free cell that can reach the goal, as networkx finds it."""
    graph = nx.DiGraph()
    graph.add_nodes_from(free_cells(problem))
    for cell in free_cells(problem):
        for _, target, cost in steps_by_hand(problem, cell):
            graph.add_edge(target, cell, cost=cost)  # backwards
    if problem.goal not in graph:
        return {}
    return nx.single_source_dijkstra_path_length(graph, problem.goal, weight="cost")


# --- steps ------------------------------------------------------------------------------------------------------------


@given(problems())
def test_successors_are_the_open_steps_clockwise_from_the_north(problem):
    for cell in free_cells(problem):
        steps = list(steps_by_hand(problem, cell))
        assert steps == problem.successors(cell)
        assert steps == [
            (action, problem.result(cell, action), problem.cost(cell, action, problem.result(cell, action)))
            for action in problem.actions(cell)
        ]


@pytest.mark.parametrize(
    ("rule", "corners"),
    [
        (CornerRule.BOTH_FREE, {"southwest"}),
        (CornerRule.ONE_FREE, {"southwest", "southeast", "northwest"}),
        (CornerRule.ANY, {"southwest", "southeast", "northwest", "northeast"}),
    ],
)
def test_a_diagonal_step_is_open_by_the_cells_next_to_it(rule, corners):
    problem = GridProblem(".#. / ..# / ...", (1, 1), (0, 0), connectivity=8, corner_rule=rule)
    assert corners == {action for action in problem.actions((1, 1)) if len(action) > 5}


def test_corners_are_not_cut_unless_asked():
    assert GridProblem("..", (0, 0), (1, 0), connectivity=8).corner_rule is CornerRule.BOTH_FREE


def test_four_neighbors_are_the_default():
    assert ["east", "south"] == GridProblem(".. / ..", (0, 0), (1, 1)).actions((0, 0))


def test_entering_terrain_costs_and_leaving_it_does_not():
    problem = GridProblem("17 / 1.", (0, 0), (1, 0), connectivity=8)
    assert [("east", (1, 0), 7), ("southeast", (1, 1), DIAGONAL), ("south", (0, 1), 1)] == problem.successors((0, 0))
    assert 1 == problem.cost((1, 0), "west", (0, 0))
    assert 7 * DIAGONAL == problem.cost((0, 1), "northeast", (1, 0))


def test_costs_of_whole_terrain_stay_whole_with_four_neighbors():
    result = AStar().search(GridProblem("129 / 1#. / 111", (0, 0), (2, 0)))
    assert (11, int) == (result.cost, type(result.cost))


@pytest.mark.parametrize("action", ["east", "up", "southeast", None])
def test_a_step_that_is_not_open_is_refused_with_the_cell(action):
    with pytest.raises(ValueError, match=rf"cell \(0, 0\) has no open step {action!r}"):
        GridProblem(".# / ..", (0, 0), (1, 1), connectivity=8).result((0, 0), action)


def test_the_diagonal_is_the_root_of_two_up_to_rounding_and_no_less():
    assert math.sqrt(2) < DIAGONAL < math.sqrt(2) + 2e-11
    assert (DIAGONAL * 2**29).is_integer()


# --- searches ---------------------------------------------------------------------------------------------------------


@given(problems())
def test_astar_finds_what_networkx_finds_and_proves_it(problem):
    exact, result = remaining(problem), AStar().search(problem)
    assert exact.get(problem.initial_state, math.inf) == (
        math.inf if result.status is Status.UNSOLVABLE else result.cost
    )
    assert result.solution is None or result.suboptimality_bound == 1
    assert result.statistics.reopened == 0, "no state is reopened for a rounding error"


def test_sums_of_diagonal_and_straight_steps_do_not_depend_on_their_order():
    steps = [1, DIAGONAL, 7, 3 * DIAGONAL] * 100_000
    assert sum(steps) == sum(sorted(steps)) == sum(sorted(steps, reverse=True))


def test_a_goal_behind_obstacles_or_on_one_cannot_be_reached():
    assert Status.UNSOLVABLE is AStar().search(GridProblem("..#. / ..#.", (0, 0), (3, 0))).status
    assert Status.UNSOLVABLE is AStar().search(GridProblem("..#. / ..#.", (0, 0), (2, 0))).status


# --- heuristics -------------------------------------------------------------------------------------------------------


@given(problems())
def test_every_heuristic_is_admissible_consistent_and_0_at_the_goal(problem):
    costs = remaining(problem)
    for heuristic in HEURISTICS[problem.connectivity]:
        h = heuristic.bind(problem)
        assert 0 == h(problem.goal)
        assert all(h(cell) <= cost for cell, cost in costs.items())
        for cell in free_cells(problem):
            assert all(h(cell) <= cost + h(target) for _, target, cost in problem.successors(cell))


@given(st.integers(1, 9), st.integers(1, 9), st.data())
def test_manhattan_and_octile_are_exact_where_nothing_is_in_the_way(width, height, data):
    rows, cells = ["." * width] * height, st.tuples(st.integers(0, width - 1), st.integers(0, height - 1))
    start, goal = data.draw(cells), data.draw(cells)
    assert (
        Manhattan().bind(GridProblem(rows, start, goal))(start)
        == Dijkstra().search(GridProblem(rows, start, goal)).cost
    )
    eight = GridProblem(rows, start, goal, connectivity=8)
    assert Octile().bind(eight)(start) == Dijkstra().search(eight).cost


def test_the_heuristics_in_numbers():
    four, eight = (GridProblem(["....."] * 4, (0, 0), (4, 3), connectivity=connectivity) for connectivity in (4, 8))
    assert 7 == Manhattan().bind(four)((0, 0))
    assert 1 + 3 * DIAGONAL == Octile().bind(eight)((0, 0))
    assert 5 == Euclidean().bind(eight)((0, 0))


def test_heuristics_use_the_cheapest_terrain():
    assert 3 * 4 == GridProblem("3355 / 3355", (0, 0), (3, 1)).heuristic((0, 0))
    assert 0.5 * 2 == GridProblem([[0.5, 1, 1]], (0, 0), (2, 0)).heuristic((0, 0))


def test_the_usual_heuristic_is_manhattan_with_four_neighbors_and_octile_with_eight():
    rows, ends = ["...."] * 3, ((0, 0), (3, 2))
    assert Manhattan().bind(GridProblem(rows, *ends))((0, 0)) == GridProblem(rows, *ends).heuristic((0, 0))
    eight = GridProblem(rows, *ends, connectivity=8)
    assert Octile().bind(eight)((0, 0)) == eight.heuristic((0, 0))


def test_another_heuristic_may_be_given():
    assert 7 == GridProblem("..", (0, 0), (1, 0), heuristic=lambda cell: 7).heuristic((0, 0))
    assert 5 == GridProblem(["....."] * 4, (0, 0), (4, 3), heuristic=Euclidean()).heuristic((0, 0))
