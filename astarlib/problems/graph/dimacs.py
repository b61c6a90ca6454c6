"""Graphs in the format of the 9th DIMACS Implementation Challenge."""

from __future__ import annotations

import os
import reprlib
from collections.abc import Iterable
from typing import Final

from astarlib._support.integers import parse_natural
from astarlib._support.text_input import open_text
from astarlib.problems.graph.graph import Graph

_MAX_ALONE: Final = 10**6


def read_dimacs(path: str | os.PathLike[str]) -> Graph[int]:
    """Return the graph of a ``.gr`` file, in O(nodes + arcs). Its costs are ints >= 0.
    Pass it to :class:`GraphProblem`.

    The nodes are the integers from 1 to the number of nodes in the header, including nodes without an arc. If arcs are
    parallel, only the cheapest is kept.

    Parameters
    ----------
    path:
        A file with the lines ``c ...`` (a comment), ``p sp NODES ARCS`` and ``a FROM TO COST``.

    Raises
    ------
    OSError
        If the file can't be read.
    ValueError
        If a line has another form, a number is out of range, or the header announces another number of arcs, or more
        nodes than twice the arcs plus a million (so that a wrong header doesn't fill the memory). The message names the
        line where there is one.

    References
    ----------
    C. Demetrescu, A. Goldberg and D. Johnson (eds.), The Shortest Path Problem: Ninth DIMACS Implementation Challenge
    (2009).

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder, "small.gr")
    ...     _ = file.write_text(chr(10).join(["p sp 3 3", "a 1 2 5", "a 2 3 1", "a 1 3 9"]))
    ...     read_dimacs(file)
    <Graph of 3 nodes and 3 edges>
    """
    with open_text(path, encoding="utf-8-sig", errors="replace") as file:
        return Graph(graph_of_lines(file))


def graph_of_lines(lines: Iterable[str]) -> dict[int, dict[int, int]]:
    """Return the graph in the lines of a ``.gr`` file. See :func:`read_dimacs`."""
    graph: dict[int, dict[int, int]] = {}
    size: int | None = None
    announced = arcs = 0
    for number, line in enumerate(lines, 1):
        match line.split():
            case [] | ["c", *_]:
                continue
            case ["p", "sp", nodes, count] if size is None:
                announced = _number(count, 0, None, f"line {number}: the number of arcs")
                size = _number(nodes, 0, None, f"line {number}: the number of nodes")
            case ["a", tail, head, cost] if size is not None:
                arcs += 1
                start = _number(tail, 1, size, f"line {number}: the start")
                end = _number(head, 1, size, f"line {number}: the end")
                length = _number(cost, 0, 10**18 - 1, f"line {number}: the cost")
                heads = graph.setdefault(start, {})
                heads[end] = min(length, heads.get(end, length))
            case _:
                if number == 1 and line.startswith("\x1f"):
                    raise ValueError("the file is compressed; decompress it first")
                expected = "p sp NODES ARCS" if size is None else "a FROM TO COST"
                raise ValueError(
                    f"line {number} is {reprlib.repr(line.rstrip())}; expected {expected!r}, or a comment 'c'"
                )
    if size is None:
        raise ValueError("the file has no line 'p sp NODES ARCS', so it isn't a graph in DIMACS format")
    if arcs != announced:
        raise ValueError(f"the file has {arcs} arcs but its header announces {announced}; it may be cut short")
    if size - 2 * arcs > _MAX_ALONE:
        raise ValueError(
            f"the header announces {size} nodes, but the file has {arcs} arcs; at most {_MAX_ALONE} nodes may be "
            "without an arc"
        )
    return {node: graph.pop(node, {}) for node in range(1, size + 1)}


def _number(word: str, minimum: int, maximum: int | None, what: str) -> int:
    value = parse_natural(word)
    if value is None or value < minimum or (maximum is not None and value > maximum):
        limit = "" if maximum is None else f" and at most {maximum}"
        raise ValueError(f"{what} is {reprlib.repr(word)}; expected a whole number of at least {minimum}{limit}")
    return value
