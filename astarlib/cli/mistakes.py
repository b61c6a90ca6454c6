"""What a person can do wrong, told in one sentence and without a traceback."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Final

_PYTHON_WORDS: Final = {
    "Grid(cells, terrain={symbol: cost}) adds": "--terrain SYMBOL=COST adds",
    "shape=(rows, columns)": "--shape ROWSxCOLUMNS",
    "Hamming() or LinearConflict()": "hamming or linear-conflict",
    "Octile() or Euclidean()": "octile or euclidean",
}


class UsageError(Exception):
    """The command line, or an input that it names, is wrong; the message is for the person who typed it."""


class ProblemError(Exception):
    """The code of a problem of one's own fails; the message says what it raised and where."""


def shown(word: str) -> str:
    """A word of the person's for a message: in quotes, in one line, without the middle of a very long one.

    Examples
    --------
    >>> shown("mine.txt"), len(shown("x" * 10**6))
    ("'mine.txt'", 185)
    """
    return repr(word if len(word) <= 200 else f"{word[:120]}...{word[-60:]}")


def in_one_line(message: str) -> str:
    """A message with words of the person in it as they are: line ends and the like escaped, a long middle left out."""
    brief = message if len(message) <= 1000 else f"{message[:600]}...{message[-300:]}"
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in brief)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """``; did you mean X?`` when a known word resembles ``word``, else nothing.

    Examples
    --------
    >>> did_you_mean("npuzle", ["npuzzle", "sudoku"])
    "; did you mean 'npuzzle'?"
    """
    import difflib

    close = difflib.get_close_matches(word[:200].lower(), list(known), n=1)
    return f"; did you mean {close[0]!r}?" if len(close) > 0 else ""


@contextmanager
def told() -> Iterator[None]:
    """UsageError, in the words of the command line, for what a problem refuses."""
    try:
        yield
    except ValueError as error:
        message = str(error)
        for python, word in _PYTHON_WORDS.items():
            message = message.replace(python, word)
        raise UsageError(message) from error
