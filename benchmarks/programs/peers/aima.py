"""aima3, the code of Russell and Norvig's textbook: a problem is a class with ``actions`` and ``result``."""

from __future__ import annotations

from typing import Any

from aima3.search import Node, Problem, astar_search

from benchmarks.programs.peers.counting import Calls, Run, with_counts
from benchmarks.programs.peers.fields import Cell, Field
from benchmarks.programs.peers.tiles import Board, Sliding

DISTRIBUTIONS = ("aima3",)


class Tiles(Problem):
    """A board. An action is the cell that the blank moves to."""

    def __init__(self, tiles: Sliding) -> None:
        super().__init__(tiles.start, tiles.goal)
        self.tiles = tiles

    def actions(self, state: Board) -> tuple[int, ...]:
        return self.tiles.actions(state)

    def result(self, state: Board, action: int) -> Board:
        return self.tiles.result(state, action)

    def h(self, node: Node) -> int:
        return self.tiles.h(node.state)


class Walk(Problem):
    """A cell of the grid. An action is the cell to go to."""

    def __init__(self, field: Field) -> None:
        super().__init__(field.start, field.goal)
        self.field = field

    def actions(self, state: Cell) -> list[Cell]:
        return self.field.neighbors(state)

    def result(self, state: Cell, action: Cell) -> Cell:  # The action determines it.
        return action

    def h(self, node: Node) -> int:
        return self.field.h(node.state)


def puzzle(name: str, counted: bool = True) -> Run:
    """Run A*."""
    return _astar(Tiles(Sliding(name)), counted=counted)


def grid(counted: bool = True) -> Run:
    """Run A*."""
    return _astar(Walk(Field()), counted=counted)


def _astar(problem: Any, *, counted: bool) -> Run:  # Any: the library has no types
    def run() -> dict[str, Any]:
        return {"cost": astar_search(problem).path_cost}

    def count() -> dict[str, Any]:
        calls = problem.actions = Calls(problem.actions)
        run()
        del problem.actions
        return {"expanded": calls.number}

    return with_counts(run, count, counted=counted)
