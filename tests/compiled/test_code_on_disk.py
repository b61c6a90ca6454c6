"""Only the user can access compiled code on disk, damaged code isn't used, and searches work without it."""

import os
import stat
import subprocess
import sys
import warnings
from itertools import product
from pathlib import Path

import pytest
from helpers.sampling import few

from astarlib._support.compiling import Announcing
from astarlib._support.table_cache import cache_folder, cached_table, check_private, make_private_folder
from astarlib.compiled.codegen import code_cache, specialize
from astarlib.errors import CacheWarning

UNIX = pytest.mark.skipif(os.name != "posix", reason="there are no owners and modes")
COMPILED, READ = (42, 0, 1), (42, 1, 0)


def twice(number):
    return 2 * number


@pytest.fixture
def run(monkeypatch):
    """Return (result of a kernel, cache hits, cache misses) and the warnings, as in a new process."""

    def fresh(folder):
        monkeypatch.setenv("ASTARLIB_CACHE", str(folder))
        monkeypatch.setattr(code_cache, "_has_warned", False)
        with warnings.catch_warnings(record=True, action="always") as caught:
            files = code_cache.CodeFiles(code_cache.private_folder(f"{'0' * 64}-twice"))
            kernel = specialize.module_kernel(sys.modules[__name__], "twice", files)
            found = kernel(21)
        stats = kernel.stats
        return (found, len(stats.cache_hits), len(stats.cache_misses)), [str(each.message) for each in caught]

    return fresh


def files_in(folder):
    return [path for path in folder.rglob("*") if path.is_file()]


@UNIX
def test_only_the_user_can_access_stored_code_with_any_umask(tmp_path, run):
    folder, before = tmp_path / "a" / "cache", os.umask(0)
    try:
        assert (COMPILED, []) == run(folder)
    finally:
        os.umask(before)
    made = [tmp_path / "a", *(tmp_path / "a").rglob("*")]
    assert len(made) > 4
    assert {0o700, 0o600} == {stat.S_IMODE(path.stat().st_mode) for path in made}
    assert READ == run(folder)[0]


def test_only_code_that_is_compiled_is_announced(tmp_path, run):
    told = []
    for _ in range(2):
        with Announcing(lambda: told.append("compiling")):
            run(tmp_path)
    assert told == ["compiling"]


@pytest.mark.parametrize(("part", "bit"), few(product([0.0, 0.01, 0.3, 0.6, 0.99], [0, 3, 7]), 5))
def test_damaged_code_is_compiled_again(tmp_path, run, part, bit):
    run(tmp_path / "cache")
    [path] = files_in(tmp_path / "cache")
    whole = path.read_bytes()
    damaged = bytearray(whole)
    damaged[int(part * len(whole))] ^= 1 << bit
    path.write_bytes(damaged)
    assert COMPILED == run(tmp_path / "cache")[0]
    assert READ == run(tmp_path / "cache")[0]


def test_code_that_is_cut_off_or_of_another_kind_is_compiled_again(tmp_path, run):
    run(tmp_path / "cache")
    [path] = files_in(tmp_path / "cache")
    for content in (b"", path.read_bytes()[:-1], b"astarlib compiled code 0\n{}\n", b"astarlib checkpoint 1\n"):
        path.write_bytes(content)
        assert COMPILED == run(tmp_path / "cache")[0]


@UNIX
@pytest.mark.parametrize("what", ["cache", "compiled", "folder", "file"])
def test_files_that_others_can_write_to_are_not_used_and_one_warning_says_so(tmp_path, run, what):
    folder = tmp_path / "cache"
    run(folder)
    [path] = files_in(folder)
    places = {"cache": folder, "compiled": folder / "compiled", "folder": path.parent, "file": path}
    places[what].chmod(0o777)
    found, messages = run(folder)
    assert COMPILED == found
    assert (0 if what == "file" else 1) == len(messages)
    assert all("other users can write to it" in message and "ASTARLIB_CACHE" in message for message in messages)


@UNIX
def test_a_file_that_others_can_write_to_is_replaced(tmp_path, run):
    run(tmp_path / "cache")
    [path] = files_in(tmp_path / "cache")
    path.chmod(0o666)
    run(tmp_path / "cache")
    assert 0o600 == stat.S_IMODE(path.stat().st_mode)
    assert READ == run(tmp_path / "cache")[0]


@UNIX
def test_folders_of_another_user_are_not_used(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    if os.getuid() == 0:
        os.chown(tmp_path, 12345, -1)
    with pytest.raises(PermissionError, match="another user owns it"):
        check_private(tmp_path)


@UNIX
def test_a_shared_sticky_folder_may_contain_a_cache_but_not_be_one(tmp_path):
    tmp_path.chmod(0o1777)
    make_private_folder(tmp_path, may_be_shared=True)
    with pytest.raises(PermissionError, match="other users can write to it"):
        make_private_folder(tmp_path)


@pytest.mark.parametrize("kind", ["file", "dangling link"])
def test_a_search_works_if_the_cache_is_not_a_folder(tmp_path, run, kind):
    place = tmp_path / "cache"
    if kind == "file":
        place.write_text("a file")
    else:
        place.symlink_to(tmp_path / "nowhere" / "at" / "all")
        (tmp_path / "nowhere").write_text("a file")
    found, messages = run(place)
    assert COMPILED == found
    assert 1 == len(messages)


FULL = """
import os, resource, sys
from astarlib.compiled.codegen import code_cache, specialize
import test_code_on_disk  # whatever is loaded lazily is loaded before the disk is full
files = code_cache.CodeFiles(code_cache.private_folder(64 * "0" + "-twice"))
kernel = specialize.module_kernel(test_code_on_disk, "twice", files)
resource.setrlimit(resource.RLIMIT_FSIZE, (1024, 1024))
print(kernel(21))
"""


@pytest.mark.costly
@UNIX
def test_a_search_works_with_a_full_disk(tmp_path, run):
    paths = os.pathsep.join([str(Path(__file__).parent), *sys.path])
    done = subprocess.run(
        [sys.executable, "-c", FULL], check=False, capture_output=True, text=True, timeout=300,
        env={**os.environ, "ASTARLIB_CACHE": str(tmp_path), "PYTHONPATH": paths},
    )  # fmt: skip
    assert "42\n" == done.stdout, done.stderr
    assert 1 == done.stderr.count("CacheWarning")
    assert [] == files_in(tmp_path)
    assert COMPILED == run(tmp_path)[0]


def test_the_warning_is_given_once_in_a_process(monkeypatch):
    monkeypatch.setattr(code_cache, "_has_warned", False)
    with pytest.warns(CacheWarning, match="compiled code can't be kept on disk"):
        code_cache.warn_once(OSError("no room"))
    code_cache.warn_once(OSError("no room"))  # a second warning would be an error here


@UNIX
def test_only_the_user_can_access_tables_and_others_are_created_again(tmp_path, monkeypatch):
    monkeypatch.setenv("ASTARLIB_CACHE", str(tmp_path / "cache"))
    made = []

    def write(file):
        made.append(1)
        file.write(b"table")

    before = os.umask(0)
    try:
        path = cached_table("table", {"for": 1}, write)
    finally:
        os.umask(before)
    assert {0o600} == {stat.S_IMODE(each.stat().st_mode) for each in cache_folder().iterdir()}
    assert 0o700 == stat.S_IMODE(cache_folder().stat().st_mode)
    cached_table("table", {"for": 1}, write)
    assert [1] == made
    path.chmod(0o666)
    cached_table("table", {"for": 1}, write)
    assert [1, 1] == made
    assert b"table" == Path(path).read_bytes()
