"""The rules of jump point search: the steps out of a cell that can be left out.

Of all cheapest paths between two cells, one takes its **primary** steps as early as possible: the diagonal steps with
eight neighbors, and the horizontal steps with four. A step from a cell is left out if another way from the cell before
leads to the same neighbor, and it's cheaper, or equally cheap with primary steps earlier. The cheapest path with the
earliest primary steps has no step that is left out. This holds for every corner rule, because the other way passes only
neighbors of the cell, and a corner rule looks only at those.

Two paths to a cell may leave out different steps, but a search needs only one cheapest path to each cell, and any will
do. Of equally cheap ways, the only step that is left out is a primary step after another one. Take that primary step
before the other steps instead: they are never left out after it for a way that is equally cheap. So each cell of a
cheapest path is reached by a cheapest path, whichever path each cell before it has kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final, NamedTuple, TypeAlias

from astarlib.problems.grid.steps import DIAGONAL, STEPS, CornerRule, are_passable, open_steps

_Place: TypeAlias = tuple[int, int]
"""A cell relative to the cell in the middle of nine."""
_Way: TypeAlias = tuple[float, tuple[bool, ...]]
"""The cost of a way, and for each of its steps, False if it's primary. A smaller way is preferred."""

_OFFSETS: Final = tuple((step.right, step.down) for step in STEPS)
_NUMBERS: Final = {offset: number for number, offset in enumerate(_OFFSETS)}
_NINE: Final = ((0, 0), *_OFFSETS)


COLUMNS: Final = 32
"""Scans that begin with a primary step end at a jump point whose column is divisible by this number."""
MAX_JUMPS: Final = 4 * (2 * (COLUMNS - 1) + 1) + 4 + 1
"""The largest number of jumps out of a cell: those of four primary and four other steps, and one to the goal."""


class JumpPoint(NamedTuple):
    """A state of :class:`JumpPointProblem`: a cell, and the directions in which the search goes on from there."""

    x: int
    """The column, counted from 0."""
    y: int
    """The row, counted from 0."""
    directions: int
    """A bit for each direction in which the search goes on to a jump point: 1 for north, 2 for northeast, ..., 128 for
    northwest. A jump to the goal needs no direction.
    """


class Jump(NamedTuple):
    """An action of :class:`JumpPointProblem`: steps in one direction, or first diagonal and then straight steps.

    With four neighbors, the first steps are horizontal and the others vertical.
    """

    right: int
    """The columns to the right, negative for the left."""
    down: int
    """The rows down, negative for up."""


def open_masks(connectivity: int, corner_rule: CornerRule) -> bytes:
    """Return the bits of the open steps out of a cell, for each pattern of free neighbors."""
    return bytes(
        sum(1 << _NUMBERS[step.right, step.down] for step in steps) for steps in open_steps(connectivity, corner_rule)
    )


def is_primary(step: int, connectivity: int) -> bool:
    """Return True if a step is to be taken as early as possible."""
    right, down = _OFFSETS[step]
    return right != 0 and (down != 0 or connectivity == 4)


def components(step: int, connectivity: int) -> tuple[int, ...]:
    """Return the two other steps that are kept after a primary step on a free map; none if the step isn't primary."""
    if not is_primary(step, connectivity):
        return ()
    return (0, 4) if connectivity == 4 else tuple(sorted(((step - 1) % 8, (step + 1) % 8)))


def sign(number: Any) -> Any:  # Any: this function and the next two are also compiled
    """Return 1, 0 or -1."""
    return (number > 0) - (number < 0)


def direction_of(right: Any, down: Any) -> Any:
    """Return the number of a step, by the signs of its columns and rows. One of them isn't 0."""
    return 2 + 2 * down if right == 0 else 4 - 2 * right + right * down


def goal_turn(across: Any, down: Any, is_eight: Any) -> Any:
    """Return (direction, steps, rest, direction after the turn) of the way to a goal with at most one turn.
    Obstacles aren't regarded. If the goal is in a straight line, ``rest`` is 0.
    """
    far, near = max(abs(across), abs(down)), min(abs(across), abs(down))
    toward, right, below = direction_of(sign(across), sign(down)), sign(across), sign(down)
    if near == 0:
        return toward, far, 0, 0
    if not is_eight:
        return direction_of(right, 0), abs(across), abs(down), direction_of(0, below)
    return toward, near, far - near, direction_of(right, 0) if abs(across) > abs(down) else direction_of(0, below)


@cache
def kept_steps(connectivity: int, corner_rule: CornerRule) -> tuple[bytes, ...]:
    """Return the bits of the steps that aren't left out, for each step into a cell and each pattern of the cell."""
    kept = [bytearray(256) for _ in STEPS]
    for pattern in range(256):
        ways = _single_steps(connectivity, corner_rule, pattern)
        for number, (right, down) in enumerate(_OFFSETS):
            kept[number][pattern] = _kept_after((-right, -down), ways, _way(number, connectivity))
    return tuple(map(bytes, kept))


def _way(step: int, connectivity: int) -> _Way:
    right, down = _OFFSETS[step]
    return (DIAGONAL if right != 0 and down != 0 else 1), (not is_primary(step, connectivity),)


def _single_steps(connectivity: int, corner_rule: CornerRule, pattern: int) -> Mapping[_Place, Mapping[_Place, _Way]]:
    """Return the open steps between nine cells if the neighbors in the pattern are free. An obstacle has no steps."""
    free = {(0, 0), *(offset for number, offset in enumerate(_OFFSETS) if pattern >> number & 1)}
    found: dict[_Place, dict[_Place, _Way]] = {place: {} for place in _NINE}
    for x, y in free:
        for number, (right, down) in enumerate(_OFFSETS):
            is_straight = right == 0 or down == 0
            corners = (x + right, y) in free, (x, y + down) in free
            is_open = is_straight or (connectivity == 8 and are_passable(corner_rule, *corners))
            if (x + right, y + down) in free and is_open:
                found[x, y][x + right, y + down] = _way(number, connectivity)
    return found


def _kept_after(before: _Place, steps: Mapping[_Place, Mapping[_Place, _Way]], first: _Way) -> int:
    """Return the bits of the steps from the middle that are kept after ``first``, a step from ``before``.
    Two diagonal steps cost less than three straight ones, so other ways of more than two steps don't matter.
    """
    kept = 0
    for after, second in steps[0, 0].items():
        own = _joined(first, second)
        others = [way for end, way in steps[before].items() if end == after]
        others += [
            _joined(way, steps[middle][after])
            for middle, way in steps[before].items()
            if middle != (0, 0) and after in steps[middle]
        ]
        if after != before and min(others, default=own) >= own:
            kept |= 1 << _NUMBERS[after]
    return kept


def _joined(one: _Way, other: _Way) -> _Way:
    return one[0] + other[0], one[1] + other[1]
