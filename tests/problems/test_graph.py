import json
import math
import pickle
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from astarlib import AStar, BreadthFirst, Dijkstra, GreedyBestFirst, Status, WeightedAStar
from astarlib.problems.graph import GraphProblem, read_dimacs, romania

ROMANIA = json.loads((Path(__file__).parents[1] / "data" / "romania.json").read_text(encoding="utf-8"))
CITIES = sorted(ROMANIA["locations"])
KINDS = [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph]
TRIANGLE = [("a", "b", 3), ("b", "c", 4), ("a", "c", 9)]


@st.composite
def networks(draw):
    """A networkx graph of any kind with named lengths, and two of its nodes."""
    size = draw(st.integers(1, 9))
    nodes = st.integers(0, size - 1)
    lengths = st.sampled_from([0, 1, 2, 5, 0.25, Fraction(1, 3)])
    graph = draw(st.sampled_from(KINDS))()
    graph.add_nodes_from(range(size))
    for tail, head, length in draw(st.lists(st.tuples(nodes, nodes, lengths), max_size=20)):
        graph.add_edge(tail, head, length=length, colour="red")
    return graph, draw(nodes), draw(nodes)


def as_edges(graph):
    return list(graph.edges(data=True))


def as_dict(graph):
    """A dict of dicts; of parallel edges it can have but one, so the cheapest."""
    rows = {node: {} for node in graph.nodes}
    for tail, head, attributes in graph.edges(data=True):
        pairs = [(tail, head)] if graph.is_directed() else [(tail, head), (head, tail)]
        for one, other in pairs:
            rows[one][other] = min(attributes["length"], rows[one].get(other, math.inf))
    return rows


def outcome_of(problem):
    result = Dijkstra().search(problem)
    return math.inf if result.status is Status.UNSOLVABLE else result.cost


def expected_of(graph, start, goal):
    return nx.single_source_dijkstra_path_length(graph, start, weight="length").get(goal, math.inf)


# --- sources ----------------------------------------------------------------------------------------------------------


@given(networks())
def test_a_networkx_graph_of_any_kind_has_the_distances_that_networkx_finds(network):
    graph, start, goal = network
    assert expected_of(graph, start, goal) == outcome_of(GraphProblem(graph, start, goal, weight="length"))


@given(networks())
def test_edges_with_attributes_are_the_graph_that_has_them(network):
    graph, start, goal = network
    edges = [*as_edges(graph), *((node, node, {"length": 0}) for node in graph.nodes)]
    problem = GraphProblem(edges, start, goal, weight="length", directed=graph.is_directed())
    assert expected_of(graph, start, goal) == outcome_of(problem)


@given(networks())
def test_a_dict_of_dicts_is_the_graph_that_it_describes(network):
    graph, start, goal = network
    assert expected_of(graph, start, goal) == outcome_of(GraphProblem(as_dict(graph), start, goal))


@given(networks())
def test_without_weight_every_edge_with_attributes_costs_one_as_in_networkx(network):
    graph, start, goal = network
    expected = nx.single_source_shortest_path_length(graph, start).get(goal, math.inf)
    assert expected == outcome_of(GraphProblem(graph, start, goal))


@given(networks())
def test_without_directed_the_graph_itself_tells_and_edges_lead_one_way(network):
    graph, start, goal = network
    both_ways = nx.MultiGraph(graph.edges(data=True))  # made of a DiGraph itself, it would keep one of two edges
    both_ways.add_nodes_from(graph)
    both = GraphProblem(graph, start, goal, weight="length", directed=False)
    assert expected_of(both_ways, start, goal) == outcome_of(both)
    one_way = GraphProblem([("a", "b", 3)], "b", "a")
    assert math.inf == outcome_of(one_way)


def test_a_dict_of_lists_has_edges_that_cost_one():
    problem = GraphProblem({"a": ["b"], "b": ("c",), "d": []}, "a", "c")
    assert 2 == Dijkstra().search(problem).cost
    assert ["a", "b", "c", "d"] == sorted(problem.nodes)


def test_edges_without_a_cost_cost_one():
    assert 2 == Dijkstra().search(GraphProblem([("a", "b"), ("b", "c")], "a", "c")).cost


def test_of_parallel_edges_the_cheapest_counts():
    problem = GraphProblem([("a", "b", 3), ("a", "b", 2), ("a", "b", 5)], "a", "b")
    assert [("b", "b", 2)] == list(problem.successors("a"))
    assert 2 == problem.cost("a", "b", "b")


def test_costs_keep_their_type():
    costs = Dijkstra().search(GraphProblem([("a", "b", Fraction(1, 3)), ("b", "c", 2)], "a", "c")).solution.costs
    assert (Fraction(1, 3), 2) == costs
    assert [Fraction, int] == [type(cost) for cost in costs]


def test_networkx_is_not_imported_for_a_graph_of_edges():
    code = """
import sys
from astarlib.problems.graph import GraphProblem
GraphProblem([("a", "b", 3)], "a", "b")
print("networkx" in sys.modules, "numpy" in sys.modules)
"""
    assert (
        "False False\n"
        == subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    )


# --- the problem ------------------------------------------------------------------------------------------------------


def test_an_action_is_the_next_node():
    problem = GraphProblem(TRIANGLE, "a", "c")
    assert ["b", "c"] == list(problem.actions("a"))
    assert "c" == problem.result("a", "c")
    assert [(head, problem.result("a", head), problem.cost("a", head, head)) for head in ("b", "c")] == list(
        problem.successors("a")
    )
    assert (("a", "b", "c"), 7) == (AStar().search(problem).states, AStar().search(problem).cost)


def test_a_step_along_no_edge_is_refused():
    with pytest.raises(ValueError, match="no edge leads from 'c' to 'a'"):
        GraphProblem(TRIANGLE, "a", "c").result("c", "a")


def test_the_heuristic_is_0_unless_one_is_given():
    assert 0 == GraphProblem(TRIANGLE, "a", "c").heuristic("a")
    assert 6.5 == GraphProblem(TRIANGLE, "a", "c", heuristic={"a": 6.5}.__getitem__).heuristic("a")


def test_other_ends_have_the_same_graph_and_no_heuristic():
    problem = GraphProblem(TRIANGLE, "a", "c", directed=False, heuristic=lambda node: 1)
    other = problem.between("c", "b")
    assert (("c", "b"), 4) == (Dijkstra().search(other).states, Dijkstra().search(other).cost)
    assert (0, 1) == (other.heuristic("c"), problem.heuristic("c"))
    assert (("a", "c"), ("c", "b")) == ((problem.initial_state, problem.goal), (other.initial_state, other.goal))
    assert 2 == problem.between("c", "b", heuristic=lambda node: 2).heuristic("c")


def test_nodes_and_steps_are_told_in_words():
    problem = GraphProblem(TRIANGLE, "a", "c", directed=False)
    assert ("a", "to c") == (problem.state_text("a"), problem.action_text("c"))
    assert "<GraphProblem 'a' to 'c', 3 nodes, 6 edges>" == repr(problem)


def test_a_pickled_problem_is_the_same_problem():
    problem = pickle.loads(pickle.dumps(romania("Arad", "Iasi")))
    assert 737 == AStar().search(problem).cost


# --- what is refused --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cost", [-1, -0.5, math.nan, math.inf, "3", None, [3]], ids=repr)
@pytest.mark.parametrize("form", ["edges", "dict", "attributes", "networkx"])
def test_a_wrong_cost_is_refused_with_its_edge(cost, form):
    attributes = {"km": cost}
    source = {
        "edges": [("a", "b", 1), ("b", "c", attributes)],
        "dict": {"a": {"b": 1}, "b": {"c": attributes}},
        "attributes": {"a": {"b": {"km": 1}}, "b": {"c": attributes}},
        "networkx": nx.DiGraph({"a": {"b": {"km": 1}}, "b": {"c": attributes}}),
    }[form]
    with pytest.raises(ValueError, match=r"the edge from 'b' to 'c' costs .*; a cost is a finite number of at least 0"):
        GraphProblem(source, "a", "c", weight="km")


@pytest.mark.parametrize("source", [[("a", "b", 1), ("b", "c", None)], {"a": {"b": 1}, "b": {"c": None}}], ids=str)
def test_a_wrong_cost_that_is_told_plainly_is_refused_with_its_edge(source):
    with pytest.raises(ValueError, match="the edge from 'b' to 'c' costs None"):
        GraphProblem(source, "a", "c")


def test_an_edge_without_the_named_weight_is_refused_with_what_it_has():
    with pytest.raises(
        ValueError, match="the edge from 'a' to 'b' has no 'km', which is to be its cost; it has 'miles'"
    ):
        GraphProblem([("a", "b", {"miles": 2})], "a", "b", weight="km")
    with pytest.raises(ValueError, match="it has no attribute at all"):
        GraphProblem(nx.path_graph(2), 0, 1, weight="km")


@pytest.mark.parametrize(
    ("start", "goal", "named"),
    [
        ("Arat", "Bucharest", "the start 'Arat' is none of the 20 nodes of the graph; did you mean 'Arad'?"),
        ("Arad", "bucharest", "the goal 'bucharest' .* did you mean 'Bucharest'?"),
        ("Arad", "Xyz", "the goal 'Xyz' is none of the 20 nodes of the graph$"),
        (["Arad"], "Sibiu", r"the start \['Arad'\] is none"),
    ],
)
def test_a_node_that_is_not_there_is_refused_with_the_nearest_name(start, goal, named):
    with pytest.raises(ValueError, match=named):
        romania(start, goal)


@pytest.mark.parametrize(
    ("source", "named"),
    [
        ([("a", "b"), ("b",)], r"edge 2 is \('b',\); an edge is \(tail, head\)"),
        (["ab"], "edge 1 is 'ab'"),
        ([("a", ["b"], 3)], r"the edge from 'a' to \['b'\] has an end that is no node: unhashable"),
        ({"a": {"b", "c"}}, "the order of a set may change"),
        ({"a": "bc"}, "the heads of 'a' are 'bc'; give a list"),
        ({"a": 3}, "the heads of 'a' are 3; give a list"),
        (nx.path_graph(3), "undirected, so directed=True does not fit"),
    ],
    ids=range(7),
)
def test_what_is_no_graph_is_refused_with_the_place(source, named):
    with pytest.raises(ValueError, match=named):
        GraphProblem(source, "a", "b", directed=True)


# --- Romania ----------------------------------------------------------------------------------------------------------


def test_romania_has_the_published_roads():
    problem = romania()
    roads = {frozenset((one, other)): km for one, other, km in ROMANIA["edges"]}
    found = {
        frozenset((city, next_city)): km for city in problem.nodes for _, next_city, km in problem.successors(city)
    }
    assert roads == found
    assert ("Arad", "Bucharest") == (problem.initial_state, problem.goal)


@pytest.mark.parametrize(
    ("engine", "key"),
    [(AStar(), "astar"), (Dijkstra(), "ucs"), (GreedyBestFirst(), "greedy"), (WeightedAStar(weight=2), "wastar2")],
    ids=repr,
)
def test_the_textbooks_paths_and_orders_of_expansion_are_reproduced(engine, key):
    expected, expanded = ROMANIA["expected_arad_bucharest"][key], []

    def observe(event):
        if type(event).__name__ == "Expanded":
            expanded.append(event.state)

    result = engine.search(romania("Arad", "Bucharest"), observer=observe)
    assert (expected["cost"], expected["path"]) == (result.cost, list(result.states))
    assert expected["popped"] == [*expanded, "Bucharest"]


def test_fewest_roads_from_arad_to_bucharest_are_three():
    assert ("Arad", "Sibiu", "Fagaras", "Bucharest") == BreadthFirst().search(romania()).states


@pytest.mark.parametrize("engine", [AStar(), Dijkstra()])
def test_distances_between_all_cities_are_as_published(engine):
    found = {start: {goal: engine.search(romania(start, goal)).cost for goal in CITIES} for start in CITIES}
    assert ROMANIA["all_pairs"] == found


def test_the_heuristic_towards_bucharest_is_the_straight_line_of_the_book():
    assert ROMANIA["sld_bucharest"] == {city: romania("Arad", "Bucharest").heuristic(city) for city in CITIES}


@pytest.mark.parametrize("goal", CITIES)
def test_the_heuristic_is_admissible_and_consistent_whatever_the_goal(goal):
    problem = romania("Arad", goal)
    assert 0 == problem.heuristic(goal)
    assert all(problem.heuristic(city) <= ROMANIA["all_pairs"][city][goal] for city in CITIES)
    assert all(
        problem.heuristic(city) <= km + problem.heuristic(next_city)
        for city in CITIES
        for _, next_city, km in problem.successors(city)
    )


# --- DIMACS -----------------------------------------------------------------------------------------------------------

ARCS = "c a comment\n\np sp 4 4\na 1 2 5\na 2 3 1\na 1 3 9\na 1 2 7\n"


def test_a_dimacs_file_gives_all_nodes_and_the_cheapest_of_parallel_arcs(tmp_path):
    (tmp_path / "small.gr").write_text(ARCS)
    graph = read_dimacs(tmp_path / "small.gr")
    assert {1: {2: 5, 3: 9}, 2: {3: 1}, 3: {}, 4: {}} == graph
    assert 6 == Dijkstra().search(GraphProblem(graph, 1, 3)).cost
    assert Status.UNSOLVABLE is Dijkstra().search(GraphProblem(graph, 1, 4)).status


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", "no line 'p sp NODES ARCS'"),
        ("a 1 2 3\n", "line 1 is 'a 1 2 3'; expected 'p sp NODES ARCS'"),
        ("p sp 2 1\na 1 3 4\n", "line 2: the head is '3'; expected a whole number of at least 1 and at most 2"),
        ("p sp 2 1\na 0 1 4\n", "line 2: the tail is '0'"),
        ("p sp 2 1\na 1 2 -4\n", "line 2: the cost is '-4'; expected a whole number of at least 0"),
        ("p sp two 1\n", "line 1: the number of nodes is 'two'"),
        ("p sp 2 2\na 1 2 4\n", "the file has 1 arcs and announces 2; it may be cut short"),
        ("p sp 2 1\np sp 2 1\n", "line 2 is 'p sp 2 1'; expected 'a TAIL HEAD COST'"),
        ("p sp 2 1\nedge 1 2\n", "line 2 is 'edge 1 2'"),
    ],
)
def test_a_wrong_dimacs_file_is_refused_with_the_line(tmp_path, text, named):
    (tmp_path / "wrong.gr").write_text(text)
    with pytest.raises(ValueError, match=named):
        read_dimacs(tmp_path / "wrong.gr")
