"""The N-puzzle (8-puzzle, 15-puzzle, 24-puzzle): tiles that slide on a board of any size, with any goal."""

from astarlib._support.table_cache import cache_folder
from astarlib.problems.npuzzle.board import Shape, State
from astarlib.problems.npuzzle.heuristics import Euclidean, Hamming, LinearConflict, Manhattan
from astarlib.problems.npuzzle.partitions import (
    PARTITION_8,
    PARTITION_35,
    PARTITION_78,
    PARTITION_555,
    PARTITION_663,
    PARTITION_6666,
    Partition,
)
from astarlib.problems.npuzzle.pattern_database import AdditivePatternDatabase
from astarlib.problems.npuzzle.puzzle import NPuzzle
from astarlib.problems.npuzzle.reading import Board
from astarlib.problems.npuzzle.walking_distance import WalkingDistance

__all__ = [
    "PARTITION_8",
    "PARTITION_35",
    "PARTITION_78",
    "PARTITION_555",
    "PARTITION_663",
    "PARTITION_6666",
    "AdditivePatternDatabase",
    "Board",
    "Euclidean",
    "Hamming",
    "LinearConflict",
    "Manhattan",
    "NPuzzle",
    "Partition",
    "Shape",
    "State",
    "WalkingDistance",
    "cache_folder",
]
