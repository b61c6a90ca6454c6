"""Problems, heuristics and engines of a file: ``folder/mine.py:Problem``."""

import json
import sys
from importlib.util import find_spec

import pytest
from helpers.sampling import in_turn

SOURCE = """
from typing import NamedTuple
from astarlib import AStar, SearchProblem
from astarlib.problems.npuzzle import NPuzzle
from steps_of_mine import STEPS

class Number(NamedTuple):
    value: int

class Doubling(SearchProblem):
    def __init__(self, target=8):
        super().__init__(Number(1))
        self.target = target
    def actions(self, state):
        return STEPS
    def result(self, state, action):
        return Number(state.value * action)
    def is_goal(self, state):
        return state.value == self.target

class Unfinished(SearchProblem):
    pass

class Mine(AStar):
    pass

def zero(state):
    return 0

board = NPuzzle("1 2 3 0")
"""


@pytest.fixture
def write(tmp_path, monkeypatch):
    """Writes a file below the current folder, next to a module that it imports, and forgets all modules at the end."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setattr(sys, "path", list(sys.path))
    before = set(sys.modules)

    def write(name, source=SOURCE):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        (file.parent / "steps_of_mine.py").write_text("STEPS = [2]\n")
        file.write_text(source)
        return file

    yield write
    forget(before)


def forget(before):
    for name in set(sys.modules) - before:
        if "steps_of_mine" in name or getattr(sys.modules[name], "Doubling", None) is not None:
            del sys.modules[name]


@in_turn(
    "file, named",
    [
        ("mine.py", "mine.py"),
        ("mine.py", "./mine.py"),
        ("some folder/mine.py", "some folder/mine.py"),
        ("a/mine.py", "a/../a/mine.py"),
        ("home/mine.py", "~/mine.py"),
        ("my-puzzle.py", "my-puzzle.py"),
        ("8 puzzle.v2.py", "8 puzzle.v2.py"),
        ("random.py", "random.py"),
        ("numpy.py", "numpy.py"),
        ("astarlib.py", "astarlib.py"),
        ("a/__main__.py", "a/__main__.py"),
    ],
)
def test_a_class_of_a_file_is_solved(run, write, file, named):
    write(file)
    done = run("solve", f"{named}:Doubling", "--arg", "target=16", "--json")
    assert (done.err, json.loads(done.out)["cost"]) == ("", 4)


def test_an_absolute_path_names_a_file(run, write):
    assert run("solve", f"{write('a/mine.py')}:board", "--quiet").code == 0


def test_a_file_with_the_name_of_another_module_does_not_replace_it(run, write, monkeypatch):
    random, path = sys.modules["random"], write("random.py")
    write("this.py", "raise ImportError")
    monkeypatch.delitem(sys.modules, "this", raising=False)
    assert run("solve", f"{path}:Doubling").code == 0
    assert sys.modules["random"] is random
    assert find_spec("this").origin != str(path.parent / "this.py")


def test_files_of_the_same_name_stay_apart(run, write):
    write("a/mine.py")
    write("b/mine.py", "def zero(state):\n    return 0 * len('b')\n\ndef only_in_b(state):\n    return 0\n")
    heuristics = "a/mine.py:zero,b/mine.py:only_in_b,b/mine.py:zero"
    done = run("compare", "a/mine.py:Doubling", "--heuristics", heuristics, "--engines", "a/mine.py:Mine")
    assert (done.err, done.out.count("SOLVED")) == ("", 3)


def test_a_saved_search_of_a_file_continues_from_another_folder(run, write, monkeypatch):
    before, path = set(sys.modules), write("home/my-puzzle.py")
    words = ["solve", "./home/my-puzzle.py:Doubling", "--engine", "home/my-puzzle.py:Mine", "--save", "kept"]
    assert run(*words, "--max-expanded", 1).code == 23
    forget(before)
    monkeypatch.chdir(path.parent)
    assert "3 steps, optimal" in run("resume", "../kept").out


@pytest.mark.costly
@in_turn("name", ["my-puzzle.py", "random.py"])
def test_other_processes_make_the_problem_of_a_file(run, write, name):
    write(name)
    assert "hash seed 300" in run("check", f"{name}:Doubling", "--states", 20, "--samples", 5).out


@in_turn(
    "word, says",
    [
        ("mine.py", "a problem in it: mine.py:Doubling, mine.py:Unfinished, mine.py:board\n"),
        ("mine.py:", "a problem in it: mine.py:Doubling, mine.py:Unfinished, mine.py:board\n"),
        ("mine", "a problem in it: mine.py:Doubling, mine.py:Unfinished, mine.py:board\n"),
        ("mine.py:Dubling", "file 'mine.py' has no 'Dubling'; did you mean 'Doubling'?"),
        ("mien.py:Doubling", "; did you mean 'mine.py'?"),
        ("a/mien.py:Doubling", "/a'; did you mean 'a/mine.py'?"),
        ("b/mine.py:Doubling", "there is no folder "),
        ("a:Doubling", "'a' is a folder"),
        ("a/:Doubling", "'a/' is a folder"),
        ("a/mine:Doubling", "must end in .py; did you mean 'a/mine.py:Doubling'?"),
        ("my-puzzle:Doubling", "did you mean 'my-puzzle.py:Doubling'?"),
        ("notes.txt:Doubling", "'notes.txt' isn't a Python file"),
        ("mine.py:Doubling:x", "isn't a problem; write "),
    ],
)
def test_a_word_that_names_nothing_in_a_file_gets_an_error_with_what_is_there(run, write, word, says):
    for name in ("mine.py", "a/mine.py", "my-puzzle.py", "notes.txt"):
        write(name)
    done = run("solve", word)
    assert (2, "", 1) == (done.code, done.out, len(done.err.splitlines()))
    assert says in done.err


@in_turn(
    "option, says",
    [
        ("--engine", "name an engine in it: mine.py:Mine\n"),
        ("--heuristic", "name a heuristic in it: mine.py:zero\n"),
    ],
)
def test_a_file_without_a_name_is_answered_with_what_fits(run, write, option, says):
    write("mine.py")
    assert says in run("solve", "mine.py:Doubling", option, "mine.py:").err


@in_turn(
    "source, says",
    [
        ("class X(:", "importing 'broken.py' failed: invalid syntax (broken.py, line 1)"),
        ("x = '\0'", "source code "),  # Python 3.11.4 and later make a SyntaxError of it.
        ("\nx = 1 / 0", "failed: ZeroDivisionError: division by zero (broken.py, line 2, in <module>)"),
        ("import no_such_thing", "No module named 'no_such_thing' (broken.py, line 1, in <module>)"),
        ("raise SystemExit(0)", "below if __name__ == '__main__'"),
        ("try:\n    {}[0]\nexcept KeyError as e:\n    raise OSError from e", "(broken.py, line 2, in <module>)"),
        ("try:\n    {}[0]\nfinally:\n    1 / 0", "(broken.py, line 2, in <module>)"),
    ],
)
def test_a_file_that_fails_is_the_problems_fault_each_time(run, write, source, says):
    write("broken.py", source)
    for _ in range(2):
        done = run("solve", "broken.py:X")
        assert (3, "", 1) == (done.code, done.out, len(done.err.splitlines()))
        assert says in done.err
