"""Run the contenders of a case in turn, each time in a fresh process, and make rows of the results."""

from __future__ import annotations

import importlib
import json
import math
import os
import signal
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from benchmarks.harness.case import Case, Contender, Target
from benchmarks.harness.environments import ROOT, python_of
from benchmarks.harness.rows import Row, spread


@dataclass
class Outcome:
    """The results of a contender so far. After any status except "ok", it isn't run again."""

    status: str = "ok"
    why: str = ""
    runs: dict[int, Row] = field(default_factory=dict)
    """By round."""


def run_case(case: Case, rounds: int, watch: Callable[[str, int], None] | None = None) -> list[Row]:
    """Return a row for each contender, in their order. ``watch`` gets the contender and round before each run."""
    outcomes = {contender.name: Outcome() for contender in case.contenders}
    for contender in case.contenders:
        if contender.missing:
            outcomes[contender.name] = Outcome("not available", contender.missing)
    for number in range(rounds):
        shift = number % len(case.contenders)  # The order rotates, so that no contender is always the first.
        for contender in case.contenders[shift:] + case.contenders[:shift]:
            outcome = outcomes[contender.name]
            if outcome.status != "ok":
                continue
            if watch is not None:
                watch(contender.name, number)
            _note(outcome, number, _run(case, contender), _expected(case, contender))
    return [_row(case, contender, outcomes) for contender in case.contenders]


def failed(case: Case, rows: list[Row]) -> bool:
    """Return True if a trusted contender gave a wrong answer or failed. Running out of time isn't a failure."""
    trusted = {contender.name for contender in case.contenders if contender.trusted}
    return any(row["contender"] in trusted and row["status"] in {"wrong", "failed"} for row in rows)


def _note(outcome: Outcome, number: int, measured: Row, expected: Mapping[str, Any]) -> None:
    if "not done" in measured:
        outcome.status, outcome.why = "not done", measured["not done"]
    elif "error" in measured:
        outcome.status, outcome.why = "failed", measured["error"]
    else:
        outcome.runs[number] = measured
        differences = differing(expected, measured["answer"])
        if differences:
            outcome.status, outcome.why = "wrong", differences


def differing(expected: Mapping[str, Any], answer: Mapping[str, Any]) -> str:
    """Return how an answer differs from the expected one, or an empty text if it doesn't."""
    return "; ".join(
        f"{name} is {answer.get(name)!r}, not {value!r}"
        for name, value in expected.items()
        if name not in answer or not _equal(value, answer[name])
    )


def _equal(one: Any, other: Any) -> bool:  # Any: JSON values
    if isinstance(one, float) and isinstance(other, int | float):
        return math.isclose(one, other, rel_tol=1e-9)
    return bool(one == other)


def _expected(case: Case, contender: Contender) -> Mapping[str, Any]:
    return case.expected if contender.expected is None else contender.expected


# --- one run ----------------------------------------------------------------------------------------------------------


def _run(case: Case, contender: Contender) -> Row:
    """Return the output of the worker or the executable, or ``{"error": …}`` or ``{"not done": …}`` without output."""
    try:
        done = subprocess.run(
            _command(case, contender),
            cwd=ROOT,
            env=_surroundings(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=case.seconds,
            check=False,
            preexec_fn=None if case.memory is None or os.name != "posix" else partial(_confine, case.memory),
        )
    except subprocess.TimeoutExpired:
        return {"not done": f"not done in {case.seconds:g} s"}
    except OSError as error:
        return {"error": f"it can't be started: {error}"}
    lines = done.stdout.strip().splitlines()
    try:
        measured = json.loads(lines[-1])
    except (IndexError, ValueError):
        measured = None
    if done.returncode == 0 and isinstance(measured, dict) and ("error" in measured or "answer" in measured):
        return measured
    return {"error": _last_words(done)}


def _command(case: Case, contender: Contender) -> list[str]:
    if contender.executable:
        return [contender.executable, *map(str, contender.arguments)]
    task = {"program": contender.program, "arguments": contender.arguments, "warm_up": case.warm_up}
    return [python_of(contender.environment), "-m", "benchmarks.harness.worker", json.dumps(task)]


def _surroundings() -> dict[str, str]:
    """Return environment variables with which this checkout is imported before any installed version."""
    before = os.environ.get("PYTHONPATH")
    return {**os.environ, "PYTHONPATH": str(ROOT) if not before else os.pathsep.join((str(ROOT), before))}


def _confine(memory: int) -> None:
    resource = importlib.import_module("resource")
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


def _last_words(done: subprocess.CompletedProcess[str]) -> str:
    said = (done.stderr or done.stdout).strip().splitlines()
    ending = f"exit code {done.returncode}"
    if done.returncode < 0:
        ending = f"ended by {signal.Signals(-done.returncode).name}"
    return ending if len(said) == 0 else f"{ending}: {said[-1]}"


# --- rows -------------------------------------------------------------------------------------------------------------


def _row(case: Case, contender: Contender, outcomes: Mapping[str, Outcome]) -> Row:
    outcome, first = outcomes[contender.name], case.contenders[0].name
    runs = list(outcome.runs.values())
    return {
        "case": case.name,
        "title": case.title,
        "group": case.group,
        "contender": contender.name,
        "status": outcome.status,
        "why": outcome.why,
        "trusted": contender.trusted,
        "unlike": contender.unlike,
        "answer": runs[-1]["answer"] if runs else {},
        "rounds": len(runs),
        "seconds": spread(run["seconds"] for run in runs),
        "wall": spread(_known(runs, "wall")),
        "prepared": spread(_known(runs, "prepared")),
        "ratio": spread(ratios(outcomes[first], outcome)),
        "bytes_before": spread(_known(runs, "bytes_before")),
        "bytes_peak": spread(_known(runs, "bytes_peak")),
        "figures": {name: spread(_figures(outcome, name)) for name in (runs[-1].get("figures", {}) if runs else {})},
        "targets": [_measure_target(target, outcomes) for target in case.targets if target.of == contender.name],
        "versions": runs[-1].get("versions", {}) if runs else {},
    }


def ratios(one: Outcome, other: Outcome) -> list[float]:
    """Return the seconds of one contender divided by those of the other, for each round that both finished."""
    return [
        run["seconds"] / other.runs[number]["seconds"]
        for number, run in one.runs.items()
        if number in other.runs and other.runs[number]["seconds"] > 0
    ]


def _known(runs: list[Row], name: str) -> list[float]:
    return [run[name] for run in runs if run.get(name) is not None]


def _figures(outcome: Outcome, name: str) -> list[float]:
    return [run["figures"][name] for run in outcome.runs.values() if name in run.get("figures", {})]


def _measure_target(target: Target, outcomes: Mapping[str, Outcome]) -> Row:
    """Return a target with the measured value. ``met`` is None if there is nothing to compare."""
    of = outcomes[target.of]
    match target.kind:
        case "ratio":
            values = ratios(of, outcomes[target.to])
        case "figure":
            values = _figures(of, target.figure)
        case "bytes":
            runs = list(of.runs.values())
            pairs = zip(_known(runs, "bytes_peak"), _known(runs, "bytes_before"), strict=True)
            values = [peak - before for peak, before in pairs]
        case _:
            values = [run["seconds"] for run in of.runs.values()]
    found = spread(values)
    told: Row = {name: value for name, value in vars(target).items() if value not in {"", None}}
    told["found"] = None if found is None else found["median"]
    told["met"] = None if found is None else is_met(found["median"], target.at_most, target.at_least)
    return told


def is_met(value: float, at_most: float | None, at_least: float | None) -> bool:
    """Return True if a figure is within its target."""
    return (at_most is None or value <= at_most) and (at_least is None or value >= at_least)
