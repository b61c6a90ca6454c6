"""The example of a neural network, docs/examples/neural_puzzle.py."""

from functools import cache

import numpy as np
import pytest

from astarlib import BatchWeightedAStar
from astarlib.checking import check_problem
from astarlib.problems.npuzzle.instances import KORF_100
from docs.examples.neural_puzzle import Network, NeuralPuzzle, all_boards, solved_boards, train

BOARD, MOVES = "7 2 5 / 8 0 1 / 4 6 3", 20


@cache
def trained():
    boards, moves = all_boards()
    chosen = np.random.default_rng(0).permutation(len(boards))[:2000]
    network = train(boards[chosen], moves[chosen], rounds=6)
    return boards, moves, network, network(boards) - moves


@pytest.mark.costly
def test_training_reduces_the_error():
    boards, moves, _, errors = trained()
    assert len(boards) == 181_440
    assert abs(errors).mean() < 3 < abs(Network(9, 0)(boards[::100]) - moves[::100]).mean()


@pytest.mark.costly
def test_the_puzzle_keeps_its_promises():
    assert check_problem(NeuralPuzzle(BOARD, trained()[2]), states=200, samples=0).ok


@pytest.mark.costly
def test_with_the_largest_overestimate_as_the_margin_the_solution_is_optimal():
    _, _, network, errors = trained()
    margin = float(errors.max())
    result = BatchWeightedAStar(batch=20).search(NeuralPuzzle(BOARD, network, margin))
    assert (MOVES, True) == (result.cost, result.is_optimal)
    assert result.statistics.heuristic_calls < result.statistics.evaluated / 10


@pytest.mark.costly
def test_a_network_that_learned_from_solved_15_puzzles_beats_the_manhattan_distance():
    pytest.importorskip("numba")
    boards, moves = solved_boards(100)
    network = train(boards, moves)
    engine, instances = BatchWeightedAStar(batch=100, weight=2), KORF_100[::50]
    by_network = [engine.search(NeuralPuzzle(each.board, network, goal=each.goal)) for each in instances]
    by_distance = [engine.search(each.problem()) for each in instances]
    assert all(each.optimum <= found.cost for each, found in zip(instances, by_network, strict=True))
    assert sum(each.statistics.expanded for each in by_network) < sum(each.statistics.expanded for each in by_distance)
