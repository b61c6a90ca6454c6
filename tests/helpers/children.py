"""Processes that tests start end with their test, and with pytest itself, even if it is killed.

Two things look after them on Linux. After each test, pytest kills what the test has left. And a small process beside
pytest waits until pytest is gone, and then kills what is left of it. Processes are found in ``/proc``: descendants of
pytest, and those that have inherited its mark in their environment, whatever became of their parents.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

MARK = "ASTARLIB_TEST_RUN"
"""The variable of the environment that all processes of a test run have."""
_PROC = Path("/proc")
_KEPT = (b"multiprocessing.resource_tracker", b"multiprocessing.forkserver")
"""Processes that multiprocessing shares between tests."""
IS_SUPPORTED = (_PROC / "self" / "environ").exists()


class Children:
    """The processes that were there before a test, so that the others can be killed after it."""

    def __init__(self) -> None:
        self._before: set[int] = set()
        self._direct: set[int] = set()
        self._reaped = 0

    def begin(self) -> None:
        """Note what is there before a test."""
        if IS_SUPPORTED:
            self._direct, self._reaped = set(_children(os.getpid())), _reaped()
            self._before = set(_tree(os.getpid())) if len(self._direct) > 0 else set()

    def end(self) -> list[int]:
        """Kill what the test has left; the numbers of those processes."""
        if not IS_SUPPORTED:
            return []
        fresh = set(_children(os.getpid())) - self._direct
        if len(fresh) == 0 and _reaped() == self._reaped:  # as after most tests
            return []
        shared = {pid for pid in fresh if any(name in _read(pid, "cmdline") for name in _KEPT)}
        kept = {*self._before, os.getpid(), *(other for pid in {*self._direct, *shared} for other in _tree(pid))}
        left = {other for pid in fresh for other in (pid, *_tree(pid))} | set(_marked(os.environ[MARK]))
        left -= kept | shared
        for pid in left:
            _kill(pid)
        for pid in fresh - shared:
            with contextlib.suppress(ChildProcessError):  # its own Popen may have waited for it
                os.waitpid(pid, 0)
        return sorted(left)


def watch(folder: str | None) -> None:
    """Start the process that cleans up when this one is gone. It also removes the folder, if there is one."""
    if IS_SUPPORTED:
        environment = {name: value for name, value in os.environ.items() if name != MARK}
        words = [sys.executable, "-I", "-S", __file__, str(os.getpid()), os.environ[MARK], folder or ""]
        no_files = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)
        process = subprocess.Popen(words, env=environment, **no_files, start_new_session=True)
        process.returncode = 0  # So that Python doesn't warn if it still runs when pytest ends.


def _reaped() -> int:
    """Return a number that changes when a child has ended and was waited for."""
    import resource  # Windows doesn't have it.

    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_minflt


def _children(pid: int) -> Iterator[int]:
    """Yield the direct children of a process."""
    with contextlib.suppress(OSError):
        for task in (_PROC / str(pid) / "task").iterdir():
            with contextlib.suppress(OSError):
                yield from map(int, (task / "children").read_text().split())


def _tree(pid: int) -> Iterator[int]:
    """Yield all descendants of a process."""
    for child in list(_children(pid)):
        yield child
        yield from _tree(child)


def _marked(mark: str) -> Iterator[int]:
    """Yield the processes with this mark in their environment, but not this process."""
    text = f"{MARK}={mark}".encode()
    for folder in _PROC.iterdir():
        if folder.name.isdigit() and int(folder.name) != os.getpid() and text in _read(int(folder.name), "environ"):
            yield int(folder.name)


def _read(pid: int, name: str) -> bytes:
    try:
        return (_PROC / str(pid) / name).read_bytes()
    except OSError:  # it is gone, or somebody else's
        return b""


def _kill(pid: int) -> None:
    with contextlib.suppress(OSError):
        os.kill(pid, signal.SIGKILL)


def _clean_up_after(parent: int, mark: str, folder: str) -> None:
    """Wait until the parent is gone, then kill what is left of it and remove its folder."""
    known: dict[int, bytes] = {}
    while os.getppid() == parent:
        known = {pid: _started(pid) for pid in _tree(parent) if pid != os.getpid()}
        time.sleep(1)
    for _ in range(3):  # what is being started meanwhile is found in the next round
        for pid in {*_marked(mark), *(pid for pid, started in known.items() if started == _started(pid) != b"")}:
            _kill(pid)
        time.sleep(0.2)
    if folder != "":
        shutil.rmtree(folder, ignore_errors=True)


def _started(pid: int) -> bytes:
    """Return the start time of a process, to distinguish it from a later one with the same number."""
    fields = _read(pid, "stat").rpartition(b")")[2].split()
    return fields[19] if len(fields) > 19 else b""


if __name__ == "__main__":
    _clean_up_after(int(sys.argv[1]), sys.argv[2], sys.argv[3])
