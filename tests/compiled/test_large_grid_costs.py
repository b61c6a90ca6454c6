"""Whole costs above 2**53, which floats can't hold, are exact in compiled grids."""

import numpy as np
import pytest

from astarlib import AStar
from astarlib.problems.grid import GridProblem
from astarlib.problems.grid.compiled import costs_of

LARGE = 2**53 + 1


@pytest.mark.parametrize("cells", [
    [[1, LARGE, 1]], np.array([[1, LARGE, 1]]), np.array([[1, LARGE, 1]], np.uint64), [[1, LARGE, True]],
], ids=["list", "int64", "uint64", "bool"])  # fmt: skip
def test_compiled_forms_have_whole_costs_as_they_are(cells):
    problem = GridProblem(cells, (0, 0), (2, 0))
    assert LARGE in costs_of(problem.grid).tolist()
    assert AStar().search(problem).cost == LARGE + 1
