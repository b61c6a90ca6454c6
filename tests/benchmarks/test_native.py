from __future__ import annotations

import json
import subprocess

import pytest

from astarlib import AStar, CycleCheck, IDAStar
from astarlib.problems.npuzzle import NPuzzle
from benchmarks.harness.case import NotAvailable
from benchmarks.native.compiling import executable

BOARDS = [NPuzzle.scrambled((4, 4), 40, seed=seed, goal=range(16)) for seed in range(20)]
COUNTERS = {"astar": ("expanded", "generated", "stored"), "ida_star": ("expanded", "generated")}
ENGINES = {"astar": AStar(), "ida_star": IDAStar(cycle_check=CycleCheck.PARENT)}


def compiled(name: str) -> str:
    try:
        return executable(name)
    except NotAvailable as reason:
        pytest.skip(str(reason))


@pytest.mark.slow
@pytest.mark.parametrize("how", ["scratch", "incremental"])
@pytest.mark.parametrize("name", ENGINES)
def test_the_yardsticks_do_just_what_our_engines_do(name: str, how: str) -> None:
    boards = [",".join(map(str, puzzle.initial_state)) for puzzle in BOARDS]
    done = subprocess.run([compiled(name), how, *boards], capture_output=True, text=True, check=True, timeout=600)
    results = [ENGINES[name].search(puzzle) for puzzle in BOARDS]
    counters = {one: sum(getattr(result.statistics, one) for result in results) for one in COUNTERS[name]}
    answer = json.loads(done.stdout)["answer"]
    assert {"cost": sum(result.cost for result in results), **counters} == {
        key: answer[key] for key in ("cost", *counters)
    }


@pytest.mark.costly
def test_a_yardstick_refuses_what_is_not_a_board() -> None:
    done = subprocess.run(
        [compiled("astar"), "scratch", "0,1"], capture_output=True, text=True, check=False, timeout=600
    )
    assert (1, {"error": "not 16 tiles: 0,1"}) == (done.returncode, json.loads(done.stdout))


def test_a_compiler_that_is_not_there_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CXX", "no-such-compiler")
    with pytest.raises(NotAvailable, match="no-such-compiler"):
        executable("astar")
