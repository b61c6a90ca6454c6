"""The same search with states of different types, to measure the cost of making, hashing and comparing them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from astarlib import AStar, FunctionProblem
from benchmarks.programs.instances import grid_512
from benchmarks.programs.ours import answer
from benchmarks.programs.repeated import Run


class Named(NamedTuple):
    x: int
    y: int


@dataclass(frozen=True)
class Frozen:
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Slotted:
    x: int
    y: int


def _text(x: int, y: int) -> str:
    return f"{x},{y}"


def _pair(x: int, y: int) -> tuple[int, int]:
    return x, y


MAKERS: Final[dict[str, Callable[[int, int], Any]]] = {
    "tuple": _pair,
    "int": lambda x, y: x * 512 + y,
    "str": _text,
    "NamedTuple": Named,
    "frozen dataclass": Frozen,
    "frozen dataclass with slots": Slotted,
}
"""How each type is made of a cell (x, y)."""


def search(kind: str) -> Run:
    """Cross the grid from corner to corner. All other data is stored by cell, equally fast for each type."""
    given, make = grid_512(), MAKERS[kind]
    cells = {make(x, y): (x, y) for y, row in enumerate(given.rows) for x, symbol in enumerate(row) if symbol == "."}
    goal_x, goal_y = given.goal
    goal = make(goal_x, goal_y)
    ways = {
        state: [(x + right, y + down) for right, down in _STEPS if _is_free(given.rows, x + right, y + down)]
        for state, (x, y) in cells.items()
    }
    h = {state: abs(x - goal_x) + abs(y - goal_y) for state, (x, y) in cells.items()}

    def successors(state: Any) -> Iterator[tuple[None, Any, int]]:
        for x, y in ways[state]:
            yield None, make(x, y), 1

    problem = FunctionProblem(
        make(*given.start), successors=successors, is_goal=lambda state: state == goal, heuristic=h.__getitem__
    )
    return lambda: answer(AStar().search(problem))


_STEPS: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))


def _is_free(rows: tuple[str, ...], x: int, y: int) -> bool:
    return 0 <= y < len(rows) and 0 <= x < len(rows[y]) and rows[y][x] == "."
