import json
import math

import pytest

from astarlib.checking import check_heuristic, check_problem
from astarlib.cli import check as command
from astarlib.problems.npuzzle import Hamming, NPuzzle

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
        ("overestimating", "admissible: the heuristic of 'A' is 3, the true cost 2: by 'on'"),
        ("negative", "cost: cost('S', 'on', 'S') is -1"),
        ("failing", "successors: successors('S') raised ZeroDivisionError"),
    ],
)
def test_what_is_wrong_with_a_problem_of_ones_own_is_told(own, name, told):
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
def test_wrong_options_are_told_in_one_line(run, words, named):
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
