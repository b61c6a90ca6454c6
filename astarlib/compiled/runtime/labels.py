"""The labels of dominance in arrays that grow."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from astarlib.compiled.kernels.data import Labels, Table
from astarlib.compiled.kernels.dominance import NEXT_KEY, ROW_LENGTH, ROWS_END
from astarlib.compiled.kernels.hash_table import MAX_LOAD
from astarlib.compiled.runtime.storage import ROOT

_FIRST_KEYS: Final = 1 << 10
_MAX_ROOM: Final = 64


def new_labels(words: int, width: int = 2) -> Labels:
    """Return room for labels. Their keys have this many words, and their rows this many numbers: g and resources."""
    sizes: Any = np.zeros(4, np.int64)
    sizes[:2] = ROOT
    sizes[ROW_LENGTH] = width
    starts, counts, rooms = (np.zeros(_FIRST_KEYS, np.int64) for _ in range(3))
    rows = np.zeros(_FIRST_KEYS * width, np.int64)
    return Labels(
        _new_table(2 * _FIRST_KEYS), np.zeros(_FIRST_KEYS * words, np.uint64), starts, counts, rooms, rows,
        np.full(_MAX_ROOM, -1, np.int64), np.zeros(width, np.int64), sizes,
    )  # fmt: skip


def larger_labels(labels: Labels, fill: Any) -> Labels:  # Any: numba's dispatcher
    """Return the labels with more room for what a kernel needs, after it returned GROW_LABELS."""
    sizes, words = labels.sizes, labels.keys.size // labels.counts.size
    if sizes[ROW_LENGTH] != labels.row.size:  # There are no labels yet.
        return new_labels(words, int(sizes[ROW_LENGTH]))
    keys = int(sizes[NEXT_KEY])
    if keys < min(labels.counts.size, int(MAX_LOAD * labels.table.slots.size)):
        return labels._replace(rows=_twice(labels.rows))
    table = _new_table(2 * labels.table.slots.size)
    larger = {name: _twice(getattr(labels, name)) for name in ("keys", "starts", "counts", "rooms")}
    fill(table.slots, table.node_bits, larger["keys"], ROOT, keys, True)
    return labels._replace(table=table, **larger)


def bytes_of(labels: Any) -> int:
    """Return the bytes of the labels in use and of their hash table; 0 without labels."""
    if len(labels) == 0:
        return 0
    keys = int(labels.sizes[NEXT_KEY]) * (labels.keys.nbytes // labels.counts.size + 3 * 8)
    return int(labels.table.slots.nbytes + keys + 8 * labels.row.size * labels.sizes[ROWS_END])


def growth_of(labels: Any, factor: float = 1.1) -> int:
    """Return the additional bytes that room for ``factor`` times the labels takes, or 0 if there is enough."""
    if len(labels) == 0:
        return 0
    keys, rows = factor * labels.sizes[NEXT_KEY], factor * labels.sizes[ROWS_END]
    found = 2 * labels.table.slots.nbytes + labels.keys.nbytes + 3 * labels.counts.nbytes
    found = found if keys >= labels.counts.size else 0
    return int(found + (labels.rows.nbytes if rows * labels.row.size > labels.rows.size else 0))


def _new_table(size: int) -> Table:
    return Table(np.zeros(size, np.uint32), np.uint64((size - 1).bit_length()))


def _twice(old: Any) -> Any:
    new: Any = np.zeros(2 * old.size, old.dtype)
    new[: old.size] = old
    return new
