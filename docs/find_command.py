"""Lets the pages run `astarlib` from the environment that builds them, activated or not, and show figures."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def on_startup(**_: object) -> None:
    """Put that environment's programs first, and make `docs.figures` known."""
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    os.environ["PATH"] = str(Path(sys.executable).parent) + os.pathsep + os.environ.get("PATH", "")
    os.environ["NO_COLOR"] = "1"
    os.environ["COLUMNS"] = "88"
