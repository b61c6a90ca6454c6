"""Additive pattern databases for sliding tiles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import getitem
from struct import Struct
from typing import Any, Self

from astarlib._support.integers import check_int
from astarlib.errors import PatternDatabaseError
from astarlib.events import Observer, TableProgress, handler_for
from astarlib.problems.npuzzle.board import Shape, State, cells_of_tiles
from astarlib.problems.npuzzle.heuristics import goal_and_shape
from astarlib.problems.npuzzle.lookups import Lookup, Lookups, Table, lookups_of, tables_of
from astarlib.problems.npuzzle.partitions import Partition
from astarlib.problems.npuzzle.pattern_files import entries_of, refuse_large
from astarlib.problems.npuzzle.reading import Board, checked_shape, read_goal


@dataclass(frozen=True, slots=True, init=False)
class AdditivePatternDatabase:
    """A heuristic: the sum, over groups of tiles, of the fewest moves that take the group's tiles to their goal cells.

    The numbers are looked up in tables. Use :meth:`build` to make them. They are stored on disk (see
    :func:`astarlib.problems.npuzzle.cache_folder`), and they are checked and mapped into memory when they are used.
    Goals that differ only by a flip of the board or in the numbers of the tiles share tables, and so do groups that are
    rotations or reflections of each other. If the board can be mirrored with the blank's goal cell unchanged, the
    mirrored board is looked up, too, and h is the larger sum.

    The heuristic is **admissible**: a move moves one tile, so it counts for one group only, and each table contains the
    fewest moves that its tiles need if all other tiles are out of the way. It **may be inconsistent**: a table assumes
    the best cell of the blank, which can differ before and after a move, so h can fall by more than 1. The value is an
    int. If every tile is in a group, it's at least that of :class:`Manhattan`, and it's 0 only at the goal. It takes
    O(n) time per state for n cells. A pickled database doesn't contain the tables.

    Parameters
    ----------
    shape:
        The shape (rows, columns) of the board.
    goal:
        The goal board, in the same forms as for :class:`NPuzzle`.
    partition:
        The groups of tiles, for example ``PARTITION_555``.

    Raises
    ------
    ValueError, TypeError
        If the shape, the goal and the partition don't fit together, or a table is too large to build (more than 64
        cells or 4 GiB). The message names the number of bytes.

    References
    ----------
    R. Korf and A. Felner, Disjoint pattern database heuristics (2002); A. Felner, R. Korf and S. Hanan, Additive
    pattern database heuristics (2004).

    Examples
    --------
    >>> from astarlib import IDAStar
    >>> from astarlib.problems.npuzzle import NPuzzle, PARTITION_35
    >>> database = AdditivePatternDatabase.build((3, 3), "1 2 3 / 4 5 6 / 7 8 0", PARTITION_35)
    >>> IDAStar().search(NPuzzle("8 6 7 / 2 5 4 / 3 0 1", heuristic=database)).cost
    31
    """

    shape: Shape
    goal: State
    partition: Partition

    def __init__(self, shape: Shape, goal: Board, partition: Partition) -> None:
        if not isinstance(partition, Partition):
            raise TypeError(f"partition must be a Partition, such as Partition('. a a / ...'), not {partition!r}")
        shape = checked_shape(shape)
        goal = read_goal(goal, shape)
        for name, value in (("shape", shape), ("goal", goal), ("partition", partition)):
            object.__setattr__(self, name, value)
        partition.view(goal, shape)
        refuse_large(partition)

    @classmethod
    def build(
        cls, shape: Shape, goal: Board, partition: Partition, *, observer: Observer | None = None, threads: int = 1
    ) -> Self:
        """Return a database, and build the tables that are missing or damaged on disk.

        The time and the memory grow with the number of placements of a group, n! / (n - k)! for k tiles in n cells. The
        table takes n**k bytes if that is at most 64 MiB. Otherwise, it takes n! / (n - k)! bytes, and building it needs
        numba and two to four times as much memory.

        Parameters
        ----------
        shape, goal, partition:
            As in the class.
        observer:
            An observer of ``TableProgress`` events, for example an :class:`astarlib.observers.ProgressBar`. It gets one
            event for each distance. ``done`` counts placements of a group. None (the default) sends no events.
        threads:
            The number of threads that build a table, at least 1 (the default). Only tables with millions of placements
            use them, and only with numba.

        Raises
        ------
        ValueError, TypeError
            As for the class, or if ``threads`` isn't a whole number >= 1, or ``observer`` isn't callable.
        ImportError
            If numpy isn't installed, or numba for a table of more than 64 MiB. The message names the extra to install.
        MemoryError, OSError
            If a table takes more memory than there is, or the tables can be neither read nor written.

        Examples
        --------
        >>> from astarlib.problems.npuzzle import NPuzzle, PARTITION_35
        >>> database = AdditivePatternDatabase.build((3, 3), "1 2 3 / 4 5 6 / 7 8 0", PARTITION_35)
        >>> puzzle = NPuzzle("8 6 7 / 2 5 4 / 3 0 1", heuristic=database)
        >>> puzzle.heuristic(puzzle.initial_state)
        25
        """
        handler_for(observer, TableProgress)  # Reject an object that isn't an observer before any table is built.
        threads = check_int(threads, "threads", minimum=1)
        database = cls(shape, goal, partition)
        _load_tables(partition, observer, threads)
        return database

    def bind(self, problem: Any, /) -> Callable[[State], int]:  # Any: its attributes are checked
        """Return the function ``state -> h``.
        Tables that are missing on disk are built first, with the errors of :meth:`build`.

        Raise PatternDatabaseError if the problem has another goal or shape, and TypeError if it has none.
        """
        goal, shape = goal_and_shape(problem, self)
        if (goal, shape) != (self.goal, self.shape):
            raise PatternDatabaseError(
                f"the pattern database was built for the goal {self.goal} of shape {self.shape}, not for {goal} of "
                f"shape {shape}"
            )
        return _TableSums(self).estimate


def _load_tables(partition: Partition, observer: Observer | None = None, threads: int = 1) -> list[Sequence[int]]:
    """Return the entries of each table. Tables that are missing on disk are built."""
    tables = tables_of(partition)
    found: dict[Table, Sequence[int]] = {}
    # If the memory isn't enough for the largest table, no time is spent on the others.
    for number, table in enumerate(sorted(tables, key=lambda table: -table.size), 1):
        name = f"pattern database, table {number} of {len(tables)}"
        found[table] = entries_of(table, name=name, observer=observer, threads=threads)
    return [found[table] for table in tables]


class _TableSums:
    """The table lookup. ``estimate`` is a bound method, because such a method can be pickled and is fast to call.
    One sum of integers computes the numbers of all entries, each in its own field of bits, unless a table is compact.
    """

    def __init__(self, database: AdditivePatternDatabase) -> None:
        self._database = database
        lookups = lookups_of(database.shape, database.goal, database.partition)
        tables: list[Any] = _load_tables(database.partition)  # Any: the types of lookups also allow slices.
        self._views = len(lookups.views)
        if any(table.is_compact for table in lookups.tables):
            self._look_up = [[_lookup(database.goal, lookups, one, tables) for one in view] for view in lookups.views]
            self.estimate = self._of_compact
            return
        self._tables = [tables[lookup.table] for lookup in lookups.views[0]]
        # A longer table isn't needed for fewer than three groups, but the fields of three numbers unpack faster.
        if self._views > 1:
            self._tables += [bytes(1)] * (3 - len(self._tables))
        bits, code = (64, "Q") if max(map(len, self._tables)) > 2**32 else (32, "I")
        fields = len(self._tables) * self._views
        self._unpack, self._length = Struct(f"<{fields}{code}").unpack, fields * bits // 8
        self._weights = lookups.weights(cells_of_tiles(database.goal), bits, bits * len(self._tables))
        self.estimate = self._of_three_and_mirrored if fields == 6 == 2 * len(self._tables) else self._of_any

    def _of_three_and_mirrored(self, state: State) -> int:
        # This form, for the built-in partitions of the 15-puzzle, is a quarter faster than the general one.
        i, j, k, x, y, z = self._unpack(sum(map(getitem, self._weights, state)).to_bytes(self._length, "little"))
        one, two, three = self._tables
        here: int = one[i] + two[j] + three[k]
        mirrored: int = one[x] + two[y] + three[z]
        return here if here > mirrored else mirrored  # noqa: FURB136  # max() takes longer

    def _of_any(self, state: State) -> int:
        tables = self._tables
        numbers = self._unpack(sum(map(getitem, self._weights, state)).to_bytes(self._length, "little"))
        mirrored = numbers[len(tables) :]
        return max(sum(map(getitem, tables, numbers)), sum(map(getitem, tables, mirrored)))

    def _of_compact(self, state: State) -> int:
        cells = [0] * len(state)
        for cell, tile in enumerate(state):
            cells[tile] = cell
        return max(sum(look_up(cells) for look_up in view) for view in self._look_up)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._database,)


def _lookup(goal: State, lookups: Lookups, lookup: Lookup, tables: Sequence[Any]) -> Callable[[Sequence[int]], int]:
    """Return the function from the cells of the tiles to the entry of a lookup."""
    number_of, entries, turned = lookups.tables[lookup.table].numbering, tables[lookup.table], lookup.cells
    tiles = [goal[home] for home in lookup.homes]

    def look_up(cells: Sequence[int]) -> int:
        entry: int = entries[number_of([turned[cells[tile]] for tile in tiles])]
        return entry

    return look_up
