"""``astarlib check``: test that a problem keeps its contract, and that its heuristic is admissible and consistent."""

from __future__ import annotations

import json
from argparse import Namespace
from typing import Any, Final

from astarlib.checking import CheckInterrupted, Report, check_heuristic, check_problem
from astarlib.cli import argument_types
from astarlib.cli.hash_seed import check_under_other_seeds
from astarlib.cli.options import add_heuristic
from astarlib.cli.output import flush, print_error, print_result, progress_bar
from astarlib.cli.parser import ExitCode, Parser, ProblemArguments, SearchCommand, Task


def add_options(parser: Parser, problem: ProblemArguments) -> None:
    """Add the options of ``check``."""
    if problem.takes_function or len(problem.heuristics) > 0:
        add_heuristic(parser.add_argument_group("heuristic"), problem)
    walk = parser.add_argument_group("how much to check (for each of the two checks)")
    walk.add_argument(
        "--states",
        type=argument_types.at_least_one,
        metavar="N",
        help="states of the breadth-first walk (default: 10,000 for the problem, 50,000 for the heuristic)",
    )
    walk.add_argument(
        "--samples",
        type=argument_types.count,
        metavar="N",
        help="steps of the random walks (default: 1,000 for the problem, 5,000 for the heuristic)",
    )
    walk.add_argument("--seed", type=argument_types.count, metavar="N", help="seed of the random walks (default: 0)")
    walk.add_argument("--seconds", type=argument_types.some_seconds, metavar="S", help="wall-clock time (default: 10)")
    output = parser.add_argument_group("output")
    output.add_argument("--json", action="store_true", help="print both reports as JSON")
    output.add_argument("--quiet", action="store_true", help="print one line for each check, without a progress bar")


def check(given: Namespace) -> ExitCode:
    """Check the problem of the arguments, then its heuristic. Print each report when it is ready, or after Ctrl-C."""
    task: Task = given.task(given)
    amounts = {name: getattr(given, name) for name in ("states", "samples", "seed", "seconds")}
    options: dict[str, Any] = {name: amount for name, amount in amounts.items() if amount is not None}
    reports: dict[str, Report | None] = {"check_problem": None, "check_heuristic": None}
    interrupted = False
    for run, what in ((check_problem, "problem"), (check_heuristic, "heuristic")):
        report: Report | None = None
        try:
            with progress_bar(quiet=given.quiet, doing=f"checking the {what}"):
                report = checked = run(task.problem, **options)
                if what == "problem" and ":" in task.name:  # A problem of the user, MODULE:ATTRIBUTE.
                    report = check_under_other_seeds(checked, task, given)
        except KeyboardInterrupt as interrupt:
            interrupted = True
            report = interrupt.report if isinstance(interrupt, CheckInterrupted) else report
        reports[f"check_{what}"] = report
        if report is not None and not given.json:
            _print(report, quiet=given.quiet)
            flush()
        if interrupted:
            break
    ok = all(report is None or report.ok for report in reports.values())
    if given.json:
        members = {"problem": task.name, "heuristic": task.heuristic, "ok": ok, "interrupted": interrupted}
        found = {name: None if report is None else report.to_dict() for name, report in reports.items()}
        print_result(json.dumps({**members, **found}, indent=2, allow_nan=False))
    if interrupted:
        print_error("interrupted; the check isn't complete")
        return ExitCode.INTERRUPTED
    return ExitCode.SOLVED if ok else ExitCode.WRONG_PROBLEM


def _print(report: Report, *, quiet: bool) -> None:
    print_result(report.headline(), style="bold green" if report.ok else "bold red", wrap=True)
    for line in () if quiet else report.details():
        print_result(f"  {line}", wrap=True)
    if not quiet:
        print_result()


_EXIT_CODES: Final = """

exit codes:
  0 no fault was found, 3 a fault, 130 interrupted, 2 wrong usage or input"""

COMMAND: Final = SearchCommand("test a problem and its heuristic", add_options, check, " --seconds 1", _EXIT_CODES)
