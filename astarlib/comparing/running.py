"""Run engines on problems one after the other, and measure each run in the same way."""

from __future__ import annotations

import ctypes
import gc
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from difflib import get_close_matches
from functools import partial
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from astarlib._support.integers import check_int
from astarlib._support.interrupts import ignored, raise_if_from_handler
from astarlib.comparing.row import ComparisonRow
from astarlib.comparing.table import ComparisonTable
from astarlib.derived import with_heuristic
from astarlib.engines import ENGINES, Engine
from astarlib.events import Observer
from astarlib.limits import LimitKind, Limits, refuse_no_limits
from astarlib.problem import Heuristic, Problem
from astarlib.result import SearchResult, Status
from astarlib.search import Search

T = TypeVar("T")
Heuristics: TypeAlias = Mapping[str, Heuristic | Callable[[Any], float]]  # Any: the states of any problem
"""Heuristics by name, each a heuristic value or a callable ``state -> h``."""


class _Run(NamedTuple):
    """The measurements of one engine on one problem. ``peak_memory`` is the memory growth in bytes."""

    result: SearchResult
    peak_memory: int | None
    cpu_seconds: float
    repeats: int
    interrupt: KeyboardInterrupt | None = None


def compare(
    problems: Mapping[str, Problem] | Iterable[Problem],
    engines: Mapping[str, Engine | str] | Iterable[Engine | str],
    *,
    heuristics: Heuristics | None = None,
    limits: Limits = Limits(),  # noqa: B008  # The default is immutable.
    repeats: int = 1,
    observer: Observer | None = None,
) -> ComparisonTable:
    """Run each engine on each problem, one after the other, each under the same limits.

    Parameters
    ----------
    problems:
        A mapping from names to problems, or an iterable of problems. Problems in an iterable are named after their
        class and position, for example "NPuzzle 1".
    engines:
        A mapping from names to engines, or an iterable of engines. Engines in an iterable are named by their repr. A
        text such as ``"astar"`` is an engine's name in ``ENGINES``, and gives it its default parameters.
    heuristics:
        A mapping from names to heuristics. Each problem is solved with each of these heuristics instead of its own.
        Engines that evaluate no heuristic run only once per problem. By default, the problems use their own heuristics.
    limits:
        The limits of each run. By default, there are none.
    repeats:
        The number of runs of each combination, at least 1 (the default). ``cpu_seconds`` is the median of the runs,
        which reduces the influence of chance. All other measurements are those of the first run.
    observer:
        A callable that receives the events of all runs. None (the default) sends no events.

    Returns
    -------
    ComparisonTable
        A row for each combination, in the order in which they ran: for each problem, for each engine, for each
        heuristic.

    Raises
    ------
    InvalidProblemError
        If a problem breaks its contract.
    ValueError, TypeError
        If there is no problem, no engine or no heuristic, if two have the same name, if ``repeats`` is less than 1, or
        if a parameter has the wrong type.
    ComparisonInterrupted
        On Ctrl-C during a run. Use :func:`comparisons` to keep the rows of the runs before it.

    See Also
    --------
    comparisons : Yield each row as soon as it is known.

    Notes
    -----
    There are as many runs as the product of the numbers of problems, engines, heuristics and repeats. Before each run,
    all garbage is collected, so that it isn't part of the measurements. Times are in seconds, and memory is in bytes.

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
    engines: Mapping[str, Engine | str] | Iterable[Engine | str],
    *,
    heuristics: Heuristics | None = None,
    limits: Limits = Limits(),  # noqa: B008  # The default is immutable.
    repeats: int = 1,
    observer: Observer | None = None,
) -> Iterator[ComparisonRow]:
    """Yield the rows of a comparison, each as soon as it is known, so an interrupt loses none of the earlier rows.

    Parameters
    ----------
    problems, engines, heuristics, limits, repeats, observer:
        The parameters of :func:`compare`. They are checked before the first row is requested.

    Raises
    ------
    InvalidProblemError, TypeError, ValueError
        As in :func:`compare`.
    ComparisonInterrupted
        On Ctrl-C during a run. This KeyboardInterrupt has the row of that run.

    Examples
    --------
    >>> from astarlib import AStar, Dijkstra
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> [row.cost for row in comparisons([NPuzzle("1 2 3 / 0 4 6 / 7 5 8")], [AStar(), Dijkstra()])]
    [3, 3]
    """
    if isinstance(problems, Engine) or hasattr(engines, "is_goal"):
        raise TypeError(_SWAPPED)
    named_problems = _named(problems, "problem", lambda problem, number: f"{type(problem).__name__} {number}")
    named_engines = _engines(engines)
    refuse_no_limits(limits)
    if not isinstance(heuristics, Mapping | None):
        raise TypeError(f"heuristics must be a mapping from names to heuristics, not {heuristics!r}")
    if heuristics is not None and len(heuristics) == 0:
        raise ValueError("there is no heuristic to compare; omit heuristics= to use the problems' own")
    repeats = check_int(repeats, "repeats", minimum=1)
    run = partial(_measured, limits=limits, repeats=repeats, observer=observer)
    return _rows(named_problems, named_engines, heuristics, run)


_SWAPPED: Final = "the arguments of compare are swapped: the problems are the first, and the engines the second"


def _engines(given: Mapping[str, Engine | str] | Iterable[Engine | str]) -> dict[str, Engine]:
    """Return the engines by name. A text is replaced by the engine that ``ENGINES`` has for it."""
    if isinstance(given, Mapping):
        given = {name: _engine(engine) for name, engine in given.items()}
    elif isinstance(given, Iterable) and not isinstance(given, str):
        given = list(map(_engine, given))
    named: dict[str, Any] = _named(given, "engine", lambda engine, _: repr(engine))
    for name, engine in named.items():
        if hasattr(engine, "is_goal"):
            raise TypeError(_SWAPPED)
        if not isinstance(engine, Engine):
            raise TypeError(f"engine {name} must be an instance such as AStar(), not {engine!r}")
    return named


def _engine(given: Engine | str) -> Engine:
    if not isinstance(given, str):
        return given
    if given not in ENGINES:
        close = get_close_matches(given, ENGINES, n=1)
        hint = f"; did you mean {close[0]!r}?" if len(close) > 0 else ""
        raise ValueError(f"there is no engine {given!r}{hint} The names are: {', '.join(ENGINES)}")
    return ENGINES[given]()


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
                measured = run(engine, variant)
                row = _row(problem_name, engine_name, name, measured)
                if measured.interrupt is not None:
                    raise ComparisonInterrupted(row) from measured.interrupt
                evaluates_h = measured.result.nearest is not None
                del measured  # If the next run reused its memory, the growth of that run would look too small.
                yield row
                if not evaluates_h:
                    break


class ComparisonInterrupted(KeyboardInterrupt):  # it isn't an error: the user pressed Ctrl-C
    """A KeyboardInterrupt during a run, with the ``row`` of the interrupted run.
    The row's limit is ``CANCELLED`` unless an earlier repeat of the run had ended.
    """

    def __init__(self, row: ComparisonRow) -> None:
        super().__init__("the comparison was interrupted")
        self.row: ComparisonRow = row


def _measured(engine: Engine, problem: Problem, *, limits: Limits, repeats: int, observer: Observer | None) -> _Run:
    """Return the result and memory growth of the first run, and the median CPU time of all runs."""
    first: tuple[SearchResult, int | None] | None = None
    times: list[float] = []
    while first is None or len(times) < repeats:
        gc.collect()  # Garbage of the previous run must not be freed during this one.
        before = reset_peak_memory() if first is None else None
        began = process_time()
        search = engine.start(problem, observer=observer)
        try:
            result = search.run(limits)
        except KeyboardInterrupt as interrupt:
            if first is None:
                times.append(process_time() - began)
                first = _known(search), _growth(before)
            return _Run(*first, median(times), len(times), interrupt)
        times.append(process_time() - began)
        if first is None:
            first = result, _growth(before)
    return _Run(*first, median(times), repeats)


def _known(search: Search) -> SearchResult:
    """Return the result so far of an interrupted search, with the limit CANCELLED if its status is LIMIT."""
    result = search.run(Limits(expanded=0))
    return replace(result, limit=LimitKind.CANCELLED) if result.status is Status.LIMIT else result


def _growth(before: int | None) -> int | None:
    """Return the growth of the peak memory in bytes, or None if the system doesn't report it."""
    after = None if before is None else peak_memory()
    return None if before is None or after is None else max(0, after - before)


def _row(problem: str, engine: str, heuristic: str | None, measured: _Run) -> ComparisonRow:
    result = measured.result
    if result.nearest is None:  # This engine evaluates no heuristic.
        heuristic = None
    found, statistics = result.solution, result.statistics
    ratio = None if found is None else result.suboptimality_bound
    counts = {name: getattr(statistics, name) for name in ("expanded", "generated", "evaluated", "stored", "seconds")}
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
        peak_memory=measured.peak_memory,
        cpu_seconds=measured.cpu_seconds,
        repeats=measured.repeats,
        condition=result.condition,
        **counts,
    )


def _named(given: Mapping[str, T] | Iterable[T], what: str, name: Callable[[T, int], str]) -> dict[str, T]:
    """Return the items by name; raise TypeError or ValueError if there are none or two have the same name."""
    if isinstance(given, str):
        raise TypeError(f"{what}s must be a list or a mapping, even for a single {what}, not {given!r}")
    if isinstance(given, Mapping):
        named = {str(key): value for key, value in given.items()}
    elif isinstance(given, Iterable):
        named = {}
        for number, value in enumerate(given, 1):
            if name(value, number) in named:
                raise ValueError(f"two {what}s are named {name(value, number)}; pass a mapping with different names")
            named[name(value, number)] = value
    else:
        raise TypeError(f"{what}s must be a list or a mapping, even for a single {what}, not {given!r}")
    if len(named) == 0:
        raise ValueError(f"there is no {what} to compare")
    return named


def reset_peak_memory() -> int | None:
    """Reset the peak to the resident memory, and return this size in bytes. Return None if the system can't reset it.
    The function first returns memory that earlier runs have freed to the system. Otherwise the next run would reuse
    that memory, and its measured growth would be too small or even 0.
    """
    try:
        _return_free_memory()
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
        return peak_memory()
    except OSError as error:
        raise_if_from_handler(error)
        return None


def peak_memory() -> int | None:
    """Return the largest number of bytes resident since the last reset, or None if the system doesn't report it."""
    status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
    kibibytes = next((line.split()[1] for line in status.splitlines() if line.startswith("VmHWM:")), None)
    return None if kibibytes is None else int(kibibytes) * 1024


def _return_free_memory() -> None:
    """Let glibc return its free memory to the system. With other C libraries, do nothing."""
    with ignored(AttributeError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)
