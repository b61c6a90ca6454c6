"""The searches that the tests of checkpoints save."""

from helpers.graphs import Graph

from astarlib.problems.npuzzle import NPuzzle

BOARD, GOAL = "8 1 7 / 4 5 6 / 2 0 3", "0 1 2 / 3 4 5 / 6 7 8"
PUZZLE = NPuzzle(BOARD, goal=GOAL)
SMALL = Graph(((0, 1, 2), (0, 2, 1), (2, 1, 0), (1, 3, 4)), frozenset({3}), (1, 1, 1, 0))
