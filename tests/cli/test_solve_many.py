"""Laws of `astarlib solve npuzzle --korf 1-20`: several boards in one command."""

import json
import os
import re
import signal
import subprocess
import sys
from dataclasses import replace

import pytest

from astarlib import AStar, SearchResult
from astarlib.batch import BatchResult
from astarlib.cli.commands import solve_many
from astarlib.cli.problems import bundled
from astarlib.problems.npuzzle.instances import KORF_100

IDA = ["--engine", "ida-star", "--heuristic", "pattern-database"]


@pytest.mark.costly
def test_each_board_has_its_line_in_order_and_all_have_a_summary(run):
    done = run("solve", "npuzzle", "--korf", "79,12,42", *IDA)
    assert 0 == done.code
    first, second, third, summary = done.out.splitlines()
    assert re.fullmatch(r"79: 42 moves, optimal; expanded [\d,]+, \d+\.\d{3} seconds", first)
    assert second.startswith("12: 45 moves, optimal; expanded ")
    assert third.startswith("42: 42 moves, optimal; expanded ")
    counts = "solved 3 of 3, optimal 3, of published cost 3: expanded"
    assert re.fullmatch(rf"{counts} [\d,]+, CPU time \d+\.\d+ seconds, wall clock \d+\.\d+ seconds", summary)


def test_the_expansions_of_the_summary_are_those_of_the_lines(run):
    lines = run("solve", "npuzzle", "--korf", "1-3", "--max-expanded", "50").out.splitlines()
    assert "expanded 150," in lines[-1]


@pytest.mark.costly
def test_in_json_each_board_is_a_line(run):
    done = run("solve", "npuzzle", "--korf", "79,12", *IDA, "--json", "--jobs", "1")
    alone = json.loads(run("solve", "npuzzle", "--korf", "79", *IDA, "--json").out)
    found = [json.loads(line) for line in done.out.splitlines()]
    assert [(79, 42, 42), (12, 45, 45)] == [(each["id"], each["cost"], each["published_cost"]) for each in found]
    assert alone["actions"] == found[0]["actions"]
    assert {*alone} - {"saved"} == {*found[0]} - {"id", "published_cost"}
    assert done.err.startswith("solved 2 of 2, ")


def test_all_are_all(run):
    done = run("solve", "npuzzle", "--korf", "all", "--max-expanded", "0")
    assert 23 == done.code
    assert [str(number) for number in range(1, 101)] == [line.partition(":")[0] for line in done.out.splitlines()[:-1]]
    assert done.out.splitlines()[-1].startswith("solved 0 of 100, optimal 0, of published cost 0: expanded 0, ")


def test_the_24_puzzles_come_in_several_too(run):
    done = run("solve", "npuzzle", "--korf-felner", "1-2", "--max-expanded", "1")
    assert ["1", "2", "solved 0 of 2, optimal 0, of published cost 0"] == [
        line.partition(":")[0] for line in done.out.splitlines()
    ]


@pytest.mark.costly
def test_the_exit_code_is_the_gravest(run):
    limits = ["--max-expanded", "3000", "--heuristic", "pattern-database"]
    done = run("solve", "npuzzle", "--korf", "79,88", *limits)
    assert 23 == done.code
    assert "88: no solution yet, stopped by --max-expanded after 3,000 expansions; none costs less" in done.out
    assert "solved 1 of 2" in done.out


def test_a_solution_that_is_not_an_optimum_is_not_counted_as_one(run):
    done = run("solve", "npuzzle", "--korf", "79,12", "--weight", "3", "--heuristic", "pattern-database")
    assert 0 == done.code
    assert "solved 2 of 2, optimal 0, of published cost 0" in done.out


@pytest.mark.costly
@pytest.mark.parametrize("by", [-2, 2])
def test_a_result_that_contradicts_the_literature_is_a_wrong_problem(run, monkeypatch, by):
    changed = replace(KORF_100.by_id(12), optimum=45 + by)
    monkeypatch.setattr(bundled, "bundled_boards", lambda given: [changed])
    done = run("solve", "npuzzle", "--korf", "12-12", *IDA)
    assert 3 == done.code
    assert f"board 12: cost 45, lower bound 45, but the published optimum is {45 + by}" in done.err
    assert "of published cost 0" in done.out


@pytest.mark.costly
def test_an_invalid_solution_is_a_wrong_problem(run, monkeypatch):
    verify = SearchResult.verify
    monkeypatch.setattr(BatchResult, "verify", lambda self, _: verify(self, KORF_100.by_id(1).problem()))
    done = run("solve", "npuzzle", "--korf", "12-12", *IDA)
    assert 3 == done.code
    assert "board 12: " in done.err


def test_a_board_that_fails_does_not_lose_the_others(run, monkeypatch):
    class NoMemory(AStar):
        def start(self, problem, *, observer=None):
            if problem.initial_state == KORF_100.by_id(12).board:
                raise MemoryError
            return super().start(problem, observer=observer)

    NoMemory.releases_gil = True  # so that it runs in threads
    monkeypatch.setattr(solve_many, "chosen_engine", lambda given: NoMemory())
    done = run("solve", "npuzzle", "--korf", "79,12,42", "--heuristic", "pattern-database")
    assert 23 == done.code
    assert ["79", "42"] == [line.partition(":")[0] for line in done.out.splitlines()[:-1]]
    assert "board 12: problem 1, " in done.err
    assert "MemoryError" in done.err
    assert "solved 2 of 3" in done.out


@pytest.mark.costly
@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_ctrl_c_shows_what_is_done_and_what_was_under_way():
    words = ["solve", "npuzzle", "--korf", "79,88,12,60,1-10", "--heuristic", "pattern-database", "--jobs", "2"]
    child = subprocess.Popen(
        [sys.executable, "-m", "astarlib", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert child.stdout is not None
    assert child.stdout.readline().startswith("79: 42 moves, optimal")
    os.killpg(child.pid, signal.SIGINT)
    out, err = child.communicate(timeout=600)
    assert 130 == child.returncode
    assert out.splitlines()[0].startswith("88: no solution yet, interrupted; none costs less than ")
    assert re.match(r"solved \d of 14, ", out.splitlines()[-1])
    assert re.fullmatch(r"astarlib: error: interrupted; \d+ boards not started\n", err)
    with pytest.raises(ProcessLookupError):
        os.killpg(child.pid, 0)


@pytest.mark.costly
@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_a_reader_that_stops_reading_ends_it():
    words = ["solve", "npuzzle", "--korf", "79,88", "--heuristic", "pattern-database"]
    command = [sys.executable, "-m", "astarlib", *words, "--max-expanded", "3000"]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert child.stdout is not None
    assert child.stderr is not None
    child.stdout.close()
    assert (141, "") == (child.wait(timeout=600), child.stderr.read())
    child.stderr.close()
