"""The way in: words to a command, and whatever goes wrong to a sentence and an exit code."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from astarlib.cli.arguments import parsed
from astarlib.cli.exit_codes import ExitCode
from astarlib.cli.mistakes import ProblemError, UsageError
from astarlib.cli.output import complain, flush, survive_any_text, tell
from astarlib.cli.own_problem import place_of, raised
from astarlib.cli.reading import Inputs
from astarlib.errors import CacheWarning, CapacityError, InvalidProblemError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and say what came of it.

    Parameters
    ----------
    arguments:
        The words behind ``astarlib``; None: those of this process.

    Returns
    -------
    int
        The exit code: 0 solved, 11 proved unsolvable, 12 gave up, 23 a limit, 130 interrupted, 2 wrong usage or
        input, 3 the problem itself is wrong, 4 the search could not be saved.

    Examples
    --------
    >>> main(["solve", "npuzzle", "2 1 3 0", "--quiet", "--max-expanded", "5", "--prove"])  # doctest: +ELLIPSIS
    no solution yet, stopped by --max-expanded after 5 expansions; none costs less than 6
    AStar() with manhattan: expanded 5, generated 10, ...
    23
    """
    survive_any_text()
    try:
        code = _code(sys.argv[1:] if arguments is None else arguments)
        flush()
    except BrokenPipeError:
        code = ExitCode.CLOSED_PIPE
        _forget_output()
    except OSError as error:  # files that cannot be read are told where they are read, so this is the output
        _forget_output()
        with suppress(OSError):  # it may be standard error that takes nothing
            complain(f"cannot write the output: {error.strerror or error}")
        code = ExitCode.WRONG_USAGE
    return int(code)


def _code(words: Sequence[str]) -> int:
    """The exit code of these words, once they are carried out or refused."""
    try:
        try:
            given = parsed(words, Inputs())
        except SystemExit:  # argparse after --help and --version
            return ExitCode.SOLVED
        with warnings.catch_warnings():
            usual = warnings.showwarning

            def show(message: Warning | str, category: type[Warning], *place: Any, **options: Any) -> None:
                if issubclass(category, CacheWarning):  # our own, so the line of our code says nothing to anybody
                    flush()
                    tell(f"astarlib: warning: {message}")
                else:
                    usual(message, category, *place, **options)

            warnings.showwarning = show
            code: ExitCode = given.run(given)
        return code
    except OSError:
        raise
    except BaseException as error:  # noqa: BLE001  # _verdict raises again what is our fault
        sentence, code = _verdict(error)
        complain(sentence)
        return code


def _verdict(error: BaseException) -> tuple[str, ExitCode]:
    """What to tell a person of an error, and the code; raises it again when the fault is ours."""
    match error:
        case UsageError() | CapacityError():
            return str(error), ExitCode.WRONG_USAGE
        case ProblemError():
            return str(error), ExitCode.WRONG_PROBLEM
        case InvalidProblemError():
            return f"the problem is wrong: {error}{place_of(error)}", ExitCode.WRONG_PROBLEM
        case KeyboardInterrupt():
            return "interrupted", ExitCode.INTERRUPTED
        case MemoryError():
            return "no memory is left", ExitCode.LIMIT
    place = place_of(error)
    if place == "" and not isinstance(error, SystemExit):
        raise error  # its traceback is wanted
    return f"the problem's code failed: {raised(error)}{place}", ExitCode.WRONG_PROBLEM


def _forget_output() -> None:
    """Let what is still in the buffer go nowhere, so that the interpreter does not fail on it at its end."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
