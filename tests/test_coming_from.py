"""The tables of docs/guide/coming-from.md: calls of networkx and of astarlib with the same answers."""

import networkx as nx
import pytest

from astarlib import AllOptimal, AStar, BidirectionalDijkstra, BreadthFirst, Dijkstra, KBest, explore, with_starts
from astarlib.problems.graph import GraphProblem

START, GOAL = (0, 0), (4, 4)


@pytest.fixture(scope="module")
def roads():
    graph = nx.grid_2d_graph(5, 5)
    nx.set_edge_attributes(graph, {edge: 1 + sum(map(sum, edge)) % 3 for edge in graph.edges}, "km")
    return graph


@pytest.fixture(scope="module")
def problem(roads):
    return GraphProblem(roads, START, GOAL, weight="km")


def test_one_path_costs_the_same(roads, problem) -> None:
    cost = nx.dijkstra_path_length(roads, START, GOAL, weight="km")
    assert cost == Dijkstra().search(problem).cost == AStar().search(problem).cost
    both = nx.bidirectional_dijkstra(roads, START, GOAL, weight="km")[0]
    assert both == BidirectionalDijkstra().search(problem).cost
    assert len(nx.shortest_path(roads, START, GOAL)) == len(BreadthFirst().search(problem).states)


def test_the_costs_of_all_nodes_from_several_sources_are_the_same(roads, problem) -> None:
    sources = [START, (4, 0)]
    found = explore(with_starts(problem, sources))
    assert nx.multi_source_dijkstra_path_length(roads, sources, weight="km") == {
        node: found.cost(node) for node in roads
    }


def test_all_shortest_paths_are_the_same(roads, problem) -> None:
    theirs = {tuple(path) for path in nx.all_shortest_paths(roads, START, GOAL, weight="km")}
    ours = [solution.states for solution in AllOptimal().search(problem).solutions]
    assert theirs == set(ours)
    assert len(theirs) == len(ours) > 1


def test_the_shortest_simple_paths_have_the_same_costs(roads, problem) -> None:
    theirs = nx.shortest_simple_paths(roads, START, GOAL, weight="km")
    costs = [nx.path_weight(roads, path, "km") for path, _ in zip(theirs, range(5), strict=False)]
    assert costs == [solution.cost for solution in KBest(k=5).search(problem).solutions]
