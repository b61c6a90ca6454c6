"""Maps as numpy arrays, for libraries that search them."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from benchmarks.programs.instances import grid_512

REPEATS: Final = 10
"""A search of a few milliseconds is repeated this many times."""


def free() -> Any:  # Any: a numpy array
    """Return the grid of 512 x 512 cells as booleans. True is a free cell."""
    return np.array([[symbol == "." for symbol in row] for row in grid_512().rows])


def terrain() -> Any:  # Any: a numpy array
    """Return a map of 512 x 512 cells that cost 1 to 9."""
    return np.random.default_rng(1).integers(1, 10, (512, 512))
