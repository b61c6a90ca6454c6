"""How a command ends, as a number: the codes of the planners of this field where they have one."""

from __future__ import annotations

from enum import IntEnum

from astarlib.limits import LimitKind
from astarlib.result import SearchResult, Status


class ExitCode(IntEnum):
    """What the shell is told."""

    SOLVED = 0
    WRONG_USAGE = 2
    """The command line, or the input that it names, is wrong."""
    WRONG_PROBLEM = 3
    """The problem itself is wrong: its code fails, or breaks the contract of a problem."""
    NOT_SAVED = 4
    """The search was to be saved and could not be, whatever else came of it."""
    UNSOLVABLE = 11
    GAVE_UP = 12
    LIMIT = 23
    INTERRUPTED = 130
    CLOSED_PIPE = 141
    """Whoever read the output has stopped reading."""


def code_of(result: SearchResult) -> ExitCode:
    """The exit code that tells how a search ended; it is cancelled by nothing but an interrupt."""
    if result.limit is LimitKind.CANCELLED:
        return ExitCode.INTERRUPTED
    return ExitCode[result.status.name] if result.status is not Status.LIMIT else ExitCode.LIMIT
