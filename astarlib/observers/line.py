"""One line of output that can be written again. The only place of the observers that imports rich."""

from __future__ import annotations

from typing import Any, Protocol

from rich.console import Console
from rich.control import Control
from rich.segment import ControlType
from rich.text import Text


class Line(Protocol):
    """A line; ``draw`` begins it when there is none."""

    def draw(self, text: str) -> None:
        """Show ``text`` in place of what the line shows."""

    def end(self, *, keep: bool) -> None:
        """Leave the line as it is, or erase it; the next ``draw`` begins another. Does nothing when none is begun."""


def line_on(console: Console | None) -> Line | None:
    """A line on that console (None: one on standard error); None where lines cannot be written again.

    TypeError when it is no console.
    """
    if console is None:
        console = Console(stderr=True)
    if not isinstance(console, Console):
        raise TypeError(f"console must be a rich.console.Console or None, not {console!r}")
    if console.is_jupyter:
        return _NotebookLine()
    return _TerminalLine(console) if console.is_interactive else None


class _TerminalLine:
    """Rewritten in place. It hides no cursor and hooks no stream, so it needs no cleaning up after an interrupt."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._begun = False

    def draw(self, text: str) -> None:
        self._begun = True
        self._erase()
        self._console.print(Text(text), end="", no_wrap=True, overflow="crop")

    def end(self, *, keep: bool) -> None:
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
    """One output of the cell, updated. IPython does that alone; rich would need ipywidgets for it."""

    def __init__(self) -> None:
        self._handle: Any = None  # Any: IPython is there in a notebook, not where types are checked

    def draw(self, text: str) -> None:
        if self._handle is not None:
            self._handle.update({"text/plain": text}, raw=True)
            return
        # IPython is there when a notebook runs, and is needed nowhere else.
        from IPython.display import display  # type: ignore[import-not-found, unused-ignore]  # noqa: PLC0415

        self._handle = display({"text/plain": text}, raw=True, display_id=True)

    def end(self, *, keep: bool) -> None:
        if self._handle is not None and not keep:
            self._handle.update({"text/plain": ""}, raw=True)
        self._handle = None
