"""A line on the terminal that says what a command does while nothing else is shown."""

from __future__ import annotations

import shutil
import sys
import threading
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, Self

from astarlib.events import Compiling, Event, Finished, Progress, Started

if TYPE_CHECKING:
    from astarlib.observers import ProgressBar

_FIRST: Final = 1.0
"""The seconds without other output after which the line appears."""
_INTERVAL: Final = 0.25
"""The seconds between two drawings of the line."""
_LONGEST_DRAWING: Final = 5.0
"""The seconds to wait at the end for a drawing, so that the line isn't drawn again after it's erased."""


class Activity:
    """A context and observer: standard error shows a text and the seconds when nothing else is shown for a second.

    A thread draws the line, because the main thread may be in one long call, for example of a compiler. The thread uses
    no lock, because an interrupt could leave it locked. If both threads draw at the same moment, the next drawing
    repairs the line.

    ``bar`` is a progress bar to draw whenever it has something to show.
    """

    def __init__(self, doing: str, bar: ProgressBar | None = None) -> None:
        self.doing: str = doing
        self._bar = bar
        self.event_types: frozenset[type[Event]] = (
            frozenset((Started, Progress, Compiling, Finished)) if bar is None else bar.event_types
        )
        self._began = self._last = monotonic()
        self._ended = threading.Event()
        self._is_drawn = False
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Self:
        with suppress(RuntimeError):  # Without memory for a thread, there is no line.
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join(_LONGEST_DRAWING)
        self.hide()
        if self._bar is not None:
            self._bar.close()

    def __call__(self, event: Any) -> None:  # Any: an event of any of the bar's types
        """Say what the search does, and draw the event with the progress bar if there is one."""
        if isinstance(event, Compiling):  # It's shown if it takes long.
            self.doing = event.text
            return
        self.doing = "searching"
        if self._bar is not None:
            if not isinstance(event, Started):  # The bar draws nothing for it.
                self.hide()
            self._bar(event)

    def hide(self) -> None:
        """Erase the line until nothing has been shown for a second."""
        self._last = monotonic()
        if self._is_drawn:
            self._draw("")
            self._is_drawn = False

    def _run(self) -> None:
        while not self._ended.wait(_INTERVAL):
            now = monotonic()
            if now - self._last >= _FIRST:
                self._is_drawn = True
                self._draw(f"{self.doing} ... {now - self._began:.0f} s")

    def _draw(self, text: str) -> None:
        width = shutil.get_terminal_size().columns - 1
        sys.stderr.write(f"\r{text[:width]:{width}}\r{text[:width]}")
        sys.stderr.flush()
