"""A solution as a picture that changes from frame to frame: what is where, from when to when."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple


class Role(Enum):
    """What an item is; whoever draws it knows its form and colour by that."""

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
        How strong its colour is, from 0 to 1.
    """

    role: Role
    stops: Sequence[Stop]
    width: float = 1
    height: float = 1
    text: str = ""
    until: int | None = None
    strength: float = 1

    @property
    def is_still(self) -> bool:
        """Whether it is the same in all frames."""
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


@dataclass(frozen=True, slots=True)
class Scene:
    """Items, the later before the earlier, in a field of so many cells; and a caption for each frame."""

    width: float
    height: float
    items: Sequence[Item]
    captions: Sequence[str]
    title: str

    @property
    def moves(self) -> bool:
        """Whether something goes from one place to another."""
        return any(len(item.stops) > 1 for item in self.items)
