"""What it costs to record a search, while it runs and afterwards, when the trace is made."""

from __future__ import annotations

import time
from typing import Any

from astarlib import AStar
from astarlib.events import Observer
from astarlib.observers.recorder import Recorder
from benchmarks.programs.ours import answer, problem_of
from benchmarks.programs.repeated import Run


def recorded(observer: str) -> Run:
    """A* on the 15-puzzle, with a recorder, with one that is told events, or with nobody who watches."""
    problem = problem_of("15-puzzle")

    def run() -> dict[str, Any]:
        recorder = Recorder()
        observers: dict[str, Observer | None] = {"records": recorder, "events": recorder.__call__, "": None}
        return answer(AStar().search(problem, observer=observers[observer]))

    return run


def developed() -> Run:
    """Making the trace of that search; its bytes, without pictures, are a figure. The search itself is not timed."""
    problem, recorder = problem_of("15-puzzle"), Recorder(max_rendered=0)
    result = AStar().search(problem, observer=recorder)

    def run() -> dict[str, Any]:
        begin = time.process_time()
        trace = recorder.trace
        seconds = time.process_time() - begin
        size = sum(len(column) * column.itemsize for column in trace.columns.values())
        figures = {"bytes / node": size / len(trace), "µs / node": 1e6 * seconds / len(trace)}
        return {**answer(result), "seconds": seconds, "figures": figures}

    return run
