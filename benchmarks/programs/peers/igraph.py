"""igraph: a graph of numbered nodes in memory, searched by functions in C."""

from __future__ import annotations

from typing import Any

from igraph import Graph

from benchmarks.programs.peers import roads
from benchmarks.programs.peers.building import over_graph
from benchmarks.programs.peers.counting import Run
from benchmarks.programs.peers.fields import Field
from benchmarks.programs.peers.tiles import Sliding

DISTRIBUTIONS = ("igraph",)


def puzzle(name: str, informed: bool = True) -> Run:
    """Run A* or breadth-first search among all boards."""
    tiles = Sliding(name)
    return _shortest(tiles, tiles.all_boards(), informed=informed)


def grid(informed: bool = True) -> Run:
    """Run A* or breadth-first search among the free cells."""
    field = Field()
    return _shortest(field, list(field.free), informed=informed)


def graph(whole: bool = False) -> Run:
    """Run Dijkstra's algorithm. With ``whole``, building the graph is in the measured time."""
    given = roads.edges()

    def build() -> Any:  # Any: the library has no types
        of_roads = Graph(n=roads.NODES, edges=[edge[:2] for edge in given], directed=True)
        of_roads.es["weight"] = [cost for _, _, cost in given]
        return of_roads

    def search(of_roads: Any) -> dict[str, Any]:
        return {"cost": roads.cost_of(of_roads.get_shortest_path(roads.START, roads.GOAL, weights="weight"))}

    return over_graph(build, search, whole=whole)


def _shortest(work: Any, states: list[Any], *, informed: bool) -> Run:  # Any: Sliding or Field, and their states
    number_of = {state: number for number, state in enumerate(states)}
    start, goal, h = number_of[work.start], number_of[work.goal], work.h

    def build() -> Any:
        return Graph(
            n=len(states),
            edges=[
                (number, number_of[other])
                for number, state in enumerate(states)
                for other in work.neighbors(state)
                if number < number_of[other]
            ],
        )

    def estimate(_: Any, number: int, __: int) -> float:
        return h(states[number])

    def search(of_states: Any) -> dict[str, Any]:
        if informed:
            path = of_states.get_shortest_path_astar(start, goal, estimate)
        else:
            path = of_states.get_shortest_path(start, goal)
        return {"cost": len(path) - 1}

    return over_graph(build, search)
