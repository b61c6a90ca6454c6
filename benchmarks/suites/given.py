"""What whoever runs the benchmarks gives them: files that are not ours to ship."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

DATA: Final = "ASTARLIB_BENCHMARKS_DATA"
"""The variable of the environment that names the folder of data."""
EVERY: Final = "ASTARLIB_BENCHMARKS_EVERY"
"""The variable that tells which queries of a map are asked."""


def data_folder() -> Path | None:
    """Where maps and roads are; None when that is not told."""
    name = os.environ.get(DATA, "")
    return Path(name) if name != "" else None


def every(usual: int) -> int:
    """Of the queries of a map, every so-manyth."""
    return int(os.environ.get(EVERY) or usual)
