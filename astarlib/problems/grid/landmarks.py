"""Grids for landmarks: the cells as numbers, and their edges as arrays. This module needs numpy."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import numpy as np

from astarlib.compiled_domain import CompiledDomain
from astarlib.heuristics.landmarks import LandmarkEstimate, NumberedStates
from astarlib.problems.graph.arrays import Edges, Rows
from astarlib.problems.graph.compiled import LANDMARK_BACKWARD_HEURISTIC, LANDMARK_HEURISTIC, landmark_values
from astarlib.problems.graph.distances import numbered_states
from astarlib.problems.grid.cells import Cell
from astarlib.problems.grid.compiled import GridFunctions, cell_at, grid_domain, is_goal, place_of, shared_tables
from astarlib.problems.grid.grid import Grid, once
from astarlib.problems.grid.steps import CornerRule


class Tables(NamedTuple):
    """The data of one problem on a grid with landmarks. The fields are as in the other tables of grids and graphs."""

    patterns: Any
    counts: Any
    offsets: Any
    kinds: Any
    costs: Any
    landmarks: Any
    landmark_count: int
    start: int
    goal: int
    slack: float
    zero: float
    dead_end: float


def states_of(grid: Grid, connectivity: int, corner_rule: CornerRule) -> NumberedStates:
    """Return the cells of a grid and the distances between them. The object is made once for each kind of steps."""
    stride = grid.width + 1
    return once(
        grid,
        ("states", connectivity, corner_rule),
        lambda: numbered_states(
            _rows(grid, connectivity, corner_rule), partial(place_of, stride), partial(cell_at, stride)
        ),
    )


def _rows(grid: Grid, connectivity: int, corner_rule: CornerRule) -> Rows[Any]:
    """Return the steps between free cells as arrays. Cells are numbered as in the padded grid."""
    tables = shared_tables(grid, connectivity, corner_rule, whole=True)
    patterns = tables.patterns
    degrees = np.where(tables.costs[0] > 0, tables.counts[patterns], 0).astype(np.int64)  # Obstacles have the cost 0.
    starts = np.concatenate([np.zeros(1, np.int64), np.cumsum(degrees)])
    tails = np.repeat(np.arange(len(patterns)), degrees)
    steps = np.arange(len(tails)) - np.repeat(starts[:-1], degrees)
    pattern = patterns[tails]
    heads = tails + tables.offsets[pattern, steps]
    return Rows(range(len(patterns)), Edges(starts, heads, tables.costs[tables.kinds[pattern, steps], heads]))


def compiled_domain(
    grid: Grid, start: Cell, connectivity: int, corner_rule: CornerRule, estimate: LandmarkEstimate
) -> CompiledDomain[Cell]:
    """Return the compiled domain of a problem on a grid with landmarks."""
    shared = shared_tables(grid, connectivity, corner_rule, whole=True)
    is_int = shared.costs.dtype == np.int64
    values = landmark_values(estimate, place_of(grid.width + 1, start), is_int=is_int)
    tables = Tables(shared.patterns, shared.counts, shared.offsets, shared.kinds, shared.costs, *values)
    functions = GridFunctions(is_goal, LANDMARK_HEURISTIC, LANDMARK_BACKWARD_HEURISTIC)
    return grid_domain(grid, connectivity, tables, functions)
