"""Puzzles that are made of a few numbers: the Towers of Hanoi, pancakes, water jugs, and missionaries and cannibals."""

from __future__ import annotations

from argparse import Namespace, _ArgumentGroup
from collections.abc import Callable
from typing import Any, Final

from astarlib.cli.argument_types import count
from astarlib.cli.errors import usage_errors
from astarlib.cli.parser import ProblemArguments, Task


def _puzzle(  # noqa: PLR0917  # The parts of a puzzle's arguments and of its task.
    summary: str, example: str, step: str, add_arguments: Any, make: Callable[[Namespace], Any], heuristic: Any = None
) -> ProblemArguments:
    name = example.split(maxsplit=1)[0]

    def task(given: Namespace) -> Task:
        with usage_errors():
            return Task(problem=make(given), name=name, step=step, plain=list, heuristic=heuristic)

    return ProblemArguments(summary, example, add_arguments, task)


def _add_hanoi(group: _ArgumentGroup) -> None:
    group.add_argument("--disks", required=True, type=count, metavar="N", help="number of disks, at least 1")
    pegs = "number of pegs, at least 3 (default: %(default)s)"
    group.add_argument("--pegs", type=count, default=3, metavar="N", help=pegs)


def _hanoi(given: Namespace) -> Any:
    from astarlib.problems.hanoi import TowersOfHanoi

    return TowersOfHanoi(disks=given.disks, pegs=given.pegs)


HANOI: Final = _puzzle(
    "the Towers of Hanoi, with three pegs or more", "hanoi --disks 6 --pegs 4", "move", _add_hanoi, _hanoi
)


def _add_missionaries(group: _ArgumentGroup) -> None:
    for option, default, meaning in (
        ("--missionaries", 3, "number of missionaries"),
        ("--cannibals", 3, "number of cannibals"),
        ("--boat", 2, "number of people that the boat holds"),
    ):
        text = f"{meaning} (default: %(default)s)"
        group.add_argument(option, type=count, default=default, metavar="N", help=text)


def _missionaries(given: Namespace) -> Any:
    from astarlib.problems.missionaries import MissionariesAndCannibals

    return MissionariesAndCannibals(given.missionaries, given.cannibals, boat=given.boat)


MISSIONARIES: Final = _puzzle(
    "missionaries and cannibals cross a river",
    "missionaries --missionaries 3 --cannibals 3 --boat 2",
    "crossing",
    _add_missionaries,
    _missionaries,
)


def _add_water_jugs(group: _ArgumentGroup) -> None:
    group.add_argument("capacities", nargs="+", type=count, metavar="CAPACITY", help="capacity of a jug, at least 1")
    group.add_argument("--target", required=True, type=count, metavar="N", help="volume to measure")
    group.add_argument("--start", type=_volumes, metavar="N,N", help="volume in each jug at the start (default: 0)")


def _volumes(word: str) -> list[int]:
    return [count(part) for part in word.split(",")]


def _water_jugs(given: Namespace) -> Any:
    from astarlib.problems.water_jugs import WaterJugs

    return WaterJugs(given.capacities, given.target, start=given.start)


WATER_JUGS: Final = _puzzle(
    "measure a volume with jugs that have no marks", "water-jugs 3 5 --target 4", "action", _add_water_jugs, _water_jugs
)


def _add_pancake(group: _ArgumentGroup) -> None:
    group.add_argument("stack", nargs="+", metavar="STACK", help="sizes 1 to n from the top down, each once")


def _pancake(given: Namespace) -> Any:
    from astarlib.problems.pancake import PancakeProblem

    return PancakeProblem(" ".join(given.stack))


PANCAKE: Final = _puzzle(
    "sort a stack of pancakes by flipping its top", 'pancake "3 1 2 5 4"', "flip", _add_pancake, _pancake, "gap"
)
