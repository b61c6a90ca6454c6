"""A file that is saved under the name of a symbolic link is written to the target of the link."""

import errno
import os
import sys

import pytest

from astarlib import AStar, Search
from astarlib._support.atomic_file import atomic_write
from astarlib.observers.recorder import Recorder
from astarlib.problems.npuzzle import NPuzzle

pytestmark = [pytest.mark.quick, pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege")]
PUZZLE = NPuzzle("1 2 3 / 4 5 6 / 0 7 8")


@pytest.mark.parametrize("exists", [True, False])
@pytest.mark.parametrize("targets", [["file"], ["second", "file"], ["other/file"], ["other/link", "../file"]], ids=str)
def test_a_link_stays_and_its_target_is_replaced(targets, exists, tmp_path):
    link = tmp_path / "link"
    path = tmp_path / targets[0]
    (tmp_path / "other").mkdir()
    link.symlink_to(targets[0])
    if len(targets) > 1:
        path.symlink_to(targets[1])
        path = path.parent / targets[1]
    if exists:
        path.write_bytes(b"old")
    links = [each for each in (link, tmp_path / targets[0]) if each.is_symlink()]
    atomic_write(link, lambda file: file.write(b"new"))
    assert all(each.is_symlink() for each in links)
    assert (path.read_bytes(), path.is_symlink()) == (b"new", False)
    assert [*tmp_path.rglob("*.tmp")] == []
    with pytest.raises(ZeroDivisionError):
        atomic_write(link, lambda file: file.write(b"half") / 0)
    assert (path.read_bytes(), [*tmp_path.rglob("*.tmp")]) == (b"new", [])


def test_an_absolute_link_and_one_in_a_linked_folder_are_followed(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "folder").symlink_to(tmp_path / "real")
    (tmp_path / "link").symlink_to(tmp_path / "folder" / "file")
    atomic_write(tmp_path / "link", lambda file: file.write(b"new"))
    assert (tmp_path / "real" / "file").read_bytes() == b"new"


def test_a_link_that_leads_nowhere_is_an_error_and_stays(tmp_path):
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(OSError, match="leads back to itself") as caught:
        atomic_write(tmp_path / "loop", lambda file: file.write(b"new"))
    assert caught.value.errno == errno.ELOOP
    (tmp_path / "link").symlink_to("missing/file")
    with pytest.raises(FileNotFoundError, match="there is no such folder"):
        atomic_write(tmp_path / "link", lambda file: file.write(b"new"))
    (tmp_path / "folder").symlink_to(".")
    with pytest.raises(IsADirectoryError):
        atomic_write(tmp_path / "folder", lambda file: file.write(b"new"))
    assert all((tmp_path / name).is_symlink() for name in ("loop", "link", "folder"))


def test_a_file_that_has_two_names_is_replaced_under_one_of_them(tmp_path):
    (tmp_path / "one").write_bytes(b"old")
    os.link(tmp_path / "one", tmp_path / "two")
    (tmp_path / "link").symlink_to("one")
    atomic_write(tmp_path / "link", lambda file: file.write(b"new"))
    assert ((tmp_path / "one").read_bytes(), (tmp_path / "two").read_bytes()) == (b"new", b"old")


def recorded():
    recorder = Recorder()
    AStar().search(PUZZLE, observer=recorder)
    return recorder.trace


@pytest.mark.parametrize("write", [
    lambda path: AStar().start(PUZZLE).save(path),
    lambda path: recorded().save(path),
    lambda path: recorded().to_html(path),
], ids=["checkpoint", "trace", "page"])  # fmt: skip
def test_each_file_of_a_search_is_written_to_the_target_of_a_link(write, tmp_path):
    (tmp_path / "shelf").mkdir()
    (tmp_path / "link").symlink_to("shelf/file")
    write(tmp_path / "link")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "shelf" / "file").stat().st_size > 100


def test_a_search_that_is_saved_again_under_a_link_continues_from_the_target(tmp_path):
    (tmp_path / "link").symlink_to("file")
    search = AStar().start(PUZZLE)
    search.save(tmp_path / "link")
    search.run()
    search.save(tmp_path / "link")
    assert Search.load(tmp_path / "file", PUZZLE).statistics == search.statistics
