"""Names of a package that are imported when they are first used."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any

_NOTHING: Mapping[str, str] = MappingProxyType({})


def lazy_name(package: str, modules: Mapping[str, str], name: str, moved: Mapping[str, str] = _NOTHING) -> Any:
    """Return what a name of a package stands for, imported from the module that ``modules`` has for it.
    Names in ``moved`` give a DeprecationWarning, which names their module. Any: whatever a name stands for.
    """
    if name in moved:
        module = moved[name]
        text = f"{package}.{name} moved; write: from {module} import {name}"
        warnings.warn(text, DeprecationWarning, stacklevel=3)
        return getattr(import_module(module), name)
    if name not in modules:
        raise AttributeError(f"module {package!r} has no attribute {name!r}")
    found = getattr(import_module(modules[name]), name)
    setattr(sys.modules[package], name, found)
    return found
