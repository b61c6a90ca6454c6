"""Solutions as animated GIFs."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from astarlib._support.atomic_file import atomic_write
from astarlib._support.integers import check_int
from astarlib._support.scene import Item, Role, Scene, corners
from astarlib.drawing import COLORS, Label, Line, Paint
from astarlib.plotting.canvas import MISSING
from astarlib.plotting.scenes import check_seconds, scene_of
from astarlib.problem import A, Problem, S
from astarlib.result import SearchResult

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont

_FINER: Final = 3
"""The factor of supersampling, which smooths the edges."""
_COLORS: Final = 128
_MAX_FRAMES: Final = 300
"""The largest number of states that are drawn. Longer solutions skip some."""
_SLIDING: Final = 100
"""The largest number of frames for which movements are animated. In longer solutions, things jump."""
_BETWEEN: Final = 3
"""The number of pictures between two frames, and the seconds that each is shown."""
_BETWEEN_SECONDS: Final = 0.04
_LAST_SECONDS: Final = 2.0


class _Look(NamedTuple):
    fill: str | None
    text: str = "#1b1f24"
    edge: str | None = None
    corner: float = 0
    """The radius of the corners, as a fraction of the smaller side."""
    inset: float = 0
    line: float = 0.02
    """The margin around the shape and the width of its edge, in cells."""
    bold: bool = False


_LOOKS: Final[Mapping[Role | Paint, _Look]] = {
    Role.BOARD: _Look("#d7dce3", corner=0.04),
    Role.SLIDER: _Look("#fbfbfa", edge="#aeb6c1", corner=0.12, inset=0.04, bold=True),
    Role.CELL: _Look("#ffffff", edge="#c9ced6"),
    Role.CURSOR: _Look("#cfe6f5"),
    Role.CLUE: _Look(None, bold=True),
    Role.WRITTEN: _Look(None, "#0072B2"),
    Role.LINE: _Look("#1b1f24"),
    Role.FREE: _Look("#e4e8ee"),
    Role.TERRAIN: _Look("#c8a877"),
    Role.OBSTACLE: _Look("#59606b"),
    Role.TRAIL: _Look("#56B4E9"),
    Role.WALKER: _Look("#D55E00", edge="#ffffff", line=0.06),
    Role.END: _Look("#e4e8ee", edge="#D55E00", line=0.08),
    Role.TEXT: _Look(None),
    Paint.PLAIN: _Look("#ffffff"),
    Paint.TILE: _Look("#cfe6f5", edge="#3a7ca8", corner=0.09, bold=True),
    Paint.GIVEN: _Look("#d7dce3", edge="#7b8593", corner=0.09, bold=True),
    Paint.WALL: _Look("#59606b", "#ffffff"),
    Paint.FAINT: _Look("#c9ced6"),
    Paint.INK: _Look("#1b1f24", "#ffffff"),
    **{paint: _Look(color, "#ffffff", bold=True) for paint, color in COLORS.items()},
}


def save_solution_gif(
    problem: Problem[S, A],
    result: SearchResult[S, A],
    path: str | os.PathLike[str],
    *,
    seconds: float = 0.4,
    width: int = 480,
) -> Path:
    """Write a solution as an animated GIF that repeats endlessly.

    Boards, sudokus and grids look as on paper. Other problems are shown as they draw themselves (``HasMap``,
    ``HasDrawing``), or else as text.

    Parameters
    ----------
    problem, result:
        The problem that was solved, and the result of its search, with a solution.
    path:
        The file to write.
    seconds:
        The time that each state is shown, in seconds, from 0.02 to 600 (default: 0.4).
    width:
        The width of the picture in pixels, from 16 to 4096 (default: 480).

    Returns
    -------
    Path
        The path of the file.

    Raises
    ------
    NoSolutionError, ValueError, TypeError, InvalidProblemError
        If the result has no solution or is of another problem, or a parameter is out of range or has the wrong type.
    ImportError
        If Pillow, or matplotlib (for its fonts), isn't installed.
    OSError
        If the file can't be written. An existing file then stays unchanged.

    Notes
    -----
    A solution of more than 300 steps skips some of them evenly. Up to 100 steps, tiles slide from place to place.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from astarlib import AStar
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> puzzle = NPuzzle("1 2 3 / 4 5 6 / 0 7 8")
    >>> with TemporaryDirectory() as folder:
    ...     save_solution_gif(puzzle, AStar().search(puzzle), f"{folder}/solution.gif", width=120).name
    'solution.gif'
    """
    target = Path(path)
    check_seconds(seconds)
    width = check_int(width, "width", minimum=16, maximum=4096)
    scene = scene_of(problem, result)
    painter = _Painter(scene, width)
    times = _times(len(scene.captions), seconds, slides=scene.moves)
    first, *rest = (painter.picture(time) for time, _ in times)
    durations = [round(1000 * length) for _, length in times]
    how = {"save_all": True, "append_images": rest, "duration": durations, "loop": 0, "disposal": 1}
    atomic_write(target, lambda file: first.save(file, "GIF", **how))
    return target


def _times(frames: int, seconds: float, *, slides: bool) -> list[tuple[float, float]]:
    """Return the moments to draw, and how many seconds each is shown."""
    shown = sorted(
        {
            round(number * (frames - 1) / max(1, min(frames, _MAX_FRAMES) - 1))
            for number in range(min(frames, _MAX_FRAMES))
        }
    )
    times: list[tuple[float, float]] = []
    for frame in shown:
        times.append((frame, seconds))
        if slides and frames <= _SLIDING and frame < frames - 1:
            times += [(frame + part / (_BETWEEN + 1), _BETWEEN_SECONDS) for part in range(1, _BETWEEN + 1)]
    times[-1] = (frames - 1, _LAST_SECONDS)
    return times


class _Painter:
    """A painter of a scene at any moment."""

    def __init__(self, scene: Scene, width: int) -> None:
        try:
            import matplotlib as mpl  # matplotlib is imported only for drawing.
            from PIL import Image, ImageDraw, ImageFont  # Pillow is imported only for drawing.
        except ImportError as error:
            raise ImportError(MISSING) from error
        self._draw, self._font = ImageDraw.Draw, ImageFont.truetype
        self._fonts: dict[tuple[str, int], FreeTypeFont] = {}
        self._letters = Path(mpl.get_data_path(), "fonts", "ttf")
        self._scene = scene
        whole, self._margin = _FINER * width, _FINER * max(4, width // 40)
        self._cell = (whole - 2 * self._margin) / max(scene.width, scene.height / 2)
        self._left = (whole - self._cell * scene.width) / 2
        self._caption = _FINER * max(9, width // 26)
        self._foot = self._margin + self._cell * scene.height + 0.6 * self._caption
        height = _FINER * round((self._foot + 1.4 * self._caption + self._margin / 2) / _FINER)
        still = list(takewhile(lambda item: item.is_still, scene.items))
        self._moving = scene.items[len(still) :]
        self._backdrop = Image.new("RGB", (whole, height), "white")
        self._paint(self._backdrop, still, 0)
        ends = [self._drawn(time) for time in (0, len(scene.captions) - 1)]
        sheet = Image.new("RGB", (width, 2 * ends[0].height))
        for place, end in enumerate(ends):
            sheet.paste(end, (0, place * end.height))
        self._palette = sheet.quantize(_COLORS, Image.Quantize.MEDIANCUT)
        self._dither = Image.Dither.NONE

    def picture(self, time: float) -> Image:
        """Return the scene at a moment. All moments use the same color palette."""
        return self._drawn(time).quantize(palette=self._palette, dither=self._dither)

    def _drawn(self, time: float) -> Image:
        image = self._backdrop.copy()
        self._paint(image, self._moving, time)
        caption = self._scene.captions[int(time)]
        font = self._fitting(caption, self._caption, image.width - 2 * self._margin, "DejaVuSans.ttf")
        self._draw(image).text((self._left, self._foot), caption, "#3d444d", font)
        return image.reduce(_FINER)

    def _paint(self, image: Image, items: Iterable[Item], time: float) -> None:
        draw = self._draw(image)
        for item in items:
            corner = item.at(time)
            if corner is None:
                continue
            place = self._left + corner[0] * self._cell, self._margin + corner[1] * self._cell
            match item.form:
                case Line():
                    points = [(place[0] + x * self._cell, place[1] + y * self._cell) for x, y in corners(item.form)]
                    draw.polygon(points, _LOOKS[item.role].fill)
                case Label():
                    font = self._sized("DejaVuSans-Bold.ttf", item.form.size * self._cell)
                    draw.text(place, item.form.text, _LOOKS[item.role].fill, font, anchor="lm")
                case None:
                    self._paint_box(draw, item, *place)

    def _paint_box(self, draw: ImageDraw, item: Item, x: float, y: float) -> None:
        look, cell = _LOOKS[item.role], self._cell
        width, height = item.width * cell, item.height * cell
        if look.fill is not None:
            inset, radius = cell * look.inset, (0.5 if item.is_round else look.corner) * min(width, height)
            left, top = x + inset, y + inset
            box = (left, top, max(left, x + width - inset - 1), max(top, y + height - inset - 1))
            fill = _mixed(look.fill, item.strength)
            draw.rounded_rectangle(box, radius, fill, look.edge, width=round(cell * look.line))
        if item.role is Role.TEXT:
            place = (x + 0.2 * cell, y + 0.2 * cell)
            draw.multiline_text(place, item.text, look.text, self._sized("DejaVuSansMono.ttf", 0.5 * cell))
        elif item.text != "":
            name = "DejaVuSans-Bold.ttf" if look.bold else "DejaVuSans.ttf"
            font = self._fitting(item.text, 0.46 * height, 0.8 * width, name)
            draw.text((x + width / 2, y + height / 2), item.text, look.text, font, anchor="mm")

    def _fitting(self, text: str, size: float, room: float, name: str) -> FreeTypeFont:
        """Return the font in a size, or in the largest size in which the text fits."""
        needed = self._sized(name, size).getlength(text)
        return self._sized(name, size if needed <= room else size * room / needed)

    def _sized(self, name: str, size: float) -> FreeTypeFont:
        key = name, max(1, int(size))
        if key not in self._fonts:
            self._fonts[key] = self._font(self._letters / name, key[1])
        return self._fonts[key]


def _mixed(color: str, strength: float) -> tuple[int, ...]:
    """Return the color, blended with that of free cells by its strength."""
    ground = _channels(str(_LOOKS[Role.FREE].fill))
    return tuple(round(under + strength * (over - under)) for under, over in zip(ground, _channels(color), strict=True))


def _channels(color: str) -> bytes:
    return bytes.fromhex(color.removeprefix("#"))
