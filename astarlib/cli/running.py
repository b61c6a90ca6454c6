"""One run of a search on the command line, whatever ends it, and what is told of it."""

from __future__ import annotations

import math
from argparse import Namespace
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from typing import Final

from astarlib._support.memory import reserve_memory, resident_memory
from astarlib.cli.exit_codes import ExitCode, code_of
from astarlib.cli.interrupts import Interrupts
from astarlib.cli.keeping import Keeper
from astarlib.cli.mistakes import UsageError
from astarlib.cli.output import flush
from astarlib.cli.report import report
from astarlib.cli.report_json import report_json
from astarlib.cli.task import Task
from astarlib.cli.watching import trace, watching
from astarlib.events import Observer
from astarlib.limits import LimitKind, Limits
from astarlib.result import SearchResult, Status
from astarlib.search import Search

_LEAST_TO_SAVE: Final = 64 * 2**20  # bytes
_SHARE_TO_SAVE: Final = 0.35  # of the memory allowed; saving takes half as much again as the search


def carry_out(
    begin: Callable[[Observer | None], Search], task: Task, limits: Limits, given: Namespace, keeper: Keeper | None
) -> ExitCode:
    """Run the search that ``begin`` starts, keep it if there is a ``keeper``, and tell the result."""
    observer = None if given.trace is None else trace(task.problem, given.trace, aside=given.json)
    interrupts, search = Interrupts(), None
    with nullcontext() if keeper is None else interrupts:
        try:
            with watching(observer, quiet=given.quiet) as watch:
                search = begin(watch)
                result = _searched(search, limits, interrupts, reserve_memory(_to_save(keeper)))
        except BaseException:  # the problem's own code, most likely: it can be mended, and the search go on
            interrupts.are_held_off = True
            if keeper is not None and search is not None:
                keeper.keep(search, is_done=False)
            raise
        if keeper is not None:
            keeper.keep(search, is_done=result.status is not Status.LIMIT)
        interrupts.are_held_off = False
        code = told(result, task, limits, given, keeper)
        flush()  # while a second signal does no harm
    return code


def told(result: SearchResult, task: Task, limits: Limits, given: Namespace, keeper: Keeper | None = None) -> ExitCode:
    """The exit code, once the result has been printed."""
    if given.json:
        saved_in = None if keeper is None or not keeper.holds_search else str(keeper.path)
        report_json(result, task, limits, saved_in=saved_in)
    else:
        report(result, task, limits, quiet=given.quiet)
    return code_of(result) if keeper is None or not keeper.has_failed else ExitCode.NOT_SAVED


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


def _searched(search: Search, limits: Limits, interrupts: Interrupts, reserve: bytes) -> SearchResult:
    """The result of one run, or what is known when an interrupt or want of memory ends it."""
    try:
        result = search.run(limits)
        interrupts.are_held_off = True
        return result
    except KeyboardInterrupt:
        interrupts.are_held_off = True
        ended_by = LimitKind.CANCELLED
    except MemoryError:
        ended_by = LimitKind.MEMORY
    # Only here, out of the handlers, is the memory free that the error held on to.
    interrupts.are_held_off = True
    del reserve
    try:
        return _known(search, ended_by)
    except MemoryError:  # not even to look; the counters need none, and 0 is a bound that is always true
        return SearchResult(Status.LIMIT, ended_by, None, 0, search.nearest, search.statistics, repr(search.engine))


def _to_save(keeper: Keeper | None) -> int:
    """The bytes that saving takes when all that the system allows this process is in use."""
    if keeper is None:
        return 0
    try:
        import resource
    except ImportError:  # Windows
        return _LEAST_TO_SAVE
    allowed, _ = resource.getrlimit(resource.RLIMIT_AS)
    return _LEAST_TO_SAVE if allowed == resource.RLIM_INFINITY else int(allowed * _SHARE_TO_SAVE)


def _known(search: Search, ended_by: LimitKind) -> SearchResult:
    """What a search that broke off knows: a run of no expansions makes it whole, and only looks."""
    result = search.run(Limits(expanded=0))
    return replace(result, limit=ended_by) if result.status is Status.LIMIT else result
