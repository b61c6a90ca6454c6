"""pyastar2d: A* in C++ on a numpy array of costs."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyastar2d

from benchmarks.programs.instances import grid_512
from benchmarks.programs.peers.arrays import REPEATS, free
from benchmarks.programs.repeated import Run, repeated

DISTRIBUTIONS = ("pyastar2d", "numpy")


def grid() -> Run:
    """Run A*. The library is called with (row, column)."""
    weights = np.where(free(), 1, np.inf).astype(np.float32)
    start, goal = (cell[::-1] for cell in grid_512()[1:])

    def run() -> dict[str, Any]:
        return {"cost": len(pyastar2d.astar_path(weights, start, goal, allow_diagonal=False)) - 1}

    return repeated(run, REPEATS)
