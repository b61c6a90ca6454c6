"""Names of a package that are imported when they are first used."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def lazy_names(
    package: str, modules: Mapping[str, str]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:  # Any: whatever the names stand for
    """Return ``__getattr__`` and ``__dir__`` for a package, which imports each name when it is first used.

    Parameters
    ----------
    package:
        The name of the package.
    modules:
        For each name, the module that defines it.

    Examples
    --------
    >>> get, names = lazy_names("collections", {"Mapping": "collections.abc"})
    >>> get("Mapping").__name__, "Mapping" in names()
    ('Mapping', True)
    """

    def imported(name: str) -> Any:  # Any: as above
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found = getattr(import_module(modules[name]), name)
        setattr(sys.modules[package], name, found)
        return found

    return imported, lambda: sorted({*vars(sys.modules[package]), *modules})
