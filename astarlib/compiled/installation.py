"""The check that numba is installed."""

from __future__ import annotations

import importlib.util
import sys
from functools import cache


@cache  # An error isn't cached. Each search calls this, and looking for a package takes long.
def require_numba() -> None:
    """Raise ImportError, which names the extra to install, if numba isn't installed."""
    if "numba" not in sys.modules and importlib.util.find_spec("numba") is None:
        raise ImportError("compiled engines need numba: run pip install '.[compiled]' in a checkout of astarlib")
