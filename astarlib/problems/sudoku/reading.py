"""Sudokus as people write them: text to rows, in time linear in the length of the text."""

from __future__ import annotations

import reprlib
from math import isqrt

_LONGEST_NUMBER = 9  # digits; no grid has so many rows, and int() is slow, or refuses, on thousands of digits


def read_cells(text: str) -> list[list[int]]:
    """The rows of a text of cells, as numbers; 0 is an empty cell.

    Parameters
    ----------
    text:
        Rows on lines or parted by ``/``. In a row, numbers parted by dashes, commas or blanks, or, when the
        text has none of these, one character a cell. ``0`` and ``.`` are empty cells. A single row of n * n
        cells is n rows of n.

    Returns
    -------
    list[list[int]]
        What was written, row by row: neither its shape nor the range of its numbers is checked.

    Raises
    ------
    ValueError
        When ``text`` is no text; else naming row and column of what is no number, or of a dash or comma with nothing
        beside it.

    Notes
    -----
    O(length of the text).

    Examples
    --------
    >>> read_cells("1-0 / 0-2")
    [[1, 0], [0, 2]]
    >>> read_cells(".3..4.......2.1.")
    [[0, 3, 0, 0], [4, 0, 0, 0], [0, 0, 0, 0], [2, 0, 1, 0]]
    """
    rows = _read_rows(text, "cells")
    return [[_number(word, row, column) for column, word in enumerate(words, 1)] for row, words in enumerate(rows, 1)]


def read_regions(text: str) -> list[list[str]]:
    """The rows of a text of region labels, written as cells are; any word, or any character, is a label.

    Raises
    ------
    ValueError
        When ``text`` is no text; else naming row and column of a dash or comma with nothing beside it.

    Notes
    -----
    O(length of the text).

    Examples
    --------
    >>> read_regions("AABB/AABB/CCDD/CCDD")[0]
    ['A', 'A', 'B', 'B']
    >>> read_regions("north-north / south-south")
    [['north', 'north'], ['south', 'south']]
    """
    return _read_rows(text, "regions")


def _read_rows(text: object, what: str) -> list[list[str]]:
    if not isinstance(text, str):
        raise ValueError(  # noqa: TRY004  # whatever is wrong with a sudoku is a ValueError
            f"the {what} must be text, not {reprlib.repr(text)}; rows go to IrregularSudoku(cells, regions)"
        )
    lines = [line.strip() for line in text.replace("/", "\n").splitlines()]
    lines = [line.removesuffix(",").replace(",", "-") for line in lines if line != ""]
    # One decision for the whole text: where "10-2" stands in one row, "12" in another is a number, not two cells.
    if any("-" in line or len(line.split(None, 1)) > 1 for line in lines):
        rows = [_words(line, row, what) for row, line in enumerate(lines, 1)]
    else:
        rows = [list(line) for line in lines]
    return _cut(rows[0]) if len(rows) == 1 else rows


def _words(line: str, row: int, what: str) -> list[str]:
    words: list[str] = []
    for part in line.split("-"):
        found = part.split()
        if len(found) == 0:
            empty = "; an empty cell is 0 or ." if what == "cells" else ""
            raise ValueError(f"row {row}, column {len(words) + 1} of the {what}: nothing beside a dash or comma{empty}")
        words.extend(found)
    return words


def _cut(row: list[str]) -> list[list[str]]:
    """A single row of n * n as n rows of n; any other as it is, for its shape to be refused later."""
    size = isqrt(len(row))
    if size * size != len(row):
        return [row]
    return [row[start : start + size] for start in range(0, len(row), size)]


def _number(word: str, row: int, column: int) -> int:
    if word == ".":
        return 0
    if not (word.isascii() and word.isdigit() and len(word) <= _LONGEST_NUMBER):
        raise ValueError(
            f"row {row}, column {column}: {reprlib.repr(word)} is no symbol; symbols are numbers from 1 up, with "
            "dashes between them beyond 9, and 0 or . is an empty cell"
        )
    return int(word)
