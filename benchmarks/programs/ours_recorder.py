"""Measure the cost of recording a search, and of making the trace afterwards."""

from __future__ import annotations

import time
from typing import Any

from astarlib import AStar
from astarlib.events import Observer
from astarlib.observers.recorder import Recorder
from benchmarks.programs.ours import answer, problem_of
from benchmarks.programs.repeated import Run


def recorded(observer: str) -> Run:
    """Run A* on the 15-puzzle with a recorder, with a recorder that receives events, or without an observer."""
    problem = problem_of("15-puzzle")

    def run() -> dict[str, Any]:
        recorder = Recorder()
        observers: dict[str, Observer | None] = {"records": recorder, "events": recorder.__call__, "": None}
        return answer(AStar().search(problem, observer=observers[observer]))

    return run


def developed() -> Run:
    """Make the trace of that search, and report its bytes without pictures. The search isn't timed."""
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
