"""astarlib's compiled engines on the problems of the peers. Code is compiled, and tables are made, before the run."""

from __future__ import annotations

from typing import Any

import numba  # noqa: F401  # So that loading it isn't timed.

from astarlib import SearchProblem, compiled
from astarlib.engines import Engine
from astarlib.problems.graph import Graph, GraphProblem
from astarlib.problems.grid import GridProblem
from astarlib.problems.npuzzle import NPuzzle
from benchmarks.programs.ours import answer
from benchmarks.programs.peers import roads
from benchmarks.programs.peers.building import over_graph
from benchmarks.programs.peers.counting import Run, in_turn
from benchmarks.programs.peers.fields import Field
from benchmarks.programs.peers.tiles import BOARDS, KORF_TO_44

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
