"""A result for programs: strict JSON, in which what is infinite or absent is null."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from typing import Any

from astarlib.capabilities import action_texter, state_texter
from astarlib.cli.output import say
from astarlib.cli.task import Task
from astarlib.cli.words import outcome, uses_h
from astarlib.limits import Limits
from astarlib.result import Path, SearchResult, Solution


def report_json(result: SearchResult, task: Task, limits: Limits, *, saved_in: str | None) -> None:
    """One JSON object on standard output, a member a line; ``saved`` is the file that holds the search, or null."""
    members = {**members_of(result, task, limits), "saved": saved_in}
    lines = [f"  {json.dumps(name)}: {json.dumps(value, allow_nan=False)}" for name, value in members.items()]
    say("{\n" + ",\n".join(lines) + "\n}")


def report_json_line(members: Mapping[str, object], result: SearchResult, task: Task, limits: Limits) -> None:
    """One of several JSON objects, each on a line of its own; the ``members`` come first."""
    say(json.dumps({**members, **members_of(result, task, limits)}, allow_nan=False))


def members_of(result: SearchResult, task: Task, limits: Limits) -> dict[str, object]:
    """A result in JSON's own kinds.

    Actions are texts. States are lists of numbers for the reference problems, texts for a problem of one's own.
    """
    found = result.solution
    return {
        "problem": task.name,
        "engine": result.engine,
        "heuristic": task.heuristic if uses_h(result) else None,
        "status": result.status.name,
        "limit": None if result.limit is None else result.limit.name,
        "message": outcome(result, task, limits),
        "optimal": found is not None and result.suboptimality_bound == 1,
        "lower_bound": _finite(result.lower_bound),
        "suboptimality_bound": None if found is None else _finite(result.suboptimality_bound),
        **_way(found, task),
        "nearest": None if found is not None else _nearest(result.nearest, task),
        "statistics": {name: _finite(value) for name, value in asdict(result.statistics).items()},
    }


def _way(way: Solution | Path | None, task: Task) -> Mapping[str, object]:
    """A walk's cost, actions, states and the costs of its steps."""
    if way is None:
        return dict.fromkeys(("cost", "actions", "states", "costs"))
    shown: Callable[[Any], object] = task.plain or state_texter(task.problem)
    return {
        "cost": _finite(way.cost),
        "actions": _each(action_texter(task.problem), way.actions),
        "states": _each(shown, way.states),
        "costs": _each(_finite, way.costs),
    }


def _nearest(nearest: Path | None, task: Task) -> Mapping[str, object] | None:
    return None if nearest is None else {"h": _finite(nearest.h), **_way(nearest, task)}


def _each(shown: Callable[[Any], object], values: Iterable[object]) -> list[object]:
    return [shown(value) for value in values]


def _finite(value: float | None) -> float | None:
    """A number that JSON has: an int, or a float, which fractions and the like become; None where it is infinite."""
    if value is None or isinstance(value, int):
        return value
    return float(value) if math.isfinite(value) else None
