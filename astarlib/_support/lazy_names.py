"""Names of a package that are imported when they are first used."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib import import_module
from typing import Any


def lazy_name(package: str, modules: Mapping[str, str], name: str) -> Any:  # Any: whatever the name stands for
    """Return what a name of a package stands for, imported from the module that ``modules`` has for it."""
    if name not in modules:
        raise AttributeError(f"module {package!r} has no attribute {name!r}")
    found = getattr(import_module(modules[name]), name)
    setattr(sys.modules[package], name, found)
    return found
