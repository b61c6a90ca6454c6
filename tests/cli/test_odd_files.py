"""Paths that aren't files, never end or have no text are refused in one line, in bounded time and memory."""

import contextlib
import os
import resource
import signal
import subprocess
import sys
import threading
import time

import pytest
from helpers.bounded import time_limit
from helpers.sampling import in_turn

from astarlib._support import text_input
from astarlib.cli.inputs import Inputs

ASTARLIB = [sys.executable, "-m", "astarlib"]
GIGABYTE = 2**30
READERS = {
    "board": ["npuzzle", "FILE"],
    "goal": ["npuzzle", "1 2 3 0", "--goal", "FILE"],
    "cells": ["sudoku", "--cells", "FILE"],
    "regions": ["sudoku", "--cells", "00/00", "--regions", "FILE"],
    "map": ["grid", "--map", "FILE", "--start", "0,0", "--goal", "1,0"],
    "edges": ["graph", "1", "2", "--edges", "FILE"],
}


@pytest.fixture(params=READERS)
def refused(run, request, tmp_path):
    """Solves what a file holds, and gives what is said of it."""

    def refuse(file, stdin=""):
        before = sorted(tmp_path.iterdir())
        words = [str(file) if word == "FILE" else word for word in READERS[request.param]]
        done = run("solve", *words, stdin=stdin)
        assert (2, "") == (done.code, done.out)
        assert done.err.startswith("astarlib: error: ")
        assert 1 == len(done.err.splitlines())
        assert before == sorted(tmp_path.iterdir())
        return done.err

    refuse.what = request.param
    return refuse


@in_turn(
    "content",
    [
        b"",
        b"\n",
        b"\xef\xbb\xbf",
        b"\xef\xbb\xbf\r\n",
        b"\x00",
        b"1 2 3 \x00",
        "1 2 ² ٠".encode(),
        b"\x1b[2J",
        b"/" * 99,
    ],
)
def test_a_file_that_holds_nothing_of_the_kind_is_refused(refused, tmp_path, content):
    (tmp_path / "file").write_bytes(content)
    refused(tmp_path / "file")


def test_a_file_that_is_not_text_is_refused_with_its_name(refused, tmp_path):
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00\x01")
    assert f"cannot read the {refused.what} from '{tmp_path / 'binary'}': not UTF-8 text" in refused(
        tmp_path / "binary"
    )


def test_a_folder_is_refused_with_its_name(refused, tmp_path):
    assert f"cannot read the {refused.what} from '{tmp_path}': Is a directory" in refused(tmp_path)


@pytest.mark.skipif(os.geteuid() == 0, reason="who may read everything can read this, too")
def test_a_file_that_may_not_be_read_is_refused_with_its_name(refused, tmp_path):
    (tmp_path / "secret").touch(mode=0)
    assert "Permission denied" in refused(tmp_path / "secret")


def test_a_link_to_itself_is_refused_as_no_file(refused, tmp_path):
    (tmp_path / "loop.txt").symlink_to("loop.txt")
    assert f"there is no file '{tmp_path / 'loop.txt'}' for the {refused.what}" in refused(tmp_path / "loop.txt")


@in_turn("stdin", ["", "\ufeff", " \n"])
def test_an_empty_standard_input_is_refused(refused, stdin):
    assert f"standard input is empty; the {refused.what} should come from there" in refused("-", stdin)


def test_a_long_text_is_distinguished_from_a_name_in_an_instant():
    text = "/" + "a" * 300_000 + "\nb"
    with time_limit():
        assert text == Inputs().text_of(text, "board")


# --- without an end ---------------------------------------------------------------------------------------------------


def test_a_device_without_an_end_is_refused(refused, monkeypatch):
    monkeypatch.setattr(text_input, "MAX_STREAMED_CHARS", 2**20)
    said = refused("/dev/zero")
    assert f"cannot read the {refused.what} from '/dev/zero': it is longer than 1 MiB and may never end" in said


@pytest.mark.costly
def test_a_device_without_an_end_takes_less_than_a_gigabyte():
    def limit_memory():
        resource.setrlimit(resource.RLIMIT_AS, (GIGABYTE, GIGABYTE))

    done = subprocess.run(
        [*ASTARLIB, "solve", "npuzzle", "/dev/zero"], capture_output=True, text=True, check=False, timeout=600,
        preexec_fn=limit_memory,  # There are no threads here.
    )  # fmt: skip
    assert (2, "") == (done.returncode, done.stdout)
    assert "it is longer than 256 MiB and may never end; save it to a file first" in done.stderr


def test_a_pipe_without_an_end_is_refused(refused, tmp_path, monkeypatch):
    monkeypatch.setattr(text_input, "MAX_STREAMED_CHARS", 2**20)
    os.mkfifo(tmp_path / "pipe")

    def write():
        try:
            with (tmp_path / "pipe").open("w") as pipe:
                while True:
                    pipe.write("1 2 3 4\n" * 1000)
        except BrokenPipeError:
            pass

    writer = threading.Thread(target=write)
    writer.start()
    assert "it is longer than 1 MiB" in refused(tmp_path / "pipe")
    writer.join()


def test_a_standard_input_without_an_end_is_refused(refused, monkeypatch):
    monkeypatch.setattr(text_input, "MAX_STREAMED_CHARS", 1000)
    said = refused("-", "1 2 3 4\n" * 1000)
    assert f"cannot read the {refused.what} from standard input: it is longer than" in said


def test_a_pipe_that_nobody_writes_to_is_waited_for_until_ctrl_c(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    process = subprocess.Popen(
        [*ASTARLIB, "solve", "npuzzle", tmp_path / "pipe"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    pipe = None
    while pipe is None and process.poll() is None:
        with contextlib.suppress(OSError):  # before it is opened for reading
            pipe = os.open(tmp_path / "pipe", os.O_WRONLY | os.O_NONBLOCK)
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    assert ("", "astarlib: error: interrupted\n") == process.communicate(timeout=600)
    os.close(pipe)
    assert 130 == process.returncode


def test_a_standard_input_that_cannot_be_read_is_reported(tmp_path):
    with (tmp_path / "file").open("w") as write_only:
        done = subprocess.run(
            [*ASTARLIB, "solve", "npuzzle", "-"], stdin=write_only, capture_output=True, text=True, check=False
        )
    assert (2, "") == (done.returncode, done.stdout)
    assert done.stderr.startswith("astarlib: error: cannot read the board from standard input: ")
    assert 1 == len(done.stderr.splitlines())
