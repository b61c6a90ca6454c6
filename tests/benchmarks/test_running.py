from __future__ import annotations

import sys

import pytest

from benchmarks import __main__ as command
from benchmarks.harness.case import Case, Contender, Target
from benchmarks.harness.rows import Row
from benchmarks.harness.running import Outcome, differing, ratios
from tests.benchmarks.conftest import Run, case, contender


def test_a_right_answer_of_all_is_exit_code_0(run: Run) -> None:
    code, rows = run(case(contender("ours", "answering", {"cost": 3}), expected={"cost": 3}))
    assert (0, ["ok"]) == (code, [row["status"] for row in rows])


def test_a_wrong_answer_of_a_trusted_contender_is_exit_code_1(run: Run) -> None:
    code, rows = run(case(contender("ours", "answering", {"cost": 4}), expected={"cost": 3}))
    assert (1, "wrong", "cost is 4, not 3") == (code, rows[0]["status"], rows[0]["why"])


def test_a_wrong_answer_of_a_peer_is_shown_and_is_exit_code_0(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    code, rows = run(case(contender("peer", "answering", {"cost": 4}, trusted=False), expected={"cost": 3}))
    assert (0, "wrong") == (code, rows[0]["status"])
    assert "wrong: cost is 4, not 3" in capsys.readouterr().out


def test_an_expected_part_that_is_missing_is_wrong() -> None:
    assert differing({"cost": 3}, {"expanded": 3}) == "cost is None, not 3"


def test_floats_may_differ_in_their_last_digits_and_counts_may_not() -> None:
    assert differing({"cost": 0.3, "stored": 10**12}, {"cost": 0.1 + 0.2, "stored": 10**12}) == ""
    assert differing({"cost": 0.3}, {"cost": 0.3001}) != ""
    assert differing({"stored": 10**12}, {"stored": 10**12 + 1}) != ""


@pytest.mark.costly
def test_what_is_expected_of_a_contender_stands_for_what_is_expected_of_the_case(run: Run) -> None:
    own = contender("own", "answering", {"cost": 5}, expected={"cost": 5})
    unknown = contender("unknown", "answering", {"cost": 6}, expected={})
    code, rows = run(case(own, unknown, expected={"cost": 3}))
    assert (0, ["ok", "ok"]) == (code, [row["status"] for row in rows])


def test_a_contender_that_raises_has_failed(run: Run) -> None:
    code, rows = run(case(contender("ours", "failing")))
    assert (1, "failed", "ValueError: nothing to search") == (code, rows[0]["status"], rows[0]["why"])


def test_a_contender_that_dies_has_failed(run: Run) -> None:
    died = Contender(name="died", executable=sys.executable, arguments=("-c", "raise SystemExit('no such map')"))
    code, rows = run(case(died))
    assert (1, "exit code 1: no such map") == (code, rows[0]["why"])


def test_a_contender_over_its_time_is_not_done_and_no_failure(run: Run) -> None:
    code, rows = run(case(contender("ours", "sleeping", 60), seconds=0.5, rounds=3))
    assert (0, "not done", "not done in 0.5 s", 0) == (code, *(rows[0][name] for name in ("status", "why", "rounds")))


def test_an_executable_may_say_what_it_measured(run: Run) -> None:
    line = 'print("searching"); print(\'{"seconds": 2.5, "answer": {"cost": 3}}\')'
    code, rows = run(case(Contender(name="native", executable=sys.executable, arguments=("-c", line))))
    assert (0, 2.5, {"cost": 3}) == (code, rows[0]["seconds"]["median"], rows[0]["answer"])


def test_what_a_library_prints_is_not_taken_for_the_measurement(run: Run) -> None:
    assert run(case(contender("chatty", "printing"), expected={"cost": 1}))[0] == 0


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the peak cannot be set back")
def test_the_peak_of_memory_is_that_of_the_run(run: Run) -> None:
    size = 32 * 2**20
    _, rows = run(case(contender("ours", "holding", size)))
    grown = rows[0]["bytes_peak"]["median"] - rows[0]["bytes_before"]["median"]
    assert 0.9 * size < grown < 1.5 * size


@pytest.mark.costly
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere memory is not limited")
def test_a_limit_on_memory_ends_a_contender(run: Run) -> None:
    _, rows = run(case(contender("ours", "holding", 2**30), memory=2**29))
    assert (["failed"], True) == ([row["status"] for row in rows], rows[0]["why"].startswith("MemoryError"))


def test_a_run_may_measure_itself_and_is_warmed_up_when_the_case_says_so(run: Run) -> None:
    _, rows = run(case(contender("ours", "warmed"), warm_up=True))
    assert ({"calls": 2}, 0.25, 4.5) == (
        rows[0]["answer"],
        rows[0]["seconds"]["median"],
        rows[0]["figures"]["rate"]["median"],
    )


def test_each_goes_first_in_turn(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []

    def note(case: Case, contender: Contender) -> Row:
        order.append(contender.name)
        return {"seconds": 1.0, "answer": {}}

    monkeypatch.setattr("benchmarks.harness.running._run", note)
    run(case(*(contender(name, "printing") for name in "abc"), rounds=3))
    assert "abcbcacab" == "".join(order)


def test_ratios_are_taken_round_by_round_and_their_median_is_reported(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = {"a": iter([1.0, 8.0, 6.0]), "b": iter([2.0, 2.0, 2.0])}
    monkeypatch.setattr(
        "benchmarks.harness.running._run",
        lambda case, contender: {"seconds": next(seconds[contender.name]), "answer": {}},
    )
    target = Target(kind="ratio", of="a", to="b", at_most=2)
    _, rows = run(case(contender("a", "printing"), contender("b", "printing"), rounds=3, targets=(target,)))
    assert {"median": 6.0, "min": 1.0, "max": 8.0, "all": [1.0, 8.0, 6.0]} == rows[0]["seconds"]
    assert {"median": 3.0, "min": 0.5, "max": 4.0, "all": [0.5, 4.0, 3.0]} == {
        **rows[1]["ratio"],
        "all": rows[1]["ratio"]["all"],
    }
    assert (3.0, False) == (rows[0]["targets"][0]["found"], rows[0]["targets"][0]["met"])


def test_a_round_that_only_one_did_has_no_ratio() -> None:
    one = Outcome(runs={0: {"seconds": 1.0}, 1: {"seconds": 3.0}})
    other = Outcome(runs={1: {"seconds": 2.0}})
    assert [1.5] == ratios(one, other)


def test_a_suite_that_is_not_available_is_reported_and_not_a_failure(
    run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    code, rows = run("there is no compiler")
    assert (0, "not available", "there is no compiler") == (code, rows[0]["status"], rows[0]["why"])
    assert "trial: not available: there is no compiler" in capsys.readouterr().out


def test_a_contender_that_is_missing_is_not_available_and_no_failure(run: Run) -> None:
    code, rows = run(case(contender("ours", "printing"), contender("peer", "printing", missing="no wheel for it")))
    assert (0, ["ok", "not available"]) == (code, [row["status"] for row in rows])


def test_quick_leaves_out_what_is_not_for_it(run: Run) -> None:
    long, short = (
        case(contender("ours", "printing"), name=name, quick_rounds=rounds)
        for name, rounds in (("long", None), ("short", 1))
    )
    _, rows = run(long, short, arguments=("trial", "--quick"))
    assert ["short"] == [row["case"] for row in rows]


def test_a_single_case_may_be_named(run: Run) -> None:
    cases = [case(contender("ours", "printing"), name=name) for name in ("one", "other")]
    _, rows = run(*cases, arguments=("trial/other",))
    assert ["other"] == [row["case"] for row in rows]


@pytest.mark.costly
def test_rows_of_other_cases_are_kept_on_request(run: Run) -> None:
    cases = [case(contender("ours", "printing"), name=name) for name in ("one", "other")]
    run(*cases)
    _, rows = run(*cases, arguments=("trial/one", "--keep"))
    assert ["one", "other"] == sorted(row["case"] for row in rows)


def test_a_suite_may_be_left_out(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in command.SUITES if name != "core"]:
        monkeypatch.delitem(command.SUITES, name)
    _, rows = run(case(contender("ours", "printing")), arguments=("--without", "core"))
    assert ["trial"] == [row["suite"] for row in rows]


def test_each_row_says_where_when_and_of_what(run: Run) -> None:
    _, rows = run(case(contender("ours", "printing")), arguments=("trial", "--quick"))
    assert {"cpu", "cores", "memory", "system", "load"} == set(rows[0]["machine"])
    assert {"commit", "dirty", "date", "versions"} <= set(rows[0])
    assert ("python -m benchmarks trial --quick", True) == (rows[0]["command"], rows[0]["quick"])


def test_an_unknown_suite_is_refused_with_those_that_exist(capsys: pytest.CaptureFixture[str]) -> None:
    assert 2 == command.main(["speed"])
    assert f"there is no suite 'speed'; there are {', '.join(command.SUITES)}\n" == capsys.readouterr().err


def test_an_unknown_case_is_refused_with_those_that_exist(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    assert 2 == run(case(contender("ours", "printing")), arguments=("trial/speed",))[0]
    assert "suite trial has no case 'speed'; it has only\n" == capsys.readouterr().err


def test_an_interrupt_keeps_the_rows_that_were_done(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def first_only(one: Case, rounds: int, watch: object) -> list[Row]:
        if one.name == "second":
            raise KeyboardInterrupt
        return run_case(one, rounds)

    run_case = command.run_case
    monkeypatch.setattr(command, "run_case", first_only)
    code, rows = run(*(case(contender("ours", "printing"), name=name) for name in ("first", "second")))
    assert (130, ["first"]) == (code, [row["case"] for row in rows])


@pytest.mark.costly
def test_without_a_terminal_the_output_is_plain_text(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    run(case(contender("ours", "printing"), contender("peer", "printing"), rounds=2))
    written = capsys.readouterr()
    assert ("", False) == (written.err, "\r" in written.out or "\033" in written.out)
