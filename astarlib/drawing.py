"""Drawings of states: a few shapes in a few paints. Text in a drawing is always shown as plain text.

The viewer chooses the fonts and colors, so that a drawing fits light and dark pages. Each drawing has its own unit of
length; x goes right and y goes down.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Final, NamedTuple, TypeAlias

__all__ = ["Box", "Dot", "Drawing", "Label", "Line", "Map", "Paint"]


class Paint(Enum):
    """The role of a shape, from which the viewer chooses its color."""

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


class Box(NamedTuple):
    """A rectangle with its upper left corner at (x, y), and a text in its middle."""

    x: float
    y: float
    width: float
    height: float
    paint: Paint = Paint.PLAIN
    text: str = ""


class Line(NamedTuple):
    """A straight line."""

    x: float
    y: float
    to_x: float
    to_y: float
    width: float
    paint: Paint = Paint.INK


class Dot(NamedTuple):
    """A disc around (x, y)."""

    x: float
    y: float
    radius: float
    paint: Paint = Paint.TILE


class Label(NamedTuple):
    """A text that begins at (x, y) and is centered there vertically."""

    x: float
    y: float
    size: float
    text: str
    paint: Paint = Paint.INK


Shape: TypeAlias = Box | Line | Dot | Label

KINDS: Final[tuple[type[Shape], ...]] = (Box, Line, Dot, Label)
"""All kinds; a shape is written to files as the place of its kind in here, and its fields."""


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
    ValueError
        If a number isn't finite, or the size isn't above 0. The message names the shape.
    TypeError
        If a shape, a paint or a text has another type.

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

    Raises
    ------
    ValueError
        If ``mark`` isn't finite or not above 0.
    TypeError
        If ``drawing`` isn't a ``Drawing``.
    """

    drawing: Drawing
    mark: float = 1
    is_round: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.drawing, Drawing):
            raise TypeError(f"a map is made of a Drawing, not {self.drawing!r}")
        if not _is_positive(self.mark):
            raise ValueError(f"the mark of a map must be finite and above 0, not {self.mark!r}")


def _is_positive(value: float) -> bool:
    """Return True for a finite number above 0."""
    try:
        return 0 < value < math.inf
    except TypeError:  # It isn't a number.
        return False


def _check(shape: object) -> None:
    if not isinstance(shape, KINDS):
        raise TypeError(f"a shape of a drawing is a Box, Line, Dot or Label, not {shape!r}")
    for name, value in shape._asdict().items():
        if name == "paint":
            if not isinstance(value, Paint):
                raise TypeError(f"the paint of {shape!r} must be a Paint, for instance Paint.INK")
        elif name == "text":
            if not isinstance(value, str):
                raise TypeError(f"the text of {shape!r} must be a str")
        elif not -math.inf < value < math.inf:
            raise ValueError(f"{name} of {shape!r} must be finite")
