"""The words of the command line: find the command and the problem, and parse the arguments."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Container, Iterable, Sequence
from pathlib import Path
from typing import Final

import astarlib
from astarlib._support.registry import Registry
from astarlib.cli.errors import UsageError, did_you_mean, in_one_line, quote
from astarlib.cli.inputs import Inputs
from astarlib.cli.loading import file_type
from astarlib.cli.parser import (
    Parser,
    Parsers,
    PlainCommand,
    ProblemArguments,
    SearchCommand,
    add_parser,
    parser_options,
)

SEARCH_COMMANDS: Final[Registry[SearchCommand]] = Registry(
    {name: f"astarlib.cli.commands.{name}:COMMAND" for name in ("solve", "compare", "explore", "view", "check")}
)
PLAIN_COMMANDS: Final[Registry[PlainCommand]] = Registry(
    {name: f"astarlib.cli.commands.{name}:COMMAND" for name in ("resume", "engines", "cache", "completion")}
)
CUSTOM: Final = "module:attribute"
PROBLEMS: Final[Registry[ProblemArguments]] = Registry(
    {
        "npuzzle": "astarlib.cli.problems.npuzzle:PROBLEM",
        "sudoku": "astarlib.cli.problems.sudoku:PROBLEM",
        "grid": "astarlib.cli.problems.grid:PROBLEM",
        "romania": "astarlib.cli.problems.graph:ROMANIA",
        "graph": "astarlib.cli.problems.graph:PROBLEM",
        "pancake": "astarlib.cli.problems.puzzles:PANCAKE",
        "hanoi": "astarlib.cli.problems.puzzles:HANOI",
        "water-jugs": "astarlib.cli.problems.puzzles:WATER_JUGS",
        "missionaries": "astarlib.cli.problems.puzzles:MISSIONARIES",
        "pddl": "astarlib.cli.problems.pddl:PROBLEM",
        CUSTOM: "astarlib.cli.problems.custom:PROBLEM",
    }
)

_COMMANDS: Final = (*SEARCH_COMMANDS, *PLAIN_COMMANDS)
_NAMED: Final = tuple(name for name in PROBLEMS if name != CUSTOM)
_TRACE_SUFFIX: Final = ".astrace"
_TRACE: Final = f"FILE{_TRACE_SUFFIX}"
_TAKES_NAMES: Final = ("--arg", "--compare", "--engine", "--engines", "--heuristic", "--heuristics", "--set")
"""Options whose value may look like a problem's name."""
_FIRST_EXAMPLE: Final = 'npuzzle "0 5 6 3 9 1 2 4 10 7 11 15 13 14 12 8"'


def parse(words: Sequence[str], inputs: Inputs) -> Namespace:
    """Return the arguments of a command line, or raise UsageError. ``inputs`` reads the files that it names."""
    arranged = arrange(words)
    given = Namespace(words=list(words), inputs=inputs, parse=parse, build_parser=build_parser)
    build_parser(arranged).parse_args(arranged if len(arranged) > 0 else ["--help"], given)
    if getattr(given, "disk", None) is not None or getattr(given, "cluster", None) is not None:
        given.compiled = True
    return given


def arrange(words: Sequence[str]) -> list[str]:
    """Return the words with the problem right after the command, and ``module:attribute`` before a user's problem."""
    if len(words) > 0 and not words[0].startswith("-") and words[0] not in _COMMANDS:
        is_problem = words[0] in PROBLEMS or _is_own(words[0])
        solve_it = f"; write astarlib solve {in_one_line(words[0])} ..." if is_problem else ""
        hint = solve_it or did_you_mean(words[0], _COMMANDS)
        raise UsageError(f"there is no command {quote(words[0])}; choose from {', '.join(_COMMANDS)}{hint}")
    if len(words) < 2 or words[0] not in SEARCH_COMMANDS:
        return list(words)
    at = 1 if not words[1].startswith("-") else _first_problem(words)
    if at is None:
        return list(words)
    word, others = words[at], [*words[1:at], *words[at + 1 :]]
    if words[0] == "view" and word.endswith(_TRACE_SUFFIX):
        return [words[0], _TRACE, *words[1:]]
    if word in PROBLEMS:
        return [words[0], word, *others]
    if _is_own(word):
        return [words[0], CUSTOM, word, *others]
    if file_type(Path(f"{word}.py")) == "file":  # The error lists the problems in it.
        return [words[0], CUSTOM, f"{word}.py", *others]
    raise UsageError(
        f"there is no problem {quote(word)}; write {', '.join(_NAMED)}, or {CUSTOM} for your own, such as "
        f"mine.py:Problem{did_you_mean(word, PROBLEMS)}"
    )


def _is_own(word: str) -> bool:
    """Return True if a word names a problem of the user: an object of a module or a file, or only the file."""
    return ":" in word or word.lower().endswith(".py")


def _first_problem(words: Sequence[str]) -> int | None:
    """Return the index of the first word that names a problem and isn't the value of an option."""
    for at, word in enumerate(words):
        is_problem = word in PROBLEMS or ":" in word or word.endswith(_TRACE_SUFFIX)
        if is_problem and not word.startswith("--") and words[at - 1] not in _TAKES_NAMES:
            return at
    return None


def build_parser(words: Container[str] = (*_COMMANDS, *_NAMED)) -> Parser:
    """Return a parser for command lines that contain only ``words``, or else for all commands and problems."""
    description = "Heuristic search: any engine on any problem, and what the result proves."
    parser = Parser(prog="astarlib", **parser_options(description, f"solve {_FIRST_EXAMPLE}"))
    parser.add_argument("--version", action="version", version=f"astarlib {astarlib.__version__}")
    if words == ["--version"]:  # To load all commands takes longer than everything else.
        return parser
    commands = parser.add_subparsers(title="commands", metavar="command", required=True)
    for name in _asked(_COMMANDS, words):
        if name in SEARCH_COMMANDS:
            _add_search(commands, name, SEARCH_COMMANDS[name], words)
        else:
            plain = PLAIN_COMMANDS[name]
            options = add_parser(commands, name, plain.summary, plain.example, exit_codes=plain.exit_codes)
            options.set_defaults(run=plain.run)
            plain.add_arguments(options)
    return parser


def _asked(names: Iterable[str], words: Container[str]) -> list[str]:
    asked = [name for name in names if name in words]
    return asked if len(asked) > 0 else list(names)


def _add_search(commands: Parsers, name: str, command: SearchCommand, words: Container[str]) -> None:
    codes = command.exit_codes
    example = f"{name} {_FIRST_EXAMPLE}{command.example_options}"
    parser = add_parser(commands, name, command.summary, example, exit_codes=codes)
    if name not in words:
        return
    options_of = f"For the options, write the problem, too: astarlib {name} npuzzle --help"
    problems = parser.add_subparsers(title="problems", description=options_of, metavar="problem", required=True)
    if name == "view" and (_TRACE in words or not any(problem in words for problem in PROBLEMS)):
        _add_trace(problems)
    for word in _asked(PROBLEMS, words):
        problem = PROBLEMS[word]
        prog = f"astarlib {name}" if word == CUSTOM else None
        example = f"{name} {problem.example}{command.example_options}"
        options = add_parser(problems, word, problem.summary, example, prog=prog, exit_codes=codes)
        options.set_defaults(prove=False, heuristic=None, heuristics=None, compiled=False, trace=None)
        options.set_defaults(task=problem.task, run=command.run)
        problem.add_arguments(options.add_argument_group("problem"))
        command.add_options(options, problem)


def _add_trace(problems: Parsers) -> None:
    from astarlib.cli.commands.view import add_trace_arguments

    summary, example = "show a recorded search instead of a problem", "view x.astrace -o x.html"
    add_trace_arguments(add_parser(problems, _TRACE, summary, example, prog="astarlib view"), _TRACE)
