"""Lets the pages run `astarlib` from the environment that builds them, whether it is activated or not."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def on_startup(**_: object) -> None:
    """Put that environment's programs first."""
    os.environ["PATH"] = str(Path(sys.executable).parent) + os.pathsep + os.environ.get("PATH", "")
    os.environ["NO_COLOR"] = "1"
    os.environ["COLUMNS"] = "88"
