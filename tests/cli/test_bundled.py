"""The built-in problems, and the options of the textbook engines other than A*."""

import json
import re

import pytest
from helpers.sampling import in_turn

from astarlib.problems.npuzzle.instances import KORF_100, KORF_FELNER_50
from astarlib.problems.sudoku import example


def report(done):
    assert done.code == 0, done.err
    return json.loads(done.out)


# --- problems by name -------------------------------------------------------------------------------------------------


@pytest.mark.costly
def test_korf_79_is_solved_by_ida_star_in_42_moves(run):
    words = ("--korf", "79", "--engine", "ida-star", "--heuristic", "pattern-database")
    answer = report(run("solve", "npuzzle", *words, "--json"))
    assert (42, True, 8_085) == (answer["cost"], answer["optimal"], answer["statistics"]["expanded"])
    assert list(KORF_100.by_id(79).board) == answer["states"][0]
    assert list(range(16)) == answer["states"][-1]


def test_korf_felner_is_a_24_puzzle(run):
    done = run("solve", "npuzzle", "--korf-felner", "3", "--max-expanded", "0", "--json")
    assert 23 == done.code
    assert list(KORF_FELNER_50.by_id(3).board) == json.loads(done.out)["nearest"]["states"][0]


def test_a_board_by_name_has_its_goal(run):
    answer = report(run("solve", "npuzzle", "--example", "odd-even", "--heuristic", "linear-conflict", "--json"))
    assert (6, "linear-conflict") == (answer["cost"], answer["heuristic"])
    assert [1, 3, 5, 7] == answer["states"][-1][:4]


def test_a_board_by_name_may_be_without_a_solution(run):
    assert 11 == run("solve", "npuzzle", "--example", "notebook-unsolvable").code


def test_an_example_of_a_sudoku_is_solved(run):
    shipped = example("G26_7x7")
    answer = report(run("solve", "sudoku", "--example", "G26_7x7", "--json"))
    assert shipped.problem.size**2 - shipped.clues == answer["cost"]
    assert [list(row) for row in shipped.solution] == [list(row) for row in answer["states"][-1]]


@pytest.mark.parametrize("words", [["npuzzle", "--example", "notebook-medium"], ["sudoku", "--example", "G02_4x4"]])
def test_compare_takes_them_too(run, words):
    done = run("compare", *words, "--engines", "astar,ida-star", "--format", "json")
    first, second = json.loads(done.out)["rows"]
    assert first["cost"] == second["cost"] > 0


# --- engines ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", ["ida-star", "breadth-first", "iterative-deepening"])
def test_the_other_optimal_engines_solve_too(run, engine):
    done = run("solve", "npuzzle", "--example", "notebook-medium", "--engine", engine, "--quiet")
    assert done.out.startswith("18 moves, optimal\n")


def test_depth_first_finds_a_way_that_nobody_wants(run):
    answer = report(run("solve", "pancake", "5 2 6 1 4 3", "--engine", "depth-first", "--json"))
    assert not answer["optimal"]
    assert answer["cost"] == len(answer["actions"]) > 100


@pytest.mark.parametrize(("check", "shown"), [("path", "IDAStar()"), ("parent", "CycleCheck.PARENT")])
def test_the_cycle_check_reaches_the_engine(run, check, shown):
    words = ["--example", "notebook-easy", "--engine", "ida-star", "--cycle-check", check, "--quiet"]
    assert shown in run("solve", "npuzzle", *words).out


def test_the_cycle_check_is_for_those_engines_of_compare_that_take_it(run):
    words = ["2 5 1 4 3", "--engines", "astar,iterative-deepening", "--format", "json"]
    tables = [json.loads(run("compare", "pancake", *words, "--cycle-check", each).out) for each in ("path", "parent")]
    astar, deepening = ([table["rows"][row]["generated"] for table in tables] for row in (0, 1))
    assert astar[0] == astar[1]
    assert deepening[0] < deepening[1]


@in_turn("engine", ["ida-star", "breadth-first", "depth-first", "iterative-deepening"])
@in_turn("option", [["--tie-break", "fifo"], ["--reopen"], ["--weight", "2"]])
def test_an_option_that_an_engine_does_not_have_is_refused(run, engine, option):
    done = run("solve", "npuzzle", "1 2 0 3", "--engine", engine, *option)
    assert 2 == done.code
    word = option[0].removeprefix("--")
    assert re.search(rf"--{word} can't be used with {engine} \(only with (astar, )?weighted-astar", done.err)


def test_ida_star_can_be_traced(run):
    done = run("solve", "npuzzle", "--example", "notebook-medium", "--engine", "ida-star", "--trace", "100", "--quiet")
    numbers = [int(number) for number in re.findall(r"^expansion (\d+): ", done.out, re.MULTILINE)]
    assert [100, 200, 300, 400, 500, 600] == numbers
