import csv
import io
import itertools
import json
import math
import platform
import re
import subprocess
import sys
from fractions import Fraction

import pytest
from helpers.sampling import in_turn

from astarlib import AStar, Dijkstra, FunctionProblem, GreedyBestFirst, LimitKind, Limits, Status, WeightedAStar
from astarlib.comparing import ComparisonRow, ComparisonTable, compare, comparisons, running
from astarlib.errors import InvalidProblemError
from astarlib.problems.npuzzle import Hamming, LinearConflict, Manhattan, NPuzzle

EIGHT = NPuzzle("8 1 7 / 4 5 6 / 2 0 3", goal="0 1 2 / 3 4 5 / 6 7 8")
UNSOLVABLE = NPuzzle("2 1 / 3 0")


def line(length=3, *, cost=1, h=None):
    """Steps from 0 to ``length``."""
    return FunctionProblem(
        0,
        successors=lambda n: [("step", n + 1, cost)] if n < length else [],
        is_goal=lambda n: n == length,
        heuristic=h,
    )


def detour(h):
    """From S to G for 3 by way of A, or for 10 at once."""
    edges = {"S": [("long", "G", 10), ("short", "A", 1)], "A": [("on", "G", 2)], "G": []}
    return FunctionProblem("S", successors=edges.__getitem__, is_goal="G".__eq__, heuristic=h)


OVERESTIMATING = detour(lambda state: {"A": 50}.get(state, 0))


def row(**changes):
    usual = {
        "problem": "p", "engine": "e", "heuristic": None, "status": Status.SOLVED, "limit": None, "cost": 4,
        "lower_bound": 4, "suboptimality_bound": 1.0, "optimal": True, "expanded": 1234, "generated": 2, "evaluated": 3,
        "stored": 4, "peak_memory": 1536 * 1024, "seconds": 0.25, "cpu_seconds": 0.125,
    }  # fmt: skip
    return ComparisonRow(**{**usual, **changes})


# --- running ----------------------------------------------------------------------------------------------------------


def test_each_engine_runs_on_each_problem_in_the_order_given():
    table = compare({"line": line(), "eight": EIGHT}, {"a": AStar(), "g": GreedyBestFirst()})
    assert [(row.problem, row.engine) for row in table] == [
        ("line", "a"),
        ("line", "g"),
        ("eight", "a"),
        ("eight", "g"),
    ]
    assert len(table) == 4


def test_a_row_says_what_the_result_says():
    result = AStar().search(EIGHT)
    (row,) = compare([EIGHT], [AStar()])
    statistics = result.statistics
    assert (row.status, row.limit, row.cost, row.lower_bound) == (Status.SOLVED, None, 25, 25)
    assert (row.suboptimality_bound, row.optimal) == (1, True)
    assert (row.expanded, row.generated) == (statistics.expanded, statistics.generated)
    assert (row.evaluated, row.stored) == (statistics.evaluated, statistics.stored)
    assert row.seconds > 0


def test_a_solution_that_is_not_proved_optimal_is_not_called_so():
    (row,) = compare([EIGHT], [GreedyBestFirst()])
    assert row.suboptimality_bound > 1
    assert not row.optimal


def test_without_a_solution_cost_and_ratio_are_absent():
    (row,) = compare([UNSOLVABLE], [AStar()])
    assert (row.status, row.cost, row.suboptimality_bound, row.optimal) == (Status.UNSOLVABLE, None, None, False)
    assert row.lower_bound == math.inf


def test_every_run_has_the_same_limits():
    table = compare([EIGHT], [AStar(), Dijkstra()], limits=Limits(expanded=5))
    assert [(row.expanded, row.limit) for row in table] == [(5, LimitKind.EXPANDED)] * 2


def test_without_names_problems_are_called_by_class_and_place_and_engines_by_repr():
    table = compare([EIGHT, line()], [WeightedAStar(weight=2)])
    assert [row.problem for row in table] == ["NPuzzle 1", "FunctionProblem 2"]
    assert {row.engine for row in table} == {"WeightedAStar(weight=2)"}


@pytest.mark.costly
def test_each_heuristic_takes_the_place_of_the_problems_own():
    table = compare([EIGHT], [AStar()], heuristics={"hamming": Hamming(), "manhattan": Manhattan()})
    expanded = {row.heuristic: row.expanded for row in table}
    assert expanded["hamming"] > expanded["manhattan"] == AStar().search(EIGHT).statistics.expanded
    assert {row.cost for row in table} == {25}


def test_an_engine_that_evaluates_no_heuristic_runs_once():
    table = compare([line()], [Dijkstra(), AStar()], heuristics={"zero": lambda n: 0, "exact": lambda n: 3 - n})
    assert [row.heuristic for row in table] == [None, "zero", "exact"]


def test_rows_come_one_by_one_so_that_a_failure_leaves_those_before_it():
    broken = line(h=lambda n: -1)
    rows = comparisons({"good": line(), "broken": broken}, [AStar()])
    assert next(rows).cost == 3
    with pytest.raises(InvalidProblemError, match="heuristic"):
        next(rows)


def test_the_observer_receives_every_run():
    events = []
    compare([line(), line()], [AStar(), Dijkstra()], observer=events.append)
    assert [type(event).__name__ for event in events].count("Finished") == 4


@pytest.mark.costly
def test_peak_memory_grows_with_the_states_that_are_held():
    script = (
        "from astarlib import Dijkstra, FunctionProblem\n"
        "from astarlib.comparing import compare\n"
        "problem = FunctionProblem(0, successors=lambda n: [('on', n + 1, 1)], is_goal=lambda n: n == 100_000)\n"
        "(row,) = compare([problem], [Dijkstra()])\n"
        "print(row.peak_memory)\n"
    )
    # In a process of its own: in this one, other tests have left memory that is free to be used again.
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.strip()
    if told != "None":  # Only if the system reports it.
        assert 100_000 * 50 < int(told) < 100_000 * 2000


@pytest.mark.costly
def test_a_second_run_does_not_reuse_the_memory_of_the_first_unnoticed():
    script = (
        "from astarlib import Dijkstra, FunctionProblem\n"
        "from astarlib.comparing import compare\n"
        "problem = FunctionProblem(0, successors=lambda n: [('on', n + 1, 1)], is_goal=lambda n: n == 100_000)\n"
        "for row in compare([problem], {'first': Dijkstra(), 'second': Dijkstra(), 'third': Dijkstra()}):\n"
        "    print(row.peak_memory)\n"
    )
    printed = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split()
    if platform.libc_ver()[0] == "glibc" and "None" not in printed:  # Other C libraries keep the freed memory.
        first, second, third = map(int, printed)
        assert 0.6 * first < second < 1.6 * first
        assert 0.6 * first < third < 1.6 * first


@pytest.mark.parametrize(("size", "cell"), [(0, "-"), (2**20 - 1, "-"), (2**20, "1.0 MiB"), (None, "-")])
def test_the_table_shows_no_figure_for_a_growth_that_is_too_small_to_measure(size, cell):
    *_, line, _ = ComparisonTable((row(peak_memory=size), row())).to_markdown().splitlines()
    assert cell == line.split(" | ")[-2]


def test_a_table_without_any_figure_of_memory_has_no_column_for_it():
    assert "memory growth" in ComparisonTable((row(), row(peak_memory=None))).to_text()
    assert "memory growth" not in ComparisonTable((row(peak_memory=None), row(peak_memory=5))).to_text()


@pytest.mark.parametrize("width", [60, 70, 80, 100, 240])
def test_no_line_is_wider_than_asked_and_what_is_left_out_is_named(width):
    long = row(engine="BatchWeightedAStar(weight=1.5, tie_break=TieBreak.LOW_H)", heuristic="pattern-database")
    table = ComparisonTable((long, row(cost=1, lower_bound=9), row(status=Status.LIMIT, limit=LimitKind.EXPANDED)))
    lines = table.to_text(width=width).splitlines()
    assert max(map(len, lines)) <= width
    assert all(name in lines[0] for name in ("heuristic", "engine", "status", "cost", "expanded", "seconds"))
    whole = table.to_text().splitlines()[0]
    words = " ".join(lines).replace(",", " ").split()
    assert all(word in words for word in whole.split())
    assert ("left out to fit" in " ".join(lines)) == (len(lines[0].split()) < len(whole.split()))


def test_a_column_is_left_out_only_if_the_line_would_be_too_wide():
    table = ComparisonTable((row(problem="a", cost=1, lower_bound=9), row(problem="b")))
    whole = table.to_text().splitlines()[1]
    rules = [table.to_text(width=width).splitlines()[1] for width in range(60, len(whole) + 1)]
    assert (len(rules) > 2, whole) == (True, rules[-1])
    for width, (narrower, rule) in enumerate(itertools.pairwise(rules), 61):
        assert len(rule) == width if rule != narrower else len(rule) < width


def test_a_table_of_one_problem_leaves_its_name_out_first_and_one_of_several_never():
    one, two = row(problem="a"), row(problem="b")
    assert "problem" not in ComparisonTable((one, one)).to_text(width=90).splitlines()[0]
    assert "problem" in ComparisonTable((one, one)).to_text(width=120).splitlines()[0]
    assert "problem" in ComparisonTable((one, two)).to_text(width=60).splitlines()[0]


def test_numbers_are_never_shortened():
    text = ComparisonTable((row(expanded=10**60, engine="e" * 50),)).to_text(width=60)
    assert f"{10**60:,}" in text
    assert [f"{7 * 'e'}…"] == re.findall("e+…", text)


def test_a_notebook_shows_a_table_with_all_texts_escaped():
    table = ComparisonTable((row(engine="<b>", cost=1, lower_bound=9), row()))
    shown = table._repr_html_()
    assert shown.count("<tr>") == 3
    assert "&lt;b&gt;" in shown
    assert "<b>" not in shown
    assert "Disagreement: " in shown
    assert "Disagreement" not in ComparisonTable((row(),))._repr_html_()


def test_peak_memory_is_absent_where_the_system_does_not_report(monkeypatch):
    monkeypatch.setattr(running, "reset_peak_memory", lambda: None)
    (row,) = compare([line()], [AStar()])
    assert row.peak_memory is None


def test_a_run_that_is_repeated_has_the_median_of_its_cpu_times_and_the_counts_of_one(monkeypatch):
    ticks = iter([0, 9, 10, 11, 20, 22])
    monkeypatch.setattr(running, "process_time", lambda: next(ticks))
    finished = []
    (row,) = compare([EIGHT], [AStar()], repeats=3, observer=finished.append)
    assert (2, 3) == (row.cpu_seconds, row.repeats)
    assert [type(event).__name__ for event in finished].count("Finished") == 3
    assert row.expanded == AStar().search(EIGHT).statistics.expanded


def test_a_run_that_is_not_repeated_has_its_own_cpu_time():
    (row,) = compare([EIGHT], [AStar()])
    assert row.repeats == 1
    assert 0 < row.cpu_seconds


@in_turn(
    "problems, engines, kind, named",
    [
        ([], [AStar()], ValueError, "no problem"),
        ([EIGHT], [], ValueError, "no engine"),
        ([EIGHT], [AStar(), AStar()], ValueError, r"two engines are named AStar\(\)"),
        (EIGHT, [AStar()], TypeError, "problems must be a list"),
        ([EIGHT], AStar(), TypeError, "engines must be a list"),
        ([EIGHT], ["astr"], ValueError, "no engine 'astr'; did you mean 'astar'"),
        ([EIGHT], [AStar], TypeError, "AStar.* must be an instance"),
    ],
)
def test_what_cannot_be_compared_is_refused_at_once(problems, engines, kind, named):
    with pytest.raises(kind, match=named):
        comparisons(problems, engines)


def test_no_heuristics_at_all_is_a_mistake():
    with pytest.raises(ValueError, match="no heuristic"):
        compare([EIGHT], [AStar()], heuristics={})


# --- disagreements ----------------------------------------------------------------------------------------------------


@pytest.mark.costly
def test_optimal_engines_agree_with_admissible_heuristics():
    table = compare([EIGHT], [AStar(), Dijkstra(), WeightedAStar()], heuristics={"lc": LinearConflict()})
    assert table.disagreements == ()


def test_a_proved_optimum_above_another_solution_is_a_disagreement():
    (sentence,) = compare({"detour": OVERESTIMATING}, {"a": AStar(), "d": Dijkstra()}).disagreements
    assert "detour: d found a solution of cost 3, but a claims that none costs less than 10" in sentence
    assert "overestimates somewhere." in sentence


def cells(text, engine):
    line = next(line for line in text.splitlines() if engine in line)
    return re.split(r"  +|\s\|\s", line)


def test_no_row_that_another_one_refutes_is_called_optimal():
    table = compare({"detour": OVERESTIMATING}, {"alpha": AStar(), "beta": Dijkstra()})
    for text in (table.to_text(), table.to_markdown(), table._repr_html_().replace("</td><td>", "  ")):
        assert "if h never overestimates" not in text  # No proof with this condition is left.
    for text in (table.to_text(), table.to_markdown()):
        assert "no" in cells(text, "alpha")
        assert "yes" not in cells(text, "alpha")
        assert "yes" in cells(text, "beta")


@pytest.mark.costly
def test_the_table_names_the_condition_of_a_proof():
    table = compare({"eight": EIGHT}, {"alpha": AStar(), "beta": Dijkstra(), "gamma": GreedyBestFirst()})
    assert [row.condition for row in table] == ["h never overestimates", "", "h never overestimates"]
    for text in (table.to_text(), table.to_markdown()):
        assert [next(cell for cell in ("yes", "if h", "not proved") if cell in cells(text, name))
                for name in ("alpha", "beta", "gamma")] == ["if h", "yes", "not proved"]  # fmt: skip
        assert text.count('"if h" means: proved to be optimal if h never overestimates') == 1


def test_without_an_engine_that_uses_no_heuristic_dijkstra_is_named_as_the_arbiter():
    heuristics = {"over": lambda state: {"A": 50}.get(state, 0), "zero": lambda state: 0}
    (sentence,) = compare([OVERESTIMATING], [AStar()], heuristics=heuristics).disagreements
    assert "with zero found a solution of cost 3" in sentence
    assert sentence.endswith("Add Dijkstra, which uses no heuristic, to the comparison to find out.")


def test_a_proof_that_there_is_no_solution_disagrees_with_a_solution():
    dead = detour(lambda state: math.inf if state != "S" else 0)
    (sentence,) = compare([dead], {"a": AStar(), "d": Dijkstra()}).disagreements
    assert "a claims that there is none" in sentence


def test_a_bound_is_also_refuted_by_a_solution_that_is_not_optimal():
    table = ComparisonTable((row(engine="a", cost=9, lower_bound=9), row(engine="g", cost=8, lower_bound=1)))
    (sentence,) = table.disagreements
    assert "g found a solution of cost 8, but a claims that none costs less than 9" in sentence


def test_a_claim_without_a_heuristic_is_blamed_on_the_problem():
    costs = itertools.count(5, -1)  # The cost differs in each run.
    unsteady = FunctionProblem(0, successors=lambda n: [("go", 1, next(costs))], is_goal=lambda n: n == 1)
    table = compare([unsteady], {"one": Dijkstra(), "two": AStar()})
    (sentence,) = table.disagreements
    assert "behaves differently in the two runs" in sentence


def test_rounding_is_not_a_disagreement_but_an_integer_is():
    floats = (row(lower_bound=0.1 + 0.2, cost=0.1 + 0.2), row(lower_bound=0.3, cost=0.3))
    assert ComparisonTable(floats).disagreements == ()
    large = (row(lower_bound=10**15 + 1, cost=10**15 + 1), row(lower_bound=10**15, cost=10**15))
    assert len(ComparisonTable(large).disagreements) == 1


def test_costs_of_any_kind_and_size_are_reported_exactly():
    (sentence,) = ComparisonTable((row(cost=Fraction(1, 2), lower_bound=0), row(lower_bound=1_234_567))).disagreements
    assert "of cost 0.5, but e claims that none costs less than 1,234,567." in sentence


def test_rows_of_different_problems_cannot_disagree():
    assert ComparisonTable((row(problem="a", cost=9, lower_bound=9), row(problem="b"))).disagreements == ()


# --- forms ------------------------------------------------------------------------------------------------------------


def test_the_text_has_a_line_for_each_row_and_aligned_columns():
    table = ComparisonTable((row(), row(engine="longer", expanded=1_234_567)))
    header, rule, *lines = table.to_text().splitlines()
    assert header.split() == [
        "problem", "engine", "status", "cost", "bound", "within", "optimal",
        "expanded", "generated", "stored", "memory", "growth", "seconds",
    ]  # fmt: skip
    assert rule.startswith("-------  ------  ------")
    assert [line.split()[1] for line in lines] == ["e", "longer"]
    assert "    1,234 " in lines[0]
    assert "1,234,567 " in lines[1]
    assert len(set(map(len, [rule, *lines]))) == 1
    assert str(table) == table.to_text()


def test_the_heuristic_has_a_column_only_where_one_is_named():
    assert "heuristic" not in ComparisonTable((row(),)).to_text()
    text = ComparisonTable((row(heuristic="manhattan"), row())).to_text()
    assert "heuristic" in text.splitlines()[0]
    assert "manhattan" in text


def test_repeated_runs_show_their_median_in_place_of_the_one_time():
    header, _, line = ComparisonTable((row(repeats=3),)).to_text().splitlines()
    assert header.split()[-2:] == ["CPU", "seconds"]
    assert line.split()[-1] == "0.125"
    assert ComparisonTable((row(),)).to_text().splitlines()[2].split()[-1] == "0.250"


def test_what_is_absent_is_a_dash_and_a_limit_is_named():
    stopped = row(status=Status.LIMIT, limit=LimitKind.SECONDS, cost=None, suboptimality_bound=None, peak_memory=None)
    cells = ComparisonTable((stopped,)).to_text().splitlines()[2].split()
    assert cells == ["p", "e", "LIMIT", "SECONDS", "-", "4", "-", "-", "1,234", "2", "4", "0.250"]


def test_a_ratio_is_rounded_up_so_that_it_stays_true():
    text = ComparisonTable((row(cost=4, lower_bound=3, suboptimality_bound=4 / 3, optimal=False),)).to_text()
    assert "1.334" in text
    assert "not proved" in text


def test_disagreements_stand_below_every_form_for_people():
    table = compare({"detour": OVERESTIMATING}, {"a": AStar(), "d": Dijkstra()})
    assert table.to_text().splitlines()[-1].startswith("DISAGREEMENT: detour: d found")
    assert table.to_markdown().splitlines()[-1].startswith("**Disagreement**: detour: d found")


def test_markdown_is_a_table_whose_cells_are_escaped():
    header, rule, cells = ComparisonTable((row(problem="a|b\nc"),)).to_markdown().splitlines()
    assert header.startswith("| problem | engine | status |")
    assert rule.startswith("| --- | --- | --- | ---: |")
    assert cells.startswith("| a\\|b c | e |")
    assert cells.count(" | ") == header.count(" | ")


def test_csv_has_every_field_unrounded_and_absent_ones_empty():
    table = ComparisonTable(
        (row(suboptimality_bound=4 / 3, problem='say "a, b"'), row(cost=None, limit=LimitKind.COST))
    )
    first, second = csv.DictReader(io.StringIO(table.to_csv()))
    assert first["problem"] == 'say "a, b"'
    assert float(first["suboptimality_bound"]) == 4 / 3
    assert (first["status"], first["peak_memory"], first["expanded"]) == ("SOLVED", "1572864", "1234")
    assert (second["cost"], second["limit"], first["limit"]) == ("", "COST", "")


def test_json_is_strict_and_what_is_infinite_or_absent_is_null():
    def refuse(name):
        raise AssertionError(name)

    table = ComparisonTable(
        (row(cost=None, lower_bound=math.inf), row(cost=Fraction(1, 2), lower_bound=Fraction(1, 2), problem="q"))
    )
    report = json.loads(table.to_json(), parse_constant=refuse)
    first, second = report["rows"]
    assert (first["cost"], first["lower_bound"], first["status"]) == (None, None, "SOLVED")
    assert second["cost"] == 0.5
    assert report["disagreements"] == []


def test_json_shows_the_disagreements():
    table = compare([OVERESTIMATING], [AStar(), Dijkstra()])
    assert json.loads(table.to_json())["disagreements"] == list(table.disagreements)
