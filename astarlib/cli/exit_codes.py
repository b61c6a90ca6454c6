"""Exit codes. If classical planners have an exit code for an outcome, astarlib uses the same one."""

from __future__ import annotations

from enum import IntEnum

from astarlib.limits import LimitKind
from astarlib.result import SearchResult, Status


class ExitCode(IntEnum):
    """The exit code of a command."""

    SOLVED = 0
    WRONG_USAGE = 2
    """The command line, or the input that it names, is wrong."""
    WRONG_PROBLEM = 3
    """The problem itself is wrong: its code fails, or breaks the contract of a problem."""
    NOT_SAVED = 4
    """The search couldn't be saved, whatever its result is."""
    UNSOLVABLE = 11
    GAVE_UP = 12
    LIMIT = 23
    INTERRUPTED = 130
    CLOSED_PIPE = 141
    """The program that reads the output has stopped reading."""


def code_of(result: SearchResult) -> ExitCode:
    """Return the exit code of a result. CANCELLED means Ctrl-C, because nothing else cancels a search here."""
    if result.limit is LimitKind.CANCELLED:
        return ExitCode.INTERRUPTED
    return ExitCode[result.status.name] if result.status is not Status.LIMIT else ExitCode.LIMIT
