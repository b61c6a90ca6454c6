"""The report of a result: the path, the proved bounds and the statistics as text, or JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from astarlib._support.numbers import counted
from astarlib._support.plain_values import json_value
from astarlib._support.wording import format_number
from astarlib.capabilities import action_texter, state_texter
from astarlib.cli.output import print_result
from astarlib.cli.parser import Task
from astarlib.cli.wording import engine_and_heuristic, figures, outcome, uses_heuristic
from astarlib.limits import Limits
from astarlib.result import Path, SearchResult, Status, result_dict

_COLORS = {Status.SOLVED: "bold green", Status.UNSOLVABLE: "bold red"}


def print_report(result: SearchResult, task: Task, limits: Limits, *, quiet: bool) -> None:
    """Print a result for people. ``quiet`` leaves out the path and the nearest state, but not a filled grid."""
    format_state, format_action = state_texter(task.problem), action_texter(task.problem)
    if result.solution is not None and not task.whole_path:
        print_result(f"{format_state(result.states[-1])}\n")
    elif result.solution is not None and task.path_text is not None and not quiet:
        print_result(f"{task.path_text(result)}\n")
    elif result.solution is not None and not quiet:
        _print_path(result.path, format_state, format_action)
    elif result.nearest is not None and not quiet:
        _print_nearest(result.nearest, task, format_state)
    print_result(outcome(result, task, limits), style=_COLORS.get(result.status, "bold yellow"), wrap=True)
    print_result(f"{engine_and_heuristic(result, task)}: {figures(result.statistics)}", wrap=True)


def _print_path(
    path: tuple[tuple[Any, Any], ...], format_state: Callable[[Any], str], format_action: Callable[[Any], str]
) -> None:
    for step, (action, state) in enumerate(path):
        if step > 0:
            print_result(f"{step}. {format_action(action)}", style="bold")
        print_result(f"{format_state(state)}\n")


def _print_nearest(nearest: Path, task: Task, format_state: Callable[[Any], str]) -> None:
    h = 0 if nearest.h is None else nearest.h
    if h == 0 and len(nearest) == 0:  # The heuristic doesn't distinguish any states.
        return
    away = "the initial state" if len(nearest) == 0 else f"after {counted(len(nearest), task.step)}"
    print_result(f"nearest to a goal, h {format_number(h)}, {away}:\n{format_state(nearest.states[-1])}\n")


def print_solutions(solutions: Iterable[SearchResult], task: Task) -> None:
    """Print one line for each solution: its number, its cost and its actions."""
    format_action = action_texter(task.problem)
    for number, each in enumerate(solutions, 1):
        print_result(
            f"{number}. cost {format_number(each.cost)}: {', '.join(map(format_action, each.actions))}", wrap=True
        )


def print_json(
    result: SearchResult, task: Task, limits: Limits, *, saved_in: str | None, solutions: Iterable[SearchResult]
) -> None:
    """Print one JSON object, one member a line. ``saved`` is the file that holds the search, or null.
    If the engine looks for several solutions, ``solutions`` has the cost, actions, states and costs of each.
    """
    members = {**members_of(result, task, limits), "saved": saved_in}
    names = ("cost", "actions", "states", "costs")
    found = [members_of(each, task, limits) for each in solutions]
    if len(found) > 0:
        members["solutions"] = [{name: each[name] for name in names} for each in found]
    lines = [f"  {json.dumps(name)}: {json.dumps(value, allow_nan=False)}" for name, value in members.items()]
    print_result("{\n" + ",\n".join(lines) + "\n}")


def print_json_line(members: Mapping[str, object], result: SearchResult, task: Task, limits: Limits) -> None:
    """Print one of several JSON objects, each on its own line. The ``members`` come first."""
    print_result(json.dumps({**members, **members_of(result, task, limits)}, allow_nan=False))


def members_of(result: SearchResult, task: Task, limits: Limits) -> dict[str, object]:
    """Return a result as a dict of values that JSON can represent. Infinite and missing values are None.
    States and actions that consist of numbers, texts and lists are kept as they are. All others become texts, unless
    the task has a function ``plain``, which converts the states.
    """
    state_value = task.plain or partial(json_value, text_of=state_texter(task.problem))
    members = result_dict(result, state_value, partial(json_value, text_of=action_texter(task.problem)))
    return {
        "problem": task.name,
        "engine": members.pop("engine"),
        "heuristic": task.heuristic if uses_heuristic(result) else None,
        "status": members.pop("status"),
        "limit": members.pop("limit"),
        "message": outcome(result, task, limits),
        **members,
    }
