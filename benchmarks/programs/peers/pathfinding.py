"""pathfinding: a grid of nodes in memory, and finders that search it."""

from __future__ import annotations

from typing import Any

from pathfinding.core.grid import Grid
from pathfinding.finder.a_star import AStarFinder

from benchmarks.programs.peers.building import over_graph
from benchmarks.programs.peers.counting import Calls, Run
from benchmarks.programs.peers.fields import Field

DISTRIBUTIONS = ("pathfinding",)


def grid(counted: bool = True) -> Run:
    """Run A* with its default heuristic, Manhattan."""
    field = Field()
    matrix = [[int(symbol == ".") for symbol in row] for row in field.rows]

    def search(nodes: Any) -> dict[str, Any]:  # Any: the library has no types
        path, _ = AStarFinder().find_path(nodes.node(*field.start), nodes.node(*field.goal), nodes)
        return {"cost": len(path) - 1}

    def count(nodes: Any) -> dict[str, Any]:
        calls = nodes.neighbors = Calls(nodes.neighbors)
        search(nodes)
        del nodes.neighbors
        nodes.cleanup()  # A grid can be searched only once.
        return {"expanded": calls.number}

    return over_graph(lambda: Grid(matrix=matrix), search, count if counted else None)
