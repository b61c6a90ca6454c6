"""From a tape to a trace: what needs no haste is found out here, when the search is over."""

from __future__ import annotations

import inspect
import math
import re
from array import array
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from astarlib.capabilities import action_texter
from astarlib.engines.best_first import BestFirst
from astarlib.engines.deepening import Deepening
from astarlib.events import Finished, Progress, Started
from astarlib.observers.pictures import Pictures, pictures_of
from astarlib.observers.tape import NONE, Tape, Unhashable, waiting
from astarlib.observers.trace import Facts, Trace, plain
from astarlib.result import Solution
from astarlib.verdict import verdict


def develop(
    tape: Tape, started: Started, finished: Finished | None, progress: Sequence[Progress], pictures: float
) -> Trace:
    """The trace of a tape. It shares nothing with it."""
    size = len(tape.states)
    solution = None if finished is None else finished.result.solution
    path = [] if solution is None else _path(tape, solution)
    order = tape.order
    replaced = {old: (new, when) for old, new, when in tape.replaced}
    columns = {
        "parents": tape.parents[:],
        "actions": tape.actions[:],
        "order": order,
        "g": tape.g[:],
        "h": tape.h[:],
        "f": _f(tape, started.algorithm),
        "replaced": array("I", sorted(replaced)),
        "replacing": array("I", [replaced[node][0] for node in sorted(replaced)]),
        "replaced_at": array("I", [replaced[node][1] for node in sorted(replaced)]),
        "skipping": tape.skipping[:],
        "path": array("I", path),
    }
    shown = pictures_of(started.problem, tape.states, order, path, pictures)
    trace = Trace(_facts(tape, started, finished, progress, shown), {**columns, **shown.columns}, shown.texts)
    _take_back(tape, size)
    return trace


def _facts(
    tape: Tape, started: Started, finished: Finished | None, progress: Sequence[Progress], shown: Pictures
) -> Facts:
    result = None if finished is None else finished.result
    return Facts(
        engine=started.engine,
        problem=type(started.problem).__name__,
        guarantee=_guarantee(started.algorithm),
        choice=_choice(started.algorithm),
        expanded=tape.expansions,
        began_at=max(0, tape.began_at),
        stride=tape.stride,
        status="" if result is None else result.status.name,
        limit="" if result is None or result.limit is None else result.limit.name,
        verdict="" if result is None else verdict(result),
        cost=None if result is None or result.solution is None else plain(result.solution.cost),
        lower_bound=0 if result is None else plain(result.lower_bound),
        statistics={} if result is None else {k: v for k, v in asdict(result.statistics).items() if v is not None},
        actions=("", *_action_texts(tape, started.problem)),
        size=shown.size,
        shapes=shown.shapes,
        mark=shown.mark,
        progress=tuple((now.expanded, now.frontier, plain(now.f), plain(now.lower_bound)) for now in progress),
    )


def _action_texts(tape: Tape, problem: Any) -> list[str]:  # Any: a problem of any kind
    text = action_texter(problem)
    return [text(code.action if isinstance(code, Unhashable) else code)[:200] for code in tape.codes]


def _choice(engine: object) -> str:
    if isinstance(engine, BestFirst):
        return engine.tie_break.value
    return "stack" if isinstance(engine, Deepening) else ""


def _guarantee(engine: object) -> str:
    """What the engine's docstring says that it guarantees, without its markup."""
    document = inspect.getdoc(type(engine)) or ""
    found = re.search(r"\*\*Guarantee\*\*: (.*?)(?:\n\s*\n|\Z)", document, re.DOTALL)
    if found is None:
        return ""
    text = " ".join(found[1].split())
    return re.sub(r":\w+:`~?([^`]*)`|[`*]", lambda match: (match[1] or "").rpartition(".")[2], text)


def _f(tape: Tape, engine: object) -> array[Any]:  # Any: of ints or of floats
    values: list[float]
    if isinstance(engine, BestFirst):
        values = [engine.f(g, h) if h < math.inf else g + h for g, h in zip(tape.g, tape.h, strict=True)]
    elif isinstance(engine, Deepening):
        values = _depths(tape) if engine.by_depth else [g + h for g, h in zip(tape.g, tape.h, strict=True)]
    else:
        told = {} if tape.f is None else tape.f
        values = [told.get(node, math.nan) for node in range(len(tape.states))]
    try:
        return array("i", values)
    except (TypeError, OverflowError):
        return array("d", values)


def _depths(tape: Tape) -> list[float]:
    """How many actions away from its root each node is; NaN where some of these are left out."""
    depths: list[float] = []
    skipping = set(tape.skipping)
    for node, parent in enumerate(tape.parents):
        depths.append(0 if parent == NONE else math.nan if node in skipping else depths[parent] + 1)
    return depths


def _path(tape: Tape, solution: Solution) -> list[int]:
    """The nodes of the solution; what is left out of them is added to the tape."""
    node, path = _goal_node(tape, solution), []
    while node is not None and node != NONE:
        path.append(node)
        node = tape.parents[node]
    path.reverse()
    if len(path) == len(solution.states) and set(path).isdisjoint(tape.skipping):
        return path
    return _added_path(tape, solution)


def _goal_node(tape: Tape, solution: Solution) -> int | None:
    goal = solution.states[-1]
    if tape.stacks:
        place = next((place for place, state in waiting(tape.stack()) if state is goal), None)
    else:
        place = tape.node_of.get(goal if tape.key_of is None else tape.key_of(goal))
    return place if place is not None and place >= 0 else None


def _added_path(tape: Tape, solution: Solution) -> list[int]:
    """The path as nodes of its own, which were expanded at a time that is not known, with an h that is not known."""
    path: list[int] = []
    g: float = 0
    actions = (None, *solution.actions)
    for action, state, cost in zip(actions, solution.states, (0, *solution.costs), strict=True):
        g += cost
        path.append(tape.add(path[-1] if len(path) > 0 else NONE, action, state, g, math.nan))
        tape.skipping.append(path[-1])
    return path


def _take_back(tape: Tape, size: int) -> None:
    """Undo what ``_path`` may have added: the search may go on."""
    tape.shorten(size)
    while len(tape.skipping) > 0 and tape.skipping[-1] >= size:
        tape.skipping.pop()
