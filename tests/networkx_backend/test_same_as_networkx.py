"""The backend returns what networkx returns: values, their types, the order of dicts, ties, and errors.

Kernels run as Python here, since compiling them takes seconds. The slow test runs compiled ones on larger graphs.
"""

import functools
import inspect
import itertools
import math
from random import Random
from types import SimpleNamespace

import networkx as nx
import pytest
from helpers.sampling import costly_first
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

import _astarlib_networkx
from astarlib.networkx_backend import fallback, interface, kernels, searches

pytestmark = pytest.mark.filterwarnings("ignore:Note. conversions to backend graphs")
KINDS = [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph]
NAMES = sorted(_astarlib_networkx.backend_info()["functions"])
NODES = [0, 1, "a", (2, 3), 4.5, frozenset({1}), 7]
STRANGE_NODES = ["missing", [1], None, math.nan, True, 1.0]
STRANGE_WEIGHTS = [-1, -0.5, math.nan, None, "x", 2**70, 10**400, 2**52, [1]]
CUTOFFS = [None, 0, 1, 2.5, 3, 100, -1, math.inf, math.nan, 10**30]
OTHER_WEIGHTS = [None, "other", lambda tail, head, _: None if tail == 1 else 2]
HEURISTICS = [
    None,
    lambda node, _: 0.5,
    lambda node, _: len(str(node)) - 1,
    lambda node, _: math.nan,
    lambda node, _: 1 / 0,
]


def random_graph(random, kind, nodes):
    """Return a graph with ties, self-loops, parallel edges, missing weights, and sometimes strange weights."""
    graph = kind()
    graph.add_nodes_from(random.sample(nodes, len(nodes)))
    weight = random.choice(
        [
            lambda: random.randint(0, 3),
            lambda: random.randint(1, 2),
            lambda: random.randint(0, 30) / 10,
            lambda: random.choice([1, 1.0, 2, 0.5, True, 0, 0.0, -0.0]),
            lambda: random.choice([0.1, 0.2, 0.3, 0.7, math.inf]),
            lambda: random.choice([1, 2, 3, *random.sample(STRANGE_WEIGHTS, 1)]),
        ]
    )
    for _ in range(random.choice([1, 2, 4]) * len(nodes)):
        ends = random.choice(nodes), random.choice(nodes)
        graph.add_edge(*ends, **({} if random.random() < 0.05 else {"weight": weight()}))
    return graph


def random_options(random, name, graph):
    """Return arguments for a function, most of which are sensible."""

    def node():
        return random.choice([*graph] if random.random() < 0.95 else STRANGE_NODES)

    makers = {
        "source": node,
        "target": node,
        "sources": lambda: random.choice([list, tuple, set, dict.fromkeys])(
            random.choices([*graph, "a"], k=random.choice([0, 1, 2, 2]))
        ),
        "cutoff": lambda: random.choice(CUTOFFS),
        "weight": lambda: "weight" if random.random() < 0.8 else random.choice(OTHER_WEIGHTS),
        "method": lambda: random.choice(["dijkstra"] * 6 + ["bellman-ford", "none"]),
        "heuristic": lambda: random.choice(HEURISTICS),
        "return_seen": lambda: random.random() < 0.5,
    }
    parameters = dict(interface._signature(name).parameters)
    del parameters["G"]
    return {
        parameter: makers[parameter]()
        for parameter, of in parameters.items()
        if of.default is of.empty or random.random() < 0.7
    }


def outcome(name, graph, options, backend):
    """Return the result or the error of a function, in a form that shows types and orders."""
    try:
        result = getattr(nx, name)(graph, **options, backend=backend)
        if not isinstance(result, int | float | list | dict | tuple):
            result = [*itertools.islice(result, 30)]
    except Exception as error:  # noqa: BLE001  # All errors are compared.
        return type(error), str(error)
    # In simple paths, equal nodes such as 1 and True may be exchanged.
    return result if name == "shortest_simple_paths" else typed(result)


def typed(value):
    if isinstance(value, dict):
        return "dict", [(key, typed(each)) for key, each in value.items()]
    if isinstance(value, list | tuple):
        return type(value), [typed(each) for each in value]
    return type(value), str(value) if isinstance(value, float) else value


def check_all(random, kind, nodes, names=NAMES):
    graph = random_graph(random, kind, nodes)
    weights = [attributes.get("weight", 1) for *_, attributes in graph.edges(data=True)]
    if any(isinstance(each, int | float) and not each >= 0 for each in weights):
        names = [name for name in names if "astar" not in name]  # It can run forever in networkx.
    for name in names:
        options = random_options(random, name, graph)
        expected, found = (outcome(name, graph, options, backend) for backend in ("networkx", "astarlib"))
        assert expected == found, (name, options, list(graph.edges(data=True)))


COMPILED = searches._kernels


@pytest.fixture(scope="module")
def in_python():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(searches, "_kernels", lambda: kernels)
        yield


@pytest.mark.quick
@pytest.mark.parametrize("kind", KINDS)
@settings(
    max_examples=8, phases=[Phase.explicit, Phase.reuse, Phase.generate]
)  # Shrinking random graphs takes minutes.
@given(random=st.randoms(use_true_random=False))
def test_every_function_returns_or_raises_what_networkx_does(random, kind, in_python):
    check_all(random, kind, NODES[: random.randint(1, 7)])


@pytest.mark.parametrize("kind", KINDS)
def test_networkx_does_not_search_in_graphs_of_plain_costs(kind, in_python, monkeypatch):
    def refusing(name):
        return functools.wraps(inspect.unwrap(getattr(nx, name)))(lambda *_, **__: pytest.fail(f"networkx ran {name}"))

    monkeypatch.setattr(fallback, "nx", SimpleNamespace(**{name: refusing(name) for name in NAMES}))
    given = {"source": 0, "target": 5, "sources": [0, 1], "weight": "weight", "heuristic": None, "return_seen": True}
    hidden = [] if kind in KINDS[2:] else [[1, 2, "hidden"]]  # The cost None hides an edge.
    for costs in ([1, 2, 3], [0.1, 0.2, 0.3], [1, 0.5, True], [None], *hidden):
        graph = kind()
        for number, ends in enumerate(itertools.permutations(range(6), 2)):
            cost = costs[number % len(costs)]
            graph.add_edge(*ends, **({} if cost is None else {"weight": None if cost == "hidden" else cost}))
        for name, cutoff in itertools.product(NAMES, [None, 2.5]):
            options = {each: {**given, "cutoff": cutoff}[each] for each in interface._signature(name).parameters
                       if each in {**given, "cutoff": cutoff}}  # fmt: skip
            expected, found = (outcome(name, graph, options, backend) for backend in ("networkx", "astarlib"))
            assert expected == found, (name, options)


def test_sums_of_ints_that_no_float_can_hold_are_exact(in_python):
    for largest in (2**52, 2**53, 2**54):
        graph = nx.path_graph(40)
        nx.set_edge_attributes(graph, largest // 41 | 1, "weight")
        options = {"source": 0, "weight": "weight"}
        for name in ("single_source_dijkstra_path_length", "single_source_dijkstra"):
            assert outcome(name, graph, options, "networkx") == outcome(name, graph, options, "astarlib")


@pytest.mark.costly
def test_each_kernel_compiles_and_returns_what_networkx_does(monkeypatch):
    monkeypatch.setattr(searches, "_kernels", COMPILED)
    check_all(Random(1), nx.DiGraph, NODES)


@pytest.mark.parametrize("kind", costly_first(KINDS))
def test_compiled_code_returns_or_raises_what_networkx_does_in_larger_graphs(kind, monkeypatch):
    monkeypatch.setattr(searches, "_kernels", COMPILED)
    slow = {name for name in NAMES if "all_" in name}  # There can be very many shortest paths.
    for seed in range(8):
        check_all(Random(seed), kind, NODES)
        check_all(Random(seed), kind, list(range(60)), sorted({*NAMES} - slow))


@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph])
def test_ties_on_a_grid_are_broken_as_networkx_does(kind, in_python):
    random = Random(1)
    for choices in ([1], [1, 2], [0.1, 0.2, 0.3], [0, 1], [1, 1.0, 0.5]):
        graph = kind(nx.grid_2d_graph(5, 6))
        for *_, attributes in graph.edges(data=True):
            attributes["weight"] = random.choice(choices)
        for name in (
            "dijkstra_path",
            "bidirectional_dijkstra",
            "astar_path",
            "shortest_path",
            "single_source_dijkstra",
        ):
            options = {"source": (0, 0), "target": (4, 5), "weight": "weight"}
            # None of these heuristics is consistent.
            for seed in range(6) if name == "astar_path" else ():
                options["heuristic"] = lambda node, _, seed=seed: Random(f"{seed}{node}").choice([0, 0.5, 1, 4])
                assert outcome(name, graph, options, "networkx") == outcome(name, graph, options, "astarlib")
                del options["heuristic"]
            assert outcome(name, graph, options, "networkx") == outcome(name, graph, options, "astarlib")
