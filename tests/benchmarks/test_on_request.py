from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.harness.case import Case
from benchmarks.suites.given import DATA, EVERY, data_folder, every
from tests.benchmarks.conftest import Run, case, contender


def two_cases() -> tuple[Case, Case]:
    answers = contender("ours", "answering", {"cost": 1})
    return case(answers, name="short"), case(answers, name="long", on_request=True)


@pytest.mark.costly
def test_a_case_on_request_runs_only_when_it_is_named(run: Run) -> None:
    _, rows = run(*two_cases())
    assert ["short"] == [row["case"] for row in rows]
    _, rows = run(*two_cases(), arguments=("trial/long",))
    assert ["long"] == [row["case"] for row in rows]


def test_the_list_shows_what_runs_only_when_named(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    run(*two_cases(), arguments=("trial", "--list"))
    lines = ["trial/short: A case of a test", "trial/long: A case of a test (only when named)"]
    assert lines == capsys.readouterr().out.splitlines()


def test_a_folder_of_data_is_passed_to_the_suites_and_not_to_the_rows(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in (DATA, EVERY):
        monkeypatch.setenv(name, "")  # put back afterwards
    _, rows = run(*two_cases(), arguments=("trial", "--data", str(tmp_path), "--every", "7"))
    assert (tmp_path, 7) == (data_folder(), every(50))
    assert rows[0]["command"] == "python -m benchmarks trial --data FOLDER --every 7"


def test_without_a_folder_of_data_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(DATA, "")
    assert data_folder() is None
