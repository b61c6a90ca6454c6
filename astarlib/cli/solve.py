"""``astarlib solve``: one problem, one engine, one result."""

from __future__ import annotations

import math
from argparse import Namespace
from dataclasses import replace
from typing import Final

from astarlib.cli.engines import the_engine
from astarlib.cli.exit_codes import ExitCode, code_of
from astarlib.cli.mistakes import UsageError
from astarlib.cli.report import report
from astarlib.cli.report_json import report_json
from astarlib.cli.task import Task
from astarlib.cli.watching import trace, watching
from astarlib.engines import Engine
from astarlib.events import Observer
from astarlib.limits import LimitKind, Limits, resident_memory
from astarlib.result import SearchResult, Statistics, Status
from astarlib.search import Search

_RESERVED: Final = 64 * 2**20  # bytes: to mend a frontier with, and to look at it


def solve(given: Namespace) -> ExitCode:
    """Solve the problem of the arguments, and tell."""
    engine, limits = the_engine(given), limits_of(given)
    task: Task = given.task(given)
    if task.impossible is not None and not given.prove:
        result = _impossible(engine)
    else:
        observer = None if given.trace is None else trace(task.problem, given.trace, aside=given.json)
        with watching(observer, quiet=given.quiet) as watch:
            result = _searched(engine, task, limits, watch)
    if given.json:
        report_json(result, task, limits)
    else:
        report(result, task, limits, quiet=given.quiet)
    return code_of(result)


def limits_of(given: Namespace) -> Limits:
    """The limits of the arguments; UsageError for a memory limit where the system does not tell the memory in use."""
    if given.memory is not None:
        try:
            resident_memory()
        except NotImplementedError as error:
            raise UsageError(f"--memory: {error}") from error
    return Limits(
        expanded=math.inf if given.max_expanded is None else given.max_expanded,
        seconds=math.inf if given.seconds is None else given.seconds,
        memory=math.inf if given.memory is None else given.memory,
    )


def _searched(engine: Engine, task: Task, limits: Limits, observer: Observer | None) -> SearchResult:
    """The result of one run, or what is known when an interrupt or want of memory ends it."""
    search, reserve = engine.start(task.problem, observer=observer), _reserve()
    try:
        return search.run(limits)
    except KeyboardInterrupt:
        ended_by = LimitKind.CANCELLED
    except MemoryError:
        ended_by = LimitKind.MEMORY
    # Only here, out of the handlers, is the memory free that the error held on to.
    del reserve
    try:
        return _known(search, ended_by)
    except MemoryError:  # not even to look; the counters need none, and 0 is a bound that is always true
        return SearchResult(Status.LIMIT, ended_by, None, 0, search.nearest, search.statistics, repr(engine))


def _reserve() -> bytes:
    """Memory to give back when there is no other. Bytes, unlike a bytearray, are only promised by the system."""
    try:
        return bytes(_RESERVED)
    except MemoryError:
        return b""


def _known(search: Search, ended_by: LimitKind) -> SearchResult:
    """What a search that broke off knows: a run of no expansions makes it whole, and only looks."""
    result = search.run(Limits(expanded=0))
    return replace(result, limit=ended_by) if result.status is Status.LIMIT else result


def _impossible(engine: Engine) -> SearchResult:
    """The result of a search that was not needed."""
    nothing = Statistics(0, 0, 0, 0, 0, 0, 0, None, 0.0)
    return SearchResult(Status.UNSOLVABLE, None, None, math.inf, None, nothing, repr(engine))
