"""Engines on problems, one run after the other, each measured in the same way."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from statistics import median
from time import process_time
from typing import Any, NamedTuple, TypeAlias, TypeVar

from astarlib._support.integers import check_int
from astarlib.comparing.peak_memory import peak_memory, reset_peak_memory
from astarlib.comparing.row import ComparisonRow
from astarlib.comparing.table import ComparisonTable
from astarlib.engines import Engine
from astarlib.events import Observer
from astarlib.limits import LimitKind, Limits, refuse_no_limits
from astarlib.problem import Heuristic, Problem, with_heuristic
from astarlib.result import SearchResult, Status
from astarlib.search import Search

T = TypeVar("T")
Heuristics: TypeAlias = Mapping[str, Heuristic | Callable[[Any], float]]  # Any: the states of any problem


class _Run(NamedTuple):
    """What one engine did on one problem: the result, by how many bytes the resident memory grew, the CPU time."""

    result: SearchResult
    peak_memory: int | None
    cpu_seconds: float
    repeats: int


def compare(
    problems: Mapping[str, Problem] | Iterable[Problem],
    engines: Mapping[str, Engine] | Iterable[Engine],
    *,
    heuristics: Heuristics | None = None,
    limits: Limits = Limits(),  # noqa: B008  # a frozen value
    repeats: int = 1,
    observer: Observer | None = None,
) -> ComparisonTable:
    """Run each engine on each problem, one after the other, each under the same limits.

    Parameters
    ----------
    problems:
        By name; without names they are called after their class and place: "NPuzzle 1".
    engines:
        By name; without names they are called by their repr.
    heuristics:
        By name: every problem is solved with each of them in place of its own. Engines that evaluate no
        heuristic run once. None: the problem's own.
    limits:
        What stops each of the runs.
    repeats:
        How often each is run, at least 1; ``cpu_seconds`` is the median. What differs from run to run is so evened
        out; counts are those of the first.
    observer:
        Told of the events of every run.

    Raises
    ------
    InvalidProblemError
        When a problem breaks its contract.
    TypeError, ValueError
        When there is no problem, no engine or no heuristic, or something that is none, or two of one name, or repeats
        are less than 1.

    Examples
    --------
    >>> from astarlib import AStar, Dijkstra
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> table = compare({"eight": NPuzzle("1 2 3 / 0 4 6 / 7 5 8")}, [AStar(), Dijkstra()])
    >>> [(row.engine, row.cost, row.optimal) for row in table]
    [('AStar()', 3, True), ('Dijkstra()', 3, True)]
    >>> table.disagreements
    ()
    """
    return ComparisonTable(
        tuple(comparisons(problems, engines, heuristics=heuristics, limits=limits, repeats=repeats, observer=observer))
    )


def comparisons(
    problems: Mapping[str, Problem] | Iterable[Problem],
    engines: Mapping[str, Engine] | Iterable[Engine],
    *,
    heuristics: Heuristics | None = None,
    limits: Limits = Limits(),  # noqa: B008  # a frozen value
    repeats: int = 1,
    observer: Observer | None = None,
) -> Iterator[ComparisonRow]:
    """The rows of :func:`compare`, each as soon as it is known, so that an interrupt loses none of those before it.

    Parameters and errors as of :func:`compare`. On Ctrl-C during a run it raises :class:`ComparisonInterrupted`, a
    KeyboardInterrupt that has the row of that run.
    """
    named_problems = _named(problems, "problem", lambda problem, number: f"{type(problem).__name__} {number}")
    named_engines = _named(engines, "engine", lambda engine, _: repr(engine))
    for name, engine in named_engines.items():
        if not isinstance(engine, Engine):
            raise TypeError(f"{name} is no engine; engines are values such as AStar()")
    refuse_no_limits(limits)
    if not isinstance(heuristics, Mapping | None):
        raise TypeError(f"heuristics are given by name, in a mapping, not {heuristics!r}")
    if heuristics is not None and len(heuristics) == 0:
        raise ValueError("there is no heuristic to compare; leave heuristics out to take the problems' own")
    repeats = check_int(repeats, "repeats", minimum=1)
    run = partial(_measured, limits=limits, repeats=repeats, observer=observer)
    return _rows(named_problems, named_engines, heuristics, run)


def _rows(
    problems: Mapping[str, Problem],
    engines: Mapping[str, Engine],
    heuristics: Heuristics | None,
    run: Callable[[Engine, Problem], _Run],
) -> Iterator[ComparisonRow]:
    for problem_name, problem in problems.items():
        variants: dict[str | None, Problem] = {None: problem}
        if heuristics is not None:
            variants = {name: with_heuristic(problem, heuristic) for name, heuristic in heuristics.items()}
        for engine_name, engine in engines.items():
            for name, variant in variants.items():
                try:
                    measured = run(engine, variant)
                except _RunInterrupted as interrupt:
                    row = _row(problem_name, engine_name, name, interrupt.measured)
                    raise ComparisonInterrupted(row) from interrupt
                row = _row(problem_name, engine_name, name, measured)
                yield row
                if measured.result.nearest is None:
                    break


class ComparisonInterrupted(KeyboardInterrupt):  # it isn't an error: the user pressed Ctrl-C
    """A KeyboardInterrupt during a run, with the row of what that run knew by then.

    Parameters
    ----------
    row:
        The row of the interrupted run. Its limit is ``CANCELLED`` unless an earlier repeat of the run had ended.
    """

    def __init__(self, row: ComparisonRow) -> None:
        super().__init__("the comparison was interrupted")
        self.row: ComparisonRow = row


class _RunInterrupted(KeyboardInterrupt):  # it isn't an error: the user pressed Ctrl-C
    """A KeyboardInterrupt during a run, with the measurements so far."""

    def __init__(self, measured: _Run) -> None:
        super().__init__()
        self.measured = measured


def _measured(engine: Engine, problem: Problem, *, limits: Limits, repeats: int, observer: Observer | None) -> _Run:
    """Result and memory of the first run, the median of the CPU times of all."""
    first: tuple[SearchResult, int | None] | None = None
    times: list[float] = []
    while first is None or len(times) < repeats:
        gc.collect()  # what the run before has left must not be freed during this one
        before = reset_peak_memory() if first is None else None
        began = process_time()
        search = engine.start(problem, observer=observer)
        try:
            result = search.run(limits)
        except KeyboardInterrupt as interrupt:
            if first is None:
                times.append(process_time() - began)
                first = _known(search), _growth(before)
            raise _RunInterrupted(_Run(*first, median(times), len(times))) from interrupt
        times.append(process_time() - began)
        if first is None:
            first = result, _growth(before)
    return _Run(*first, median(times), repeats)


def _known(search: Search) -> SearchResult:
    """Return what an interrupted search knows."""
    result = search.run(Limits(expanded=0))
    return replace(result, limit=LimitKind.CANCELLED) if result.status is Status.LIMIT else result


def _growth(before: int | None) -> int | None:
    """Return by how many bytes the peak memory has grown, or None where the system doesn't report it."""
    after = None if before is None else peak_memory()
    return None if before is None or after is None else max(0, after - before)


def _row(problem: str, engine: str, heuristic: str | None, measured: _Run) -> ComparisonRow:
    result = measured.result
    if result.nearest is None:  # This engine evaluates no heuristic.
        heuristic = None
    found, statistics = result.solution, result.statistics
    ratio = None if found is None else result.suboptimality_bound
    return ComparisonRow(
        problem=problem,
        engine=engine,
        heuristic=heuristic,
        status=result.status,
        limit=result.limit,
        cost=None if found is None else found.cost,
        lower_bound=result.lower_bound,
        suboptimality_bound=ratio,
        optimal=ratio == 1,
        expanded=statistics.expanded,
        generated=statistics.generated,
        evaluated=statistics.evaluated,
        stored=statistics.stored,
        peak_memory=measured.peak_memory,
        seconds=statistics.seconds,
        cpu_seconds=measured.cpu_seconds,
        repeats=measured.repeats,
    )


def _named(given: Mapping[str, T] | Iterable[T], what: str, name: Callable[[T, int], str]) -> dict[str, T]:
    """What was given by name; TypeError or ValueError when that is nothing, or two bear one name."""
    if isinstance(given, Mapping):
        named = {str(key): value for key, value in given.items()}
    elif isinstance(given, Iterable):
        named = {}
        for number, value in enumerate(given, 1):
            if name(value, number) in named:
                raise ValueError(f"there are two {what}s {name(value, number)}; give them names in a mapping")
            named[name(value, number)] = value
    else:
        raise TypeError(f"{what}s are given in a list or a mapping, even a single one, not {given!r}")
    if len(named) == 0:
        raise ValueError(f"there is no {what} to compare")
    return named
