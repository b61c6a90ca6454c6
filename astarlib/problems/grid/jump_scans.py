"""Scans along rows, columns and diagonals of a grid to the next jump point, without numpy.

A scan is computed when it's first needed, and all problems on a grid share its result. Cells are places in the padded
grid, as in `Grid.neighbors`.
"""

from __future__ import annotations

from typing import Final

from astarlib.problems.grid.grid import Grid
from astarlib.problems.grid.jump_rules import COLUMNS, components, kept_steps, open_masks
from astarlib.problems.grid.steps import STEPS, CornerRule


class JumpScans:
    """The scans of a grid, with the steps of a `GridProblem`."""

    def __init__(self, grid: Grid, connectivity: int, corner_rule: CornerRule) -> None:
        stride, self._patterns, _ = grid.neighbors(connectivity, corner_rule)
        self.stride: int = stride
        self._open, self._kept = open_masks(connectivity, corner_rule), kept_steps(connectivity, corner_rule)
        self.offsets: Final = tuple(step.down * self.stride + step.right for step in STEPS)
        self.sides: Final = tuple(components(step, connectivity) for step in range(8))
        """For each step, its two components, or none if it isn't primary."""
        self._usual = tuple(sum(1 << one for one in (step, *self.sides[step])) for step in range(8))
        self._distances: dict[tuple[int, int], int] = {}

    def first_steps(self, place: int) -> int:
        """Return the bits of all open steps out of a cell."""
        return self._open[self._patterns[place]]

    def kept_steps(self, place: int, step: int) -> int:
        """Return the bits of the steps that aren't left out after a step into a cell."""
        return self._kept[step][self._patterns[place]]

    def is_end(self, place: int, kept: int, step: int) -> bool:
        """Return True if a scan ends at a jump point, so that the jump point becomes a state."""
        return len(self.sides[step]) == 0 or self.is_forced(kept, step) or place % self.stride % COLUMNS == 0

    def is_forced(self, kept: int, step: int) -> bool:
        """Return True if other steps are kept than on a free map."""
        return kept & ~self._usual[step] != 0

    def distance(self, place: int, step: int) -> int:
        """Return the number of steps to the next jump point in a direction, or to an obstacle before it, negated."""
        found = self._distances.get((place, step))
        if found is None:
            found = self._distances[place, step] = self._scan(place, step)
        return found

    def _scan(self, start: int, step: int) -> int:
        offset, sides = self.offsets[step], self.sides[step]
        place, count = start, 0
        while self._open[self._patterns[place]] >> step & 1:
            place, count = place + offset, count + 1
            kept = self._kept[step][self._patterns[place]]
            if self.is_forced(kept, step) or any(kept >> side & 1 and self.distance(place, side) > 0 for side in sides):
                return count
        return -count
