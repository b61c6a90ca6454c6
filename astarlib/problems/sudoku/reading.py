"""Readers that turn the text of a sudoku into rows, in time linear in the length of the text."""

from __future__ import annotations

import re
import reprlib
from itertools import chain
from math import isqrt

from astarlib._support.text_input import lines_of_content

_BORDER = re.compile(r"(?=.*[-=\u2500-\u257f]{2}|[-+=|\s]*$)[-+=|!:*.,'\s\u2500-\u257f]{3,}")
"""A line between boxes, such as ``+---+---+`` or ``*-----*``. A row of dots, as in ``.-.-.``, isn't one."""
_BAR = re.compile(r"\s*[|!:\u2500-\u257f]+\s*")
_SEPARATOR = re.compile(r"[-,\s]")
_MAX_DIGITS = 9  # Digits. No grid has so many rows, and int() is slow, or fails, for thousands of digits.


def read_cells(text: str) -> list[list[int]]:
    """Return the rows of a text of cells, as numbers. 0 is an empty cell. Their shape and range aren't checked.

    The format is that of `IrregularSudoku.from_text`. The lines between boxes (``|``, ``!``, ``---+---``, ``*---*``)
    and comments after ``#`` are ignored. Raise ValueError, which names the row and the column, if a cell isn't a
    number, or nothing is written next to a dash or comma.
    """
    rows = _read_rows(_without_boxes(text) if isinstance(text, str) else text, "cells")
    largest = len(rows)
    cells = [
        [_number(word, row, column, largest) for column, word in enumerate(words, 1)]
        for row, words in enumerate(rows, 1)
    ]
    used = set(chain.from_iterable(rows))
    if "0" in used and not used.isdisjoint("._") and any(map(str.isalpha, used)):
        raise ValueError(
            "the cells have letters, 0, and . or _ for an empty cell; if 0 is a symbol, write the symbols as 1 to 9, A "
            "for 10, B for 11 and so on, otherwise write all empty cells as ."
        )
    return cells


def read_regions(text: str) -> list[list[str]]:
    """Return the rows of a text of region labels. The format is that of cells, and any word or character is a label."""
    return _read_rows(text, "regions")


def _without_boxes(text: str) -> str:
    """Return a text of cells without comments and without the lines between boxes."""
    lines = [line for line in lines_of_content(text) if _BORDER.fullmatch(line) is None]
    glued = [_BAR.sub("", line) for line in lines]
    is_glued = all(_SEPARATOR.search(line) is None for line in glued)  # As in "53.|.7.|...".
    return "\n".join(glued if is_glued else [_BAR.sub(" ", line) for line in lines])


def _read_rows(text: object, what: str) -> list[list[str]]:
    if not isinstance(text, str):
        raise ValueError(  # noqa: TRY004  # Every error in a sudoku is a ValueError.
            f"the {what} must be text, not {reprlib.repr(text)}; for rows, use IrregularSudoku(cells, regions)"
        )
    lines = [line.strip() for line in text.removeprefix("\ufeff").replace("/", "\n").splitlines()]
    lines = [line.removesuffix(",").replace(",", "-") for line in lines if line != ""]
    groups = [line.split() for line in lines]
    if {len("".join(words)) for words in groups} == {len(lines)} and {len(words) for words in groups} != {len(lines)}:
        lines = ["".join(words) for words in groups]  # As in "53. .7. ...", which has too few words for its rows.
    # The decision is made for the whole text: if one row is "10-2", then "12" in another row is one number.
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
            raise ValueError(
                f"row {row}, column {len(words) + 1} of the {what}: nothing next to a dash or comma{empty}"
            )
        words.extend(found)
    return words


def _cut(row: list[str]) -> list[list[str]]:
    """Return a single row of n * n words as n rows. Return any other row unchanged; a wrong shape is an error later."""
    size = isqrt(len(row))
    if size * size != len(row):
        return [row]
    return [row[start : start + size] for start in range(0, len(row), size)]


def _number(word: str, row: int, column: int, largest: int) -> int:
    if word in {".", "_"}:
        return 0
    if len(word) == 1 and word.isascii() and word.isalpha():
        number = int(word, 36)
        if number <= largest:
            return number
    if not (word.isascii() and word.isdigit() and len(word) <= _MAX_DIGITS):
        raise ValueError(
            f"row {row}, column {column}: {reprlib.repr(word)} isn't a symbol; expected a number >= 1, or 0, . or _ "
            "for an empty cell (write 10 as A and so on, or separate numbers above 9 by dashes)"
        )
    return int(word)
