"""The tables of a domain: types that are the same in every process, and their addresses in memory.

Compiled code is stored with the types of its arguments, and the type of a named tuple is its class. A script or
notebook defines a new class each time. Therefore, kernels get tables as named tuples of this module. It has one class
for each list of field names.
"""

from __future__ import annotations

import collections
import struct
import sys
from typing import Any

import numba
import numpy as np

_PREFIX = "Tables__"


def stable_table_types(tables: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the same tables in a tuple whose type is the same in every process. Field names are kept."""
    names: tuple[str, ...] = getattr(tables, "_fields", ())
    if len(names) == 0:
        return tuple(tables)
    kind: Any = getattr(sys.modules[__name__], _PREFIX + "__".join(names))  # Any: a class made by __getattr__
    made: tuple[Any, ...] = kind(*tables)
    return made


def table_kinds(tables: tuple[Any, ...]) -> Any:  # Any: types of Python, numpy or numba
    """Return a value that is equal for tables of equal types. It takes a tenth of the time of ``numba.typeof``."""
    kinds: list[Any] = [getattr(tables, "_fields", ())]
    for table in tables:
        kind = type(table)
        if kind is np.ndarray:
            kinds.append((table.dtype, table.ndim, table.flags.num))
        elif kind in {float, bool} or (kind is int and -(2**63) <= table < 2**63) or issubclass(kind, np.number):
            kinds.append(kind)
        else:
            kinds.append(numba.typeof(table))  # type: ignore[no-untyped-call]  # numba's
    return tuple(kinds)


def __getattr__(name: str) -> Any:  # Any: a named tuple
    """Return the named tuple of that name. It is created at the first access."""
    if not name.startswith(_PREFIX):
        raise AttributeError(name)
    make: Any = collections.namedtuple  # noqa: PYI024  # the field names are known only now
    made = make(name, name.removeprefix(_PREFIX).split("__"))
    made.__module__ = __name__
    globals()[name] = made
    return made


def table_layout(tables: tuple[Any, ...]) -> Any:  # Any: numpy's array
    """Return an array of int64 from which ``intrinsics.tables_at`` rebuilds the tables, for functions without arrays.
    An array is represented by its address, shape and strides, and a number by its bits. The layout is valid as long as
    the tables exist.
    """
    found: list[int] = []
    for table in tables:
        if isinstance(table, np.ndarray):
            found += [table.ctypes.data, *table.shape, *table.strides]
        elif isinstance(table, float | np.floating):
            found += struct.unpack("<q", struct.pack("<d", table))
        else:
            found.append(int(table))
    return np.array(found or [0], np.int64)
