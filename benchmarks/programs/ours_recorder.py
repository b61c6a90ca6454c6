"""What it costs to record a search: beside an observer of the same events that does nothing, and per node."""

from __future__ import annotations

import time
from typing import Any

from astarlib import AStar
from astarlib.observers.recorder import Recorder
from benchmarks.programs.ours import answer, problem_of
from benchmarks.programs.repeated import Run


class _Deaf:
    wants = Recorder.wants

    def __call__(self, event: object) -> None:
        pass


def recorded(observer: str) -> Run:
    """A* on the 15-puzzle, told to a recorder or to nobody who listens."""
    problem = problem_of("15-puzzle")

    def run() -> dict[str, Any]:
        watching = Recorder() if observer == "recorder" else _Deaf()
        return answer(AStar().search(problem, observer=watching))

    return run


def developed() -> Run:
    """Making the trace of that search; its bytes, without pictures, are a figure. The search itself is not timed."""
    problem, recorder = problem_of("15-puzzle"), Recorder(pictures=0)
    result = AStar().search(problem, observer=recorder)

    def run() -> dict[str, Any]:
        begin = time.process_time()
        trace = recorder.trace
        seconds = time.process_time() - begin
        size = sum(len(column) * column.itemsize for column in trace.columns.values())
        return {**answer(result), "seconds": seconds, "figures": {"bytes / node": size / len(trace)}}

    return run
