"""astarlib with its built-in problems, or with the same moves and neighbors that the peers get."""

from __future__ import annotations

from typing import Any

from astarlib import AStar, Dijkstra, SearchProblem, TieBreak
from astarlib.problems.graph import GraphProblem
from astarlib.problems.grid import GridProblem
from astarlib.problems.npuzzle import NPuzzle
from benchmarks.programs.ours import answer
from benchmarks.programs.peers import roads
from benchmarks.programs.peers.building import over_graph
from benchmarks.programs.peers.counting import Run, in_turn
from benchmarks.programs.peers.fields import Cell, Field
from benchmarks.programs.peers.roads import FOUR_NODES
from benchmarks.programs.peers.tiles import BOARDS, KORF_TO_44, Board, Sliding
from benchmarks.programs.repeated import repeated


class OwnTiles(SearchProblem[Board, int]):
    """A board. An action is the cell that the blank moves to."""

    def __init__(self, tiles: Sliding) -> None:
        super().__init__(tiles.start)
        self.tiles, self.goal = tiles, tiles.goal

    def actions(self, state: Board, /) -> tuple[int, ...]:
        return self.tiles.actions(state)

    def result(self, state: Board, action: int, /) -> Board:
        return self.tiles.result(state, action)

    def successors(self, state: Board, /) -> list[tuple[int, Board, int]]:
        return self.tiles.edges_by_moves(state)

    def heuristic(self, state: Board, /) -> int:
        return self.tiles.h(state)

    def is_goal(self, state: Board, /) -> bool:
        return state == self.goal


class OwnWalk(SearchProblem[Cell, Cell]):
    """A cell of the grid. An action is the cell to go to."""

    def __init__(self, field: Field) -> None:
        super().__init__(field.start)
        self.field, self.goal = field, field.goal

    def actions(self, state: Cell, /) -> list[Cell]:
        return self.field.neighbors(state)

    def result(self, state: Cell, action: Cell, /) -> Cell:
        return action

    def successors(self, state: Cell, /) -> list[tuple[Cell, Cell, int]]:
        return self.field.edges_by_cells(state)

    def heuristic(self, state: Cell, /) -> int:
        return self.field.h(state)

    def is_goal(self, state: Cell, /) -> bool:
        return state == self.goal


def puzzle(name: str, tie_break: str = "LOW_H", own: bool = False) -> Run:
    """Run A* on ``NPuzzle``, or on a class that a user would write for these moves."""
    start, goal, _ = BOARDS[name]
    problem: SearchProblem[Any, Any] = OwnTiles(Sliding(name)) if own else NPuzzle(start, goal)
    return _astar(problem, tie_break)


def puzzles(tie_break: str = "LOW_H", own: bool = False) -> Run:
    """Run A* on all of Korf's boards that take at most 44 moves."""
    return in_turn([puzzle(f"Korf {number}", tie_break, own) for number in KORF_TO_44])


def grid(tie_break: str = "LOW_H", own: bool = False) -> Run:
    """Run A* on ``GridProblem``, or on a class that a user would write for these neighbors."""
    field = Field()
    problem: SearchProblem[Any, Any] = OwnWalk(field) if own else GridProblem(field.rows, field.start, field.goal)
    return _astar(problem, tie_break)


def grid_and_reading() -> Run:
    """Run A* on ``GridProblem``, including the time to read the map."""
    field, engine = Field(), AStar()
    return over_graph(
        lambda: GridProblem(field.rows, field.start, field.goal),
        lambda problem: answer(engine.search(problem)),
        whole=True,
    )


def graph() -> Run:
    """Run Dijkstra's algorithm on ``GraphProblem``."""
    given, engine = roads.edges(), Dijkstra()
    return over_graph(
        lambda: GraphProblem(given, roads.START, roads.GOAL), lambda problem: answer(engine.search(problem))
    )


def four_nodes(name: str) -> Run:
    """Run an engine on a graph of four nodes, which is made before."""
    problem, engine = GraphProblem(FOUR_NODES, "a", "d"), {"AStar": AStar, "Dijkstra": Dijkstra}[name]()
    return repeated(lambda: {"cost": engine.search(problem).cost}, 1_000)


def _astar(problem: SearchProblem[Any, Any], tie_break: str) -> Run:
    engine = AStar(tie_break=TieBreak[tie_break])
    return lambda: answer(engine.search(problem))
