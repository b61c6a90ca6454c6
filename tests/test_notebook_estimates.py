"""The estimates of docs/examples/notebook_estimates.py, on boards of the 8-puzzle: some of them, or all if slow."""

from functools import cache
from random import Random

import pytest
from helpers.sampling import in_turn
from helpers.whole_spaces import puzzle_space

from astarlib import AStar
from astarlib.problems.npuzzle import NPuzzle
from astarlib.problems.npuzzle.instances import NAMED_BOARDS
from docs.examples.notebook_estimates import (
    HalvedManhattan,
    HammingWithBlank,
    SumOfDifferences,
    WeightedHamming,
    WeightedManhattan,
)

GOAL = tuple(range(9))
RUN = WeightedManhattan((0.5, 1, 2, 1, 2, 3, 2, 3, 4))
PROMISING = [HalvedManhattan(), WeightedManhattan((1,) * 9)]


BOARDS = [tuple(Random(seed).sample(range(9), 9)) for seed in range(1_000)]


def space():
    return puzzle_space(GOAL, (3, 3))


@cache
def values(heuristic):
    estimate = heuristic.bind(NPuzzle(GOAL, GOAL))
    return {state: estimate(state) for state in space().depths}


def ways(board):
    """The way of each tile, the blank too, to its place; by the cell that it is in."""
    return [abs(cell % 3 - tile % 3) + abs(cell // 3 - tile // 3) for cell, tile in enumerate(board)]


WEIGHTS_C = (1, 1, 2, 1, 2, 5, 2, 5, 8)
WEIGHTS_E = (0.5, 1, 3, 1, 3, 5.5, 3, 5.5, 8)
WEIGHTS_RUN = (0.5, 1, 2, 1, 2, 3, 2, 3, 4)
DEFINITIONS = [
    (HammingWithBlank(), lambda p: sum(1 for i in range(9) if p[i] != i)),
    (HalvedManhattan(), lambda p: sum(ways(p)) / 2),
    (WeightedHamming(), lambda p: 33 - sum(WEIGHTS_C[i] for i in range(9) if p[i] == i)),
    (SumOfDifferences(), lambda p: sum(abs(i - p[i]) for i in range(9))),
    (WeightedManhattan(), lambda p: sum(w * way for w, way in zip(WEIGHTS_E, ways(p), strict=True)) / 2),
    (RUN, lambda p: sum(w * way for w, way in zip(WEIGHTS_RUN, ways(p), strict=True)) / 2),
]


@in_turn("heuristic, definition", DEFINITIONS)
def test_each_is_what_its_formula_says(heuristic, definition):
    estimate = heuristic.bind(NPuzzle(GOAL, GOAL))
    assert [] == [board for board in BOARDS if estimate(board) != definition(board)]


@pytest.mark.slow
@pytest.mark.parametrize("heuristic", PROMISING, ids=repr)
def test_what_claims_to_be_admissible_is_so_on_every_board(heuristic):
    depths = space().depths
    assert not [state for state, h in values(heuristic).items() if h > depths[state]]


@pytest.mark.slow
def test_halved_manhattan_is_consistent_on_every_edge():
    h, edges = values(HalvedManhattan()), space().edges
    assert not [state for state in edges if any(h[state] > 1 + h[after] for after in edges[state])]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("heuristic", "boards", "most"),
    [
        (HammingWithBlank(), 78, 1),
        (HalvedManhattan(), 0, 0),
        (WeightedHamming(), 171_537, 25),
        (SumOfDifferences(), 138_778, 22),
        (WeightedManhattan(), 147_568, 27),
        (RUN, 11_882, 8.75),
    ],
)
def test_the_others_overestimate_as_many_boards_as_they_say(heuristic, boards, most):
    excess = [h - space().depths[state] for state, h in values(heuristic).items()]
    assert (boards, most) == (sum(1 for over in excess if over > 0), max(excess))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("heuristic", "fall"),
    [
        (HammingWithBlank(), 2),
        (HalvedManhattan(), 1),
        (WeightedHamming(), 8),
        (SumOfDifferences(), 6),
        (WeightedManhattan(), 10.5),
        (RUN, 5),
    ],
)
def test_a_move_lets_each_fall_by_as_much_as_it_says(heuristic, fall):
    h, edges = values(heuristic), space().edges
    assert fall == max(h[state] - h[after] for state in edges for after in edges[state])


@pytest.mark.parametrize(("heuristic", "expected"), [(WeightedManhattan(), 26.0), (RUN, 15.25)])
def test_the_printed_weights_and_those_of_the_printed_runs_differ_on_the_medium_board(heuristic, expected):
    medium = NAMED_BOARDS.by_id("notebook-medium")
    assert expected == medium.problem(heuristic=heuristic).heuristic(medium.board)


@pytest.mark.parametrize("name", ["notebook-easy", "notebook-medium", "notebook-hard"])
def test_the_admissible_one_finds_the_shortest_solutions(name):
    instance = NAMED_BOARDS.by_id(name)
    assert instance.optimum == AStar().search(instance.problem(heuristic=HalvedManhattan())).cost


def test_an_inadmissible_one_misses_a_shortest_solution():
    hard = NAMED_BOARDS.by_id("notebook-hard")
    assert hard.optimum < AStar().search(hard.problem(heuristic=WeightedManhattan())).cost
