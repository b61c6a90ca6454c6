"""astarlib's compiled engines on the problems of the peers. Code is compiled, and tables are made, before the run."""

from __future__ import annotations

from typing import Any

import numba  # noqa: F401  # So that loading it isn't timed.
import numpy as np

from astarlib import SearchProblem, compiled
from astarlib.engines import Engine
from astarlib.problems.graph import Graph, GraphProblem
from astarlib.problems.grid import Grid, GridProblem
from astarlib.problems.npuzzle import NPuzzle
from benchmarks.programs.instances import grid_512
from benchmarks.programs.ours import answer
from benchmarks.programs.peers import roads
from benchmarks.programs.peers.arrays import REPEATS, free, terrain
from benchmarks.programs.peers.building import over_graph
from benchmarks.programs.peers.counting import Run, in_turn
from benchmarks.programs.peers.fields import Cell, Field
from benchmarks.programs.peers.tiles import BOARDS, KORF_TO_44
from benchmarks.programs.repeated import repeated

DISTRIBUTIONS = ("numba", "llvmlite", "numpy")


def puzzle(name: str) -> Run:
    """Run A* with Manhattan on a board."""
    start, goal, _ = BOARDS[name]
    return _run(compiled.AStar(), NPuzzle(start, goal))


def puzzles() -> Run:
    """Run A* on all of Korf's boards that take at most 44 moves."""
    return in_turn([puzzle(f"Korf {number}") for number in KORF_TO_44])


def grid() -> Run:
    """Run A* with Manhattan on the grid."""
    field = Field()
    return _run(compiled.AStar(), GridProblem(field.rows, field.start, field.goal))


def grid_of_array(kind: str = "bool", whole: bool = False) -> Run:
    """Run A* on the grid as an array of this type. With ``whole``, reading the array is in the measured time."""
    cells = free() if kind == "bool" else np.where(free(), 1, np.inf).astype(kind)
    return _of_array(cells, *grid_512()[1:], whole=whole)


def grid_of_terrain(whole: bool = False) -> Run:
    """Run A* on a map of terrain, from corner to corner."""
    cells = terrain()
    return _of_array(cells, (0, 0), (len(cells) - 1, len(cells) - 1), whole=whole)


def _of_array(cells: Any, start: Cell, goal: Cell, *, whole: bool) -> Run:
    grid, engine = Grid(cells), compiled.AStar()

    def run() -> dict[str, Any]:
        result = engine.search(GridProblem(cells if whole else grid, start, goal))
        return {"cost": result.cost, "expanded": result.statistics.expanded, "steps": len(result.actions)}

    return repeated(run, REPEATS)


def graph_of_list() -> Run:
    """Run Dijkstra's algorithm on the list of edges, which is read in the measured time."""
    edges, engine = roads.edges(), compiled.Dijkstra()
    run = lambda: answer(engine.search(GraphProblem(edges, roads.START, roads.GOAL)))  # noqa: E731
    run.warm_up = run  # type: ignore[attr-defined]  # functions may have attributes
    return run


def graph() -> Run:
    """Run Dijkstra's algorithm on a ``Graph``. The problem is made in the measured time, as for any other query."""
    edges, engine = roads.edges(), compiled.Dijkstra()

    def build() -> Graph[int]:
        built = Graph.from_arrays(*zip(*edges, strict=True), nodes=roads.NODES)
        built.rows().back  # noqa: B018  # The tables belong to the graph.
        return built

    run = over_graph(build, lambda built: answer(engine.search(GraphProblem(built, roads.START, roads.GOAL))))
    run.warm_up = run  # type: ignore[attr-defined]  # functions may have attributes
    return run


def _run(engine: Engine, problem: SearchProblem[Any, Any]) -> Run:
    def run() -> dict[str, Any]:
        return answer(engine.search(problem))

    run.warm_up = run  # type: ignore[attr-defined]  # functions may have attributes
    return run
