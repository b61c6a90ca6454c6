"""Build a trace from a log. This happens after the search, so that it doesn't slow the search down."""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence
from dataclasses import replace
from operator import add
from typing import Any

from astarlib.capabilities import action_texter, state_key_of
from astarlib.engines.best_first import BestFirst
from astarlib.engines.deepening import Deepening
from astarlib.engines.engine import Engine
from astarlib.engines.rbfs import RBFS
from astarlib.events import Finished, Progress, SolutionFound, Started
from astarlib.recording.expansion_log import ExpansionLog
from astarlib.recording.flat_nodes import NO_ACTION, FlatNodes, Unhashable
from astarlib.recording.pictures import Pictures, render_states
from astarlib.recording.trace_data import NONE, TraceData, TraceInfo, numbers, plain
from astarlib.result import Solution, all_counts
from astarlib.searching.node import G, H


def build_trace(
    log: ExpansionLog,
    started: Started,
    finished: Finished | None,
    progress: Sequence[Progress],
    solutions: Sequence[SolutionFound],
    *,
    max_nodes: float,
    max_rendered: float,
) -> TraceData:
    """Return the trace of a log in O(nodes) time. It shares no data with the log.
    In a search of more than ``max_nodes`` nodes, only a sample of the expansions has its successors. ``max_rendered``
    nodes are rendered, and those of the solution. ``finished`` is None while the search isn't finished.
    """
    problem, sampling_interval, root = started.problem, log.sampling_interval_for(max_nodes), None
    if not log.stacks and not started.resumed:
        root = log.record(0, 0 if started.h is None else started.h, None, NO_ACTION, problem.initial_state)
    nodes = FlatNodes(log, root, sampling_interval)
    path = [] if finished is None or finished.result.solution is None else _path(log, nodes, finished.result.solution)
    order, replaced = nodes.order(), sorted(nodes.replaced.items())
    actions, taken = nodes.actions()
    g, h = (numbers([record[at] for record in nodes.records]) for at in (G, H))
    columns = {
        "parents": array("I", nodes.parents),
        "actions": taken,
        "order": order,
        "g": g,
        "h": h,
        "f": numbers(_f(started.engine, log, nodes, g, h)),
        "replaced": array("I", [old for old, _ in replaced]),
        "replacing": array("I", [new for _, (new, _) in replaced]),
        "replaced_at": array("I", [when for _, (_, when) in replaced]),
        "skipping": array("I", nodes.skipping),
        "path": array("I", path),
    }
    shown = render_states(problem, nodes.states(), order, path, max_rendered)
    info = replace(
        _info(started, finished, progress, shown),
        solutions=tuple((found.expanded, plain(found.solution.cost)) for found in solutions),
        expanded=nodes.last_number - log.began_at,
        began_at=log.began_at,
        sampling_interval=sampling_interval,
        actions=("", *_action_texts(actions, problem)),
    )
    return TraceData(info, {**columns, **shown.columns}, shown.texts)


def new_log(started: Started) -> ExpansionLog:
    """Return an empty log for the search that this event starts."""
    is_deepening = isinstance(started.engine, Deepening)
    return ExpansionLog(began_at=started.expanded, stacks=is_deepening, key_of=state_key_of(started.problem))


def _info(started: Started, finished: Finished | None, progress: Sequence[Progress], shown: Pictures) -> TraceInfo:
    result = None if finished is None else finished.result
    return TraceInfo(
        engine=started.engine_repr,
        problem=type(started.problem).__name__,
        guarantee=started.engine.guarantee.describe() if isinstance(started.engine, Engine) else "",
        choice=_choice(started.engine),
        status="" if result is None else result.status.name,
        limit="" if result is None or result.limit is None else result.limit.name,
        verdict="" if result is None else result.summary(),
        cost=None if result is None or result.solution is None else plain(result.solution.cost),
        lower_bound=0 if result is None else plain(result.lower_bound),
        statistics={} if result is None else {k: v for k, v in all_counts(result.statistics).items() if v is not None},
        size=shown.size,
        shapes=shown.shapes,
        mark=shown.mark,
        progress=tuple((now.expanded, now.frontier, plain(now.f), plain(now.lower_bound)) for now in progress),
    )


def _action_texts(actions: Sequence[Any], problem: Any) -> list[str]:  # Any: actions and problems of any kind
    text = action_texter(problem)
    return [text(action.action if isinstance(action, Unhashable) else action)[:200] for action in actions]


def _choice(engine: object) -> str:
    if isinstance(engine, BestFirst):
        return engine.tie_break.value
    return "stack" if isinstance(engine, Deepening) else ""


def _f(engine: object, log: ExpansionLog, nodes: FlatNodes, g: Sequence[float], h: Sequence[float]) -> Sequence[float]:
    if isinstance(engine, BestFirst) and not engine.f_is_lower_bound:
        return [engine.f(g, h) if h < math.inf else g + h for g, h in zip(g, h, strict=True)]
    if isinstance(engine, Deepening) and engine.by_depth:
        return _depths(nodes)
    if isinstance(engine, BestFirst | Deepening | RBFS):
        return list(map(add, g, h))
    return [log.f.get(number, math.nan) for number in nodes.order()]


def _depths(nodes: FlatNodes) -> list[float]:
    """Return the depth of each node in actions from its root, or NaN if the trace lacks an ancestor of the node."""
    depths: list[float] = []
    skipping = set(nodes.skipping)
    for node, parent in enumerate(nodes.parents):
        depths.append(0 if parent == NONE else math.nan if node in skipping else depths[parent] + 1)
    return depths


def _path(log: ExpansionLog, nodes: FlatNodes, solution: Solution) -> list[int]:
    """Return the nodes of the solution. If the trace lacks some of them, add all of them as new nodes."""
    goal = solution.states[-1]
    path = nodes.path(solution.states, solution.actions, goal if log.key_of is None else log.key_of(goal))
    return path if len(path) > 0 else _added_path(log, nodes, solution)


def _added_path(log: ExpansionLog, nodes: FlatNodes, solution: Solution) -> list[int]:
    """Add the path as new nodes without an expansion and with h = NaN, and return them."""
    path: list[int] = []
    g: float = 0
    actions = (NO_ACTION, *solution.actions)
    for action, state, cost in zip(actions, solution.states, (0, *solution.costs), strict=True):
        g += cost
        nodes.skipping.append(len(nodes.records))
        path.append(nodes.add(path[-1] if len(path) > 0 else NONE, log.record(g, math.nan, None, action, state)))
    return path
