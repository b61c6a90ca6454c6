"""The sudoku of the arguments."""

from __future__ import annotations

from argparse import Namespace

from astarlib.cli.mistakes import UsageError
from astarlib.cli.reading import STDIN, Inputs
from astarlib.cli.shipped import the_example
from astarlib.cli.task import Task
from astarlib.problems.sudoku import IrregularSudoku


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
    cells, regions = _cells_and_regions(given.inputs, given.cells, given.regions)
    if regions is not None and given.box is not None:
        raise UsageError("--box is for regions that are boxes; leave out --regions or --box")
    if regions is None:
        return IrregularSudoku.classic(cells, box=given.box)
    return IrregularSudoku.from_text(cells, regions)


def _cells_and_regions(inputs: Inputs, cells: str, regions: str | None) -> tuple[str, str | None]:
    """Both texts. Standard input may hold both: the cells, then the regions, with or without an empty line between."""
    if not cells == regions == STDIN:
        return inputs.text_of(cells, "cells"), None if regions is None else inputs.text_of(regions, "regions")
    lines = [line.strip() for line in inputs.stdin("cells and regions").strip().splitlines()]
    gaps = [number for number, line in enumerate(lines) if line == ""]
    half = gaps[0] if len(gaps) > 0 else len(lines) // 2
    if len(gaps) == 0 and len(lines) % 2 == 1:
        raise UsageError(
            f"standard input has {len(lines)} lines, which are not as many rows of cells as of regions; "
            "part the two by an empty line"
        )
    return "\n".join(lines[:half]), "\n".join(lines[half:])
