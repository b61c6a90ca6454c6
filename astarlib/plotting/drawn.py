"""Scenes of problems that draw their states, or show them as places on a map."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, groupby, pairwise, zip_longest

from astarlib._support.scene import Content, Item, Role, Stop, disc
from astarlib.drawing import COLORS, Box, Dot, Drawing, Label, Line, Map, Paint, Shape

_MARK = 0.7
"""The width of the walker, as a fraction of the map's marks."""


def drawn_states(drawings: Sequence[Drawing]) -> Content:
    """Return a scene with a drawing in each frame. A shape that stays the same in successive frames is one item."""
    items: list[Item] = []
    for shapes in zip_longest(*(drawing.shapes for drawing in drawings)):  # Later shapes cover earlier ones.
        start = 0
        for shape, run in groupby(shapes):
            end = start + len(list(run))
            if shape is not None and not _is_empty(shape):
                items.append(_item(shape, start, end if end < len(shapes) else None))
            start = end
    return max(drawing.width for drawing in drawings), max(drawing.height for drawing in drawings), items


def drawn_walk(ground: Map, places: Sequence[tuple[float, float]]) -> Content:
    """Return a scene of a walk from place to place on a map, with a trail."""
    mark = ground.mark
    seen = [shape for shape in ground.drawing.shapes if not _is_empty(shape)]
    below = (_item(shape, 0) for shape in seen if not isinstance(shape, Label))
    above = (_item(shape, 0) for shape in seen if isinstance(shape, Label))
    ends = [disc(Role.END, mark, [(0, place)]) for place in (places[0], places[-1])]
    walker = disc(Role.WALKER, _MARK * mark, enumerate(places))
    items = [*chain(below, ends, _trail(places, mark), above), walker]
    return ground.drawing.width, ground.drawing.height, items


def _trail(places: Sequence[tuple[float, float]], mark: float) -> Iterator[Item]:
    for frame, ((x, y), (to_x, to_y)) in enumerate(pairwise(places), 1):
        yield Item(Role.TRAIL, [Stop(frame, x, y)], form=Line(0, 0, to_x - x, to_y - y, _MARK * mark / 2))


def _is_empty(shape: Shape) -> bool:
    """Return True if a shape is invisible, for example a bar of length 0."""
    match shape:
        case Box():
            return not (shape.width > 0 and shape.height > 0)
        case Dot():
            return not shape.radius > 0
        case Line():
            return not shape.width > 0
        case Label():
            return not shape.size > 0


def _item(shape: Shape, start: int, until: int | None = None) -> Item:
    role, x, y = _ROLES[shape.paint], shape.x, shape.y
    match shape:
        case Box():
            return Item(role, [Stop(start, x, y)], shape.width, shape.height, _line(shape.text), until)
        case Dot():
            return disc(role, 2 * shape.radius, [(start, (x, y))], until)
        case Line():
            line = shape._replace(x=0, y=0, to_x=shape.to_x - x, to_y=shape.to_y - y)
            return Item(role, [Stop(start, x, y)], until=until, form=line)
        case Label():
            return Item(role, [Stop(start, x, y)], until=until, form=shape._replace(x=0, y=0, text=_line(shape.text)))


def _line(text: str) -> str:
    """Return the text in one line, as the viewer shows it."""
    return " ".join(text.splitlines())


_ROLES = {
    Paint.PLAIN: Role.PLAIN,
    Paint.TILE: Role.PIECE,
    Paint.GIVEN: Role.GIVEN,
    Paint.WALL: Role.WALL,
    Paint.FAINT: Role.FAINT,
    Paint.INK: Role.INK,
    **{paint: Role(paint.value) for paint in COLORS},
}
