"""The water-jug problem: its arguments and the task that they make."""

from __future__ import annotations

from argparse import Namespace
from typing import Final

from astarlib.cli import argument_types
from astarlib.cli.errors import usage_errors
from astarlib.cli.parser import Parser, ProblemArguments
from astarlib.cli.task import Task
from astarlib.problems.water_jugs import WaterJugs


def add_arguments(parser: Parser) -> None:
    """Add the arguments of ``water-jugs``."""
    jugs = parser.add_argument_group("problem")
    count = argument_types.count
    jugs.add_argument("capacities", nargs="+", type=count, metavar="CAPACITY", help="capacity of a jug, at least 1")
    jugs.add_argument("--target", required=True, type=count, metavar="N", help="volume to measure")
    jugs.add_argument("--start", type=_volumes, metavar="N,N", help="volume in each jug at the start (default: 0)")
    parser.set_defaults(task=_task)


PROBLEM: Final = ProblemArguments(
    "measure a volume with jugs that have no marks", "water-jugs 3 5 --target 4", add_arguments
)


def _task(given: Namespace) -> Task:
    with usage_errors():
        problem = WaterJugs(given.capacities, given.target, start=given.start)
    return Task(problem=problem, name="water-jugs", step="action", plain=list)


def _volumes(word: str) -> list[int]:
    return [argument_types.count(part) for part in word.split(",")]
