"""What the command line takes: commands, problems and options, each command with an example that works."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Container, Sequence
from typing import Final, NamedTuple

import astarlib
from astarlib.cli.cache import cache
from astarlib.cli.completion import SHELLS, completion
from astarlib.cli.exit_codes import ExitCode
from astarlib.cli.mistakes import UsageError, did_you_mean, in_one_line, shown
from astarlib.cli.options import (
    check_options,
    compare_options,
    page_options,
    resume_options,
    solve_options,
    view_options,
)
from astarlib.cli.parser import Parser, Parsers, about, added
from astarlib.cli.problem_arguments import OWN, PROBLEM_ARGUMENTS, PROBLEMS
from astarlib.cli.reading import Inputs

TRACE_SUFFIX: Final = ".astrace"
TRACE: Final = f"FILE{TRACE_SUFFIX}"


class _Search(NamedTuple):
    """A command on a problem: ``astarlib NAME PROBLEM …``."""

    name: str
    about: str
    add_options: Callable[[Parser, str], None]
    """Adds to a parser what the command takes behind the words of the problem of that name."""
    in_example: str = ""
    """What the example shows of these."""


_SEARCHES: Final = {
    command.name: command
    for command in (
        _Search("solve", "solve a problem with one engine", solve_options),
        _Search("compare", "run several engines on a problem", compare_options, " --engines astar,greedy"),
        _Search("view", "search, and see how on a page", view_options, " --compare greedy"),
        _Search("check", "test a problem and its heuristic", check_options, " --seconds 1"),
    )
}
_COMMANDS: Final = (*_SEARCHES, "resume", "cache", "completion")
_COMPLETED: Final = (*_COMMANDS, *PROBLEMS[:-1])  # no shell can complete problems of one's own
_FIRST_EXAMPLE: Final = PROBLEM_ARGUMENTS[0].example


def arranged(words: Sequence[str]) -> list[str]:
    """The words with the problem right behind a command on a problem, and a problem of one's own announced.

    Raises
    ------
    UsageError
        When the word in the command's place, or in the problem's, is none.

    Examples
    --------
    >>> arranged(["solve", "--json", "mine:Problem"])
    ['solve', 'module:attribute', 'mine:Problem', '--json']
    """
    if len(words) > 0 and not words[0].startswith("-") and words[0] not in _COMMANDS:
        is_problem = words[0] in PROBLEMS or ":" in words[0]
        behind = f"; write astarlib solve {in_one_line(words[0])} ..." if is_problem else ""
        hint = behind or did_you_mean(words[0], _COMMANDS)
        raise UsageError(f"there is no command {shown(words[0])}; {', '.join(_COMMANDS)}{hint}")
    if len(words) < 2 or words[0] not in _SEARCHES:
        return list(words)
    places = [at for at, word in enumerate(words) if word in PROBLEMS or ":" in word or word.endswith(TRACE_SUFFIX)]
    if not words[1].startswith("-"):
        places = [1]
    if len(places) == 0:
        return list(words)
    if words[0] == "view" and words[places[0]].endswith(TRACE_SUFFIX):
        return [words[0], TRACE, *words[1:]]
    word, others = words[places[0]], [word for at, word in enumerate(words) if at not in {0, places[0]}]
    if word in PROBLEMS:
        return [words[0], word, *others]
    if ":" in word:
        return [words[0], OWN, word, *others]
    raise UsageError(
        f"there is no problem {shown(word)}; write {', '.join(PROBLEMS[:-1])}, or {OWN} for your own, such as "
        f"mine:Problem{did_you_mean(word, PROBLEMS)}"
    )


def parsed(words: Sequence[str], inputs: Inputs) -> Namespace:
    """The arguments that these words are; what they name is read by the ``inputs``.

    Raises
    ------
    UsageError
        When they are no command line of ours.
    """
    known = arranged(words)
    return build_parser(known).parse_args(known, Namespace(words=list(words), inputs=inputs))


def build_parser(words: Container[str]) -> Parser:
    """The parser of a command line of these words: of the command and the problem in them, or all problems."""
    what = "Heuristic search: any engine on any problem, and what the result proves."
    parser = Parser(prog="astarlib", **about(what, f"solve {_FIRST_EXAMPLE}"))
    parser.add_argument("--version", action="version", version=f"astarlib {astarlib.__version__}")
    commands = parser.add_subparsers(title="commands", metavar="command", required=True)
    for command in _SEARCHES.values():
        _add_search(commands, command, words)
    _add_resume(commands)
    _add_cache(commands)
    _add_completion(commands)
    return parser


def _add_search(commands: Parsers, command: _Search, words: Container[str]) -> None:
    name, more = command.name, command.in_example
    parser = added(commands, name, command.about, f"{name} {_FIRST_EXAMPLE}{more}")
    if name not in words:
        return
    problems = parser.add_subparsers(title="problems", metavar="problem", required=True)
    if name == "view" and (TRACE in words or not any(problem in words for problem in PROBLEMS)):
        _add_trace(problems)
    asked = [problem for problem in PROBLEM_ARGUMENTS if problem.name in words]
    for problem in asked if len(asked) > 0 else PROBLEM_ARGUMENTS:
        prog = f"astarlib {name}" if problem.name == OWN else None
        options = added(problems, problem.name, problem.about, f"{name} {problem.example}{more}", prog)
        problem.add_arguments(options)
        command.add_options(options, problem.name)


def _add_resume(commands: Parsers) -> None:
    kept = "solve npuzzle --korf 79 --max-expanded 1000 --save hard.search"
    what = "go on with a search that solve --save has kept"
    parser = added(commands, "resume", what, f"{kept}\n  astarlib resume hard.search")
    resume_options(parser)
    parser.set_defaults(run=_resume)


def _resume(given: Namespace) -> ExitCode:
    from astarlib.cli.resume import resume

    return resume(given, parsed)


def _add_trace(problems: Parsers) -> None:
    parser = added(
        problems, TRACE, "instead of a problem: a search that was recorded", "view x.astrace -o x.html", "astarlib view"
    )
    parser.add_argument("trace", metavar=TRACE, help="what --record has written")
    parser.add_argument("--compare", metavar=TRACE, help="another one, at its side")
    page_options(parser)
    parser.set_defaults(run=_view_trace)


def _view_trace(given: Namespace) -> ExitCode:
    from astarlib.cli.view import view_trace

    return view_trace(given)


def _add_cache(commands: Parsers) -> None:
    parser = added(commands, "cache", "tell what is kept on disk to be quicker the next time", "cache")
    parser.add_argument("--clear", action="store_true", help="remove it; it is made again when it is needed")
    parser.set_defaults(run=cache)


def _add_completion(commands: Parsers) -> None:
    parser = added(commands, "completion", "print a script that completes these words in a shell", "completion bash")
    parser.add_argument("shell", choices=SHELLS)
    parser.set_defaults(run=lambda given: completion(build_parser(_COMPLETED), given.shell))
