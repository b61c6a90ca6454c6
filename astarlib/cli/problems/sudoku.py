"""Sudoku: its arguments and the task that they make."""

from __future__ import annotations

from argparse import SUPPRESS, Namespace, _ArgumentGroup
from typing import Final

from astarlib.cli import argument_types
from astarlib.cli.errors import UsageError, usage_errors
from astarlib.cli.inputs import STDIN, Inputs
from astarlib.cli.parser import ProblemArguments, Task
from astarlib.cli.problems.bundled import bundled_sudoku
from astarlib.problems.sudoku import IrregularSudoku, diagonals


def add_arguments(grids: _ArgumentGroup) -> None:
    """Add the arguments of ``sudoku``."""
    grids.add_argument(
        "text",
        nargs="?",
        metavar="TEXT",
        help="the cells: rows on lines or separated by /, 0 or . for an empty cell, dashes between symbols of several "
        "letters; or all cells in one line; or a file with that text; or - for standard input",
    )
    grids.add_argument("--cells", metavar="FILE|TEXT", help=SUPPRESS)  # The same as TEXT.
    grids.add_argument(
        "--regions",
        metavar="FILE|TEXT",
        help="region labels in the same format; - for standard input, after the cells if these are there too "
        "(default: the boxes of a classic sudoku)",
    )
    grids.add_argument("--example", metavar="NAME", help="one of 66 built-in sudokus, instead of TEXT, such as G26_7x7")
    grids.add_argument(
        "--box", type=argument_types.shape, metavar="RxC", help="rows and columns of a classic sudoku's boxes"
    )
    grids.add_argument("--diagonals", action="store_true", help="both long diagonals must contain each symbol, too")


def _task(given: Namespace) -> Task:
    """Return the sudoku of the arguments; raise UsageError if its cells or regions are wrong."""
    with usage_errors():
        sudoku = _sudoku(given)
    return Task(problem=sudoku, name="sudoku", step="insertion", plain=sudoku.grid, whole_path=False)


def _sudoku(given: Namespace) -> IrregularSudoku:
    example = bundled_sudoku(given)
    if example is not None:
        return example
    text = given.cells if given.text is None else given.text
    cells, regions = _cells_and_regions(given.inputs, text, given.regions)
    if regions is not None and given.box is not None:
        raise UsageError("--box is for regions that are boxes; leave out --regions or --box")
    if regions is None:
        sudoku = IrregularSudoku.classic(cells, box=given.box)
    else:
        sudoku = IrregularSudoku.from_text(cells, regions)
    if not given.diagonals:
        return sudoku
    clues = sudoku.grid(sudoku.initial_state)
    return IrregularSudoku(clues, sudoku.regions, extra_units=diagonals(sudoku.size))


def _cells_and_regions(inputs: Inputs, cells: str, regions: str | None) -> tuple[str, str | None]:
    """Return both texts. Standard input may contain both: the cells, then the regions, perhaps after an empty line."""
    if not cells == regions == STDIN:
        return inputs.text_of(cells, "cells"), None if regions is None else inputs.text_of(regions, "regions")
    lines = [line.strip() for line in inputs.stdin("cells and regions").strip().splitlines()]
    gaps = [number for number, line in enumerate(lines) if line == ""]
    half = gaps[0] if len(gaps) > 0 else len(lines) // 2
    if len(gaps) == 0 and len(lines) % 2 == 1:
        raise UsageError(
            f"standard input has {len(lines)} lines, an odd number, but expected as many rows of cells as of regions; "
            "put an empty line between cells and regions"
        )
    return "\n".join(lines[:half]), "\n".join(lines[half:])


PROBLEM: Final = ProblemArguments(
    "an irregular or a classic sudoku",
    'sudoku "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"',
    add_arguments,
    _task,
)
