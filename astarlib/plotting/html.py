"""Solutions as self-contained, animated web pages."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path
from typing import Final

from astarlib._support.atomic_file import atomic_write
from astarlib._support.scene import Item, Role, Scene, corners
from astarlib.drawing import COLORS, Label, Line, Paint
from astarlib.plotting.scenes import check_seconds, scene_of
from astarlib.problem import A, Problem, S
from astarlib.result import SearchResult
from astarlib.viewer.page import fill_page, read_file

_CORNERS: Final[Mapping[Role | Paint, float]] = {
    Role.BOARD: 0.12, Role.SLIDER: 0.1, Paint.TILE: 0.09, Paint.GIVEN: 0.09,
}  # fmt: skip
"""The corner radii of rounded shapes, as a fraction of the smaller side."""
_LETTERS: Final = 0.46
"""The size of letters in the style sheet."""
_INSET: Final = 0.04
"""The margin around a tile."""

_NAMED_COLORS: Final = "".join(
    f".{paint.value} {{ fill: {color}; }}\n.{paint.value} + text {{ fill: #fff; font-weight: 600; }}\n"
    for paint, color in COLORS.items()
)


def save_solution_html(
    problem: Problem[S, A], result: SearchResult[S, A], path: str | os.PathLike[str], *, seconds: float = 0.5
) -> Path:
    """Write a solution as a web page that plays it, or shows it step by step with the mouse or the keyboard.

    The page is one self-contained HTML file that works offline. It shows the texts of states and actions only as text,
    and its Content-Security-Policy blocks everything except its own script and style. Boards, sudokus and grids look as
    on paper. Other problems are shown as they draw themselves (``HasMap``, ``HasDrawing``), or else as text.

    Parameters
    ----------
    problem, result:
        The problem that was solved, and the result of its search, with a solution.
    path:
        The file to write.
    seconds:
        The time that each state is shown while playing, in seconds, from 0.02 to 600 (default: 0.5).

    Returns
    -------
    Path
        The path of the file.

    Raises
    ------
    NoSolutionError, ValueError, TypeError, InvalidProblemError
        If the result has no solution or is of another problem, or a parameter is out of range or has the wrong type.
    OSError
        If the file can't be written. An existing file then stays unchanged.

    Notes
    -----
    It needs no extra. The space key plays and pauses, the arrow keys take a step, and Home and End go to the ends.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from astarlib import AStar
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> puzzle = NPuzzle("1 2 3 / 4 5 6 / 0 7 8")
    >>> with TemporaryDirectory() as folder:
    ...     save_solution_html(puzzle, AStar().search(puzzle), f"{folder}/solution.html").name
    'solution.html'
    """
    target = Path(path)
    check_seconds(seconds)
    page = _page(scene_of(problem, result), seconds).encode()
    atomic_write(target, lambda file: file.write(page))
    return target


def _page(scene: Scene, seconds: float) -> str:
    edge = 0.06  # Room for thick lines.
    package = "astarlib.plotting"
    style, script = read_file(package, "animation.css") + _NAMED_COLORS, read_file(package, "animation.js")
    return fill_page(
        package,
        "animation.html",
        style=style,
        script=script,
        title=escape(scene.title),
        milliseconds=round(1000 * seconds),
        view=f"{-edge} {-edge} {scene.width + 2 * edge:g} {scene.height + 2 * edge:g}",
        items="\n".join(_drawn(item) for item in scene.items),
        last=len(scene.captions) - 1,
        caption=escape(scene.captions[0]),
        captions="\n".join(f"<li>{escape(caption)}</li>" for caption in scene.captions),
    )


def _drawn(item: Item) -> str:
    frame, x, y = item.stops[0]
    body = _shape(item) + "".join(_words(item))
    place = f'transform="translate({x:g} {y:g})"'
    if item.is_still:
        return f"<g {place}>{body}</g>"
    stops = ";".join(f"{stop.frame} {stop.x:g} {stop.y:g}" for stop in item.stops)
    until = "" if item.until is None else f' data-until="{item.until}"'
    moving = ' class="moving"' if len(item.stops) > 1 else ""
    hidden = ' visibility="hidden"' if frame > 0 else ""
    return f'<g {place}{moving}{hidden} data-stops="{stops}"{until}>{body}</g>'


def _shape(item: Item) -> str:
    name = item.role.value
    match item.form:
        case Label():
            return ""
        case Line():
            points = " ".join(f"{x:g},{y:g}" for x, y in corners(item.form))
            return f'<polygon class="{name}" points="{points}"/>'
    inset = _INSET if item.role is Role.SLIDER else 0
    width, height = item.width - 2 * inset, item.height - 2 * inset
    corner = (0.5 if item.is_round else _CORNERS.get(item.role, 0)) * min(width, height)
    if item.role is Role.BOARD:
        corner = _CORNERS[Role.BOARD]
    at = f' x="{inset}" y="{inset}"' if inset > 0 else ""
    rounded = f' rx="{corner:g}"' if corner > 0 else ""
    faint = f' opacity="{item.strength:.3g}"' if item.strength < 1 else ""
    return f'<rect class="{name}"{at} width="{width:g}" height="{height:g}"{rounded}{faint}/>'


def _words(item: Item) -> Iterator[str]:
    if item.role is Role.TEXT:
        lines = "".join(
            f'<tspan x="0.2" y="{0.25 + 0.62 * number:g}">{escape(line)}</tspan>'
            for number, line in enumerate(item.text.split("\n"))
        )
        yield f"<text>{lines}</text>"
    elif isinstance(item.form, Label):
        yield f'<text class="label" transform="scale({item.form.size / _LETTERS:g})">{escape(item.form.text)}</text>'
    elif item.text != "":
        x, y = item.width / 2, item.height / 2
        size = min(item.height, 3 * item.width / len(item.text))
        yield f'<text transform="translate({x:g} {y:g}) scale({size:g})">{escape(item.text)}</text>'
