"""The enumerations that are parameters of engines."""

from __future__ import annotations

import math
from enum import Enum
from typing import Any, Final

from astarlib._support.plain_values import is_number, plain_number


def checked_weight(weight: Any) -> float:  # Any: a value that may not be a number
    """Return a weight of h in a plain kind; raise ValueError if it isn't a finite number of at least 1."""
    if isinstance(weight, bool) or not is_number(weight, 1, math.nextafter(math.inf, 0)):
        raise ValueError(f"weight must be a finite number of at least 1, not {weight!r}")
    number: float = plain_number(weight)
    return number


class TieBreak(Enum):
    """The tie-breaking rule: the order of states with equal f.
    It changes the number of expansions but not the guarantee.

    For example, on the easiest of Korf's 15-puzzles, FIFO expands 3.5 times as many states as LOW_H
    (``python -m benchmarks core/ties``). Most expansions have the last value of f, and LOW_H expands only a part of
    these states before it reaches a goal.
    """

    LOW_H = "low-h"
    """The state with the smaller h first, then the newest."""
    HIGH_H = "high-h"
    """The state with the larger h first, then the newest."""
    FIFO = "fifo"
    """The oldest state first."""
    LIFO = "lifo"
    """The newest state first."""

    def __repr__(self) -> str:
        return f"TieBreak.{self.name}"


def check_tie_break(value: object) -> None:
    """Raise TypeError if the value isn't a TieBreak."""
    if not isinstance(value, TieBreak):
        raise TypeError(f"tie_break must be a TieBreak, for instance TieBreak.LOW_H, not {value!r}")


def tie_value(tie_break: TieBreak, h: float) -> float:
    """Return the second sort key of the frontier, after f. The smallest comes first."""
    if tie_break is TieBreak.LOW_H:
        return h
    return -h if tie_break is TieBreak.HIGH_H else 0


class Priority(Enum):
    """The formula for f of weighted A*, with the weight w.

    All formulas give the same guarantee: the solution costs at most w times the optimum. They differ in where the
    search may lose cost. LINEAR allows the same excess everywhere. The XDP formulas require almost optimal paths near
    the start and allow longer ones near the goal. The XUP formulas do the opposite. All of them are g + h for w = 1.

    References
    ----------
    J. Chen and N. Sturtevant, "Necessary and Sufficient Conditions for Avoiding Reopenings in Best First Suboptimal
    Search with General Bounding Functions", AAAI 35 (2021), doi:10.1609/aaai.v35i5.16485.
    """

    LINEAR = "linear"
    """f = g + w·h, the formula of I. Pohl (1970)."""
    XDP = "xdp"
    """f = (g + (2w - 1)·h + √((g - h)² + 4w·g·h)) / 2w."""
    XUP = "xup"
    """f = (g + h + √((g + h)² + 4w·(w - 1)·h²)) / 2w."""
    PWXDP = "pwxdp"
    """f = g + h if h > g, otherwise (g + (2w - 1)·h) / w: XDP in two straight pieces."""
    PWXUP = "pwxup"
    """f = g / (2w - 1) + h if g < (2w - 1)·h, otherwise (g + h) / w: XUP in two straight pieces."""

    def __repr__(self) -> str:
        return f"Priority.{self.name}"


_SMALLEST_SQUARE: Final = 1e-280
_LARGEST_SQUARE: Final = 1e300
"""Squares between these numbers are exact enough, and ``hypot`` computes the roots of the others."""


def finite_f(weight: float, g: float, h: float) -> float:
    """Return g + weight * h. Raise ValueError if it isn't a finite number."""
    try:
        f = g + weight * h
    except (TypeError, OverflowError):
        f = exact_priority(Priority.LINEAR, weight, g, h)
    if f - f != 0:  # This is also true for NaN, the difference of two infinities.
        raise ValueError(
            f"g + weight * h is {f!r} for the weight {weight!r}, g = {g!r} and h = {h!r}; expected a finite number. "
            "Use a smaller weight, or a larger unit for costs and heuristic"
        )
    return f


def is_within(cost: float, factor: float, bound: float) -> bool:
    """Return True if a cost is at most ``factor`` times a lower bound."""
    return cost <= exact_priority(Priority.LINEAR, factor, 0, bound)


def exact_priority(priority: Priority, weight: float, g: float, h: float) -> float:
    """Return f of weighted A* for numbers of any type.
    If one is a Decimal or an int above 10³⁰⁸, f is a Decimal, because Python can't multiply these by a float.
    """
    try:
        return g + weight * h if priority is Priority.LINEAR else weighted_priority(priority, weight, g, h)
    except (TypeError, OverflowError):
        return _decimal_priority(priority, *map(_as_decimal, (weight, g, h)))  # type: ignore[no-any-return]  # a Decimal


def weighted_priority(priority: Priority, weight: float, g: float, h: float) -> float:
    """Return f of weighted A* for a priority other than ``LINEAR`` (see :class:`Priority`).
    The compiled frontier computes the same numbers with the same operations in the same order.
    """
    if priority is Priority.PWXDP:
        return g + h if h > g else (g + (2 * weight - 1) * h) / weight
    if priority is Priority.PWXUP:
        factor = 2 * weight - 1
        return g / factor + h if g < factor * h else (g + h) / weight
    w, g, h = float(weight), float(g), float(h)
    if priority is Priority.XDP:
        square = (g - h) * (g - h) + 4 * w * g * h
        is_exact = _SMALLEST_SQUARE < square < _LARGEST_SQUARE
        root = math.sqrt(square) if is_exact else math.hypot(g - h, 2 * math.sqrt(w * g) * math.sqrt(h))
        return (g + (2 * w - 1) * h + root) / (2 * w)
    square = (g + h) * (g + h) + 4 * w * (w - 1) * h * h
    is_exact = _SMALLEST_SQUARE < square < _LARGEST_SQUARE
    root = math.sqrt(square) if is_exact else math.hypot(g + h, 2 * math.sqrt(w) * math.sqrt(w - 1) * h)
    return (g + h + root) / (2 * w)


def _decimal_priority(priority: Priority, w: Any, g: Any, h: Any) -> Any:  # Any: Decimals, and f is one
    """Return f for three Decimals."""
    match priority:
        case Priority.LINEAR:
            return g + w * h
        case Priority.XDP:
            return (g + (2 * w - 1) * h + ((g - h) * (g - h) + 4 * w * g * h).sqrt()) / (2 * w)
        case Priority.XUP:
            return (g + h + ((g + h) * (g + h) + 4 * w * (w - 1) * h * h).sqrt()) / (2 * w)
    return weighted_priority(priority, w, g, h)


def _as_decimal(number: Any) -> Any:  # Any: a number of any type, and a Decimal
    from decimal import Decimal  # only needed for Decimals and very large numbers, as numbers is
    from numbers import Rational

    if isinstance(number, int | float | Decimal) or not isinstance(number, Rational):
        return Decimal(number)
    return Decimal(int(number.numerator)) / Decimal(int(number.denominator))


class CycleCheck(Enum):
    """The rule by which a depth-first search discards successors that lead back. These aren't counted as generated."""

    PATH = "path"
    """Discards every state that is on the current path, so that the search ends on every finite space."""
    PARENT = "parent"
    """Discards only the parent and the state itself, as R. Korf's program of 1985 did.

    It's faster, but the search doesn't end on an unsolvable problem, and not always if there are cycles of cost 0."""

    def __repr__(self) -> str:
        return f"CycleCheck.{self.name}"
