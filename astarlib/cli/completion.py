"""``astarlib completion``: what a shell needs to complete the words of this command."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Final

from astarlib.cli.exit_codes import ExitCode
from astarlib.cli.mistakes import UsageError
from astarlib.cli.output import say

SHELLS: Final = ("bash", "zsh", "tcsh")


def completion(parser: ArgumentParser, shell: str) -> ExitCode:
    """Print the script for that shell; UsageError without shtab, which writes it."""
    try:
        import shtab
    except ImportError as error:
        raise UsageError("completion needs shtab: pip install 'astarlib[cli]'") from error
    say(shtab.complete(parser, shell))
    return ExitCode.SOLVED
