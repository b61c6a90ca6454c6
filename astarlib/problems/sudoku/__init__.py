"""Irregular (jigsaw) sudoku, and classic sudoku as the case of box-shaped regions."""

from astarlib.problems.sudoku.partial_grid import Insert, PartialGrid
from astarlib.problems.sudoku.puzzle import IrregularSudoku
from astarlib.problems.sudoku.rules import diagonals
from astarlib.problems.sudoku.shipped import Example, example, examples

__all__ = ["Example", "Insert", "IrregularSudoku", "PartialGrid", "diagonals", "example", "examples"]
