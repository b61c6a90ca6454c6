"""Grid problems for compiled engines. This module needs numpy. All grids share the same compiled code."""

from __future__ import annotations

from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np

from astarlib.compiled_domain import CompiledDomain, Function
from astarlib.errors import MissingCapabilityError
from astarlib.problems.grid.cells import Cell, free_cells
from astarlib.problems.grid.grid import Grid, once
from astarlib.problems.grid.heuristics import Manhattan, Octile
from astarlib.problems.grid.steps import DIAGONAL, STEPS, CornerRule, open_steps

U = np.uint64
Word = Any
"""A number in a function that numba compiles. No static type describes it."""

_SAVED: Final = DIAGONAL - 1
_NAMES: Final = {(step.right, step.down): step.name for step in STEPS}
_EXACT: Final = 2**53
"""Sums of whole floats below this number are exact."""


class Tables(NamedTuple):
    """The data of one problem on a grid. Fields typed Any are numpy arrays, except ``cheapest``, an int or a float."""

    patterns: Any
    """For each cell of the padded grid, its pattern of free neighbors."""
    counts: Any
    """For each pattern, the number of open steps."""
    offsets: Any
    """For each pattern and step number, the offset of the step in the padded grid."""
    kinds: Any
    """For each pattern and step number, 0 for a straight step and 1 for a diagonal step."""
    costs: Any
    """For each kind of step and each cell of the padded grid, the cost of entering the cell."""
    stride: int
    goal: Any
    """The goal's index in the padded grid, or an array with the indexes of several goals."""
    goal_x: Any
    goal_y: Any
    start_x: int
    start_y: int
    cheapest: Any


class GridFunctions(NamedTuple):
    """The functions of a domain that depend on the goals and the heuristic."""

    is_goal: Function
    heuristic: Function
    backward_heuristic: Function


def compiled_domain(
    grid: Grid, ends: tuple[Cell, ...], connectivity: int, corner_rule: CornerRule, heuristic: object
) -> CompiledDomain[Cell]:
    """Return the compiled domain of a problem on a grid. ``ends`` are the start and the goals. Raise
    MissingCapabilityError if the heuristic is neither Manhattan nor octile, or a cost is neither an int nor a float.
    """
    refuse_heuristic(heuristic, "GridProblem")
    is_manhattan = isinstance(heuristic, Manhattan)
    functions = (_MANHATTAN if is_manhattan else _OCTILE)[0 if len(ends) == 2 else 1]
    key = "domain", connectivity, corner_rule, functions
    domain = once(grid, key, lambda: _domain_without_ends(grid, connectivity, corner_rule, functions, is_manhattan))
    start, *goals = ends
    tables: Any = domain.tables  # Any: `Tables`
    goal: Any = [place_of(grid.width + 1, cell) for cell in goals]
    x: Any
    y: Any
    x, y = zip(*goals, strict=True)
    if len(goals) == 1:
        (goal,), (x,), (y,) = goal, x, y
    else:
        goal, x, y = np.array(goal, np.int64), np.array(x, np.int64), np.array(y, np.int64)
    return domain.with_tables(tables._replace(goal=goal, goal_x=x, goal_y=y, start_x=start[0], start_y=start[1]))


def refuse_heuristic(heuristic: object, owner: str) -> None:
    """Raise MissingCapabilityError if a heuristic is neither Manhattan nor octile."""
    if not isinstance(heuristic, Manhattan | Octile):
        raise MissingCapabilityError(
            f"{owner} has no compiled_domain with {heuristic!r}; it has one with Manhattan() and with Octile()"
        )


def _domain_without_ends(
    grid: Grid, connectivity: int, corner_rule: CornerRule, functions: GridFunctions, is_manhattan: bool
) -> CompiledDomain[Cell]:
    """Return the domain of all problems on a grid with this heuristic. Its tables have no start and no goal."""
    tables = shared_tables(grid, connectivity, corner_rule, whole=is_manhattan)
    return grid_domain(grid, connectivity, tables, functions)


def grid_domain(
    grid: Grid, connectivity: int, tables: Any, functions: GridFunctions
) -> CompiledDomain[Cell]:  # Any: a named tuple with the fields of `Tables` that concern steps
    """Return the domain of problems on a grid with these tables and functions."""
    stride = grid.width + 1
    return CompiledDomain(
        encode=lambda cell: (place_of(stride, cell), 0),
        decode=lambda place, _: cell_at(stride, place),
        successor_count=successor_count,
        apply=apply,
        is_goal=functions.is_goal,
        heuristic=functions.heuristic,
        predecessor_count=predecessor_count,
        apply_back=apply_back,
        backward_heuristic=functions.backward_heuristic,
        action_of=_step_name if tables.costs.dtype == np.int64 or _are_exact(grid, connectivity) else None,
        tables=tables,
        max_successors=connectivity,
        costs=int if tables.costs.dtype == np.int64 else float,
    )


def _are_exact(grid: Grid, connectivity: int) -> bool:
    """Return True if the difference of two g is the cost of a step as given: all costs are whole floats."""
    if connectivity != 4 or "array" not in grid.compiled:  # The costs of other grids may be ints and floats.
        return False
    costs = grid.compiled["array"]
    parts = np.array_split(costs, costs.size // 2**14 + 1)  # Small arrays take much less time to allocate.
    return costs.dtype == np.float64 and costs.sum() < _EXACT and all((part == np.floor(part)).all() for part in parts)


def _step_name(cell: Cell, next_cell: Cell) -> str:
    """Return the action that leads from a cell to its neighbor."""
    return _NAMES[next_cell[0] - cell[0], next_cell[1] - cell[1]]


def place_of(stride: int, cell: Cell) -> int:
    """Return the index of a cell in the padded grid."""
    return (cell[1] + 1) * stride + cell[0]


def cell_at(stride: int, place: Any) -> Cell:  # Any: an int of Python or numpy
    """Return the cell with an index in the padded grid."""
    return place % stride, place // stride - 1


def shared_tables(grid: Grid, connectivity: int, corner_rule: CornerRule, *, whole: bool) -> Tables:
    """Return the tables without the goal. They are made once for each grid. ``whole`` is as in `_tables`."""
    key = connectivity, corner_rule, whole
    return once(grid, key, lambda: _tables(grid, connectivity, corner_rule, whole=whole))


def _tables(grid: Grid, connectivity: int, corner_rule: CornerRule, *, whole: bool) -> Tables:
    """Return the tables without the goal. With ``whole``, four neighbors and whole costs, all numbers are ints."""
    stride, straight = grid.width + 1, costs_of(grid)
    are_whole = whole and connectivity == 4 and straight.dtype == np.int64
    costs = np.stack([straight, straight * DIAGONAL]) if connectivity == 8 else straight[np.newaxis]
    costs = costs.astype(np.int64 if are_whole else np.float64, copy=False)
    counts, rights, downs = _steps_of_patterns(connectivity, corner_rule)
    patterns, kinds = np.frombuffer(grid.patterns, np.uint8), (rights * downs != 0).astype(np.uint8)
    cheapest = grid.cheapest if are_whole else float(grid.cheapest)
    return Tables(patterns, counts, downs * stride + rights, kinds, costs, stride, 0, 0, 0, 0, 0, cheapest)


@cache
def _steps_of_patterns(connectivity: int, corner_rule: CornerRule) -> tuple[Any, Any, Any]:  # Any: numpy arrays
    """Return for each pattern the number of open steps, and for each step number its columns and rows."""
    ways = open_steps(connectivity, corner_rule)
    counts, (rights, downs) = np.array([len(steps) for steps in ways], np.uint8), np.zeros((2, len(ways), 8), np.int64)
    for pattern, steps in enumerate(ways):
        for at, (_, right, down) in enumerate(steps):
            rights[pattern, at], downs[pattern, at] = right, down
    return counts, rights, downs


def costs_of(grid: Grid) -> Any:  # Any: a numpy array
    """Return the costs of straight steps by their targets in the padded grid, and 0 for obstacles.
    They are ints if all costs of free cells are ints. The array is made once for each grid.
    """
    return once(grid, "costs", lambda: _costs_of(grid))


def _costs_of(grid: Grid) -> Any:  # Any: a numpy array
    if "array" in grid.compiled:
        return grid.compiled["array"]
    straight, _ = grid.costs_of_entering()
    free = np.frombuffer(free_cells(straight), bool)
    kinds = {kind for kind, is_free in set(zip(map(type, straight), free.tolist(), strict=True)) if is_free}
    if not kinds <= {int, float, bool}:
        raise MissingCapabilityError("GridProblem has no compiled_domain if a cost is neither an int nor a float")
    kind = np.float64 if float in kinds else np.int64
    return np.array([cost if is_free else 0 for cost, is_free in zip(straight, free.tolist(), strict=True)], kind)


def successor_count(tables: Word, place: Word, aux: Word) -> Word:
    """Return the number of steps out of a cell."""
    return tables.counts[tables.patterns[place]]


def apply(tables: Word, place: Word, aux: Word, i: Word) -> Word:
    """Return the target of the cell's step number ``i``, an unused 0, and the cost of the step."""
    pattern = U(tables.patterns[place])
    target = U(np.int64(place) + tables.offsets[pattern, U(i)])
    return target, 0, tables.costs[U(tables.kinds[pattern, U(i)]), target]


def predecessor_count(tables: Word, place: Word, aux: Word) -> Word:
    """Return the number of steps that lead to a cell."""
    return tables.counts[tables.patterns[place]] if tables.costs[0, place] > 0 else 0  # No step leads to an obstacle.


def apply_back(tables: Word, place: Word, aux: Word, i: Word) -> Word:
    """Return the origin of step number ``i`` to the cell, an unused 0, and the cost of the step."""
    # A step is open in both directions, because both pass the same corners. It costs as much as its target.
    pattern = U(tables.patterns[place])
    previous = U(np.int64(place) + tables.offsets[pattern, U(i)])
    return previous, 0, tables.costs[U(tables.kinds[pattern, U(i)]), place]


def is_goal(tables: Word, place: Word, aux: Word) -> Word:
    """Return True if a cell is the goal."""
    return np.int64(place) == tables.goal


def is_one_goal(tables: Word, place: Word, aux: Word) -> Word:
    """Return True if a cell is one of several goals."""
    found = False
    for i in range(len(tables.goal)):
        found = found or np.int64(place) == tables.goal[i]
    return found


def _distance_to_nearest(*, is_manhattan: bool) -> Any:
    """Return the function that computes distances to the nearest of several goals."""

    def estimate(tables: Word, place: Word, aux: Word) -> Word:
        y = np.int64(place) // tables.stride - 1
        x = np.int64(place) - (y + 1) * tables.stride
        across, down = abs(x - tables.goal_x[0]), abs(y - tables.goal_y[0])
        best = manhattan(tables, across, down) if is_manhattan else octile(tables, across, down)
        for i in range(1, len(tables.goal_x)):
            across, down = abs(x - tables.goal_x[i]), abs(y - tables.goal_y[i])
            best = min(best, manhattan(tables, across, down) if is_manhattan else octile(tables, across, down))
        return best

    return estimate


def _distance(*, is_manhattan: bool, back: bool) -> Any:
    """Return the function that computes distances to the goal, or with ``back`` to the start."""

    def estimate(tables: Word, place: Word, aux: Word) -> Word:
        end_x, end_y = (tables.start_x, tables.start_y) if back else (tables.goal_x, tables.goal_y)
        y = np.int64(place) // tables.stride - 1
        x = np.int64(place) - (y + 1) * tables.stride
        across, down = abs(x - end_x), abs(y - end_y)
        return manhattan(tables, across, down) if is_manhattan else octile(tables, across, down)

    return estimate


def manhattan(tables: Word, across: Word, down: Word) -> Word:
    """Return the Manhattan distance of so many columns and rows, on the cheapest terrain."""
    return tables.cheapest * (across + down)


def octile(tables: Word, across: Word, down: Word) -> Word:
    """Return the octile distance of so many columns and rows, on the cheapest terrain."""
    if across < down:
        return tables.cheapest * (down + across * _SAVED)
    return tables.cheapest * (across + down * _SAVED)


def _functions(*, is_manhattan: bool) -> tuple[GridFunctions, GridFunctions]:
    """Return the functions of problems with one goal, and with several goals."""
    back = _distance(is_manhattan=is_manhattan, back=True)
    return (
        GridFunctions(is_goal, _distance(is_manhattan=is_manhattan, back=False), back),
        GridFunctions(is_one_goal, _distance_to_nearest(is_manhattan=is_manhattan), back),
    )


_MANHATTAN: Final = _functions(is_manhattan=True)
_OCTILE: Final = _functions(is_manhattan=False)
