"""A solution as a picture that changes from frame to frame: what is where, from when to when."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple, TypeAlias

from astarlib.drawing import Label, Line


class Role(Enum):
    """The kind of an item, which determines its form and color."""

    BOARD = "board"
    TILE = "tile"
    CELL = "cell"
    CURSOR = "cursor"
    CLUE = "clue"
    WRITTEN = "written"
    LINE = "line"
    FREE = "free"
    TERRAIN = "terrain"
    OBSTACLE = "obstacle"
    TRAIL = "trail"
    WALKER = "walker"
    END = "end"
    TEXT = "text"
    PLAIN = "plain"
    PIECE = "piece"
    GIVEN = "given"
    WALL = "wall"
    FAINT = "faint"
    INK = "ink"


class Stop(NamedTuple):
    """From a frame on, the upper left corner is there, until the next stop."""

    frame: int
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Item:
    """A thing in a scene. Lengths are in cells.

    Attributes
    ----------
    stops:
        Where it is, in the order of their frames; it appears with the first.
    until:
        The frame in which it is there no longer; None: it stays.
    strength:
        How strong its color is, from 0 to 1.
    is_round:
        Whether it is an ellipse; else it has the corners of its role.
    form:
        What it is in place of a box: a line or a label that begins at (0, 0), whatever its paint.
    """

    role: Role
    stops: Sequence[Stop]
    width: float = 1
    height: float = 1
    text: str = ""
    until: int | None = None
    strength: float = 1
    is_round: bool = False
    form: Line | Label | None = None

    @property
    def is_still(self) -> bool:
        """True if it's the same in all frames."""
        return len(self.stops) == 1 and self.stops[0].frame == 0 and self.until is None

    def at(self, time: float) -> tuple[float, float] | None:
        """Where it is, between two frames on its way from the one place to the other; None when it is not there."""
        frame = int(time)
        if frame < self.stops[0].frame or (self.until is not None and frame >= self.until):
            return None
        here = max(number for number, stop in enumerate(self.stops) if stop.frame <= frame)
        _, x, y = self.stops[here]
        if here + 1 < len(self.stops) and self.stops[here + 1].frame == frame + 1:
            _, next_x, next_y = self.stops[here + 1]
            part = time - frame
            return x + part * (next_x - x), y + part * (next_y - y)
        return x, y


def disc(
    role: Role, width: float, centers: Iterable[tuple[int, tuple[float, float]]], until: int | None = None
) -> Item:
    """Return a disc with a given center in each frame."""
    stops = [Stop(frame, x - width / 2, y - width / 2) for frame, (x, y) in centers]
    return Item(role, stops, width, width, until=until, is_round=True)


Content: TypeAlias = "tuple[float, float, list[Item]]"
"""Width, height and items."""


@dataclass(frozen=True, slots=True)
class Scene:
    """Items in a field of cells, where later items cover earlier ones, and a caption for each frame."""

    width: float
    height: float
    items: Sequence[Item]
    captions: Sequence[str]
    title: str

    @property
    def moves(self) -> bool:
        """Return True if an item moves."""
        return any(len(item.stops) > 1 for item in self.items)


def corners(line: Line) -> list[tuple[float, float]]:
    """Return the corners of a line. Half its width is added at both ends.

    Examples
    --------
    >>> corners(Line(0, 0, 3, 0, 2))
    [(-1.0, 1.0), (4.0, 1.0), (4.0, -1.0), (-1.0, -1.0)]
    """
    across, down = line.to_x - line.x, line.to_y - line.y
    length, half = math.hypot(across, down), line.width / 2
    on_x, on_y = (half * across / length, half * down / length) if length > 0 else (half, 0)
    x, y, to_x, to_y = line.x - on_x, line.y - on_y, line.to_x + on_x, line.to_y + on_y
    return [(x - on_y, y + on_x), (to_x - on_y, to_y + on_x), (to_x + on_y, to_y - on_x), (x + on_y, y - on_x)]
