"""A result for people: the way state by state, what it is worth, and what it took."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from astarlib.capabilities import action_texter, state_texter
from astarlib.cli.output import say
from astarlib.cli.task import Task
from astarlib.cli.words import counted, engine_and_heuristic, figures, number, outcome
from astarlib.limits import Limits
from astarlib.result import Path, SearchResult, Status

_COLOURS = {Status.SOLVED: "bold green", Status.UNSOLVABLE: "bold red"}


def report(result: SearchResult, task: Task, limits: Limits, *, quiet: bool) -> None:
    """Say all of it on standard output; ``quiet`` leaves the way and the nearest state out, but not a filled grid."""
    state_text, action_text = state_texter(task.problem), action_texter(task.problem)
    if result.solution is not None and not task.whole_path:
        say(f"{state_text(result.states[-1])}\n")
    elif result.solution is not None and task.way_text is not None and not quiet:
        say(f"{task.way_text(result)}\n")
    elif result.solution is not None and not quiet:
        _say_way(result.path, state_text, action_text)
    elif result.nearest is not None and not quiet:
        _say_nearest(result.nearest, task, state_text)
    say(outcome(result, task, limits), style=_COLOURS.get(result.status, "bold yellow"))
    say(f"{engine_and_heuristic(result, task)}: {figures(result.statistics)}")


def _say_way(
    path: tuple[tuple[Any, Any], ...], state_text: Callable[[Any], str], action_text: Callable[[Any], str]
) -> None:
    for step, (action, state) in enumerate(path):
        if step > 0:
            say(f"{step}. {action_text(action)}", style="bold")
        say(f"{state_text(state)}\n")


def _say_nearest(nearest: Path, task: Task, state_text: Callable[[Any], str]) -> None:
    h = 0 if nearest.h is None else nearest.h
    if h == 0 and len(nearest) == 0:  # a heuristic that does not tell one state from another
        return
    away = "the initial state" if len(nearest) == 0 else f"after {counted(len(nearest), task.step)}"
    say(f"nearest to a goal, h {number(h)}, {away}:\n{state_text(nearest.states[-1])}\n")
