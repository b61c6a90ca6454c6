"""The Towers of Hanoi: its arguments and the task that they make."""

from __future__ import annotations

from argparse import Namespace
from typing import Final

from astarlib.cli import argument_types
from astarlib.cli.errors import usage_errors
from astarlib.cli.parser import Parser, ProblemArguments
from astarlib.cli.task import Task
from astarlib.problems.hanoi import TowersOfHanoi


def add_arguments(parser: Parser) -> None:
    """Add the arguments of ``hanoi``."""
    towers = parser.add_argument_group("problem")
    count = argument_types.count
    towers.add_argument("--disks", required=True, type=count, metavar="N", help="number of disks, at least 1")
    towers.add_argument(
        "--pegs", type=count, default=3, metavar="N", help="number of pegs, at least 3 (default: %(default)s)"
    )
    parser.set_defaults(task=_task)


PROBLEM: Final = ProblemArguments(
    "the Towers of Hanoi, with three pegs or more", "hanoi --disks 6 --pegs 4", add_arguments
)


def _task(given: Namespace) -> Task:
    with usage_errors():
        problem = TowersOfHanoi(disks=given.disks, pegs=given.pegs)
    return Task(problem=problem, name="hanoi", step="move", plain=list)
