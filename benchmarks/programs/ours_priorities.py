"""Weighted A* with each formula for f, on four kinds of problems."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from random import Random
from statistics import geometric_mean
from typing import Any, Final

from astarlib import AStar, Priority, SearchProblem, WeightedAStar, with_heuristic
from astarlib.engines import Engine
from astarlib.problems.grid import Grid, GridProblem
from astarlib.problems.npuzzle.instances import KORF_100
from astarlib.problems.pancake import PancakeProblem
from benchmarks.programs.instances import Board
from benchmarks.programs.repeated import Run
from benchmarks.suites.korf import EASIEST

SIZE: Final = 4
NEIGHBORS: Final = [
    [to for to in range(SIZE * SIZE) if abs(to % SIZE - at % SIZE) + abs(to // SIZE - at // SIZE) == 1]
    for at in range(SIZE * SIZE)
]
WAYS: Final = [
    [tile * (abs(at % SIZE - tile % SIZE) + abs(at // SIZE - tile // SIZE)) for at in range(SIZE * SIZE)]
    for tile in range(SIZE * SIZE)
]
"""For each tile and place, the cost of the tile's way to its goal if no other tile is in the way."""


class HeavyTiles(SearchProblem[Board, int]):
    """A 15-puzzle in which a move costs the number of the moved tile, which is the action."""

    def actions(self, state: Board, /) -> list[int]:
        """Return the tiles beside the blank."""
        return [state[at] for at in NEIGHBORS[state.index(0)]]

    def result(self, state: Board, action: int, /) -> Board:
        """Exchange the tile and the blank."""
        tiles, blank, at = list(state), state.index(0), state.index(action)
        tiles[blank], tiles[at] = action, 0
        return tuple(tiles)

    def cost(self, state: Board, action: int, next_state: Board, /) -> int:
        """Return the number of the tile."""
        return action

    def heuristic(self, state: Board, /) -> int:
        """Return the sum of the tiles' own ways."""
        return sum(way[at] for way, at in zip(map(WAYS.__getitem__, state), range(SIZE * SIZE), strict=True))

    def is_goal(self, state: Board, /) -> bool:
        """Compare with the goal, where the blank is first."""
        return state == tuple(range(SIZE * SIZE))


def _tiles(count: int) -> list[Any]:
    return [KORF_100.by_id(number).problem() for number in EASIEST[:count]]


def _heavy_tiles(count: int) -> list[Any]:
    return [HeavyTiles(problem.initial_state) for problem in _tiles(count)]


def _pancakes(count: int) -> list[Any]:
    random = Random(12)
    stacks = [[pancake + 1 for pancake in random.sample(range(12), 12)] for _ in range(count)]
    return [with_heuristic(PancakeProblem(stack), _gap_2) for stack in stacks]


def _gap_2(stack: tuple[int, ...]) -> int:
    """Count the gaps between neighbors that are both larger than 2, and a wrong pancake at the bottom."""
    gaps = sum(upper > 2 < lower and abs(upper - lower) > 1 for upper, lower in pairwise(stack))
    return gaps + (stack[-1] != len(stack))


def _grids(count: int) -> list[Any]:
    random, size = Random(3), 256
    problems: list[Any] = []
    while len(problems) < count:
        rows = [[1 if random.random() >= 0.2 else float("inf") for _ in range(size)] for _ in range(size)]
        rows[0][0] = rows[-1][-1] = 1
        problem = GridProblem(Grid(rows), (0, 0), (size - 1, size - 1), connectivity=8)
        if AStar().search(problem).solution is not None:
            problems.append(problem)
    return problems


PROBLEMS: Final[dict[str, Callable[[int], list[Any]]]] = {
    "15-puzzle": _tiles,
    "15-puzzle-heavy": _heavy_tiles,
    "12-pancakes": _pancakes,
    "grid": _grids,
}


def expansions(kind: str, count: int, weight: float, priority: str) -> Run:
    """Solve ``count`` problems of a kind: the geometric means of their expansions and costs."""
    return means(WeightedAStar(weight=weight, priority=Priority(priority)), PROBLEMS[kind](count))


def means(engine: Engine, problems: Sequence[Any]) -> Run:
    """Solve the problems: the geometric means of their expansions and costs."""

    def run() -> dict[str, Any]:
        results = [engine.search(problem) for problem in problems]
        return {
            "solved": len(results),
            "bytes": None,  # Making the problems takes more memory than most of the searches.
            "figures": {
                "expansions": round(geometric_mean(max(1, result.statistics.expanded) for result in results)),
                "cost": geometric_mean(result.cost for result in results),
            },
        }

    return run
