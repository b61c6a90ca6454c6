from __future__ import annotations

import csv
from pathlib import Path

import pytest

from astarlib.problems.npuzzle.instances import KORF_100
from benchmarks.harness.running import run_case
from benchmarks.programs.korf import PUBLISHED
from benchmarks.programs.roads import QUERIES
from benchmarks.suites import korf, movingai, native, notebook, rome, sudoku
from benchmarks.suites.given import DATA

MAP = "type octile\nheight 3\nwidth 3\nmap\n...\n.@.\n...\n"
SCENARIOS = "version 1\n0\tsmall.map\t3\t3\t0\t0\t2\t2\t4\n"


@pytest.fixture(autouse=True)
def no_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(DATA, "")


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


@pytest.mark.parametrize("suite", [korf, movingai, rome, sudoku, notebook])
def test_quick_and_full_have_the_same_cases(suite: object) -> None:
    quick, full = ([case.name for case in suite.cases(quick=quick)] for quick in (True, False))
    assert quick == full


def test_the_easiest_boards_are_those_of_the_published_counts() -> None:
    rows = sorted(rows_of(PUBLISHED), key=lambda row: int(row["gen_md"]))
    assert [int(row["id"]) for row in rows[:20]] == list(korf.EASIEST)


@pytest.mark.parametrize("counts", [native.A_STAR, native.IDA_STAR])
def test_the_costs_that_native_expects_are_the_published_optima(counts: dict[int, dict[str, int]]) -> None:
    optima = {count: sum(KORF_100.by_id(number).optimum for number in korf.EASIEST[:count]) for count in counts}
    assert optima == {count: expected["cost"] for count, expected in counts.items()}


def test_the_table_for_rome_has_220_queries() -> None:
    assert len(rows_of(QUERIES)) == 220


@pytest.mark.parametrize("suite", [movingai, rome])
def test_a_missing_file_gives_an_error_with_where_to_get_it(suite: object) -> None:
    (row,) = run_case(list(suite.cases(quick=True))[-1], rounds=1)
    assert row["status"] == "not available"
    assert "http" in row["why"]
    assert "--data" in row["why"]


@pytest.mark.costly
def test_a_map_that_is_given_is_measured(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "small.map").write_text(MAP)
    (tmp_path / "small.map.scen").write_text(SCENARIOS)
    monkeypatch.setenv(DATA, str(tmp_path))
    [case] = [case for case in movingai.cases(quick=True) if case.name == "small"]
    rows = run_case(case, rounds=1)
    assert ["ok", "ok"] == [row["status"] for row in rows]
    assert [True, False] == [row["answer"]["every optimum is found"] for row in rows]


@pytest.mark.costly
def test_an_optimum_that_is_not_found_is_wrong(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "small.map").write_text(MAP)
    (tmp_path / "small.map.scen").write_text(SCENARIOS.replace("\t4\n", "\t5\n"))
    monkeypatch.setenv(DATA, str(tmp_path))
    [case] = [case for case in movingai.cases(quick=True) if case.name == "small"]
    rows = run_case(case, rounds=1)
    assert rows[0]["status"] == "wrong"
