"""Laws of the command line on a terminal: lines fit its width, and long operations say what they do."""

import contextlib
import io
import itertools
import sys
import threading
import time

import pytest

from astarlib import AStar, Search
from astarlib.cli import activity, main, output
from astarlib.cli.activity import Activity
from astarlib.events import Compiling, Started
from astarlib.observers import ProgressBar
from astarlib.problems.npuzzle import NPuzzle

BOARD = "1 2 3 / 0 4 6 / 7 5 8"


class Terminal(io.StringIO):
    """A stream that says it is a terminal, and waits for a text."""

    def __init__(self):
        super().__init__()
        self.changed = threading.Condition()

    def isatty(self):
        return True

    def write(self, text):
        with self.changed:
            self.changed.notify_all()
            return super().write(text)

    def wait_for(self, text, after=0):
        with self.changed:
            assert self.changed.wait_for(lambda: text in self.getvalue()[after:], timeout=60)

    def line(self):
        """Return what is visible on the last line."""
        shown = ""
        for part in self.getvalue().split("\r"):
            shown = part + shown[len(part) :]
        return shown.rstrip()


@pytest.fixture
def on_terminal(monkeypatch):
    """Return a function that makes standard error a terminal on which activities are shown at once."""

    def replace():  # In the test itself, because pytest replaces the stream after the fixtures.
        monkeypatch.setattr(sys, "stderr", Terminal())
        monkeypatch.setattr(activity, "_FIRST", 0)
        monkeypatch.setattr(activity, "_INTERVAL", 0.001)
        monkeypatch.setenv("COLUMNS", "60")
        return sys.stderr

    return replace


@pytest.fixture
def wide(monkeypatch):
    """Return a function that makes standard output a terminal of that many columns."""

    def widen(columns):
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
        monkeypatch.setenv("COLUMNS", str(columns))

    return widen


def test_a_long_operation_says_what_it_does_and_leaves_no_trace(on_terminal):
    terminal = on_terminal()
    with output.progress_bar(quiet=False, doing="checking the problem"):
        terminal.wait_for("checking the problem ... 0 s")
    assert terminal.line() == ""


def test_a_drawing_that_takes_long_is_erased_too(on_terminal, monkeypatch):
    terminal, write = on_terminal(), Terminal.write

    def write_slowly(self, text):
        if threading.current_thread() is not threading.main_thread():
            terminal.drawing.set()
            time.sleep(0.05)  # The operation ends in the meantime.
        return write(self, text)

    terminal.drawing = threading.Event()
    monkeypatch.setattr(Terminal, "write", write_slowly)
    with Activity("checking") as shown:
        assert terminal.drawing.wait(60)
    shown._thread.join()
    assert terminal.line() == ""


def test_a_short_operation_shows_nothing(on_terminal, monkeypatch):
    terminal = on_terminal()
    looks, often = itertools.count(), threading.Event()

    def clock():
        if next(looks) > 5:
            often.set()
        return 0

    monkeypatch.setattr(activity, "_FIRST", 1)
    monkeypatch.setattr(activity, "monotonic", clock)
    with Activity("checking"):
        assert often.wait(60)
    assert terminal.getvalue() == ""


def test_an_interrupt_leaves_no_trace(on_terminal):
    terminal = on_terminal()
    with contextlib.suppress(KeyboardInterrupt), Activity("checking"):
        terminal.wait_for("checking")
        raise KeyboardInterrupt
    assert terminal.line() == ""


def test_an_event_replaces_the_line_and_what_follows_is_the_search(on_terminal, monkeypatch):
    terminal = on_terminal()
    drawn = []
    bar = ProgressBar()
    monkeypatch.setattr(ProgressBar, "__call__", lambda _, event: drawn.append(type(event).__name__))
    with Activity("compiling", bar) as observer:
        terminal.wait_for("compiling ... ")
        AStar().search(NPuzzle(BOARD), observer=observer)
        terminal.wait_for("searching ... ")
    assert drawn[0] == "Started"
    assert drawn[-1] == "Finished"
    assert observer.event_types == ProgressBar.event_types
    assert terminal.line() == ""


def test_the_line_says_what_is_compiled_during_a_run(on_terminal):
    terminal = on_terminal()
    with Activity("searching", ProgressBar()) as observer:
        observer(Started(NPuzzle(BOARD), "AStar()", 3, False))
        observer(Compiling(NPuzzle(BOARD), "AStar()"))
        terminal.wait_for("compiling NPuzzle for AStar() ... ")


def test_a_line_is_never_wider_than_the_terminal(on_terminal):
    terminal = on_terminal()
    with Activity("checking " * 20):
        terminal.wait_for("checking")
    assert max(map(len, terminal.getvalue().split("\r"))) <= 59


def test_without_memory_for_a_thread_there_is_no_line(on_terminal, monkeypatch):
    terminal = on_terminal()

    def fail(self):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", fail)
    with Activity("checking"):
        pass
    assert terminal.getvalue() == ""


def test_without_rich_the_line_is_shown_all_the_same(on_terminal, monkeypatch):
    terminal = on_terminal()
    monkeypatch.setitem(sys.modules, "rich.console", None)
    monkeypatch.delitem(sys.modules, "astarlib.observers.line", raising=False)
    with output.progress_bar(quiet=False, doing="loading") as observer:
        terminal.wait_for("loading ... ")
        observer(Compiling(NPuzzle(BOARD), "compiled.AStar()"))
        terminal.wait_for("compiling NPuzzle for compiled.AStar() ... ")
        AStar().search(NPuzzle(BOARD), observer=observer)
        terminal.wait_for("searching ... ")
    with output.progress_bar(quiet=False, doing=None) as observer:
        assert observer is None


@pytest.mark.costly
@pytest.mark.parametrize("compiled", [False, True])
def test_the_line_says_loading_and_saving(run, on_terminal, monkeypatch, tmp_path, compiled):
    path = str(tmp_path / "saved")
    words = ["--compiled"] * compiled
    assert run("solve", "npuzzle", "--korf", "1", "--save", path, "--max-expanded", "50", *words).code == 23
    terminal = on_terminal()

    def slow(method, text):
        def wait(*arguments, **keywords):
            terminal.wait_for(text)
            return method(*arguments, **keywords)

        return wait

    monkeypatch.setattr(Search, "load", slow(Search.load, "loading the search ... 0 s"))
    monkeypatch.setattr(Search, "save", slow(Search.save, "saving the search ... 0 s"))
    assert main(["resume", path, "--max-expanded", "50"]) == 23
    assert terminal.getvalue().endswith(f"to continue: astarlib resume {path}\n")


def test_several_boards_show_a_bar_on_a_terminal(run, monkeypatch):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    done = run("solve", "npuzzle", "--korf", "1-2", "--max-expanded", "50", "--jobs", "1")
    assert done.code == 23
    assert "finished 2 of 2" in done.err
    assert "finished" not in done.out


@pytest.mark.parametrize("columns", [60, 80, 100])
def test_no_line_is_broken_within_a_word(run, wide, columns):
    whole = [run("compare", "npuzzle", BOARD).out, run("solve", "npuzzle", BOARD).out]
    wide(columns)
    shown = [run("compare", "npuzzle", BOARD, "--quiet").out, run("solve", "npuzzle", BOARD).out]
    for text in shown:
        plain = output_without_colors(text)
        assert max(map(len, plain.splitlines())) <= columns
    assert max(map(len, "".join(whole).splitlines())) > 100
    assert "".join(whole[1].split()[:-2]) == "".join(output_without_colors(shown[1]).split()[:-2])


def output_without_colors(text):
    for code in ("\x1b[1;32m", "\x1b[1m", "\x1b[0m"):
        text = text.replace(code, "")
    return text


def test_a_long_word_is_not_broken(wide, capsys):
    wide(60)
    output.print_result(f"  see {'x' * 70} and {'word ' * 20}", wrap=True)
    first, *others = capsys.readouterr().out.splitlines()
    assert first.startswith("  see")
    assert f"    {'x' * 70}" in others
    assert all(line.startswith("    ") for line in others)
    assert "".join(" ".join([first, *others]).split()) == f"see{'x' * 70}and{'word' * 20}"


def test_a_terminal_that_is_too_narrow_for_a_table_is_taken_as_sixty_columns(wide):
    assert output.terminal_width() is None
    wide(3)
    assert output.terminal_width() == 60
