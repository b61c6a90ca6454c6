"""The end of a command that is stopped from outside: by pipes, interrupts, memory or terminals."""

import contextlib
import itertools
import json
import os
import pty
import signal
import subprocess
import sys
from types import SimpleNamespace

import pytest
from helpers.sampling import slow

from astarlib.cli import output
from astarlib.observers import ProgressBar

HARD = "14 12 7 15 4 13 1 2 10 9 3 6 11 8 0 5"
FIFTEEN = "0 5 6 3 9 1 2 4 10 7 11 15 13 14 12 8"
ASTARLIB = [sys.executable, "-m", "astarlib"]
SCRIPT = [sys.executable, "-c", "import sys; from astarlib.cli import main; sys.exit(main())"]
INTERRUPTED_IMPORT = """
import signal, sys

class Interrupt:
    def find_spec(name, path, target=None):
        if name == {module!r}:
            signal.raise_signal(signal.SIGINT)

sys.meta_path.insert(0, Interrupt)
"""


def begun(*words, command=ASTARLIB, **options):
    """Start a command in a process of its own."""
    pipe = subprocess.PIPE
    return subprocess.Popen([*command, *words], stdout=pipe, stderr=pipe, text=True, **options)


def finished(process):
    """The exit code, once the process has ended and its pipes are closed."""
    code = process.wait(timeout=600)
    process.stdout.close()
    process.stderr.close()
    return code


# --- output -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [["--trace"], ["--weight", "3"]], ids=["while it runs", "when it ends"])
def test_a_reader_who_stops_reading_ends_it_quietly(words):
    process = begun("solve", "npuzzle", HARD, *words)
    assert process.stdout.readline() != ""
    process.stdout.close()
    assert process.stderr.read() == ""
    assert finished(process) in {0, 141}


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no device that is always full")  # noqa: PTH110
def test_an_output_that_takes_nothing_is_reported():
    with open("/dev/full", "w") as full:  # noqa: PTH123
        done = subprocess.run(
            [*ASTARLIB, "solve", "npuzzle", "1 2 3 0"], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 2
    assert done.stderr.startswith("astarlib: error: cannot write the output: ")
    assert len(done.stderr.splitlines()) == 1


def test_a_text_that_the_terminal_cannot_show_is_escaped(tmp_path):
    problem = "FunctionProblem('caf\\u00e9', successors=list, is_goal=lambda state: True)"
    (tmp_path / "accents.py").write_text(f"from astarlib import FunctionProblem\np = {problem}\n")
    done = subprocess.run(
        [*ASTARLIB, "solve", "accents:p"], cwd=tmp_path, env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.startswith("'caf\\xe9'\n")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no device that is always full")  # noqa: PTH110
@pytest.mark.parametrize(
    ("words", "is_out_full", "is_buffered"),
    [
        (["1 2 2 0"], False, False),
        (["1 2 2 0"], True, True),
        (["1 2 0 3", "--json", "--trace"], False, True),
        slow((["1 2 0 3", "--json", "--trace"], True, False)),
        slow((["1 2 0 3", "--json", "--trace"], True, True)),
    ],
)
def test_a_standard_error_that_takes_nothing_ends_with_2(words, is_out_full, is_buffered):
    environment = {**os.environ, "PYTHONUNBUFFERED": "" if is_buffered else "1"}  # An empty value means buffered.
    with open("/dev/full", "w") as full:  # noqa: PTH123
        out = full if is_out_full else subprocess.DEVNULL
        done = subprocess.run(
            [*ASTARLIB, "solve", "npuzzle", *words], env=environment, stdout=out, stderr=full, check=False
        )
    assert done.returncode == 2


def test_a_reader_of_messages_who_stops_reading_ends_it_quietly():
    process = begun("solve", "npuzzle", HARD, "--json", "--trace", "--max-expanded", "20000")
    assert process.stderr.readline() != ""
    process.stderr.close()
    process.stdout.read()
    assert finished(process) == 141


@pytest.mark.costly
@pytest.mark.parametrize(
    "environment",
    [
        {"COLUMNS": "none", "NO_COLOR": "1"},
        {"PYTHONIOENCODING": "ascii", "TERM": ""},
        slow({"LC_ALL": "C", "PYTHONUTF8": "0"}),
    ],
    ids=str,
)
def test_the_environment_changes_no_outcome(environment):
    env = {**os.environ, **environment}
    done = subprocess.run([*ASTARLIB, "solve", "npuzzle", "1 2 é 0"], env=env, capture_output=True, check=False)
    assert (2, b"") == (done.returncode, done.stdout)
    assert done.stderr.startswith(b"astarlib: error: place 3 of the board: ")
    assert 1 == len(done.stderr.splitlines())


@pytest.mark.costly
def test_a_terminal_of_one_column_shows_help_and_outcome():
    assert on_a_terminal("solve", "grid", "--help", COLUMNS="1").startswith("usage: astarlib solve grid\n")
    shown = on_a_terminal("solve", "npuzzle", FIFTEEN, COLUMNS="1", TERM="dumb")
    assert "\n22 moves, optimal\n" in shown


def test_without_standard_error_messages_do_not_go_to_the_results(run, monkeypatch):
    monkeypatch.setattr(sys, "stderr", None)
    done = run("solve", "npuzzle", "1 2 2 0")
    assert (done.code, done.out) == (2, "")


# --- interrupts -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "module"),
    [
        (ASTARLIB, "astarlib.cli.entry"),
        (SCRIPT, "astarlib.cli.arguments"),
        slow((ASTARLIB, "astarlib.cli.arguments")),
        slow((SCRIPT, "astarlib.cli.entry")),
    ],
    ids=lambda value: value[1],
)
def test_an_interrupt_while_the_command_line_is_imported_ends_it_without_a_word(tmp_path, command, module):
    (tmp_path / "sitecustomize.py").write_text(INTERRUPTED_IMPORT.format(module=module))
    path = os.pathsep.join([str(tmp_path), *os.environ.get("PYTHONPATH", "").split(os.pathsep)])
    process = begun("--version", command=command, env={**os.environ, "PYTHONPATH": path})
    assert ("", "") == process.communicate(timeout=600)
    assert 130 == process.returncode


@pytest.mark.costly
def test_ctrl_c_says_what_is_known_so_far():
    process = begun("solve", "npuzzle", HARD, "--engine", "dijkstra", "--trace", "2000")
    assert process.stdout.readline().startswith("expansion 2000: g 9, h 0, f 9, frontier ")
    process.send_signal(signal.SIGINT)
    out, err = process.stdout.read(), process.stderr.read()  # communicate() would lose what readline() has buffered.
    assert finished(process) == 130
    assert "\nno solution yet, interrupted; none costs less than " in out
    assert "\nDijkstra(): expanded " in out
    assert err == ""


@pytest.mark.costly
def test_ctrl_c_gives_whole_json():
    process = begun("solve", "npuzzle", HARD, "--engine", "dijkstra", "--json", "--trace", "2000")
    assert process.stderr.readline().startswith("expansion 2000:")
    process.send_signal(signal.SIGINT)
    report = json.loads(process.stdout.read())
    assert (finished(process), report["status"], report["limit"]) == (130, "LIMIT", "CANCELLED")
    assert report["lower_bound"] >= 9


@pytest.mark.costly
def test_ctrl_c_before_anything_is_known_is_reported_in_a_word():
    process = begun("solve", "npuzzle", "-", stdin=subprocess.PIPE)
    process.stdin.write(" " * 100_000)  # more than a pipe holds: it is read by now
    process.stdin.flush()
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=600)
    assert (process.returncode, err) == (130, "astarlib: error: interrupted\n")


# --- memory -----------------------------------------------------------------------------------------------------------


def test_a_lack_of_memory_before_the_search_is_reported(run, monkeypatch):
    def starved(*_):
        raise MemoryError

    monkeypatch.setattr("astarlib.cli.running._run", starved)
    done = run("solve", "npuzzle", HARD)
    assert (done.code, done.err) == (23, "astarlib: error: no memory left\n")


# --- terminals --------------------------------------------------------------------------------------------------------


def on_a_terminal(*words, **environment):
    """Return the output as a person sees it on a terminal."""
    parent, child = pty.openpty()
    env = {**os.environ, "TERM": "xterm", "COLUMNS": "120", **environment}
    for name in ("NO_COLOR", "FORCE_COLOR"):
        if name not in environment:
            env.pop(name, None)
    process = subprocess.Popen([*ASTARLIB, *words], stdin=child, stdout=child, stderr=child, env=env)
    os.close(child)
    seen = b""
    with contextlib.suppress(OSError):  # Linux reports a closed other end in this way.
        while chunk := os.read(parent, 4096):
            seen += chunk
    os.close(parent)
    assert process.wait(timeout=600) in {0, 23}
    return seen.decode().replace("\r\n", "\n")


@pytest.mark.costly
def test_a_terminal_shows_progress_that_is_gone_in_the_end():
    seen = on_a_terminal("solve", "npuzzle", HARD, "--engine", "dijkstra", "--max-expanded", "150000")
    progress, _, outcome = seen.rpartition("\x1b[2K")
    assert "Dijkstra()  expanded " in progress
    assert "no solution yet, stopped by --max-expanded" in outcome


@pytest.mark.costly
@pytest.mark.parametrize("words", [["--trace", "10000000"], slow(["--quiet"])])
def test_no_progress_is_shown_to_who_wants_quiet_or_a_trace(words):
    limit = ["--max-expanded", "80000"]
    assert "\x1b[2K" not in on_a_terminal("solve", "npuzzle", HARD, "--engine", "dijkstra", *limit, *words)


@pytest.mark.costly
def test_colors_change_no_text_and_can_be_refused():
    words = ["solve", "npuzzle", "1 2 3 / 4 0 6 / 7 5 8"]
    piped = subprocess.run([*ASTARLIB, *words], capture_output=True, text=True, check=True).stdout
    colored, plain = on_a_terminal(*words), on_a_terminal(*words, NO_COLOR="1", TERM="dumb")
    assert "\x1b[1;32m2 moves, optimal\x1b[0m\n" in colored
    outcome = "2 moves, optimal\n"
    assert plain.partition(outcome)[0] == piped.partition(outcome)[0]
    assert (
        colored.replace("\x1b[1;32m", "").replace("\x1b[1m", "").replace("\x1b[0m", "").partition(outcome)[0] in piped
    )


def test_without_rich_there_is_the_same_text_and_no_progress(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "rich.console", None)
    monkeypatch.delitem(sys.modules, "astarlib.observers.line", raising=False)
    output._styled_printer.cache_clear()
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    done = run("solve", "npuzzle", "1 2 0 3")
    output._styled_printer.cache_clear()
    assert "\n1. right\n1 2\n3 .\n\n1 move, optimal\n" in done.out
    assert done.err == ""


def test_progress_is_for_terminals(monkeypatch):
    for isatty in (True, False):
        monkeypatch.setattr(sys, "stderr", SimpleNamespace(isatty=lambda isatty=isatty: isatty))
        for quiet, doing in itertools.product((True, False), ("searching", None)):
            with output.progress_bar(quiet=quiet, doing=doing) as bar:
                expected = ProgressBar.event_types if isatty and not quiet else None
                assert getattr(bar, "event_types", None) == expected


@pytest.mark.costly
def test_a_module_without_a_class_is_answered_with_its_classes(tmp_path):
    (tmp_path / "crossing.py").write_text("import astarlib\n\nclass River(astarlib.SearchProblem):\n    pass\n")
    done = subprocess.run(
        [*ASTARLIB, "check", "crossing"], cwd=tmp_path, capture_output=True, text=True, check=False
    )  # fmt: skip
    assert done.returncode == 2
    assert "'crossing.py' is a file; name a problem in it: crossing.py:River" in done.stderr


# --- exit -------------------------------------------------------------------------------------------------------------


def test_an_object_in_a_cycle_of_references_is_deleted_at_the_exit(tmp_path):
    # Python closes the layers of an open file in any order, so this object writes without them.
    (tmp_path / "mine.py").write_text(
        "import os\n"
        "from astarlib import SearchProblem\n"
        "class Logged(SearchProblem):\n"
        "    def __init__(self):\n"
        "        super().__init__(0)\n"
        "        self.log, self.write, self.itself = os.open('log.txt', os.O_CREAT | os.O_WRONLY), os.write, self\n"
        "    def actions(self, state):\n"
        "        return [1]\n"
        "    def result(self, state, action):\n"
        "        return state + action\n"
        "    def is_goal(self, state):\n"
        "        return state == 3\n"
        "    def __del__(self):\n"
        "        self.write(self.log, b'deleted')\n"
    )
    assert finished(begun("solve", "mine.py:Logged", "--quiet", cwd=tmp_path)) == 0
    assert (tmp_path / "log.txt").read_text() == "deleted"
