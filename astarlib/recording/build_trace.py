"""Build a trace from a log. This happens after the search, so that it doesn't slow the search down."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import replace
from enum import Enum
from itertools import compress, islice
from operator import add
from typing import Any, TypeAlias

from astarlib.drawing import Shape
from astarlib.engines.best_first import BestFirst
from astarlib.engines.deepening import Deepening
from astarlib.engines.engine import Engine
from astarlib.engines.rbfs import RBFS
from astarlib.events import Finished, Progress, SolutionFound, Started
from astarlib.recording.expansion_log import ExpansionLog
from astarlib.recording.flat_nodes import NO_ACTION, FlatNodes, Unhashable
from astarlib.recording.trace_data import NONE, TraceData, TraceInfo, numbers, plain
from astarlib.resolving.presentation import action_texter, drawer, drawn_or, map_of, state_texter
from astarlib.resolving.resolved_problem import state_key_of
from astarlib.result import SearchResult, Solution, all_counts
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
    pictures, texts, shown = _render_states(problem, nodes.states(), order, path, max_rendered)
    info = TraceInfo(
        engine=started.engine_repr,
        problem=type(problem).__name__,
        guarantee=started.engine.guarantee.describe() if isinstance(started.engine, Engine) else "",
        choice=_choice(started.engine),
        progress=tuple((now.expanded, now.frontier, plain(now.f), plain(now.lower_bound)) for now in progress),
        solutions=tuple((found.expanded, plain(found.solution.cost)) for found in solutions),
        expanded=nodes.last_number - log.began_at,
        began_at=log.began_at,
        sampling_interval=sampling_interval,
        actions=("", *_action_texts(actions, problem)),
        **shown,
    )
    if finished is not None:
        info = _finished(info, finished.result)
    return TraceData(info, {**columns, **pictures}, texts)


def new_log(started: Started) -> ExpansionLog:
    """Return an empty log for the search that this event starts."""
    is_deepening = isinstance(started.engine, Deepening)
    return ExpansionLog(began_at=started.expanded, stacks=is_deepening, key_of=state_key_of(started.problem))


def _finished(info: TraceInfo, result: SearchResult) -> TraceInfo:
    return replace(
        info,
        status=result.status.name,
        limit="" if result.limit is None else result.limit.name,
        verdict=result.summary(),
        cost=None if result.solution is None else plain(result.solution.cost),
        lower_bound=plain(result.lower_bound),
        statistics={name: count for name, count in all_counts(result.statistics).items() if count is not None},
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


# --- pictures of states -----------------------------------------------------------------------------------------------


_MAX_TEXT = 2000
"""The maximum length of the text of a state. Longer texts are cut."""


Drawings: TypeAlias = "tuple[dict[str, array[Any]], dict[str, Any]]"
"""The columns of the drawn states, and the fields ``size``, ``shapes``, ``mark`` and ``wraps`` of a trace."""
Pictures: TypeAlias = "tuple[dict[str, array[Any]], tuple[str, ...], dict[str, Any]]"
"""The columns and the texts of the rendered states, and the same fields."""


def _render_states(
    problem: Any,  # Any: a problem of any kind
    states: Sequence[Any],
    order: array[int],
    path: Sequence[int],
    max_rendered: float,
) -> Pictures:
    """Render about ``max_rendered`` nodes and those of the path; on a map, return the positions of all nodes.
    Half of them are the nodes generated first, the rest a regular sample of the other expanded nodes.
    """
    chosen = _chosen(order, path, max_rendered)
    text = state_texter(problem)
    texts = tuple(_short(text(states[node])) for node in chosen)
    nothing: Drawings = {}, {}
    columns, drawn = drawn_or(nothing, lambda: _render_drawings(problem, states, chosen))
    return {"rendered": array("I", chosen), **columns}, texts, drawn


def _render_drawings(
    problem: Any,  # Any: a problem of any kind
    states: Sequence[Any],
    chosen: Sequence[int],
) -> Drawings:
    """Return the columns and the fields of the states as drawings, or positions on a map, or nothing."""
    on_map, draw = map_of(problem), drawer(problem)
    if on_map is not None:
        whole, place = on_map
        x, y = map(numbers, zip(*map(place, states), strict=True))
        drawing = whole.drawing
        mark = -plain(whole.mark) if whole.is_round else plain(whole.mark)
        fields = _drawn(drawing.width, drawing.height, drawing.shapes)
        return {"x": x, "y": y}, {**fields, "mark": mark, "wraps": whole.wraps}
    if draw is None or len(chosen) == 0:
        return {}, {}
    shapes: dict[Shape, int] = {}
    starts, drawn = array("I", [0]), array("I")
    width = height = 0.0
    for node in chosen:
        drawing = draw(states[node])
        width, height = max(width, drawing.width), max(height, drawing.height)
        drawn.extend(shapes.setdefault(shape, len(shapes)) for shape in drawing.shapes)
        starts.append(len(drawn))
    return {"drawing_starts": starts, "drawn": drawn}, _drawn(width, height, shapes)


def _drawn(width: float, height: float, shapes: Iterable[Shape]) -> dict[str, Any]:
    return {"size": (plain(width), plain(height)), "shapes": tuple(map(_fields, shapes))}


def _chosen(order: array[int], path: Sequence[int], max_rendered: float) -> list[int]:
    size = len(order)
    if max_rendered >= size:
        return list(range(size))
    first = int(max_rendered) // 2
    chosen = {*range(first), *path}
    expanded = sorted(compress(range(first, size), order[first:]), key=order.__getitem__)
    step = max(1, math.ceil(len(expanded) / max(1, int(max_rendered) - first)))
    chosen.update(islice(expanded, 0, None, step) if max_rendered > 0 else ())
    return sorted(chosen)


def _short(text: str) -> str:
    return text if len(text) <= _MAX_TEXT else text[:_MAX_TEXT] + "…"


def _fields(shape: Shape) -> tuple[Any, ...]:
    kind = type(shape).__name__.lower()
    return (kind, *map(_field, shape))


def _field(value: Any) -> Any:  # Any: a number, a text or a paint
    if isinstance(value, Enum):
        return value.value
    return value if isinstance(value, str) else plain(value)
