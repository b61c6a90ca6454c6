"""A result for programs: strict JSON, in which what is infinite or absent is null."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial

from astarlib._support.plain_values import json_value
from astarlib.capabilities import action_texter, state_texter
from astarlib.cli.output import say
from astarlib.cli.task import Task
from astarlib.cli.words import outcome, uses_h
from astarlib.limits import Limits
from astarlib.result import SearchResult, result_dict


def report_json(result: SearchResult, task: Task, limits: Limits, *, saved_in: str | None) -> None:
    """One JSON object on standard output, a member a line; ``saved`` is the file that holds the search, or null."""
    members = {**members_of(result, task, limits), "saved": saved_in}
    lines = [f"  {json.dumps(name)}: {json.dumps(value, allow_nan=False)}" for name, value in members.items()]
    say("{\n" + ",\n".join(lines) + "\n}")


def report_json_line(members: Mapping[str, object], result: SearchResult, task: Task, limits: Limits) -> None:
    """One of several JSON objects, each on a line of its own; the ``members`` come first."""
    say(json.dumps({**members, **members_of(result, task, limits)}, allow_nan=False))


def members_of(result: SearchResult, task: Task, limits: Limits) -> dict[str, object]:
    """Return a result in JSON's own kinds.

    States and actions made of numbers, texts and lists stay such values, and other ones are texts. States of the
    reference problems are written as the problem's command documents them.
    """
    state_value = task.plain or partial(json_value, text_of=state_texter(task.problem))
    shown = result_dict(result, state_value, partial(json_value, text_of=action_texter(task.problem)))
    return {
        "problem": task.name,
        "engine": shown.pop("engine"),
        "heuristic": task.heuristic if uses_h(result) else None,
        "status": shown.pop("status"),
        "limit": shown.pop("limit"),
        "message": outcome(result, task, limits),
        **shown,
    }
