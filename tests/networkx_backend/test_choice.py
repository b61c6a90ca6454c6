"""What networkx knows about the backend, and when it uses it."""

import subprocess
import sys
import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path

import networkx as nx
import pytest

import _astarlib_networkx
from astarlib.networkx_backend import interface, kernels, searches, weighted

pytestmark = [pytest.mark.quick, pytest.mark.filterwarnings("ignore:Note. conversions to backend graphs")]
ROOT = Path(__file__).parent.parent.parent
LARGE = nx.circulant_graph(12_000, [1, 2])
nx.set_edge_attributes(LARGE, 2, "weight")


@pytest.fixture
def in_python(monkeypatch):
    monkeypatch.setattr(searches, "_kernels", lambda: kernels)


def test_networkx_finds_the_backend_and_its_description():
    declared = tomllib.loads(ROOT.joinpath("pyproject.toml").read_text(encoding="utf-8"))["project"]["entry-points"]
    backend, info = (declared[f"networkx.{group}"]["astarlib"] for group in ("backends", "backend_info"))
    assert EntryPoint("astarlib", backend, "networkx.backends").load() is interface
    assert EntryPoint("astarlib", info, "networkx.backend_info").load() is _astarlib_networkx.backend_info
    assert nx.utils.backends.backends["astarlib"].value == backend, "run pip install -e . again"


def test_the_description_lists_the_functions_of_the_backend_which_networkx_has_too():
    listed = _astarlib_networkx.backend_info()["functions"].keys()
    assert listed == vars(interface).keys() & nx.utils.backends._registered_algorithms.keys()
    assert all(callable(getattr(interface, name)) for name in listed)


def test_importing_networkx_loads_no_module_of_astarlib_but_the_description():
    code = "import sys, networkx; assert '_astarlib_networkx' in sys.modules; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert set() == loaded & {"astarlib", "numpy", "numba", "llvmlite"}


def should_run(name, *arguments, **options):
    return interface.should_run(name, arguments, options)


def test_large_graphs_are_searched_by_the_backend():
    for name, arguments in [
        ("dijkstra_path", (0, 5)), ("single_source_dijkstra", (0,)), ("single_source_shortest_path", (0,)),
        ("shortest_path", (0, 5, "weight")), ("all_pairs_dijkstra", ()),
    ]:  # fmt: skip
        assert should_run(name, LARGE, *arguments) is True
    assert interface.should_run("dijkstra_path", (), {"G": LARGE, "source": 0, "target": 5}) is True


@pytest.mark.parametrize(
    ("reason", "name", "graph", "options"),
    [
        ("small", "dijkstra_path", nx.path_graph(5), {"source": 0, "target": 4}),
        ("small", "all_pairs_dijkstra", nx.path_graph(5), {}),
        ("view", "dijkstra_path", LARGE.subgraph(range(9_000)), {"source": 0, "target": 5}),
        ("accept", "dijkstra_path", LARGE, {"source": 0}),
        ("accept", "dijkstra_path", LARGE, {"source": 0, "target": 5, "wieght": "weight"}),
        ("function", "dijkstra_path", LARGE, {"source": 0, "target": 5, "weight": lambda *_: 1}),
        ("another algorithm", "shortest_path", LARGE, {"weight": "weight", "method": "bellman-ford"}),
        ("less time", "has_path", LARGE, {"source": 0, "target": 5}),
        ("less time", "shortest_path", LARGE, {"source": 0, "target": 5}),
    ],
)
def test_networkx_searches_where_the_backend_is_not_faster(reason, name, graph, options):
    assert reason in str(should_run(name, graph, **options))


def test_functions_that_search_more_use_the_backend_in_smaller_graphs():
    graph = nx.circulant_graph(300, [1, 2])
    assert should_run("shortest_simple_paths", graph, 0, 5, "weight") is True
    assert "small" in should_run("dijkstra_path", graph, 0, 5)
    assert should_run("all_pairs_dijkstra", graph) is True
    assert "small" in should_run("all_pairs_shortest_path", graph)


def test_each_function_with_a_limit_of_its_own_is_one_of_the_backend():
    assert interface._MIN_WORK_OF.keys() <= set(_astarlib_networkx.FUNCTIONS)


def test_a_graph_that_has_been_read_is_used_for_small_searches_too(in_python):
    graph = nx.path_graph(300)
    assert should_run("has_path", graph, 0, 5) is not True
    nx.has_path(graph, 0, 5, backend="astarlib")
    assert should_run("has_path", graph, 0, 5) is True
    assert "small" in should_run("all_pairs_shortest_path", graph)  # It takes longer by far than reading.
    with nx.config(cache_converted_graphs=False):
        assert should_run("has_path", graph, 0, 5) is not True


def test_without_numba_networkx_searches(monkeypatch):
    monkeypatch.setattr(searches, "_kernels", lambda: 1 / 0)
    monkeypatch.setattr(weighted, "has_numba", lambda: False)
    assert "numba" in should_run("dijkstra_path", LARGE, 0, 5)
    assert nx.dijkstra_path(nx.path_graph(4), 0, 3, backend="astarlib") == [0, 1, 2, 3]
    assert dict(nx.all_pairs_shortest_path_length(nx.path_graph(2), backend="astarlib")) == {
        0: {0: 0, 1: 1},
        1: {1: 0, 0: 1},
    }


def test_the_priority_of_networkx_selects_the_backend(in_python, monkeypatch):
    calls = []
    monkeypatch.setattr(interface, "dijkstra_path_length", lambda *_: calls.append("astarlib"))
    with nx.config.backend_priority(algos=["astarlib"]):
        nx.dijkstra_path_length(LARGE, 0, 5)
        nx.dijkstra_path_length(nx.path_graph(5), 0, 4)
    assert calls == ["astarlib"]


@pytest.mark.parametrize("name", ["dijkstra_path", "bidirectional_dijkstra", "shortest_path", "shortest_simple_paths"])
def test_an_unknown_argument_of_the_backend_is_refused(name, in_python):
    with pytest.raises(TypeError, match="unexpected keyword argument 'speed'"):
        getattr(nx, name)(nx.path_graph(4), source=0, target=3, backend="astarlib", speed=9)
