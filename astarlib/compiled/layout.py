"""Where the tables of a domain lie in memory, for functions that get no arrays."""

from __future__ import annotations

import struct
from typing import Any

import numpy as np


def layout_of(tables: tuple[Any, ...]) -> Any:
    """Of each array its address, shape and strides, of each number its bits. Any: numpy's array of 64 bits each.

    It holds good as long as the tables are there.
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
