import csv
import importlib
import io
import itertools
import json

import pytest

from astarlib import AStar
from astarlib.cli.commands import compare as command
from astarlib.comparing import ComparisonInterrupted, compare, comparisons
from astarlib.problems.npuzzle import NPuzzle

pytestmark = pytest.mark.quick

EASY = "1 2 3 / 4 5 6 / 0 7 8"
FIFTEEN = "0 5 6 3 9 1 2 4 10 7 11 15 13 14 12 8"
HARD = "14 12 7 15 4 13 1 2 10 9 3 6 11 8 0 5"
OVERESTIMATING = """
from astarlib import FunctionProblem

EDGES = {"S": [("long", "G", 10), ("short", "A", 1)], "A": [("on", "G", 2)], "G": []}

def make():
    return FunctionProblem(
        "S", successors=EDGES.__getitem__, is_goal="G".__eq__, heuristic=lambda state: 50 if state == "A" else 0
    )
"""


def rows(done):
    return json.loads(done.out)["rows"]


def test_every_engine_runs_with_every_heuristic(run):
    done = run(
        "compare",
        "npuzzle",
        FIFTEEN,
        "--engines",
        "astar,greedy",
        "--heuristics",
        "hamming, manhattan",
        "--format",
        "json",
    )
    assert done.code == 0
    assert [(row["engine"], row["heuristic"]) for row in rows(done)] == [
        ("astar", "hamming"), ("astar", "manhattan"), ("greedy", "hamming"), ("greedy", "manhattan"),
    ]  # fmt: skip
    assert [row["cost"] for row in rows(done)][:2] == [22, 22]


def test_by_default_the_four_basic_engines_run_within_a_limit(run, monkeypatch):
    monkeypatch.setattr(command, "_DEFAULT_EXPANDED", 1_000)
    done = run("compare", "npuzzle", FIFTEEN, "--format", "json")
    engines = {row["engine"]: row["limit"] for row in rows(done)}
    assert {"astar": None, "weighted-astar": None, "greedy": None, "dijkstra": "EXPANDED"} == engines
    assert "each engine stopped after at most 1,000 expansions; --max-expanded changes that" in done.err
    assert "stopped" not in run("compare", "npuzzle", FIFTEEN, "--max-expanded", "1000").err


def test_several_weights_are_several_rows(run):
    done = run(
        "compare", "npuzzle", FIFTEEN, "--engines", "astar,weighted-astar", "--weight", "2,5.5", "--format", "json"
    )
    assert [row["engine"] for row in rows(done)] == ["astar", "weighted-astar 2", "weighted-astar 5.5"]


def test_tie_break_and_reopen_reach_the_engines(run):
    def expanded(*options):
        return [
            row["expanded"]
            for row in rows(run("compare", "npuzzle", HARD, *options, "--max-expanded", "3000", "--format", "json"))
        ]

    assert expanded("--engines", "greedy") != expanded("--engines", "greedy", "--tie-break", "fifo")
    assert expanded("--engines", "greedy") != expanded("--engines", "greedy", "--reopen")


def test_the_table_comes_as_text_markdown_csv_or_json(run):
    def out(form):
        return run("compare", "npuzzle", "1 2 0 3", "--engines", "astar,dijkstra", "--format", form).out

    assert out("text").splitlines()[0].startswith("problem  engine    status  cost")
    assert run("compare", "npuzzle", "1 2 0 3").out.splitlines()[1].startswith("-------  ")
    assert out("markdown").splitlines()[1].startswith("| --- | --- |")
    assert [row["cost"] for row in csv.DictReader(io.StringIO(out("csv")))] == ["1", "1"]
    assert [row["cost"] for row in json.loads(out("json"))["rows"]] == [1, 1]


def test_every_row_has_the_same_limits(run):
    done = run("compare", "npuzzle", HARD, "--max-expanded", "7", "--format", "json")
    assert done.code == 0
    assert {(row["expanded"], row["limit"]) for row in rows(done)} == {(7, "EXPANDED")}


def test_sudokus_and_problems_of_ones_own_are_compared(run):
    sudoku = run("compare", "sudoku", "--cells", ".3..4.......2.1.", "--engines", "astar,dijkstra", "--format", "json")
    assert [row["cost"] for row in rows(sudoku)] == [12, 12]
    words = ["astarlib.problems.npuzzle:NPuzzle", "--arg", "tiles=1 2 3 / 4 5 0", "--format", "json"]
    assert {row["cost"] for row in rows(run("compare", *words))} == {0}


@pytest.mark.parametrize("form", ["text", "csv"])
def test_engines_that_disagree_are_reported_loudly(run, tmp_path, monkeypatch, form):
    (tmp_path / "overestimating.py").write_text(OVERESTIMATING)
    monkeypatch.chdir(tmp_path)
    done = run("compare", "overestimating:make", "--engines", "astar,dijkstra", "--format", form)
    assert done.code == 3
    assert done.err.startswith(
        "astarlib: error: the engines disagree:\noverestimating:make: dijkstra found a solution of cost 3"
    )
    assert ("DISAGREEMENT" in done.out) == (form == "text")


def test_an_unsolvable_board_is_not_compared_unless_asked_to(run):
    done = run("compare", "npuzzle", "2 1 3 0")
    assert (done.code, done.out) == (11, "")
    assert "no solution, proved by parity" in done.err
    assert "UNSOLVABLE" in run("compare", "npuzzle", "2 1 3 0", "--prove").out


@pytest.mark.parametrize(
    ("error", "code", "told"), [(KeyboardInterrupt, 130, "interrupted"), (MemoryError, 23, "no memory")]
)
def test_what_breaks_off_leaves_the_rows_before_it(run, monkeypatch, error, code, told):
    whole = command.comparisons

    def broken(*arguments, **options):
        yield next(iter(whole(*arguments, **options)))
        raise error

    monkeypatch.setattr(command, "comparisons", broken)
    done = run("compare", "npuzzle", FIFTEEN)
    assert done.code == code
    assert len(done.out.partition("\n\n")[0].splitlines()) == 3
    assert f"{told}" in done.err
    assert "the table has 1 row" in done.err


def interrupting(at):
    """Make a problem whose goal test interrupts the comparison at one of its calls."""
    calls = itertools.count()

    class Interrupting(NPuzzle):
        def is_goal(self, state):
            if next(calls) == at:
                raise KeyboardInterrupt
            return super().is_goal(state)

    return Interrupting(FIFTEEN)


@pytest.mark.parametrize(("at", "finished"), [(0, 0), (7, 0), (100, 1)])
def test_an_interrupted_run_has_a_row_with_what_it_knew(run, monkeypatch, tmp_path, at, finished):
    (tmp_path / "interrupting.py").write_text("problem = None")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(importlib.import_module("interrupting"), "problem", interrupting(at))
    done = run("compare", "interrupting:problem", "--engines", "astar,greedy", "--format", "json")
    table = json.loads(done.out, parse_constant=pytest.fail)
    assert (130, True) == (done.code, table["interrupted"])
    assert [None] * finished + ["CANCELLED"] == [row["limit"] for row in table["rows"]]
    assert "interrupted; the table has" in done.err


def test_an_interrupted_repeat_keeps_the_result_of_the_first_run():
    alone = compare([NPuzzle(FIFTEEN)], [AStar()])
    calls = alone.rows[0].expanded
    with pytest.raises(ComparisonInterrupted) as caught:
        list(comparisons([interrupting(2 * calls)], [AStar()], repeats=9))
    assert isinstance(caught.value, KeyboardInterrupt)
    row = caught.value.row
    assert ("SOLVED", 22, calls) == (row.status.name, row.cost, row.expanded)
    assert 0 < row.repeats < 9


def test_a_system_that_does_not_report_memory_gives_an_error(run, monkeypatch):
    def unknown():
        raise NotImplementedError("this system does not tell")

    monkeypatch.setattr("astarlib.cli.options.resident_memory", unknown)
    assert "--memory: this system does not tell" in run("compare", "npuzzle", HARD, "--memory", "1G").err


def test_repeats_are_run_and_their_median_is_shown(run):
    done = run("compare", "npuzzle", EASY, "--engines", "astar,greedy", "--repeats", "3", "--format", "json")
    assert [3, 3] == [row["repeats"] for row in rows(done)]
    header = run("compare", "npuzzle", EASY, "--engines", "astar", "--repeats", "2").out.splitlines()[0]
    assert header.endswith("CPU seconds")
