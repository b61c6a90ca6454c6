"""The tables of a domain: types that are the same in every process, and their addresses in memory.

Compiled code is stored with the types of its arguments, and the type of a named tuple is its class. A script or
notebook defines a new class each time. Therefore, kernels get tables as named tuples of this module. It has one class
for each list of field names.
"""

from __future__ import annotations

import collections
import struct
import sys
from functools import partial
from typing import Any
from weakref import ref

import numpy as np

_PREFIX = "Tables__"


_C, _F, _ALIGNED, _WRITEABLE = 0x1, 0x2, 0x100, 0x400
_FLAGS = _C | _F | _ALIGNED | _WRITEABLE
"""The flags of an array that its type depends on."""


def table_kinds(tables: tuple[Any, ...]) -> Any:  # Any: tuples, types and numbers
    """Return a value that is equal, and has the same text in every process, for tables of equal types."""
    kinds: list[Any] = [getattr(tables, "_fields", ())]
    for table in tables:
        kind = type(table)
        if isinstance(table, np.ndarray):
            kinds.append((table.dtype, table.ndim, table.flags.num & _FLAGS))
        elif kind in {float, bool} or (kind is int and -(2**63) <= table < 2**63) or issubclass(kind, np.generic):
            kinds.append(kind)
        elif kind is int:
            if not 0 <= table < 2**64:
                raise ValueError(f"tables has the number {table}, but its numbers have at most 64 bits; use a float")
            kinds.append(np.uint64)
        elif issubclass(kind, tuple):
            kinds.append(table_kinds(table))
        else:
            raise TypeError(f"tables must have arrays and numbers, not {table!r}")
    return tuple(kinds)


def numba_type_of(kinds: Any) -> Any:  # Any: `table_kinds`, and numba's types
    """Return numba's type of tables of these kinds."""
    import numba

    untyped: Any = numba  # Some of these have annotations, others don't.
    from_dtype, typeof, types = untyped.from_dtype, untyped.typeof, untyped.types

    found: list[Any] = []
    for kind in kinds[1:]:
        if isinstance(kind, type):
            found.append(typeof(kind(0)))
        elif isinstance(kind[0], tuple):
            found.append(numba_type_of(kind))
        else:
            dtype, dimensions, flags = kind
            layout = "C" if flags & _C else "F" if flags & _F else "A"
            is_fixed, is_aligned = flags & _WRITEABLE == 0, flags & _ALIGNED != 0
            found.append(types.Array(from_dtype(dtype), dimensions, layout, is_fixed, aligned=is_aligned))
    if len(kinds[0]) == 0:
        return types.Tuple(tuple(found))
    named: Any = getattr(sys.modules[__name__], _PREFIX + "__".join(kinds[0]))  # Any: a class made by __getattr__
    return types.NamedTuple(tuple(found), named) if len(set(found)) > 1 else types.NamedUniTuple(
        found[0], len(found), named)  # fmt: skip


def __getattr__(name: str) -> Any:  # Any: a named tuple
    """Return the named tuple of that name. It is created at the first access."""
    if not name.startswith(_PREFIX):
        raise AttributeError(name)
    make: Any = collections.namedtuple  # noqa: PYI024  # the field names are known only now
    made = make(name, name.removeprefix(_PREFIX).split("__"))
    made.__module__ = __name__
    globals()[name] = made
    return made


class TableLayout:
    """The words from which ``intrinsics.tables_at`` rebuilds the tables. Kernels get their address, so that a kernel
    doesn't depend on the types of the tables. The layout is valid as long as the tables exist.
    """

    __slots__ = ("_kept", "_words", "address", "kinds")

    def __init__(self, tables: tuple[Any, ...]) -> None:
        self._words: Any = np.array(_words_of(tables) or [0], np.uint64)  # Any: numpy's array
        self.address: int = _address_of(self._words)
        self.kinds: Any = table_kinds(tables)
        self._kept: list[Any] = []

    def remember(self, tables: tuple[Any, ...], key: tuple[Any, ...]) -> None:
        """Let `layout_of` return this layout until one of the arrays doesn't exist any more."""
        forget = partial(_layouts.pop, key)  # The reference is its default. A signal can't interrupt it.
        # numpy doesn't move the items of an array to which there is a weak reference.
        self._kept = [ref(table, forget) if isinstance(table, np.ndarray) else table for table in tables]
        if len(_layouts) >= _MAX_LAYOUTS:
            _layouts.clear()
        _layouts[key] = self


_layouts: dict[tuple[Any, ...], TableLayout] = {}
_MAX_LAYOUTS = 256


def layout_of(tables: tuple[Any, ...]) -> TableLayout:
    """Return the layout of tables. Searches of one problem share it, because it takes longer than a tiny search."""
    key = (type(tables), *map(id, tables))
    found = _layouts.get(key)
    if found is None:
        found = TableLayout(tables)
        if not any(isinstance(table, tuple) for table in tables):
            found.remember(tables, key)
    return found


def _words_of(tables: tuple[Any, ...]) -> list[int]:
    """Return the address, shape and strides of each array, and the bits of each number, as unsigned words."""
    found: list[int] = []
    for table in tables:
        if isinstance(table, np.ndarray):
            found += [_address_of(table), *table.shape, *(stride % 2**64 for stride in table.strides)]
        elif isinstance(table, float | np.floating):
            found += struct.unpack("<Q", struct.pack("<d", table))
        elif isinstance(table, tuple):
            found += _words_of(table)
        elif isinstance(table, int | np.integer | np.bool_):
            found.append(int(table) % 2**64)
        else:
            raise TypeError(f"tables must have arrays and numbers, not {table!r}")
    return found


def _address_of(array: Any) -> int:  # Any: numpy's array
    address: int = array.__array_interface__["data"][0]  # `array.ctypes` takes longer.
    return address
