"""simpleai: a problem is a class with ``actions``, ``result``, ``is_goal`` and ``heuristic``."""

from __future__ import annotations

from typing import Any

from simpleai.search import SearchProblem, astar

from benchmarks.programs.peers.counting import Calls, Run, with_counts
from benchmarks.programs.peers.fields import Cell, Field
from benchmarks.programs.peers.tiles import Board, Sliding

DISTRIBUTIONS = ("simpleai",)


class Tiles(SearchProblem):
    """A board. An action is the cell that the blank moves to."""

    def __init__(self, tiles: Sliding) -> None:
        super().__init__(tiles.start)
        self.tiles = tiles

    def actions(self, state: Board) -> tuple[int, ...]:
        return self.tiles.actions(state)

    def result(self, state: Board, action: int) -> Board:
        return self.tiles.result(state, action)

    def is_goal(self, state: Board) -> bool:
        return state == self.tiles.goal

    def heuristic(self, state: Board) -> int:
        return self.tiles.h(state)


class Walk(SearchProblem):
    """A cell of the grid. An action is the cell to go to."""

    def __init__(self, field: Field) -> None:
        super().__init__(field.start)
        self.field = field

    def actions(self, state: Cell) -> list[Cell]:
        return self.field.neighbors(state)

    def result(self, state: Cell, action: Cell) -> Cell:  # The action determines it.
        return action

    def is_goal(self, state: Cell) -> bool:
        return state == self.field.goal

    def heuristic(self, state: Cell) -> int:
        return self.field.h(state)


def puzzle(name: str, counted: bool = True) -> Run:
    """Run A*."""
    return _astar(Tiles(Sliding(name)), counted=counted)


def grid(counted: bool = True) -> Run:
    """Run A*."""
    return _astar(Walk(Field()), counted=counted)


def _astar(problem: Any, *, counted: bool) -> Run:  # Any: the library has no types
    def run() -> dict[str, Any]:
        return {"cost": astar(problem, graph_search=True).cost}

    def count() -> dict[str, Any]:
        calls = problem.actions = Calls(problem.actions)
        run()
        del problem.actions
        return {"expanded": calls.number}

    return with_counts(run, count, counted=counted)
