"""The parser of the command line: one sentence for a mistake, and help that shows an example."""

from __future__ import annotations

from argparse import Action, ArgumentParser, RawDescriptionHelpFormatter, _SubParsersAction
from typing import Any, Final, NoReturn, TypeAlias

from astarlib.cli.mistakes import UsageError, in_one_line

_CODES: Final = """

exit codes:
  0 solved, 11 proved unsolvable, 12 gave up, 23 a limit, 130 interrupted,
  2 wrong usage or input, 3 the problem itself is wrong, 4 not saved"""

Parsers: TypeAlias = "_SubParsersAction[Parser]"


class Parser(ArgumentParser):
    """A parser that says in one line what is wrong, and does not list every option before."""

    def error(self, message: str) -> NoReturn:
        """UsageError with the message and the way to the help."""
        raise UsageError(f"{in_one_line(message)} (see {self.prog} --help)")


class Help(RawDescriptionHelpFormatter):
    """Help without the line that argparse spends on the word for any command, above the commands."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=28)

    def _format_action(self, action: Action) -> str:
        text = super()._format_action(action)
        return text.partition("\n")[2] if isinstance(action, _SubParsersAction) else text


def about(what: str, example: str) -> dict[str, Any]:  # Any: as argparse takes them
    """The keywords of a parser that says ``what`` it does, with an example of the words behind ``astarlib``."""
    return {
        "description": what,
        "epilog": f"example:\n  astarlib {example}{_CODES}",
        "formatter_class": Help,
        "allow_abbrev": False,
    }


def added(parsers: Parsers, name: str, what: str, example: str, prog: str | None = None) -> Parser:
    """One more of the ``parsers``, for what follows the word ``name``."""
    return parsers.add_parser(name, help=what, prog=prog, **about(f"{what[0].upper()}{what[1:]}.", example))
