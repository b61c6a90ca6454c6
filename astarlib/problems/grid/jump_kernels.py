"""The distances to the next jump point of all cells and directions, in functions that numba compiles."""

from __future__ import annotations

from typing import Any

import numpy as np

from astarlib.problems.grid.jump_rules import COLUMNS

U = np.uint64
Value = Any
"""A number or an array. No static type describes it."""


def scan_map(  # noqa: PLR0917  # numba's functions take no keywords
    patterns: Value, open_masks: Value, kept_steps: Value, offsets: Value, sides: Value, stride: Value,
    distances: Value, positive: Value, counts: Value,
) -> None:  # fmt: skip
    """Fill ``distances`` with the results of `JumpScans.distance`, and ``positive`` with bits of those above 0.

    ``counts`` gets the number of jumps that begin with each step. All three arrays are 0 before. ``distances`` has a
    row of eight numbers for each cell of the padded grid. ``sides`` has the bits of the components
    of each step, 0 if it isn't primary. They are scanned first, because scans of primary steps need them.
    """
    for is_primary in range(2):
        for step in range(8):
            if (sides[step] != 0) == (is_primary == 1):
                scan_direction(
                    patterns,
                    open_masks,
                    kept_steps,
                    offsets[step],
                    sides[step],
                    step,
                    stride,
                    distances,
                    positive,
                    counts,
                )


def scan_direction(  # noqa: PLR0917  # numba's functions take no keywords
    patterns: Value, open_masks: Value, kept_steps: Value, offset: Value, side: Value, step: Value, stride: Value,
    distances: Value, positive: Value, counts: Value,
) -> None:  # fmt: skip
    """Fill one column of the distances. The cells are visited against the direction of the step."""
    cells, bit = patterns.size, np.uint8(1 << step)
    ignored = ~np.uint8(bit | side)
    for at in range(cells):
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
            counts[U(place), U(step)] = count_jumps(
                patterns, kept_steps, side, step, stride, positive, counts, U(place + distance * offset)
            )


def count_jumps(  # noqa: PLR0917  # numba's functions take no keywords
    patterns: Value, kept_steps: Value, side: Value, step: Value, stride: Value, positive: Value, counts: Value,
    place: Value,
) -> Value:  # fmt: skip
    """Return the number of jumps that end or turn at a jump point or after it."""
    kept = kept_steps[U(step), patterns[place]]
    if side == 0 or kept & ~np.uint8(1 << step | side) or place % U(stride) % U(COLUMNS) == 0:
        return 1
    turns, count = kept & side & positive[place], np.int64(counts[place, U(step)])
    while turns != 0:
        turns &= turns - np.uint8(1)
        count += 1
    return count
