"""The report of a result: the path, the proved bounds and the statistics as text, or JSON for programs."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from astarlib._support.numbers import counted
from astarlib._support.plain_values import json_value
from astarlib._support.steps_text import numbered_steps
from astarlib._support.wording import format_number, round_ratio_up
from astarlib.cli.output import print_result
from astarlib.cli.parser import Task
from astarlib.limits import LimitKind, Limits
from astarlib.resolving.presentation import action_texter, state_texter
from astarlib.result import Path, SearchResult, Statistics, Status, result_dict

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
    text = ""
    for title, text in numbered_steps(path, format_state, format_action):
        if title != "":
            print_result(title, style="bold")
        print_result(text)
    if not text.endswith("\n"):
        print_result("")


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


# --- sentences --------------------------------------------------------------------------------------------------------


def outcome(result: SearchResult, task: Task, limits: Limits) -> str:
    """Return a sentence on the solution and what is proved about it, or on the reason why there is no solution."""
    if result.solution is not None:
        return f"{length(result, task)}, {_proved(result, task)}{stopped(result, limits, '; ')}"
    bound = "" if result.lower_bound == 0 else f"; none costs less than {format_number(result.lower_bound)}"
    match result.status:
        case Status.UNSOLVABLE:
            return f"no solution, {_unsolvable(result, task)}"
        case Status.GAVE_UP:
            return f"gave up: {result.engine} has nothing left to try, which proves nothing{bound}"
        case _:
            return f"no solution yet{stopped(result, limits, ', ')}{bound}{_given_h(result, task, bound)}"


def length(result: SearchResult, task: Task) -> str:
    """Return the number of steps, and the cost if it differs from that number."""
    steps = counted(len(result.actions), task.step)
    return steps if result.cost == len(result.actions) else f"{steps}, cost {format_number(result.cost)}"


def figures(statistics: Statistics) -> str:
    """Return the statistics in one line."""
    counters = ("expanded", "generated", "evaluated", "reopened", "dead_ends", "stored", "peak_frontier")
    shown = {name: f"{getattr(statistics, name):,}" for name in counters}
    if 0 < statistics.heuristic_calls != statistics.evaluated:
        shown["evaluated"] += f" in {counted(statistics.heuristic_calls, 'call')}"
    shown |= {name: f"{value:,}" for name, value in statistics.details.items()}
    each = [f"{name.replace('_', ' ')} {text}" for name, text in shown.items()]
    return f"{', '.join(each)}, {statistics.seconds:.3f} seconds"


def engine_and_heuristic(result: SearchResult, task: Task) -> str:
    """Return the engine, and the name of the heuristic if the engine evaluated one that has a name."""
    named = task.heuristic is not None and uses_heuristic(result)
    return f"{result.engine} with {task.heuristic}" if named else result.engine


def uses_heuristic(result: SearchResult) -> bool:
    """Return True if the engine evaluated the heuristic."""
    return result.nearest is not None


def _proved(result: SearchResult, task: Task) -> str:
    ratio, given_h = result.suboptimality_bound, _given_h(result, task, "proof")
    if ratio == 1:
        return f"optimal{given_h}"
    if ratio == math.inf:
        return "with no proof of how far from optimal"
    bound = f"no solution costs less than {format_number(result.lower_bound)}"
    return f"at most {round_ratio_up(ratio)} times the optimum: {bound}{given_h}"


def _given_h(result: SearchResult, task: Task, claim: str) -> str:
    """Return the condition of a claim that depends on a heuristic not known to be admissible."""
    if claim == "" or result.condition == "" or task.admissible:
        return ""
    return f" (if {result.condition.replace('h ', 'the heuristic ', 1)})"


def _unsolvable(result: SearchResult, task: Task) -> str:
    if task.impossible is not None and result.statistics.stored == 0:
        return f"{task.impossible}; --prove searches all the same"
    dead_ends = result.statistics.dead_ends
    if result.reason != "":
        return (
            f"proved{' by expanding all reachable states' if result.statistics.expanded > 0 else ''}: {result.reason}"
        )
    reached = f"proved by expanding all reachable states ({result.statistics.stored - dead_ends:,})"
    if dead_ends == 0:
        return reached
    return f"{reached}, except {counted(dead_ends, 'dead end')} where the heuristic is infinite"


def stopped(result: SearchResult, limits: Limits, before: str) -> str:
    """Return a phrase with the limit that stopped the search and the limit's value, after ``before``."""
    if result.limit is None:
        return ""
    texts = {
        LimitKind.EXPANDED: f"stopped by --max-expanded after {_counted(limits.expanded, 'expansion')}",
        LimitKind.GENERATED: f"stopped by --max-generated at {_counted(limits.generated, 'generated state')}",
        LimitKind.STORED: f"stopped by --max-stored at {_counted(limits.stored, 'stored state')}",
        LimitKind.COST: f"stopped by --max-cost {format_number(limits.cost)}",
        LimitKind.SOLUTIONS: f"stopped by --solutions after {_counted(limits.solutions, 'solution')}",
        LimitKind.WITHIN: f"stopped by --within {format_number(limits.within)}",
        LimitKind.SECONDS: f"stopped by --seconds {format_number(limits.seconds)}",
        LimitKind.MEMORY: f"stopped by --memory at {format_size(limits.memory)}",
        LimitKind.DISK: "stopped because the disk is full",
        LimitKind.CANCELLED: "interrupted",
    }
    text = texts.get(result.limit, f"stopped by the limit {result.limit.value}")
    if result.limit is LimitKind.MEMORY and limits.memory == math.inf:
        text = "stopped because the memory ran out"
    return before + text


def _counted(limit: float, noun: str) -> str:
    return counted(int(limit) if limit < math.inf else 0, noun)


def format_size(count: float) -> str:
    """Return a number of bytes as text, in the largest unit in which it's at least 1."""
    power = next((power for power in (3, 2, 1) if count >= 1024**power), 0)
    return f"{count / 1024**power:.6g} {('bytes', 'KiB', 'MiB', 'GiB')[power]}"
