"""The words of each problem, which follow those of a command; ``PROBLEMS`` names them all."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Final

from astarlib.cli import amounts
from astarlib.cli.own_problem import own_task
from astarlib.cli.reference_problems import REFERENCE_PROBLEMS, ProblemArguments

OWN: Final = "module:attribute"


def _npuzzle(parser: ArgumentParser) -> None:
    from astarlib.cli.npuzzle import npuzzle_task

    boards = parser.add_argument_group("problem")
    boards.add_argument(
        "board",
        nargs="*",
        metavar="BOARD",
        help="tiles row by row, 0 or . or _ for the blank, rows parted by / where the board is no square; "
        "or a file with the rows on lines; or - for standard input",
    )
    boards.add_argument(
        "--korf",
        type=amounts.ids,
        metavar="N",
        help="instead: one of Korf's 100 15-puzzles (1985); solve takes several, such as 1-20 or 5,7 or all",
    )
    boards.add_argument(
        "--korf24",
        type=amounts.ids,
        metavar="N",
        help="instead: one of Korf and Felner's 50 24-puzzles (2002), or several",
    )
    boards.add_argument("--example", metavar="NAME", help="instead: a board that has a name, such as hard-52")
    boards.add_argument("--goal", metavar="BOARD", help="the board to reach (default: in order, the blank last)")
    boards.add_argument("--shape", type=amounts.shape, metavar="RxC", help="rows and columns, for instance 3x4")
    boards.add_argument("--prove", action="store_true", help="search even where parity tells that there is no solution")
    parser.set_defaults(task=npuzzle_task)


def _sudoku(parser: ArgumentParser) -> None:
    from astarlib.cli.sudoku import sudoku_task

    grids = parser.add_argument_group("problem")
    grids.add_argument(
        "--cells",
        metavar="FILE|TEXT",
        help="rows on lines or parted by /, symbols parted by dashes, 0 or . for an empty cell; - for standard input",
    )
    grids.add_argument(
        "--regions",
        metavar="FILE|TEXT",
        help="region labels, written likewise; - for standard input, behind the cells if these are there too "
        "(default: the boxes of a classic sudoku)",
    )
    grids.add_argument("--example", metavar="NAME", help="instead: one of 66 that come along, such as G26_7x7")
    grids.add_argument("--box", type=amounts.shape, metavar="RxC", help="rows and columns of a classic sudoku's boxes")
    parser.set_defaults(task=sudoku_task, prove=False, heuristic=None, heuristics=None)


def _own(parser: ArgumentParser) -> None:
    own = parser.add_argument_group("problem")
    own.add_argument(
        "problem",
        metavar=OWN,
        help="a problem class, a function that makes a problem, or a problem; modules of this folder are found",
    )
    own.add_argument(
        "--arg",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an argument of the class or function; a Python literal, else text (repeatable)",
    )
    parser.set_defaults(task=own_task, prove=False, heuristic=None, heuristics=None)


PROBLEM_ARGUMENTS: Final = (
    ProblemArguments(
        "npuzzle",
        "the N-puzzle: slide tiles until they lie as in the goal",
        'npuzzle "0 5 6 3 9 1 2 4 10 7 11 15 13 14 12 8"',
        _npuzzle,
    ),
    ProblemArguments(
        "sudoku",
        "an irregular or a classic sudoku",
        'sudoku --cells "0-0-0 / 0-2-0 / 1-0-0" --regions "a-a-b / a-c-b / c-c-b"',
        _sudoku,
    ),
    *REFERENCE_PROBLEMS,
    ProblemArguments(
        OWN,
        "a problem of your own, for instance mine:Problem",
        'astarlib.problems.npuzzle:NPuzzle --arg tiles="1 2 3 / 4 5 6 / 0 7 8"',
        _own,
    ),
)
PROBLEMS: Final = tuple(problem.name for problem in PROBLEM_ARGUMENTS)
