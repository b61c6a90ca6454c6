"""The steps on a grid: what a diagonal costs, when it is open, and all steps out of a cell by its surroundings."""

from __future__ import annotations

from enum import Enum
from functools import cache
from math import isqrt
from typing import Final, NamedTuple

DIAGONAL: Final[float] = (isqrt(2 << 58) + 1) / 2**29
"""What a diagonal step costs on terrain of cost 1: the square root of 2, but 1.1e-11 more, rounded up to a multiple of
2**-29. So sums of up to millions of steps are exact, whatever their order, and paths of equal length have equal costs;
with ``math.sqrt(2)`` they would differ in their last digits, and searches would reopen states for the difference."""


class CornerRule(Enum):
    """When a diagonal step is open, by the two cells that it passes between."""

    BOTH_FREE = "both-free"
    """Both must be free: nothing is cut. The rule of the Moving AI benchmarks."""
    ONE_FREE = "one-free"
    """One suffices: a corner may be cut."""
    ANY = "any"
    """Neither needs to be: one may squeeze between two obstacles."""


class Step(NamedTuple):
    """A way out of a cell."""

    name: str
    right: int
    down: int


STEPS: Final = (
    Step("north", 0, -1),
    Step("northeast", 1, -1),
    Step("east", 1, 0),
    Step("southeast", 1, 1),
    Step("south", 0, 1),
    Step("southwest", -1, 1),
    Step("west", -1, 0),
    Step("northwest", -1, -1),
)
"""Clockwise, so that a diagonal stands between the two straight steps beside it."""


@cache
def open_steps(connectivity: int, corner_rule: CornerRule) -> tuple[tuple[Step, ...], ...]:
    """For each pattern of free neighbors (bit i: the neighbor of step i is free) the steps that are open."""
    return tuple(
        tuple(step for i, step in enumerate(STEPS) if _is_open(i, pattern, connectivity, corner_rule))
        for pattern in range(256)
    )


def _is_open(i: int, pattern: int, connectivity: int, corner_rule: CornerRule) -> bool:
    is_free = [pattern >> bit & 1 == 1 for bit in range(8)]
    if not is_free[i] or i % 2 == 0:
        return is_free[i]
    beside = (is_free[i - 1], is_free[(i + 1) % 8])
    passes = {CornerRule.BOTH_FREE: all(beside), CornerRule.ONE_FREE: any(beside), CornerRule.ANY: True}
    return connectivity == 8 and passes[corner_rule]
