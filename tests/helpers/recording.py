"""Traces of searches."""

from astarlib import AStar, Limits
from astarlib.observers.recorder import Recorder


def recorded(problem, engine=AStar(), limits=Limits(), **options):  # noqa: B008
    """Return the trace of a search."""
    recorder = Recorder(**options)
    engine.search(problem, limits=limits, observer=recorder)
    return recorder.trace
