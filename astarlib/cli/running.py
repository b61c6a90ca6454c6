"""Run one search of the command line, save it if ``--save`` is given, and print its result, also after an interrupt."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from itertools import islice
from typing import ClassVar, Final

from astarlib._support.interrupts import raise_if_from_handler
from astarlib._support.memory import reserve_memory
from astarlib._support.wording import format_number
from astarlib.cli.interrupts import Interrupts
from astarlib.cli.output import flush, print_message, print_result, progress_bar
from astarlib.cli.parser import ExitCode, Task, code_of
from astarlib.cli.report import print_json, print_report, print_solutions
from astarlib.cli.saving import SearchSaver
from astarlib.events import Event, Expanded, Observer
from astarlib.limits import LimitKind, Limits
from astarlib.problem import Problem
from astarlib.resolving.presentation import state_texter
from astarlib.result import SearchResult, Status
from astarlib.search import Search
from astarlib.searching import Solutions
from astarlib.searching.disk import FULL_DISK

_MAX_LISTED: Final = 100
_MIN_TO_SAVE: Final = 64 * 2**20  # bytes
_LESS_MEMORY: Final = (
    "if the problem has a compiled domain, --disk FOLDER or --compiled --engine ida-star needs less memory"
)
_SHARE_TO_SAVE: Final = 0.35  # Of the memory limit. Saving takes half as much memory as the search.


class ExpansionPrinter:
    """An observer that prints every N-th expansion: its number, g, h, f, the size of the frontier, and the state.
    With ``to_stderr``, it prints to standard error, because standard output is JSON for a program.
    """

    event_types: ClassVar[frozenset[type[Event]]] = frozenset((Expanded,))

    def __init__(self, problem: Problem, interval: int, *, to_stderr: bool) -> None:
        self._state_text = state_texter(problem)
        self._interval = interval
        self._to_stderr = to_stderr

    def __call__(self, event: Expanded) -> None:
        """Print the event if its number is a multiple of N."""
        if event.number % self._interval != 0:
            return
        g, h, f = format_number(event.g), format_number(event.h), format_number(event.f)
        heading = f"expansion {event.number}: g {g}, h {h}, f {f}, frontier {event.frontier}"
        text = f"{heading}\n{self._state_text(event.state)}\n"
        if self._to_stderr:
            print_message(text)
        else:
            print_result(text)
            flush()  # People read the trace as it's written, also through a pipe.


def run_and_report(
    begin: Callable[[Observer | None], Search],
    task: Task,
    limits: Limits,
    given: Namespace,
    saver: SearchSaver | None,
    *,
    is_loaded: bool = False,
) -> ExitCode:
    """Run the search that ``begin`` starts or loads, save it if there is a ``saver``, and print the result."""
    interrupts, search = Interrupts(), None
    with nullcontext() if saver is None else interrupts:
        try:
            with _observer(task, given, is_loaded=is_loaded) as observer:
                search = begin(observer)
                result = _run(search, limits, interrupts, reserve_memory(_memory_to_save(saver)))
        except BaseException:  # Most likely the problem's code raised it. The user can fix it and resume the search.
            interrupts.are_held_off = True
            if saver is not None and search is not None:
                saver.save(search, is_done=False)
            raise
        if saver is not None:
            saver.save(search, is_done=result.status is not Status.LIMIT)
        interrupts.are_held_off = False
        code = report(result, task, limits, given, saver, solutions=_several(search, result))
        search.close()
        flush()  # Inside this block, a second signal shortly after the first is ignored.
    return code


def report(
    result: SearchResult,
    task: Task,
    limits: Limits,
    given: Namespace,
    saver: SearchSaver | None = None,
    *,
    solutions: Sequence[SearchResult] = (),
) -> ExitCode:
    """Print the result and return the exit code. ``solutions`` is empty unless the engine looks for several."""
    if given.json:
        saved_in = None if saver is None or not saver.holds_search else str(saver.path)
        print_json(result, task, limits, saved_in=saved_in, solutions=solutions)
    else:
        print_report(result, task, limits, quiet=given.quiet)
        print_solutions(solutions, task)
    if result.limit is LimitKind.MEMORY and "bytes_on_disk" not in result.statistics.details:
        print_message(_LESS_MEMORY)
    return code_of(result) if saver is None or not saver.has_failed else ExitCode.NOT_SAVED


def _several(search: Search, result: SearchResult) -> list[SearchResult]:
    """Return the solutions of an engine that looks for several, but at most 100 if their number has no limit."""
    kind = search.engine.guarantee.solutions
    if result.status is not Status.SOLVED or kind not in {Solutions.RANKED, Solutions.ALL}:
        return []
    return list(islice(search.solutions(), None if kind is Solutions.RANKED else _MAX_LISTED))


def _observer(task: Task, given: Namespace, *, is_loaded: bool) -> AbstractContextManager[Observer | None]:
    """Return the observer of a run: the printer of ``--trace``, else a progress bar."""
    if given.trace is None:
        return progress_bar(quiet=given.quiet, doing=f"{'loading' if is_loaded else 'starting'} the search")
    return nullcontext(ExpansionPrinter(task.problem, given.trace, to_stderr=given.json))


def _run(search: Search, limits: Limits, interrupts: Interrupts, reserve: bytes) -> SearchResult:
    """Return the result of one run. After an interrupt or a lack of memory, return the result so far."""
    try:
        result = search.run(limits)
        interrupts.are_held_off = True
        return result
    except KeyboardInterrupt:
        interrupts.are_held_off = True
        ended_by = LimitKind.CANCELLED
    except MemoryError:
        ended_by = LimitKind.MEMORY
    except OSError as error:
        raise_if_from_handler(error)
        interrupts.are_held_off = True
        statistics = search.statistics
        if "bytes_on_disk" not in statistics.details or error.errno not in FULL_DISK:
            raise
        return SearchResult(
            Status.LIMIT, LimitKind.DISK, None, search.lower_bound, None, statistics, repr(search.engine)
        )
    # This comes after the handlers, because until then the error kept memory in use.
    interrupts.are_held_off = True
    del reserve
    try:
        return _known(search, ended_by)
    except MemoryError:  # Not even that fits into memory. The counters need none, and 0 is always a lower bound.
        return SearchResult(Status.LIMIT, ended_by, None, 0, search.nearest, search.statistics, repr(search.engine))


def _memory_to_save(saver: SearchSaver | None) -> int:
    """Return the number of bytes to reserve, so that a search that uses all available memory can still be saved."""
    if saver is None:
        return 0
    try:
        import resource
    except ImportError:  # Windows
        return _MIN_TO_SAVE
    allowed, _ = resource.getrlimit(resource.RLIMIT_AS)
    return _MIN_TO_SAVE if allowed == resource.RLIM_INFINITY else int(allowed * _SHARE_TO_SAVE)


def _known(search: Search, ended_by: LimitKind) -> SearchResult:
    """Return the result so far of an interrupted search, by a run without expansions, which also repairs the search."""
    result = search.run(Limits(expanded=0))
    return replace(result, limit=ended_by) if result.status is Status.LIMIT else result
