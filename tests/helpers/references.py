"""One or two small instances of every reference problem, for laws that hold for all of them and every engine."""

import importlib
import pkgutil

import pytest

import astarlib.problems
from astarlib import ENGINES, SearchProblem, with_goals
from astarlib.errors import MissingCapabilityError
from astarlib.problems.graph import GraphProblem, romania
from astarlib.problems.grid import Grid, GridProblem, HexProblem, TorusProblem, VoxelProblem
from astarlib.problems.hanoi import TowersOfHanoi
from astarlib.problems.missionaries import MissionariesAndCannibals
from astarlib.problems.npuzzle import Hamming, LinearConflict, NPuzzle
from astarlib.problems.obstacles import Reservations, TimedProblem
from astarlib.problems.pancake import PancakeProblem
from astarlib.problems.strips import Operator, StripsProblem
from astarlib.problems.sudoku import IrregularSudoku
from astarlib.problems.turns import ManeuverProblem, TurnProblem
from astarlib.problems.water_jugs import WaterJugs


def u_turn(before, state, after):
    """Return the cost of a turn: a U-turn costs 40."""
    return 40 if before == after else len(state)


def others():
    """Return reservations that block a town for a while."""
    made = Reservations()
    made.block("b", 2, 4)
    return made


MARSH = Grid(["..#.", ".~~.", "#..."], terrain={".": 1, "~": 3})
REFERENCES = {
    "npuzzle": NPuzzle("1 4 2 / 5 0 3", goal="0 1 2 / 3 4 5"),
    "npuzzle, hamming": NPuzzle("3 1 2 / 4 5 0", goal="0 1 2 / 3 4 5", heuristic=Hamming()),
    "npuzzle, linear conflict": NPuzzle("2 1 / 3 0", goal="0 2 / 3 1", heuristic=LinearConflict()),
    "npuzzle, unsolvable": NPuzzle("2 1 / 3 0"),
    "sudoku": IrregularSudoku([[0, 0, 0], [0, 2, 0], [1, 0, 0]], ["aab", "acb", "ccb"]),
    "sudoku, classic": IrregularSudoku.classic(".3..4......22.1."),
    "grid": GridProblem(MARSH, (0, 0), (3, 0)),
    "grid, diagonal": GridProblem(MARSH, (0, 0), (3, 0), connectivity=8),
    "grid, jump points": GridProblem(". . # . / . . . . / # . . .".replace(" ", ""), (0, 0), (3, 0)).jump_points(),
    "grid, several goals": GridProblem(MARSH, (0, 0), goals=[(3, 2), (3, 0)], connectivity=8),
    "grid, unsolvable": GridProblem([".#.", ".#."], (0, 0), (2, 1)),
    "torus": TorusProblem(MARSH, (0, 0), (3, 2), connectivity=8),
    "hexagons": HexProblem(MARSH, (0, 0), (3, 2)),
    "voxels": VoxelProblem(["..", ".#", "#."], (0, 0, 0), (1, 0, 2)),
    "graph": romania("Neamt", "Sibiu"),
    "graph, dead end": GraphProblem({"a": {"b": 1, "c": 5}, "b": {"a": 2}, "c": {}, "d": {}}, "a", "d"),
    "graph, several goals": with_goals(romania("Neamt", "Sibiu"), ["Oradea", "Lugoj", "Giurgiu"]),
    "turns": TurnProblem(romania("Neamt", "Urziceni"), u_turn),
    "maneuvers": ManeuverProblem(romania("Neamt", "Urziceni"), len, length=3),
    "moving obstacles": TimedProblem(
        GraphProblem({"a": {"b": 2, "c": 4}, "b": {"d": 1}, "c": {"b": 1, "d": 5}, "d": {}}, "a", "d"), others()
    ),
    "hanoi, several goals": with_goals(TowersOfHanoi(disks=2), [(2, 1), (1, 2)]),
    "pancake": PancakeProblem("3 1 4 2"),
    "hanoi": TowersOfHanoi(disks=2),
    "missionaries": MissionariesAndCannibals(),
    "missionaries, unsolvable": MissionariesAndCannibals(4, 4),
    "strips": StripsProblem(
        ["at a", "b"],
        ["c", "at a"],
        [
            Operator("go", ["at a"], ["at b"], ["at a"]),
            Operator("back", ["at b"], ["at a"], ["at b"], cost=2),
            Operator("take", ["at b", "b"], ["c"], ["b"]),
        ],
    ),
    "water jugs": WaterJugs((3, 5), 4),
    "water jugs, unsolvable": WaterJugs((2, 4), 3),
}


def accepts(engine, problem):
    """Return whether the problem has all capabilities that the engine requires, and none that it ignores."""
    if getattr(problem, "resources", None) is not None and not engine.uses_resources:
        return False
    try:
        engine.start(problem)
    except MissingCapabilityError:
        return False
    return True


PAIRS = [
    pytest.param(engine, problem, id=f"{name}-{title}")
    for name, engine in ((name, kind()) for name, kind in ENGINES.items())
    for title, problem in REFERENCES.items()
    if accepts(engine, problem)
]
"""Each engine with each problem that it accepts."""


FORWARD = {name: kind for name, kind in ENGINES.items() if len(kind.requires) == 0}
"""The engines that accept any problem."""


def shipped():
    """Every public problem class that ``astarlib.problems`` defines, except those that need an extra."""
    found = set()
    for module in pkgutil.walk_packages(astarlib.problems.__path__, "astarlib.problems."):
        if module.name.startswith("astarlib.problems.planning"):
            continue
        members = vars(importlib.import_module(module.name))
        for name, item in members.items():
            is_own = getattr(item, "__module__", "") == module.name or name in members.get("__all__", ())
            if is_own and isinstance(item, type) and issubclass(item, SearchProblem) and not name.startswith("_"):
                found.add(item)
    return found
