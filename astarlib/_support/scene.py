"""An animated picture of a solution: items with their positions in each frame."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple, TypeAlias

from astarlib.drawing import Label, Line, Paint


class Role(Enum):
    """The kind of an item, which determines its form and color. An item of a drawing has a `Paint` instead."""

    BOARD = "board"
    SLIDER = "slider"
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


class Stop(NamedTuple):
    """The position of an item's upper left corner from a frame on, until its next stop."""

    frame: int
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Item:
    """An item of a scene. Lengths are in cells.

    Attributes
    ----------
    role, text:
        The kind of the item, and the text in its box.
    stops:
        The positions of the item, in the order of their frames. The item appears in the frame of the first one.
    width, height, is_round:
        The size of its box, and True for an ellipse in it.
    until:
        The first frame without the item. None if it never disappears.
    strength:
        The opacity of the color, from 0 to 1.
    form:
        A line or a label to draw instead of a box, relative to (0, 0). Its paint is ignored. None for a box.
    """

    role: Role | Paint
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
        """True if the item is the same in all frames."""
        return len(self.stops) == 1 and self.stops[0].frame == 0 and self.until is None

    def at(self, time: float) -> tuple[float, float] | None:
        """Return the position at a time in frames, or None if the item isn't visible then.
        Between two frames, the item moves in a straight line from one position to the next.
        """
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
    role: Role | Paint, width: float, centers: Iterable[tuple[int, tuple[float, float]]], until: int | None = None
) -> Item:
    """Return a disc with a given center in each frame."""
    stops = [Stop(frame, x - width / 2, y - width / 2) for frame, (x, y) in centers]
    return Item(role, stops, width, width, until=until, is_round=True)


Content: TypeAlias = "tuple[float, float, list[Item]]"
"""Width, height and items."""


@dataclass(frozen=True, slots=True)
class Scene:
    """Items on a field of cells, and a caption for each frame. Later items cover earlier ones."""

    width: float
    height: float
    items: Sequence[Item]
    captions: Sequence[str]
    title: str

    @property
    def moves(self) -> bool:
        """True if an item moves."""
        return any(len(item.stops) > 1 for item in self.items)


def corners(line: Line) -> list[tuple[float, float]]:
    """Return the corners of a line, which is extended by half its width at both ends."""
    across, down = line.to_x - line.x, line.to_y - line.y
    length, half = math.hypot(across, down), line.width / 2
    on_x, on_y = (half * across / length, half * down / length) if length > 0 else (half, 0)
    x, y, to_x, to_y = line.x - on_x, line.y - on_y, line.to_x + on_x, line.to_y + on_y
    return [(x - on_y, y + on_x), (to_x - on_y, to_y + on_x), (to_x + on_y, to_y - on_x), (x + on_y, y - on_x)]
