"""Partitions of the tiles of a board into groups for additive pattern databases, with those of the literature."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from astarlib.errors import short_repr
from astarlib.problems.npuzzle.board import Shape, State

_BLANK, _LOOSE = ".", "-"


@dataclass(frozen=True, slots=True)
class Partition:
    """A partition of the tiles into groups. Tiles are identified by their goal cells.

    Parameters
    ----------
    layout:
        The board as text, with the letter or digit of a group in each goal cell, ``.`` in the goal cell of the blank,
        and ``-`` for tiles that aren't in any group. Rows are on lines or separated by ``/``, and cells are separated
        by spaces.

    Attributes
    ----------
    layout:
        The layout in one line, with the letters a, b, c, ... in order of appearance. Two partitions with the same
        groups have equal layouts.

    Raises
    ------
    ValueError, TypeError
        If ``layout`` isn't text, rows differ in length, the board is smaller than 2 x 2, a cell isn't a single letter
        or digit, ``.`` doesn't occur exactly once, or there is no group.

    Examples
    --------
    >>> partition = Partition(". 1 1 / 2 1 2 / 2 2 2")
    >>> partition
    Partition(layout='. a a / b a b / b b b')
    >>> partition.groups
    ((1, 2, 4), (3, 5, 6, 7, 8))
    """

    layout: str

    def __post_init__(self) -> None:
        if not isinstance(self.layout, str):
            raise TypeError(f"layout must be text such as '. a a / b a b / b b b', not {short_repr(self.layout)}")
        rows = [line.split() for line in self.layout.replace("/", "\n").splitlines() if line.strip() != ""]
        cells = [cell for row in rows for cell in row]
        if len(rows) < 2 or len(rows[0]) < 2 or any(len(row) != len(rows[0]) for row in rows):
            raise ValueError(
                f"layout must have at least 2 rows of at least 2 cells, all equally long, not {short_repr(self.layout)}"
            )
        for cell in cells:
            if cell not in {_BLANK, _LOOSE} and not (len(cell) == 1 and cell.isalnum()):
                raise ValueError(
                    f"{short_repr(cell)} isn't a group; expected one letter or digit (layout {short_repr(self.layout)})"
                )
        if cells.count(_BLANK) != 1:
            raise ValueError(
                f"the blank {_BLANK!r} must be in the layout exactly once, not {cells.count(_BLANK)} times"
            )
        names = {cell: cell for cell in (_BLANK, _LOOSE)}
        for cell in cells:
            names.setdefault(cell, chr(ord("a") + len(names) - 2))
        if len(names) == 2:
            raise ValueError(f"the layout {short_repr(self.layout)} has no group; expected at least one")
        layout = " / ".join(" ".join(names[cell] for cell in row) for row in rows)
        object.__setattr__(self, "layout", layout)

    @property
    def shape(self) -> Shape:
        """The shape (rows, columns) of the board."""
        rows = self.layout.split(" / ")
        return len(rows), len(rows[0].split())

    @property
    def blank(self) -> int:
        """The goal cell of the blank."""
        return self._cells().index(_BLANK)

    @property
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """The sorted goal cells of each group. Cells are counted from 0 row by row."""
        cells = self._cells()
        names = sorted(set(cells) - {_BLANK, _LOOSE})
        return tuple(tuple(at for at, cell in enumerate(cells) if cell == name) for name in names)

    def view(self, goal: State, shape: Shape) -> tuple[int, ...]:
        """Return the cell of the layout that corresponds to each cell of a board with that goal.

        The layout is flipped upside down, left to right, or both, if that is needed to move its blank to the goal cell.

        Parameters
        ----------
        goal, shape:
            The goal state, a tuple of tiles, and the shape (rows, columns) of the board.

        Raises
        ------
        ValueError, TypeError
            If the shapes differ, no flip moves the blank to its cell in the goal, or a parameter has the wrong type.

        Examples
        --------
        >>> PARTITION_35.view((1, 2, 3, 4, 5, 6, 7, 8, 0), (3, 3))
        (8, 7, 6, 5, 4, 3, 2, 1, 0)
        """
        if not isinstance(shape, tuple):
            raise TypeError(f"shape must be a tuple (rows, columns), not {shape!r}")
        if not isinstance(goal, Sequence):
            raise TypeError(f"goal must be a tuple of tiles, not {goal!r}")
        if shape != self.shape:
            raise ValueError(
                f"the partition is for boards of {self.shape[0]} x {self.shape[1]}, not {shape[0]} x {shape[1]}"
            )
        for view in symmetries(shape)[:4]:
            if view[goal.index(0)] == self.blank:
                return view
        row, column = (1 + at for at in divmod(goal.index(0), shape[1]))
        raise ValueError(
            f"the partition {self.layout!r} has its blank in another cell, even if it's flipped upside down or left to "
            f"right: the goal has it in row {row}, column {column}"
        )

    def _cells(self) -> list[str]:
        return self.layout.replace("/", " ").split()


def symmetries(shape: Shape) -> list[tuple[int, ...]]:
    """Return the symmetries of a board, each as the target cell of every cell, in O(cells). The identity is first.
    A rectangle has four: the identity, two flips, and both. A square also has these with rows and columns exchanged.
    """
    rows, columns = shape
    places = [divmod(cell, columns) for cell in range(rows * columns)]
    found = []
    for transposed in (False, True) if rows == columns else (False,):
        for upside_down in (False, True):
            for mirrored in (False, True):
                turned = [
                    (rows - 1 - row if upside_down else row, columns - 1 - column if mirrored else column)
                    for row, column in places
                ]
                found.append(
                    tuple(column * columns + row if transposed else row * columns + column for row, column in turned)
                )
    return found


PARTITION_35: Final = Partition(". a a / b a b / b b b")
"""Groups of 3 and 5 tiles for the 8-puzzle, with tables of 729 and 59,049 bytes."""
PARTITION_8: Final = Partition(". a a / a a a / a a a")
"""One group with all tiles of the 8-puzzle, which makes h exact. The table has 43 MB and uses 181,440 bytes of it."""
PARTITION_555: Final = Partition(". a a b / a a b b / a c b b / c c c c")
"""Three groups of 5 tiles for the 15-puzzle, with three tables of 1 MiB."""
PARTITION_663: Final = Partition(". a a b / a a b b / a a b b / c c c b")
"""Groups of 6, 6 and 3 tiles for the 15-puzzle, with two tables of 16 MiB and one of 4 KiB."""
PARTITION_78: Final = Partition(". a a a / a a a a / b b b b / b b b b")
"""Groups of 7 and 8 tiles for the 15-puzzle (R. Korf and A. Felner, 2002), with tables of 57,657,600 and 518,918,400
bytes. Building them needs numba and 2 GB of memory."""
PARTITION_6666: Final = Partition(". a a b b / a a a b b / c c a b b / c c d d d / c c d d d")
"""Four groups of 6 tiles for the 24-puzzle (R. Korf and A. Felner, 2002).
Three of them are rotations of each other, so there are two tables of 127,512,000 bytes. Building them needs numba.
"""
