"""Let the pages show figures and run `astarlib` from the environment that builds them, activated or not."""

from __future__ import annotations

import gc
import os
import sys
from pathlib import Path
from types import SimpleNamespace


def on_startup(**_: object) -> None:
    """Put the programs of this environment first on PATH, and make `docs.figures` importable."""
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    os.environ["PATH"] = str(Path(sys.executable).parent) + os.pathsep + os.environ.get("PATH", "")
    os.environ["NO_COLOR"] = "1"
    os.environ["COLUMNS"] = "88"
    from astarlib.comparing import running  # known now

    # Before each run, a comparison collects all garbage, so that its times are exact. Those on the pages are examples,
    # and with mkdocs' millions of objects, a collection takes longer than most runs.
    running.gc = SimpleNamespace(collect=lambda: gc.collect(0))
