"""No answer is older than the last change of its graph, whether by a method or in the dict of an edge."""

import pickle
from copy import deepcopy

import networkx as nx
import pytest

from astarlib.networkx_backend import interface, kernels, searches

pytestmark = [pytest.mark.quick, pytest.mark.filterwarnings("ignore:Note. conversions to backend graphs")]
KINDS = [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph]
ENDS = {"source": 0, "target": 3}
CALLS = [
    ("dijkstra_path", ENDS),
    ("dijkstra_path_length", ENDS),
    ("bidirectional_dijkstra", ENDS),
    ("shortest_path", {**ENDS, "weight": "weight"}),
    ("astar_path_length", {**ENDS, "heuristic": lambda node, _: 0}),
    ("single_source_dijkstra", {"source": 0}),
    ("dijkstra_predecessor_and_distance", {"source": 0}),
    ("single_source_shortest_path", {"source": 0}),
    ("has_path", ENDS),
]


@pytest.fixture(autouse=True)
def in_python(monkeypatch):
    monkeypatch.setattr(searches, "_kernels", lambda: kernels)


def square(kind):
    """Return a graph with a short path 0, 1, 3 and a long path 0, 2, 3. In a multigraph, all edges are double."""
    graph = kind()
    for _ in range(2 if graph.is_multigraph() else 1):
        graph.add_weighted_edges_from([(0, 1, 1), (1, 3, 1), (0, 2, 5), (2, 3, 5), (3, 4, 1), (4, 5, 1)])
    return graph


def attributes(graph, tail, head):
    return graph[tail][head][0] if graph.is_multigraph() else graph[tail][head]


def outcome(name, graph, options, backend):
    try:
        return getattr(nx, name)(graph, **options, backend=backend)
    except (TypeError, ValueError, nx.NetworkXException) as error:
        return type(error), str(error)


def agree(graph):
    for name, options in CALLS:
        assert outcome(name, graph, options, "networkx") == outcome(name, graph, options, "astarlib"), name


CHANGES = {
    "a smaller weight": lambda graph: attributes(graph, 0, 2).update(weight=0),
    "a larger weight": lambda graph: [each.update(weight=50) for *_, each in graph.edges(1, data=True)],
    "another type of weight": lambda graph: attributes(graph, 0, 1).update(weight=1.0),
    "no weight": lambda graph: attributes(graph, 0, 2).pop("weight"),
    "a negative weight": lambda graph: attributes(graph, 2, 3).update(weight=-1),
    "a string": lambda graph: attributes(graph, 0, 1).update(weight="1"),
    "add_edge": lambda graph: graph.add_edge(0, 3, weight=0),
    "add_edges_from": lambda graph: graph.add_edges_from([(0, 3, {"weight": 0})]),
    "add_weighted_edges_from": lambda graph: graph.add_weighted_edges_from([(0, 3, 0)]),
    "add_node": lambda graph: graph.add_node(9),
    "add_nodes_from": lambda graph: graph.add_nodes_from([9]),
    "remove_edge": lambda graph: graph.remove_edge(0, 1),
    "remove_edges_from": lambda graph: graph.remove_edges_from([(0, 1)]),
    "remove_node": lambda graph: graph.remove_node(1),
    "remove_nodes_from": lambda graph: graph.remove_nodes_from([1]),
    "clear_edges": lambda graph: (graph.clear_edges(), graph.add_edge(0, 3)),
    "clear": lambda graph: (graph.clear(), graph.add_edge(0, 3)),
    "update": lambda graph: graph.update(edges=[(0, 3, {"weight": 0})]),
    "set_edge_attributes": lambda graph: nx.set_edge_attributes(graph, 0, "weight"),
    "relabel_nodes": lambda graph: nx.relabel_nodes(graph, {1: "one"}, copy=False),
    "contracted_nodes": lambda graph: nx.contracted_nodes(graph, 3, 4, copy=False),
    "nothing": lambda graph: None,
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("change", CHANGES)
def test_a_change_is_seen_by_the_next_call(kind, change):
    graph = square(kind)
    agree(graph)
    CHANGES[change](graph)
    agree(graph)


@pytest.mark.parametrize("ends", [(0, 1), (38, 39), (1, 0), (39, 38)], ids=str)
def test_a_change_next_to_a_short_path_in_a_long_graph_is_seen(ends):
    graph = nx.path_graph(40, create_using=nx.DiGraph)
    graph = graph if ends in graph.edges else graph.reverse()
    for weight in (5, 3):
        graph.edges[ends]["weight"] = weight
        assert nx.dijkstra_path_length(graph, *ends, backend="astarlib") == weight


VIEWS = {
    "subgraph": lambda graph: graph.subgraph([0, 1, 2, 3]),
    "subgraph_view": lambda graph: nx.subgraph_view(graph, filter_node=lambda node: node != 5),
    "reverse": lambda graph: graph.reverse(copy=False).reverse(copy=False),
    "copy": lambda graph: graph.copy(as_view=True),
}


@pytest.mark.parametrize("view", VIEWS)
def test_a_view_changes_with_its_graph(view):
    graph = square(nx.DiGraph)
    seen = VIEWS[view](graph)
    agree(seen)
    graph.add_edge(0, 3, weight=0)
    agree(seen)


def test_a_graph_is_read_once_for_all_weights_and_functions():
    graph = square(nx.Graph)
    nx.set_edge_attributes(graph, 2, "time")
    agree(graph)
    nx.dijkstra_path(graph, 0, 3, weight="time", backend="astarlib")
    kept = graph.__networkx_cache__["backends"]["astarlib"].values()
    assert {id(interface.convert_from_nx(graph))} == {id(each) for each in kept}


def test_nothing_is_kept_if_networkx_keeps_no_converted_graphs():
    graph = square(nx.Graph)
    with nx.config(cache_converted_graphs=False):
        agree(graph)
        assert interface.convert_from_nx(graph) is not interface.convert_from_nx(graph)
    assert graph.__networkx_cache__ == {}


def test_a_copy_of_a_graph_that_was_searched_is_independent():
    graph = square(nx.Graph)
    agree(graph)
    for copy in (deepcopy(graph), pickle.loads(pickle.dumps(graph)), graph.copy()):
        copy.add_edge(0, 3, weight=0)
        attributes(copy, 0, 1)["weight"] = 0
        agree(copy)
        agree(graph)


def test_a_class_that_makes_new_weights_for_each_call_is_left_to_networkx():
    class Fresh(dict):
        def __getitem__(self, key):
            return float(dict.__getitem__(self, key))

    class Fleeting(nx.Graph):
        edge_attr_dict_factory = Fresh

    graph = Fleeting(square(nx.Graph))
    agree(graph)
