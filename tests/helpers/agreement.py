"""The results of a compiled engine and of the Python engine on one problem."""

from dataclasses import fields, replace

import astarlib
from astarlib import Limits

NONE = Limits()


def in_python(engine):
    """The engine of the same parameters in Python."""
    left_out = {"storage", "threads", *engine.resources}
    kept = [field.name for field in fields(engine) if field.init and field.name not in left_out]
    parameters = {name: getattr(engine, name) for name in kept}
    return getattr(astarlib, type(engine).__name__)(**parameters)


def told(result, *, counts=True):
    """All that a result says, but for the time and the engine's name; ``counts=False``: but for memory, too."""
    dropped = {"seconds": 0} if counts else {"seconds": 0, "stored": 0, "peak_frontier": 0}
    statistics = replace(result.statistics, **dropped)
    return result.status, result.limit, result.solution, result.lower_bound, result.nearest, statistics


def both(engine, problem, limits=NONE, *, counts=True):
    """Return the results of both engines."""
    return tuple(told(one.search(problem, limits=limits), counts=counts) for one in (engine, in_python(engine)))
