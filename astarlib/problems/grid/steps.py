"""The steps on a grid: the cost of a diagonal step, the corner rules, and the steps that free neighbors allow."""

from __future__ import annotations

from enum import Enum
from functools import cache
from math import isqrt
from typing import Final, NamedTuple

DIAGONAL: Final[float] = (isqrt(2 << 58) + 1) / 2**29
"""The cost of a diagonal step on terrain of cost 1: sqrt(2), rounded up by 1.1e-11 to a multiple of 2**-29.

Because of the rounding, sums of up to millions of steps are exact in any order, and paths of equal length have equal
costs. With ``math.sqrt(2)``, a search would reopen states for differences in the last digits.
"""


class CornerRule(Enum):
    """A rule that decides if a diagonal step is open, depending on the two cells between which it passes."""

    BOTH_FREE = "both-free"
    """Both cells must be free, so no corner is cut. The Moving AI benchmarks use this rule."""
    ONE_FREE = "one-free"
    """At least one cell must be free, so a corner may be cut."""
    ANY = "any"
    """Neither cell needs to be free, so a step may squeeze between two obstacles."""


class Step(NamedTuple):
    """A step to a neighbor: its name, the columns to the right and the rows down."""

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
"""The steps, clockwise from the north, so each diagonal step is between its two adjacent straight steps."""


@cache
def open_steps(connectivity: int, corner_rule: CornerRule) -> tuple[tuple[Step, ...], ...]:
    """Return the open steps for each pattern of free neighbors. Bit i is set if the neighbor of step i is free."""
    return tuple(
        tuple(step for i, step in enumerate(STEPS) if _is_open(i, pattern, connectivity, corner_rule))
        for pattern in range(256)
    )


def _is_open(i: int, pattern: int, connectivity: int, corner_rule: CornerRule) -> bool:
    is_free = [pattern >> bit & 1 == 1 for bit in range(8)]
    if not is_free[i] or i % 2 == 0:
        return is_free[i]
    return connectivity == 8 and are_passable(corner_rule, is_free[i - 1], is_free[(i + 1) % 8])


def check_steps(connectivity: int, corner_rule: CornerRule, allowed: tuple[int, int] = (4, 8)) -> None:
    """Raise ValueError or TypeError unless the parameters of a problem are a number of neighbors and a corner rule."""
    if connectivity not in allowed:
        raise ValueError(f"connectivity must be {allowed[0]} or {allowed[1]}, not {connectivity!r}")
    if not isinstance(corner_rule, CornerRule):
        raise TypeError(f"corner_rule must be a CornerRule, such as CornerRule.BOTH_FREE, not {corner_rule!r}")


def are_passable(corner_rule: CornerRule, one: bool, other: bool) -> bool:  # the two cells, in any order
    """Return True if a diagonal step may pass between two cells, given which of them are free."""
    return {CornerRule.BOTH_FREE: one and other, CornerRule.ONE_FREE: one or other, CornerRule.ANY: True}[corner_rule]
