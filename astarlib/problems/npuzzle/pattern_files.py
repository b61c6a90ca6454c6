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
from astarlib.problems.npuzzle.lookups import Table, tables_of
from astarlib.problems.npuzzle.partitions import Partition

MAX_BYTES: Final = 4 * 2**30
"""The maximum size of a table."""
_MANY: Final = 2_000_000  # Placements of a group.

_MAPPED: dict[Path, Sequence[int]] = {}  # Each file is checked once per process. Only pages that are read take memory.


def entries_of(table: Table, *, name: str = "", observer: Observer | None = None, threads: int = 1) -> Sequence[int]:
    """Return the entries of a table. They are built and stored if they aren't on disk, with the errors of
    `AdditivePatternDatabase.build`. ``name`` is for ``TableProgress`` events.
    """
    group, blank, (rows, columns) = table.group, table.blank, table.shape
    layout = "compact" if table.is_compact else "sparse"
    file_name = f"npuzzle-{rows}x{columns}-blank-{blank}-tiles-{'.'.join(map(str, group))}-{layout}.npy"
    entries = _MAPPED.get(cache_folder() / file_name)
    if entries is not None:
        return entries
    try:
        import numpy as np  # only needed once a table is used
    except ImportError as error:
        raise ImportError(
            "a pattern database needs numpy: run pip install '.[heuristics]' in a checkout of astarlib"
        ) from error

    def make(file: BinaryIO) -> None:
        np.save(file, _builder(table, threads)(table.shape, group, blank, _reporter(table, name, observer)))

    made_for = {"shape": [rows, columns], "blank": blank, "tiles": list(group), "layout": layout}
    path = cached_table(file_name, made_for, make)
    entries = _MAPPED[path] = memoryview(np.load(path, mmap_mode="r"))
    return entries


def _builder(table: Table, threads: int) -> Callable[..., Any]:  # Any: numpy's array
    """Return the function that builds a table. It uses numba if that's installed and the table is large enough."""
    has_numba = importlib.util.find_spec("numba") is not None
    if table.is_compact and not has_numba:
        raise ImportError(
            f"a pattern database of {table.size:,} bytes needs numba: run pip install '.[compiled]' in a checkout of "
            "astarlib, or use smaller groups"
        )
    if has_numba and (table.is_compact or math.perm(table.cells, len(table.group)) >= _MANY):
        from astarlib.problems.npuzzle import compiled_tables  # only needed once a table is used

        build = compiled_tables.compact_distances if table.is_compact else compiled_tables.distances
        return lambda *arguments: build(*arguments, threads=threads)
    from astarlib.problems.npuzzle import pattern_tables  # only needed once a table is used

    return pattern_tables.distances


def refuse_large(partition: Partition) -> None:
    """Raise ValueError with the size if a table of the partition is too large to build."""
    rows, columns = partition.shape
    for table in tables_of(partition):
        if rows * columns > 64 or table.size > MAX_BYTES:
            raise ValueError(
                f"a table for {len(table.group)} tiles of {rows} x {columns} cells has {table.size:,} bytes; the "
                f"maximum is 64 cells and {MAX_BYTES:,} bytes, so use smaller groups"
            )


def _reporter(table: Table, name: str, observer: Observer | None) -> Callable[[int], object]:
    """Return a function that sends the number of placements whose distance is known to the observer."""
    emit = handler_for(observer, TableProgress)
    if emit is None:
        return lambda _: None
    begun = time.perf_counter()
    cells, tiles = table.cells, len(table.group)
    # If the group has all tiles, half of its placements can't be reached.
    total = math.perm(cells, tiles) // (2 if tiles == cells - 1 else 1)
    return lambda done: emit(TableProgress(name, done, total, time.perf_counter() - begun))
