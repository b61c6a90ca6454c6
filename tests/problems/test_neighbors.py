"""Dicts of neighbors in all forms that people write: the right cost, or an error that shows what to write."""

import random
from collections import defaultdict
from typing import Any, NamedTuple

import networkx as nx
import pytest

from astarlib import Dijkstra
from astarlib.problems.graph import Graph, GraphProblem

pytestmark = pytest.mark.quick


class Road(NamedTuple):
    to: Any
    cost: float


class Place(NamedTuple):
    x: Any
    y: Any


NODES = {
    "text": "abcdef",
    "ints": range(1, 7),
    "cells": [(x, y) for x in range(3) for y in range(2)],
    "named": [Place(x, y) for x in range(3) for y in range(2)],
    "floats": [0.5, 1.5, 2.5, 3.5, 4.5, 5.5],
    "mixed": ["a", 1, ("b", "c"), None, frozenset("c"), Place(0, "y")],
}
PAIRS = {
    "tuples": lambda edges: list(edges.items()),
    "lists": lambda edges: [list(edge) for edge in edges.items()],
    "tuple of tuples": lambda edges: tuple(edges.items()),
    "named": lambda edges: [Road(*edge) for edge in edges.items()],
    "attributes": lambda edges: [(head, {"weight": cost}) for head, cost in edges.items()],
    "parallel": lambda edges: [(head, more) for head, cost in edges.items() for more in (cost + 3, cost, cost + 1)],
}


@pytest.mark.parametrize("kind", NODES)
@pytest.mark.parametrize("form", PAIRS)
def test_pairs_of_a_node_and_a_cost_have_the_costs_of_a_dict_of_dicts(kind, form):
    rng = random.Random(f"{kind} {form}")
    nodes = list(NODES[kind])
    for _ in range(20):
        roads = {node: {head: rng.randrange(7, 99) for head in rng.sample(nodes, rng.randrange(4))} for node in nodes}
        pairs = {node: PAIRS[form](edges) for node, edges in roads.items()}
        for given in (pairs, defaultdict(list, pairs)):
            for directed in (None, False):
                assert Graph(given, directed=directed) == Graph(roads, directed=directed)


@pytest.mark.parametrize("kind", ["text", "ints", "cells", "named", "floats"])
def test_a_goal_of_pairs_needs_no_key(kind):
    one, two, three = list(NODES[kind])[:3]
    assert 7 == Dijkstra().search(GraphProblem({one: [(two, 4)], two: [(three, 3)]}, one, three)).cost


@pytest.mark.parametrize("kind", NODES)
def test_lists_of_nodes_have_unit_costs(kind):
    rng = random.Random(kind)
    nodes = list(NODES[kind])
    for _ in range(20):
        roads = {node: rng.sample(nodes, rng.randrange(3, 6)) for node in nodes}
        assert Graph(roads) == Graph({node: dict.fromkeys(heads, 1) for node, heads in roads.items()})


def test_cells_without_a_key_stay_nodes():
    assert 2 == Dijkstra().search(GraphProblem({(0, 0): [(0, 1)], (0, 1): [(1, 1)]}, (0, 0), (1, 1))).cost


@pytest.mark.parametrize(
    ("graph", "write"),
    [
        ({"a": ("b", 4), "b": ("c", 3), "c": ()}, r"'a': \{'b': 4\}"),
        ({"a": ["b", 4], "b": ["c", 3], "c": []}, r"'a': \{'b': 4\}"),
        ({"a": ["b", 4, "c", 9], "b": [], "c": []}, r"'a': \{'b': 4\}"),
        ({1: (2, 4), 2: (), 3: ()}, r"1: \{2: 4\} if it's a cost, or the list \[2, 4\]"),
        ({(0, 0): ((0, 1), 4), (0, 1): ()}, r"\(0, 0\): \{\(0, 1\): 4\}"),
        ({(0, 0): (0, 1), (0, 1): ()}, r"\(0, 0\): \[\(0, 1\)\]"),
        ({"s": [("s", 1)], ("s", 1): []}, r"\{\('s', 1\): 1\} if it's a node, or \{'s': 1\} if 1 is the cost"),
        ({"s": [("s", 1)], ("s", 2): []}, r"\{\('s', 1\): 1\} if it's a node, or \{'s': 1\} if 1 is the cost"),
        ({"a": [(4, "b")], "b": []}, r"'a': \{'b': cost\}"),
        ({1: [(10, 2)], 2: [(20, 3)], 3: []}, r"1: \{10: 2\} if 10 is the node, or \{2: 10\} if 2 is"),
        ({"a": [("b", 4, "road")], "b": []}, r"'a': \{'b': cost\}"),
        ({"a": [("b", "4")], "b": []}, r"'a': \{'b': cost\}"),
        ({"a": [("b",)], "b": []}, r"'a': \{'b': cost\}"),
        ({"a": [["b", "c"]], "b": [], "c": []}, r"'a': \{'b': cost\}"),
        ({"a": [{"to": "b", "cost": 4}], "b": []}, r"'a': \{node: cost\}"),
        ({"1": [[2, 4]], "2": []}, r"the key '2' has another type"),
        ({"1": [(2, 4)], "2": []}, r"the key '2' has another type"),
        ({"1": [2], "2": []}, r"2 of '1' isn't a key, but '2' is; .* write '1': \['2'\]"),
        ({1: ["2"], 2: []}, r"'2' of 1 isn't a key, but 2 is"),
        ({("a", "b"): 4}, r"\[\(\*edge, cost\) for edge, cost in costs.items\(\)\]"),
        (nx.node_link_data(nx.path_graph(2), edges="links"), "pass networkx.node_link_graph"),
        ({"nodes": [{"id": 1}], "edges": [{"from": 1, "to": 1}]}, r"for edge in data\['edges'\]\]"),
        ({"links": [{"source": 1, "target": 1}], "nodes": [{"id": 1}]}, r"for edge in data\['edges'\]\]"),
        ([{"from": 1, "to": 2, "km": 6}], r"pass \[\(edge\['from'\], .* for edge in edges\]"),
        ([[(1, 4)], [(2, 3)], []], r"pass dict\(enumerate\(neighbors\)\)"),
    ],
    ids=repr,
)
def test_neighbors_with_no_single_reading_are_refused(graph, write):
    for directed in (None, False):
        with pytest.raises(ValueError, match=write):
            Graph(graph, directed=directed)
