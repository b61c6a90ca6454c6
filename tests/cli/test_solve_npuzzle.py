import json
import re

import pytest

from astarlib.problems.npuzzle import NPuzzle

pytestmark = pytest.mark.quick

FIFTEEN = "0 5 6 3 9 1 2 4 10 7 11 15 13 14 12 8"
HARD = "14 12 7 15 4 13 1 2 10 9 3 6 11 8 0 5"
ZERO_FIRST = "0 1 2 3 4 5 6 7 8"
UNSOLVABLE = "4 6 3 5 7 1 2 8 0"


def strictly(text):
    def refuse(name):
        raise AssertionError(f"{name} is not JSON")

    return json.loads(text, parse_constant=refuse)


# --- what is said -----------------------------------------------------------------------------------------------------


def test_the_way_is_shown_board_by_board_with_the_name_of_each_move(run):
    done = run("solve", "npuzzle", "1 2 3 / 4 0 6 / 7 5 8")
    assert done.code == 0
    way, outcome, figures = done.out.rsplit("\n", 3)[:3]
    assert way == (
        "1 2 3\n4 . 6\n7 5 8\n\n"
        "1. down\n1 2 3\n4 5 6\n7 . 8\n\n"
        "2. right\n1 2 3\n4 5 6\n7 8 .\n"
    )  # fmt: skip
    assert outcome == "2 moves, optimal"
    assert figures.startswith("AStar() with manhattan: expanded 2, generated 7, evaluated ")
    assert done.err == ""


def test_the_length_counts_moves(run):
    assert "\n22 moves, optimal\n" in run("solve", "npuzzle", FIFTEEN).out
    assert "\n1 move, optimal\n" in run("solve", "npuzzle", "1 2 0 3").out
    assert "\n0 moves, optimal\n" in run("solve", "npuzzle", "1 2 3 0").out


@pytest.mark.parametrize("heuristic", ["manhattan", "hamming", "euclidean", "linear-conflict"])
def test_every_heuristic_has_a_name(run, heuristic):
    done = run("solve", "npuzzle", FIFTEEN, "--heuristic", heuristic, "--quiet")
    assert done.out.startswith(f"22 moves, optimal\nAStar() with {heuristic}: ")


@pytest.mark.parametrize("engine", ["astar", "weighted-astar", "greedy", "dijkstra"])
def test_every_engine_has_a_name(run, engine):
    done = run("solve", "npuzzle", "1 2 3 4 5 6 0 7 8", "--engine", engine, "--quiet")
    assert done.code == 0
    assert "2 moves" in done.out


def test_a_solution_that_is_not_proved_optimal_comes_with_its_bound(run):
    out = run("solve", "npuzzle", FIFTEEN, "--engine", "greedy", "--quiet").out
    moves, ratio, bound = re.match(
        r"(\d+) moves, at most ([\d.]+) times .*: no solution costs less than (\d+)\n", out
    ).groups()
    assert int(moves) > 22 >= int(bound)
    assert int(moves) / int(bound) <= float(ratio) <= int(moves) / int(bound) + 0.001


def test_an_engine_that_evaluates_no_heuristic_is_reported_without_one(run):
    assert "\nDijkstra(): expanded " in run("solve", "npuzzle", "1 2 0 3", "--engine", "dijkstra").out


def test_quiet_leaves_out_the_way(run):
    assert len(run("solve", "npuzzle", FIFTEEN, "--quiet").out.splitlines()) == 2


# --- options of the engine --------------------------------------------------------------------------------------------


def test_a_weight_implies_weighted_astar(run):
    assert "\nWeightedAStar(weight=3) with " in run("solve", "npuzzle", FIFTEEN, "--weight", "3").out


def test_tie_break_and_reopen_reach_the_engine(run):
    done = run("solve", "npuzzle", "1 2 0 3", "--tie-break", "fifo", "--no-reopen", "--quiet")
    assert "AStar(tie_break=TieBreak.FIFO, reopen=False)" in done.out
    assert "GreedyBestFirst(reopen=True)" in run("solve", "npuzzle", "1 2 0 3", "--engine", "greedy", "--reopen").out


# --- boards -----------------------------------------------------------------------------------------------------------


def test_goal_and_shape_are_the_puzzles(run):
    assert "\n25 moves" in run("solve", "npuzzle", "8 1 7 4 5 6 2 0 3", "--goal", ZERO_FIRST).out
    assert "1 2 3\n4 5 .\n" in run("solve", "npuzzle", "1 2 3 4 0 5", "--shape", "2x3").out
    assert run("solve", "npuzzle", "1 2 3 / 4 0 5").out.count("\n4 ") == 2


def test_the_board_may_come_as_words_from_a_file_or_from_standard_input(run, tmp_path):
    rows = "1 2 3\n4 5 6\n7 0 8\n"
    (tmp_path / "board.txt").write_text(rows)
    given = [["1", "2", "3", "4", "5", "6", "7", "0", "8"], [tmp_path / "board.txt"], ["-"]]
    outputs = [run("solve", "npuzzle", *words, "--json", stdin=rows).out for words in given]
    assert [json.loads(output)["actions"] for output in outputs] == [["right"]] * 3


def test_options_may_come_before_the_problem(run):
    assert json.loads(run("solve", "--json", "npuzzle", "1 2 0 3").out)["cost"] == 1


def test_an_empty_or_closed_standard_input_is_reported(run, monkeypatch):
    assert "standard input is empty; the board should come from there" in run("solve", "npuzzle", "-", stdin=" \n").err
    monkeypatch.setattr("sys.stdin", None)
    assert "standard input is closed" in run("solve", "npuzzle", "-").err


# --- no solution ------------------------------------------------------------------------------------------------------


def test_an_unsolvable_board_is_reported_at_once_by_parity(run):
    done = run("solve", "npuzzle", UNSOLVABLE, "--goal", ZERO_FIRST)
    assert done.code == 11
    assert done.out.startswith("no solution, proved by parity: ")
    assert "expanded 0, generated 0, evaluated 0" in done.out


def test_a_board_of_any_size_is_judged_by_parity(run):
    swapped = NPuzzle.random((10, 10), seed=1).initial_state
    one, two = swapped.index(1), swapped.index(2)
    board = [{one: 2, two: 1}.get(cell, tile) for cell, tile in enumerate(swapped)]
    assert run("solve", "npuzzle", *board).code == 11


def test_prove_searches_all_the_same(run):
    done = run("solve", "npuzzle", "2 1 3 / 4 5 0", "--prove")
    assert done.code == 11
    assert "no solution, proved by expanding all reachable states (360)" in done.out


def test_a_limit_is_named_with_what_is_known_and_the_nearest_board(run):
    done = run("solve", "npuzzle", HARD, "--max-expanded", "50")
    assert done.code == 23
    assert re.match(r"nearest to a goal, h \d+, after \d+ moves:\n( *[\d.]+){4}\n", done.out)
    assert re.search(
        r"\nno solution yet, stopped by --max-expanded after 50 expansions; none costs less than \d+\n", done.out
    )


@pytest.mark.parametrize(
    ("option", "value", "told"),
    [
        ("--seconds", "0.05", "stopped by --seconds 0.05"),
        ("--memory", "1M", "stopped by --memory at 1 MiB"),
        ("--memory", "1.5M", "stopped by --memory at 1.5 MiB"),
    ],
)
def test_every_limit_is_named_as_it_was_given(run, option, value, told):
    done = run("solve", "npuzzle", HARD, "--engine", "dijkstra", option, value, "--quiet")
    assert done.code == 23
    assert told in done.out


def test_a_system_that_does_not_report_memory_gives_an_error(run, monkeypatch):
    def unknown():
        raise NotImplementedError("this system does not tell")

    monkeypatch.setattr("astarlib.cli.options.resident_memory", unknown)
    done = run("solve", "npuzzle", HARD, "--memory", "1G")
    assert done.code == 2
    assert "--memory: this system does not tell" in done.err


# --- trace ------------------------------------------------------------------------------------------------------------


def test_the_trace_shows_every_nth_expansion(run):
    out = run("solve", "npuzzle", FIFTEEN, "--trace", "10", "--quiet").out
    numbers = re.findall(
        r"^expansion (\d+): g (\d+), h (\d+), f (\d+), frontier (\d+)\n( *[\d.]+){4}\n", out, re.MULTILINE
    )
    assert [int(number) for number, *_ in numbers] == [10, 20, 30, 40, 50]
    assert all(int(g) + int(h) == int(f) for _, g, h, f, *_ in numbers)


def test_the_trace_alone_shows_every_expansion(run):
    done = run("solve", "npuzzle", "1 2 3 4 0 6 7 5 8", "--trace")
    assert done.out.count("expansion ") == 2


def test_with_json_the_trace_goes_to_standard_error(run):
    done = run("solve", "npuzzle", FIFTEEN, "--json", "--trace", "20")
    assert json.loads(done.out)["cost"] == 22
    assert done.err.count("expansion ") == 2


# --- JSON -------------------------------------------------------------------------------------------------------------


def test_json_has_the_whole_result(run):
    report = strictly(run("solve", "npuzzle", FIFTEEN, "--json").out)
    assert (report["problem"], report["engine"], report["heuristic"]) == ("npuzzle", "AStar()", "manhattan")
    assert (report["status"], report["limit"], report["optimal"]) == ("SOLVED", None, True)
    assert (report["cost"], report["lower_bound"], report["suboptimality_bound"]) == (22, 22, 1)
    assert report["message"] == "22 moves, optimal"
    assert report["states"][0] == [int(tile) for tile in FIFTEEN.split()]
    assert report["states"][-1] == [*range(1, 16), 0]
    assert len(report["actions"]) == len(report["costs"]) == len(report["states"]) - 1 == 22
    assert set(report["actions"]) <= {"up", "down", "left", "right"}
    assert report["statistics"]["expanded"] > 0
    assert report["nearest"] is None


def test_json_without_a_solution_has_nulls_and_the_nearest_state(run):
    report = strictly(run("solve", "npuzzle", HARD, "--max-expanded", "9", "--json").out)
    assert (report["status"], report["limit"], report["cost"], report["actions"]) == ("LIMIT", "EXPANDED", None, None)
    assert report["suboptimality_bound"] is None
    assert not report["optimal"]
    assert report["nearest"]["states"][0] == [int(tile) for tile in HARD.split()]
    assert report["nearest"]["cost"] == len(report["nearest"]["actions"])


def test_an_infinite_bound_is_null_in_json(run):
    report = strictly(run("solve", "npuzzle", "2 1 3 0", "--json").out)
    assert (report["status"], report["lower_bound"]) == ("UNSOLVABLE", None)
    assert all(value == 0 for value in report["statistics"].values() if value is not None)
    assert strictly(run("solve", "npuzzle", "2 1 3 0", "--prove", "--json").out)["lower_bound"] is None
