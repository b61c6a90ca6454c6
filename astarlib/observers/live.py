"""A live view of a running search in a notebook."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import ClassVar, Final, Self

from astarlib._support.html_card import result_card
from astarlib._support.wording import format_number
from astarlib.drawing import COLORS, Paint
from astarlib.events import Event, Finished, Progress, SolutionFound, Started
from astarlib.observers.notebook import NotebookOutput, is_notebook

_MAX_POINTS: Final = 400
"""The largest number of points of a line. Beyond it, every second one is left out."""
_WIDTH: Final = 560
_HEIGHT: Final = 140
_LINES: Final = (
    ("f of the next state", COLORS[Paint.BLUE]),
    ("lower bound", COLORS[Paint.ORANGE]),
    ("cost of the best solution", COLORS[Paint.GREEN]),
)


class LiveView:
    """An observer that shows a running search in a notebook: its counters, and a chart of f and the lower bound.

    The output of the cell is updated about ten times a second. When the run ends, it shows the result. Outside a
    notebook, the observer shows nothing; there, use a :class:`ProgressBar`.

    The view takes no events of single nodes, so it doesn't slow a search down. In a ``with`` statement, the view also
    says that the search is paused after an interrupt. One view can watch several searches one after the other.

    Examples
    --------
    >>> from astarlib import AStar
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> with LiveView() as view:
    ...     result = AStar().search(NPuzzle("8 6 7 / 2 5 4 / 3 0 1"), observer=view)
    >>> result.cost
    31
    """

    event_types: ClassVar[frozenset[type[Event]]] = frozenset((Started, Progress, SolutionFound, Finished))

    def __init__(self) -> None:
        self._output: NotebookOutput | None = NotebookOutput() if is_notebook() else None
        self._engine = ""
        self._last: Progress | None = None
        self._best: float | None = None
        self._points: list[tuple[float, float, float, float]] = []
        """The number of expansions, f, the lower bound and the cost of the best solution at some moments."""
        self._interval = self._skipped = 1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __call__(self, event: Started | Progress | SolutionFound | Finished) -> None:
        """Update the view for an event."""
        if self._output is None:
            return
        match event:
            case Started():
                if not event.resumed:
                    self._best, self._points, self._interval = None, [], 1
                self._engine, self._last = event.engine_repr, None
            case SolutionFound():
                self._best = event.solution.cost
            case Progress():
                self._last = event
                self._add(event)
                self._show_progress("RUNNING", "The search is running.")
            case Finished():  # pragma: no branch  # There is no other event.
                chart = self._chart()
                self._output.show(_content(event.result._repr_html_() + chart, repr(event.result)))
                self._output.end()
                self._last = None

    def close(self) -> None:
        """Say that the search is paused if it hasn't finished. A ``with`` statement does it automatically.

        Examples
        --------
        >>> view = LiveView()
        >>> view.close()
        """
        if self._output is not None and self._output.is_shown:
            self._show_progress("PAUSED", "The run was interrupted. Nothing is lost: you can run the search again.")
            self._output.end()

    def _add(self, now: Progress) -> None:
        """Add the values of a moment to the chart."""
        self._skipped += 1
        if self._skipped < self._interval:
            return
        self._skipped = 0
        best = math.inf if self._best is None else self._best
        self._points.append((now.expanded, float(now.f), float(now.lower_bound), float(best)))
        if len(self._points) > _MAX_POINTS:
            self._points, self._interval = self._points[::2], 2 * self._interval

    def _show_progress(self, title: str, summary: str) -> None:
        now = self._last
        if now is None or self._output is None:
            return
        rate = f"{now.expanded / now.seconds:,.0f}" if now.seconds > 0 else "-"
        figures = {"expanded": format_number(now.expanded), "per second": rate, "seconds": f"{now.seconds:.1f}"}
        if self._best is not None:
            figures["best cost"] = format_number(self._best)
        if now.lower_bound > 0:
            figures["lower bound"] = format_number(now.lower_bound)
        counters = {"frontier": now.frontier, "stored": now.stored, "generated": now.generated}
        card = result_card(
            title=title,
            engine=self._engine,
            summary=summary,
            figures=figures,
            counters={name: format_number(value) for name, value in counters.items()},
            actions=(),
        )
        text = f"{self._engine}: {title.lower()}, {', '.join(f'{name} {value}' for name, value in figures.items())}"
        self._output.show(_content(card + self._chart(), text))

    def _chart(self) -> str:
        """Return the lines as SVG in HTML, or nothing if there are too few points."""
        lines = [
            (name, color, [(point[0], point[place]) for point in self._points if math.isfinite(point[place])])
            for place, (name, color) in enumerate(_LINES, 1)
        ]
        lines = [line for line in lines if len(line[2]) > 1]
        if len(lines) == 0:
            return ""
        values = [value for _, _, points in lines for _, value in points]
        low, high = min(values), max(values)
        begin, end = self._points[0][0], self._points[-1][0]
        places = [(color, _places(points, begin, end, low, high)) for _, color, points in lines]
        drawn = "".join(
            f'<polyline fill="none" stroke="{color}" stroke-width="2" points="{points}"/>' for color, points in places
        )
        legend = " &nbsp; ".join(f'<span style="color:{color}">●</span> {name}' for name, color, _ in lines)
        return (
            f'<div style="margin-top:8px">{format_number(low)} to {format_number(high)} over '
            f"{format_number(begin)} to {format_number(end)} expansions &nbsp; {legend}</div>"
            f'<svg width="{_WIDTH}" height="{_HEIGHT}" viewBox="0 0 {_WIDTH} {_HEIGHT}" style="max-width:100%" '
            f'role="img" aria-label="{", ".join(name for name, _, _ in lines)} over the expansions">{drawn}</svg>'
        )


def _content(html: str, text: str) -> dict[str, str]:
    return {"text/html": html, "text/plain": text}


def _places(points: Sequence[tuple[float, float]], begin: float, end: float, low: float, high: float) -> str:
    """Return the points of a line in pixels."""
    wide, tall = max(1, end - begin), high - low
    places = (
        ((x - begin) / wide * (_WIDTH - 4) + 2, _HEIGHT - 3 - (0.5 if tall == 0 else (y - low) / tall) * (_HEIGHT - 6))
        for x, y in points
    )
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
