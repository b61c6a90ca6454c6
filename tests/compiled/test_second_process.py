"""Compiled code that is loaded from disk gives the same results as in the process that compiled it."""

import os
import subprocess
import sys

import pytest

SCRIPT = """
from astarlib import CycleCheck, Limits, TieBreak, compiled
from astarlib.problems.graph import GraphProblem
from astarlib.problems.grid import GridProblem
from astarlib.problems.hanoi import TowersOfHanoi
from astarlib.problems.npuzzle import NPuzzle
from astarlib.problems.pancake import PancakeProblem

LINE = {i: {i + 1: 1} for i in range(30)} | {30: {}}
FLOATS = {0: {1: 0.5, 2: 2.5}, 1: {2: 0.25}, 2: {}}
PROBLEMS = {
    "graph": GraphProblem(LINE, 0, 30),
    "graph with floats": GraphProblem(FLOATS, 0, 2),
    "graph with h": GraphProblem(LINE, 0, 30, heuristic=lambda node: 30 - node),
    "grid of 4": GridProblem("....\\n.##.\\n....", (0, 0), (3, 2)),
    "grid of 8": GridProblem("....\\n....\\n....", (0, 0), (3, 2), connectivity=8),
    "pancakes": PancakeProblem([3, 1, 4, 2, 5]),
    "plain": TowersOfHanoi(disks=4),
    "board": NPuzzle("1 2 3 / 4 5 6 / 0 7 8"),
    "board of 15": NPuzzle("1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 0 13 14 15"),
}
ENGINES = [
    compiled.AStar(), compiled.AStar(tie_break=TieBreak.FIFO), compiled.WeightedAStar(weight=1.5),
    compiled.GreedyBestFirst(), compiled.Dijkstra(), compiled.IDAStar(),
    compiled.IDAStar(cycle_check=CycleCheck.PARENT), compiled.BidirectionalDijkstra(),
]
misses = 0
for name, problem in PROBLEMS.items():
    if name in WANTED:
        for engine in ENGINES if engines is None else [ENGINES[at] for at in engines]:
            search = engine.start(problem)
            print(name, search.run(Limits(expanded=20_000)))
            algorithm = search._algorithm
            if isinstance(engine, compiled.BidirectionalDijkstra):
                kernel = algorithm._frontiers.kernels.search
            else:
                kernels = algorithm._kernels
                kernel = kernels.functions.deepen if isinstance(engine, compiled.IDAStar) else kernels.search
            misses += sum(kernel.stats.cache_misses.values())
print("compiled again:", misses > 0)
"""


OPTIONS = {"capture_output": True, "text": True, "timeout": 900}


def outcomes(wanted, engines, cache, count):
    """Return the output of some processes that run one after the other and share a cache."""
    code = f"WANTED, engines = {wanted!r}, {engines!r}\n" + SCRIPT
    environment = {**os.environ, "ASTARLIB_CACHE": str(cache)}
    runs = [subprocess.run([sys.executable, "-c", code], env=environment, check=False, **OPTIONS) for _ in range(count)]
    assert [0] * count == [run.returncode for run in runs], runs[-1].stderr
    return [run.stdout.splitlines() for run in runs]


def assert_same(first, *others):
    assert first[-1] == "compiled again: True"
    assert all(other == [*first[:-1], "compiled again: False"] for other in others)


@pytest.mark.costly
def test_ida_star_on_small_domains_works_in_every_process(tmp_path):
    """The code on disk used to lack the recursion when LLVM could inline it."""
    wanted = ("grid of 8",)
    runs = outcomes(wanted, [5], tmp_path, 2)
    assert 1 + len(wanted) == len(runs[0])
    assert_same(*runs)


@pytest.mark.costly
def test_the_translation_of_a_plain_problem_works_in_every_process(tmp_path):
    runs = outcomes(("plain",), [0], tmp_path, 2)
    assert len(runs[0]) == 2
    assert_same(*runs)


@pytest.mark.slow
def test_every_engine_on_every_problem_works_in_every_process(tmp_path):
    wanted = (
        "graph",
        "graph with floats",
        "graph with h",
        "grid of 4",
        "grid of 8",
        "pancakes",
        "board",
        "board of 15",
    )
    runs = outcomes(wanted, None, tmp_path, 3)
    assert 1 + 8 * len(wanted) == len(runs[0])
    assert_same(*runs)


@pytest.mark.costly
def test_the_name_disk_alone_lets_explore_use_files(tmp_path):
    code = (
        "import sys; from astarlib import explore; from astarlib.compiled import Disk; from astarlib.problems.pancake "
        "import PancakeProblem; print(explore(PancakeProblem('2 1 3'), storage=Disk(sys.argv[1])).layers)"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "states")]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    assert done.stdout == "(1, 2, 2, 1)\n"
