"""The pancake problem: its arguments and the task that they make."""

from __future__ import annotations

from argparse import Namespace
from typing import Final

from astarlib.cli.errors import usage_errors
from astarlib.cli.parser import Parser, ProblemArguments
from astarlib.cli.task import Task
from astarlib.problems.pancake import PancakeProblem


def add_arguments(parser: Parser) -> None:
    """Add the arguments of ``pancake``."""
    stack = parser.add_argument_group("problem")
    stack.add_argument("stack", nargs="+", metavar="STACK", help="sizes 1 to n from the top down, each once")
    parser.set_defaults(task=_task)


PROBLEM: Final = ProblemArguments("sort a stack of pancakes by flipping its top", 'pancake "3 1 2 5 4"', add_arguments)


def _task(given: Namespace) -> Task:
    with usage_errors():
        problem = PancakeProblem(" ".join(given.stack))
    return Task(problem=problem, name="pancake", step="flip", plain=list, heuristic="gap")
