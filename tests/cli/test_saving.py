"""With ``--save``, any end of a process except ``kill -9`` leaves a search that continues as if it hadn't stopped."""

import fcntl
import json
import os
import pty
import resource
import signal
import subprocess
import sys
import termios
import time

import pytest
from helpers.sampling import slow

from astarlib.cli.interrupts import Interrupts

HARD = "14 12 7 15 4 13 1 2 10 9 3 6 11 8 0 5"
ASTARLIB = [sys.executable, "-m", "astarlib"]
SOLVE = [*ASTARLIB, "solve", "npuzzle", HARD, "--engine", "dijkstra", "--trace", "2000", "--quiet", "--save", "kept"]


def counters(run, *words):
    """What is found after 6,000 expansions, but the time, from the words of a command that goes on to there."""
    result = json.loads(run(*words, "--json").out)
    del result["statistics"]["seconds"], result["saved"], result["message"]
    return result


@pytest.fixture
def goes_on(run, tmp_path, monkeypatch):
    """Asserts that the file ``kept`` goes on with the result of a search that was never stopped."""

    def goes_on():
        monkeypatch.chdir(tmp_path)
        expanded = json.loads(run("resume", "kept", "--max-expanded", "0", "--json").out)["statistics"]["expanded"]
        words = ["solve", "npuzzle", HARD, "--engine", "dijkstra", "--max-expanded", str(expanded + 500)]
        assert counters(run, *words) == counters(run, "resume", "kept", "--max-expanded", "500")
        assert [tmp_path / "kept"] == list(tmp_path.iterdir())
        return expanded

    return goes_on


# --- signals ----------------------------------------------------------------------------------------------------------


def heeding(*numbers, ignored=()):
    """Signals as a shell sets them for what runs in the foreground."""
    for number in numbers:
        signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)
    for number in ignored:
        signal.signal(number, signal.SIG_IGN)


def begun(folder, **options):
    process = subprocess.Popen(
        SOLVE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=folder,
        preexec_fn=lambda: heeding(signal.SIGINT, signal.SIGTERM, signal.SIGHUP, **options),  # noqa: PLW1509  # There are no threads here.
    )  # fmt: skip
    assert process.stdout.readline().startswith("expansion 2000:")
    return process


@pytest.mark.costly
@pytest.mark.parametrize("number", [signal.SIGINT, slow(signal.SIGTERM), slow(signal.SIGHUP)])
def test_a_signal_that_ends_a_process_leaves_the_search_though_it_comes_twice(tmp_path, goes_on, number):
    with begun(tmp_path) as process:
        for _ in range(3):  # to the process, and to its group
            process.send_signal(number)
            time.sleep(0.001)
        out, err = process.stdout.read(), process.stderr.read()
        assert 130 == process.wait(timeout=600)
    assert "\nno solution yet, interrupted; none costs less than " in out
    assert err.endswith("to continue: astarlib resume kept\n")
    assert goes_on() >= 1999


@pytest.mark.costly
def test_a_signal_that_is_ignored_stays_so(tmp_path, goes_on):
    with begun(tmp_path, ignored=[signal.SIGHUP]) as process:
        process.send_signal(signal.SIGHUP)
        for _ in range(12):
            assert process.stdout.readline() != ""
        assert process.poll() is None
        process.send_signal(signal.SIGTERM)
        process.stdout.read()
        assert 130 == process.wait(timeout=600)
    goes_on()


@pytest.mark.costly
def test_a_terminal_that_is_closed_leaves_the_search(tmp_path, goes_on):
    parent, child = pty.openpty()

    def on_the_terminal():
        heeding(signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
        os.setsid()
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    process = subprocess.Popen(SOLVE, stdin=child, stdout=child, stderr=child, cwd=tmp_path, preexec_fn=on_the_terminal)  # noqa: PLW1509  # There are no threads here.
    os.close(child)
    assert os.read(parent, 9) == b"expansion"
    os.close(parent)
    process.wait(timeout=600)
    goes_on()


@pytest.mark.costly
def test_who_reads_a_trace_and_stops_leaves_the_search(tmp_path, goes_on):
    with begun(tmp_path) as process:
        process.stdout.close()
        process.stderr.read()
        assert 141 == process.wait(timeout=600)
    assert goes_on() >= 1999


def test_signals_are_interrupts_but_while_a_search_is_saved_and_afterwards_as_before():
    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
    with Interrupts() as interrupts:
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGTERM)
        signal.raise_signal(signal.SIGTERM)  # within a second: the same
        interrupts._last -= 1
        with pytest.raises(KeyboardInterrupt):  # Code that ignores one signal can't ignore all.
            signal.raise_signal(signal.SIGINT)
        interrupts._last -= 1
        interrupts.are_held_off = True
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGTERM)
    assert before == [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]


# --- no memory, no disk -----------------------------------------------------------------------------------------------


def limited(folder, kind, most, *words):
    """The process of a command that is allowed that many bytes."""
    return subprocess.run(
        [*ASTARLIB, *words], capture_output=True, text=True, cwd=folder, check=False, timeout=600,
        preexec_fn=lambda: resource.setrlimit(kind, (most, most)),  # There are no threads here.
    )  # fmt: skip


@pytest.mark.costly
def test_a_search_that_takes_all_memory_is_saved_and_continues_where_there_is_more(tmp_path, goes_on):
    words = ["solve", "npuzzle", HARD, "--engine", "dijkstra", "--quiet", "--save", "kept"]
    done = limited(tmp_path, resource.RLIMIT_AS, 160 * 2**20, *words)
    assert "no solution yet, stopped because the memory ran out; none costs less than" in done.stdout
    assert "to continue: astarlib resume kept" in done.stderr
    assert 23 == done.returncode
    assert goes_on() > 10_000


@pytest.mark.costly
def test_a_full_disk_is_reported_next_to_the_result_and_the_old_file_stays(tmp_path, goes_on):
    words = ["npuzzle", HARD, "--engine", "dijkstra", "--quiet", "--max-expanded"]
    first = limited(tmp_path, resource.RLIMIT_FSIZE, 100_000, "solve", *words, "500", "--save", "kept")
    assert "to continue: astarlib resume kept" in first.stderr
    kept = (tmp_path / "kept").read_bytes()
    done = limited(tmp_path, resource.RLIMIT_FSIZE, 100_000, "resume", "kept", "--quiet", "--max-expanded", "5000")
    assert "no solution yet, stopped by --max-expanded after 5,000 expansions" in done.stdout
    assert "the search couldn't be saved in 'kept': File too large" in done.stderr
    assert 4 == done.returncode
    assert kept == (tmp_path / "kept").read_bytes()
    assert 500 == goes_on()
