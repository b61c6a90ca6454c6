"""Problems with jump points for compiled engines. This module needs numba. All grids share the same compiled code.

All distances to jump points are computed once for a grid. A state is one word: the directions are in the lowest 9 bits,
the column in the next 27, and the row in the others.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from astarlib.compiled.codegen.bits import lowest_bit
from astarlib.compiled.codegen.decorators import compiled, inlined
from astarlib.compiled.codegen.specialize import compile_module
from astarlib.compiled_domain import CompiledDomain
from astarlib.errors import MissingCapabilityError
from astarlib.problems.grid import jump_kernels
from astarlib.problems.grid.heuristics import Manhattan, Octile
from astarlib.problems.grid.jump_rules import COLUMNS, GOAL_JUMP, MAX_JUMPS, components, kept_steps, open_masks
from astarlib.problems.grid.steps import DIAGONAL, STEPS

if TYPE_CHECKING:
    from astarlib.problems.grid.jump_points import Jump, JumpPoint
    from astarlib.problems.grid.problem import GridProblem

U = np.uint64
Word = Any
"""A number in a function that numba compiles. No static type describes it."""

_NUMBERS = np.array([[7, 0, 1], [6, 0, 2], [5, 4, 3]])
"""The number of a direction by the signs of its rows and columns, each plus 1."""


_SAVED: Final = DIAGONAL - 1


class Tables(NamedTuple):
    """The data of one problem. Fields typed Any are numpy arrays, except the costs, which are ints or floats."""

    distances: Any
    """For each cell of the padded grid and each direction, the result of `JumpScans.distance`."""
    positive: Any
    """For each cell of the padded grid, the bits of the directions with a jump point."""
    counts: Any
    """For each cell of the padded grid and each direction, the number of jumps that begin with it."""
    patterns: Any
    """For each cell of the padded grid, its pattern of free neighbors."""
    kept: Any
    """For each step and each pattern, the bits of the steps that aren't left out."""
    numbers: Any
    rights: Any
    downs: Any
    offsets: Any
    """For each step, its offset in the padded grid."""
    sides: Any
    """For each step, the bits of its components, or 0 if it isn't primary."""
    straight: Any
    diagonal: Any
    stride: int
    is_eight: bool
    goal_x: int
    goal_y: int
    cheapest: Any


def compiled_domain(
    on_grid: GridProblem,
    heuristic: object,
    cost_of: Callable[[Jump], float],
    state_class: Callable[[int, int, int], JumpPoint],
    action_class: Callable[[int, int], Jump],
) -> CompiledDomain[JumpPoint]:
    """Return the compiled domain of the problem with jump points that is made from ``on_grid``.

    Raises
    ------
    MissingCapabilityError
        If the heuristic is neither Manhattan nor octile, or the cost of cells is neither an int nor a float.
    """
    if not isinstance(heuristic, Manhattan | Octile):
        raise MissingCapabilityError(
            f"JumpPointProblem has no compiled_domain with {heuristic!r}; it has one with Manhattan() and with Octile()"
        )
    straight, diagonal = cost_of(action_class(1, 0)), cost_of(action_class(1, 1))
    if not {type(straight), type(diagonal)} <= {int, float}:
        raise MissingCapabilityError("JumpPointProblem has no compiled_domain if a cost is neither an int nor a float")
    is_manhattan = isinstance(heuristic, Manhattan)
    kind = int if on_grid.connectivity == 4 and is_manhattan and isinstance(straight, int) else float
    key = "compiled jumps", on_grid.connectivity, on_grid.corner_rule
    compiled = on_grid.grid.compiled
    if key not in compiled:
        compiled[key] = _tables(on_grid)
    shared: Tables = compiled[key]
    x, y = on_grid.goal
    tables = shared._replace(
        straight=kind(straight), diagonal=kind(diagonal), goal_x=x, goal_y=y, cheapest=kind(on_grid.grid.cheapest)
    )

    def encode(state: JumpPoint) -> tuple[int, int]:
        return state[2] | state[0] << 9 | state[1] << 36, 0

    def decode(word: int, _: int) -> JumpPoint:
        return state_class(word >> 9 & (1 << 27) - 1, word >> 36, word & 511)

    def action_of(state: JumpPoint, next_state: JumpPoint) -> Jump:
        return action_class(next_state[0] - state[0], next_state[1] - state[1])

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
        costs=kind,
    )


def _tables(problem: GridProblem) -> Tables:
    """Return the tables without costs and goal, after scanning the whole map."""
    grid, key = problem.grid, (problem.connectivity, problem.corner_rule)
    stride, patterns, _ = grid.neighbors(*key)
    kept = np.array([list(masks) for masks in kept_steps(*key)], np.uint8)
    numbers = np.frombuffer(patterns, np.uint8)
    rights, downs = (np.array([getattr(step, part) for step in STEPS]) for part in ("right", "down"))
    sides = np.array([sum(1 << side for side in components(step, key[0])) for step in range(8)], np.uint8)
    longest = max(grid.width, grid.height)
    distances = np.zeros((len(patterns), 8), np.int16 if longest < 1 << 15 else np.int32)
    positive, counts = np.zeros(len(patterns), np.uint8), np.zeros((len(patterns), 8), np.uint8)
    entries = "count_jumps", "scan_direction", "scan_map"
    kernels = compile_module(jump_kernels.__name__, entries, COLUMNS=COLUMNS)
    masks = np.frombuffer(open_masks(*key), np.uint8)
    offsets = downs * stride + rights
    kernels.scan_map(numbers, masks, kept, offsets, sides, stride, distances, positive, counts)
    return Tables(
        distances=distances, positive=positive, counts=counts, patterns=numbers, kept=kept, numbers=_NUMBERS,
        rights=rights, downs=downs, offsets=offsets, sides=sides, stride=stride, is_eight=key[0] == 8,
        straight=0, diagonal=0, goal_x=0, goal_y=0, cheapest=0,
    )  # fmt: skip


@inlined
def _x_of(state: Word) -> Word:
    return np.int64(state >> U(9) & U((1 << 27) - 1))


@inlined
def _y_of(state: Word) -> Word:
    return np.int64(state >> U(36))


def _is_goal(tables: Word, state: Word, aux: Word) -> Word:  # noqa: ARG001  # All domains have this signature.
    return _x_of(state) == tables.goal_x and _y_of(state) == tables.goal_y


def _successor_count(tables: Word, state: Word, aux: Word) -> Word:  # noqa: ARG001  # All domains have this signature.
    place, directions, count = _place_of(tables, _x_of(state), _y_of(state)), state & U(255), state >> U(8) & U(1)
    while directions != U(0):
        count += U(tables.counts[place, lowest_bit(directions)])
        directions &= directions - U(1)
    return np.int64(count)


def _apply(tables: Word, state: Word, aux: Word, i: Word) -> Word:  # noqa: ARG001  # All domains have this signature.
    from_x, from_y = _x_of(state), _y_of(state)
    x, y, step = _jump(tables, state, np.int64(i))
    far, near = abs(x - from_x), abs(y - from_y)
    if tables.is_eight:
        far, near = max(far, near), min(far, near)
        cost = near * tables.diagonal + (far - near) * tables.straight
    else:
        cost = (far + near) * tables.straight
    next_state = U(x) << U(9) | U(y) << U(36)
    if x == tables.goal_x and y == tables.goal_y:
        return next_state, 0, cost
    place = _place_of(tables, x, y)
    kept = tables.kept[step, tables.patterns[place]]
    going = U(kept & tables.positive[place])
    return next_state | going | _goal_jump(tables, place, x, y, np.int64(kept)), 0, cost


@compiled
def _jump(tables: Word, state: Word, i: Word) -> Word:
    """Return (column, row, last step) of jump i."""
    directions, x, y = state & U(255), _x_of(state), _y_of(state)
    if state & U(GOAL_JUMP) != U(0):
        if i == 0:
            return tables.goal_x, tables.goal_y, U(0)
        i -= 1
    place = _place_of(tables, x, y)
    while i >= np.int64(tables.counts[place, lowest_bit(directions)]):
        i -= np.int64(tables.counts[place, lowest_bit(directions)])
        directions &= directions - U(1)
    step = lowest_bit(directions)
    side, steps = np.int64(tables.sides[step]), np.int64(0)
    while True:
        distance = np.int64(tables.distances[place, step])
        steps += distance
        place = U(np.int64(place) + distance * tables.offsets[step])
        kept = np.int64(tables.kept[step, tables.patterns[place]])
        if _is_end(x + steps * tables.rights[step], kept, side, step):
            break
        turning = U(kept & side & np.int64(tables.positive[place]))
        while turning != U(0) and i > 0:
            turning &= turning - U(1)
            i -= 1
        if turning != U(0):
            turn = lowest_bit(turning)
            last = np.int64(tables.distances[place, turn])
            x, y = x + last * tables.rights[turn], y + last * tables.downs[turn]
            x, y = x + steps * tables.rights[step], y + steps * tables.downs[step]
            return x, y, turn
    return x + steps * tables.rights[step], y + steps * tables.downs[step], step


@inlined
def _is_end(x: Word, kept: Word, side: Word, step: Word) -> Word:
    """Return the result of `JumpScans.is_end`."""
    return side == 0 or kept & ~side & ~(np.int64(1) << np.int64(step)) != 0 or x % COLUMNS == 0


@compiled
def _goal_jump(tables: Word, place: Word, x: Word, y: Word, kept: Word) -> Word:
    """Return GOAL_JUMP if `JumpPointProblem` has a jump to the goal from here, else 0."""
    toward, left, rest, after = _goal_turn(tables, x, y)
    if kept >> toward & 1 == 0:
        return U(0)
    step = U(toward)
    side, offset, right = np.int64(tables.sides[step]), tables.offsets[step], tables.rights[step]
    distance = np.int64(tables.distances[place, step])
    while abs(distance) < left:
        if distance <= 0:
            return U(0)
        place = U(np.int64(place) + distance * offset)
        x, left = x + distance * right, left - distance
        if _is_end(x, np.int64(tables.kept[step, tables.patterns[place]]), side, step):
            return U(0)
        distance = np.int64(tables.distances[place, step])
    place = U(np.int64(place) + left * offset)
    is_end = left == distance and _is_end(
        x + left * right, np.int64(tables.kept[step, tables.patterns[place]]), side, step
    )
    if rest == 0:
        return U(0) if is_end else U(GOAL_JUMP)
    reach = np.int64(tables.distances[place, after])
    return U(GOAL_JUMP) if abs(reach) >= rest and (reach != rest or is_end) else U(0)


@inlined
def _goal_turn(tables: Word, x: Word, y: Word) -> Word:
    """Return (direction, steps, rest, direction after the turn) of the way to the goal with at most one turn.

    Obstacles aren't regarded. If the goal is in a straight line, ``rest`` is 0.
    """
    across, down = tables.goal_x - x, tables.goal_y - y
    right, below = np.int64(across > 0) - np.int64(across < 0), np.int64(down > 0) - np.int64(down < 0)
    far, near = max(abs(across), abs(down)), min(abs(across), abs(down))
    if near == 0:
        return np.int64(tables.numbers[U(below + 1), U(right + 1)]), far, np.int64(0), U(0)
    if not tables.is_eight:
        after = U(tables.numbers[U(below + 1), U(1)])
        return np.int64(tables.numbers[U(1), U(right + 1)]), abs(across), abs(down), after
    is_wide = abs(across) > abs(down)
    after = U(tables.numbers[U(1), U(right + 1)] if is_wide else tables.numbers[U(below + 1), U(1)])
    return np.int64(tables.numbers[U(below + 1), U(right + 1)]), near, far - near, after


@inlined
def _place_of(tables: Word, x: Word, y: Word) -> Word:
    return U((y + 1) * tables.stride + x)


def _manhattan(tables: Word, state: Word, aux: Word) -> Word:  # noqa: ARG001  # All domains have this signature.
    return tables.cheapest * (abs(_x_of(state) - tables.goal_x) + abs(_y_of(state) - tables.goal_y))


def _octile(tables: Word, state: Word, aux: Word) -> Word:  # noqa: ARG001  # All domains have this signature.
    across, down = abs(_x_of(state) - tables.goal_x), abs(_y_of(state) - tables.goal_y)
    if across < down:
        return tables.cheapest * (down + across * _SAVED)
    return tables.cheapest * (across + down * _SAVED)
