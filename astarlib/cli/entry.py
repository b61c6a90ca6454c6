"""The entry point. It runs a command line and turns errors into a sentence and an exit code."""

from __future__ import annotations

import atexit
import gc
import os
import sys
import warnings
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, TextIO

from astarlib.cli.arguments import parse
from astarlib.cli.errors import ProblemError, UsageError
from astarlib.cli.inputs import Inputs
from astarlib.cli.loading import place_of
from astarlib.cli.output import escape_unencodable, flush, print_error, print_message
from astarlib.cli.parser import ExitCode
from astarlib.errors import CacheWarning, CapacityError, InvalidProblemError, format_error

atexit.register(gc.freeze)  # When Python exits, the collector would search all objects of numba for garbage.


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line, by default that of this process, and print the result. Return the exit code.
    It's 0 solved, 11 proved unsolvable, 12 gave up, 23 a limit, 130 interrupted, 2 wrong usage or input, 3 the problem
    itself is wrong, 4 the search couldn't be saved.
    """
    escape_unencodable()
    try:
        code = _run(sys.argv[1:] if arguments is None else arguments)
        flush()
    except BrokenPipeError:
        code = ExitCode.CLOSED_PIPE
        _discard(sys.stdout)
        _discard(sys.stderr)  # Either may be the closed pipe, and nothing more is printed.
    except OSError as error:  # Errors of input files are handled elsewhere, so this is about the output.
        _discard(sys.stdout)
        try:
            print_error(f"cannot write the output: {error.strerror or error}")
        except OSError:  # Standard error takes nothing, either.
            _discard(sys.stderr)
        code = ExitCode.WRONG_USAGE
    return int(code)


def _run(words: Sequence[str]) -> int:
    """Run a command line and return its exit code."""
    try:
        try:
            given = parse(words, Inputs())
        except SystemExit:  # argparse raises it after --help and --version.
            return ExitCode.SOLVED
        with warnings.catch_warnings():
            default = warnings.showwarning

            def show(message: Warning | str, category: type[Warning], *place: Any, **options: Any) -> None:
                if issubclass(category, CacheWarning):  # Omit the line in astarlib's code, which doesn't help users.
                    flush()
                    print_message(f"astarlib: warning: {message}")
                else:
                    default(message, category, *place, **options)

            warnings.showwarning = show
            code: ExitCode = given.run(given)
        return code
    except OSError:
        raise
    except BaseException as error:  # noqa: BLE001  # _explain raises it again if it's a bug in astarlib.
        sentence, code = _explain(error)
        print_error(sentence)
        return code


def _explain(error: BaseException) -> tuple[str, ExitCode]:
    """Return the sentence and the exit code for an error. If it's a bug in astarlib, raise it again."""
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
            return "no memory left", ExitCode.LIMIT
    place = place_of(error)
    if place == "" and not isinstance(error, SystemExit):
        raise error  # It's a bug, so Python prints the traceback.
    return f"the problem's code failed: {format_error(error)}{place}", ExitCode.WRONG_PROBLEM


def _discard(stream: TextIO) -> None:
    """Discard the buffered text of a stream, so that the interpreter doesn't fail on it when it exits."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
