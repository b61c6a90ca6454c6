"""networkx: a graph in memory, and hundreds of functions on it."""

from __future__ import annotations

from itertools import pairwise

import networkx

from docs.comparison import Graph, Table, error_of

DISTRIBUTION = "networkx"
FILES = "algorithms/shortest_paths/*.py"


def _build(graph: Graph) -> networkx.DiGraph:
    built = networkx.DiGraph()
    built.add_nodes_from(graph)
    built.add_weighted_edges_from((at, to, cost) for at in graph for to, cost in graph[at].items())
    return built


def shortest(graph: Graph, start: str, goal: str, h: Table) -> list[str] | None:
    """Return a shortest path."""
    return networkx.astar_path(_build(graph), start, goal, heuristic=lambda node, _: h[node])


_TWO = _build({"a": {"b": 1, "c": 1}, "b": {"d": 1}, "c": {"d": 1}, "d": {}})


def graph() -> bool:
    """Search a graph in memory."""
    return len(networkx.astar_path(_TWO, "a", "d")) == 3


def implicit() -> bool:
    """Give A* a function instead of a graph."""
    return error_of(lambda: networkx.astar_path(lambda node: [node + 1], 0, 6)) == ""


def goal_test() -> bool:
    """Give A* a function instead of a goal."""
    return error_of(lambda: networkx.astar_path(_TWO, "a", lambda node: node == "d")) == ""


def bidirectional() -> bool:
    """Search from both ends."""
    return networkx.bidirectional_dijkstra(_TWO, "a", "d")[0] == 2


def several() -> bool:
    """Return the second path."""
    found = list(networkx.shortest_simple_paths(_TWO, "a", "d"))
    return len(found) == 2 and all(edge in _TWO.edges for path in found for edge in pairwise(path))


def beam() -> str:
    """Run the beam search: it yields the edges that it visits, and no path to a goal."""
    edges = networkx.bfs_beam_edges(_TWO, "a", value=lambda node: -ord(node), width=1)
    return "visits edges" if list(edges) == [("a", "b"), ("b", "d")] else "no"


def constraints() -> str:
    """Improve a tour by local search."""
    tour = networkx.approximation.simulated_annealing_tsp(networkx.complete_graph(4), "greedy", seed=1)
    return "round trips" if len(tour) == 5 else "no"


def flows() -> bool:
    """Compute a maximum flow."""
    return networkx.maximum_flow_value(_TWO, "a", "d", capacity="weight") == 2


def unreachable() -> str:
    """Search for a goal that can't be reached."""
    return error_of(lambda: shortest({"a": {}, "d": {}}, "a", "d", {"a": 0, "d": 0}))


def limit() -> str:
    """Stop at a cost: the only limit of A*."""
    costs = networkx.path_graph(9)
    return "of cost only" if error_of(lambda: networkx.astar_path(costs, 0, 8, cutoff=3)) != "" else "no"
