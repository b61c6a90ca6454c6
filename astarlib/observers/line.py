"""A line of output that can be rewritten. No other module of the observers imports rich."""

from __future__ import annotations

from typing import TypeAlias

from rich.console import Console
from rich.control import Control
from rich.segment import ControlType
from rich.text import Text

from astarlib.observers.notebook import NotebookOutput


def line_on(console: Console | None) -> Line | None:
    """Return a line on a rich console (TypeError), by default on standard error, or None if it can't rewrite lines."""
    if console is None:
        console = Console(stderr=True)
    if not isinstance(console, Console):
        raise TypeError(f"console must be a rich.console.Console or None, not {console!r}")
    if console.is_jupyter:
        return _NotebookLine()
    return _TerminalLine(console) if console.is_interactive else None


class _TerminalLine:
    """A terminal line. It neither hides the cursor nor redirects a stream, so an interrupt needs no cleanup."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._begun = False

    def draw(self, text: str) -> None:
        """Replace the content of the line with ``text``. Begin the line if there is none."""
        self._begun = True
        self._erase()
        self._console.print(Text(text), end="", no_wrap=True, overflow="crop")

    def end(self, *, keep: bool) -> None:
        """End the line or erase it, so that the next ``draw`` begins another. It does nothing if there is no line."""
        if not self._begun:
            return
        self._begun = False
        if keep:
            self._console.line()
        else:
            self._erase()

    def _erase(self) -> None:
        self._console.control(Control(ControlType.CARRIAGE_RETURN, (ControlType.ERASE_IN_LINE, 2)))


class _NotebookLine:
    """A line of text in the output of a notebook cell. rich would need ipywidgets for it."""

    def __init__(self) -> None:
        self._output = NotebookOutput()

    def draw(self, text: str) -> None:
        self._output.show({"text/plain": text})

    def end(self, *, keep: bool) -> None:
        if self._output.is_shown and not keep:
            self._output.show({"text/plain": ""})
        self._output.end()


Line: TypeAlias = _TerminalLine | _NotebookLine
