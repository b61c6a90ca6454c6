"""Searches by the compiled engines of astarlib, compiled before they are timed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numba  # noqa: F401  # So that loading it isn't timed.

from astarlib import AStar, BeamSearch, CycleCheck, Limits, compiled, explore
from astarlib.engines import Engine
from astarlib.problems.grid import GridProblem
from astarlib.problems.npuzzle import NPuzzle
from astarlib.problems.npuzzle.instances import KORF_100
from benchmarks.programs.instances import grid_512
from benchmarks.programs.korf import named

DISTRIBUTIONS = ("numba", "llvmlite", "numpy")
Run = Callable[[], dict[str, Any]]

ENGINES: dict[str, Engine] = {
    "AStar": compiled.AStar(),
    "IDAStar": compiled.IDAStar(cycle_check=CycleCheck.PARENT),
    "IDAStar, whole path": compiled.IDAStar(),
    "ARAStar": compiled.ARAStar(),
}


def solve(engine: str, heuristic: str, numbers: Sequence[int]) -> Run:
    """Solve some of Korf's boards. Return the sums of costs and counters."""
    instances = [KORF_100.by_id(number) for number in numbers]
    problems = [instance.problem(heuristic=named(heuristic, (4, 4))) for instance in instances]

    def run() -> dict[str, Any]:
        found = [ENGINES[engine].search(problem) for problem in problems]
        counters = [result.statistics for result in found]
        answer = {
            "cost": sum(result.cost for result in found),
            "boards": len(found),
            "expanded": sum(one.expanded for one in counters),
            "generated": sum(one.generated for one in counters),
        }
        if engine == "AStar":
            answer["stored"] = sum(one.stored for one in counters)
        if heuristic == "Manhattan" and len(numbers) == 100:
            optima = sum(instance.optimum for instance in instances)
            answer["moves above the optimum"] = answer["cost"] - optima
        return answer

    run.warm_up = lambda: ENGINES[engine].search(problems[0])  # type: ignore[attr-defined]  # functions may have attributes
    return run


def bytes_per_node(number: int) -> Run:
    """Measure the bytes in use in the arrays of A* with Manhattan, for each stored state of a board."""
    problem = KORF_100.by_id(number).problem()

    def run() -> dict[str, Any]:
        search = compiled.AStar().start(problem)
        result = search.run()
        stored = result.statistics.stored
        used = search.bytes_in_use() or 0
        return {"cost": result.cost, "stored": stored, "figures": {"bytes per stored state": used / stored}}

    return run


def small_searches(package: str, count: int) -> Run:
    """Solve one small 8-puzzle many times, with A* of ``package``. It expands three states."""
    kind = {"astarlib": AStar, "astarlib.compiled": compiled.AStar}[package]
    problem, engine = NPuzzle("1 2 3 / 0 4 6 / 7 5 8"), kind()

    def run() -> dict[str, Any]:
        costs = [engine.search(problem).cost for _ in range(count)]
        return {"cost": sum(costs)}

    run.warm_up = lambda: engine.search(problem)  # type: ignore[attr-defined]  # of compiled best-first searches
    return run


def beam(package: str, width: int, number: int) -> Run:
    """Run one pass of beam search with Manhattan on one of Korf's boards, with the engine of ``package``."""
    kind = {"astarlib": BeamSearch, "astarlib.compiled": compiled.BeamSearch}[package]
    problem, engine = KORF_100.by_id(number).problem(), kind(width=width, complete=False)

    def run() -> dict[str, Any]:
        result = engine.search(problem)
        counters = result.statistics
        return {"cost": result.cost, "expanded": counters.expanded, "stored": counters.stored}

    run.warm_up = lambda: engine.start(problem)  # type: ignore[attr-defined]  # of compiled best-first searches
    return run


def exploration(package: str) -> Run:
    """Find all states of the 8-puzzle, with the function of ``package``."""
    functions: Mapping[str, Any] = {"astarlib": explore, "astarlib.compiled": compiled.explore}  # of different types
    find = functions[package]
    problem = NPuzzle("1 2 3 / 4 5 6 / 7 8 0")

    def run() -> dict[str, Any]:
        explored = find(problem)
        cost, states = max(explored.layers.items())
        return {"states": len(explored), "largest cost": cost, "states with it": states}

    run.warm_up = lambda: find(problem, limits=Limits(expanded=1))  # type: ignore[attr-defined]  # of compiled best-first searches
    return run


def grid_and_reading() -> Run:
    """Run A* on the grid of 512 x 512 cells, including the time to read the grid."""
    given = grid_512()

    def run() -> dict[str, Any]:
        result = compiled.AStar().search(GridProblem(given.rows, given.start, given.goal))
        return {"cost": result.cost, "expanded": result.statistics.expanded}

    run.warm_up = run  # type: ignore[attr-defined]  # of compiled best-first searches
    return run


def import_numba() -> Run:
    """Import numba in a fresh process, which every compiled search has to do."""

    def run() -> dict[str, Any]:
        return {"seconds": _process(["-c", "import numba"])[1]}

    run.warm_up = run  # type: ignore[attr-defined]
    return run


def command_line(engine: str, cache: str) -> Run:
    """Solve a first board by the command line, with the cache of compiled code ``"kept"`` or ``"empty"``."""
    words = ["-m", "astarlib", "solve", "npuzzle", "--korf", "79", "--compiled", "--engine", engine, "--json"]

    def run() -> dict[str, Any]:
        with tempfile.TemporaryDirectory() as folder:
            printed, seconds = _process(words, **({"ASTARLIB_CACHE": folder} if cache == "empty" else {}))
        return {"cost": json.loads(printed)["cost"], "seconds": seconds}

    if cache == "kept":
        run.warm_up = run  # type: ignore[attr-defined]
    return run


def _process(words: list[str], **variables: str) -> tuple[str, float]:
    """Run Python with these words and environment variables. Return its output and its CPU time."""
    # An installed library has its bytecode on disk.
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "", **variables}
    before = os.times()
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True, check=True, env=environment)
    after = os.times()
    return done.stdout, after.children_user + after.children_system - before.children_user - before.children_system
