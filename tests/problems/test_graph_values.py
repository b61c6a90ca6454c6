"""`Graph`: each source gives the same graph, and problems on it have the same edges in Python and compiled."""

import math
import pickle
from decimal import Decimal
from types import SimpleNamespace

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from astarlib import AStar, BidirectionalDijkstra, Dijkstra, FunctionProblem, Status, explore
from astarlib.errors import InvalidCostError, MissingCapabilityError
from astarlib.problems.graph import Graph, GraphProblem, materialize, romania
from astarlib.problems.graph import graph as graph_module
from astarlib.problems.grid import GridProblem
from astarlib.problems.hanoi import TowersOfHanoi
from astarlib.problems.npuzzle import NPuzzle
from astarlib.problems.water_jugs import WaterJugs

SIZE = 6
NUMBERS = st.integers(0, SIZE - 1)
WHOLE = st.integers(0, 9)
FLOATS = st.floats(0, 9, allow_nan=False)
EDGES = st.lists(st.tuples(NUMBERS, NUMBERS, WHOLE), max_size=24) | st.lists(
    st.tuples(NUMBERS, NUMBERS, FLOATS), max_size=24
)


def as_dicts(graph):
    return {node: dict(heads) for node, heads in graph.items()}


def arrays_of(edges):
    tails, heads, costs = zip(*edges, strict=True) if len(edges) > 0 else ((), (), ())
    return np.array(tails, np.int64), np.array(heads, np.int64), list(costs)


def edge_by_edge(edges, directed):
    """The costs of the cheapest edges, in the order in which their tails and heads first occur."""
    costs = {node: {} for node in range(SIZE)}
    for tail, head, cost in edges:
        for one, other in [(tail, head)] if directed else [(tail, head), (head, tail)]:
            costs[one][other] = min(cost, costs[one].get(other, math.inf))
    return costs


@given(EDGES, st.booleans())
def test_arrays_and_dicts_and_networkx_give_the_same_graph_as_the_edges_one_by_one(edges, directed):
    expected = edge_by_edge(edges, directed)
    by_arrays = Graph.from_arrays(*arrays_of(edges), nodes=SIZE, directed=directed)
    multigraph = (nx.MultiDiGraph if directed else nx.MultiGraph)()
    multigraph.add_nodes_from(range(SIZE))
    multigraph.add_weighted_edges_from(edges)
    simple = nx.DiGraph(
        {tail: {head: {"weight": cost} for head, cost in heads.items()} for tail, heads in expected.items()}
    )
    graphs = [by_arrays, Graph.from_dicts(expected), Graph.from_networkx(multigraph), Graph.from_networkx(simple)]
    for graph in graphs:
        assert as_dicts(graph) == expected == graph
        assert (len(graph), graph.edge_count) == (SIZE, sum(map(len, expected.values())))
        assert list(graph) == list(range(SIZE))
    assert all(list(by_arrays[node]) == list(expected[node]) for node in expected)
    assert {by_arrays.cost_unit, *(graph.cost_unit for graph in graphs)} == {graphs[1].cost_unit}


@given(EDGES, NUMBERS, NUMBERS)
def test_a_graph_of_arrays_has_the_same_edges_in_both_directions_as_one_of_dicts(edges, start, goal):
    by_arrays = GraphProblem(Graph.from_arrays(*arrays_of(edges), nodes=SIZE), start, goal)
    by_dicts = GraphProblem(edge_by_edge(edges, True), start, goal)
    for node in range(SIZE):
        assert by_arrays.successors(node) == by_dicts.successors(node)
        assert by_arrays.actions(node) == by_dicts.actions(node)
        assert by_arrays.predecessors(node) == by_dicts.predecessors(node) == by_dicts.graph.plain_form.edges_into(node)
    one, other = (problem.compiled_domain() for problem in (by_arrays, by_dicts))
    for ours, theirs in zip(one.tables, other.tables, strict=True):
        assert np.array_equal(ours, theirs)
    found = [
        engine.search(problem) for engine in (Dijkstra(), BidirectionalDijkstra()) for problem in (by_arrays, by_dicts)
    ]
    assert len({result.status for result in found}) == 1
    if found[0].status is Status.SOLVED:
        assert math.isclose(found[0].cost, found[-1].cost, rel_tol=1e-12)


@given(EDGES, st.dictionaries(st.tuples(NUMBERS, NUMBERS), st.none() | WHOLE, max_size=5), st.booleans())
def test_other_costs_change_a_graph_of_arrays_as_one_of_dicts(edges, changes, is_read_before):
    by_arrays, expected = Graph.from_arrays(*arrays_of(edges), nodes=SIZE), edge_by_edge(edges, True)
    if is_read_before:
        by_arrays.edges_into(0), by_arrays.edges_from(1)
    changed = by_arrays.with_costs(changes)
    for (tail, head), cost in changes.items():
        expected[tail].pop(head, None)
        if cost is not None:
            expected[tail][head] = cost
    assert changed == expected
    into = {(tail, head): cost for head in changed for _, tail, cost in changed.edges_into(head)}
    assert into == {(tail, head): cost for tail, heads in expected.items() for head, cost in heads.items()}
    assert by_arrays == edge_by_edge(edges, True)


@given(EDGES)
def test_a_sparse_matrix_gives_the_graph_of_its_entries(edges):
    cheapest = edge_by_edge(edges, True)
    entries = [(tail, head, cost) for tail, heads in cheapest.items() for head, cost in heads.items()]
    assert Graph.from_sparse(sparse(entries, (SIZE, SIZE))) == cheapest
    assert Graph.from_sparse(sparse([(0, 1, 5)], (2, 2), sums=[3]))[0] == {1: 3}


def sparse(entries, shape, *, sums=None):
    """Return an object with the part of a sparse array of scipy that astarlib uses."""
    tails, heads, costs = arrays_of(entries)
    found = SimpleNamespace(row=tails, col=heads, data=np.array(costs), shape=shape)
    found.tocoo = lambda copy: found
    found.sum_duplicates = lambda: setattr(found, "data", found.data if sums is None else np.array(sums))
    return found


def test_problems_on_a_graph_share_it_and_its_tables():
    graph = Graph({"a": {"b": 1}, "b": {"c": 2}, "c": {}})
    problem, other = GraphProblem(graph, "a", "c"), GraphProblem(graph, "b", "c")
    assert problem.graph is other.graph is problem.between("c", "a").graph is graph
    assert problem.compiled_domain().tables.costs is other.compiled_domain().tables.costs
    assert (AStar().search(problem).cost, AStar().search(other).cost) == (3, 2)


def test_a_graph_is_a_snapshot_that_cannot_be_changed():
    given = {"a": {"b": 1}, "b": {}}
    networkx_graph = nx.path_graph(2)
    graph, other = Graph(given), Graph(networkx_graph)
    given["a"]["b"] = 7
    networkx_graph.remove_edge(0, 1)
    assert (graph["a"]["b"], other[0][1]) == (1, 1)
    with pytest.raises(TypeError, match="item assignment"):
        graph["a"]["b"] = 2


def test_the_names_of_nodes_replace_their_numbers():
    graph = Graph.from_arrays([0, 1], [1, 2], [4, 2.5], nodes=["a", "b", "c"])
    assert as_dicts(graph) == {"a": {"b": 4.0}, "b": {"c": 2.5}, "c": {}}
    assert ("a" in graph, 0 in graph, ["a"] in graph) == (True, False, False)
    assert Dijkstra().search(GraphProblem(graph, "a", "c")).states == ("a", "b", "c")


def test_a_node_of_numpy_becomes_an_int():
    problem = GraphProblem(Graph.from_arrays([0], [1]), np.int64(0), np.uint8(1))
    assert [(type(node), node) for node in (problem.initial_state, problem.goal)] == [(int, 0), (int, 1)]
    assert (np.int32(1) in problem.graph, 2 in problem.graph, "1" in problem.graph) == (True, False, False)


@pytest.mark.parametrize("graph", [Graph([("a", "b", 3)]), Graph.from_arrays([0, 1], [1, 2], [3, 4])], ids=repr)
def test_a_pickled_graph_is_the_same_graph(graph):
    graph.rows()
    assert pickle.loads(pickle.dumps(graph)) == graph


def test_the_number_of_nodes_may_be_of_numpy():
    heads = np.array([1, 4])
    assert len(Graph.from_arrays([0, 0], heads, nodes=heads.max() + 1)) == 5


def test_a_graph_with_far_more_nodes_than_edges_needs_their_number():
    with pytest.raises(ValueError, match="pass nodes=1000004"):
        Graph.from_arrays([0], [1_000_003])
    assert len(Graph.from_arrays([0], [1_000_003], nodes=1_000_004)) == len(Graph.from_arrays([0], [1_000_001])) + 2


def test_a_cost_too_large_for_arrays_is_found_in_python_and_refused_when_compiled():
    problem = GraphProblem({"a": {"b": 2**70}}, "a", "b")
    assert Dijkstra().search(problem).cost == 2**70
    with pytest.raises(MissingCapabilityError, match=r"an int cost is 2\*\*63 or more, such as 11805916207174"):
        problem.compiled_domain()


@pytest.mark.filterwarnings("error")
def test_a_cost_of_numpy_becomes_a_plain_number():
    costs = as_dicts(Graph([("a", "b", np.float32(0.5)), ("a", "c", np.uint8(200))]))["a"]
    assert costs == {"b": 0.5, "c": 200}
    assert {type(cost) for cost in costs.values()} == {float, int}


def test_a_graph_prints_its_size():
    assert repr(romania().graph) == "<Graph of 20 nodes and 46 edges>"
    assert repr(Graph.from_arrays([], [])) == "<Graph of 0 nodes and 0 edges>"


@pytest.mark.parametrize("name", ["8-puzzle", "jugs", "hanoi", "grid"])
def test_a_materialized_problem_has_the_costs_of_the_problem(name):
    problem = {
        "8-puzzle": NPuzzle("1 2 3 / 4 5 0"), "jugs": WaterJugs([3, 5], 4), "hanoi": TowersOfHanoi(disks=3),
        "grid": GridProblem("1.3 / .#. / 4..", (0, 0), (2, 2), connectivity=8),
    }[name]  # fmt: skip
    graph, explored = materialize(problem), explore(problem)
    assert list(graph) == list(explored)
    again = explore(GraphProblem(graph, problem.initial_state, problem.initial_state))
    assert {state: again.cost(state) for state in graph} == {state: explored.cost(state) for state in explored}


def test_a_problem_with_keys_is_materialized_by_its_keys():
    problem = FunctionProblem(
        [0],
        successors=lambda state: [(step, [(state[0] + step) % 5], 1) for step in (1, 2)],
        is_goal=lambda state: state == [3],
        state_key=tuple,
    )
    assert materialize(problem) == {(n,): {((n + 1) % 5,): 1, ((n + 2) % 5,): 1} for n in range(5)}


def _weighted(kind):
    graph = kind()
    graph.add_edge("a", "b", weight=4, km=1)
    graph.add_edge("c", "a", weight=1, km=1)
    graph.add_edge("c", "b", weight=2, km=1)
    return graph


@pytest.mark.parametrize("kind", ["Graph", "DiGraph", "MultiGraph", "MultiDiGraph"])
def test_a_named_weight_that_no_edge_has_is_an_error_with_the_nearest_name(kind):
    graph = _weighted(getattr(nx, kind))
    with pytest.raises(ValueError, match=r"'kms'.*did you mean 'km'"):
        Graph(graph, weight="kms")
    assert len(Graph(getattr(nx, kind)(), weight="kms")) == 0  # Without edges, nothing lacks the attribute.
    graph.add_edge("b", "d", toll=1)
    assert Graph(graph, weight="toll")["a"]["b"] == 1  # Some edge has it, so the others cost 1, as in networkx.


@pytest.mark.parametrize("kind", ["Graph", "DiGraph", "MultiGraph", "MultiDiGraph"])
def test_views_of_a_networkx_graph_give_the_same_costs_as_the_graph(kind):
    graph = _weighted(getattr(nx, kind))
    right = {tail: dict(heads) for tail, heads in Graph(graph).items()}
    for view in (graph.edges, graph.edges(data=True), graph.adj, dict(graph.adjacency()), nx.to_dict_of_dicts(graph)):
        assert {tail: dict(heads) for tail, heads in Graph(view).items()} == right, view


_ENDS = st.one_of(st.integers(0, 6), st.sampled_from([-3, 10**12, 2**63, True, 1.0, "a"]))
_COSTS = st.one_of(
    st.lists(st.integers(0, 9)), st.lists(st.floats(0, 9)), st.lists(st.sampled_from([1, 2.0, True, -1, math.nan])),
    st.lists(st.sampled_from([0, 7, 2**62])), st.lists(st.sampled_from([0.0, 1e308, math.inf, -0.5])),
    st.lists(st.sampled_from([3, 2**63])),
)  # fmt: skip


@st.composite
def _edge_lists(draw):
    costs = draw(_COSTS)
    ends = draw(st.sampled_from([st.integers(-2, 5), _ENDS]))
    edges = [(draw(ends), draw(ends), cost) for cost in costs]
    return draw(st.sampled_from([edges, [edge[:2] for edge in edges], [*edges, (0, 1)]]))


def _content(edges, directed):
    try:
        graph = Graph(edges, directed=directed)
        rows = graph.rows()
    except (ValueError, MissingCapabilityError) as error:
        return str(error)
    arrays = [(array.dtype, array.tolist()) for array in (*rows.out, *rows.back)]
    each = [(node, graph.edges_from(node), graph.edges_into(node), graph.number(node)) for node in graph]
    return repr((each, graph.cost_unit, graph.edge_count, arrays, 2 in graph, 1.0 in graph, [] in graph))


@given(_edge_lists(), st.sampled_from([None, True, False]))
def test_a_long_list_of_edges_gives_the_same_graph_as_an_iterator(edges, directed):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(graph_module, "_MANY_EDGES", 1)
        assert _content(edges, directed) == _content(iter(edges), directed)


# --- missing values ---------------------------------------------------------------------------------------------------


NAN = float("nan")


@pytest.mark.parametrize(
    "graph",
    [
        [(1, NAN, 1), (NAN, 3, 1)],
        [[1, NAN], [NAN, 3]],
        [(1, (NAN, 0), 1), ((NAN, 0), 3, 1)],
        [(float(n), float(n + 1), 1) for n in range(200)] + [(NAN, 3.0, 1)],
        {1: {NAN: 1}, NAN: {3: 1}, 3: {}},
        {1: [NAN], NAN: [3]},
        nx.DiGraph([(1, NAN), (NAN, 3)]),
        [(1, np.float64("nan")), (np.float64("nan"), 3)],
        [(1, np.datetime64("NaT", "D")), (np.datetime64("NaT", "D"), 3)],
        [(1, Decimal("nan")), (Decimal("nan"), 3)],
    ],
    ids=lambda graph: type(graph).__name__,
)
def test_a_missing_value_is_not_a_node(graph):
    with pytest.raises(ValueError, match="can't be a node, because a missing value isn't equal to itself"):
        Graph(graph)


def test_a_missing_value_is_not_the_name_of_a_node():
    with pytest.raises(ValueError, match="can't be a node"):
        Graph.from_arrays([0], [1], nodes=["a", NAN])


MASKED = np.ma.array([0, 1, 2], mask=[0, 0, 1])


@pytest.mark.parametrize("masked", range(3))
def test_masked_entries_of_arrays_are_refused(masked):
    columns = [np.array([0, 1, 0]), np.array([1, 2, 2]), np.array([1, 1, 1])]
    columns[masked] = MASKED
    with pytest.raises(ValueError, match="has masked entries"):
        Graph.from_arrays(*columns)
    edges = list(zip(*columns, strict=True))
    with pytest.raises(ValueError, match=r"can't be a node|costs masked"):
        Graph(edges)
    with pytest.raises(ValueError, match=r"can't be a node|costs masked"):
        Graph(edges * 50)


def test_an_array_with_a_mask_that_hides_nothing_is_an_array():
    columns = [np.ma.array(column, mask=False) for column in ([0, 1, 0], [1, 2, 2], [1, 1, 5])]
    assert Dijkstra().search(GraphProblem(Graph.from_arrays(*columns), 0, 2)).cost == 2


@pytest.mark.parametrize("form", [dict, list])
def test_a_masked_cost_is_refused(form):
    graph = {0: {1: MASKED[2]}, 1: {}} if form is dict else [(0, 1, MASKED[2])]
    with pytest.raises(ValueError, match="costs masked; a cost must be a finite number"):
        GraphProblem(graph, 0, 1)
    problem = FunctionProblem(0, successors=lambda n: [("on", n + 1, MASKED[2])], is_goal=lambda n: n == 2)
    with pytest.raises(InvalidCostError, match="masked"):
        Dijkstra().search(problem)
