"""Tasks in PDDL with astarlib: from the text to a cheapest plan."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from astarlib import AStar, Dijkstra, compiled
from astarlib.engines import Engine
from astarlib.problems.planning import PlanningProblem
from benchmarks.programs.pddl_texts import SERIES, largest_within
from benchmarks.programs.repeated import Run

SEARCHES: Final[dict[str, Callable[[], Engine]]] = {
    "blind": Dijkstra,
    "LM-cut": AStar,
    "blind, compiled": compiled.Dijkstra,
    "LM-cut, compiled": compiled.AStar,
}


def solve(series: str, size: int, search: str) -> Run:
    """Solve a task: the cost of a cheapest plan, the expansions per second, and the seconds before the search."""
    engine, texts = SEARCHES[search](), SERIES[series](size)
    if search.endswith("compiled"):
        engine.search(PlanningProblem.from_text(*SERIES[series](2)))  # It loads or compiles the code.

    def run() -> dict[str, object]:
        started = time.process_time()
        problem = PlanningProblem.from_text(*texts)
        ready = time.process_time()
        result = engine.search(problem)
        seconds = time.process_time() - ready
        figures = {
            "expanded": result.statistics.expanded,
            "expanded per second": result.statistics.expanded / seconds,
            "seconds before the search": ready - started,
        }
        return {"cost": result.cost, "figures": figures}

    return run


def cover(series: str, search: str, seconds: float) -> Run:
    """Solve tasks of growing size, until one takes more than some seconds. Return the size of the largest solved."""
    engine = SEARCHES[search]()

    def solve_one(size: int) -> None:
        engine.search(PlanningProblem.from_text(*SERIES[series](size)))

    solve_one(2)  # It loads or compiles the code.
    return lambda: {"figures": {"largest": largest_within(seconds, solve_one)}}
