"""The loops that compute the tables of additive pattern databases. numba compiles them.

A state of the search is a placement of the group and a region of the blank. Regions depend only on the combination, so
all states of a combination and a region are a block of k! bytes, which contains the distances by permutation. A move
leads from a block to another block.

A move changes the parity of the sum of the tiles' rows and columns. So all distances in a block are even or all are
odd, and a step from distance d writes no block that it reads. Several threads can share a step: they write the same
value to the same byte.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np

U = np.uint64
ONE = U(1)

Value: TypeAlias = Any
"""A number or array in a kernel. Any: its type is known when numba compiles it, not before."""


def bit_count(mask: Value) -> Value:
    """Return the number of bits that are set. The compiler recognizes this and uses one instruction."""
    mask -= mask >> ONE & U(0x5555555555555555)
    mask = (mask & U(0x3333333333333333)) + (mask >> U(2) & U(0x3333333333333333))
    mask = mask + (mask >> U(4)) & U(0x0F0F0F0F0F0F0F0F)
    return mask * U(0x0101010101010101) >> U(56)


def grow(blank: Value, free: Value, board: Value) -> Value:
    """Return the region of free cells that contains the blank."""
    columns, not_first, not_last = board
    while True:
        beside = (blank & not_last) << ONE | (blank & not_first) >> ONE | blank << columns | blank >> columns
        wider = blank | beside & free
        if wider == blank:
            return blank
        blank = wider


def find_regions(first: Value, board: Value, whole: Value, masks: Value, starts: Value, regions: Value) -> Value:
    """Write the mask of each combination, and the regions of each combination from index ``starts`` on. Return their
    number. ``first`` is the mask of the first combination. If ``regions`` is empty, the function only counts.
    """
    mask, count = first, 0
    for combination in range(masks.size):
        masks[combination], starts[combination] = mask, count
        free = whole & ~mask
        while free != 0:
            region = grow(free & (~free + ONE), free, board)
            if regions.size > 0:
                regions[count] = region
            count += 1
            free &= ~region
        lowest = mask & (~mask + ONE)
        ripple = mask + lowest
        mask = ripple | ((mask ^ ripple) >> U(2)) // lowest
    starts[masks.size] = count
    return count


def number_of(mask: Value, binomials: Value) -> Value:
    """Return the number of a combination."""
    number, place, cell = 0, 0, 0
    while mask != 0:
        if mask & ONE != 0:
            place += 1
            number += binomials[cell, place]
        cell += 1
        mask >>= ONE
    return number


class Moves(NamedTuple):
    """The moves out of each block. Those of block s are the ones from ``firsts[s]`` on."""

    firsts: Value
    targets: Value
    """The block to which each move leads."""
    used: Value
    """The number of the cycle of positions of each move."""


def find_moves(
    masks: Value, starts: Value, regions: Value, beside: Value, binomials: Value, cycles: Value, moves: Moves
) -> Value:
    """Write the moves out of each block. Return their number.

    If ``moves.targets`` is empty, the function only counts.
    """
    firsts, targets, used = moves
    count = 0
    for combination in range(masks.size):
        mask = masks[combination]
        for block in range(starts[combination], starts[combination + 1]):
            firsts[block] = count
            for cell in range(beside.shape[0]):
                if mask >> U(cell) & ONE == 0:
                    continue
                for way in range(beside.shape[1]):
                    other = beside[cell, way]
                    if other < 0 or regions[block] >> U(other) & ONE == 0:
                        continue
                    if targets.size > 0:
                        moved = mask ^ (ONE << U(cell) | ONE << U(other))
                        target = starts[number_of(moved, binomials)]
                        while regions[target] >> U(cell) & ONE == 0:
                            target += 1
                        before, after = (
                            bit_count(mask & (ONE << U(cell)) - ONE),
                            bit_count(moved & (ONE << U(other)) - ONE),
                        )
                        targets[count], used[count] = target, cycles[np.int64(before), np.int64(after)]
                    count += 1
    firsts[starts[masks.size]] = count
    return count


def step(
    part: Value, distance: Value, starts: Value, moves: Moves, cycles: Value, active: Value, states: Value, found: Value
) -> Value:
    """Expand the states at a distance in a part of the combinations: ``part`` is the first one and the end.

    ``active`` has 1 + distance % 2 for each block that may have such states, and 0 for the others. The function sets it
    to 0, and sets that of the blocks with new states.
    """
    firsts, targets, used = moves
    size, after, placements = cycles.shape[1], np.uint8(distance + 1), 0
    now, later = np.uint8(1 + distance % 2), np.uint8(2 - distance % 2)
    for combination in range(part[0], part[1]):
        begin, end = starts[combination], starts[combination + 1]
        for block in range(begin, end):
            if active[block] != now:
                continue
            active[block] = 0
            base, count = block * size, 0
            for permutation in range(size):
                found[count] = permutation
                count += states[base + permutation] == distance
            for i in range(count):
                is_new = True
                for other in range(begin, end):
                    value = states[other * size + found[i]]
                    is_new = is_new and value >= distance and (value > distance or other >= block)
                placements += is_new
            for move in range(firsts[block], firsts[block + 1]):
                target, cycle, is_new = targets[move], used[move], False
                base = target * size
                for i in range(count):
                    at = base + cycles[cycle, found[i]]
                    value = states[at]
                    is_new |= value > after
                    states[at] = min(value, after)
                if is_new:
                    active[target] = later
    return placements


def keep_minima(starts: Value, size: Value, states: Value) -> None:
    """Write the smallest distance of each placement to the front of ``states``."""
    for combination in range(starts.size - 1):
        to = combination * size
        for permutation in range(size):
            least = np.uint8(255)
            for block in range(starts[combination], starts[combination + 1]):
                least = min(least, states[block * size + permutation])
            states[to + permutation] = least
