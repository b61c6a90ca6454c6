"""Drawings of states: a few shapes in a few paints. Text in a drawing is always shown as plain text.

The viewer chooses the fonts, and the colors of roles such as ``Paint.TILE``, so that a drawing fits light and dark
pages. Eight named colors, such as ``Paint.RED``, are for states in which the color itself has a meaning. Each drawing
has its own unit of length; x goes right and y goes down.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

__all__ = ["Box", "Dot", "Drawing", "Label", "Line", "Map", "Paint"]


class Paint(Enum):
    """The role of a shape, from which the viewer chooses its color, or one of eight named colors.

    The named colors have a contrast of at least 3 : 1 to light and to dark pages. White text on them is readable.
    """

    PLAIN = "plain"
    """The background: a free cell or an empty field."""
    TILE = "tile"
    """A piece that moves, or another shape to emphasize."""
    GIVEN = "given"
    """A part that is there from the beginning."""
    WALL = "wall"
    """A place that can't be entered."""
    FAINT = "faint"
    """Roads, thin lines and other background details."""
    INK = "ink"
    """Letters and strong lines."""
    RED = "red"
    """A red: the same on light and dark pages, as the other named colors."""
    ORANGE = "orange"
    """An orange."""
    YELLOW = "yellow"
    """A dark yellow, because a bright one would be invisible on light pages."""
    GREEN = "green"
    """A green."""
    CYAN = "cyan"
    """A blue green."""
    BLUE = "blue"
    """A blue."""
    PURPLE = "purple"
    """A purple."""
    GRAY = "gray"
    """A gray, for example instead of white, which would be invisible on light pages."""


COLORS: Final[Mapping[Paint, str]] = {
    Paint.RED: "#d73a36",
    Paint.ORANGE: "#d96a00",
    Paint.YELLOW: "#a38600",
    Paint.GREEN: "#2e8f4a",
    Paint.CYAN: "#138a9e",
    Paint.BLUE: "#3b7dd8",
    Paint.PURPLE: "#9a5fd0",
    Paint.GRAY: "#80858f",
}
"""The colors of the paints that are named after one. The other paints have different colors on light and dark pages."""


class Box(NamedTuple):
    """A rectangle with its upper left corner at (x, y), and a text in its middle."""

    x: float
    """The left edge, in units of the drawing."""
    y: float
    """The upper edge, in units of the drawing."""
    width: float
    """The width, in units of the drawing."""
    height: float
    """The height, in units of the drawing."""
    paint: Paint = Paint.PLAIN
    """The role of the box, from which the viewer chooses its color (default: ``Paint.PLAIN``)."""
    text: str = ""
    """The text in the middle of the box (default: none)."""


class Line(NamedTuple):
    """A straight line."""

    x: float
    """The x of one end, in units of the drawing."""
    y: float
    """The y of that end, in units of the drawing."""
    to_x: float
    """The x of the other end, in units of the drawing."""
    to_y: float
    """The y of the other end, in units of the drawing."""
    width: float
    """The thickness, in units of the drawing."""
    paint: Paint = Paint.INK
    """The role of the line, from which the viewer chooses its color (default: ``Paint.INK``)."""


class Dot(NamedTuple):
    """A disc around (x, y)."""

    x: float
    """The x of the center, in units of the drawing."""
    y: float
    """The y of the center, in units of the drawing."""
    radius: float
    """The radius, in units of the drawing."""
    paint: Paint = Paint.TILE
    """The role of the disc, from which the viewer chooses its color (default: ``Paint.TILE``)."""


class Label(NamedTuple):
    """A text that begins at (x, y) and is centered there vertically."""

    x: float
    """The left end of the text, in units of the drawing."""
    y: float
    """The vertical center of the text, in units of the drawing."""
    size: float
    """The size of the letters, in units of the drawing."""
    text: str
    """The text to show."""
    paint: Paint = Paint.INK
    """The role of the text, from which the viewer chooses its color (default: ``Paint.INK``)."""


Shape: TypeAlias = Box | Line | Dot | Label

KINDS: Final[tuple[type[Shape], ...]] = (Box, Line, Dot, Label)
"""All kinds of shapes. Files contain the index of the shape's kind in this tuple, and the fields of the shape."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture: shapes, the later ones above the earlier.

    Parameters
    ----------
    width, height:
        The size in units of the drawing, finite and above 0. Shapes outside may be cut off.
    shapes:
        The shapes: ``Box``, ``Line``, ``Dot`` and ``Label`` values. Later ones are drawn above earlier ones.

    Raises
    ------
    ValueError, TypeError
        If a number isn't finite, the size isn't above 0, or a value has the wrong type. The message names the shape.

    Examples
    --------
    >>> Drawing(2, 1, (Box(0, 0, 1, 1, Paint.TILE, "7"), Box(1, 0, 1, 1)))
    <Drawing of 2 x 1, 2 shapes>
    """

    width: float
    height: float
    shapes: tuple[Shape, ...]

    def __post_init__(self) -> None:
        if not isinstance(self.shapes, Iterable):
            raise TypeError(f"shapes must be in a tuple or a list, not {self.shapes!r}")
        object.__setattr__(self, "shapes", tuple(self.shapes))
        for name in ("width", "height"):
            if not _is_positive(getattr(self, name)):
                size = f"{self.width!r} x {self.height!r}"
                raise ValueError(f"a drawing's {name} must be finite and above 0; its size is {size}")
        for shape in self.shapes:
            _check(shape)

    def __repr__(self) -> str:
        return f"<Drawing of {self.width} x {self.height}, {len(self.shapes)} shapes>"

    def _repr_html_(self) -> str | None:
        """Return the picture that notebooks show, or None if it has too many shapes, so that they show the repr."""
        if len(self.shapes) > _MAX_SHAPES:
            return None
        scale = _NOTEBOOK_SIZE / max(self.width, self.height)
        width, height = scale * self.width, scale * self.height
        shapes = "".join(_svg(shape, scale) for shape in self.shapes)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" role="img" '
            f'viewBox="0 0 {width:g} {height:g}" font-family="system-ui, sans-serif" font-weight="600" '
            f'dominant-baseline="central" style="max-width:100%">{shapes}</svg>'
        )


_Place: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Map:
    """A picture on which each state is a place.

    Parameters
    ----------
    drawing:
        The picture without any state.
    mark:
        The width of the mark of a state in units of the drawing, finite and above 0 (default 1).
    is_round:
        If True, a mark is a disc; otherwise (the default) a square.
    wraps:
        If True, opposite edges of the drawing are the same place, and a path takes the shorter way across an edge
        (default False).

    Raises
    ------
    ValueError, TypeError
        If ``mark`` isn't finite and above 0, or ``drawing`` isn't a ``Drawing``.

    Examples
    --------
    >>> roads = Drawing(4, 2, (Line(0.5, 0.5, 3.5, 1.5, 0.1, Paint.FAINT), Label(3.5, 1, 0.3, "Bonn")))
    >>> Map(roads, mark=0.4, is_round=True).mark
    0.4
    """

    drawing: Drawing
    mark: float = 1
    is_round: bool = False
    wraps: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.drawing, Drawing):
            raise TypeError(f"drawing must be a Drawing, not {self.drawing!r}")
        if not _is_positive(self.mark):
            raise ValueError(f"the mark of a map must be finite and above 0, not {self.mark!r}")

    def with_path(self, places: Sequence[tuple[float, float]]) -> Drawing:
        """Return the map with a red line through places, and a disc at the first and at the last one.

        Parameters
        ----------
        places:
            The positions (x, y) on the map in units of the drawing, at least one.

        Raises
        ------
        ValueError, TypeError
            If there are no places, or one isn't a pair of finite numbers.

        Examples
        --------
        >>> Map(Drawing(4, 2, ())).with_path([(0.5, 0.5), (3.5, 1.5)])
        <Drawing of 4 x 2, 3 shapes>
        """
        if len(places) == 0:
            raise ValueError("a path needs at least one place")
        steps = [step for pair in pairwise(places) for step in self._steps(*pair)]
        lines = [Line(*begin, *end, self.mark * 0.24, Paint.RED) for begin, end in steps]
        bends = [Dot(x, y, self.mark * 0.12, Paint.RED) for x, y in places[1:-1]]
        ends = [Dot(x, y, self.mark * 0.36, Paint.RED) for x, y in (places[0], places[-1])]
        return Drawing(self.drawing.width, self.drawing.height, (*self.drawing.shapes, *lines, *bends, *ends))

    def _steps(self, begin: _Place, end: _Place) -> Iterator[tuple[_Place, _Place]]:
        """Yield the line between two places, or two lines that leave the drawing and enter it on the other side."""
        across, down = (
            size * round((here - there) / size) if self.wraps else 0
            for size, here, there in zip((self.drawing.width, self.drawing.height), begin, end, strict=True)
        )
        yield begin, (end[0] + across, end[1] + down)
        if across != 0 or down != 0:
            yield (begin[0] - across, begin[1] - down), end

    def _repr_html_(self) -> str | None:
        return self.drawing._repr_html_()


_NOTEBOOK_SIZE: Final = 280
"""The longer side of a drawing in a notebook, in pixels."""
_MAX_SHAPES: Final = 20_000
_SVG_PAINTS: Final[Mapping[Paint, str]] = {
    Paint.PLAIN: 'fill="#8881"',
    Paint.TILE: 'fill="#c8964055" stroke="#a5762a"',
    Paint.GIVEN: 'fill="#6f9a8c44" stroke="#6a8a7f"',
    Paint.WALL: 'fill="#757d8a"',
    Paint.FAINT: 'fill="#8888"',
    Paint.INK: 'fill="currentColor"',
    **{paint: f'fill="{color}"' for paint, color in COLORS.items()},
}
"""The attributes of boxes and dots in a notebook, whose page may be light or dark."""


def _svg(shape: Shape, scale: float) -> str:
    """Return a shape as an SVG element, in pixels."""
    from html import escape  # only needed in a notebook

    x, y, paint = scale * shape.x, scale * shape.y, _SVG_PAINTS[shape.paint]
    color = COLORS.get(shape.paint, "#8888" if shape.paint is Paint.FAINT else "currentColor")
    match shape:
        case Box():
            width, height = scale * shape.width, scale * shape.height
            box = f'<rect x="{x:g}" y="{y:g}" width="{max(0, width):g}" height="{max(0, height):g}" {paint}/>'
            if shape.text == "":
                return box
            size = min(height * 0.5, width * 1.5 / len(shape.text))
            ink = "#fff" if shape.paint in COLORS or shape.paint is Paint.WALL else "currentColor"
            place = f'x="{x + width / 2:g}" y="{y + height / 2:g}" font-size="{size:g}" text-anchor="middle"'
            return f'{box}<text {place} fill="{ink}">{escape(shape.text)}</text>'
        case Line():
            end = f'x2="{scale * shape.to_x:g}" y2="{scale * shape.to_y:g}"'
            return f'<line x1="{x:g}" y1="{y:g}" {end} stroke-width="{scale * shape.width:g}" stroke="{color}"/>'
        case Dot():
            return f'<circle cx="{x:g}" cy="{y:g}" r="{max(0, scale * shape.radius):g}" {paint}/>'
        case Label():
            return (
                f'<text x="{x:g}" y="{y:g}" font-size="{max(0, scale * shape.size):g}" fill="{color}">'
                f"{escape(shape.text)}</text>"
            )


def _is_positive(value: float) -> bool:
    """Return True for a finite number above 0."""
    try:
        return 0 < value < math.inf
    except TypeError:  # It isn't a number.
        return False


def _check(shape: object) -> None:
    if not isinstance(shape, KINDS):
        raise TypeError(f"a shape must be a Box, Line, Dot or Label, not {shape!r}")
    for name, value in shape._asdict().items():
        if name == "paint":
            if not isinstance(value, Paint):
                raise TypeError(f"the paint of {shape!r} must be a Paint, for instance Paint.INK")
        elif name == "text":
            if not isinstance(value, str):
                raise TypeError(f"the text of {shape!r} must be a str")
        elif not -math.inf < value < math.inf:
            raise ValueError(f"{name} of {shape!r} must be finite")
