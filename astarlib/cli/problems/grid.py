"""Paths on a grid map: its arguments, its heuristics by name, and the task that they make."""

from __future__ import annotations

import re
from argparse import ArgumentTypeError, Namespace, _ArgumentGroup
from collections.abc import Mapping
from itertools import groupby
from typing import Any, Final  # Any: the arguments of two classes

from astarlib.cli import argument_types
from astarlib.cli.errors import quote, usage_errors
from astarlib.cli.parser import ProblemArguments, Task
from astarlib.problem import Heuristic, bind_heuristic
from astarlib.problems.grid import Cell, CornerRule, Euclidean, Grid, GridProblem, Manhattan, Octile, TorusProblem
from astarlib.problems.grid.cells import SYMBOLS
from astarlib.problems.grid.moving_ai import map_of_text
from astarlib.result import SearchResult

_MAX_DRAWN: Final = (100, 60)  # The columns and rows of the largest map to draw.
_HEURISTICS: Final[Mapping[str, Heuristic]] = {"manhattan": Manhattan(), "octile": Octile(), "euclidean": Euclidean()}


def add_arguments(grid: _ArgumentGroup) -> None:
    """Add the arguments of ``grid``."""
    grid.add_argument(
        "--map",
        required=True,
        metavar="FILE|TEXT",
        help="rows on lines or separated by /, with . for a free cell, # for an obstacle and 1 to 9 for terrain; or "
        "a .map file of the Moving AI Lab; - for standard input",
    )
    grid.add_argument(
        "--start", required=True, type=_cell, metavar="X,Y", help="column, then row; 0,0 is the upper left cell"
    )
    grid.add_argument(
        "--goal",
        required=True,
        type=_cell,
        action="append",
        dest="goals",
        metavar="X,Y",
        help="column, then row; repeat it for a path to the nearest of several goals",
    )
    grid.add_argument(
        "--connectivity",
        type=_connectivity,
        choices=(4, 8),
        default=4,
        help="number of neighbors of a cell (default: %(default)s)",
    )
    rules = [rule.value for rule in CornerRule]
    grid.add_argument(
        "--corner-rule",
        choices=rules,
        default=rules[0],
        metavar="NAME",
        help=f"which cells next to a diagonal step must be free: {', '.join(rules)} (default: %(default)s)",
    )
    grid.add_argument(
        "--wrap",
        action="store_true",
        help="let a step beyond an edge lead to the opposite edge; h is then the distance the shorter way around",
    )
    grid.add_argument(
        "--terrain",
        type=_terrain,
        action="append",
        default=[],
        metavar="SYMBOL=COST",
        help="cost of entering a cell with this symbol, inf for an obstacle (repeatable)",
    )


def _task(given: Namespace) -> Task:
    name = given.heuristic or ("manhattan" if given.connectivity == 4 else "octile")
    with usage_errors():
        # A text of dots is a map, even if a folder has that name.
        symbols = {"/", " ", "\n", *SYMBOLS, *dict(given.terrain)}
        text = given.map if set(given.map) <= set("./ ") else given.inputs.text_of(given.map, "map", symbols)
        grid = map_of_text(text) if text.lstrip().startswith("type ") else Grid(text, terrain=dict(given.terrain))
        steps: Any = {"connectivity": given.connectivity, "corner_rule": CornerRule(given.corner_rule)}
        problem: GridProblem | TorusProblem
        if given.wrap:
            if given.heuristic or given.heuristics:
                raise ValueError("a map with --wrap has an h of its own: leave out --heuristic and --heuristics")
            problem = TorusProblem(grid, given.start, goals=given.goals, **steps)
        else:
            problem = GridProblem(grid, given.start, goals=given.goals, heuristic=_HEURISTICS[name], **steps)
        for compared in given.heuristics or ():
            bind_heuristic(_HEURISTICS[compared], problem)  # Errors are raised now, not during the comparison.
    return Task(
        problem=problem,
        name="grid",
        step="step",
        plain=list,
        heuristic=name,
        heuristics={} if given.wrap else _HEURISTICS,
        path_text=lambda result: _path_text(grid, result),
    )


def _path_text(grid: Grid, result: SearchResult) -> str:
    """Return the map with the path on it, or only the steps if the map is too large."""
    if grid.width <= _MAX_DRAWN[0] and grid.height <= _MAX_DRAWN[1]:
        return grid.text(result.states)
    runs = [f"{len(list(run))} {action}" for action, run in groupby(result.actions)]
    start, goal = (f"{x},{y}" for x, y in (result.states[0], result.states[-1]))
    return f"from {start} to {goal}: {', '.join(runs) or 'no step'}"


def _cell(word: str) -> Cell:
    found = re.fullmatch(r"\s*(\d{1,9})\s*,\s*(\d{1,9})\s*", word)
    if found is None:
        raise ArgumentTypeError(f"expected X,Y such as 3,0 (column, then row, from 0), not {quote(word)}")
    return int(found[1]), int(found[2])


def _connectivity(word: str) -> int:
    if word not in {"4", "8"}:
        raise ArgumentTypeError(f"expected 4 or 8, not {quote(word)}")
    return int(word)


def _terrain(word: str) -> tuple[str, float]:
    symbol, equals, cost = word[:1], word[1:2], word[2:]
    try:
        if equals != "=":
            raise ValueError
        return symbol, argument_types.int_or_float(cost)
    except ValueError:
        raise ArgumentTypeError(f"expected SYMBOL=COST such as ~=5, not {quote(word)}") from None


PROBLEM: Final = ProblemArguments(
    "a shortest path on a map with obstacles and terrain",
    'grid --map ".....# / .###.. / ...#.. / .#...." --start 0,0 --goal 5,3',
    add_arguments,
    _task,
    heuristics=tuple(_HEURISTICS),
    default_heuristic="manhattan, or octile with 8 neighbors",
)
