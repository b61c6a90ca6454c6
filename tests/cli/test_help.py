import re
import shlex
import shutil
import subprocess
import sys

import pytest
from helpers.sampling import slow, variant

import astarlib
from astarlib.cli.arguments import PROBLEMS, SEARCH_COMMANDS

COMMANDS = [
    [], ["solve"], ["compare"], ["explore"], ["check"], ["resume"], ["engines"], ["cache"], ["completion"],
    *([command, problem] for command in ("solve", "compare", "explore", "check") for problem in PROBLEMS),
]  # fmt: skip


PDDL = {
    "domain.pddl": "(define (domain d) (:predicates (p)) (:action a :parameters () :effect (p)))",
    "task.pddl": "(define (problem t) (:domain d) (:init) (:goal (p)))",
}


def examples_of(text):
    return [shlex.split(line) for line in text.partition("example:\n")[2].partition("\n\n")[0].splitlines()]


@pytest.mark.parametrize(
    "words", [slow(words) if words[:1] == ["check"] and len(words) > 1 else words for words in COMMANDS], ids=" ".join
)
def test_every_help_shows_an_example_that_works(run, words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    if "pddl" in words:
        pytest.importorskip("unified_planning", reason="needs the extra planning")
        for name, text in PDDL.items():
            (tmp_path / name).write_text(text)
    done = run(*words, "--help")
    assert done.code == 0
    examples = examples_of(done.out)
    assert {"astarlib"} == {example[0] for example in examples}
    assert all(word in examples[-1] or word == "module:attribute" for word in words)
    limits = ["--states", "50", "--seconds", "0.2"] if words[:1] == ["check"] else []
    assert [run(*example[1:], *limits).code for example in examples][-1] == 0


def test_every_help_fits_a_terminal_and_needs_nothing_but_ascii(run, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    for words in COMMANDS:
        with variant(words):
            out = run(*words, "--help").out
            assert out.isascii()
            assert all(len(line) <= 80 or line.startswith("  astarlib ") for line in out.splitlines())
            usage, options = out.partition("\n\n")[0], re.findall(r"^ +(?:-\w, )?--[a-z]+", out, re.MULTILINE)
            assert ("[options]" in usage) == any(not line.endswith("--help") for line in options)
            assert ("130 interrupted" in out) == (words[:1] not in (["engines"], ["cache"], ["completion"]))


def test_the_help_of_a_search_command_says_where_its_options_are(run):
    for command in SEARCH_COMMANDS:
        [line] = [
            line for line in run(command, "--help").out.splitlines() if line.endswith(f"{command} npuzzle --help")
        ]
        asked = shlex.split(line.partition(": astarlib ")[2])
        assert "options" in run(*asked).out


def test_the_help_of_a_problem_of_ones_own_names_it_as_it_is_typed(run):
    assert run("solve", "mine:Problem", "--help").out.startswith("usage: astarlib solve [options] module:attribute\n")


def test_astarlib_alone_prints_the_help(run):
    assert run() == run("--help")
    assert run().code == 0


def test_the_version_is_the_packages(run):
    done = run("--version")
    assert (done.code, done.out) == (0, f"astarlib {astarlib.__version__}\n")


@pytest.mark.parametrize("shell", ["bash", "zsh", "tcsh", "fish", "powershell"])
def test_the_completion_of_each_shell_has_commands_problems_and_engines(run, shell):
    out = run("completion", shell).out
    assert all(word in out for word in ("solve", "compare", "resume", "npuzzle", "sudoku", "dijkstra", "trace"))
    assert "module:attribute" not in out


def test_the_completion_works_in_bash(run, tmp_path):
    (tmp_path / "completion").write_text(run("completion", "bash").out)
    script = """
        source completion
        COMP_WORDS=(astarlib solve npuzzle --engine di) COMP_CWORD=4
        _shtab_astarlib
        echo "${COMPREPLY[@]}"
    """
    done = subprocess.run(["bash", "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout == "dijkstra\n"


@pytest.mark.skipif(shutil.which("fish") is None, reason="fish isn't installed")
@pytest.mark.parametrize(("line", "word"), [("solve npuzzle --engine dijk", "dijkstra"), ("comp", "compare")])
def test_the_completion_works_in_fish(run, tmp_path, line, word):
    (tmp_path / "completion").write_text(run("completion", "fish").out)
    script = f"source completion; complete -C 'astarlib {line}'"
    done = subprocess.run(["fish", "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert word in done.stdout.split()


def test_without_shtab_the_extra_is_named(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "shtab", None)
    done = run("completion", "bash")
    assert done.code == 2
    assert "run pip install '.[cli]' in a checkout" in done.err
