"""Additive pattern databases for compiled engines: the lookup, and all tables in one array."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from astarlib.problems.npuzzle.board import Shape, cells_of_tiles, goal_in_names
from astarlib.problems.npuzzle.compiled_board import bits_of_cell
from astarlib.problems.npuzzle.lookups import lookups_of
from astarlib.problems.npuzzle.partitions import Partition
from astarlib.problems.npuzzle.pattern_files import entries_of

U = np.uint64
Word = Any
"""A number in a function that numba compiles. No static type describes it."""

_BITS = 32  # The bits of a placement number. A word contains two numbers.


class Tables(NamedTuple):
    """The data of a database, as numpy arrays."""

    weights: Any
    """For each part of the packed board, content of the part, and word: the summand of the placement numbers."""
    entries: Any
    """All tables, one after the other."""


@lru_cache(maxsize=4)
def tables_of(shape: Shape, blank: int, partition: Partition) -> Tables:
    """Return the tables of a partition for a board. Equal boards share them."""
    cells = shape[0] * shape[1]
    goal = goal_in_names(shape, blank)
    lookups = lookups_of(shape, goal, partition)
    parts = [np.asarray(entries_of(table)) for table in lookups.tables]
    groups = len(lookups.views[0])
    weights = lookups.weights(cells_of_tiles(goal), _BITS, _BITS * groups)
    begins = np.cumsum([0, *map(len, parts[:-1])])
    each = [lookup for view in lookups.views for lookup in view]
    begin = sum(int(begins[lookup.table]) << _BITS * field for field, lookup in enumerate(each))
    bits = bits_of_cell(shape)
    per_part = 8 // bits
    words = -(-len(each) // 2)
    found = np.zeros((-(-cells // per_part), 256, words), np.uint64)
    for part in range(len(found)):
        for content in range(1 << bits * per_part):
            total = begin if part == 0 else 0
            for at in range(min(per_part, cells - part * per_part)):
                name = content >> bits * at & (1 << bits) - 1
                total += weights[part * per_part + at][name] if name < cells else 0
            for word in range(words):
                found[part, content, word] = total >> 64 * word & (1 << 64) - 1
    return Tables(found, np.concatenate(parts))


def pattern_function(shape: Shape, blank: int, partition: Partition) -> Callable[..., Any]:
    """Return the function ``heuristic`` of a domain, shared by boards of equal shape, groups and views."""
    views = lookups_of(shape, goal_in_names(shape, blank), partition).views
    return _heuristic(shape, len(views[0]), len(views))


@lru_cache(maxsize=16)
def _heuristic(shape: Shape, groups: int, views: int) -> Callable[..., Any]:
    cells = shape[0] * shape[1]
    bits = bits_of_cell(shape)
    width, parts, words = U(8 // bits * bits), -(-cells // (8 // bits)), -(-groups * views // 2)
    low, half = U((1 << int(width)) - 1), U(0xFFFFFFFF)
    names: dict[str, Any] = {"U": U, "width": width, "low": low, "half": half}
    sums = [f"    n{word} = U(0)" for word in range(words)]
    for part in range(parts):
        sums.append(f"    part = state >> U({part}) * width & low")
        sums += [f"    n{word} += tables.weights[{part}, part, {word}]" for word in range(words)]
    fields = [f"tables.entries[n{at // 2} {'& half' if at % 2 == 0 else '>> U(32)'}]" for at in range(groups * views)]
    totals = [
        "+".join(f"np.int64({field})" for field in fields[view * groups : (view + 1) * groups]) for view in range(views)
    ]
    value = totals[0] if views == 1 else f"max({totals[0]}, {totals[1]})"
    names["np"] = np
    source = "\n".join(["def heuristic(tables, state, aux):", *sums, f"    return {value}", ""])
    exec(source, names)  # noqa: S102  # The source is our own. A loop over the words takes twice the time.
    function: Callable[..., Any] = names["heuristic"]
    return function
