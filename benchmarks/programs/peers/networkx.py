"""networkx: a graph in memory, and functions that find paths in it."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import networkx as nx

from benchmarks.programs.peers import roads
from benchmarks.programs.peers.building import over_graph
from benchmarks.programs.peers.counting import Run
from benchmarks.programs.peers.fields import Field
from benchmarks.programs.peers.roads import FOUR_NODES
from benchmarks.programs.peers.tiles import Sliding
from benchmarks.programs.repeated import repeated

DISTRIBUTIONS = ("networkx",)


def puzzle(name: str, counted: bool = True) -> Run:
    """Run A* among all boards."""
    tiles = Sliding(name)

    def build() -> Any:  # Any: the library has no types
        boards = tiles.all_boards()
        return nx.Graph((board, other) for board in boards for other in tiles.neighbors(board))

    return over_graph(build, *_astar(tiles, counted=counted))


def grid(counted: bool = True, whole: bool = False) -> Run:
    """Run A* among the free cells."""
    field = Field()
    return over_graph(lambda: _cells(field), *_astar(field, counted=counted), whole=whole)


def grid_shortest(whole: bool = False) -> Run:
    """Run the method of ``shortest_path``: breadth-first from both ends, since all steps cost the same."""
    field = Field()
    return over_graph(
        lambda: _cells(field),
        lambda cells: {"cost": len(nx.shortest_path(cells, field.start, field.goal)) - 1},
        whole=whole,
    )


def graph(function: str = "dijkstra_path") -> Run:
    """Run Dijkstra's algorithm, from the start or (``bidirectional_dijkstra``) from both ends."""
    find = getattr(nx, function)

    def build() -> Any:
        of_roads = nx.DiGraph()
        of_roads.add_weighted_edges_from(roads.edges())
        return of_roads

    def search(of_roads: Any) -> dict[str, Any]:
        found = find(of_roads, roads.START, roads.GOAL)
        return {"cost": roads.cost_of(found[1] if function == "bidirectional_dijkstra" else found)}

    return over_graph(build, search)


def four_nodes(function: str) -> Run:
    """Find a path, whose cost is known, in a graph of four nodes, which is made before."""
    find, graph = getattr(nx, function), nx.DiGraph()
    for node, costs in FOUR_NODES.items():
        graph.add_weighted_edges_from((node, to, cost) for to, cost in costs.items())
    return repeated(lambda: {"cost": {"abcd": 6}["".join(find(graph, "a", "d"))]}, 1_000)


def road_pairs(count: int) -> Run:
    """Run Dijkstra's algorithm from both ends, between random pairs of nodes."""
    pairs = roads.pairs(count)

    def build() -> Any:
        of_roads = nx.DiGraph()
        of_roads.add_weighted_edges_from(roads.edges())
        return of_roads

    def search(of_roads: Any) -> dict[str, Any]:
        return {
            "solved": count,
            "cost": sum(nx.bidirectional_dijkstra(of_roads, start, goal)[0] for start, goal in pairs),
        }

    return over_graph(build, search)


def _cells(field: Field) -> Any:
    cells = nx.grid_2d_graph(field.width, field.height)
    cells.remove_nodes_from([cell for cell in cells if cell not in field.free])
    return cells


def _astar(work: Any, *, counted: bool) -> tuple[Any, Any]:  # Any: Sliding or Field
    h = work.h

    def estimate(state: Hashable, _: Hashable) -> float:
        return h(state)

    def search(states: Any) -> dict[str, Any]:
        return {"cost": len(nx.astar_path(states, work.start, work.goal, estimate)) - 1}

    def count(states: Any) -> dict[str, Any]:
        expanded = set()

        def weight(state: Hashable, _: Hashable, __: Any) -> float:
            expanded.add(state)
            return 1

        nx.astar_path(states, work.start, work.goal, estimate, weight)
        return {"expanded": len(expanded)}

    return search, count if counted else None
