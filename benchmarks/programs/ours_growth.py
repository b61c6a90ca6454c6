"""Measure if a search slows down while it grows, and the memory for each stored state."""

from __future__ import annotations

import time
from collections.abc import Callable
from importlib import import_module
from statistics import mean
from types import SimpleNamespace
from typing import Any

from astarlib import AStar, Dijkstra, Limits, Search
from astarlib._support.memory import resident_memory
from astarlib.engines import Engine
from astarlib.problems.sudoku import IrregularSudoku
from astarlib.searching import driver
from benchmarks.programs.ours import problem_of
from benchmarks.programs.repeated import Run


def rates(sizes: list[int], collector: str, package: str = "astarlib") -> Run:
    """Run A* on a hard 15-puzzle. Return expansions per second while its table doubles to each size."""

    engine: Engine = import_module(package).AStar()

    def run() -> dict[str, Any]:
        if collector == "at work":
            vars(driver)["gc"] = SimpleNamespace(isenabled=lambda: False)  # Keep the collector on.
        search = engine.start(problem_of("15-puzzle, hard"))
        found = {size: _rate(search, size) for size in sizes}
        figures = {f"expansions/s at {size:,} stored": rate for size, rate in found.items()}
        figures["rate at the end / at the beginning"] = found[sizes[-1]] / found[sizes[0]]
        counters = search.statistics
        return {"expanded": counters.expanded, "stored": counters.stored, "figures": figures}

    # The code of a compiled engine is made before the time is taken.
    run.warm_up = lambda: engine.search(problem_of("15-puzzle"))  # type: ignore[attr-defined]  # functions may have attributes
    return run


def _rate(search: Search[Any, Any], size: int) -> float:
    """Return the expansions per second of the last half. Their number is preset, since a limit on states is polled."""
    search.run(Limits(stored=size / 2))
    counters = search.statistics
    steps = int(size / 2 / counters.stored * counters.expanded)
    started = time.process_time()
    search.run(Limits(expanded=steps))
    return steps / (time.process_time() - started)


def memory(name: str, expansions: int) -> Run:
    """Return the resident memory that a live search adds, divided by the number of states that it stores.

    It's the mean of eight measurements while the expansions double to ``expansions``. Hash tables grow in steps, so a
    single measurement could come just before or just after a step.
    """
    searches: dict[str, Callable[[], Search[Any, Any]]] = {
        "8-puzzle": lambda: Dijkstra().start(problem_of("8-puzzle")),
        "15-puzzle": lambda: AStar().start(problem_of("15-puzzle, hard")),
        "grid": lambda: Dijkstra().start(problem_of("grid")),
        "sudoku": lambda: Dijkstra().start(_empty_sudoku()),
    }
    search = searches[name]()

    def run() -> dict[str, Any]:
        before, found = resident_memory(), []
        for step in range(8):
            more = int(expansions * 2 ** ((step - 7) / 8)) - search.statistics.expanded
            search.run(Limits(expanded=more))
            found.append((resident_memory() - before) / search.statistics.stored)
        return {"stored": search.statistics.stored, "figures": {"bytes per stored state": mean(found)}}

    return run


def _empty_sudoku() -> IrregularSudoku:
    boxes = [[row // 3 * 3 + column // 3 for column in range(9)] for row in range(9)]
    return IrregularSudoku([[0] * 9 for _ in range(9)], boxes)
