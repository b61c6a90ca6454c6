"""Boards that users bring, with known numbers."""

import csv
import math
from collections import Counter
from pathlib import Path

import pytest
from helpers.graphs import replay
from helpers.sampling import costly_first, few, slow

from astarlib import AStar, Dijkstra, GreedyBestFirst, Status, WeightedAStar
from astarlib.problems.npuzzle import Euclidean, Hamming, LinearConflict, Manhattan, NPuzzle

FIFTEEN = "0 5 6 3 / 9 1 2 4 / 10 7 11 15 / 13 14 12 8"
BLANK_FIRST = "0 1 2 / 3 4 5 / 6 7 8"
HARD = {
    "7 9 4 15 / 3 0 11 6 / 13 8 14 5 / 1 12 2 10": 52,
    "14 12 7 15 / 4 13 1 2 / 10 9 3 6 / 11 8 0 5": 57,
    "4 0 8 1 / 14 7 10 13 / 3 6 5 2 / 11 15 12 9": 55,
    "2 11 1 9 / 15 5 6 13 / 8 7 12 4 / 10 0 3 14": 56,
}


@pytest.mark.parametrize("heuristic", [Hamming(), Manhattan(), Euclidean(), LinearConflict()], ids=repr)
def test_the_fifteen_puzzle_of_the_tutorial_takes_22_moves_with_every_heuristic(heuristic):
    puzzle = NPuzzle(FIFTEEN, heuristic=heuristic)
    result = AStar().search(puzzle)
    assert (22, 22, 1.0) == (result.cost, result.lower_bound, result.suboptimality_bound)
    replay(puzzle, result.solution)


@pytest.mark.parametrize("engine", [AStar(), AStar(reopen=False), WeightedAStar(weight=1), Dijkstra()], ids=repr)
@pytest.mark.parametrize(
    ("board", "moves"),
    [("1 2 0 / 3 4 5 / 6 7 8", 2), ("1 3 4 / 2 7 5 / 6 8 0", 18), slow(("8 1 7 / 4 5 6 / 2 0 3", 25))],
)
def test_eight_puzzles_take_their_known_numbers_of_moves(board, moves, engine):
    puzzle = NPuzzle(board, goal=BLANK_FIRST)
    result = engine.search(puzzle)
    assert (moves, moves) == (result.cost, result.lower_bound)
    replay(puzzle, result.solution)


@pytest.mark.parametrize("engine", costly_first([AStar(), GreedyBestFirst()]), ids=repr)
def test_an_unsolvable_eight_puzzle_is_proved_so_by_181440_expansions(engine):
    result = engine.search(NPuzzle("4 6 3 / 5 7 1 / 2 8 0", goal=BLANK_FIRST))
    assert (Status.UNSOLVABLE, math.inf) == (result.status, result.lower_bound)
    assert 181_440 == result.statistics.expanded == result.statistics.stored
    assert 483_840 == result.statistics.generated


def test_a_goal_of_ones_own_is_reached_in_6_moves():
    puzzle = NPuzzle("0 3 5 7 / 1 11 13 15 / 9 4 6 8 / 2 10 12 14", goal="1 3 5 7 / 9 11 13 15 / 2 4 6 8 / 10 12 14 0")
    assert 6 == AStar().search(puzzle).cost


@pytest.mark.costly
@pytest.mark.parametrize(
    "engine", [GreedyBestFirst(), *(WeightedAStar(weight=weight) for weight in (2, 3, 4, 5))], ids=repr
)
@pytest.mark.parametrize(("board", "optimum"), few(HARD.items()))
def test_hard_boards_are_solved_within_the_bound_that_is_reported(board, optimum, engine):
    puzzle = NPuzzle(board)
    result = engine.search(puzzle)
    replay(puzzle, result.solution)
    assert result.lower_bound <= optimum <= result.cost <= optimum * result.suboptimality_bound
    assert result.suboptimality_bound <= getattr(engine, "weight", math.inf)


def published_depth_counts():
    """For each place of the blank in the goal of the 8-puzzle, how many states lie at each depth."""
    counts = {0: {}, 8: {}}
    with (Path(__file__).parents[1] / "data" / "npuzzle_depth_counts.csv").open() as file:
        for row in csv.DictReader(line for line in file if not line.startswith("#")):
            if (row["rows"], row["cols"]) == ("3", "3") and int(row["goal_blank"]) in counts:
                counts[int(row["goal_blank"])][int(row["depth"])] = int(row["count"])
    return counts.items()


@pytest.mark.costly
@pytest.mark.parametrize(("blank", "counts"), few(published_depth_counts(), 1))
def test_dijkstra_run_to_exhaustion_finds_all_181440_boards_at_their_depths(blank, counts):
    class WithoutGoal(NPuzzle):  # moves can be taken back, so depths from the goal are depths to it
        def is_goal(self, state):
            return False

    search = Dijkstra().start(WithoutGoal([*range(1, blank + 1), 0, *range(blank + 1, 9)]))
    result = search.run()
    assert (Status.UNSOLVABLE, math.inf) == (result.status, result.lower_bound)
    assert 181_440 == result.statistics.expanded == result.statistics.stored
    assert 483_840 == result.statistics.generated
    assert counts == Counter(entry.g for entry in search.states())
