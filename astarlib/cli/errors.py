"""Mistakes of the user, reported in one sentence and without a traceback."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from astarlib._support.interrupts import raise_if_from_handler

_CLOSE: Final = 0.7
"""The least similarity of a suggestion. With 0.6, ``--cost`` would suggest ``--output``."""


class UsageError(Exception):
    """The command line, or an input that it names, is wrong; the message is for the person who typed it."""


class ProblemError(Exception):
    """The code of a user's problem fails; the message says what it raised and where."""


def quote(word: str) -> str:
    """Return a word of the user's for a message: in quotes, in one line, and shortened if it's very long."""
    return repr(word if len(word) <= 200 else f"{word[:120]}...{word[-60:]}")


def in_one_line(message: str) -> str:
    """Return a message that contains words of the user's with line ends escaped, and without a very long middle."""
    brief = message if len(message) <= 1000 else f"{message[:600]}...{message[-300:]}"
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in brief)


def did_you_mean(word: str, known: Iterable[str], prefix: str = "") -> str:
    """Return ``; did you mean X?`` if a known word resembles ``word``, else nothing. X begins with ``prefix``."""
    import difflib

    names = {name.lower(): name for name in known}
    close = difflib.get_close_matches(word[:200].lower(), list(names), n=1, cutoff=_CLOSE)
    return f"; did you mean {prefix + names[close[0]]!r}?" if len(close) > 0 else ""


@contextmanager
def usage_errors() -> Iterator[None]:
    """Turn a ValueError of the library into a UsageError that names the option: ``--`` and the parameter."""
    try:
        yield
    except ValueError as error:
        raise_if_from_handler(error)
        raise UsageError(message_of(error, {})) from error


def message_of(error: Exception, options: Mapping[str, str]) -> str:
    """Return the message of an error, with the option in place of the parameter that the error is about."""
    message, parameter = str(error), getattr(error, "parameter", None)
    if parameter is None:
        return message
    option = options.get(parameter, f"--{parameter.replace('_', '-')}")
    rest = message.removeprefix(f"{parameter} ")
    return f"{option}: {message}" if rest == message else f"{option} {rest}"


@contextmanager
def file_errors(what: str, *more: type[Exception], end: str = "") -> Iterator[None]:
    """Turn an OSError or one of ``more`` into a UsageError that begins with ``what``."""
    kinds: tuple[type[Exception], ...] = (OSError, *more)
    try:
        yield
    except kinds as error:
        raise_if_from_handler(error)
        raise UsageError(in_one_line(f"{what}: {reason(error)}{end}")) from error


def reason(error: Exception) -> str:
    """Return the message of an error, without the number and the file of an OSError."""
    return getattr(error, "strerror", None) or str(error)
