"""Let the pages show figures and run `astarlib` from the environment that builds them, activated or not."""

from __future__ import annotations

import gc
import os
import sys
from pathlib import Path


def on_startup(**_: object) -> None:
    """Put the programs of this environment first on PATH, and make `docs.figures` importable."""
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    os.environ["PATH"] = str(Path(sys.executable).parent) + os.pathsep + os.environ.get("PATH", "")
    os.environ["NO_COLOR"] = "1"
    os.environ["COLUMNS"] = "88"


def on_page_markdown(_: str, **__: object) -> None:
    """Let the garbage collector ignore the pages so far.

    A comparison collects all garbage before each run. With the objects of all pages, that takes longer than the run.
    """
    gc.freeze()
