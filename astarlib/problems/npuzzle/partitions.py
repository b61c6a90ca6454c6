"""How the tiles of a board are grouped for additive pattern databases, and the groupings of the literature."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from astarlib.errors import short_repr
from astarlib.problems.npuzzle.board import Shape, State

_BLANK, _LOOSE = ".", "-"


@dataclass(frozen=True, slots=True)
class Partition:
    """Which tiles belong together, told by the cells where they are to lie.

    Parameters
    ----------
    layout:
        The board with the letter of its group in each cell, ``.`` where the blank is to lie, and ``-`` for tiles that
        belong to no group: rows on lines or parted by ``/``, cells parted by spaces.

    Attributes
    ----------
    layout:
        In one line, the letters a, b, c, ... in the order in which the groups appear: equal layouts mean the same.

    Raises
    ------
    ValueError
        When rows differ in length, the board is smaller than 2 x 2, a cell is no single letter or digit, ``.`` is not
        there just once, or there is no group.
    TypeError
        When ``layout`` is no text.

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
            raise TypeError(f"a layout is text such as '. a a / b a b / b b b', not {short_repr(self.layout)}")
        rows = [line.split() for line in self.layout.replace("/", "\n").splitlines() if line.strip() != ""]
        cells = [cell for row in rows for cell in row]
        if len(rows) < 2 or len(rows[0]) < 2 or any(len(row) != len(rows[0]) for row in rows):
            raise ValueError(
                f"a layout has at least 2 rows of at least 2 cells, all as long, not {short_repr(self.layout)}"
            )
        for cell in cells:
            if cell not in {_BLANK, _LOOSE} and not (len(cell) == 1 and cell.isalnum()):
                raise ValueError(
                    f"{short_repr(cell)} is no group; a group is one letter or digit (layout {short_repr(self.layout)})"
                )
        if cells.count(_BLANK) != 1:
            raise ValueError(f"the blank {_BLANK!r} must be in the layout once, not {cells.count(_BLANK)} times")
        names = {cell: cell for cell in (_BLANK, _LOOSE)}
        for cell in cells:
            names.setdefault(cell, chr(ord("a") + len(names) - 2))
        if len(names) == 2:
            raise ValueError(f"the layout {short_repr(self.layout)} has no group")
        layout = " / ".join(" ".join(names[cell] for cell in row) for row in rows)
        object.__setattr__(self, "layout", layout)

    @property
    def shape(self) -> Shape:
        """(rows, columns)."""
        rows = self.layout.split(" / ")
        return len(rows), len(rows[0].split())

    @property
    def blank(self) -> int:
        """The cell where the blank is to lie."""
        return self._cells().index(_BLANK)

    @property
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """The cells of each group, in order, counted from 0 row by row."""
        cells = self._cells()
        names = sorted(set(cells) - {_BLANK, _LOOSE})
        return tuple(tuple(at for at, cell in enumerate(cells) if cell == name) for name in names)

    def view(self, goal: State, shape: Shape) -> tuple[int, ...]:
        """For each cell of a board with that goal, the cell of the layout that it is.

        The layout is turned upside down, or left to right, or both, until its blank lies where the goal has it.

        Raises
        ------
        ValueError
            When the shapes differ, or no such view brings the blank to its place in the goal.

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
            f"the partition {self.layout!r} has its blank elsewhere, also when it is turned upside down or left to "
            f"right: the goal has it in row {row}, column {column}"
        )

    def _cells(self) -> list[str]:
        return self.layout.replace("/", " ").split()


def symmetries(shape: Shape) -> list[tuple[int, ...]]:
    """The ways to turn and mirror a board onto itself, each as the cell that every cell becomes; the identity first.

    Four for a rectangle: left as it is, left to right, upside down, both. For a square also these with rows made
    columns. O(cells).

    Examples
    --------
    >>> symmetries((2, 3))
    [(0, 1, 2, 3, 4, 5), (2, 1, 0, 5, 4, 3), (3, 4, 5, 0, 1, 2), (5, 4, 3, 2, 1, 0)]
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
"""3 and 5 tiles of the 8-puzzle: two tables, of 729 and 59,049 bytes."""
PARTITION_8: Final = Partition(". a a / a a a / a a a")
"""All tiles of the 8-puzzle, so that h is exact: one table of 43 MB, of which 181,440 bytes are used."""
PARTITION_555: Final = Partition(". a a b / a a b b / a c b b / c c c c")
"""Three times 5 tiles of the 15-puzzle: three tables of 1 MiB."""
PARTITION_663: Final = Partition(". a a b / a a b b / a a b b / c c c b")
"""6, 6 and 3 tiles of the 15-puzzle: two tables of 16 MiB and one of 4 KiB."""
PARTITION_78: Final = Partition(". a a a / a a a a / b b b b / b b b b")
"""7 and 8 tiles of the 15-puzzle (R. Korf and A. Felner, 2002): the table of the 8, of 4 GiB, is refused."""
PARTITION_6666: Final = Partition(". a a b b / a a a b b / c c a b b / c c d d d / c c d d d")
"""Four times 6 tiles of the 24-puzzle (R. Korf and A. Felner, 2002): four tables of 233 MiB."""
