"""rustworkx: a graph of numbered nodes with any data in memory, searched by functions in Rust."""

from __future__ import annotations

from typing import Any

import rustworkx as rx

from benchmarks.programs.peers import roads
from benchmarks.programs.peers.building import over_graph
from benchmarks.programs.peers.counting import Run
from benchmarks.programs.peers.fields import Field
from benchmarks.programs.peers.tiles import Sliding

DISTRIBUTIONS = ("rustworkx",)


def puzzle(name: str) -> Run:
    """Run A* among all boards."""
    tiles = Sliding(name)
    return _astar(tiles, tiles.all_boards())


def grid(whole: bool = False) -> Run:
    """Run A* among the free cells. With ``whole``, building the graph is in the measured time."""
    field = Field()
    return _astar(field, list(field.free), whole=whole)


def graph(whole: bool = False) -> Run:
    """Run Dijkstra's algorithm. With ``whole``, building the graph is in the measured time."""
    edges = roads.edges()

    def build() -> Any:
        of_roads = rx.PyDiGraph()
        of_roads.add_nodes_from(range(roads.NODES))
        of_roads.add_edges_from(edges)
        return of_roads

    def search(of_roads: Any) -> dict[str, Any]:
        paths = rx.dijkstra_shortest_paths(of_roads, roads.START, roads.GOAL, weight_fn=float)
        return {"cost": roads.cost_of(paths[roads.GOAL])}

    return over_graph(build, search, whole=whole)


def _astar(work: Any, states: list[Any], *, whole: bool = False) -> Run:  # Any: Sliding or Field, and their states
    number_of = {state: number for number, state in enumerate(states)}
    start, goal, h = number_of[work.start], work.goal, work.h

    def build() -> Any:
        of_states = rx.PyGraph()
        of_states.add_nodes_from(states)
        of_states.add_edges_from_no_data(
            [
                (number, number_of[other])
                for number, state in enumerate(states)
                for other in work.neighbors(state)
                if number < number_of[other]
            ]
        )
        return of_states

    def search(of_states: Any) -> dict[str, Any]:
        path = rx.astar_shortest_path(of_states, start, lambda state: state == goal, lambda _: 1.0, h)
        return {"cost": len(path) - 1}

    return over_graph(build, search, whole=whole)
