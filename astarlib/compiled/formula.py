"""`Formula`, the order of a queue. This module needs neither numpy nor numba."""

from __future__ import annotations

from typing import NamedTuple

from astarlib.searching.parameters import Priority, TieBreak, weighted_priority


class Formula(NamedTuple):
    """The order of a queue."""

    weights: tuple[float, float]
    """The weights of g and h in f."""
    tie_break: TieBreak = TieBreak.LOW_H
    priority: Priority = Priority.LINEAR

    def f(self, g: float, h: float) -> float:
        """Return f."""
        if self.priority is Priority.LINEAR:
            return self.weights[0] * g + self.weights[1] * h
        return weighted_priority(self.priority, self.weights[1], g, h)
