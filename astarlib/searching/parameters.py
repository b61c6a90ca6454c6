"""Enumerations that are parameters of engines."""

from __future__ import annotations

from enum import Enum


class TieBreak(Enum):
    """The order among states of equal f. It changes how many states are expanded, never what is proved.

    On the easiest of Korf's 15-puzzles FIFO expands 3.5 times as many states as LOW_H (``python -m benchmarks
    core/ties``): the states of the last f make up most of the work, and LOW_H dives through them.
    """

    LOW_H = "low-h"
    """The smaller h first, then the newest."""
    HIGH_H = "high-h"
    """The larger h first, then the newest."""
    FIFO = "fifo"
    """The oldest first."""
    LIFO = "lifo"
    """The newest first."""

    def __repr__(self) -> str:
        return f"TieBreak.{self.name}"

    def second(self, h: float) -> float:
        """What follows f in the order of the frontier, where the smallest comes first."""
        if self is TieBreak.LOW_H:
            return h
        return -h if self is TieBreak.HIGH_H else 0


class CycleCheck(Enum):
    """Which successors a depth-first search discards because they lead back.

    Discarded successors aren't counted as generated.
    """

    PATH = "path"
    """Discards every state that is on the current path, so that the search ends on every finite space."""
    PARENT = "parent"
    """Only refuses to go straight back or to stay, as R. Korf's program of 1985 did: cheaper, but on an unsolvable
    problem it does not end, nor always where there are cycles that cost nothing."""

    def __repr__(self) -> str:
        return f"CycleCheck.{self.name}"
