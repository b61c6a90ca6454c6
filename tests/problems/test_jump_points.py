"""Jump points don't change the cost of a cheapest path, for each connectivity and corner rule."""

from itertools import pairwise, product
from random import Random

import pytest

from astarlib import AStar, Dijkstra
from astarlib.checking import check_problem
from astarlib.problems.grid import CornerRule, Grid, GridProblem, JumpPoint, jump_kernels, jump_rules

KINDS = list(product((4, 8), CornerRule))


def random_problem(seed, connectivity, corner_rule, size=12):
    """Return a problem on a random map of up to ``size`` x ``size`` cells; the goal may be an obstacle."""
    random = Random(seed)
    width, height, blocked = random.randint(1, size), random.randint(1, size), random.choice([0, 0.1, 0.2, 0.35, 0.5])
    rows = [[random.random() >= blocked for _ in range(width)] for _ in range(height)]
    rows[random.randrange(height)][random.randrange(width)] = True
    start = random.choice([(x, y) for y in range(height) for x in range(width) if rows[y][x]])
    goal = random.randrange(width), random.randrange(height)
    return GridProblem(Grid(rows), start, goal, connectivity=connectivity, corner_rule=corner_rule)


def cost_of_walk(problem, cells):
    """Return the cost of a walk from cell to neighboring cell; the walk fails if a step isn't open."""
    return sum(
        next(cost for _, next_state, cost in problem.successors(cell) if next_state == after)
        for cell, after in pairwise(cells)
    )


@pytest.mark.parametrize(("connectivity", "corner_rule"), KINDS, ids=str)
def test_paths_cost_as_much_as_those_of_dijkstra(connectivity, corner_rule):
    for seed in range(60):
        problem = random_problem(seed, connectivity, corner_rule)
        jumps = problem.jump_points()
        expected, found = Dijkstra().search(problem), AStar().search(jumps)
        assert expected.status is found.status, seed
        if found:
            cells = list(jumps.route(found.states))
            assert (problem.initial_state, problem.goal) == (cells[0], cells[-1])
            assert expected.cost == found.cost == cost_of_walk(problem, cells), seed


@pytest.mark.costly
def test_a_long_corridor_and_a_wide_room_are_crossed():
    rows = ["." * 100] * 100 + ["#" * 99 + "."] + ["." * 100] * 20
    for connectivity in (4, 8):
        problem = GridProblem(rows, (0, 0), (3, 119), connectivity=connectivity)
        jumps = AStar().search(problem.jump_points())
        assert AStar().search(problem).cost == jumps.cost
        assert jumps.statistics.expanded < 20


@pytest.mark.parametrize(("connectivity", "corner_rule"), KINDS, ids=str)
def test_the_problem_keeps_the_contract(connectivity, corner_rule):
    report = check_problem(random_problem(3, connectivity, corner_rule).jump_points())
    assert report.ok, str(report)


def test_uniform_costs_other_than_one_are_kept():
    problem = GridProblem("777 / 7#7 / 777", (0, 0), (2, 2))
    assert AStar().search(problem.jump_points()).cost == 28


def test_terrain_is_refused_with_the_cells():
    with pytest.raises(ValueError, match=r"equal cost, but \(0, 0\) costs 1 and \(2, 1\) costs 5; search the GridProb"):
        GridProblem("..# / .#5", (0, 0), (0, 1)).jump_points()


def test_costs_that_change_make_new_scans():
    problem = GridProblem("... / ...", (0, 0), (2, 0))
    assert AStar().search(problem.jump_points()).cost == 2
    assert AStar().search(problem.with_costs({(1, 0): None}).jump_points()).cost == 4


def test_a_start_that_is_the_goal_has_no_jumps():
    jumps = GridProblem("...", (1, 0), (1, 0)).jump_points()
    assert jumps.successors(jumps.initial_state) == []
    assert AStar().search(jumps).cost == 0


def test_actions_and_states_are_written_as_directions_and_cells():
    eight = GridProblem("... / ...", (0, 0), (2, 1), connectivity=8).jump_points()
    four = GridProblem("... / ...", (0, 0), (2, 1)).jump_points()
    assert [eight.format_action(action) for action in AStar().search(eight).actions] == ["southeast 1, east 1"]
    assert [four.format_action(action) for action in AStar().search(four).actions] == ["east 2, south 1"]
    assert four.format_state(JumpPoint(2, 1, 0)) == "2,1"


def test_scans_of_a_whole_map_are_those_that_are_made_one_by_one():
    numpy = pytest.importorskip("numpy")
    for connectivity, corner_rule in KINDS:
        problem = random_problem(8, connectivity, corner_rule)
        stride, patterns, _ = problem.grid.neighbors(connectivity, corner_rule)
        scans = problem.jump_points()._scans
        kept = numpy.array([list(masks) for masks in jump_rules.kept_steps(connectivity, corner_rule)], numpy.uint8)
        masks = numpy.frombuffer(jump_rules.open_masks(connectivity, corner_rule), numpy.uint8)
        sides = numpy.array([sum(1 << side for side in sides) for sides in scans.sides], numpy.uint8)
        places, positive = numpy.frombuffer(patterns, numpy.uint8), numpy.zeros(len(patterns), numpy.uint8)
        distances = numpy.zeros((len(patterns), 8), numpy.int64)
        jump_kernels.scan_map(places, masks, kept, scans.offsets, sides, distances, positive)
        for cell in product(range(problem.grid.width), range(problem.grid.height)):
            if problem.grid.is_free(cell):
                place = (cell[1] + 1) * stride + cell[0]
                assert [scans.distance(place, step) for step in range(8)] == distances[place].tolist()
