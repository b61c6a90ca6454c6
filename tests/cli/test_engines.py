"""Engines by name, of other packages and of one's own, their parameters, and the list of all engines."""

import json
import sys

import pytest
from helpers.packages import ENGINE, install
from helpers.sampling import in_turn

from astarlib import ENGINES, AStar, compiled
from astarlib.engines.registry import ENGINE_GROUPS

BOARD = "1 2 3 / 0 4 6 / 7 5 8"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The current folder, whose modules are forgotten afterwards."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield tmp_path
    sys.modules.pop("slow_engine", None)


def engine_of(run, *words):
    done = run("solve", "npuzzle", BOARD, *words, "--json")
    assert (0, "") == (done.code, done.err)
    return json.loads(done.out)["engine"]


# --- names ------------------------------------------------------------------------------------------------------------


def test_an_engine_of_ones_own_solves(run, folder):
    (folder / "slow_engine.py").write_text(ENGINE)
    assert engine_of(run, "--engine", "slow_engine:Slow").startswith("Slow(")


def test_the_engine_may_come_before_a_problem_of_ones_own(run, folder):
    (folder / "slow_engine.py").write_text(ENGINE)
    hanoi = ("astarlib.problems.hanoi:TowersOfHanoi", "--arg", "disks=2", "--quiet")
    assert 0 == run("solve", "--engine", "slow_engine:Slow", *hanoi).code


def test_an_engine_of_another_package_solves_by_its_name(run, folder):
    install(folder, "slow-search", {"slow": "slow_engine:Slow"}, slow_engine=ENGINE)
    assert engine_of(run, "--engine", "slow").startswith("Slow(")


def test_an_engine_of_ones_own_is_compared_and_viewed(run, folder):
    (folder / "slow_engine.py").write_text(ENGINE)
    done = run(
        "compare", "npuzzle", BOARD, "--engines", "astar,slow_engine:Slow", "--set", "factor=3", "--format", "csv"
    )
    assert 0 == done.code
    assert "slow_engine:Slow" in done.out
    page = ("--output", "page.html", "--no-open", "--quiet")
    assert 0 == run("view", "npuzzle", BOARD, "--compare", "slow_engine:Slow", *page).code


def test_a_search_of_ones_own_engine_is_resumed(run, folder):
    (folder / "slow_engine.py").write_text(ENGINE)
    words = ("--engine", "slow_engine:Slow", "--set", "factor=3", "--max-expanded", 1, "--save", "kept", "--quiet")
    assert 23 == run("solve", "npuzzle", BOARD, *words).code
    del sys.modules["slow_engine"]
    done = run("resume", "kept", "--json")
    assert 0 == done.code
    assert "factor=3" in json.loads(done.out)["engine"]


def test_a_broken_package_is_named_with_its_entry_point(run, folder):
    install(folder, "slow-search", {"slow": "slow_engine:Slow"}, slow_engine="raise ValueError('no\\nway')")
    done = run("solve", "npuzzle", BOARD, "--engine", "slow")
    assert (2, "") == (done.code, done.out)
    assert "the entry point slow = slow_engine:Slow of the package slow-search can't be loaded: ValueError" in done.err
    assert 1 == len(done.err.splitlines())


# --- parameters -------------------------------------------------------------------------------------------------------


@in_turn(
    "setting, shown",
    [
        ("factor=3", "factor=3,"),
        ("factor=2.5", "factor=2.5,"),
        ("factor=3/2", "factor=Fraction(3, 2),"),
        ("ratio=3/2", "ratio=Fraction(3, 2),"),
        ("ratio=0.25", "ratio=Fraction(1, 4),"),
        ("sizes=4,2", "sizes=(4, 2),"),
        ("sizes=", "sizes=(),"),
        ("bound=7", "bound=7,"),
        ("bound=none", "bound=None,"),
        ("label=a=b", "label='a=b'"),
        ("reopen=false", "reopen=False"),
        ("reopen=TRUE", "factor=2,"),
        ("tie-break=fifo", "tie_break=TieBreak.FIFO"),
        ("tie_break=HIGH_H", "tie_break=TieBreak.HIGH_H"),
        ("tie_break=high-h", "tie_break=TieBreak.HIGH_H"),
    ],
)
def test_a_parameter_is_read_by_its_type(run, folder, setting, shown):
    (folder / "slow_engine.py").write_text(ENGINE)
    assert shown in engine_of(run, "--engine", "slow_engine:Slow", "--set", setting)


@in_turn(
    "setting, expected",
    [
        ("factor=x", "a number"),
        ("ratio=1e999999999", "a fraction such as 3/2"),
        ("ratio=1/0", "a fraction such as 3/2"),
        ("sizes=4,x", "values separated by commas, such as 5,3,1"),
        ("bound=some", "a whole number or none"),
        ("reopen=1", "true or false"),
        ("tie_break=coin", "low-h or high-h or fifo or lifo"),
    ],
)
def test_a_wrong_value_is_refused_with_what_is_expected_and_all_parameters(run, folder, setting, expected):
    (folder / "slow_engine.py").write_text(ENGINE)
    done = run("solve", "npuzzle", BOARD, "--engine", "slow_engine:Slow", "--set", setting)
    name, _, value = setting.partition("=")
    known = "tie_break=low-h, reopen=true, factor=2, ratio=1/2, sizes=5,3,1, bound=none, label=x"
    assert (
        done.err == f"astarlib: error: --set {name}: expected {expected}, not {value!r}; slow_engine:Slow has {known}\n"
    )
    assert 2 == done.code


def test_a_shorthand_is_the_same_as_its_parameter(run):
    long = engine_of(run, "--engine", "weighted-astar", "--set", "weight=3", "--set", "tie-break=fifo")
    assert long == engine_of(run, "--weight", 3, "--tie-break", "fifo")


def test_a_priority_selects_weighted_astar(run):
    assert "WeightedAStar(weight=1.5, priority=Priority.PWXDP)" == engine_of(run, "--priority", "pwxdp")


@pytest.mark.costly
def test_a_compiled_engine_has_the_same_parameters(run):
    pytest.importorskip("numba")
    words = ("--engine", "weighted-astar", "--compiled", "--set", "weight=3")
    assert engine_of(run, *words) == "compiled.WeightedAStar(weight=3)"


# --- limits -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--max-generated", "20"], "stopped by --max-generated at 20 generated states"),
        (["--max-stored", "1"], "stopped by --max-stored at 1 stored state"),
        (["--max-cost", "20.5"], "stopped by --max-cost 20.5"),
    ],
)
def test_a_limit_stops_the_search_and_is_named(run, words, says):
    done = run("solve", "npuzzle", "8 6 7 / 2 5 4 / 3 0 1", *words, "--quiet")
    assert 23 == done.code
    assert says in done.out


def test_a_search_stopped_by_its_cost_continues_with_a_higher_one(run, folder):
    run("solve", "npuzzle", "8 6 7 / 2 5 4 / 3 0 1", "--max-cost", 25, "--save", "kept", "--quiet")
    assert "31 moves, optimal" in run("resume", "kept", "--max-cost", 31, "--quiet").out


# --- the list ---------------------------------------------------------------------------------------------------------


def test_the_list_has_every_engine_with_its_guarantee_and_parameters(run):
    done = run("engines")
    assert (0, "") == (done.code, done.err)
    for name in ENGINES:
        assert f"\n{name}" in f"\n{done.out}"
    assert "Parameters: tie_break=low-h, reopen=true, weight=1.5" in done.out
    out = " ".join(done.out.split())
    assert AStar().guarantee.describe_cost() in out
    assert out.endswith("The first engine of a group is the usual choice.")
    assert out.startswith("BASIC ENGINES astar: f = g + h ")
    titles = [line for line in done.out.splitlines() if line.isupper()]
    assert titles == [title.upper() for title in ENGINE_GROUPS]


def test_the_list_as_json_has_all_data_of_every_engine(run):
    done = run("engines", "--json")
    listed = {each["name"]: each for each in json.loads(done.out)}
    assert list(ENGINES) == list(listed)
    assert set(compiled.ENGINES) == {name for name, each in listed.items() if each["compiled"] is not None}
    for name, kind in ENGINES.items():
        guarantee = kind().guarantee
        assert guarantee.describe() == listed[name]["guarantee"]["text"]
        assert guarantee.requires.value == listed[name]["guarantee"]["requires"]
        attributes = (kind.formula, kind.complexity, kind.reference)
        assert attributes == tuple(listed[name][key] for key in ("formula", "complexity", "reference"))
    weight = {"name": "weight", "values": "a number", "default": "1.5"}
    assert weight in listed["weighted-astar"]["parameters"]


def test_the_list_has_engines_of_other_packages_but_for_broken_ones(run, folder):
    install(folder, "slow-search", {"slow": "slow_engine:Slow", "bad": "slow_engine:Bad"}, slow_engine=ENGINE)
    done = run("engines")
    assert 0 == done.code
    assert "slow: f = g + h (package slow-search)" in done.out
    assert "astarlib: warning: the entry point bad = slow_engine:Bad of the package slow-search" in done.err
