"""The flowchart that leads to an engine, as an SVG whose engines are links to the rows of the guide."""

from __future__ import annotations

import html
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from astarlib.engines import ENGINES
from docs.families import FAMILIES


class Choice(NamedTuple):
    """An answer to a question, and the engines to which it leads."""

    answer: str
    engines: Sequence[str]
    """The usual choice first. The guide says when to take another one."""
    other: tuple[str, str] | None = None
    """The text and the address of a guide that can help instead of another engine."""
    is_guide_first: bool = False
    """True to show the guide before the engines, as the usual choice."""


class Step(NamedTuple):
    """A question with its choices. If none of them fits, the next question follows."""

    question: Sequence[str]
    """The lines of the question."""
    choices: Sequence[Choice]
    going_on: str
    """The label of the arrow to the next question, or "" at the end."""


def _family(page: str, other: tuple[str, str] | None = None, *, is_guide_first: bool = False) -> Sequence[Choice]:
    return (Choice("yes", tuple(FAMILIES[page].engines), other, is_guide_first),)


_BASIC: Final = tuple(FAMILIES["basic"].engines)

STEPS: Final[Sequence[Step]] = (
    Step(
        ("Can you estimate", "the remaining cost", "(a heuristic)?"),
        (
            Choice("yes", tuple(name for name in _BASIC if ENGINES[name].uses_heuristic)),
            Choice("no", tuple(name for name in _BASIC if not ENGINES[name].uses_heuristic)),
        ),
        "not enough",
    ),
    Step(
        ("Does it take", "too long?"),
        _family("anytime", ("Compile the problem", "compiling.html"), is_guide_first=True), "no",
    ),
    Step(
        ("Does memory run", "out, or do steps", "have no costs?"),
        _family("memory", ("or use the disk", "scale.html#disk")), "no",
    ),
    Step(("Can you follow the", "steps backward?"), _family("bidirectional"), "no"),
    Step(("Do you want several", "solutions?"), _family("several"), "no"),
    Step(("Will you solve it", "again after a", "small change?"), _family("again"), ""),
)  # fmt: skip

_WIDTH, _QUESTION, _ENGINES = 400, 166, 214
"""The width of the chart and of a question, and the left edge of the engines."""
_LINE, _LINK, _PAD, _GAP, _SMALL_GAP = 20, 26, 12, 30, 10
"""The heights of a line of a question and of a link, the margin inside a box and the distances of two boxes."""


def chart() -> str:
    """Return the flowchart for the guide."""
    parts: list[str] = []
    top, end = 1.0, 0.0
    for number, step in enumerate(STEPS):
        heights = [_height(choice) for choice in step.choices]
        right = sum(heights) + _SMALL_GAP * (len(heights) - 1)
        question = right if len(heights) > 1 else len(step.question) * _LINE + 2 * _PAD
        middle = top + max(question, right) / 2
        if number > 0:
            parts += _going_on(STEPS[number - 1].going_on, end, middle - question / 2)
        parts += _question(step.question, middle, question)
        y = middle - right / 2
        for choice, height in zip(step.choices, heights, strict=True):
            parts += _choice(choice, y, height)
            y += height + _SMALL_GAP
        end = middle + question / 2
        top += max(question, right) + _GAP
    says = "Questions that lead to an engine. Each engine is a link to its row below."
    return (
        f'<div class="figure"><svg class="chart" role="group" aria-label="{says}" '
        f'viewBox="0 0 {_WIDTH + 1} {top - _GAP + 1:g}" width="{_WIDTH}">{"".join(parts)}</svg></div>'
    )


def _height(choice: Choice) -> float:
    return (len(choice.engines) + (choice.other is not None)) * _LINK + _PAD


def _question(lines: Sequence[str], middle: float, height: float) -> Iterator[str]:
    yield _box("box", 0.5, middle - height / 2, _QUESTION, height)
    begin = middle - len(lines) * _LINE / 2
    for number, line in enumerate(lines):
        yield _text(_QUESTION / 2, begin + (number + 0.72) * _LINE, "middle", line)


def _going_on(label: str, begin: float, end: float) -> Iterator[str]:
    yield _arrow(_QUESTION / 2, begin, _QUESTION / 2, end)
    yield _text(_QUESTION / 2 + 9, (begin + end) / 2 + 4, "start", label)


def _choice(choice: Choice, top: float, height: float) -> Iterator[str]:
    """Yield the arrow to the engines of an answer, their box and their links."""
    middle = top + height / 2
    yield _arrow(_QUESTION + 0.5, middle, _ENGINES, middle)
    yield _text((_QUESTION + _ENGINES) / 2 - 4, middle - 7, "middle", choice.answer)
    yield _box("engines", _ENGINES, top, _WIDTH - _ENGINES, height)
    links = [(f"#{name}", ENGINES[name].__name__, "other") for name in choice.engines]
    if choice.other is not None:
        text, address = choice.other
        links.insert(0 if choice.is_guide_first else len(links), (address, text, "guide"))
    address, text, kind = links[0]
    links[0] = (address, text, f"{kind} usual")
    for number, (address, text, kind) in enumerate(links):
        y = top + _PAD / 2 + number * _LINK
        area = f'<rect x="{_ENGINES + 2}" y="{y:g}" width="{_WIDTH - _ENGINES - 4}" height="{_LINK}"/>'
        label = f'<text x="{_ENGINES + 10}" y="{y + 0.68 * _LINK:g}">{html.escape(text)}</text>'
        yield f'<a class="{kind}" href="{address}">{area}{label}</a>'


def _box(kind: str, x: float, y: float, width: float, height: float) -> str:
    return f'<rect class="{kind}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="6"/>'


def _text(x: float, y: float, anchor: str, text: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}">{html.escape(text)}</text>'


def _arrow(x: float, y: float, to_x: float, to_y: float) -> str:
    head = f"M{to_x - 6:g} {to_y - 4:g}l6 4l-6 4" if y == to_y else f"M{to_x - 4:g} {to_y - 6:g}l4 6l4 -6"
    return f'<path class="arrow" d="M{x:g} {y:g}L{to_x:g} {to_y:g}{head}"/>'
