"""Where words go: results to standard output, messages to standard error; in colour where rich and a terminal allow."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache


def say(text: str = "", *, style: str | None = None) -> None:
    """A result: one or more lines of standard output. The style changes its colour, never its text."""
    if style is not None and sys.stdout is not None and sys.stdout.isatty():
        painted = _painter()
        if painted is not None:
            painted(text, style)
            return
    print(text)


def tell(text: str) -> None:
    """A message: one or more lines of standard error."""
    if sys.stderr is not None:  # print would take None for standard output
        print(text, file=sys.stderr)


def complain(text: str) -> None:
    """What is wrong, on standard error, after all that has been said."""
    flush()
    tell(f"astarlib: error: {text}")


def flush() -> None:
    """Write out what was said; BrokenPipeError when nobody reads it any more."""
    if sys.stdout is not None:
        sys.stdout.flush()


def survive_any_text() -> None:
    """Escape the characters that the encoding of an output has not, rather than fail on a user's text."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)  # a stream that stands in for the real one may have none
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


@cache
def _painter() -> Callable[[str, str], None] | None:
    """What writes a text in a style; None without rich."""
    try:
        from rich.console import Console
    except ImportError:
        return None
    console = Console(markup=False, highlight=False, emoji=False)
    return lambda text, style: console.print(text, style=style, soft_wrap=True)
