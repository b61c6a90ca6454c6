"""Each kind of file is old or new after a failure, and a damaged file is refused."""

from pathlib import Path

import pytest
from helpers.graphs import Explicit
from helpers.rows import RowProblem
from helpers.sampling import in_turn
from helpers.saving import SMALL
from hypothesis import given
from hypothesis import strategies as st

from astarlib import AStar, Limits, Search, compiled
from astarlib.errors import CheckpointError, PatternDatabaseError, TraceError
from astarlib.heuristics import Abstraction, PatternDatabase
from astarlib.observers.recorder import Recorder, Trace
from astarlib.problems.npuzzle import NPuzzle
from astarlib.problems.pancake import PancakeProblem


class Checkpoint:
    """A search in Python; the other kinds have the same members."""

    error, engine, problem = CheckpointError, AStar(), Explicit(SMALL)

    def value(self, size):
        """Return a value to save. Values of different sizes have different files."""
        search = self.engine.start(self.problem)
        search.run(Limits(expanded=size))
        return search

    def load(self, path):
        return Search.load(path, self.problem)


class CompiledCheckpoint(Checkpoint):
    engine, problem = compiled.AStar(), RowProblem({0: [(1, 2)], 1: [(2, 2)]}, 2)


class TraceFile:
    error = TraceError

    def value(self, size):
        recorder = Recorder()
        AStar().search(NPuzzle("1 2 / 0 3"), limits=Limits(expanded=size), observer=recorder)
        return recorder.trace

    def load(self, path):
        return Trace.load(path)


class DatabaseFile:
    error, abstraction = PatternDatabaseError, Abstraction(lambda stack: tuple(min(size, 3) for size in stack))

    def problem(self, size):
        return PancakeProblem(range(2 + size, 0, -1))

    def value(self, size):
        return PatternDatabase.build(self.problem(size), self.abstraction)

    def load(self, path):
        return PatternDatabase.load(path, self.problem(1), self.abstraction)


KINDS = [Checkpoint, CompiledCheckpoint, TraceFile, DatabaseFile]


@pytest.fixture(params=KINDS, ids=lambda kind: kind.__name__, scope="module")
def kind(request):
    if request.param is CompiledCheckpoint:
        pytest.importorskip("numba")
    return request.param()


@pytest.fixture(scope="module")
def whole(kind, tmp_path_factory):
    """Return the path of a small file, and its bytes."""
    path = tmp_path_factory.mktemp("files") / "small"
    kind.value(1).save(path)
    kind.load(path)
    return path, path.read_bytes()


@pytest.mark.parametrize("error", [OSError("no space"), KeyboardInterrupt()], ids=repr)
@pytest.mark.parametrize("name", ["os.fsync", "pathlib.Path.replace"])
def test_a_failure_while_writing_leaves_the_old_file_and_nothing_else(kind, tmp_path, monkeypatch, name, error):
    path, old, new = tmp_path / "file", kind.value(1), kind.value(0)

    def fail(*_):
        raise error

    old.save(path)
    before = path.read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr(name, fail)
        with pytest.raises(type(error)):
            new.save(path)
    assert (before, [path]) == (path.read_bytes(), list(tmp_path.iterdir()))
    new.save(path)
    assert before != path.read_bytes()


@given(place=st.floats(0, 1, exclude_max=True), mask=st.sampled_from([0x01, 0x20, 0xFF]))
def test_a_file_with_any_byte_changed_is_refused(kind, whole, place, mask):
    path, content = whole
    changed = bytearray(content)
    changed[int(place * len(content))] ^= mask
    path.write_bytes(changed)
    with pytest.raises(kind.error):
        kind.load(path)


@given(place=st.floats(0, 1, exclude_max=True))
def test_a_file_that_is_cut_off_anywhere_is_refused(kind, whole, place):
    path, content = whole
    path.write_bytes(content[: int(place * len(content))])
    with pytest.raises(kind.error, match=r"isn.t an astarlib |truncated|damaged|format"):
        kind.load(path)


@pytest.mark.slow
@pytest.mark.parametrize("mask", [0x01, 0x20, 0xFF])
def test_a_file_with_each_byte_changed_is_refused(kind, whole, mask):
    path, content = whole
    for place in range(len(content)):
        path.write_bytes(content[:place] + bytes([content[place] ^ mask]) + content[place + 1 :])
        with pytest.raises(kind.error):
            kind.load(path)


def test_a_file_with_more_behind_it_is_refused(kind, whole):
    path, content = whole
    path.write_bytes(content + b"more")
    with pytest.raises(kind.error, match="damaged"):
        kind.load(path)


@in_turn("content", [b"", b"hello\nworld\n", b"\x80\x05N.", b"\n" * 50])
def test_a_file_of_another_kind_is_refused_by_name(kind, tmp_path, content):
    (tmp_path / "notes.txt").write_bytes(content)
    with pytest.raises(kind.error, match=r"notes\.txt isn.t an astarlib "):
        kind.load(tmp_path / "notes.txt")


def test_a_file_that_is_not_there_is_an_error_of_the_system(kind, tmp_path):
    with pytest.raises(FileNotFoundError):
        kind.load(Path(tmp_path, "nowhere"))
