"""An interrupt at any instant of the creation of a folder for a search on disk, and forked copies of the search."""

import gc
import inspect
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest
from helpers.instants import Survey, Tracer
from helpers.rows import RowProblem
from helpers.sampling import slow

import astarlib
from astarlib import AStar, Limits, Search, compiled
from astarlib._support import folder_lock
from astarlib._support.owner import Owner
from astarlib.batch import solve_many
from astarlib.compiled import Disk
from astarlib.compiled.scale import disk_files, disk_search

ROWS = RowProblem({0: [(1, 1), (2, 4)], 1: [(2, 1), (3, 5)], 2: [(3, 1)]}, 3, hs=[3, 2, 1, 0])
FILES = {inspect.getfile(module) for module in (folder_lock, disk_files, disk_search, astarlib._support.atomic_file)}
forks = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system can't fork")


def begin(folder):
    return compiled.AStar(storage=Disk(folder, memory=1 << 18)).start(ROWS)


def traced(call, tracer):
    before = sys.gettrace()
    sys.settrace(tracer)
    try:
        return call()
    finally:
        sys.settrace(before)


def create(search, folder):
    search.save(folder)


def run(search, _folder):
    search.run(Limits(expanded=0))


@pytest.mark.costly
@pytest.mark.filterwarnings("ignore::ResourceWarning")  # An interrupt may come before a file is closed.
@pytest.mark.parametrize("act", [create, run])
@pytest.mark.parametrize("one_in", [9, slow(1)])
def test_an_interrupt_at_any_instant_of_the_creation_loses_nothing(one_in, act, tmp_path):
    survey = Survey(FILES)
    traced(partial(act, begin(tmp_path / "survey"), tmp_path / "survey"), survey)
    assert survey.instants > 100
    for at in survey.sample({})[::one_in]:
        folder = tmp_path / str(at)
        search = begin(folder)
        with pytest.raises(KeyboardInterrupt) as caught:
            traced(partial(act, search, folder), Tracer(FILES, at))
        assert caught.value.__traceback__ is not None  # It keeps all objects alive, as in a notebook.
        if at % 2 == 0:  # Another search, as in another process.
            search.close()
            search = Search.load(folder, ROWS) if (folder / "manifest").exists() else begin(folder)
        assert search.run().cost == 3
        search.close()
        with Search.load(folder, ROWS) as loaded:
            assert loaded.run().cost == 3
    gc.collect()


def in_child(act):
    """Return the text that a function returns in a forked process, or the name of its error."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            text = str(act())
        except BaseException as error:  # noqa: BLE001  # The parent compares it.
            text = type(error).__name__
        os.write(write, text.encode())
        os._exit(0)
    os.close(write)
    os.waitpid(child, 0)
    with os.fdopen(read, "rb") as file:
        return file.read().decode()


def contents(folder):
    return {path.name: path.read_bytes() for path in Path(folder).iterdir()}


@pytest.mark.costly
@forks
def test_a_forked_copy_of_an_open_search_never_touches_the_files(tmp_path):
    search = begin(tmp_path / "search")
    search.run(Limits(expanded=1))
    before = contents(tmp_path / "search")
    for act, expected in (
        (search.run, "BlockingIOError"), (partial(search.save, tmp_path / "search"), "BlockingIOError"),
        (search.close, "None"), (search._algorithm.repair, "None"), (search.__exit__, "None"),
    ):  # fmt: skip
        assert in_child(act) == expected
        assert contents(tmp_path / "search") == before
    assert search.run().cost == 3


@forks
def test_a_search_that_is_forked_while_it_writes_is_stopped_in_the_child(tmp_path, monkeypatch):
    search, outcomes, expand = begin(tmp_path / "search"), [], disk_search.DiskAlgorithm._write_runs

    def write_runs(self):
        if len(outcomes) == 0:
            outcomes.append(in_child(partial(expand, self)))
        expand(self)

    monkeypatch.setattr(disk_search.DiskAlgorithm, "_write_runs", write_runs)
    assert search.run().cost == 3
    assert outcomes == ["BlockingIOError"]


@forks
def test_a_child_may_continue_a_search_that_its_parent_has_closed(tmp_path):
    search = begin(tmp_path / "search")
    search.run(Limits(expanded=1))
    search.close()
    assert in_child(lambda: search.run().cost) == "3"
    with Search.load(tmp_path / "search", ROWS) as loaded:
        assert loaded.run().cost == 3


@forks
def test_a_lock_ends_with_the_parent_and_not_with_its_children(tmp_path):
    lock = folder_lock.FolderLock(tmp_path)
    assert in_child(lambda: lock.is_held) == "False"
    assert in_child(lambda: folder_lock.FolderLock(tmp_path)) == "BlockingIOError"
    assert lock.is_held
    lock.release()
    folder_lock.FolderLock(tmp_path).release()


@forks
def test_what_belongs_to_a_process_does_not_belong_to_its_children():
    owner = Owner("the search")
    assert in_child(lambda: owner.is_here) == "False"
    assert in_child(owner.require) == "RuntimeError"
    owner.require()


@forks
def test_a_forked_copy_of_a_batch_stops_no_worker():
    with ThreadPoolExecutor(1) as executor:
        results = solve_many([ROWS] * 9, AStar(), executor=executor, workers=1)
        next(results)
        assert in_child(results.close) == "None"
        assert in_child(lambda: list(results)) == "RuntimeError"
        assert len(list(results)) == 8
