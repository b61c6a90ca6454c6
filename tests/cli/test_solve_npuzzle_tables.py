import csv
import re
import sys

import pytest
from helpers.sampling import in_turn

from astarlib.problems.npuzzle import pattern_files

FIFTEEN = "0 5 6 3 9 1 2 4 10 7 11 15 13 14 12 8"
EIGHT = "7 2 5 / 8 0 1 / 4 6 3"


@pytest.fixture
def cache_of_its_own(tmp_path, monkeypatch):
    monkeypatch.setenv("ASTARLIB_CACHE", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("heuristic", ["walking-distance", "pattern-database"])
def test_heuristics_with_tables_have_names(run, heuristic):
    done = run("solve", "npuzzle", FIFTEEN, "--heuristic", heuristic, "--quiet")
    assert done.out.startswith(f"22 moves, optimal\nAStar() with {heuristic}: ")
    assert done.err == ""


@pytest.mark.costly
@pytest.mark.parametrize("heuristic", ["pattern-database", "pattern-database-8"])
def test_the_8_puzzle_has_pattern_databases_too(run, heuristic):
    done = run("solve", "npuzzle", EIGHT, "--heuristic", heuristic, "--engine", "ida-star", "--quiet")
    assert done.out.startswith(f"20 moves, optimal\nIDAStar() with {heuristic}: ")


@in_turn(
    "heuristic, words",
    [
        ("pattern-database", "for boards of 3 x 3 or 4 x 4, not 2 x 3"),
        ("pattern-database-8", "for boards of 3 x 3, not 2 x 3"),
        ("pattern-database-663", "for boards of 4 x 4, not 2 x 3"),
        ("patterns-78", "for boards of 4 x 4, not 2 x 3"),
        ("patterns-6666", "for boards of 5 x 5, not 2 x 3"),
    ],
)
@in_turn("option", [["solve", "--heuristic"], ["compare", "--heuristics"]])
def test_a_board_of_another_shape_is_refused_in_a_sentence(run, heuristic, words, option):
    command, name = option
    done = run(command, "npuzzle", "1 2 3 / 0 4 5", name, heuristic)
    assert (2, "") == (done.code, done.out)
    assert re.fullmatch(rf"astarlib: error: --heuristic: {heuristic} is {words}\n", done.err)


def test_a_board_too_large_for_walking_distance_is_refused_with_the_size_of_its_tables(run):
    done = run("solve", "npuzzle", "--korf-felner", "1", "--heuristic", "walking-distance")
    assert done.code == 2
    assert "65,650,495 entries" in done.err


def test_heuristics_with_tables_are_compared(run):
    names = "walking-distance,pattern-database"
    done = run("compare", "npuzzle", EIGHT, "--heuristics", names, "--engines", "astar", "--format", "csv", "--quiet")
    assert done.code == 0
    assert names.split(",") == [row["heuristic"] for row in csv.DictReader(done.out.splitlines())]


@pytest.mark.costly
def test_without_enough_memory_the_bytes_are_named(run, cache_of_its_own, monkeypatch):
    pytest.importorskip("numba")
    monkeypatch.setattr(pattern_files, "_MAPPED", {})
    monkeypatch.setattr("astarlib.problems.npuzzle.compiled_tables.available_memory", lambda: 10**9)
    done = run("solve", "npuzzle", "--korf", "1", "--heuristic", "patterns-78", "--quiet")
    assert (2, "") == (done.code, done.out)
    assert re.search(
        r"8 tiles of 4 x 4 cells takes 1,\d\d\d,\d\d\d,\d\d\d bytes of memory, and 1,000,000,000 are", done.err
    )
    assert [] == list(cache_of_its_own.glob("npuzzle*"))


def test_without_numpy_the_extra_is_named(run, cache_of_its_own, monkeypatch):
    monkeypatch.setattr(pattern_files, "_MAPPED", {})
    monkeypatch.setitem(sys.modules, "numpy", None)
    done = run("solve", "npuzzle", EIGHT, "--heuristic", "pattern-database")
    assert done.code == 2
    needed = "a pattern database needs numpy: run pip install '.[heuristics]' in a checkout of astarlib"
    assert done.err == f"astarlib: error: {needed}\n"


@pytest.mark.parametrize("heuristic", ["walking-distance", "pattern-database"])
def test_a_folder_that_cannot_be_written_is_named(run, cache_of_its_own, monkeypatch, heuristic):
    (cache_of_its_own / "file").write_text("no folder")
    monkeypatch.setenv("ASTARLIB_CACHE", str(cache_of_its_own / "file"))
    done = run("solve", "npuzzle", EIGHT, "--heuristic", heuristic)
    assert (2, "") == (done.code, done.out)
    assert "set ASTARLIB_CACHE to a folder that you can write to" in done.err
