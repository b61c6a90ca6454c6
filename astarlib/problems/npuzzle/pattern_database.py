"""Additive pattern databases for sliding tiles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import getitem
from struct import Struct
from typing import Any, Self

from astarlib.errors import PatternDatabaseError
from astarlib.events import Observer, TableProgress, handler_for
from astarlib.problems.npuzzle.board import Shape, State, cells_of_tiles
from astarlib.problems.npuzzle.heuristics import SlidingTiles, goal_and_shape
from astarlib.problems.npuzzle.partitions import Partition, symmetries
from astarlib.problems.npuzzle.pattern_files import refuse_large, table_of
from astarlib.problems.npuzzle.reading import Board, checked_shape, read_goal


@dataclass(frozen=True, slots=True, init=False)
class AdditivePatternDatabase:
    """For each group of tiles the fewest moves of its own that take it home, looked up in a table and added up.

    Made by :meth:`build`; the tables are kept on disk (see :func:`astarlib.problems.npuzzle.cache_folder`), checked
    and mapped into memory when they are used. Boards that differ in where the goal has its blank, or in the names of
    their tiles, share them. Where the board can be mirrored with the blank's place unmoved, the mirrored board is
    looked up, too, and the larger sum taken.

    **Admissible**: a move moves one tile, so it counts for one group; and each table holds the fewest moves that its
    tiles need when all others are out of the way. **May be inconsistent**: a table takes the best place of the blank,
    which may be another before a move than after it, so h can fall by more than 1. An int, at least
    :class:`Manhattan` when every tile is in a group, and 0 just at the goal then. O(n) a state for n cells.

    A value: comparable, hashable, and pickled as what it was built for; tables are not in the pickle.

    Parameters
    ----------
    shape:
        (rows, columns).
    goal:
        The goal, given as to :class:`NPuzzle`.
    partition:
        The groups, for instance ``PARTITION_555``.

    Raises
    ------
    ValueError
        When shape, goal and partition do not fit each other, or a table would be too large to build (the arrays
        would take more than 4 GiB); names the size.
    TypeError
        When ``partition`` is no ``Partition``.

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
            raise TypeError(f"the partition is given as Partition('. a a / ...'), for instance, not {partition!r}")
        shape = checked_shape(shape)
        goal = read_goal(goal, shape)
        object.__setattr__(self, "shape", shape)
        object.__setattr__(self, "goal", goal)
        object.__setattr__(self, "partition", partition)
        partition.view(goal, shape)
        refuse_large(partition)

    @classmethod
    def build(cls, shape: Shape, goal: Board, partition: Partition, *, observer: Observer | None = None) -> Self:
        """The database, with its tables on disk: those that are not there, whole and right, are made now.

        Time and memory grow with the number of ways to lay a group, n! / (n - k)! for k tiles in n cells; the table
        takes n**k bytes.

        Parameters
        ----------
        shape, goal, partition:
            See :class:`AdditivePatternDatabase`.
        observer:
            An observer of ``TableProgress`` events, for example an :class:`astarlib.observers.ProgressBar`. It gets one
            event for each distance; ``done`` counts placements of a group.

        Raises
        ------
        ValueError
            See :class:`AdditivePatternDatabase`.
        ImportError
            When a table is to be made and numpy is not installed; names the extra that brings it.
        OSError
            When the tables can be neither read nor written; names the folder.
        TypeError
            When ``partition`` is no ``Partition``, or ``observer`` no callable.
        """
        handler_for(observer, TableProgress)  # Reject an object that isn't an observer before any table is built.
        database = cls(shape, goal, partition)
        for number in range(len(partition.groups)):
            table_of(partition, number, observer)
        return database

    def bind(self, problem: SlidingTiles, /) -> Callable[[State], int]:
        """The function ``state -> h``.

        Raises
        ------
        PatternDatabaseError
            When ``problem`` has another goal or shape.
        TypeError
            When it has no goal and shape of this kind.
        ImportError, OSError
            As for :meth:`build`: tables that are not there are made.
        """
        goal, shape = goal_and_shape(problem, self)
        if (goal, shape) != (self.goal, self.shape):
            raise PatternDatabaseError(
                f"the pattern database was built for the goal {self.goal} of shape {self.shape}, not for {goal} of "
                f"shape {shape}"
            )
        return _TableSums(self).estimate


class _TableSums:
    """The look-up. ``estimate`` is a bound method because that is picklable and quick to call.

    The numbers of all placements are gathered in one sum of integers, each in a field of bits of its own.
    """

    def __init__(self, database: AdditivePatternDatabase) -> None:
        self._database = database
        partition = database.partition
        view = partition.view(database.goal, database.shape)
        mirror = mirror_of(database, view)
        views = [view] if mirror is None else [view, tuple(view[cell] for cell in mirror)]
        tables: list[Sequence[int]] = [table_of(partition, number) for number in range(len(partition.groups))]
        if mirror is not None:
            tables += [bytes(1)] * (3 - len(tables))
        bits, code = (64, "Q") if max(map(len, tables)) > 2**32 else (32, "I")
        fields = len(tables) * len(views)
        self._unpack, self._length = Struct(f"<{fields}{code}").unpack, fields * bits // 8
        self._weights = weights_of(database.goal, partition, views, bits, bits * len(tables))
        self._tables: list[Any] = tables  # Any: the types of look-ups allow for slices, too
        self.estimate = self._of_three_and_mirrored if fields == 6 == 2 * len(tables) else self._of_any

    def _of_three_and_mirrored(self, state: State) -> int:
        # The presets of the 15-puzzle in a form that is a quarter quicker than the general one.
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

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._database,)


def weights_of(
    goal: State, partition: Partition, views: Sequence[Sequence[int]], bits: int, bits_of_view: int
) -> list[tuple[int, ...]]:
    """For each cell by tile: what it adds to the numbers of its group's placements, of all views."""
    homes, cells = cells_of_tiles(goal), len(goal)
    factor = {
        home: cells**place << bits * number
        for number, group in enumerate(partition.groups)
        for place, home in enumerate(group)
    }
    return [
        tuple(
            sum(view[cell] * factor.get(view[home], 0) << bits_of_view * at for at, view in enumerate(views))
            for home in homes
        )
        for cell in range(cells)
    ]


def mirror_of(database: AdditivePatternDatabase, view: Sequence[int]) -> tuple[int, ...] | None:
    """A way to mirror or turn the board that leaves the goal's blank where it is and parts the tiles otherwise."""
    blank, groups = database.goal.index(0), set(database.partition.groups)
    original = {place: cell for cell, place in enumerate(view)}
    for mirror in reversed(symmetries(database.shape)[1:]):
        mirrored = {tuple(sorted(view[mirror[original[place]]] for place in group)) for group in groups}
        if mirror[blank] == blank and mirrored != groups:
            return mirror
    return None
