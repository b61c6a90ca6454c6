"""Problems with jump points for compiled engines. This module needs numba. All grids share the same compiled code.

All jumps are computed once for a grid, except those to the goal and those out of a start. A state is one word: its
number, its column and its row. One state of a cell is enough: that with the cheapest path (see `jump_rules`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from astarlib.compiled.codegen.specialize import compile_module
from astarlib.compiled.kernels.interface import prefetch
from astarlib.compiled_domain import CompiledDomain
from astarlib.errors import MissingCapabilityError
from astarlib.problems.grid import jump_kernels
from astarlib.problems.grid.compiled import manhattan, octile, refuse_heuristic
from astarlib.problems.grid.grid import once
from astarlib.problems.grid.heuristics import Manhattan
from astarlib.problems.grid.jump_kernels import BITS, COLUMN_BIT, NO_DIRECTIONS, ROW_BIT, START, is_end
from astarlib.problems.grid.jump_rules import MAX_JUMPS, Jump, JumpPoint, components, goal_turn, kept_steps, open_masks
from astarlib.problems.grid.steps import STEPS

if TYPE_CHECKING:
    from astarlib.problems.grid.problem import GridProblem

U = np.uint64
Word = Any
"""A number in a function that numba compiles. No static type describes it."""


_MAX_COLUMN: Final = (1 << ROW_BIT - COLUMN_BIT) - 1
_MAX_ROW: Final = (1 << BITS - ROW_BIT) - 1
_MAX_NUMBER: Final = (1 << COLUMN_BIT) - 1


class Tables(NamedTuple):
    """The data of one problem. Fields typed Any are numpy arrays, except the costs, which are ints or floats."""

    starts: Any
    """For each number of a state, the index of its first jump, and at the end the number of jumps."""
    jumps: Any
    """The packed states to which jumps lead."""
    start_jumps: Any
    """The packed states to which jumps from the start lead."""
    distances: Any
    """For each cell of the padded grid and each direction, the result of `_JumpScans.distance`."""
    patterns: Any
    """For each cell of the padded grid, its pattern of free neighbors."""
    kept: Any
    """For each step and each pattern, the bits of the steps that aren't left out."""
    rights: Any
    offsets: Any
    """For each step, its offset in the padded grid."""
    sides: Any
    """For each step, the bits of its components, or 0 if it isn't primary."""
    straight: Any
    diagonal: Any
    stride: int
    is_eight: bool
    start_count: int
    longest: int
    """The largest number of primary steps that follow each other."""
    goal_x: int
    goal_y: int
    cheapest: Any


class Jumps(NamedTuple):
    """All jumps of a grid."""

    tables: Tables
    """The tables without costs, start and goal."""
    firsts: Any  # Any: a numpy array
    """For each cell of the padded grid, the number of its first state, and at the end the number of states."""
    directions: bytes
    """The directions of each state."""
    positive: bytes
    """For each cell of the padded grid, the bits of the directions with a jump point."""
    jumps_of: Callable[..., int]
    """A function (place, directions, jumps, first) that calls `jump_kernels.jumps_of`."""

    def place(self, x: int, y: int) -> int:
        """Return the index of a cell in the padded grid."""
        return (y + 1) * self.tables.stride + x

    def number_of(self, state: JumpPoint) -> int:
        """Return the number of a state."""
        place = self.place(state[0], state[1])
        for number in range(self.firsts[place], self.firsts[place + 1]):
            if self.directions[number] == state[2]:
                return number
        if state[2] not in {0, self.positive[place]}:
            raise ValueError(f"no jump leads to {tuple(state)}; expected a state of the search")
        return NO_DIRECTIONS if state[2] == 0 else START

    def directions_of(self, x: int, y: int, number: int) -> int:
        """Return the directions of a state."""
        return self.positive[self.place(x, y)] if number == START else self.directions[number]


def compiled_domain(
    on_grid: GridProblem, start: JumpPoint, heuristic: object, straight: float, diagonal: float
) -> CompiledDomain[JumpPoint]:
    """Return the compiled domain of the problem with jump points that is made from ``on_grid``. Raise
    MissingCapabilityError if the heuristic is neither Manhattan nor octile, or a cost is neither an int nor a float.
    """
    refuse_heuristic(heuristic, "JumpPointProblem")
    if not {type(straight), type(diagonal)} <= {int, float}:
        raise MissingCapabilityError("JumpPointProblem has no compiled_domain if a cost is neither an int nor a float")
    is_manhattan = isinstance(heuristic, Manhattan)
    kind = int if on_grid.connectivity == 4 and is_manhattan and isinstance(straight, int) else float
    key = "compiled jumps", on_grid.connectivity, on_grid.corner_rule
    made = once(on_grid.grid, key, lambda: _jumps(on_grid))
    x, y = on_grid.goal
    tables = made.tables._replace(
        straight=kind(straight), diagonal=kind(diagonal), goal_x=x, goal_y=y, cheapest=kind(on_grid.grid.cheapest)
    )
    if made.number_of(start) == START:
        start_jumps = np.empty(MAX_JUMPS, np.uint64)
        count = made.jumps_of(made.place(start[0], start[1]), start[2], start_jumps, 0)
        tables = tables._replace(start_jumps=start_jumps, start_count=count)

    def encode(state: JumpPoint) -> tuple[int, int]:
        return made.number_of(state) | state[0] << COLUMN_BIT | state[1] << ROW_BIT, 0

    def decode(word: int, _: int) -> JumpPoint:
        x, y, number = word >> COLUMN_BIT & _MAX_COLUMN, word >> ROW_BIT, word & _MAX_NUMBER
        return JumpPoint(x, y, made.directions_of(x, y, number))

    def action_of(state: JumpPoint, next_state: JumpPoint) -> Jump:
        return Jump(next_state[0] - state[0], next_state[1] - state[1])

    return CompiledDomain(
        encode=encode,
        decode=decode,
        action_of=action_of if straight == int(straight) else None,  # Then sums of costs are exact.
        successor_count=_successor_count,
        apply=_apply,
        is_goal=_is_goal,
        heuristic=_manhattan if is_manhattan else _octile,
        tables=tables,
        max_successors=MAX_JUMPS,
        fetch_edges=_fetch_edges,
        label_bits=COLUMN_BIT,
        costs=kind,
    )


def _jumps(problem: GridProblem) -> Jumps:
    """Scan the whole map for jumps. Raise MissingCapabilityError if the map is too large for packed states."""
    grid, key = problem.grid, (problem.connectivity, problem.corner_rule)
    stride = grid.width + 1
    kept = np.array([list(masks) for masks in kept_steps(*key)], np.uint8)
    cells = np.frombuffer(grid.patterns, np.uint8)
    rights, downs = (np.array([getattr(step, part) for step in STEPS]) for part in ("right", "down"))
    sides = np.array([sum(1 << side for side in components(step, key[0])) for step in range(8)], np.uint8)
    masks, offsets = np.frombuffer(open_masks(*key), np.uint8), downs * stride + rights
    kernels = compile_module(jump_kernels.__name__)
    longest = max(grid.width, grid.height)
    distances = np.zeros((len(cells), 8), np.int16 if longest < 1 << 15 else np.int32)
    positive, ends = np.zeros((2, len(cells)), np.uint8)
    kernels.scan_map(cells, masks, kept, offsets, sides, distances, positive)
    firsts, directions = np.zeros(len(cells) + 1, np.int64), np.zeros(8 * len(cells) + 2, np.uint8)
    packed = jump_kernels.Map(cells, kept, offsets, sides, stride, distances, positive, firsts, directions)
    kernels.mark_ends(packed, ends)
    count = kernels.number_states(packed, ends)
    if count > _MAX_NUMBER or grid.width > _MAX_COLUMN or grid.height > _MAX_ROW:
        raise MissingCapabilityError(
            f"JumpPointProblem has no compiled_domain on a map of {grid.width} x {grid.height} cells with {count:,} "
            f"jump points, counted once for each set of directions; it has one up to {_MAX_COLUMN:,} x {_MAX_ROW:,} "
            f"cells and {_MAX_NUMBER:,} jump points"
        )
    directions = directions[:count].copy()
    packed = packed._replace(directions=directions)
    starts, jumps = np.zeros(count + 1, np.uint32), np.zeros(0, np.uint64)
    kernels.list_jumps(packed, starts, jumps)
    jumps = np.zeros(max(1, int(starts[-1])), np.uint64)
    kernels.list_jumps(packed, starts, jumps)
    tables = Tables(
        starts=starts, jumps=jumps, start_jumps=jumps[:0], distances=distances, patterns=cells, kept=kept,
        rights=rights, offsets=offsets, sides=sides, stride=stride, is_eight=key[0] == 8, straight=0, diagonal=0,
        start_count=0, longest=kernels.longest_run(cells, masks, offsets, sides, np.zeros(len(cells), np.int32)),
        goal_x=0, goal_y=0, cheapest=0,
    )  # fmt: skip
    return Jumps(tables, firsts, directions.tobytes(), positive.tobytes(), partial(kernels.jumps_of, packed))


def _x_of(state: Word) -> Word:
    return np.int64(state >> U(COLUMN_BIT) & U(_MAX_COLUMN))


def _y_of(state: Word) -> Word:
    return np.int64(state >> U(ROW_BIT))


def _is_goal(tables: Word, state: Word, aux: Word) -> Word:
    return _x_of(state) == tables.goal_x and _y_of(state) == tables.goal_y


def _successor_count(tables: Word, state: Word, aux: Word) -> Word:
    x, y = _x_of(state), _y_of(state)
    if x == tables.goal_x and y == tables.goal_y:
        return np.int64(0)
    return _jump_count(tables, state) + np.int64(_has_goal_jump(tables, x, y))


def _jump_count(tables: Word, state: Word) -> Word:
    """Return the number of jumps without the additional jump to the goal."""
    number = state & U(_MAX_NUMBER)
    return tables.start_count if number == U(START) else np.int64(tables.starts[number + U(1)] - tables.starts[number])


def _fetch_edges(tables: Word, state: Word) -> None:
    first = U(tables.starts[state & U(_MAX_NUMBER)])
    prefetch(tables.jumps, first)
    prefetch(tables.jumps, first + U(7))


def _apply(tables: Word, state: Word, aux: Word, i: Word) -> Word:
    x, y, number = _x_of(state), _y_of(state), state & U(_MAX_NUMBER)
    goal = U(NO_DIRECTIONS) | U(tables.goal_x) << U(COLUMN_BIT) | U(tables.goal_y) << U(ROW_BIT)
    next_state = goal  # The jump to the goal is the last one.
    if i < _jump_count(tables, state):
        jump = tables.start_jumps[U(i)] if number == U(START) else tables.jumps[U(tables.starts[number]) + U(i)]
        next_state = jump if (jump ^ goal) >> U(COLUMN_BIT) != U(0) else goal
    far, near = abs(_x_of(next_state) - x), abs(_y_of(next_state) - y)
    if tables.is_eight:
        far, near = max(far, near), min(far, near)
        return next_state, 0, near * tables.diagonal + (far - near) * tables.straight
    return next_state, 0, (far + near) * tables.straight


def _has_goal_jump(tables: Word, x: Word, y: Word) -> Word:
    """Return the result of `JumpPointProblem._has_goal_jump`."""
    toward, left, rest, after = goal_turn(tables.goal_x - x, tables.goal_y - y, tables.is_eight)
    step = U(toward)
    side, offset, right = np.int64(tables.sides[step]), tables.offsets[step], tables.rights[step]
    if side != 0 and left > tables.longest:
        return False
    place = _place_of(tables, x, y)
    distance = np.int64(tables.distances[place, step])
    while abs(distance) < left:
        if distance <= 0:
            return False
        place = U(np.int64(place) + distance * offset)
        x, left = x + distance * right, left - distance
        if is_end(x, np.int64(tables.kept[step, tables.patterns[place]]), side, step):
            return False
        distance = np.int64(tables.distances[place, step])
    place = U(np.int64(place) + left * offset)
    ends = left == distance and is_end(
        x + left * right, np.int64(tables.kept[step, tables.patterns[place]]), side, step
    )
    if rest == 0:
        return not ends
    reach = np.int64(tables.distances[place, U(after)])
    return abs(reach) >= rest and (reach != rest or ends)


def _place_of(tables: Word, x: Word, y: Word) -> Word:
    return U((y + 1) * tables.stride + x)


def _manhattan(tables: Word, state: Word, aux: Word) -> Word:
    return manhattan(tables, abs(_x_of(state) - tables.goal_x), abs(_y_of(state) - tables.goal_y))


def _octile(tables: Word, state: Word, aux: Word) -> Word:
    return octile(tables, abs(_x_of(state) - tables.goal_x), abs(_y_of(state) - tables.goal_y))
