"""Tuples of tables as numba knows them again in another process, whatever class they were made of.

Compiled code is kept with the types of its arguments, and a named tuple's type is its class. That of a script or of a
notebook is another one each time, so tables go to the kernels as named tuples of this module. It has a class for every
set of names, told by its own name.
"""

from __future__ import annotations

import collections
import sys
from typing import Any

_PREFIX = "Tables__"


def known_again(tables: tuple[Any, ...]) -> tuple[Any, ...]:
    """The same tables, under the same names if they have some."""
    names: tuple[str, ...] = getattr(tables, "_fields", ())
    if len(names) == 0:
        return tuple(tables)
    kind: Any = getattr(sys.modules[__name__], _PREFIX + "__".join(names))  # Any: a named tuple, made by __getattr__
    made: tuple[Any, ...] = kind(*tables)
    return made


def __getattr__(name: str) -> Any:  # Any: a named tuple, made by __getattr__
    """The class of that name, made when it is asked for first."""
    if not name.startswith(_PREFIX):
        raise AttributeError(name)
    make: Any = collections.namedtuple  # noqa: PYI024  # the names are known now
    made = make(name, name.removeprefix(_PREFIX).split("__"))
    made.__module__ = __name__
    globals()[name] = made
    return made
