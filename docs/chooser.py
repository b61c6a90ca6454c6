"""The flowchart that leads to an engine, as an SVG whose engines are links to the rows of the guide."""

from __future__ import annotations

import html
from collections.abc import Sequence
from typing import Final, NamedTuple

from astarlib.engines import ENGINES


class Step(NamedTuple):
    """A question, the answer that leads to engines, and their names. The other answer leads to the next question."""

    question: Sequence[str]
    """The lines of the question."""
    answer: str
    engines: Sequence[str]
    """The usual choice first. The guide says when to take another one."""


STEPS: Final[Sequence[Step]] = (
    Step(
        ("Will you solve it", "again after a", "small change?"), "yes",
        ("lpa-star", "d-star-lite", "fsa-star", "gaa-star"),
    ),
    Step(("Do you want several", "solutions?"), "yes", ("k-best", "all-optimal")),
    Step(("Is any solution", "good enough?"), "yes", ("greedy", "depth-first")),
    Step(
        ("Can you estimate", "the remaining cost", "(a heuristic)?"), "no",
        ("dijkstra", "bidirectional-dijkstra", "breadth-first", "iterative-deepening"),
    ),
    Step(
        ("Is a solution near", "the optimum", "good enough?"), "yes",
        ("weighted-astar", "ara-star", "anytime-weighted-astar", "batch-weighted-astar", "beam"),
    ),
    Step(("Does A* run out", "of memory?"), "yes", ("ida-star", "rbfs")),
    Step(("You need an optimal", "solution"), "", ("astar", "bae-star")),
)  # fmt: skip

_WIDTH, _QUESTION, _ENGINES = 400, 166, 214
"""The width of the chart and of a question, and the left edge of the engines."""
_LINE, _LINK, _PAD, _GAP = 20, 26, 12, 30
"""The heights of a line of a question and of a link, the margin inside a box and the distance of two boxes."""


def chart(guide: str) -> str:
    """Return the flowchart. ``guide`` is the path from the showing page to the guide, or "" in the guide itself."""
    parts: list[str] = []
    top = 1
    for number, step in enumerate(STEPS):
        question, engines = len(step.question) * _LINE + 2 * _PAD, len(step.engines) * _LINK + _PAD
        height = max(question, engines)
        parts += _question(step, top, height, is_last=number == len(STEPS) - 1)
        parts += _engines(step, top + (height - engines) / 2, engines, guide)
        top += height + _GAP
    says = "Questions that lead to an engine. Each engine is a link to the guide."
    return (
        f'<div class="figure"><svg class="chart" role="group" aria-label="{says}" '
        f'viewBox="0 0 {_WIDTH + 1} {top - _GAP + 1}" width="{_WIDTH}">{"".join(parts)}</svg></div>'
    )


def _question(step: Step, top: float, height: float, *, is_last: bool) -> list[str]:
    """Return the box of a question and the arrows that leave it."""
    middle, size = top + height / 2, len(step.question) * _LINE + 2 * _PAD
    begin, end = middle - size / 2, middle + size / 2
    parts = [_box("box", 0.5, begin, _QUESTION, size)]
    for number, line in enumerate(step.question):
        parts.append(_text(_QUESTION / 2, begin + _PAD + (number + 0.72) * _LINE, "middle", line))
    parts += _arrow(_QUESTION + 0.5, middle, _ENGINES, middle)
    parts.append(_text((_QUESTION + _ENGINES) / 2 - 4, middle - 7, "middle", step.answer))
    if not is_last:
        following = STEPS[STEPS.index(step) + 1]
        lines, links = len(following.question) * _LINE + 2 * _PAD, len(following.engines) * _LINK + _PAD
        to = top + height + _GAP + max(0, links - lines) / 2
        parts += _arrow(_QUESTION / 2, end, _QUESTION / 2, to)
        parts.append(_text(_QUESTION / 2 + 9, (end + to) / 2 + 4, "start", "no" if step.answer == "yes" else "yes"))
    return parts


def _engines(step: Step, top: float, height: float, guide: str) -> list[str]:
    parts = [_box("engines", _ENGINES, top, _WIDTH - _ENGINES, height)]
    for number, name in enumerate(step.engines):
        y = top + _PAD / 2 + number * _LINK
        kind = "usual" if number == 0 else "other"
        area = f'<rect x="{_ENGINES + 2}" y="{y:g}" width="{_WIDTH - _ENGINES - 4}" height="{_LINK}"/>'
        label = f'<text x="{_ENGINES + 10}" y="{y + 0.68 * _LINK:g}">{ENGINES[name].__name__}</text>'
        parts.append(f'<a class="{kind}" href="{guide}#{name}">{area}{label}</a>')
    return parts


def _box(kind: str, x: float, y: float, width: float, height: float) -> str:
    return f'<rect class="{kind}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="6"/>'


def _text(x: float, y: float, anchor: str, text: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}">{html.escape(text)}</text>'


def _arrow(x: float, y: float, to_x: float, to_y: float) -> list[str]:
    head = f"M{to_x - 6:g} {to_y - 4:g}l6 4l-6 4" if y == to_y else f"M{to_x - 4:g} {to_y - 6:g}l4 6l4 -6"
    return [f'<path class="arrow" d="M{x:g} {y:g}L{to_x:g} {to_y:g}{head}"/>']
