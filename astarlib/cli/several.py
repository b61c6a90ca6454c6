"""``astarlib solve npuzzle --korf 1-20``: several boards beside each other, a line for each, and what came of all."""

from __future__ import annotations

import os
import sys
import time
from argparse import Namespace
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, TypeAlias

from astarlib.cli.engines import the_engine
from astarlib.cli.exit_codes import ExitCode, code_of
from astarlib.cli.interrupts import FirstInterrupt
from astarlib.cli.mistakes import UsageError, told
from astarlib.cli.npuzzle import npuzzle_tasks
from astarlib.cli.output import complain, flush, say, tell
from astarlib.cli.report_json import report_json_line
from astarlib.cli.running import limits_of
from astarlib.cli.shipped import several_instances
from astarlib.cli.solve import solve
from astarlib.cli.task import Task
from astarlib.cli.watching import progress
from astarlib.cli.words import counted, number, outcome
from astarlib.engines import Engine
from astarlib.errors import FailedProblemError, InvalidProblemError, VerificationError
from astarlib.limits import Limits
from astarlib.result import SearchResult

if TYPE_CHECKING:
    from astarlib.batch import BatchResult
    from astarlib.observers import ProgressBar
    from astarlib.problems.npuzzle.instances import Instance

Boards: TypeAlias = "list[tuple[Instance[int], Task]]"
_GRAVEST_LAST: Final = (
    ExitCode.SOLVED,
    ExitCode.UNSOLVABLE,
    ExitCode.GAVE_UP,
    ExitCode.LIMIT,
    ExitCode.WRONG_PROBLEM,
    ExitCode.INTERRUPTED,
)


def solve_npuzzle(given: Namespace) -> ExitCode:
    """Solve the boards of the arguments, one or several, and tell."""
    with told():
        instances = several_instances(given)
    if instances is None:
        if given.jobs is not None:
            raise UsageError("--jobs is for several boards, such as --korf 1-20; one board is solved by one process")
        return solve(given)
    for option, value in (("--save", given.save), ("--trace", given.trace)):
        if value is not None:
            raise UsageError(f"{option} is for a single board")
    engine, limits = the_engine(given), limits_of(given)
    tasks = npuzzle_tasks(instances, given)
    return _solve_all(list(zip(instances, tasks, strict=True)), engine, limits, given)


@dataclass
class _Sums:
    """What has come of the boards so far."""

    boards: int
    code: ExitCode = ExitCode.SOLVED
    done: int = 0
    solved: int = 0
    optimal: int = 0
    published: int = 0
    """Costs that are those of the literature."""
    expanded: int = 0
    cpu: float = field(default_factory=lambda: sum(os.times()[:4]))
    wall: float = field(default_factory=time.perf_counter)

    def add(self, result: SearchResult, optimum: float) -> None:
        """Count a result."""
        self.done += 1
        self.expanded += result.statistics.expanded
        if result.solution is not None:
            self.solved += 1
            self.optimal += result.is_optimal
            self.published += result.cost == optimum
        self.grave(code_of(result))

    def grave(self, code: ExitCode) -> None:
        """Keep the gravest code."""
        self.code = max(self.code, code, key=_GRAVEST_LAST.index)

    def text(self) -> str:
        """One line."""
        cpu, wall = sum(os.times()[:4]) - self.cpu, time.perf_counter() - self.wall
        counts = f"solved {self.solved} of {self.boards}, optimal {self.optimal}, of published cost {self.published}"
        return f"{counts}: expanded {self.expanded}, CPU time {cpu:.3f} seconds, wall clock {wall:.3f} seconds"


def _solve_all(boards: Boards, engine: Engine, limits: Limits, given: Namespace) -> ExitCode:
    from astarlib.batch import solve_many  # which loads what begins processes

    sums = _Sums(len(boards))
    lines_are_seen = sys.stdout is None or sys.stdout.isatty()
    with FirstInterrupt() as interrupt, progress(quiet=given.quiet or lines_are_seen) as bar:
        bounded = replace(limits, cancelled=interrupt.has_come)
        problems = [task.problem for _, task in boards]
        results = solve_many(problems, engine, limits=bounded, observer=bar, workers=given.jobs)
        with closing(results):
            _tell_all(results, boards, limits, sums, bar, as_json=given.json)
    left = sums.boards - sums.done
    if interrupt.has_come() and left > 0:
        sums.grave(ExitCode.INTERRUPTED)
        complain(f"interrupted; {counted(left, 'board')} not begun")
    (tell if given.json else say)(sums.text())
    return sums.code


def _tell_all(
    results: Iterable[BatchResult],
    boards: Boards,
    limits: Limits,
    sums: _Sums,
    bar: ProgressBar | None,
    *,
    as_json: bool,
) -> None:
    """Tell each result as it comes, and in the end the errors."""
    try:
        for result in results:
            if bar is not None:
                bar.close()  # its line is gone while others are written, to the same terminal perhaps
            _tell(result, *boards[result.index], limits, sums, as_json=as_json)
    except ExceptionGroup as group:
        _complain_of(group.exceptions, boards, sums)


def _tell(
    result: BatchResult, instance: Instance[int], task: Task, limits: Limits, sums: _Sums, *, as_json: bool
) -> None:
    """Say the result now, and complain where it is wrong."""
    sums.add(result, instance.optimum)
    if as_json:
        report_json_line({"id": instance.id, "published_cost": instance.optimum}, result, task, limits)
    else:
        statistics = result.statistics
        took = f"expanded {statistics.expanded}, {statistics.seconds:.3f} seconds"
        say(f"{instance.id}: {outcome(result, task, limits)}; {took}")
    flush()
    wrong = _what_is_wrong(result, instance)
    if wrong != "":
        complain(f"board {instance.id}: {wrong}")
        sums.grave(ExitCode.WRONG_PROBLEM)


def _what_is_wrong(result: BatchResult, instance: Instance[int]) -> str:
    """In what a result is no solution, or contradicts the literature; nothing if all is well."""
    try:
        result.verify(result.problem)
    except VerificationError as error:
        return str(error)
    cost = None if result.solution is None else result.cost
    if result.lower_bound > instance.optimum or (cost is not None and cost < instance.optimum):
        found = "no solution" if cost is None else f"cost {number(cost)}"
        bound = f"lower bound {number(result.lower_bound)}"
        return f"{found}, {bound}, where the published optimum is {number(instance.optimum)}"
    return ""


def _complain_of(errors: Iterable[Exception], boards: Boards, sums: _Sums) -> None:
    for error in errors:
        if not isinstance(error, FailedProblemError):
            raise error
        sums.done += 1
        complain(f"board {boards[error.index][0].id}: {error}")
        is_wrong = isinstance(error.__cause__, InvalidProblemError)
        sums.grave(ExitCode.WRONG_PROBLEM if is_wrong else ExitCode.LIMIT)  # a worker that died, or no memory
