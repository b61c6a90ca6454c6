"""Render the states of a trace as texts, drawings or positions on a map, since a trace doesn't contain the states."""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import compress, islice
from typing import Any

from astarlib.capabilities import drawer, map_of, state_texter
from astarlib.drawing import Drawing, Shape
from astarlib.recording.trace_data import numbers, plain

_MAX_TEXT = 2000
"""The maximum length of the text of a state. Longer texts are cut."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pictures:
    """The rendered states of a trace; see ``TraceInfo`` for the fields."""

    texts: tuple[str, ...]
    columns: dict[str, array[Any]]  # Any: ints or floats
    size: tuple[float, float] | None = None
    shapes: tuple[tuple[Any, ...], ...] = field(default=())  # Any: the fields of shapes, texts and numbers
    mark: float = 0


def render_states(
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
    columns = {"rendered": array("I", chosen)}
    on_map = map_of(problem)
    draw = drawer(problem)
    if on_map is not None:
        whole, place = on_map
        columns["x"], columns["y"] = map(numbers, zip(*map(place, states), strict=True))
        drawing = whole.drawing
        return Pictures(
            texts=texts,
            columns=columns,
            size=(plain(drawing.width), plain(drawing.height)),
            shapes=tuple(map(_fields, drawing.shapes)),
            mark=-plain(whole.mark) if whole.is_round else plain(whole.mark),
        )
    if draw is None or len(chosen) == 0:
        return Pictures(texts=texts, columns=columns)
    return _drawn(draw, [states[node] for node in chosen], texts, columns)


def _drawn(
    draw: Callable[[Any], Drawing], states: Sequence[Any], texts: tuple[str, ...], columns: dict[str, array[Any]]
) -> Pictures:
    """Return the drawings of the states. A shape that is in several drawings is stored once."""
    numbers: dict[Shape, int] = {}
    starts, drawn = array("I", [0]), array("I")
    width = height = 0.0
    for state in states:
        drawing = draw(state)
        width, height = max(width, drawing.width), max(height, drawing.height)
        drawn.extend(numbers.setdefault(shape, len(numbers)) for shape in drawing.shapes)
        starts.append(len(drawn))
    columns = {**columns, "drawing_starts": starts, "drawn": drawn}
    return Pictures(
        texts=texts, columns=columns, size=(plain(width), plain(height)), shapes=tuple(map(_fields, numbers))
    )


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
