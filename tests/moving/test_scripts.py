"""Scripts written for simpleai, run with simpleai and, after changing only the import, with astarlib."""

from functools import cache
from pathlib import Path

import pytest

SCRIPTS = sorted((Path(__file__).parent / "scripts").glob("*.py"))
SHORTEST = ("breadth_first", "iterative_limited_depth_first", "limited_depth_first")


@cache
def nodes_of(script, library):
    """Return the result of the script's main() with the names of that library."""
    names = {"__name__": "script"}
    source = script.read_text()
    assert "from simpleai.search import" in source
    exec(compile(source.replace("from simpleai.search import", f"from {library} import"), script, "exec"), names)
    return names["main"]()


@pytest.fixture(params=SCRIPTS, ids=lambda script: script.stem)
def both(request):
    """The nodes that a script finds with ours, and with theirs."""
    return nodes_of(request.param, "astarlib.simpleai"), nodes_of(request.param, "simpleai.search")


def test_a_script_finds_a_solution_where_it_did_and_none_where_it_did_not(both):
    ours, expected = both
    assert {name: node is None for name, node in expected.items()} == {
        name: node is None for name, node in ours.items()
    }


def test_the_optimal_searches_of_a_script_find_the_costs_that_they_did(both):
    ours, expected = both
    for name, node in expected.items():
        if node is not None and name.startswith(("astar", "uniform_cost")):
            assert (node.cost, node.state) == (ours[name].cost, ours[name].state)


def test_the_searches_of_a_script_that_count_actions_find_as_few(both):
    ours, expected = both
    for name, node in expected.items():
        if node is not None and name in SHORTEST:
            assert ours[name].depth <= node.depth
            assert ours[name].depth == len(ours[name].path()) - 1


def test_depth_first_finds_the_very_path_that_it_did(both):
    ours, expected = both
    for name, node in expected.items():
        if name == "depth_first":
            assert node.path() == ours[name].path()


def test_the_path_of_a_node_replays_and_adds_up_to_its_cost(both):
    for node in both[0].values():
        if node is None:
            continue
        problem, total = node.problem, 0
        (action, state), *steps = node.path()
        assert (None, problem.initial_state) == (action, state)
        for action, following in steps:
            assert following == problem.result(state, action)
            total, state = total + problem.cost(state, action, following), following
        assert (total, state) == (node.cost, node.state)
        assert problem.is_goal(state)


def test_nodes_print_as_they_did(both):
    ours, expected = both
    texts = {name: repr(node) for name, node in expected.items()}
    assert texts == {name: repr(node) for name, node in ours.items()}


def test_the_jigsaw_has_the_known_solution():
    node = nodes_of(next(script for script in SCRIPTS if script.stem == "jigsaw"), "astarlib.simpleai")["astar"]
    assert ("3-5-2-4-1-6/5-3-4-6-2-1/6-2-1-5-4-3/4-1-6-3-5-2/2-4-3-1-6-5/1-6-5-2-3-4", 27) == (node.state, node.cost)
