"""The 66 built-in irregular sudokus, of 4 x 4 to 9 x 9 cells. Each has exactly one solution."""

from __future__ import annotations

import csv
import reprlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property

from astarlib.problems.sudoku.puzzle import IrregularSudoku


@dataclass(frozen=True)
class Example:
    """A built-in sudoku.

    Attributes
    ----------
    id:
        A number and the shape, for example ``"G26_7x7"``. If the number is even, no clue can be removed without adding
        a solution. Sudokus with odd numbers are easier.
    size, clues:
        n, the number of rows, from 4 to 9, and the number of given cells.
    cells, regions:
        n * n characters row by row, for ``IrregularSudoku.from_text``.
    solution:
        The only solution: n rows of n symbols, in the format of ``IrregularSudoku.grid``.
    """

    id: str
    size: int
    clues: int
    cells: str
    regions: str
    solution: tuple[tuple[int, ...], ...]

    @cached_property
    def problem(self) -> IrregularSudoku:
        """The sudoku as a search problem. It's created on first access."""
        return IrregularSudoku.from_text(self.cells, self.regions)


def examples() -> tuple[Example, ...]:
    """Return all 66 built-in sudokus, sorted by size.

    Examples
    --------
    >>> [example.id for example in examples() if example.size == 9 and example.clues < 15]
    ['G48_9x9', 'G50_9x9']
    """
    return tuple(_by_id().values())


def example(name: str, /) -> Example:
    """Return the built-in sudoku with that id.

    Parameters
    ----------
    name:
        The id, for example ``"G26_7x7"``.

    Raises
    ------
    ValueError
        If there is no such id.

    Examples
    --------
    >>> from astarlib import AStar
    >>> easy = example("G01_4x4")
    >>> result = AStar().search(easy.problem)
    >>> easy.problem.grid(result.states[-1]) == easy.solution
    True
    """
    found = _by_id().get(name) if isinstance(name, str) else None
    if found is None:
        known = list(_by_id())
        raise ValueError(
            f"there is no example {reprlib.repr(name)}; the ids are {known[0]} to {known[-1]} (see examples())"
        )
    return found


@cache
def _by_id() -> Mapping[str, Example]:
    from importlib.resources import files  # only needed to read the file

    text = files("astarlib.problems.sudoku").joinpath("examples.csv").read_text(encoding="utf-8")
    rows = csv.DictReader(line for line in text.splitlines() if not line.startswith("#"))
    return {row["id"]: _example(row) for row in rows}


def _example(row: Mapping[str, str]) -> Example:
    size, symbols = int(row["n"]), list(map(int, row["solution"]))
    return Example(
        id=row["id"],
        size=size,
        clues=int(row["clues"]),
        cells=row["cells"],
        regions=row["regions"],
        solution=tuple(tuple(symbols[start : start + size]) for start in range(0, len(symbols), size)),
    )
