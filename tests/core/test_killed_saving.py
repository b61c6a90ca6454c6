"""If writing a checkpoint is stopped in any way, its file is either the old or the new one, and complete."""

import errno
import json
import os
import resource
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from helpers.graphs import outcome
from helpers.saving import PUZZLE

import astarlib
from astarlib import AStar, Dijkstra, Limits, Search
from astarlib._support.atomic_file import atomic_write
from astarlib.problems.npuzzle import NPuzzle

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals and limits as POSIX has them")
HARD = NPuzzle("14 12 7 15 4 13 1 2 10 9 3 6 11 8 0 5")


def run_script(script, *words):
    home = {**os.environ, "PYTHONPATH": str(Path(astarlib.__file__).parents[1])}
    command = [sys.executable, "-c", script, *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=True, env=home).stdout


def drafts_of(path):
    return sorted(each for each in path.parent.iterdir() if each != path)


# --- kill -9 ----------------------------------------------------------------------------------------------------------

KILLS = int(os.environ.get("ASTARLIB_KILLS", "120"))
"""How many processes are killed; 5000 take some five minutes."""
KILLING = """
import json, os, random, signal, sys, time
from pathlib import Path
from astarlib import Dijkstra, Limits
from astarlib.checkpoint import _FORMAT
from astarlib.problems.npuzzle import NPuzzle

path, kills, moments = Path(sys.argv[1]), int(sys.argv[2]), random.Random(3)
search = Dijkstra().start(NPuzzle("14 12 7 15 4 13 1 2 10 9 3 6 11 8 0 5"))
search.run(Limits(expanded=4000))
begin = time.perf_counter()
search.save(path)
duration = time.perf_counter() - begin
old, counts = search.statistics.expanded, {"old": 0, "new": 0, "draft": 0}
for number in range(kills):
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        search.run(Limits(expanded=1 + number))
        os.write(writer, b"!")
        search.save(path)
        signal.pause()
    os.read(reader, 1)
    if number % 2 == 0:
        time.sleep(moments.uniform(0, 2.5 * duration))
    else:  # every other one not before it writes
        late = time.monotonic() + 1
        while not any(f".{child}." in each.name for each in path.parent.iterdir()) and time.monotonic() < late:
            time.sleep(0)
        time.sleep(moments.uniform(0, 0.7 * duration))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    os.close(reader), os.close(writer)
    expanded = _FORMAT.header(path)["expanded"]  # which checks the whole file
    assert expanded in (old, 4001 + number)
    counts["new" if expanded == 4001 + number else "old"] += 1
    counts["draft"] += len(list(path.parent.iterdir())) - 1
    assert len(list(path.parent.iterdir())) <= 2
    old = expanded
print(json.dumps(counts))
"""


STEPS = """
import io, json, os, signal, sys
from pathlib import Path
from astarlib import Dijkstra, Limits
from astarlib.checkpoint import _FORMAT
from astarlib.problems.npuzzle import NPuzzle

path = Path(sys.argv[1])
search = Dijkstra().start(NPuzzle("14 12 7 15 4 13 1 2 10 9 3 6 11 8 0 5"))
search.run(Limits(expanded=500))
search.save(path)
old, counts, fatal, is_over = 500, {"old": 0, "new": 0, "draft": 0}, 0, False
while not is_over:
    child = os.fork()
    if child == 0:
        search.run(Limits(expanded=1 + fatal))
        events = 0

        def step(event, _):
            # Each audit event of the operating system is a moment: files are opened, renamed and removed.
            global events
            if event.partition(".")[0] in {"open", "os", "fcntl"}:
                if events == fatal:
                    os.kill(os.getpid(), signal.SIGKILL)
                events += 1

        sys.addaudithook(step)
        search.save(path)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    is_over = status == 0
    expanded = _FORMAT.header(path)["expanded"]  # which checks the whole file
    assert expanded in (old, 501 + fatal)
    counts["new" if expanded == 501 + fatal else "old"] += 1
    drafts = len(list(path.parent.iterdir())) - 1
    assert drafts <= 1
    counts["draft"] += drafts
    old, fatal = expanded, fatal + 1
print(json.dumps(counts))
"""


@pytest.mark.costly
def test_a_process_that_is_killed_at_any_step_of_saving_leaves_the_old_checkpoint_or_the_new_one(tmp_path):
    path = tmp_path / "search"
    counts = json.loads(run_script(STEPS, path))
    assert counts["old"] > 2
    assert counts["new"] > 0 < counts["draft"]
    assert [] == drafts_of(path)


@pytest.mark.slow
def test_a_process_that_is_killed_while_it_saves_leaves_the_old_checkpoint_or_the_new_one(tmp_path):
    path = tmp_path / "search"
    counts = json.loads(run_script(KILLING, path, KILLS))
    assert KILLS == counts["old"] + counts["new"]
    search = Search.load(path, HARD)
    expanded = search.statistics.expanded + 500
    expected = Dijkstra().search(HARD, limits=Limits(expanded=expanded))
    assert outcome(expected) == outcome(search.run(Limits(expanded=500)))
    search.save(path)
    assert [] == drafts_of(path)


# --- drafts -----------------------------------------------------------------------------------------------------------


def test_a_draft_that_nobody_writes_is_removed_and_any_other_file_stays(tmp_path):
    path = tmp_path / "search"
    abandoned = {".search.123.456.tmp", ".search.123.456.7.tmp"}
    others = {".search.tmp", ".search.a.b.tmp", ".searches.1.2.tmp", "search.1.2.tmp"}
    for name in abandoned | others:
        (tmp_path / name).write_text("half")
    AStar().start(PUZZLE).save(path)
    assert others == {draft.name for draft in drafts_of(path)}


def test_a_draft_that_another_thread_is_writing_stays(tmp_path):
    path, begun, to_end = tmp_path / "file", threading.Event(), threading.Event()

    def slowly(file):
        file.write(b"slow")
        begun.set()
        assert to_end.wait(timeout=600)

    slow = threading.Thread(target=atomic_write, args=(path, slowly))
    slow.start()
    assert begun.wait(timeout=600)
    atomic_write(path, lambda file: file.write(b"quick"))
    assert b"quick" == path.read_bytes()
    assert 1 == len(drafts_of(path))
    to_end.set()
    slow.join()
    assert b"slow" == path.read_bytes()
    assert [] == drafts_of(path)


@pytest.mark.parametrize("instant", range(4))
def test_a_file_can_be_written_while_the_same_thread_is_writing_it(tmp_path, monkeypatch, instant):
    """As a signal handler does. The instants: before the lock, after it, while it is written, before it is renamed."""
    path, begun, lock = tmp_path / "file", [], astarlib._support.atomic_file._lock

    def at(this):
        if this == instant and len(begun) == 0:
            begun.append(this)
            atomic_write(path, lambda file: file.write(b"inner"))
            assert b"inner" == path.read_bytes()

    def locking(file, *, wait):
        if wait:
            at(0)
        lock(file, wait=wait)
        if wait:
            at(1)

    def slowly(file):
        file.write(b"ou")
        at(2)
        file.write(b"ter")

    monkeypatch.setattr("astarlib._support.atomic_file._lock", locking)
    monkeypatch.setattr("os.fsync", lambda _: at(3))
    atomic_write(path, slowly)
    assert [instant] == begun
    assert b"outer" == path.read_bytes()
    assert [] == drafts_of(path)


def test_a_draft_that_was_removed_before_it_was_locked_is_made_again(tmp_path, monkeypatch):
    lock, removed = astarlib._support.atomic_file._lock, []

    def late(file, *, wait):
        if wait and len(removed) == 0:
            removed.append(Path(file.name))
            removed[0].unlink()
        lock(file, wait=wait)

    monkeypatch.setattr("astarlib._support.atomic_file._lock", late)
    atomic_write(tmp_path / "file", lambda file: file.write(b"whole"))
    assert 1 == len(removed)
    assert b"whole" == (tmp_path / "file").read_bytes()


def test_a_file_system_without_locks_takes_files_and_keeps_drafts(tmp_path, monkeypatch):
    def unsupported(*_, **__):
        raise OSError(errno.ENOLCK, "no locks")

    monkeypatch.setattr("astarlib._support.atomic_file._lock", unsupported)
    (tmp_path / ".file.1.2.tmp").write_text("perhaps another machine's")
    atomic_write(tmp_path / "file", lambda file: file.write(b"whole"))
    assert b"whole" == (tmp_path / "file").read_bytes()
    assert [tmp_path / ".file.1.2.tmp"] == drafts_of(tmp_path / "file")


@pytest.mark.parametrize("name", ["", ".", "..", "folder"])
def test_a_folder_is_not_a_file_to_write(tmp_path, monkeypatch, name):
    (tmp_path / "folder").mkdir()
    monkeypatch.chdir(tmp_path)
    with pytest.raises(IsADirectoryError):
        atomic_write(Path(name), lambda file: file.write(b"whole"))
    assert [tmp_path / "folder"] == list(tmp_path.iterdir())


def test_a_pipe_is_written_and_stays_a_pipe(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with os.fdopen(os.open(pipe, os.O_RDONLY | os.O_NONBLOCK), "rb") as reader:
        atomic_write(pipe, lambda file: file.write(b"whole"))
        assert b"whole" == reader.read()
    assert pipe.is_fifo()


# --- no room ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("room", [0, 10, 300, 20_000])
def test_a_file_that_may_grow_no_more_is_an_error_and_leaves_the_old_one(saved, room):
    old, allowed = saved.read_bytes(), resource.getrlimit(resource.RLIMIT_FSIZE)
    search = Dijkstra().start(HARD)
    search.run(Limits(expanded=1000))
    try:  # what Python does with the signal is to ignore it
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, allowed[1]))
        with pytest.raises(OSError, match="File too large") as caught:
            search.save(saved)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, allowed)
    assert errno.EFBIG == caught.value.errno
    assert old == saved.read_bytes()
    assert [] == drafts_of(saved)
    search.save(saved)
    assert 1000 == Search.load(saved, HARD).statistics.expanded


@pytest.fixture
def small_disk(tmp_path):
    """A folder with room for a hundred kilobytes."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=100k", "none", folder], capture_output=True, check=False
    )
    if mounted.returncode != 0:
        pytest.skip("this user may mount no file system")
    yield folder
    subprocess.run(["umount", folder], check=True)


def test_a_full_disk_is_an_error_and_leaves_the_old_checkpoint(small_disk):
    path, search = small_disk / "search", Dijkstra().start(HARD)
    search.run(Limits(expanded=100))
    search.save(path)
    old = path.read_bytes()
    search.run(Limits(expanded=5000))
    with pytest.raises(OSError, match="No space left on device") as caught:
        search.save(path)
    assert errno.ENOSPC == caught.value.errno
    assert old == path.read_bytes()
    assert [] == drafts_of(path)
    assert 100 == Search.load(path, HARD).statistics.expanded
    assert outcome(Dijkstra().search(HARD, limits=Limits(expanded=5200))) == outcome(search.run(Limits(expanded=100)))
