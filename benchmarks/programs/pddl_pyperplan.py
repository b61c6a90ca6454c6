"""Tasks in PDDL with pyperplan, in an environment that has it."""

from __future__ import annotations

import logging
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from pyperplan import planner  # type: ignore[import-not-found]  # It's only in an environment of its own.
from pyperplan.heuristics.blind import BlindHeuristic  # type: ignore[import-not-found]  # the same
from pyperplan.heuristics.lm_cut import LmCutHeuristic  # type: ignore[import-not-found]  # the same
from pyperplan.search import astar_search  # type: ignore[import-not-found]  # the same

from benchmarks.programs.pddl_texts import SERIES, largest_within
from benchmarks.programs.repeated import Run

DISTRIBUTIONS: Final = ("pyperplan",)
HEURISTICS: Final[dict[str, Callable[[Any], Any]]] = {"blind": BlindHeuristic, "LM-cut": LmCutHeuristic}


class _Expanded(logging.Handler):
    """The number of expansions, which pyperplan only logs."""

    count = 0

    def emit(self, record: logging.LogRecord) -> None:
        """Remember the number of a message such as "17 Nodes expanded"."""
        words = record.getMessage().split()
        if words[1:] == ["Nodes", "expanded"]:
            self.count = int(words[0])


def _task(series: str, size: int) -> Any:
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder, name) for name in ("domain.pddl", "task.pddl")]
        for file, text in zip(files, SERIES[series](size), strict=True):
            file.write_text(text, encoding="utf-8")
        return planner._ground(planner._parse(*map(str, files)))  # as its planner does


def solve(series: str, size: int, search: str) -> Run:
    """Solve a task: the cost of a cheapest plan, the expansions per second, and the seconds before the search."""
    expanded = _Expanded(logging.INFO)
    logging.getLogger().addHandler(expanded)
    logging.getLogger().setLevel(logging.INFO)

    def run() -> dict[str, object]:
        started = time.process_time()
        task = _task(series, size)
        ready = time.process_time()
        plan = astar_search(task, HEURISTICS[search](task))
        seconds = time.process_time() - ready
        figures = {
            "expanded": expanded.count,
            "expanded per second": expanded.count / seconds,
            "seconds before the search": ready - started,
        }
        return {"cost": len(plan), "figures": figures}

    return run


def cover(series: str, search: str, seconds: float) -> Run:
    """Solve tasks of growing size, until one takes more than some seconds. Return the size of the largest solved."""

    def solve_one(size: int) -> None:
        task = _task(series, size)
        astar_search(task, HEURISTICS[search](task))

    return lambda: {"figures": {"largest": largest_within(seconds, solve_one)}}
