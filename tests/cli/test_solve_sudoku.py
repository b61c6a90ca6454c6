import json
import os
import threading

import pytest
from helpers.sampling import in_turn

pytestmark = pytest.mark.quick

CELLS = "0-0-0-0-1-0\n0-3-0-0-2-0\n0-2-0-0-0-0\n0-0-0-0-5-0\n0-0-0-1-0-0\n0-6-5-2-0-0"
REGIONS = "1-1-1-1-1-2\n3-3-4-1-2-2\n3-4-4-4-2-2\n3-3-4-4-2-6\n3-5-6-6-6-6\n5-5-5-5-5-6"
GRID = "3-5-2-4-1-6\n5-3-4-6-2-1\n6-2-1-5-4-3\n4-1-6-3-5-2\n2-4-3-1-6-5\n1-6-5-2-3-4\n"


def assert_solved(done):
    assert done.code == 0, done.err
    assert done.out.startswith(f"{GRID}\n27 insertions, optimal\n")


@pytest.fixture
def files(tmp_path):
    (tmp_path / "cells.txt").write_text(CELLS)
    (tmp_path / "regions.txt").write_text(REGIONS)
    return tmp_path / "cells.txt", tmp_path / "regions.txt"


@pytest.mark.parametrize("engine", ["astar", "weighted-astar", "greedy", "dijkstra"])
def test_the_filled_grid_and_the_number_of_insertions(run, engine):
    assert_solved(run("solve", "sudoku", "--cells", CELLS, "--regions", REGIONS, "--engine", engine))


def test_rows_may_be_separated_by_slashes(run):
    words = [text.replace("\n", " / ") for text in (CELLS, REGIONS)]
    assert_solved(run("solve", "sudoku", "--cells", words[0], "--regions", words[1], "--quiet"))


def test_both_may_come_from_files(run, files):
    assert_solved(run("solve", "sudoku", "--cells", files[0], "--regions", files[1]))


def test_either_may_come_from_standard_input(run, files):
    assert_solved(run("solve", "sudoku", "--cells", "-", "--regions", files[1], stdin=CELLS))
    assert_solved(run("solve", "sudoku", "--cells", files[0], "--regions", "-", stdin=REGIONS))


@pytest.mark.parametrize("gap", ["\n", "\n\n", "\n \n\n"])
def test_both_may_come_from_standard_input(run, gap):
    assert_solved(run("solve", "sudoku", "--cells", "-", "--regions", "-", stdin=f"\n{CELLS}{gap}{REGIONS}\n"))


def test_an_odd_number_of_lines_does_not_say_where_the_regions_begin(run):
    done = run("solve", "sudoku", "--cells", "-", "--regions", "-", stdin=f"{CELLS}\n{REGIONS}\n1")
    assert done.code == 2
    assert "standard input has 13 lines" in done.err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_may_stand_in_for_a_file(run, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    writer = threading.Thread(target=(tmp_path / "pipe").write_text, args=[CELLS])
    writer.start()
    assert_solved(run("solve", "sudoku", "--cells", tmp_path / "pipe", "--regions", REGIONS))
    writer.join()


def test_without_regions_it_is_a_classic_sudoku(run):
    done = run("solve", "sudoku", "--cells", ".3..4.......2.1.")
    assert done.out.startswith("1-3-4-2\n4-2-3-1\n3-1-2-4\n2-4-1-3\n\n12 insertions")
    assert run("solve", "sudoku", "--cells", CELLS, "--box", "2x3").code == 0


def test_a_sudoku_without_a_solution_is_proved_so(run):
    done = run("solve", "sudoku", "--cells", "1-2-0-0 / 0-0-3-0 / 0-0-0-0 / 0-0-0-4", "--json")
    assert done.code == 11
    assert json.loads(done.out)["status"] == "UNSOLVABLE"


def test_json_has_grids(run):
    report = json.loads(run("solve", "sudoku", "--cells", CELLS, "--regions", REGIONS, "--json").out)
    assert report["cost"] == 27
    assert report["states"][-1][0] == [3, 5, 2, 4, 1, 6]
    assert len(report["actions"]) == 27
    assert {3} == {len(action) for action in report["actions"]}  # row, column, value


def test_text_that_looks_like_a_path_is_still_text(run):
    assert run("solve", "sudoku", "--cells", "../.1", "--regions", "aa/bb").out.startswith("1-2\n2-1\n")


@in_turn(
    "cells, regions, named",
    [
        ("missing.txt", REGIONS, "no file 'missing.txt' for the cells"),
        (CELLS, "some/folder/missing.txt", "no file 'some/folder/missing.txt' for the regions"),
        (CELLS.replace("0-3-0", "0-3"), REGIONS, "row 2"),
        (CELLS.replace("6-5-2", "7-5-2"), REGIONS, "7"),
        (CELLS, REGIONS.replace("1-1-1-1-1-2", "1-1-1-1-1-1"), "region"),
        (CELLS, "ab/ab", "6 x 6"),
        ("1-1 / 0-0", "a-a / b-b", "row 1 has 1 twice"),
        ("", "", "empty"),
    ],
)
def test_wrong_input_is_reported_with_its_place(run, cells, regions, named):
    done = run("solve", "sudoku", "--cells", cells, "--regions", regions)
    assert done.code == 2
    assert named in done.err
    assert len(done.err.splitlines()) == 1


def test_boxes_need_a_shape_where_they_are_not_squares(run):
    assert "give the box, or the regions" in run("solve", "sudoku", "--cells", CELLS).err
    assert (
        "leave out --regions or --box"
        in run("solve", "sudoku", "--cells", CELLS, "--regions", REGIONS, "--box", "2x3").err
    )
