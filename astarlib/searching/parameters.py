"""The enumerations that are parameters of engines."""

from __future__ import annotations

from enum import Enum


class TieBreak(Enum):
    """The tie-breaking rule: the order of states with equal f.

    It changes the number of expansions but not the guarantee. For example, on the easiest of Korf's 15-puzzles, FIFO
    expands 3.5 times as many states as LOW_H (``python -m benchmarks core/ties``). Most expansions have the last value
    of f, and LOW_H expands only a part of these states before it reaches a goal.
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


def tie_value(tie_break: TieBreak, h: float) -> float:
    """Return the second sort key of the frontier, after f. The smallest comes first."""
    if tie_break is TieBreak.LOW_H:
        return h
    return -h if tie_break is TieBreak.HIGH_H else 0


class CycleCheck(Enum):
    """The rule by which a depth-first search discards successors that lead back.

    Discarded successors aren't counted as generated.
    """

    PATH = "path"
    """Discards every state that is on the current path, so that the search ends on every finite space."""
    PARENT = "parent"
    """Discards only the parent and the state itself, as R. Korf's program of 1985 did.

    It's faster, but the search doesn't end on an unsolvable problem, and not always if there are cycles of cost 0."""

    def __repr__(self) -> str:
        return f"CycleCheck.{self.name}"
