"""The N-puzzle: tiles that slide on a board of any size, with any goal."""

from astarlib.problems.npuzzle.board import Shape, State
from astarlib.problems.npuzzle.heuristics import Euclidean, Hamming, LinearConflict, Manhattan
from astarlib.problems.npuzzle.puzzle import NPuzzle
from astarlib.problems.npuzzle.reading import Board

__all__ = ["Board", "Euclidean", "Hamming", "LinearConflict", "Manhattan", "NPuzzle", "Shape", "State"]
