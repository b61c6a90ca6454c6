"""The table files of additive pattern databases. Missing tables are built, and files are mapped into memory."""

from __future__ import annotations

import importlib.util
import math
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, BinaryIO, Final

from astarlib._support.table_cache import cache_folder, cached_table
from astarlib.events import Observer, TableProgress, handler_for
from astarlib.problems.npuzzle.partitions import Partition

MOST_BYTES: Final = 4 * 2**30
"""The maximum size of the arrays that are needed to build a table."""
_MANY: Final = 2_000_000  # Placements of a group.

_MAPPED: dict[Path, Sequence[int]] = {}  # Each file is checked once per process. Only pages that are read take memory.


def table_of(partition: Partition, number: int, observer: Observer | None = None) -> Sequence[int]:
    """Return the entries of a group's table, by number of placement (see :func:`pattern_tables.distances`).

    Parameters
    ----------
    partition:
        The partition that contains the group.
    number:
        The number of the group, counted from 0.
    observer:
        An observer of ``TableProgress`` events, sent while the table is built.

    Raises
    ------
    ImportError
        If numpy isn't installed. The message names the extra to install.
    OSError
        If the file can be neither read nor written.
    """
    group, blank, (rows, columns) = partition.groups[number], partition.blank, partition.shape
    name = f"npuzzle-{rows}x{columns}-blank-{blank}-tiles-{'.'.join(map(str, group))}.npy"
    table = _MAPPED.get(cache_folder() / name)
    if table is not None:
        return table
    try:
        import numpy as np  # noqa: PLC0415  # only needed once a table is used

        distances = _best_way(partition, group)
    except ImportError as error:
        raise ImportError(
            "a pattern database needs numpy: run pip install '.[heuristics]' in a checkout of astarlib"
        ) from error

    def make(file: BinaryIO) -> None:
        np.save(file, distances(partition.shape, group, blank, _reporter(partition, number, observer)))

    path = cached_table(name, {"shape": [rows, columns], "blank": blank, "tiles": list(group)}, make)
    table = _MAPPED[path] = memoryview(np.load(path, mmap_mode="r"))
    return table


def _best_way(partition: Partition, group: Sequence[int]) -> Callable[..., Any]:  # Any: numpy's array
    """Return the function that builds a table. It uses numba if that's installed and the table is large enough."""
    rows, columns = partition.shape
    if math.perm(rows * columns, len(group)) >= _MANY and importlib.util.find_spec("numba") is not None:
        from astarlib.problems.npuzzle import compiled_tables  # noqa: PLC0415  # only needed once a table is used

        return compiled_tables.distances
    from astarlib.problems.npuzzle import pattern_tables  # noqa: PLC0415  # only needed once a table is used

    return pattern_tables.distances


def refuse_large(partition: Partition) -> None:
    """Raise ValueError with the size if a table of the partition is too large to build."""
    rows, columns = partition.shape
    cells = rows * columns
    mask = 1 << max(0, (cells - 1).bit_length() - 3)  # The number of bytes of a set of cells.
    for group in partition.groups:
        needed = cells ** len(group) * (1 + 2 * mask)
        if cells > 64 or needed > MOST_BYTES:
            raise ValueError(
                f"a table for {len(group)} tiles of {rows} x {columns} cells has {cells ** len(group):,} bytes, and "
                f"building it takes {needed / 2**30:,.1f} GiB of memory; the maximum is 64 cells and "
                f"{MOST_BYTES >> 30} GiB, so use smaller groups"
            )


def _reporter(partition: Partition, number: int, observer: Observer | None) -> Callable[[int], object]:
    """Return a function that sends the number of placements whose distance is known to the observer."""
    emit = handler_for(observer, TableProgress)
    if emit is None:
        return lambda _: None
    begun = time.perf_counter()
    name = f"pattern database, table {number + 1} of {len(partition.groups)}"
    cells, tiles = math.prod(partition.shape), len(partition.groups[number])
    # If the group has all tiles, half of its placements can't be reached.
    total = math.perm(cells, tiles) // (2 if tiles == cells - 1 else 1)
    return lambda done: emit(TableProgress(name, done, total, time.perf_counter() - begun))
