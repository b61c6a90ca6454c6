"""The jumps of all cells of a grid, in functions that numba compiles."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from astarlib.problems.grid.jump_rules import COLUMNS

U = np.uint64
COLUMN_BIT, ROW_BIT, BITS = 28, 46, 64
"""The lowest bits of a column and of a row in a packed state, and the end.

The number of the state is in the bits below. It stands for a cell and some directions, except for the next two."""
START, NO_DIRECTIONS = 0, 1
"""The number of a start that isn't the end of a jump, and that of each state without directions."""
Value = Any
"""A number or an array. No static type describes it."""


def scan_map(
    patterns: Value, open_masks: Value, kept_steps: Value, offsets: Value, sides: Value, distances: Value,
    positive: Value,
) -> None:  # fmt: skip
    """Fill ``distances`` with the results of `_JumpScans.distance`, and ``positive`` with bits of those above 0.

    Both arrays are 0 before. ``distances`` has a row of eight numbers for each cell of the padded grid. ``sides`` has
    the bits of the components of each step, 0 if it isn't primary. Primary steps are scanned last: they need the
    others.
    """
    cells = patterns.size
    for number in range(16):
        step, is_primary = number % 8, number >= 8
        offset, side, bit = offsets[step], sides[step], np.uint8(1 << step)
        if (side != 0) != is_primary:
            continue
        ignored = ~np.uint8(bit | side)
        for at in range(cells):  # The cells are visited against the direction of the step.
            place = at if offset < 0 else cells - 1 - at
            if open_masks[patterns[U(place)]] & bit == 0:
                continue
            after = U(place + offset)
            kept = kept_steps[U(step), patterns[after]]
            distance = 1
            if not (kept & ignored | kept & side & positive[after]):
                distance = distances[after, U(step)]
                distance += 1 if distance > 0 else -1
            distances[U(place), U(step)] = distance
            if distance > 0:
                positive[U(place)] |= bit


class Map(NamedTuple):
    """The arrays of a padded grid, and the states of its cells."""

    patterns: Value
    kept_steps: Value
    offsets: Value
    sides: Value
    stride: Value
    distances: Value
    positive: Value
    firsts: Value
    directions: Value


def mark_ends(grid: Map, ends: Value) -> None:
    """Set a bit in ``ends`` for each cell and each step that is the last one of a jump to this cell."""
    patterns, kept_steps, offsets, sides, stride, distances, positive, _, _ = grid
    for place in range(patterns.size):
        for step in range(8):
            if distances[U(place), U(step)] != 1:
                continue
            point = U(place + offsets[step])
            kept, side = np.int64(kept_steps[U(step), patterns[point]]), np.int64(sides[step])
            if is_end(np.int64(point) % stride, kept, side, step):
                ends[point] |= np.uint8(1 << step)
                continue
            for turn in range(8):
                if kept & side & positive[point] & (1 << turn) != 0:
                    end = U(np.int64(point) + distances[point, U(turn)] * offsets[turn])
                    ends[end] |= np.uint8(1 << turn)


def number_states(grid: Map, ends: Value) -> Value:
    """Return the number of states, including the two states that aren't those of a cell.
    A cell's states are numbered from its item in ``firsts`` on. ``directions`` gets the directions of each state.
    """
    patterns, kept_steps, _, _, _, _, positive, firsts, directions = grid
    count = 2
    for place in range(patterns.size):
        firsts[U(place)] = count
        for step in range(8):
            going = kept_steps[U(step), patterns[U(place)]] & positive[U(place)]
            is_used = ends[U(place)] & (1 << step) != 0 and going != 0
            if is_used and number_of(firsts, directions, place, count, going) == 0:
                directions[count] = going
                count += 1
    firsts[patterns.size] = count
    return count


def number_of(firsts: Value, directions: Value, place: Value, last: Value, going: Value) -> Value:
    """Return the number of the state of a cell that has these directions, or 0 if no number below ``last`` has them."""
    for number in range(firsts[U(place)], last):
        if directions[U(number)] == going:
            return number
    return 0


def list_jumps(grid: Map, starts: Value, jumps: Value) -> None:
    """Write the jumps of all states to ``jumps``, and to ``starts`` where those of each state begin.

    If ``jumps`` is empty, only ``starts`` is written.
    """
    count = 0
    for place in range(grid.patterns.size):
        for number in range(grid.firsts[U(place)], grid.firsts[U(place + 1)]):
            starts[U(number)] = count
            count += jumps_of(grid, place, np.int64(grid.directions[U(number)]), jumps, count)
    starts[grid.firsts[grid.patterns.size]] = count


def jumps_of(grid: Map, place: Value, going: Value, jumps: Value, first: Value) -> Value:
    """Write the packed states to which the jumps of a cell in some directions lead, and return their number.
    They are in the order of `JumpPointProblem.successors`. If ``jumps`` is empty, nothing is written.
    """
    patterns, kept_steps, offsets, sides, stride, distances, positive, _, _ = grid
    count = np.int64(first)
    for step in range(8):
        if going >> step & 1 == 0:
            continue
        point, side = U(place), np.int64(sides[step])
        distance = np.int64(distances[point, U(step)])
        while distance > 0:
            point = U(np.int64(point) + distance * offsets[step])
            kept = np.int64(kept_steps[U(step), patterns[point]])
            if is_end(np.int64(point) % stride, kept, side, step):
                if jumps.size > 0:
                    jumps[U(count)] = packed_end(grid, point, step)
                count += 1
                break
            for turn in range(8):
                if kept & side & positive[point] & (1 << turn) != 0:
                    if jumps.size > 0:
                        end = U(np.int64(point) + distances[point, U(turn)] * offsets[turn])
                        jumps[U(count)] = packed_end(grid, end, turn)
                    count += 1
            distance = np.int64(distances[point, U(step)])
    return count - np.int64(first)


def packed_end(grid: Map, place: Value, step: Value) -> Value:
    """Return the packed state at the end of a jump."""
    firsts, at, number = grid.firsts, np.int64(place), NO_DIRECTIONS
    going = grid.kept_steps[U(step), grid.patterns[place]] & grid.positive[place]
    if going != 0:
        number = number_of(firsts, grid.directions, place, firsts[place + U(1)], going)
    return U(number) | U(at % grid.stride) << U(COLUMN_BIT) | U(at // grid.stride - 1) << U(ROW_BIT)


def is_end(x: Value, kept: Value, side: Value, step: Value) -> Value:
    """Return the result of `_JumpScans.is_end`."""
    return side == 0 or kept & ~side & ~(np.int64(1) << np.int64(step)) != 0 or x % COLUMNS == 0


def longest_run(patterns: Value, open_masks: Value, offsets: Value, sides: Value, runs: Value) -> Value:
    """Return the largest number of primary steps in one direction that follow each other anywhere on the map."""
    longest, cells = 0, patterns.size
    for step in range(8):
        if sides[step] == 0:
            continue
        for at in range(cells):
            place = at if offsets[step] < 0 else cells - 1 - at
            is_open = open_masks[patterns[U(place)]] >> step & 1
            run: Value = 0 if is_open == 0 else 1 + np.int64(runs[U(place + offsets[step])])
            runs[U(place)] = run
            longest = max(longest, run)
    return longest
