"""The results of a compiled engine and of the Python engine on one problem."""

from dataclasses import fields, replace

import astarlib
from astarlib import Limits, compiled
from astarlib.events import LowerBoundRaised, SolutionFound
from astarlib.result import Side

NONE = Limits()
ANYTIME = {compiled.ARAStar, compiled.AnytimeWeightedAStar}
BIDIRECTIONAL = {getattr(of, name) for of in (astarlib, compiled) for name in ("BAEStar", "BidirectionalDijkstra")}


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


def at_every_stop(engine, problem, plan, *, counts=True):
    """Return the pairs of what both engines tell and show when they stop at each limit of the plan."""
    runs = []
    for one in (engine, in_python(engine)):
        events = []

        def observe(event, events=events):
            events.append(event)

        observe.event_types = {SolutionFound, LowerBoundRaised} if type(engine) in ANYTIME else {SolutionFound}
        search, seen = one.start(problem, observer=observe), []
        for limits in plan:
            found = [told(result, counts=counts) for result in search.solutions(limits)]
            seen.append((found, told(search.run(Limits(expanded=0)), counts=counts), *shown(search)))
        runs.append((*seen, events))
    return list(zip(*runs, strict=True))


def shown(search):
    """What a search shows between two runs."""
    sides = Side if type(search.engine) in BIDIRECTIONAL else [Side.FORWARD]
    states = [{each.state: each for each in search.states(side)} for side in sides]
    frontiers = [list(search.frontier(side)) for side in sides]
    paths = {state: search.path_to(state) for state in states[0]}
    return states, frontiers, paths, search.lower_bound
