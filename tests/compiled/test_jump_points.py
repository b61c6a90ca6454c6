"""The compiled domain of jump points gives the search of the problem in Python."""

import itertools
from random import Random

import pytest
from helpers.agreement import both
from helpers.sampling import costly_first, few

import astarlib
from astarlib.compiled import ARAStar, AStar, GreedyBestFirst, check_domain
from astarlib.errors import MissingCapabilityError
from astarlib.problems.grid import CornerRule, Euclidean, Grid, GridProblem

RANDOM = Random(6)
BLOCKED = (0, 0.1, 0.3)
MAPS = [
    Grid(["".join("#" if (x, y) != (0, 0) and RANDOM.random() < part else "." for x in range(70)) for y in range(50)])
    for part in BLOCKED
]


def searches(connectivity, corner_rule):
    """Return pairs of a path on a map and the same one with jump points."""
    for grid in MAPS:
        first = GridProblem(grid, (0, 0), (69, 49), connectivity=connectivity, corner_rule=corner_rule)
        for goal in ((69, 49), (1, 0), (35, 20), (50, 0), (0, 30), (20, 20)):
            problem = first.between((0, 0), goal)
            yield problem, problem.jump_points()


KINDS = pytest.mark.parametrize(
    ("connectivity", "corner_rule"),
    few(itertools.product([8, 4], CornerRule), 1),
)  # fmt: skip


@pytest.mark.costly
@KINDS
def test_a_star_stores_one_state_for_each_cell_and_finds_the_cheapest_path(connectivity, corner_rule):
    for problem, jumps in searches(connectivity, corner_rule):
        result, expected = AStar().search(jumps), astarlib.AStar().search(problem)
        assert result.status is expected.status
        assert result.solution is None or result.cost == expected.cost
        assert result.statistics.stored <= astarlib.AStar(reopen=False).search(jumps).statistics.stored


@pytest.mark.parametrize("corner_rule", costly_first(CornerRule))
@pytest.mark.parametrize("connectivity", costly_first([4, 8]))
def test_jump_points_give_the_same_search(connectivity, corner_rule):
    for _, jumps in searches(connectivity, corner_rule):
        compiled, python = both(AStar(reopen=False), jumps)  # With reopening, it stores one state for each cell.
        assert python == compiled


@pytest.mark.slow
@pytest.mark.parametrize("corner_rule", CornerRule)
def test_states_have_the_same_jumps(corner_rule):
    problem = GridProblem(MAPS[1], (0, 0), (40, 31), connectivity=8, corner_rule=corner_rule)
    assert check_domain(problem.jump_points(), states=200) > 0


@pytest.mark.slow
@pytest.mark.parametrize("engine", [ARAStar(), GreedyBestFirst()], ids=str)
def test_engines_that_do_not_merge_states_give_the_same_search(engine):
    for grid in MAPS:
        compiled, python = both(engine, GridProblem(grid, (0, 0), (69, 49), connectivity=8).jump_points())
        assert python == compiled


def test_other_heuristics_are_refused():
    problem = GridProblem("...", (0, 0), (2, 0), heuristic=Euclidean())
    with pytest.raises(MissingCapabilityError, match=r"no compiled_domain with Euclidean\(\)"):
        AStar().search(problem.jump_points())
