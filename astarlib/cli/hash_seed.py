"""The check of a problem in another process, where sets of texts have another order."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from argparse import Namespace
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import fields, is_dataclass, replace
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from pathlib import Path
from time import monotonic
from typing import Any, Final, TypeAlias

from astarlib._support.interrupts import raise_if_from_handler
from astarlib._support.plain_values import plain_value
from astarlib.checking import Fault, Report
from astarlib.checking.begin_check import picture
from astarlib.cli.inputs import Inputs
from astarlib.cli.parser import Task
from astarlib.errors import short_repr
from astarlib.problem import Problem
from astarlib.resolving.resolved_problem import edges_of, starts_of, state_key_of, truth
from astarlib.searching.walk import breadth_first

Step: TypeAlias = tuple[Any, Any, bool, list[tuple[Any, Any, Any]]]
"""A state of the walk, its h, whether it's a goal, and its edges (action, next state, cost)."""

_STATES: Final = 300
_SECONDS: Final = 2.0
_TIMEOUT: Final = 30.0
_SEEDS: Final = ("1", "2")
"""Two actions have the same order in every second process, so one other process would often notice nothing."""
_CHILD: Final = "from astarlib.cli.hash_seed import main; main()"
_PROMISE: Final = "hash seed"


def check_under_other_seeds(report: Report, task: Task, given: Namespace) -> Report:
    """Return the report of ``check_problem`` with what differs in processes with other hash seeds.
    The first states of a breadth-first walk are compared: their h, whether they are goals, and their edges. Of objects
    of unknown classes, only the class is compared.
    """
    problem = task.problem
    try:
        here = list(_walk(problem))
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001  # A method of the problem failed, and the report says so.
        raise_if_from_handler(error)
        return _skipped(report, "a method failed")
    outlines, compared = list(map(_outline, here)), 0
    for seed in _SEEDS:
        try:
            there = _other_process(given, seed)
        except (OSError, ValueError, subprocess.SubprocessError) as error:
            return _skipped(report, f"another process couldn't make the problem: {_last_line(error)}")
        pairs = list(zip(outlines, there, strict=False))
        if len(pairs) == 0 or pairs[0][0]["state"] != pairs[0][1]["state"]:
            return _skipped(report, "the initial state isn't the same in every process")
        compared = max(compared, len(pairs))
        for step, (mine, other) in zip(here, pairs, strict=False):
            broken = _difference(problem, step, mine, other)
            if broken is not None:
                (name, message), state = broken, step[0]
                text, path = f"{name}({short_repr(state)}) {message}", _path(problem, here, state)
                fault = Fault(name, text, state, None, None, 1, path, picture(problem, state))
                return replace(report, faults=(*report.faults, fault))
    return replace(report, checks={**report.checks, _PROMISE: compared})


def main() -> None:
    """Print the walk of the command line that comes on standard input, as JSON."""
    from astarlib.cli.arguments import parse

    stored = json.load(sys.stdin)
    output, sys.stdout = sys.stdout, sys.stderr  # The user's modules may print.
    given = parse(stored["words"], Inputs(stored))
    task: Task = given.task(given)
    json.dump([_outline(each) for each in _walk(task.problem)], output)


def _walk(problem: Problem) -> Iterator[Step]:
    """Yield the first states with their h, whether they are goals, and their edges."""
    began = monotonic()
    for state, edges in breadth_first(starts_of(problem), edges_of(problem), state_key_of(problem), max_states=_STATES):
        yield state, problem.heuristic(state), truth(problem.is_goal(state), state), edges
        if monotonic() - began > _SECONDS:
            return


def _outline(step: Step) -> dict[str, Any]:
    state, h, is_goal, edges = step
    rows = [[_plain(action), _plain(cost), _plain(next_state)] for action, next_state, cost in edges]
    return {"state": _plain(state), "h": _plain(h), "is_goal": is_goal, "edges": rows}


def _plain(value: Any) -> Any:  # Any: a user's value, and a JSON value
    """Return a JSON value that is the same in every process, and the name of the class for unknown objects."""
    value = plain_value(value)
    name = type(value).__qualname__
    plain: Any = name
    match value:
        case None | bool() | int() | str():
            plain = value
        case float():
            plain = f"{value:.9g}"  # Rounding may depend on the order of a sum.
        case bytes() | complex() | Fraction() | Decimal() | range():
            plain = repr(value)
        case Enum():
            plain = [name, value.name]
        case tuple() | list():
            plain = [_plain(each) for each in value]
        case Mapping():
            plain = [name, *sorted(json.dumps([_plain(key), _plain(each)]) for key, each in value.items())]
        case AbstractSet():
            plain = [name, *sorted(json.dumps(_plain(each)) for each in value)]
        case _ if is_dataclass(value):
            plain = [name, *(_plain(getattr(value, field.name)) for field in fields(value))]
        case _ if hasattr(value, "tolist"):  # an array
            plain = [name, _plain(value.tolist())]
    return plain


def _difference(
    problem: Problem, step: Step, mine: Mapping[str, Any], other: Mapping[str, Any]
) -> tuple[str, str] | None:
    """Return the method whose results differ and a sentence, or None."""
    _, h, is_goal, edges = step
    method = "successors" if callable(getattr(problem, "successors", None)) else "actions"
    elsewhere = "in a process with another hash seed"
    if mine["h"] != other["h"]:
        return "heuristic", f"returned {short_repr(h)} here and {other['h']} {elsewhere}"
    if is_goal != other["is_goal"]:
        return "is_goal", f"returned {is_goal} here and {other['is_goal']} {elsewhere}"
    if mine["edges"] == other["edges"]:
        return None
    actions = short_repr([action for action, _, _ in edges])
    if sorted(map(json.dumps, mine["edges"])) == sorted(map(json.dumps, other["edges"])):
        return method, (
            f"returned {actions} here and the same in another order {elsewhere}; the order of a set of texts changes "
            "from process to process, so return a list, or sort the set"
        )
    return method, f"returned {actions} here, and {elsewhere} other actions, costs or next states"


def _path(problem: Problem, here: list[Step], wanted: Any) -> tuple[Any, ...] | None:
    """Return the actions that lead to a state of the walk."""
    key_of = state_key_of(problem) or (lambda state: state)
    paths: dict[Any, tuple[Any, ...]] = {key_of(start): () for start in starts_of(problem)}
    for state, _, _, edges in here:
        path = paths[key_of(state)]
        if state is wanted:
            return path
        for action, next_state, _ in edges:
            paths.setdefault(key_of(next_state), (*path, action))
    return None


def _other_process(given: Namespace, seed: str) -> list[dict[str, Any]]:
    """Return what ``main`` prints in a process with this hash seed."""
    package = str(Path(__file__).resolve().parents[2])
    folders = os.pathsep.join([package, *filter(None, [os.environ.get("PYTHONPATH")])])
    done = subprocess.run(  # noqa: S603  # It runs this Python.
        [sys.executable, "-P", "-c", _CHILD],  # -P: the user's random.py in this folder must not replace Python's.
        input=json.dumps({"words": given.words, **given.inputs.stored()}),
        env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": folders},
        capture_output=True,
        check=True,
        text=True,
        timeout=_TIMEOUT,
    )
    return list(json.loads(done.stdout))


def _last_line(error: Exception) -> str:
    printed = getattr(error, "stderr", None)
    lines = printed.strip().splitlines() if isinstance(printed, str) else []
    return lines[-1] if len(lines) > 0 else str(error)


def _skipped(report: Report, why: str) -> Report:
    return replace(report, skipped={**report.skipped, _PROMISE: why})
