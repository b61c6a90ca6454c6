"""The smaller reference problems on the command line: their words, and the tasks that these make."""

from __future__ import annotations

import re
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Mapping
from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple

from astarlib.cli import amounts
from astarlib.cli.graph import add_graph, add_romania
from astarlib.cli.mistakes import shown, told
from astarlib.cli.task import Task
from astarlib.problem import Heuristic, bind_heuristic
from astarlib.result import SearchResult

if TYPE_CHECKING:
    from astarlib.problems.grid import Cell, Grid

_DRAWN: Final = (100, 60)  # columns and rows of the largest map that is drawn


class ProblemArguments(NamedTuple):
    """A problem as the parser needs it."""

    name: str
    about: str
    example: str
    add_arguments: Callable[[ArgumentParser], None]


def grid_heuristics() -> Mapping[str, Heuristic]:
    """Those of the grid, by name."""
    from astarlib.problems.grid import Euclidean, Manhattan, Octile

    return {"manhattan": Manhattan(), "octile": Octile(), "euclidean": Euclidean()}


def _grid(parser: ArgumentParser) -> None:
    from astarlib.problems.grid import CornerRule

    grid = parser.add_argument_group("problem")
    grid.add_argument(
        "--map",
        required=True,
        metavar="FILE|TEXT",
        help="rows on lines or parted by /, . for a free cell, # for an obstacle, 1 to 9 for terrain; or a .map file "
        "of the Moving AI Lab; - for standard input",
    )
    grid.add_argument("--start", required=True, type=_cell, metavar="X,Y", help="column, then row, from 0,0 upper left")
    grid.add_argument("--goal", required=True, type=_cell, metavar="X,Y", help="likewise")
    grid.add_argument(
        "--connectivity", type=_connectivity, choices=(4, 8), default=4, help="neighbours (default: %(default)s)"
    )
    rules = [rule.value for rule in CornerRule]
    grid.add_argument(
        "--corner-rule",
        choices=rules,
        default=rules[0],
        metavar="NAME",
        help=f"which cells beside a diagonal step must be free: {', '.join(rules)} (default: %(default)s)",
    )
    grid.add_argument(
        "--terrain",
        type=_terrain,
        action="append",
        default=[],
        metavar="SYMBOL=COST",
        help="what entering a cell with this symbol costs, inf for an obstacle (repeatable)",
    )
    parser.set_defaults(task=_grid_task, prove=False)


def _pancake(parser: ArgumentParser) -> None:
    stack = parser.add_argument_group("problem")
    stack.add_argument("stack", nargs="+", metavar="STACK", help="sizes 1 to n from the top down, each once")
    parser.set_defaults(task=_pancake_task, prove=False, heuristic=None, heuristics=None)


def _hanoi(parser: ArgumentParser) -> None:
    towers = parser.add_argument_group("problem")
    towers.add_argument("--disks", required=True, type=amounts.count, metavar="N", help="at least 1")
    towers.add_argument("--pegs", type=amounts.count, default=3, metavar="N", help="at least 3 (default: %(default)s)")
    parser.set_defaults(task=_hanoi_task, prove=False, heuristic=None, heuristics=None)


def _water_jugs(parser: ArgumentParser) -> None:
    jugs = parser.add_argument_group("problem")
    jugs.add_argument("capacities", nargs="+", type=amounts.count, metavar="CAPACITY", help="of each jug, at least 1")
    jugs.add_argument("--target", required=True, type=amounts.count, metavar="N", help="the volume to measure")
    jugs.add_argument("--start", type=_volumes, metavar="N,N", help="what is in each jug (default: nothing)")
    parser.set_defaults(task=_water_jugs_task, prove=False, heuristic=None, heuristics=None)


def _missionaries(parser: ArgumentParser) -> None:
    people = parser.add_argument_group("problem")
    for name, default in (("missionaries", 3), ("cannibals", 3)):
        people.add_argument(
            f"--{name}", type=amounts.count, default=default, metavar="N", help="how many (default: %(default)s)"
        )
    people.add_argument(
        "--boat", type=amounts.count, default=2, metavar="N", help="holds so many (default: %(default)s)"
    )
    parser.set_defaults(task=_missionaries_task, prove=False, heuristic=None, heuristics=None)


REFERENCE_PROBLEMS: Final = (
    ProblemArguments(
        "grid",
        "a way on a map with obstacles and terrain",
        'grid --map ".....# / .###.. / ...#.. / .#...." --start 0,0 --goal 5,3',
        _grid,
    ),
    ProblemArguments("romania", "a way by road in Romania, as in the textbook", "romania Arad Bucharest", add_romania),
    ProblemArguments(
        "graph",
        "a way in a graph that is written as edges",
        'graph A D --edges "A B 4 / A C 1 / C B 2 / B D 5"',
        add_graph,
    ),
    ProblemArguments("pancake", "sort pancakes by turning over the upper ones", 'pancake "3 1 2 5 4"', _pancake),
    ProblemArguments("hanoi", "the Towers of Hanoi, with three pegs or more", "hanoi --disks 6 --pegs 4", _hanoi),
    ProblemArguments(
        "water-jugs", "measure a volume with jugs that have no marks", "water-jugs 3 5 --target 4", _water_jugs
    ),
    ProblemArguments(
        "missionaries",
        "missionaries and cannibals cross a river",
        "missionaries --missionaries 3 --cannibals 3 --boat 2",
        _missionaries,
    ),
)


def _grid_task(given: Namespace) -> Task:
    from astarlib.problems.grid import CornerRule, Grid, GridProblem
    from astarlib.problems.grid.moving_ai import map_of_text

    heuristics = grid_heuristics()
    name = given.heuristic or ("manhattan" if given.connectivity == 4 else "octile")
    with told():
        # Of dots alone, it is a map, though a folder may have that name.
        text = given.map if set(given.map) <= set("./ ") else given.inputs.text_of(given.map, "map")
        grid = map_of_text(text) if text.lstrip().startswith("type ") else Grid(text, terrain=dict(given.terrain))
        problem = GridProblem(
            grid,
            given.start,
            given.goal,
            connectivity=given.connectivity,
            corner_rule=CornerRule(given.corner_rule),
            heuristic=heuristics[name],
        )
        for compared in given.heuristics or ():
            bind_heuristic(heuristics[compared], problem)  # which refuses here what it would refuse later
    return Task(
        problem=problem,
        name="grid",
        step="step",
        plain=list,
        heuristic=name,
        heuristics=heuristics,
        way_text=lambda result: _way_on(grid, result),
    )


def _way_on(grid: Grid, result: SearchResult) -> str:
    """The map with the way on it, or the steps where the map is too large."""
    if grid.width <= _DRAWN[0] and grid.height <= _DRAWN[1]:
        return grid.text(result.states)
    runs = [f"{len(list(run))} {action}" for action, run in groupby(result.actions)]
    start, goal = (f"{x},{y}" for x, y in (result.states[0], result.states[-1]))
    return f"from {start} to {goal}: {', '.join(runs) or 'no step'}"


def _pancake_task(given: Namespace) -> Task:
    from astarlib.problems.pancake import PancakeProblem

    with told():
        problem = PancakeProblem(" ".join(given.stack))
    return Task(problem=problem, name="pancake", step="flip", plain=list, heuristic="gap")


def _hanoi_task(given: Namespace) -> Task:
    from astarlib.problems.hanoi import TowersOfHanoi

    with told():
        problem = TowersOfHanoi(disks=given.disks, pegs=given.pegs)
    return Task(problem=problem, name="hanoi", step="move", plain=list)


def _water_jugs_task(given: Namespace) -> Task:
    from astarlib.problems.water_jugs import WaterJugs

    with told():
        problem = WaterJugs(given.capacities, given.target, start=given.start)
    return Task(problem=problem, name="water-jugs", step="action", plain=list)


def _missionaries_task(given: Namespace) -> Task:
    from astarlib.problems.missionaries import MissionariesAndCannibals

    with told():
        problem = MissionariesAndCannibals(given.missionaries, given.cannibals, boat=given.boat)
    return Task(problem=problem, name="missionaries", step="crossing", plain=list)


def _cell(word: str) -> Cell:
    found = re.fullmatch(r"\s*(\d{1,9})\s*,\s*(\d{1,9})\s*", word)
    if found is None:
        raise ArgumentTypeError(f"expected X,Y such as 3,0 (column, then row, from 0), not {shown(word)}")
    return int(found[1]), int(found[2])


def _connectivity(word: str) -> int:
    if word not in {"4", "8"}:
        raise ArgumentTypeError(f"expected 4 or 8, not {shown(word)}")
    return int(word)


def _terrain(word: str) -> tuple[str, float]:
    symbol, equals, cost = word[:1], word[1:2], word[2:]
    try:
        if equals != "=":
            raise ValueError
        return symbol, amounts.int_or_float(cost)
    except ValueError:
        raise ArgumentTypeError(f"expected SYMBOL=COST such as ~=5, not {shown(word)}") from None


def _volumes(word: str) -> list[int]:
    return [amounts.count(part) for part in word.split(",")]
