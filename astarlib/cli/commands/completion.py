"""``astarlib completion``: a script with which a shell completes the words of this command."""

from __future__ import annotations

from argparse import Namespace
from typing import Final

from astarlib.cli.errors import UsageError
from astarlib.cli.output import print_result
from astarlib.cli.parser import FILES, ExitCode, Parser, PlainCommand


def add_arguments(parser: Parser) -> None:
    """Add the arguments of ``completion``."""
    parser.add_argument("shell", choices=tuple(FILES), help="shell to write the script for")


def completion(given: Namespace) -> ExitCode:
    """Print the completion script. Raise UsageError if shtab, which generates the script, isn't installed."""
    try:
        import shtab
    except ImportError as error:
        raise UsageError("completion needs shtab: run pip install '.[cli]' in a checkout of astarlib") from error
    print_result(shtab.complete(given.build_parser(), given.shell))
    return ExitCode.SOLVED


COMMAND: Final = PlainCommand("print a shell completion script", "completion bash", add_arguments, completion)
