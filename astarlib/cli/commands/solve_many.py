"""``astarlib solve npuzzle --korf 1-20``: several boards in parallel, a line for each, and a summary."""

from __future__ import annotations

import os
import time
from argparse import Namespace
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, TypeAlias

from astarlib._support.numbers import counted
from astarlib._support.wording import format_number
from astarlib.cli.engines import chosen_engine
from astarlib.cli.errors import UsageError
from astarlib.cli.interrupts import FirstInterrupt
from astarlib.cli.options import limits_of
from astarlib.cli.output import flush, print_error, print_message, print_result, progress_bar
from astarlib.cli.parser import ExitCode, Task, code_of
from astarlib.cli.problems.npuzzle import board_tasks
from astarlib.cli.report import outcome, print_json_line
from astarlib.errors import BatchItemError, InvalidProblemError, VerificationError
from astarlib.limits import Limits
from astarlib.result import SearchResult

if TYPE_CHECKING:
    from astarlib.batch import BatchResult
    from astarlib.problems.npuzzle.instances import Instance

Boards: TypeAlias = "list[tuple[Instance[int], Task]]"
_SEVERITY_ORDER: Final = (
    ExitCode.SOLVED,
    ExitCode.UNSOLVABLE,
    ExitCode.GAVE_UP,
    ExitCode.LIMIT,
    ExitCode.WRONG_PROBLEM,
    ExitCode.INTERRUPTED,
)


def solve_many_boards(instances: list[Instance[int]], given: Namespace) -> ExitCode:
    """Solve several boards, and print a line for each result and a summary."""
    for option in ("save", "disk", "cluster", "trace"):
        if getattr(given, option) is not None:
            raise UsageError(f"--{option} can only be used with a single board")
    engine, limits = chosen_engine(given), limits_of(given)
    tasks = board_tasks(instances, given)
    from astarlib.batch import solve_many

    boards = list(zip(instances, tasks, strict=True))
    totals = _Totals(len(boards))
    with FirstInterrupt() as interrupt, progress_bar(quiet=given.quiet, doing=None) as bar:
        cancellable = replace(limits, cancelled=interrupt.has_come)
        problems = [task.problem for task in tasks]
        results = solve_many(problems, engine, limits=cancellable, observer=bar, workers=given.jobs)
        try:
            with closing(results):
                for result in results:
                    if bar is not None:
                        bar.close()  # The results may be printed on the same terminal.
                    _print(result, *boards[result.index], limits, totals, as_json=given.json)
        except ExceptionGroup as group:
            _print_errors(group.exceptions, boards, totals)
    left = totals.boards - totals.done
    if interrupt.has_come() and left > 0:
        totals.raise_code(ExitCode.INTERRUPTED)
        print_error(f"interrupted; {counted(left, 'board')} not started")
    if given.json:
        print_message(totals.text())
    else:
        print_result(totals.text(), wrap=True)
    return totals.code


@dataclass
class _Totals:
    """The totals of the boards so far."""

    boards: int
    code: ExitCode = ExitCode.SOLVED
    done: int = 0
    solved: int = 0
    optimal: int = 0
    published: int = 0
    """Solutions whose cost is the published one."""
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
        self.raise_code(code_of(result))

    def raise_code(self, code: ExitCode) -> None:
        """Set the exit code if this one is more severe."""
        self.code = max(self.code, code, key=_SEVERITY_ORDER.index)

    def text(self) -> str:
        """Return the totals in one line."""
        cpu, wall = sum(os.times()[:4]) - self.cpu, time.perf_counter() - self.wall
        counts = f"solved {self.solved} of {self.boards}, optimal {self.optimal}, of published cost {self.published}"
        return f"{counts}: expanded {self.expanded:,}, CPU time {cpu:.3f} seconds, wall clock {wall:.3f} seconds"


def _print(
    result: BatchResult, instance: Instance[int], task: Task, limits: Limits, totals: _Totals, *, as_json: bool
) -> None:
    """Print a result, and an error if it is wrong."""
    totals.add(result, instance.optimum)
    if as_json:
        print_json_line({"id": instance.id, "published_cost": instance.optimum}, result, task, limits)
    else:
        statistics = result.statistics
        took = f"expanded {statistics.expanded:,}, {statistics.seconds:.3f} seconds"
        print_result(f"{instance.id}: {outcome(result, task, limits)}; {took}", wrap=True)
    flush()
    wrong = _contradiction(result, instance)
    if wrong != "":
        print_error(f"board {instance.id}: {wrong}")
        totals.raise_code(ExitCode.WRONG_PROBLEM)


def _contradiction(result: BatchResult, instance: Instance[int]) -> str:
    """Return the reason why a result isn't a solution or contradicts the published optimum, or "" if it's correct."""
    try:
        result.verify(result.problem)
    except VerificationError as error:
        return str(error)
    cost = None if result.solution is None else result.cost
    if result.lower_bound > instance.optimum or (cost is not None and cost < instance.optimum):
        found = "no solution" if cost is None else f"cost {format_number(cost)}"
        bound = f"lower bound {format_number(result.lower_bound)}"
        return f"{found}, {bound}, but the published optimum is {format_number(instance.optimum)}"
    return ""


def _print_errors(errors: Iterable[Exception], boards: Boards, totals: _Totals) -> None:
    for error in errors:
        if not isinstance(error, BatchItemError):
            raise error
        totals.done += 1
        print_error(f"board {boards[error.index][0].id}: {error}")
        is_wrong = isinstance(error.__cause__, InvalidProblemError)
        # In other cases, a worker died or the memory ran out.
        totals.raise_code(ExitCode.WRONG_PROBLEM if is_wrong else ExitCode.LIMIT)
