"""Files that the user of the benchmarks provides, because we can't ship them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

DATA: Final = "ASTARLIB_BENCHMARKS_DATA"
"""The variable of the environment that names the folder of data."""
EVERY: Final = "ASTARLIB_BENCHMARKS_EVERY"
"""The variable that tells which queries of a map are asked."""


def data_folder() -> Path | None:
    """Return the folder of maps and roads, or None if it isn't given."""
    name = os.environ.get(DATA, "")
    return Path(name) if name != "" else None


def every(usual: int) -> int:
    """Return the n for which every n-th query of a map is solved."""
    return int(os.environ.get(EVERY) or usual)
