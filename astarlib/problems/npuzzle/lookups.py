"""The tables of an additive pattern database, and how to look up a board in them.

Groups that are rotations or reflections of each other, with the region of the blank in the goal, share a table.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from operator import mul
from typing import Final, NamedTuple

from astarlib.problems.npuzzle.board import Shape, State, moves_by_blank
from astarlib.problems.npuzzle.partitions import Partition, symmetries
from astarlib.problems.npuzzle.placements import placement_number

_MAX_SPARSE: Final = 2**26
"""The largest number of entries of a table that has an entry for each list of cells. Larger tables are compact."""


class Table(NamedTuple):
    """A table of the fewest moves of a group of tiles."""

    shape: Shape
    group: tuple[int, ...]
    """The sorted goal cells of the tiles."""
    blank: int
    """The first cell of the region that the blank can reach in the goal."""

    @property
    def cells(self) -> int:
        """The number of cells of the board."""
        return self.shape[0] * self.shape[1]

    @property
    def is_compact(self) -> bool:
        """True if the entries have the numbers of `placements`.
        Otherwise, a number is the sum of cell * cells ** i over the tiles i, which is faster to compute, but has gaps.
        """
        return bool(self.cells ** len(self.group) > _MAX_SPARSE)

    @property
    def size(self) -> int:
        """The number of entries, which is the size in bytes."""
        tiles = len(self.group)
        return math.perm(self.cells, tiles) if self.is_compact else int(self.cells**tiles)

    @property
    def numbering(self) -> Callable[[Sequence[int]], int]:
        """A function that returns the number of an entry, from the cells of the tiles."""
        weights = [self.cells**tile for tile in range(len(self.group))]
        return placement_number if self.is_compact else lambda cells: sum(map(mul, cells, weights))


class Lookup(NamedTuple):
    """The lookup of a group of tiles in a table."""

    table: int
    """The index of the table."""
    homes: tuple[int, ...]
    """The goal cells, on the board, of the tiles in the order of the table."""
    cells: tuple[int, ...]
    """For each cell of the board, the cell in the table."""


class Lookups(NamedTuple):
    """All lookups of a database. Its value is the largest of the sums of ``views``."""

    tables: tuple[Table, ...]
    views: tuple[tuple[Lookup, ...], ...]
    """The lookups of the board, and those of its mirror image if that has other groups."""

    def weights(self, homes: Sequence[int], bits: int, bits_of_view: int) -> list[tuple[int, ...]]:
        """Return a number for each cell and tile, so that their sum has all numbers of entries, in fields of ``bits``.
        The fields of a view are ``bits_of_view`` apart. The function is for tables that aren't compact.
        """
        found = [[0] * len(homes) for _ in homes]
        for at, view in enumerate(self.views):
            for number, lookup in enumerate(view):
                for place, home in enumerate(lookup.homes):
                    tile, shift = homes.index(home), bits_of_view * at + bits * number
                    for cell, target in enumerate(lookup.cells):
                        found[cell][tile] += target * len(homes) ** place << shift
        return [tuple(row) for row in found]


def lookups_of(shape: Shape, goal: State, partition: Partition) -> Lookups:
    """Return the lookups of the database with that goal and partition."""
    view = partition.view(goal, shape)
    mirror = _mirror_of(shape, goal, partition, view)
    views = [view] if mirror is None else [view, tuple(view[cell] for cell in mirror)]
    canonical = [table_of_group(shape, group, partition.blank) for group in partition.groups]
    tables = tuple(dict.fromkeys(table for table, _ in canonical))
    return Lookups(tables, tuple(
        tuple(_lookup(tables.index(table), table, tuple(turn[cell] for cell in each)) for table, turn in canonical)
        for each in views
    ))  # fmt: skip


def tables_of(partition: Partition) -> tuple[Table, ...]:
    """Return the different tables of a partition."""
    groups = partition.groups
    return tuple(dict.fromkeys(table_of_group(partition.shape, group, partition.blank)[0] for group in groups))


def table_of_group(shape: Shape, group: Sequence[int], blank: int) -> tuple[Table, tuple[int, ...]]:
    """Return the table of a group, and the symmetry of the board that takes the group to that of the table.
    Of all rotations and reflections of the group, the table is for the one whose cells come first.
    """
    region = _region(shape, group, blank)
    return min(
        (Table(shape, tuple(sorted(turn[cell] for cell in group)), min(turn[cell] for cell in region)), turn)
        for turn in symmetries(shape)
    )


def _lookup(number: int, table: Table, cells: tuple[int, ...]) -> Lookup:
    return Lookup(number, tuple(cells.index(home) for home in table.group), cells)


def _region(shape: Shape, group: Sequence[int], blank: int) -> set[int]:
    """Return the cells that the blank can reach if the group's tiles don't move."""
    found, waiting, moves = {blank}, [blank], moves_by_blank(shape)
    while len(waiting) > 0:
        beside = {cell for _, cell in moves[waiting.pop()]} - found - {*group}
        found |= beside
        waiting += beside
    return found


def _mirror_of(shape: Shape, goal: State, partition: Partition, view: Sequence[int]) -> tuple[int, ...] | None:
    """Return a symmetry of the board that keeps the goal's blank and changes the groups, or None if there is none."""
    blank, groups = goal.index(0), set(partition.groups)
    original = {place: cell for cell, place in enumerate(view)}
    for mirror in reversed(symmetries(shape)[1:]):
        mirrored = {tuple(sorted(view[mirror[original[place]]] for place in group)) for group in groups}
        if mirror[blank] == blank and mirrored != groups:
            return mirror
    return None
