import json
import math
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import networkx as nx
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from astarlib import AStar, BreadthFirst, Dijkstra, GreedyBestFirst, Status, WeightedAStar
from astarlib.checking import check_problem
from astarlib.errors import MissingCapabilityError
from astarlib.problems.graph import Graph, GraphProblem, read_dimacs, romania

pytestmark = pytest.mark.quick

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
        graph.add_edge(tail, head, length=length, color="red")
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
def test_with_weight_none_every_edge_of_a_networkx_graph_costs_one(network):
    graph, start, goal = network
    for *_, attributes in graph.edges(data=True):
        attributes["weight"] = 7
    expected = nx.single_source_shortest_path_length(graph, start).get(goal, math.inf)
    assert expected == outcome_of(GraphProblem(graph, start, goal, weight=None))


@given(networks())
def test_without_weight_an_edge_of_an_edge_list_or_a_dict_costs_its_attribute_weight_or_one(network):
    graph, start, goal = network
    graph = nx.DiGraph(graph)
    for number, (*_, attributes) in enumerate(graph.edges(data=True)):
        if number % 2 == 0:
            attributes["weight"] = 7
    expected = nx.single_source_dijkstra_path_length(graph, start).get(goal, math.inf)
    rows = {node: dict(heads) for node, heads in graph.adj.items()}
    edges = [*as_edges(graph), *((node, node) for node in graph.nodes)]
    assert expected == outcome_of(GraphProblem(rows, start, goal)) == outcome_of(GraphProblem(edges, start, goal))


@given(networks())
def test_without_directed_the_graph_decides_and_edges_lead_one_way(network):
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


# --- weights mean what they mean in networkx --------------------------------------------------------------------------

WEIGHTS = st.sampled_from([0, 1, 2, 5, 0.25, Fraction(1, 3), math.inf, "missing"])


@st.composite
def weighted_networks(draw):
    """A networkx graph of any kind where some edges lack a weight and some can't be used, and two of its nodes."""
    size = draw(st.integers(1, 9))
    nodes = st.integers(0, size - 1)
    graph = draw(st.sampled_from(KINDS))()
    graph.add_nodes_from(range(size))
    for tail, head, weight in draw(st.lists(st.tuples(nodes, nodes, WEIGHTS), max_size=20)):
        graph.add_edge(tail, head, **({} if weight == "missing" else {"weight": weight}))
    return graph, draw(nodes), draw(nodes)


def uphill(u, v, data):
    """A cost that depends on the direction, and hides some edges."""
    return None if (u + 2 * v) % 5 == 0 else abs(u - 2 * v)


def first_key(u, v, data):
    """A function that looks into the attributes; in a multigraph they are under their keys."""
    attributes = data[min(data)] if data and all(isinstance(key, int) for key in data) else data
    cost = attributes.get("weight", 3)
    return None if cost == math.inf else cost


FUNCTIONS = [uphill, first_key]


def check_distance(graph, start, goal, **weight):
    """Compare with the distance that networkx finds. An infinite distance means no path."""
    expected = nx.single_source_dijkstra_path_length(graph, start, **weight).get(goal, math.inf)
    problem = GraphProblem(graph, start, goal, **weight)
    assert expected == outcome_of(problem)
    for state in problem.nodes:
        assert all(cost < math.inf for _, _, cost in problem.successors(state))


@given(weighted_networks())
def test_the_default_weight_of_a_networkx_graph_is_that_of_networkx(network):
    check_distance(*network)


@given(weighted_networks(), st.sampled_from(["weight", "length", None, *FUNCTIONS]))
def test_a_weight_means_the_same_as_in_networkx(network, weight):
    attributes = [each for *_, each in network[0].edges(data=True)]
    assume(weight != "length" or len(attributes) == 0 or any("length" in each for each in attributes))
    check_distance(*network, weight=weight)


@given(weighted_networks())
def test_astar_path_of_networkx_costs_as_much_as_ours(network):
    graph, start, goal = network
    try:
        expected = nx.astar_path_length(graph, start, goal)
    except nx.NetworkXNoPath:
        expected = math.inf
    result = AStar().search(GraphProblem(graph, start, goal))
    assert expected == (result.cost if result.status is Status.SOLVED else math.inf)


@given(weighted_networks(), st.sampled_from([None, "weight", *FUNCTIONS]))
def test_the_compiled_twin_has_the_same_edges(network, weight):
    graph, start, goal = network
    problem = GraphProblem(graph, start, goal, weight=weight)
    costs = [cost for node in problem.nodes for *_, cost in problem.successors(node)]
    if any(isinstance(cost, Fraction) for cost in costs):
        with pytest.raises(MissingCapabilityError):
            problem.compiled_domain()
        return
    domain = problem.compiled_domain()
    for node in problem.nodes:
        number, aux = domain.encode(node)
        word = np.uint64(number)
        count = domain.successor_count(domain.tables, word, aux)
        moves = [domain.apply(domain.tables, word, aux, np.uint64(i)) for i in range(int(count))]
        heads = [domain.decode(int(head), 0) for head, _, _ in moves]
        assert problem.successors(node) == [(head, head, cost) for head, (_, _, cost) in zip(heads, moves, strict=True)]


def test_an_edge_whose_weight_is_none_is_hidden_as_in_networkx():
    graph = nx.DiGraph([("a", "b", {"weight": None}), ("a", "c"), ("c", "b")])
    assert 2 == outcome_of(GraphProblem(graph, "a", "b")) == nx.dijkstra_path_length(graph, "a", "b")


def test_a_function_is_given_the_edges_of_a_multigraph_by_their_keys():
    graph = nx.MultiGraph()
    graph.add_edge("a", "b", key="slow", hours=4)
    graph.add_edge("a", "b", key="fast", hours=1)
    calls = []

    def hours(u, v, data):
        calls.append((u, v, {key: dict(attributes) for key, attributes in data.items()}))
        return data["slow"]["hours"] if u == "a" else data["fast"]["hours"]

    problem = GraphProblem(graph, "a", "b", weight=hours)
    both = {"slow": {"hours": 4}, "fast": {"hours": 1}}
    assert [("a", "b", both), ("b", "a", both)] == calls
    assert (4, 1) == (outcome_of(problem), outcome_of(problem.between("b", "a")))


def test_a_directed_graph_read_both_ways_asks_a_function_for_both_directions():
    graph = nx.DiGraph([("a", "b")])
    problem = GraphProblem(graph, "a", "b", weight=lambda u, v, data: 2 if u < v else 3, directed=False)
    assert (2, 3) == (outcome_of(problem), outcome_of(problem.between("b", "a")))


def test_the_checker_notes_how_many_edges_lack_the_attribute():
    def note(graph, **weight):
        return [
            note
            for note in check_problem(GraphProblem(graph, 0, 0, **weight)).notes
            if "lack" in note or "no edge" in note
        ]

    undirected = nx.Graph([(0, 1, {"km": 3}), (1, 2), (2, 2)])
    assert ["2 of 3 edges lack the attribute 'km', so they cost 1"] == note(undirected, weight="km")
    assert ["no edge has 'weight' (only 'km'): unit costs"] == note(undirected)
    several = nx.MultiDiGraph([(0, 1, {"km": 3}), (0, 1, {}), (1, 0, {})])
    assert ["2 of 3 edges lack the attribute 'km', so they cost 1"] == note(several, weight="km")
    assert [] == note(several, weight=None)
    assert [] == note(nx.Graph([(0, 1, {"weight": 3})]))
    assert [] == note([(0, 1), (1, 0)])


def test_a_function_as_weight_needs_a_networkx_graph():
    with pytest.raises(TypeError, match="a function as weight needs a networkx graph"):
        GraphProblem([("a", "b")], "a", "b", weight=lambda u, v, data: 1)


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


def test_nodes_and_steps_have_texts():
    problem = GraphProblem(TRIANGLE, "a", "c", directed=False)
    assert ("a", "to c") == (problem.format_state("a"), problem.format_action("c"))
    assert "<GraphProblem 'a' to 'c', 3 nodes, 6 edges>" == repr(problem)


# --- what is refused --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cost", [-1, -0.5, math.nan, math.inf, "3", None, [3]], ids=repr)
@pytest.mark.parametrize("form", ["edges", "dict", "attributes", "networkx", "multigraph", "function"])
def test_a_wrong_cost_is_refused_with_its_edge(cost, form):
    if form in {"networkx", "multigraph", "function"} and (cost is None or cost == math.inf):
        return  # In networkx, such an edge is hidden.
    attributes = {"km": cost}
    source = {
        "edges": [("a", "b", 1), ("b", "c", attributes)],
        "dict": {"a": {"b": 1}, "b": {"c": attributes}},
        "attributes": {"a": {"b": {"km": 1}}, "b": {"c": attributes}},
        "networkx": nx.DiGraph({"a": {"b": {"km": 1}}, "b": {"c": attributes}}),
        "multigraph": nx.MultiDiGraph([("a", "b", {"km": 1}), ("b", "c", attributes), ("b", "c", {"km": 1})]),
        "function": nx.DiGraph([("a", "b", {"km": 1}), ("b", "c", attributes)]),
    }[form]
    weight = (lambda u, v, data: data["km"]) if form == "function" else "km"
    with pytest.raises(ValueError, match=r"the edge from 'b' to 'c' costs .*; a cost must be a finite number >= 0"):
        GraphProblem(source, "a", "c", weight=weight)


@pytest.mark.parametrize("source", [[("a", "b", 1), ("b", "c", None)], {"a": {"b": 1}, "b": {"c": None}}], ids=str)
def test_a_cost_of_none_without_attributes_is_refused_with_its_edge(source):
    with pytest.raises(ValueError, match="the edge from 'b' to 'c' costs None"):
        GraphProblem(source, "a", "c")


def test_an_edge_without_the_named_weight_is_refused_with_what_it_has():
    with pytest.raises(ValueError, match="the edge from 'a' to 'b' has no attribute 'km' for its cost; it has 'miles'"):
        GraphProblem([("a", "b", {"miles": 2})], "a", "b", weight="km")
    with pytest.raises(ValueError, match="it has no attributes"):
        GraphProblem([("a", "b", {})], "a", "b", weight="km")


@pytest.mark.parametrize(
    ("start", "goal", "named"),
    [
        ("Arat", "Bucharest", "the start 'Arat' isn't one of the 20 nodes of the graph; did you mean 'Arad'?"),
        ("Arad", "bucharest", "the goal 'bucharest' .* did you mean 'Bucharest'?"),
        ("Arad", "Xyz", "the goal 'Xyz' isn't one of the 20 nodes of the graph$"),
        (["Arad"], "Sibiu", r"the start \['Arad'\] isn't one of"),
    ],
)
def test_a_node_that_is_not_there_is_refused_with_the_nearest_name(start, goal, named):
    with pytest.raises(ValueError, match=named):
        romania(start, goal)


def test_edges_with_the_keys_of_networkx_have_their_weights():
    graph = nx.MultiDiGraph()
    graph.add_weighted_edges_from([("a", "b", 4), ("a", "b", 3), ("b", "c", 2)])
    assert Dijkstra().search(GraphProblem(graph.edges(keys=True, data=True), "a", "c")).cost == 5


@pytest.mark.parametrize(
    ("source", "named"),
    [
        ([("a", "b"), ("b",)], r"edge 2 is \('b',\); expected \(from, to\)"),
        (["ab"], "edge 1 is 'ab'"),
        ([("a", "b", 3, 4)], r"edge 1 is \('a', 'b', 3, 4\); expected \(from, to\)"),
        ([("a", ["b"], 3)], r"the edge from 'a' to \['b'\] has an end that can't be a node: unhashable"),
        ({"a": {"b", "c"}}, "the order of a set may change"),
        ({"a": "bc"}, "the neighbors of 'a' are 'bc'; give a list"),
        ({"a": 3}, "the neighbors of 'a' are 3; give a list"),
        (nx.path_graph(3), "undirected, so directed=True does not fit"),
    ],
    ids=range(8),
)
def test_what_is_not_a_graph_is_refused_with_the_place(source, named):
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
        ("p sp 2 1\na 1 3 4\n", "line 2: the end is '3'; expected a whole number of at least 1 and at most 2"),
        ("p sp 2 1\na 0 1 4\n", "line 2: the start is '0'"),
        (f"p sp 2 1\na 1 2 {2**70}\n", "line 2: the cost .* and at most 999999999999999999"),
        ("\x1f\x8b\x08", "the file is compressed; decompress it first"),
        ("p sp 2 1\na 1 2 -4\n", "line 2: the cost is '-4'; expected a whole number of at least 0"),
        ("p sp two 1\n", "line 1: the number of nodes is 'two'"),
        ("p sp 2 2\na 1 2 4\n", "the file has 1 arcs but its header announces 2; it may be cut short"),
        ("p sp 2 1\np sp 2 1\n", "line 2 is 'p sp 2 1'; expected 'a FROM TO COST'"),
        ("p sp 2 1\nedge 1 2\n", "line 2 is 'edge 1 2'"),
    ],
)
def test_a_wrong_dimacs_file_is_refused_with_the_line(tmp_path, text, named):
    (tmp_path / "wrong.gr").write_text(text)
    with pytest.raises(ValueError, match=named):
        read_dimacs(tmp_path / "wrong.gr")


LISTS_OF_EDGES = [
    [[0, 1, 2], [1, 2, 3], [2, 3, 4]],  # symmetric, but its diagonal isn't 0
    [[0, 1, 7], [2, 0, 7], [1, 2, 7]],
    [["a", "b", 0], ["b", 0, 1], ["c", "a", 0]],
    [[0, 1], [1, 0]],  # as a matrix, it's the same graph
    [[0, 1], [1, 2]],
    [[0, 4, 9], [4, 0, 3]],
    [[0, 4, 9], [4, 0, 3], [9, 3, 0], [9, 4, 1]],
    [["a", "b", None, {"weight": 3}]] * 4,
]


@pytest.mark.parametrize("edges", LISTS_OF_EDGES, ids=str)
def test_lists_that_can_be_edges_are_read_as_edges(edges):
    assert Graph(edges) == Graph(map(tuple, edges))


@pytest.mark.parametrize("size", [2, 3])
def test_tuples_are_edges_even_if_they_look_like_a_matrix(size):
    matrix = [[0, 4, 9][:size], [4, 0, 3][:size], [9, 3, 0][:size]][:size]
    edges = [tuple(row) for row in matrix]
    assert Graph(edges) == Graph(tuple(edges)) == Graph(iter(matrix))
    assert set(Graph(edges)) == ({0, 4} if size == 2 else {0, 3, 4, 9})


def matrices(entries):
    row = st.integers(2, 5).flatmap(lambda size: st.lists(st.lists(entries, min_size=size, max_size=size),
                                                          min_size=size, max_size=size))  # fmt: skip
    return row.map(lambda rows: [[0 if i == j else cost for j, cost in enumerate(row)] for i, row in enumerate(rows)])


@given(matrices(st.integers(0, 9) | st.floats(0.5, 9) | st.sampled_from([math.inf, None])))
def test_the_line_that_the_message_for_a_matrix_shows_makes_its_graph(matrix):
    assume(matrix != [[0, 1], [1, 0]])
    with pytest.raises(ValueError, match="write") as refused:
        Graph(matrix)
    line = str(refused.value).partition("write ")[2].partition(", where")[0]
    graph = Graph(eval(line, {"matrix": matrix, "math": math}))
    entries = {(i, j): cost for i, row in enumerate(matrix) for j, cost in enumerate(row)}
    assert {(i, j): graph[i][j] for i in graph for j in graph[i]} == {
        ends: cost for ends, cost in entries.items() if cost not in {0, None, math.inf}
    }
    assert list(graph) == list(range(len(matrix)))


def test_the_line_that_the_message_for_a_numpy_matrix_shows_makes_its_graph():
    matrix = np.array([[0, 4, 9, 0], [4, 0, 3, 0], [9, 3, 0, 0], [0, 0, 0, 0]])
    with pytest.raises(ValueError, match="write") as refused:
        Graph(matrix)
    names = {"matrix": matrix, "Graph": Graph}
    first, second = str(refused.value).partition("write ")[2].split("; ")
    exec(first, names)
    assert eval(second, names) == Graph({0: {1: 4, 2: 9}, 1: {0: 4, 2: 3}, 2: {0: 9, 1: 3}, 3: {}})
