from __future__ import annotations

import dataclasses

import pytest

from astarlib.problems.npuzzle.instances import KORF_100
from benchmarks.harness.case import Case
from benchmarks.harness.running import run_case
from benchmarks.programs.instances import KORF_79, KORF_88
from benchmarks.suites import core, memory, startup


def core_case(name: str) -> Case:
    return next(case for case in core.cases(quick=True) if case.name == name)


@pytest.mark.parametrize(("number", "tiles"), [(79, KORF_79), (88, KORF_88)])
def test_korfs_boards_are_those_that_he_published(number: int, tiles: object) -> None:
    instance = KORF_100.by_id(number).problem()
    assert (instance.initial_state, instance.goal, 4) == tiles


def test_the_cost_that_core_expects_is_the_published_optimum() -> None:
    assert KORF_100.by_id(79).optimum == core_case("15-puzzle").expected["cost"]


@pytest.mark.slow
def test_the_generic_loop_and_those_by_hand_do_the_same_on_the_8_puzzle() -> None:
    rows = run_case(core_case("8-puzzle"), rounds=1)
    assert {"ok"} == {row["status"] for row in rows}


@pytest.mark.parametrize("suite", [core, memory, startup])
def test_quick_and_full_have_the_same_cases(suite: object) -> None:
    quick, full = ([case.name for case in suite.cases(quick=quick)] for quick in (True, False))
    assert quick == full


@pytest.mark.costly
def test_import_loads_nothing_heavy() -> None:
    (case,) = startup.cases(quick=True)
    alone = dataclasses.replace(case.contenders[1], arguments=(1,))
    rows = run_case(dataclasses.replace(case, contenders=(alone,)), rounds=1)
    assert ("ok", []) == (rows[0]["status"], rows[0]["answer"]["heavy modules"])
