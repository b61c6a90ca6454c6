"""Which successors a depth-first search discards because they lead back."""

from __future__ import annotations

from enum import Enum


class CycleCheck(Enum):
    """How a depth-first search keeps from walking in circles. Discarded successors are not counted as generated."""

    PATH = "path"
    """Discards every state that is on the current path, so that the search ends on every finite space."""
    PARENT = "parent"
    """Only refuses to go straight back or to stay, as R. Korf's program of 1985 did: cheaper, but on an unsolvable
    problem it does not end, nor always where there are cycles that cost nothing."""

    def __repr__(self) -> str:
        return f"CycleCheck.{self.name}"
