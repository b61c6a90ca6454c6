"""``astarlib check``: whether a problem keeps its contract, and its heuristic what is expected of it."""

from __future__ import annotations

import json
from argparse import Namespace
from typing import Any

from astarlib.checking import CheckInterrupted, Report, check_heuristic, check_problem
from astarlib.cli.exit_codes import ExitCode
from astarlib.cli.output import complain, flush, say
from astarlib.cli.task import Task


def check(given: Namespace) -> ExitCode:
    """Check the problem of the arguments, then its heuristic, and print each report as soon as it is known.

    After Ctrl-C, the report on what was found until then is printed.
    """
    task: Task = given.task(given)
    amounts = {name: getattr(given, name) for name in ("states", "samples", "seed", "seconds")}
    options: dict[str, Any] = {name: amount for name, amount in amounts.items() if amount is not None}
    reports: list[Report | None] = [None, None]
    interrupted = False
    for place, run in enumerate((check_problem, check_heuristic)):
        try:
            report: Report | None = run(task.problem, **options)
        except KeyboardInterrupt as interrupt:
            interrupted = True
            report = interrupt.report if isinstance(interrupt, CheckInterrupted) else None
        reports[place] = report
        if report is not None and not given.json:
            _say(report, quiet=given.quiet)
            flush()
        if interrupted:
            break
    ok = all(report is None or report.ok for report in reports)
    if given.json:
        _say_json(task, *reports, ok=ok, interrupted=interrupted)
    if interrupted:
        complain("interrupted; the check isn't complete")
        return ExitCode.INTERRUPTED
    return ExitCode.SOLVED if ok else ExitCode.WRONG_PROBLEM


def _say(report: Report, *, quiet: bool) -> None:
    say(report.headline(), style="bold green" if report.ok else "bold red")
    for line in () if quiet else report.details():
        say(f"  {line}")
    if not quiet:
        say()


def _say_json(task: Task, contract: Report | None, heuristic: Report | None, *, ok: bool, interrupted: bool) -> None:
    members = {
        "problem": task.name,
        "heuristic": task.heuristic,
        "ok": ok,
        "interrupted": interrupted,
        "check_problem": None if contract is None else contract.to_dict(),
        "check_heuristic": None if heuristic is None else heuristic.to_dict(),
    }
    say(json.dumps(members, indent=2, allow_nan=False))
