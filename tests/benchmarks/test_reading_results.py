from __future__ import annotations

import copy
import json
import re
from pathlib import Path

import pytest

from benchmarks import compare, report
from benchmarks.harness.numbers import digits, duration
from benchmarks.harness.rows import Row, spread

MACHINE = {"cpu": "a processor", "cores": 2, "memory": 2**34, "system": "Linux 6.1", "load": 0.1}


def row(contender: str = "astarlib", case: str = "grid", **more: object) -> Row:
    usual: Row = {
        "suite": "core", "case": case, "title": "The work | of a case", "contender": contender, "status": "ok",
        "why": "", "trusted": True, "unlike": "", "answer": {"cost": 42, "expanded": 68_627}, "rounds": 3,
        "seconds": spread([0.4, 0.41, 0.45]), "wall": None, "prepared": None, "ratio": spread([1.0, 1.0, 1.0]),
        "bytes_before": spread([10]), "bytes_peak": spread([2**20 + 10]), "figures": {}, "targets": [],
        "versions": {"python": "CPython 3.11.7"}, "machine": MACHINE, "commit": "0123456789abcdef", "dirty": False,
        "date": "2026-01-02T03:04:05+00:00", "command": "python -m benchmarks", "quick": False,
    }  # fmt: skip
    return {**usual, **more}


def file_of(folder: Path, name: str, *rows: Row) -> str:
    path = folder / name
    path.write_text("".join(f"{json.dumps(one)}\n" for one in rows), encoding="utf-8")
    return str(path)


# --- compare ----------------------------------------------------------------------------------------------------------


def compared(folder: Path, old: list[Row], new: list[Row]) -> int:
    return compare.main([file_of(folder, "old", *old), file_of(folder, "new", *new)])


def test_a_changed_count_is_exit_code_1_and_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = row(answer={"cost": 42, "expanded": 68_628})
    assert 1 == compared(tmp_path, [row()], [other])
    assert "CHANGED ANSWERS\n  core · grid · astarlib: expanded 68,627 → 68,628\n" in capsys.readouterr().out


def test_a_count_that_is_gone_is_a_changed_one(tmp_path: Path) -> None:
    assert 1 == compared(tmp_path, [row()], [row(answer={"cost": 42})])


def test_one_that_has_become_wrong_is_exit_code_1(tmp_path: Path) -> None:
    assert 1 == compared(tmp_path, [row()], [row(status="wrong", why="cost is 4, not 42")])


@pytest.mark.parametrize(
    ("times", "mark"), [([0.46, 0.8, 0.9], "SLOWER"), ([0.1, 0.2], "FASTER"), ([0.44, 0.5], "(0.978–1.25)\n")]
)
def test_a_time_is_marked_when_it_lies_outside_of_both_ranges_and_is_exit_code_0(
    times: list[float], mark: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert 0 == compared(tmp_path, [row()], [row(seconds=spread(times))])
    assert mark in capsys.readouterr().out


def test_what_only_one_has_is_reported_and_exit_code_0(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert 0 == compared(tmp_path, [row(), row("older")], [row(), row("newer")])
    printed = capsys.readouterr().out
    assert ("older: only in OLD" in printed, "newer: only in NEW" in printed) == (True, True)


def test_runs_of_different_machines_are_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    compared(tmp_path, [row()], [row(machine={**MACHINE, "cores": 64})])
    assert "different machines" in capsys.readouterr().out


def test_a_file_without_results_is_exit_code_2_and_names_the_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "new").write_text("{}\n", encoding="utf-8")
    assert 2 == compare.main([file_of(tmp_path, "old", row()), str(tmp_path / "new")])
    assert "line 1 of" in capsys.readouterr().err


# --- report -----------------------------------------------------------------------------------------------------------


def test_the_same_rows_give_the_same_pages() -> None:
    rows = [row(), row("inline", unlike="bare"), row(case="ties")]
    assert report.pages_of(rows) == report.pages_of(copy.deepcopy(rows))


def test_a_page_says_how_where_and_when_under_each_table() -> None:
    page = report.pages_of([row(), row(case="ties")])["core.md"]
    for case in ("grid", "ties"):
        assert f"`python -m benchmarks core/{case}`: medians of 3 rounds" in page
    assert 2 == page.count("CPython 3.11.7, commit 0123456789; a processor, 2 cores, 16.0 GiB, Linux 6.1; 2026-01-02.")


def test_the_command_under_a_table_has_the_options_that_change_what_is_measured() -> None:
    given = "python -m benchmarks --without peers --data FOLDER --every 50"
    assert (
        "`python -m benchmarks core/grid --data FOLDER --every 50`:" in report.pages_of([row(command=given)])["core.md"]
    )


def test_a_table_has_times_with_ranges_ratios_and_memory() -> None:
    other = row("by hand", seconds=spread([0.2, 0.3, 0.25]), ratio=spread([2.0, 1.5, 1.6]))
    page = report.pages_of([row(), other])["core.md"]
    assert "|  | CPU time | times as fast as astarlib | memory |\n" in page
    assert "| by hand | 250 ms (200–300) | 1.60 (1.50–2.00) | 1.00 MiB |\n" in page
    assert "- All gave this answer: cost 42, expanded 68,627.\n" in page


def test_a_table_with_many_figures_has_a_column_for_each_program() -> None:
    names = ["expansions", "states", "bytes_written", "rounds", "layers", "files", "wall"]
    one = row(figures={name: spread([number, number]) for number, name in enumerate(names, 1)})
    page = report.pages_of([one, {**one, "contender": "by hand"}])["core.md"]
    assert "|  | astarlib | by hand |\n| --- | --: | --: |\n| CPU time |" in page.replace("    |", "|")
    assert "| layers | 5 | 5 |\n" in page  # not 5 (5–5)
    assert "| bytes written | 3 | 3 |\n" in page
    assert "| wall seconds | 7 | 7 |\n" in page


def test_a_chart_has_a_bar_for_each_time_and_cuts_very_long_ones() -> None:
    times = {"astarlib": 1.0, "half": 0.5, "slow": 10.5}
    rows = [row(name, seconds=spread([time])) for name, time in times.items()]
    rows.append(row("never", status="not done", why="not done in 120 s", seconds=None, ratio=None, answer={}))
    page = report.pages_of(rows)["core.md"]
    chart = page[page.index("[start:chart-grid]") : page.index("[end:chart-grid]")]
    assert re.findall(r">(\w+)</th><td><i (\S+ ?\S*)></i></td><td>(.*?)<", chart) == [
        ("astarlib", 'style="width: 10.00%"', "1.00 s"), ("half", 'style="width: 5.00%"', "500 ms"),
        ("slow", 'class="cut"', "10.5 s"), ("never", 'style="width: 0.00%"', "not done in 120 s"),
    ]  # fmt: skip
    assert "<table" not in report.pages_of(rows[:1])["core.md"]


def test_a_page_has_the_geometric_means_of_the_groups_of_cases() -> None:
    rows = [
        row(name, case, group=group, ratio=spread([ratio]))
        for case, group, ratio in (("tiles", "puzzles", 10.0), ("maze", "puzzles", 40.0), ("start", "", 3.0))
        for name, ratio in (("slow", 1.0), ("fast", ratio))
    ]
    assert "- slow / fast, geometric mean of 2 puzzles: 20.0\n" in report.pages_of(rows)["core.md"]
    assert "geometric mean" not in report.pages_of([row(), row("other")])["core.md"]


def test_what_is_not_like_for_like_not_done_or_wrong_is_shown_as_such() -> None:
    page = report.pages_of(
        [
            row(),
            row("bare", unlike="no limits"),
            row("slow", status="not done", why="not done in 120 s", seconds=None, ratio=None, answer={}),
            row("peer", status="wrong", why="cost is 44, not 42", trusted=False, answer={"cost": 44}),
        ]
    )["core.md"]
    assert "| bare † |" in page
    assert "- Not like for like: bare (no limits).\n" in page
    assert "| slow | not done in 120 s |" in page
    assert "wrong: cost is 44, not 42 |" in page


def test_bars_and_stars_are_not_markup() -> None:
    page = report.pages_of([row("a | b", title="A* on a grid")])["core.md"]
    assert ("| a \\| b |" in page, "**A\\* on a grid**" in page) == (True, True)


def test_check_detects_a_page_that_differs_from_the_rows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = [file_of(tmp_path, "rows", row()), "--into", str(tmp_path / "pages")]
    assert 1 == report.main([*arguments, "--check"])
    assert 0 == report.main(arguments)
    assert 0 == report.main([*arguments, "--check"])
    (tmp_path / "pages" / "gone.md").write_text("of a suite that is no more", encoding="utf-8")
    capsys.readouterr()
    assert 1 == report.main([*arguments, "--check"])
    assert "gone.md differs from the rows; run python -m benchmarks.report\n" == capsys.readouterr().err


# --- numbers ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.00042, "420 µs"), (0.0299, "29.9 ms"), (1.237, "1.24 s"), (0.0, "0.000 ns"), (5e-8, "50.0 ns")],
)
def test_durations_have_three_digits_in_the_unit_that_fits(seconds: float, text: str) -> None:
    assert text == duration(seconds)


@pytest.mark.parametrize(("value", "text"), [(1.0, "1.00"), (9.996, "10.0"), (112_739.7, "112,740"), (0.1637, "0.164")])
def test_digits_are_three_and_never_an_exponent(value: float, text: str) -> None:
    assert text == digits(value)
