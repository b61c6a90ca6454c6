"""A problem as the command line needs it: with the words and the forms in which it is told."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from astarlib.cli.mistakes import UsageError
from astarlib.cli.reading import STDIN, read_stdin, text_of
from astarlib.cli.shipped import the_example
from astarlib.problem import Heuristic
from astarlib.problems.sudoku import IrregularSudoku
from astarlib.result import SearchResult


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """A problem, and how to speak of it.

    Attributes
    ----------
    name:
        What the person called it.
    step:
        One action, in the singular.
    plain:
        A state as JSON's own kinds; None where its text has to do.
    whole_path:
        Whether a solution is shown state by state, rather than by its last state.
    way_text:
        The whole way as one text, where state by state would say too much or too little.
    admissible:
        Whether its heuristics are known never to overestimate.
    heuristic:
        The name of its heuristic, where it has one.
    impossible:
        Why it has no solution, where that is known without a search.
    """

    problem: Any  # Any: a problem of one's own is only known at run time
    name: str
    step: str
    plain: Callable[[Any], object] | None = None
    whole_path: bool = True
    way_text: Callable[[SearchResult], str] | None = None
    admissible: bool = True
    heuristic: str | None = None
    heuristics: Mapping[str, Heuristic] = field(default_factory=dict)
    impossible: str | None = None


def sudoku_task(given: Namespace) -> Task:
    """The sudoku of the arguments; UsageError names what is wrong with its cells or regions."""
    try:
        sudoku = _sudoku(given)
    except ValueError as error:
        raise UsageError(str(error).replace("give box=(rows, columns)", "give --regions, or --box 2x3")) from error
    return Task(problem=sudoku, name="sudoku", step="insertion", plain=sudoku.grid, whole_path=False)


def _sudoku(given: Namespace) -> IrregularSudoku:
    example = the_example(given)
    if example is not None:
        return example
    cells, regions = _cells_and_regions(given.cells, given.regions)
    if regions is not None and given.box is not None:
        raise UsageError("--box is for regions that are boxes; leave out --regions or --box")
    if regions is None:
        return IrregularSudoku.classic(cells, box=given.box)
    return IrregularSudoku.from_text(cells, regions)


def _cells_and_regions(cells: str, regions: str | None) -> tuple[str, str | None]:
    """Both texts. Standard input may hold both: the cells, then the regions, with or without an empty line between."""
    if not cells == regions == STDIN:
        return text_of(cells, "cells"), None if regions is None else text_of(regions, "regions")
    lines = [line.strip() for line in read_stdin("cells and regions").strip().splitlines()]
    gaps = [number for number, line in enumerate(lines) if line == ""]
    half = gaps[0] if len(gaps) > 0 else len(lines) // 2
    if len(gaps) == 0 and len(lines) % 2 == 1:
        raise UsageError(
            f"standard input has {len(lines)} lines, which are not as many rows of cells as of regions; "
            "part the two by an empty line"
        )
    return "\n".join(lines[:half]), "\n".join(lines[half:])
