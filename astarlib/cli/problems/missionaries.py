"""Missionaries and cannibals: its arguments and the task that they make."""

from __future__ import annotations

from argparse import Namespace
from typing import Final

from astarlib.cli import argument_types
from astarlib.cli.errors import usage_errors
from astarlib.cli.parser import Parser, ProblemArguments
from astarlib.cli.task import Task
from astarlib.problems.missionaries import MissionariesAndCannibals


def add_arguments(parser: Parser) -> None:
    """Add the arguments of ``missionaries``."""
    people = parser.add_argument_group("problem")
    for option, default, meaning in (
        ("--missionaries", 3, "number of missionaries"),
        ("--cannibals", 3, "number of cannibals"),
        ("--boat", 2, "number of people that the boat holds"),
    ):
        people.add_argument(
            option, type=argument_types.count, default=default, metavar="N", help=f"{meaning} (default: %(default)s)"
        )
    parser.set_defaults(task=_task)


PROBLEM: Final = ProblemArguments(
    "missionaries and cannibals cross a river", "missionaries --missionaries 3 --cannibals 3 --boat 2", add_arguments
)


def _task(given: Namespace) -> Task:
    with usage_errors():
        problem = MissionariesAndCannibals(given.missionaries, given.cannibals, boat=given.boat)
    return Task(problem=problem, name="missionaries", step="crossing", plain=list)
