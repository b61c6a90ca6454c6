"""``astarlib check``: whether a problem keeps its contract, and its heuristic what is expected of it."""

from __future__ import annotations

import json
from argparse import Namespace
from typing import Any

from astarlib.checking import Report, check_heuristic, check_problem
from astarlib.cli.exit_codes import ExitCode
from astarlib.cli.output import flush, say
from astarlib.cli.task import Task


def check(given: Namespace) -> ExitCode:
    """Check the problem of the arguments, then its heuristic; each report is printed as soon as it is there."""
    task: Task = given.task(given)
    amounts = {name: getattr(given, name) for name in ("states", "samples", "seed", "seconds")}
    options: dict[str, Any] = {name: amount for name, amount in amounts.items() if amount is not None}
    contract = check_problem(task.problem, **options)
    if not given.json:
        _say(contract, quiet=given.quiet)
        flush()
    heuristic = check_heuristic(task.problem, **options)
    if given.json:
        _say_json(task, contract, heuristic)
    else:
        _say(heuristic, quiet=given.quiet)
    return ExitCode.SOLVED if contract.ok and heuristic.ok else ExitCode.WRONG_PROBLEM


def _say(report: Report, *, quiet: bool) -> None:
    say(report.headline(), style="bold green" if report.ok else "bold red")
    for line in () if quiet else report.details():
        say(f"  {line}")
    if not quiet:
        say()


def _say_json(task: Task, contract: Report, heuristic: Report) -> None:
    members = {
        "problem": task.name,
        "heuristic": task.heuristic,
        "ok": contract.ok and heuristic.ok,
        "check_problem": contract.to_dict(),
        "check_heuristic": heuristic.to_dict(),
    }
    say(json.dumps(members, indent=2, allow_nan=False))
