"""Output: results to standard output, messages and the progress bar to standard error."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from typing import Any


def print_result(text: str = "", *, style: str | None = None) -> None:
    """Print lines of a result. ``style`` changes their color on a terminal, never their text."""
    if style is not None and sys.stdout is not None and sys.stdout.isatty():
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


def progress_bar(*, quiet: bool) -> AbstractContextManager[Any]:  # Any: a ProgressBar or None
    """Return a progress bar, or a context of None.

    The context has None if ``quiet`` is set, standard error isn't a terminal, or rich isn't installed.
    """
    if quiet or sys.stderr is None or not sys.stderr.isatty():
        return nullcontext()
    from astarlib.observers import ProgressBar

    try:
        return ProgressBar(keep=False)
    except ImportError:
        return nullcontext()


@cache
def _styled_printer() -> Callable[[str, str], None] | None:
    """Return a function that prints a text in a style, or None without rich."""
    try:
        from rich.console import Console
    except ImportError:
        return None
    console = Console(markup=False, highlight=False, emoji=False)
    return lambda text, style: console.print(text, style=style, soft_wrap=True)
