"""Grids for landmarks: the cells as numbers, and their edges as arrays. This module needs numpy."""

from __future__ import annotations

import math
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from astarlib.compiled_domain import DEAD_END, CompiledDomain
from astarlib.heuristics.landmarks import LandmarkEstimate, NumberedStates
from astarlib.problems.graph.arrays import Edges, Rows
from astarlib.problems.graph.compiled import LANDMARK_BACKWARD_HEURISTIC, LANDMARK_HEURISTIC
from astarlib.problems.graph.distances import numbered_states
from astarlib.problems.grid.cells import Cell
from astarlib.problems.grid.compiled import (
    apply,
    apply_back,
    is_goal,
    predecessor_count,
    shared_tables,
    successor_count,
)
from astarlib.problems.grid.grid import Grid
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
    key = "states", connectivity, corner_rule
    if key not in grid.compiled:
        stride = grid.width + 1
        rows = _rows(grid, connectivity, corner_rule)
        grid.compiled[key] = numbered_states(rows, partial(_place, stride), partial(_cell, stride))
    states: NumberedStates = grid.compiled[key]
    return states


def _place(stride: int, cell: Cell) -> int:
    return (cell[1] + 1) * stride + cell[0]


def _cell(stride: int, place: int) -> Cell:
    return place % stride, place // stride - 1


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
    stride, is_int = grid.width + 1, shared.costs.dtype == np.int64
    convert: type[int | float] = int if is_int else float
    tables = Tables(
        shared.patterns, shared.counts, shared.offsets, shared.kinds, shared.costs, estimate.table, estimate.count,
        _place(stride, start), estimate.end, convert(estimate.slack), convert(0), DEAD_END if is_int else math.inf,
    )  # fmt: skip
    place, cell = partial(_place, stride), partial(_cell, stride)
    return CompiledDomain(
        encode=lambda state: (place(state), 0),
        decode=lambda number, _: cell(number),
        successor_count=successor_count,
        apply=apply,
        is_goal=is_goal,
        heuristic=LANDMARK_HEURISTIC,
        predecessor_count=predecessor_count,
        apply_back=apply_back,
        backward_heuristic=LANDMARK_BACKWARD_HEURISTIC,
        tables=tables,
        max_successors=connectivity,
        costs=convert,
    )
