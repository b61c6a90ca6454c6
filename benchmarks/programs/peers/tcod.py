"""tcod: A* in C on a numpy array of costs."""

from __future__ import annotations

from typing import Any

import numpy as np
from tcod.path import AStar

from benchmarks.programs.peers.arrays import REPEATS, terrain
from benchmarks.programs.repeated import Run, repeated

DISTRIBUTIONS = ("tcod", "numpy")


def grid_of_terrain() -> Run:
    """Run A* with four neighbors from corner to corner. The library is called with (row, column)."""
    costs = terrain().astype(np.int32)
    finder, last = AStar(costs, diagonal=0), len(costs) - 1

    def run() -> dict[str, Any]:
        return {"cost": sum(int(costs[cell]) for cell in finder.get_path(0, 0, last, last))}

    return repeated(run, REPEATS)
