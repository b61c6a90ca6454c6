"""Readers for the map and scenario files of the Moving AI Lab. Cells are (x, y) in these files, as in astarlib."""

from __future__ import annotations

import math
import os
import reprlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from astarlib._support.integers import parse_natural
from astarlib._support.text_input import open_text
from astarlib.problems.grid.cells import Cell, checked_terrain
from astarlib.problems.grid.grid import Grid

_HEADER: Final = "type octile, height H, width W, map"
_TYPES: Final = (["type", "octile"], ["type", "tile"])


@dataclass(frozen=True, slots=True)
class Scenario:
    """A shortest-path query on a map, from a scenario file.

    Attributes
    ----------
    bucket:
        The difficulty of the query: the optimum divided by 4, rounded down. It's -1 if the file doesn't state it.
    map_name, width, height:
        The name of the map file, as in the scenario file, and the width and height that the map should have.
    start, goal:
        Two cells (x, y).
    optimum:
        The length of a shortest path with eight neighbors that doesn't cut corners, to six digits. It's ``inf`` if
        there is no path (0 in the file, for two different cells), and None if it's unknown (-1 in the file).
    """

    bucket: int
    map_name: str
    width: int
    height: int
    start: Cell
    goal: Cell
    optimum: float | None


def read_map(path: str | os.PathLike[str], *, terrain: Mapping[str, float] | None = None) -> Grid:
    """Return the grid of a ``.map`` file, in O(cells).

    The symbols ``.``, ``G`` and ``S`` are free cells, and ``@``, ``O``, ``T`` and ``W`` are obstacles. In the
    benchmarks, a path that starts in water (``W``) may cross water, but no path from land enters it. The first line is
    ``type octile`` or ``type tile``, and the height and width may come in either order.

    Parameters
    ----------
    path:
        The map file.
    terrain:
        A dict of additional symbols with their costs, as in :class:`Grid`. The default is no additional symbols.

    Raises
    ------
    OSError
        If the file can't be read.
    ValueError, TypeError
        If the header is wrong, the rows don't fit the header, a symbol is unknown, or ``terrain`` isn't a dict. The
        message names the line, the row or the cell.

    References
    ----------
    N. Sturtevant, Benchmarks for grid-based pathfinding, IEEE Transactions on Computational Intelligence and AI in
    Games 4 (2012). The maps: https://movingai.com/benchmarks/

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder, "small.map")
    ...     _ = file.write_text(chr(10).join(["type octile", "height 2", "width 3", "map", "..@", "..."]))
    ...     read_map(file)
    <Grid of 3 x 2 cells>
    """
    checked_terrain({} if terrain is None else terrain)  # A wrong call is reported before the file is read.
    return map_of_text(_text(path), terrain)


def map_of_text(text: str, terrain: Mapping[str, float] | None = None) -> Grid:
    """Return the grid in the text of a map file. Raise ValueError as :func:`read_map` does."""
    lines = _lines(text)
    size: dict[str, int] = {}
    for number, words in enumerate([line.split() for line in (*lines[:4], "", "", "", "")][:4], 1):
        if number == 1:
            is_right = words in _TYPES
        elif number == 4:
            is_right = words == ["map"]
        else:
            name, length = words if len(words) == 2 else ("", "")
            value = parse_natural(length)
            is_right = name in {"height", "width"} - size.keys() and value is not None
            size[name] = value or 0
        if not is_right:
            shown = reprlib.repr(" ".join(words))
            raise ValueError(f"line {number} is {shown}; a Moving AI map begins with the lines {_HEADER}")
    rows = lines[4:]
    if len(rows) != size["height"]:
        raise ValueError(
            f"the map has {len(rows)} rows but its header says height {size['height']}; it may be cut short"
        )
    for y, row in enumerate(rows):
        if len(row) != size["width"]:
            raise ValueError(f"row {y} of the map has width {len(row)}, but the header says width {size['width']}")
    return Grid(rows, terrain=terrain)


def read_scenarios(path: str | os.PathLike[str]) -> tuple[Scenario, ...]:
    """Return the queries of a ``.scen`` file in file order, in O(lines). The first line, ``version 1``, may be missing.

    Parameters
    ----------
    path:
        The scenario file.

    Raises
    ------
    OSError
        If the file can't be read.
    ValueError
        If the version isn't 1, or a line doesn't have nine fields with numbers >= 0. The bucket and the optimum may
        also be -1. The message names the line.

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
    has_version = len(first) < 9
    if has_version and first not in (["version", "1"], ["version", "1.0"]):
        raise ValueError(
            f"line 1 is {reprlib.repr(' '.join(first))}; a Moving AI scenario file begins with 'version 1' or a query"
        )
    return tuple(_scenario(line, number) for number, line in enumerate(lines, 1) if line != "" and number > has_version)


def _scenario(line: str, number: int) -> Scenario:
    # Fields are separated by tabs, and names may contain spaces. Some files separate the fields by spaces.
    words = line.split("\t") if "\t" in line else line.split()
    try:
        first, name, *others, last = words
        width, height, x, y, goal_x, goal_y = map(_number, others)
        bucket = -1 if first.strip() == "-1" else _number(first)
        start, goal, length = (x, y), (goal_x, goal_y), float(last)
        if not (0 <= length < math.inf or length == -1):
            raise ValueError
        optimum = None if length == -1 else math.inf if length == 0 and start != goal else length
        return Scenario(bucket, name, width, height, start, goal, optimum)
    except ValueError:
        raise ValueError(
            f"line {number} is {reprlib.repr(line)}; expected nine fields: bucket, map, width, height, start x, "
            "start y, goal x, goal y, optimum; all numbers must be >= 0, but the bucket and the optimum may be -1"
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
