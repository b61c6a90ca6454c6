"""Any command line ends in bounded time with a documented exit code, and never with a traceback."""

import io
import sys
import tempfile
import webbrowser

import pytest
from helpers.bounded import time_limit
from hypothesis import given
from hypothesis import strategies as st
from wrong_input.command_lines import LINES, example_of, options, parsers

from astarlib import AStar
from astarlib.cli import main
from astarlib.cli.parser import ExitCode
from astarlib.observers.recorder import Recorder
from astarlib.problems.npuzzle import NPuzzle

LEAVES = [command for command in parsers() if " " in command]
SMALL = {"--max-expanded": "20", "--states": "20", "--samples": "5", "--seconds": "1"}
"""Limits that are put behind everything else, where they count: the last of two is taken."""
TRACE = "x.astrace"
"""A recorded search, which is in the folder: examples name it."""
WRITING = ("--save", "--output", "-o", "--record")
"""What has files written."""

# Without ":", which would import unknown modules, and without tables that take seconds to build.
any_word = st.one_of(
    st.text(st.characters(exclude_characters=":"), max_size=12),
    st.sampled_from([
        "", "-", "--", "---", "-1", "0", "1", "3", "²", "1e999", "nan", "inf", "9" * 400, "9" * 5000, "\0", "\ud800",
        "a\nb", "\ufeff", "/", "..", ".", "~", "1 2 3 0", "2 1 3 0", "0,0", "1,0", "A B", "A B 1 / B C", "p sp 2 0",
        "00/00", "math:tau", ":", "a:b:c", "astarlib.problems.hanoi:TowersOfHanoi", "disks=2", "disks=[", "disks=9",
        "@file", "%s", "{}", "bash", "astar", "astar,greedy", "ida-star", "hamming", "linear-conflict", "low-h", "path",
        "csv", "json", "1.5", "2x2", "2x3", "100000x100000", "1K", "9T", "~=2", "type octile\nheight 9\nwidth 9\nmap\n",
        "(" * 200,
    ]),
)  # fmt: skip
any_option = st.sampled_from(sorted({option.name for option in options() if option.name.startswith("--")}))
piece = st.one_of(
    any_word.map(lambda word: [word]),
    any_option.map(lambda name: [name]),
    st.tuples(any_option, any_word).map(list),
    st.tuples(any_option, any_word).map(lambda pair: [f"{pair[0]}={pair[1]}"]),
    st.sampled_from(LINES).map(lambda line: line.words[2:4]),
    st.sampled_from([["--help"], ["--version"], ["-h"], ["--json"], ["--quiet"], ["--trace"], ["--prove"]]),
)
odd_beginning = st.sampled_from(
    [
        [],
        ["solve"],
        ["compare"],
        ["explore"],
        ["view"],
        ["completion"],
        ["resume"],
        ["npuzzle"],
        ["--version"],
        ["--help"],
    ]
)


def limits_of(command):
    """The small limits that a command takes."""
    taken = {option.name for option in options() if option.command == command}
    return [word for name, value in SMALL.items() if name in taken for word in (name, value)]


@st.composite
def command_lines(draw):
    """An example with pieces put in and words left out, doubled or moved; or pieces alone."""
    command = draw(st.sampled_from(LEAVES))
    words = example_of(command) if draw(st.integers(0, 2)) > 0 else list(draw(odd_beginning))
    for more in draw(st.lists(piece, max_size=4)):
        at = draw(st.integers(0, len(words)))
        words[at:at] = more
    for _ in range(draw(st.integers(0, 2))):
        at = draw(st.integers(0, len(words)))
        words[at : at + 1] = words[at : at + 1] * draw(st.sampled_from([0, 0, 2]))
    return words + limits_of(command)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """An empty folder, which is the current one and the home."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("current")
        patch.chdir(folder)
        patch.setenv("HOME", str(folder))
        patch.setattr(sys, "path", list(sys.path))
        patch.setattr(tempfile, "tempdir", str(tmp_path_factory.mktemp("temporary")))
        patch.setattr(webbrowser, "open", lambda address: True)
        yield folder


@pytest.fixture(scope="module")
def trace():
    recorder = Recorder()
    AStar().search(NPuzzle("1 2 3 / 0 5 6 / 4 7 8"), observer=recorder)
    return recorder.trace


def ended(words, stdin, trace):
    trace.save(TRACE)
    with pytest.MonkeyPatch.context() as patch, time_limit():
        out, err = io.StringIO(), io.StringIO()
        patch.setattr(sys, "stdin", io.StringIO(stdin))
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", err)
        return main(words), out.getvalue(), err.getvalue()


@pytest.mark.costly
@given(command_lines(), st.sampled_from(["", "1 2 3 0", "\0", "A B\n", "00/00\n\naa/bb"]))
def test_any_command_line_ends_with_a_documented_code_and_no_traceback(folder, trace, words, stdin):
    code, out, err = ended(words, stdin, trace)
    assert code in {each.value for each in ExitCode} - {ExitCode.INTERRUPTED, ExitCode.CLOSED_PIPE}
    assert "Traceback" not in err
    for file in list(folder.iterdir()):
        assert file.name == TRACE or any(word.startswith(WRITING) for word in words)
        file.unlink()
    if code == ExitCode.WRONG_USAGE:
        assert "" == out
        assert err.startswith("astarlib: error: ")
        assert 1 == len(err.splitlines())
        assert len(err) < 2000


@pytest.mark.parametrize("command", LEAVES)
def test_an_example_with_a_small_limit_is_not_a_mistake(folder, trace, command):
    if "pddl" in command:
        pytest.skip("its example names files, which test_help.py makes")
    code, out, _ = ended([*example_of(command), *limits_of(command)], "", trace)
    assert code in {ExitCode.SOLVED, ExitCode.LIMIT}
    assert "" != out
