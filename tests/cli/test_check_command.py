import importlib
import itertools
import json
import math
import re

import pytest
from helpers.sampling import in_turn, slow

from astarlib.checking import check_heuristic, check_problem
from astarlib.cli.commands import check as command
from astarlib.problems.npuzzle import Hamming, NPuzzle

heuristic_check = importlib.import_module("astarlib.checking.heuristic_check")

WRONG = """
from astarlib import FunctionProblem

EDGES = {"S": [("on", "A", 1)], "A": [("on", "G", 2)], "G": []}
H = {"S": 0, "A": 3, "G": 0}

def overestimating():
    return FunctionProblem("S", successors=EDGES.__getitem__, is_goal="G".__eq__, heuristic=H.__getitem__)

def negative():
    return FunctionProblem("S", successors=lambda s: [("on", s, -1)], is_goal="G".__eq__)

def failing():
    return FunctionProblem("S", successors=lambda s: 1 / 0, is_goal="G".__eq__)
"""


CHECK_UNDER_OTHER_SEEDS = command.check_under_other_seeds


@pytest.fixture(autouse=True)
def one_process(monkeypatch):
    """Check in this process only. The fixture `seeded` starts others."""
    monkeypatch.setattr(command, "check_under_other_seeds", lambda report, *_: report)


@pytest.fixture
def own(run, tmp_path, monkeypatch):
    """Runs ``astarlib check`` on a problem of WRONG."""
    (tmp_path / "wrong.py").write_text(WRONG)
    monkeypatch.chdir(tmp_path)
    return lambda name, *words: run("check", f"wrong:{name}", *words)


def test_a_problem_and_its_heuristic_are_proved_where_the_space_is_small(run):
    done = run("check", "npuzzle", "1 2 3 / 4 0 5")
    assert (0, "") == (done.code, done.err)
    assert "NPuzzle: nothing wrong in 360 states and 840 edges (all of the space: proved)" in done.out
    assert "NPuzzle: the heuristic is admissible and consistent, in 360 states" in done.out
    assert "this means: A* is optimal" in done.out


@pytest.mark.costly
def test_the_json_is_strict_and_holds_both_reports(run):
    done = run("check", "npuzzle", "1 2 3 / 4 0 5", "--heuristic", "hamming", "--json")
    members = json.loads(done.out, parse_constant=pytest.fail)
    assert ("npuzzle", "hamming", True) == (members["problem"], members["heuristic"], members["ok"])
    puzzle = NPuzzle("1 2 3 / 4 0 5", heuristic=Hamming())
    for name, report in (("check_problem", check_problem(puzzle)), ("check_heuristic", check_heuristic(puzzle))):
        assert set(report.to_dict()) == set(members[name])
        assert report.checks == members[name]["checks"]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("overestimating", "admissible: the heuristic of 'A' is 3, but the true cost is 2 (path: 'on')"),
        ("negative", "cost: cost('S', 'on', 'S') returned -1"),
        ("failing", "successors: successors('S') raised ZeroDivisionError"),
    ],
)
def test_what_is_wrong_with_a_problem_of_ones_own_is_reported(own, name, told):
    done = own(name)
    assert (3, "") == (done.code, done.err)
    assert told in done.out
    assert 3 == own(name, "--json").code


def test_quiet_leaves_one_line_for_each_check(own):
    lines = own("overestimating", "--quiet").out.splitlines()
    assert [
        "FunctionProblem: nothing wrong",
        "FunctionProblem: the heuristic is not admissible and not consistent",
    ] == [line.partition(" in ")[0].rstrip(",") for line in lines]


def test_the_amounts_reach_the_checks(run, monkeypatch):
    asked = []
    monkeypatch.setattr(
        command, "check_problem", lambda problem, **options: asked.append(options) or check_problem(problem)
    )
    run("check", "hanoi", "--disks", "2", "--states", "5", "--samples", "0", "--seed", "3", "--seconds", "inf")
    run("check", "hanoi", "--disks", "2")
    assert [{"states": 5, "samples": 0, "seed": 3, "seconds": math.inf}, {}] == asked


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["--states", "0"], "at least 1"),
        (["--samples", "-1"], "at least 0"),
        (["--seconds", "0"], "above 0"),
        (["--heuristic", "manhatan"], "did you mean 'manhattan'?"),
        (["--engine", "astar"], "--engine"),
    ],
)
def test_wrong_options_are_reported_in_one_line(run, words, named):
    done = run("check", "npuzzle", "1 2 3 / 4 0 5", *words)
    assert (2, 1) == (done.code, len(done.err.splitlines()))
    assert named in done.err


def test_an_interrupt_leaves_the_report_that_was_done(run, monkeypatch):
    def interrupted(problem, **options):
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "check_heuristic", interrupted)
    done = run("check", "npuzzle", "1 2 3 / 4 0 5")
    assert 130 == done.code
    assert "nothing wrong in 360 states" in done.out
    assert "interrupted" in done.err


INTERRUPTED = """
import itertools, os, signal
from astarlib import SearchProblem

class Line(SearchProblem):
    '''A line without an end and with a wrong cost; Ctrl-C comes at a certain call of its methods.'''

    def __init__(self, at, method):
        super().__init__(0)
        self.calls, self.at, self.method = itertools.count(), at, method

    def called(self, method):
        if method == self.method and next(self.calls) == self.at:
            raise KeyboardInterrupt

    def actions(self, state):
        self.called("actions")
        return [1, 2]

    def result(self, state, action):
        self.called("result")
        return state + action

    def cost(self, state, action, next_state):
        return -1 if state == 3 else 1

    def heuristic(self, state):
        self.called("heuristic")
        return 9 if state == 4 else 0

    def is_goal(self, state):
        return state == 6

    def state_key(self, state):
        self.called("state_key")
        return state
"""


@pytest.fixture
def line(run, tmp_path, monkeypatch):
    """Run ``astarlib check`` on a problem that is interrupted at one call of one method."""
    (tmp_path / "line.py").write_text(INTERRUPTED)
    monkeypatch.chdir(tmp_path)
    return lambda method, at, *words: run(
        "check", "line:Line", "--arg", f"method={method}", "--arg", f"at={at}", *words
    )


@pytest.mark.parametrize("method", ["actions", "result", "heuristic", "state_key"])
def test_an_interrupted_check_prints_what_it_has_found_until_then(line, method):
    done = line(method, 400, "--states", "1000")
    assert 130 == done.code
    assert "cost: cost(3, 1, 4) returned -1" in done.out
    assert "note: the check was interrupted" in done.out
    assert "not proved for all" in done.out
    assert done.err == "astarlib: error: interrupted; the check isn't complete\n"


@in_turn("at", [0, 1, 5, 50, 1000])
@in_turn("method", ["actions", "heuristic", "state_key"])
def test_the_json_of_an_interrupted_check_is_valid_and_says_so(line, method, at):
    done = line(method, at, "--states", "300", "--json")
    members = json.loads(done.out, parse_constant=pytest.fail)
    assert (130, True) == (done.code, members["interrupted"])
    last = members["check_heuristic"] or members["check_problem"]
    assert any("interrupted" in note for note in last["notes"])
    assert not last["proved"]


def test_an_interrupt_while_other_processes_check_keeps_the_report_of_the_problem(line, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "check_under_other_seeds", interrupted)
    done = line("none", 0, "--states", "300")
    assert done.code == 130
    assert "Line: " in done.out
    assert "the heuristic" not in done.out


@pytest.mark.parametrize("step", ["walk", "distances", "judge_edges", "report_of"])
def test_an_interrupted_check_of_a_heuristic_keeps_both_reports(line, monkeypatch, step):
    whole, calls = getattr(heuristic_check, step), itertools.count()

    def interrupted(*arguments, **options):
        value = whole(*arguments, **options)
        if next(calls) == 0:
            raise KeyboardInterrupt
        return value

    monkeypatch.setattr(heuristic_check, step, interrupted)
    done = line("none", 0, "--states", "60", "--samples", "20", "--json")
    members = json.loads(done.out)
    assert (130, True) == (done.code, members["interrupted"])
    assert not any("interrupted" in note for note in members["check_problem"]["notes"])
    assert any("interrupted" in note for note in members["check_heuristic"]["notes"])
    assert members["check_heuristic"]["admissible"] is False
    assert 9 == members["check_heuristic"]["worst_overestimate"]["heuristic"]


# --- another hash seed ------------------------------------------------------------------------------------------------

SEEDS = """
import os, random
from astarlib import SearchProblem

print("a module may print")

class Ordered(SearchProblem):
    ROADS = {"a": list("bcdefghijk"), **dict.fromkeys("bc", ["f"]), **dict.fromkeys("defghijk", [])}

    def __init__(self, start="a"):
        super().__init__(start)

    def actions(self, town):
        return self.ROADS[town]

    def result(self, town, road):
        return road

    def is_goal(self, town):
        return town == "f"

class Unordered(Ordered):
    def actions(self, town):
        return list(set(self.ROADS[town]))

class Later(Ordered):
    ROADS = {"a": ["b"], "b": ["c"], "c": list("defghijk"), **dict.fromkeys("defghijk", [])}

    def actions(self, town):
        return list(set(self.ROADS[town]))

class Other(Ordered):
    def actions(self, town):
        return [] if os.environ.get("PYTHONHASHSEED") == "1" else self.ROADS[town]

class Estimated(Ordered):
    def heuristic(self, town):
        return 0 if town == "f" else 1e-3 * (hash(town) % 1000)

class Town:
    def __init__(self, name):
        self.name = name

    def __eq__(self, other):
        return self.name == other.name

    def __hash__(self):
        return hash(self.name)

class Objects(Ordered):
    def __init__(self):
        super().__init__(Town("a"))

    def actions(self, town):
        return self.ROADS[town.name]

    def result(self, town, road):
        return Town(road)

    def is_goal(self, town):
        return town.name == "f"

class Sets(Ordered):
    def __init__(self):
        super().__init__(frozenset("abc"))

    def actions(self, rest):
        return sorted(rest)

    def result(self, rest, letter):
        return rest - {letter}

    def is_goal(self, rest):
        return len(rest) == 0

class Anywhere(Ordered):
    def __init__(self):
        super().__init__(random.random())

    def actions(self, town):
        return []

class Elsewhere(Ordered):
    def __init__(self):
        if "PYTHONHASHSEED" in os.environ:
            raise ValueError("not here")
        super().__init__("a")
"""


@pytest.fixture
def seeded(run, tmp_path, monkeypatch):
    """Checks a problem of SEEDS. This process has a seed that isn't one of the others."""
    (tmp_path / "seeds.py").write_text(SEEDS)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PYTHONHASHSEED", raising=False)
    monkeypatch.setattr(command, "check_under_other_seeds", CHECK_UNDER_OTHER_SEEDS)
    return lambda name: run("check", f"seeds:{name}", "--seconds", "1")


@pytest.mark.costly
@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Unordered", r"actions: actions\('a'\) returned .* here and the same in another order"),
        ("Later", r"actions: actions\('c'\) .* in another order .*\n +seen once; after 2 actions: 'b', 'c'"),
        ("Other", r"actions\('a'\) returned \['b', 'c', .*\] here, and in a process .* other actions"),
        ("Estimated", r"heuristic: heuristic\('a'\) returned .* here and .* in a process with another hash seed"),
    ],
)
def test_what_differs_under_another_hash_seed_is_a_fault(seeded, name, told):
    done = seeded(name)
    assert done.code == 3
    assert re.search(told, done.out)


@pytest.mark.costly
@pytest.mark.parametrize(
    ("name", "told"),
    [
        slow(("Ordered", "hash seed 11")),
        ("Objects", "hash seed 11"),
        ("Sets", "hash seed 8"),
        ("Anywhere", "hash seed (the initial state isn't the same in every process)"),
        ("Elsewhere", "making 'seeds:Elsewhere' failed: ValueError: not here"),
    ],
)
def test_what_does_not_depend_on_the_hash_seed_is_no_fault(seeded, name, told):
    done = seeded(name)
    assert done.code == 0
    assert told in done.out
