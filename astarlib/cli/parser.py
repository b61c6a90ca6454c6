"""The parts of the command-line parser: commands, problems, and help that ends with an example."""

from __future__ import annotations

import textwrap
from argparse import (
    Action,
    ArgumentParser,
    Namespace,
    RawDescriptionHelpFormatter,
    _ArgumentGroup,
    _HelpAction,
    _SubParsersAction,
)
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Final, NamedTuple, NoReturn, TypeAlias

from astarlib.cli.errors import UsageError, did_you_mean, in_one_line
from astarlib.limits import LimitKind
from astarlib.problem import Heuristic
from astarlib.result import SearchResult, Status

EXIT_CODES: Final = """

exit codes:
  0 solved, 11 proved unsolvable, 12 gave up, 23 a limit, 130 interrupted,
  2 wrong usage or input, 3 the problem itself is wrong, 4 not saved"""
"""The exit codes of the commands that search for a solution, as the end of their help."""

FILES: Final = {
    "bash": "_shtab_compgen_files",
    "zsh": "_files",
    "tcsh": "f",
    "fish": "(__fish_complete_path (commandline -ct))",
    "powershell": "_shtab_powershell_compgen_files",
}
"""The value of ``shtab.FILE`` for each shell: the shell completes names of files."""

Parsers: TypeAlias = "_SubParsersAction[Parser]"


class Parser(ArgumentParser):
    """A parser that reports a mistake in one line, without a list of all options before it."""

    def parse_known_args(  # type: ignore[override]  # No argument is left.
        self, args: Sequence[str] | None = None, namespace: Namespace | None = None
    ) -> tuple[Namespace, list[str]]:
        """Read the arguments, and report unknown ones with the help of this command and a similar option."""
        read: Any  # Any: a Namespace
        read, unknown = super().parse_known_args(args, namespace)
        if len(unknown) > 0:
            options = [name[2:] for name in self._option_string_actions if name.startswith("--")]
            mistyped = [word[2:].partition("=")[0] for word in unknown if word.startswith("--")]
            hints = [did_you_mean(word, options, "--") for word in mistyped]
            files = [word for word in args or () if word.endswith(".py")]
            hints += [f"; write {file}:{word}" for file in files[:1] for word in unknown if word.isidentifier()]
            self.error(f"unrecognized arguments: {' '.join(unknown)}{next(filter(None, hints), '')}")
        return read, unknown

    def error(self, message: str) -> NoReturn:
        """Raise UsageError with the message and how to get help."""
        raise UsageError(f"{in_one_line(message)} (see {self.prog} --help)")


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """A problem, with the data that a report needs to describe it.

    ``name`` is what the user typed, and ``step`` the word for one action. ``plain`` converts a state for JSON, and
    ``path_text`` formats the whole path as one text; with None, states are shown as text, all of them with
    ``whole_path``. ``admissible`` is True if all ``heuristics``, which ``compare`` can use, are known to be.
    ``impossible`` is the reason why there is no solution, if that is known without a search.
    """

    problem: Any  # Any: the class of a user's problem is only known at run time
    name: str
    step: str
    plain: Callable[[Any], object] | None = None
    whole_path: bool = True
    path_text: Callable[[SearchResult], str] | None = None
    admissible: bool = True
    heuristic: str | None = None
    heuristics: Mapping[str, Heuristic] = field(default_factory=dict)
    impossible: str | None = None


class ProblemArguments(NamedTuple):
    """A problem of the command line. Its module is in ``astarlib.cli.problems``."""

    summary: str
    example: str
    """The words after ``astarlib COMMAND``."""
    add_arguments: Callable[[_ArgumentGroup], None]
    task: Callable[[Namespace], Task]
    """Makes the problem of the arguments."""
    heuristics: tuple[str, ...] = ()
    """The names of the heuristics to choose from."""
    default_heuristic: str = ""
    takes_several: bool = False
    """True if ``solve`` can solve several at once, such as ``--korf 1-20``."""
    takes_function: bool = False
    """True if the heuristic can be a function of the user's, ``module:function`` or ``file.py:function``."""


class SearchCommand(NamedTuple):
    """A command that takes a problem: ``astarlib NAME PROBLEM …``. Its module is in ``astarlib.cli.commands``."""

    summary: str
    add_options: Callable[[Parser, ProblemArguments], None]
    """Adds the command's options after the arguments of the problem."""
    run: Callable[[Namespace], ExitCode]
    example_options: str = ""
    exit_codes: str = EXIT_CODES
    """The text about exit codes at the end of the help."""


class PlainCommand(NamedTuple):
    """A command that takes no problem. Its module is in ``astarlib.cli.commands``."""

    summary: str
    example: str
    """The words after ``astarlib``."""
    add_arguments: Callable[[Parser], None]
    run: Callable[[Namespace], ExitCode]
    exit_codes: str = ""
    """The text about exit codes at the end of the help. Commands that search have it."""


class _Help(RawDescriptionHelpFormatter):
    """A help formatter that omits the line ``command``, which argparse prints above the list of commands."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=28)

    def add_usage(
        self, usage: str | None, actions: Iterable[Action], groups: Iterable[Any], prefix: str | None = None
    ) -> None:
        """Leave options out of the usage: their list below has a line for each."""
        if usage is None and prefix is None:  # With the prefix "", argparse makes the name of a subcommand.
            words = ["%(prog)s"]
            if any(action.option_strings and not isinstance(action, _HelpAction) for action in actions):
                words.append("[options]")
            words += [_usage_of(action) for action in actions if action.required or not action.option_strings]
            text = " ".join(words) % {"prog": self._prog}
            usage = textwrap.fill(text, max(20, self._width - len(_USAGE)), subsequent_indent=" " * len(_USAGE))
        super().add_usage(usage, actions, groups, prefix)

    def _format_action(self, action: Action) -> str:
        text = super()._format_action(action)
        return text.partition("\n")[2] if isinstance(action, _SubParsersAction) else text


_USAGE: Final = "usage: "


def _usage_of(action: Action) -> str:
    """Return an argument as in the usage of a command, for example "[BOARD ...]" or "--map FILE"."""
    if isinstance(action, _SubParsersAction):
        return f"{action.metavar or action.dest} ..."
    choices = "" if action.choices is None else f"{{{','.join(map(str, action.choices))}}}"
    value = str(action.metavar or choices or action.dest)
    if action.option_strings:
        return f"{action.option_strings[0]} {value}"
    return {"*": f"[{value} ...]", "+": f"{value} [{value} ...]", "?": f"[{value}]"}.get(str(action.nargs), value)


def parser_options(
    description: str, example: str, exit_codes: str = EXIT_CODES
) -> dict[str, Any]:  # Any: the types differ from option to option
    """Return the keyword arguments of a parser with this description, and with an example after ``astarlib``."""
    return {
        "description": description,
        "epilog": f"example:\n  astarlib {example}{exit_codes}",
        "formatter_class": _Help,
        "allow_abbrev": False,
    }


def add_parser(
    parsers: Parsers, name: str, summary: str, example: str, *, prog: str | None = None, exit_codes: str = EXIT_CODES
) -> Parser:
    """Add a parser for the arguments after the word ``name``."""
    description = f"{summary[0].upper()}{summary[1:]}."
    return parsers.add_parser(name, help=summary, prog=prog, **parser_options(description, example, exit_codes))
