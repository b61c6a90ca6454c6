"""``--compiled`` prints what the Python engine prints, ``resume`` continues it, and ``cache`` lists the files."""

import errno
import json
import re
import sys

import pytest
from helpers.sampling import few

from astarlib._support.table_cache import cache_folder
from astarlib.errors import CapacityError

pytest.importorskip("numba")

from astarlib.compiled import AStar
from astarlib.compiled.codegen import code_cache
from astarlib.compiled.installation import require_numba
from astarlib.compiled.scale import disk_search

BOARD = "7 2 5 / 8 0 1 / 4 6 3"


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def told(done):
    """The result in JSON, but for the time and the name of the engine."""
    result = json.loads(done.out)
    del result["statistics"]["seconds"], result["saved"], result["engine"]
    return result


@pytest.mark.costly
def test_a_compiled_search_prints_what_the_search_in_python_prints(run):
    python, compiled = (run("solve", "npuzzle", BOARD, "--json", *words) for words in ([], ["--compiled"]))
    assert "compiled.AStar()" == json.loads(compiled.out)["engine"]
    assert told(python) == told(compiled)
    assert (python.code, "") == (compiled.code, compiled.err)


@pytest.mark.costly
def test_options_of_the_engine_are_those_of_the_compiled_one(run):
    words = ["solve", "npuzzle", BOARD, "--engine", "ida-star", "--cycle-check", "parent", "--compiled", "--quiet"]
    assert run(*words).out.startswith(
        "20 moves, optimal\ncompiled.IDAStar(cycle_check=CycleCheck.PARENT) with manhattan"
    )


@pytest.mark.costly
def test_pattern_databases_are_compiled_too(run):
    words = ["solve", "npuzzle", BOARD, "--engine", "ida-star", "--cycle-check", "parent", "--quiet", "--heuristic"]
    python, compiled = (run(*words, "pattern-database", *more).out for more in ([], ["--compiled"]))
    assert "compiled.IDAStar(cycle_check=CycleCheck.PARENT) with pattern-database" in compiled
    assert python.partition("evaluated")[0] == compiled.replace("compiled.", "").partition("evaluated")[0]


@pytest.mark.costly
def test_a_compiled_search_is_saved_and_resumed(run):
    words = ["solve", "npuzzle", BOARD, "--compiled", "--json"]
    assert 23 == run(*words, "--max-expanded", 100, "--save", "kept").code
    assert told(run(*words)) == told(run("resume", "kept", "--json"))


@pytest.mark.costly
def test_a_search_on_disk_is_resumed_from_its_folder(run):
    words = ["solve", "npuzzle", BOARD, "--json", "--memory", "16M", "--disk"]
    assert 23 == run(*words, "states", "--max-expanded", 100).code
    resumed = run("resume", "states", "--json")
    assert told(run(*words, "others")) == told(resumed)
    assert "to see this again: astarlib resume states" in resumed.err
    again = run(*words, "states")
    assert (2, "") == (again.code, again.out)
    assert "--disk: the folder states has a search already; continue it with astarlib resume states" in again.err


@pytest.mark.costly
@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--disk", "letter.txt"], r"--disk: the folder letter\.txt can't be used \(File exists\); a search"),
        (["--disk", "other"], "--disk: the folder other has other files, for example letter"),
        (["--disk", ""], "--disk: folder must be a path"),
        (["--disk", "x", "--memory", "0"], "--memory must be more than 0 with --disk"),
        (["--disk", "x", "--memory", "64K"], "--memory: memory=65,536 is too small .* at least memory="),
        (["--disk", "x", "--memory", "9" * 15], "--memory: the arrays of memory=9.* can't be allocated; pass less"),
    ],
)
def test_a_search_on_disk_that_cannot_begin_names_the_option_and_the_cure(words, says, run, tmp_path):
    (tmp_path / "other").mkdir()
    for folder in (tmp_path, tmp_path / "other"):
        (folder / "letter.txt").write_text("")
    done = run("solve", "npuzzle", BOARD, *words)
    assert (2, "") == (done.code, done.out)
    assert re.search(says, done.err)
    assert not (tmp_path / "x" / "manifest").exists()


@pytest.mark.parametrize("path", ["letter.txt", "empty", "missing"])
def test_what_is_not_a_search_is_not_resumed(path, run, tmp_path):
    (tmp_path / "letter.txt").write_text("")
    (tmp_path / "empty").mkdir()
    done = run("resume", path)
    assert (2, "") == (done.code, done.out)
    assert f"cannot resume '{path}': " in done.err


@pytest.mark.parametrize("size", few(["16M", "16m", "16MB", "16MiB", "16 M", "0.016G", "16777216"], 3))
def test_memory_may_be_spelled_in_many_ways(size, run):
    assert run("solve", "npuzzle", BOARD, "--disk", "states", "--memory", size, "--quiet").out.startswith("20 moves")


def test_an_interrupt_says_how_to_resume(run, monkeypatch):
    expand = disk_search.DiskAlgorithm._expand

    def interrupted(algorithm, stop_at):
        expand(algorithm, stop_at)
        if algorithm.counters.expanded > 100:
            raise KeyboardInterrupt

    monkeypatch.setattr(disk_search.DiskAlgorithm, "_expand", interrupted)
    done = run("solve", "npuzzle", BOARD, "--disk", "states", "--quiet")
    assert 130 == done.code
    assert "no solution yet, interrupted; none costs less than" in done.out
    assert "to continue: astarlib resume states" in done.err


def test_a_full_disk_is_a_limit(run, monkeypatch):
    def refuse(*_):
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr("astarlib.compiled.scale.disk_files.DiskFolder.rename", refuse)
    done = run("solve", "npuzzle", BOARD, "--disk", "states")
    assert 23 == done.code
    assert "stopped because the disk is full" in done.out
    assert "to continue: astarlib resume states" in done.err


@pytest.mark.costly
def test_a_compiled_search_that_is_resumed_has_no_trace(run):
    run("solve", "npuzzle", BOARD, "--compiled", "--max-expanded", 1, "--save", "kept")
    done = run("resume", "kept", "--trace")
    assert (2, "") == (done.code, done.out)
    assert "'kept': --trace can't be used with --compiled" in done.err


def test_without_numba_the_error_names_the_extra(run, monkeypatch):
    run("solve", "npuzzle", BOARD, "--compiled", "--max-expanded", 1, "--save", "kept")
    monkeypatch.delitem(sys.modules, "numba")
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    require_numba.cache_clear()
    says = "compiled engines need numba: run pip install '.[compiled]' in a checkout of astarlib\n"
    assert (2, "", f"astarlib: error: --compiled: {says}") == run("solve", "npuzzle", BOARD, "--compiled")
    done = run("resume", "kept")
    assert (2, "", f"astarlib: error: cannot resume 'kept': --compiled: {says}") == done


def test_numbers_that_are_too_large_are_reported_in_a_sentence(run, monkeypatch):
    def start(*_, **__):
        raise CapacityError("g or h is above the most")

    monkeypatch.setattr("astarlib.compiled.AStar.start", start)
    assert (2, "", "astarlib: error: g or h is above the most\n") == run("solve", "npuzzle", BOARD, "--compiled")


def test_the_cache_is_reported_and_cleared_and_other_files_stay(run, tmp_path, monkeypatch):
    monkeypatch.setenv("ASTARLIB_CACHE", str(tmp_path / "cache"))
    assert f"{cache_folder()}\n0 tables, 0 bytes\nthe code of 0 compiled kernels, 0 bytes\n" == run("cache").out
    run("solve", "npuzzle", BOARD, "--heuristic", "walking-distance", "--quiet")
    (tmp_path / "cache" / "compiled" / f"{'0a' * 32}-best_first").mkdir(parents=True)
    (tmp_path / "cache" / "compiled" / f"{'0a' * 32}-best_first" / "code.nbi").write_bytes(bytes(2048))
    (tmp_path / "cache" / "mine.npy").write_bytes(b"")
    (tmp_path / "cache" / "mine.seal.json").write_text("[]", encoding="utf-8")
    shown = run("cache").out.splitlines()
    assert shown[1].startswith("1 table, ")
    assert "the code of 1 compiled kernel, 2 KiB" == shown[2]
    assert "removed 1 table and the code of 1 compiled kernel\n" == run("cache", "--clear").out
    kept = {"mine.npy", "mine.seal.json"}
    assert kept == {path.name for path in (tmp_path / "cache").rglob("*") if path.is_file()}


@pytest.mark.filterwarnings("default::astarlib.errors.CacheWarning")
def test_a_cache_that_cannot_be_used_is_a_warning_in_one_line(run, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("a file")
    monkeypatch.setenv("ASTARLIB_CACHE", str(tmp_path / "file"))
    monkeypatch.setattr(code_cache, "_has_warned", False)
    start = AStar.start

    def look_for_code(*arguments, **options):
        code_cache.private_folder(f"{'0' * 64}-best_first")
        return start(*arguments, **options)

    monkeypatch.setattr(AStar, "start", look_for_code)
    done = run("solve", "npuzzle", "1 2 3 / 4 5 6 / 7 0 8", "--compiled", "--quiet")
    assert (0, 1) == (done.code, len(done.err.splitlines()))
    assert done.err.startswith("astarlib: warning: compiled code can't be kept on disk")
