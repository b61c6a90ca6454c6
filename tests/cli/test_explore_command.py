"""``astarlib explore`` prints the numbers of states that `explore` returns."""

import json
import signal

import pytest
from helpers.sampling import slow

from astarlib import explore
from astarlib.cli.commands import explore as command
from astarlib.problems.graph import romania
from astarlib.problems.npuzzle import NPuzzle

BOARD = "1 2 3 / 4 5 0"
ROMANIA = ["explore", "romania", "Arad", "Bucharest"]


def table(done):
    """The numbers of states by cost, without the head of the table and the line below."""
    lines = [line.replace(",", "").split() for line in done.out.splitlines()]
    return {int(cost): int(states) for cost, states in lines[1:-1]}


def test_the_table_has_all_states_at_each_cost(run):
    done = run("explore", "npuzzle", BOARD)
    assert (0, "") == (done.code, done.err)
    assert "cost  states" == done.out.splitlines()[0]
    assert "360 states" == done.out.splitlines()[-1]
    assert explore(NPuzzle(BOARD)).layers == table(done)


def test_actions_are_counted_in_place_of_costs(run):
    done = run(*ROMANIA, "--count-actions")
    assert "actions  states" == done.out.splitlines()[0]
    assert explore(romania("Arad"), count_actions=True).layers == table(done)
    assert table(done) != table(run(*ROMANIA))


def test_ctrl_c_ends_with_the_states_that_were_counted(run, tmp_path):
    (tmp_path / "endless.py").write_text(
        "import signal\nfrom astarlib import SearchProblem\n\nclass Endless(SearchProblem):\n"
        "    initial_state = 0\n"
        "    def actions(self, state):\n"
        "        if state == 1000:\n            signal.raise_signal(signal.SIGINT)\n"
        "        return [1]\n"
        "    def result(self, state, action):\n        return state + 1\n"
        "    def is_goal(self, state):\n        return False\n",
        encoding="utf-8",
    )
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        done = run("explore", str(tmp_path / "endless.py:Endless"), "--quiet")
    finally:
        signal.signal(signal.SIGINT, before)
    assert (130, "") == (done.code, done.err)
    assert done.out.endswith("states; interrupted\n")
    assert len(table(done)) > 1000


def test_a_largest_cost_is_no_failure_but_another_limit_is(run):
    within, cut = run(*ROMANIA, "--max-cost", "200"), run(*ROMANIA, "--max-expanded", "4")
    assert (0, "5 states; stopped by --max-cost 200") == (within.code, within.out.splitlines()[-1])
    assert (23, True) == (cut.code, cut.out.endswith("stopped by --max-expanded after 4 expansions\n"))


def test_json_has_the_same_numbers(run):
    found = json.loads(run(*ROMANIA, "--json", "--count-actions", "--max-cost", "2").out)
    layers = explore(romania("Arad"), count_actions=True).layers
    assert [[cost, layers[cost]] for cost in range(3)] == found["layers"]
    assert (True, 8, False, "COST") == tuple(found[name] for name in ("count_actions", "states", "complete", "limit"))


@pytest.mark.costly
@pytest.mark.parametrize("more", [["--compiled"], slow(["--compiled", "--count-actions"]), ["--disk", "folder"]])
def test_compiled_code_and_the_disk_give_the_same_numbers(run, more, tmp_path, monkeypatch):
    pytest.importorskip("numba")
    monkeypatch.chdir(tmp_path)
    done = run("explore", "npuzzle", BOARD, *more)
    assert run("explore", "npuzzle", BOARD, *(["--count-actions"] if len(more) > 1 else [])).code == done.code == 0
    assert explore(NPuzzle(BOARD)).layers == table(done)


@pytest.mark.costly
def test_an_exploration_on_disk_goes_on_where_it_stopped(run, tmp_path):
    pytest.importorskip("numba")
    words = ["explore", "npuzzle", BOARD, "--disk", tmp_path / "folder"]
    assert 23 == run(*words, "--max-expanded", "50").code
    assert table(run(*words)) == explore(NPuzzle(BOARD)).layers
    other = run("explore", "npuzzle", "1 2 3 / 4 0 5", "--disk", tmp_path / "folder")
    assert (2, True) == (other.code, other.err.startswith("astarlib: error: --disk: "))


@pytest.mark.costly
def test_what_cannot_be_compiled_is_refused_with_the_option(run, tmp_path, monkeypatch):
    pytest.importorskip("numba")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "counted.py").write_text(
        "from astarlib import SearchProblem\n"
        "class Sums(SearchProblem):\n"
        "    initial_state = 0\n"
        "    def successors(self, state):\n"
        "        try:\n"
        "            yield 'on', min(state + 1, 9), 1\n"
        "        finally:\n"
        "            pass\n"
        "    def is_goal(self, state):\n"
        "        return False\n"
    )
    assert table(run("explore", "counted.py:Sums")) == dict.fromkeys(range(10), 1)
    refused = run("explore", "counted.py:Sums", "--compiled")
    assert (2, True) == (refused.code, refused.err.startswith("astarlib: error: --compiled: Sums can't be compiled"))
    small = run("explore", "npuzzle", BOARD, "--disk", tmp_path / "folder", "--memory", "1K")
    assert (2, True) == (small.code, small.err.startswith("astarlib: error: --memory: "))


def test_an_interrupt_ends_it_with_its_exit_code(run, monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "explore_in_python", interrupted)
    assert (130, "astarlib: error: interrupted\n") == run(*ROMANIA)[::2]
