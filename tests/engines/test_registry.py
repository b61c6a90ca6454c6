"""Engines by name: the built-in ones, and those that other packages provide."""

import sys

import pytest
from helpers.packages import ENGINE, install

from astarlib import ENGINES, AStar, compiled
from astarlib._support.registry import Registry
from astarlib.engines import Engine
from astarlib.engines.registry import find_engine, provided_engines


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(tmp_path))
    yield tmp_path
    sys.modules.pop("slow_engine", None)


@pytest.mark.parametrize("registry", [ENGINES, compiled.ENGINES], ids=["built-in", "compiled"])
def test_every_name_leads_to_an_engine_that_can_be_constructed_without_arguments(registry):
    assert all(isinstance(kind(), Engine) for kind in registry.values())
    assert len(registry) == len(set(registry.values())) >= 5


def test_the_order_is_that_of_the_lines():
    assert list(ENGINES)[:3] == ["astar", "weighted-astar", "greedy"]


def test_a_registry_cannot_be_changed():
    with pytest.raises(TypeError):
        ENGINES["mine"] = AStar
    with pytest.raises(KeyError, match="nothing"):
        ENGINES["nothing"]


def test_a_registry_imports_an_object_when_it_is_looked_up_and_not_before(folder):
    (folder / "slow_engine.py").write_text("VALUE = 5")
    registry = Registry({"five": "slow_engine:VALUE"})
    assert "five" in registry
    assert "slow_engine" in repr(registry)
    assert "slow_engine" not in sys.modules
    assert registry["five"] == 5


def test_an_engine_of_another_package_is_found_by_its_name(folder):
    install(folder, "slow-search", {"slow": "slow_engine:Slow"}, slow_engine=ENGINE)
    assert find_engine("slow").__name__ == "Slow"
    assert "slow" not in ENGINES


def test_a_built_in_engine_takes_precedence(folder):
    install(folder, "slow-search", {"astar": "slow_engine:Slow"}, slow_engine=ENGINE)
    assert find_engine("astar") is AStar
    assert provided_engines() == []


def test_finding_a_built_in_engine_reads_no_entry_points(monkeypatch):
    monkeypatch.setitem(sys.modules, "importlib.metadata", None)
    assert find_engine("astar") is AStar


def test_an_unknown_name_is_a_lookup_error():
    with pytest.raises(LookupError, match="no engine named 'nothing'"):
        find_engine("nothing")


@pytest.mark.parametrize(
    ("target", "problem"),
    [
        ("missing_engine:Slow", "can't be loaded: ModuleNotFoundError"),
        ("slow_engine:Fast", "can't be loaded: AttributeError"),
        ("slow_engine:dataclass", "expected a subclass of astarlib.engines.Engine"),
    ],
)
def test_a_broken_entry_point_names_the_package_and_the_entry_point(folder, target, problem):
    install(folder, "slow-search", {"slow": target}, slow_engine=ENGINE)
    with pytest.raises(ImportError, match=f"slow = {target} of the package slow-search .*{problem}"):
        find_engine("slow")


def test_a_name_that_two_packages_provide_is_ambiguous(folder):
    for package in ("slow-search", "other-search"):
        install(folder, package, {"slow": "slow_engine:Slow"}, slow_engine=ENGINE)
    with pytest.raises(ImportError, match=r"several packages .* 'slow': other-search, slow-search"):
        find_engine("slow")
