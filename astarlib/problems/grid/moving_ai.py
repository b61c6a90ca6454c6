"""The maps and queries of the Moving AI Lab, from files that the user has. Cells are (x, y) there as here."""

from __future__ import annotations

import math
import os
import reprlib
from dataclasses import dataclass
from typing import Final

from astarlib._support.integers import parse_natural
from astarlib._support.text_input import open_text
from astarlib.problems.grid.cells import Cell
from astarlib.problems.grid.grid import Grid

_HEADER: Final = ("type octile", "height H", "width W", "map")


@dataclass(frozen=True, slots=True)
class Scenario:
    """A query on a map.

    Attributes
    ----------
    bucket:
        Its difficulty: the optimum divided by 4, rounded down.
    map_name:
        The map's file, as the scenario names it.
    width, height:
        Those that the map should have.
    start, goal:
        Cells (x, y).
    optimum:
        The length of a shortest path with eight neighbors and no corner cut, to six digits.
    """

    bucket: int
    map_name: str
    width: int
    height: int
    start: Cell
    goal: Cell
    optimum: float


def read_map(path: str | os.PathLike[str]) -> Grid:
    """The grid of a ``.map`` file: ``.``, ``G`` and ``S`` are free, ``@``, ``O``, ``T`` and ``W`` are obstacles.

    (Water, ``W``, may be crossed there by those who start in it; no path from land enters it.) O(cells).

    Raises
    ------
    OSError
        When the file cannot be read.
    ValueError
        When it has another header or other rows than its header says, or an unknown symbol; names the line or the cell.

    References
    ----------
    N. Sturtevant, Benchmarks for grid-based pathfinding, IEEE Transactions on Computational Intelligence and AI in
    Games 4 (2012). The maps: https://movingai.com/benchmarks/

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> lines = ["type octile", "height 2", "width 3", "map", "..@", "..."]
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder, "small.map")
    ...     _ = file.write_text(chr(10).join(lines))
    ...     read_map(file)
    <Grid of 3 x 2 cells>
    """
    return map_of_text(_text(path))


def map_of_text(text: str) -> Grid:
    """The grid of a map's text; what is wrong with it is refused as by :func:`read_map`."""
    lines = _lines(text)
    size: dict[str, int] = {}
    for number, expected in enumerate(_HEADER, 1):
        words, pattern = (lines[number - 1] if len(lines) >= number else "").split(), expected.split()
        length = parse_natural(words[1]) if len(words) == 2 else None
        if length is not None and words[0] == pattern[0] in {"height", "width"}:
            size[words[0]] = length
        elif words != pattern:
            shown = reprlib.repr(" ".join(words))
            raise ValueError(f"line {number} is {shown}; a Moving AI map begins with the lines {', '.join(_HEADER)}")
    rows = lines[len(_HEADER) :]
    if len(rows) != size["height"]:
        raise ValueError(f"the map has {len(rows)} rows and announces height {size['height']}; it may be cut short")
    for y, row in enumerate(rows):
        if len(row) != size["width"]:
            raise ValueError(f"row {y} of the map has width {len(row)}; the map announces width {size['width']}")
    return Grid(rows)


def read_scenarios(path: str | os.PathLike[str]) -> tuple[Scenario, ...]:
    """The queries of a ``.scen`` file, in its order. O(lines).

    Raises
    ------
    OSError
        When the file cannot be read.
    ValueError
        When its first line is no version 1, or a line has not the nine fields, of which the numbers are at least 0;
        names the line.

    References
    ----------
    As for :func:`read_map`.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder, "small.map.scen")
    ...     _ = file.write_text("version 1" + chr(10) + "0 small.map 3 2 0 0 2 1 2.41421356")
    ...     read_scenarios(file)[0].goal
    (2, 1)
    """
    lines = _lines(_text(path))
    first = lines[0].split() if len(lines) > 0 else []
    if first not in (["version", "1"], ["version", "1.0"]):
        raise ValueError(
            f"line 1 is {reprlib.repr(' '.join(first))}; a Moving AI scenario file begins with 'version 1'"
        )
    return tuple(_scenario(line, number) for number, line in enumerate(lines[1:], 2) if line != "")


def _scenario(line: str, number: int) -> Scenario:
    # Fields are parted by tabs, and names may have blanks; some files part them by blanks.
    words = line.split("\t") if "\t" in line else line.split()
    try:
        first, name, *others, last = words
        bucket, width, height, x, y, goal_x, goal_y = map(_number, (first, *others))
        optimum = float(last)
        if not 0 <= optimum < math.inf:
            raise ValueError
        return Scenario(bucket, name, width, height, (x, y), (goal_x, goal_y), optimum)
    except ValueError:
        raise ValueError(
            f"line {number} is {reprlib.repr(line)}; expected nine fields: bucket, map, width, height, start x, "
            "start y, goal x, goal y, optimum, the numbers at least 0"
        ) from None


def _number(word: str) -> int:
    number = parse_natural(word.strip())
    if number is None:
        raise ValueError
    return number


def _text(path: str | os.PathLike[str]) -> str:
    with open_text(path, encoding="utf-8-sig", errors="replace") as file:
        return file.read()


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.rstrip().splitlines()]
