"""Output: results to standard output, messages and the progress bar to standard error."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from typing import Any, Final

_MIN_WIDTH: Final = 60
"""The columns that are assumed for a terminal that has fewer. Tables need as many."""


def print_result(text: str = "", *, style: str | None = None, wrap: bool = False) -> None:
    """Print lines of a result. ``style`` changes their color on a terminal, never their text.
    ``wrap`` breaks sentences that are too long for the terminal between words. Don't use it for states.
    """
    width = terminal_width()
    if wrap and width is not None:
        text = "\n".join(_wrapped(line, width) for line in text.split("\n"))
    if style is not None and width is not None:
        print_styled = _styled_printer()
        if print_styled is not None:
            print_styled(text, style)
            return
    print(text)


def print_message(text: str) -> None:
    """Print lines on standard error."""
    if sys.stderr is not None:  # With file=None, print would write to standard output.
        print(text, file=sys.stderr)


def print_error(text: str) -> None:
    """Print an error on standard error, after all results so far."""
    flush()
    print_message(f"astarlib: error: {text}")


def terminal_width() -> int | None:
    """Return the number of columns of the terminal that shows standard output, or None if it isn't a terminal."""
    if sys.stdout is None or not sys.stdout.isatty():
        return None
    return max(_MIN_WIDTH, shutil.get_terminal_size().columns)


def _wrapped(line: str, width: int) -> str:
    """Return a line, broken between words if it's wider than the terminal. Later lines are indented."""
    indent = line[: len(line) - len(line.lstrip())]
    return (
        line
        if len(line) <= width
        else textwrap.fill(line, width, subsequent_indent=indent + "  ", break_long_words=False, break_on_hyphens=False)
    )


def flush() -> None:
    """Flush standard output. Raise BrokenPipeError if the program that reads the output has closed the pipe."""
    if sys.stdout is not None:
        sys.stdout.flush()


def escape_unencodable() -> None:
    """Let standard output and standard error escape characters that their encoding lacks, instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)  # A replaced stream may not have it.
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def progress_bar(*, quiet: bool, doing: str | None = "searching") -> AbstractContextManager[Any]:  # Any: an observer
    """Return a context with an observer that shows the progress on standard error, or with None.

    Nothing is shown if ``quiet`` is set or standard error isn't a terminal. The text ``doing`` and the seconds are
    shown if the bar isn't drawn for a second, or if rich is missing. With None, no thread is started, so that other
    processes can be.
    """
    if quiet or sys.stderr is None or not sys.stderr.isatty():
        return nullcontext()
    from astarlib.observers import ProgressBar

    try:
        bar = ProgressBar(keep=False)
    except ImportError:
        bar = None
    if doing is None:
        return nullcontext() if bar is None else bar
    from astarlib.cli.activity import Activity

    return Activity(doing, bar)


@cache
def _styled_printer() -> Callable[[str, str], None] | None:
    """Return a function that prints a text in a style, or None without rich."""
    try:
        from rich.console import Console
    except ImportError:
        return None
    console = Console(markup=False, highlight=False, emoji=False)
    return lambda text, style: console.print(text, style=style, soft_wrap=True)
