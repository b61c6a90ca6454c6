"""What the command line takes: commands, problems and options, each command with an example that works."""

from __future__ import annotations

from argparse import Action, ArgumentParser, BooleanOptionalAction, RawDescriptionHelpFormatter, _SubParsersAction
from collections.abc import Callable, Container, Sequence
from typing import Final, NoReturn, TypeAlias

import astarlib
from astarlib.cli import amounts
from astarlib.cli.completion import SHELLS, completion
from astarlib.cli.mistakes import UsageError, did_you_mean
from astarlib.cli.own_problem import own_task
from astarlib.cli.reference_problems import REFERENCE_PROBLEMS, grid_heuristics
from astarlib.cli.solve import solve
from astarlib.engines import ENGINES, CycleCheck, TieBreak

OWN: Final = "module:attribute"
PROBLEMS: Final = ("npuzzle", "sudoku", *(problem.name for problem in REFERENCE_PROBLEMS), OWN)

_COMMANDS: Final = ("solve", "compare", "completion")
_COMPLETED: Final = (*_COMMANDS, *PROBLEMS[:-1])  # no shell can complete problems of one's own
_EXAMPLES: Final = {
    "npuzzle": 'npuzzle "0 5 6 3 9 1 2 4 10 7 11 15 13 14 12 8"',
    "sudoku": 'sudoku --cells "0-0-0 / 0-2-0 / 1-0-0" --regions "a-a-b / a-c-b / c-c-b"',
    **{problem.name: problem.example for problem in REFERENCE_PROBLEMS},
    OWN: 'astarlib.problems.npuzzle:NPuzzle --arg tiles="1 2 3 / 4 5 6 / 0 7 8"',
}
_COMPARED: Final = ("astar", "weighted-astar", "greedy")  # dijkstra may take very long where these do not
_CODES: Final = """

exit codes:
  0 solved, 11 proved unsolvable, 12 gave up, 23 a limit, 130 interrupted,
  2 wrong usage or input, 3 the problem itself is wrong"""

_Commands: TypeAlias = "_SubParsersAction[Parser]"
_Options: TypeAlias = "Callable[[Parser, str], None]"


class Parser(ArgumentParser):
    """A parser that says in one line what is wrong, and does not list every option before."""

    def error(self, message: str) -> NoReturn:
        """UsageError with the message and the way to the help."""
        raise UsageError(f"{message} (see {self.prog} --help)")


class Help(RawDescriptionHelpFormatter):
    """Help without the line that argparse spends on the word for any command, above the commands."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=28)

    def _format_action(self, action: Action) -> str:
        text = super()._format_action(action)
        return text.partition("\n")[2] if isinstance(action, _SubParsersAction) else text


def arranged(words: Sequence[str]) -> list[str]:
    """The words with the problem right behind ``solve`` or ``compare``, and a problem of one's own announced.

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
        behind = f"; write astarlib solve {words[0]} ..." if words[0] in PROBLEMS or ":" in words[0] else ""
        hint = behind or did_you_mean(words[0], _COMMANDS)
        raise UsageError(f"there is no command {words[0]!r}; {', '.join(_COMMANDS)}{hint}")
    if len(words) < 2 or words[0] == "completion" or words[0].startswith("-"):
        return list(words)
    places = [at for at, word in enumerate(words) if word in PROBLEMS or ":" in word]
    if not words[1].startswith("-"):
        places = [1]
    if len(places) == 0:
        return list(words)
    word, others = words[places[0]], [word for at, word in enumerate(words) if at not in {0, places[0]}]
    if word in PROBLEMS:
        return [words[0], word, *others]
    if ":" in word:
        return [words[0], OWN, word, *others]
    raise UsageError(
        f"there is no problem {word!r}; write {', '.join(PROBLEMS[:-1])}, or {OWN} for your own, such as mine:Problem"
        f"{did_you_mean(word, PROBLEMS)}"
    )


def build_parser(words: Container[str]) -> Parser:
    """The parser of a command line of these words: of the command and the problem in them, or all problems."""
    parser = Parser(
        prog="astarlib",
        description="Heuristic search: any engine on any problem, and what the result proves.",
        epilog=f"example:\n  astarlib solve {_EXAMPLES['npuzzle']}{_CODES}",
        formatter_class=Help,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"astarlib {astarlib.__version__}")
    commands = parser.add_subparsers(title="commands", metavar="command", required=True)
    _add_command(commands, "solve", "solve a problem with one engine", _solve_options, words)
    _add_command(commands, "compare", "run several engines on a problem", _compare_options, words)
    shells = _added(commands, "completion", "print a script that completes these words in a shell", "completion bash")
    shells.add_argument("shell", choices=SHELLS)
    shells.set_defaults(run=lambda given: completion(build_parser(_COMPLETED), given.shell))
    return parser


def _add_command(commands: _Commands, name: str, what: str, add_options: _Options, words: Container[str]) -> None:
    more = " --engines astar,greedy" if name == "compare" else ""
    command = _added(commands, name, what, f"{name} {_EXAMPLES['npuzzle']}{more}")
    if name not in words:
        return
    problems = command.add_subparsers(title="problems", metavar="problem", required=True)
    asked = [each for each in _ABOUT if each[0] in words]
    for problem, about, add_problem in asked if len(asked) > 0 else _ABOUT:
        prog = f"astarlib {name}" if problem == OWN else None
        parser = _added(problems, problem, about, f"{name} {_EXAMPLES[problem]}{more}", prog)
        add_problem(parser)
        add_options(parser, problem)


def _added(parsers: _Commands, name: str, what: str, example: str, prog: str | None = None) -> Parser:
    return parsers.add_parser(
        name,
        help=what,
        description=f"{what[0].upper()}{what[1:]}.",
        epilog=f"example:\n  astarlib {example}{_CODES}",
        formatter_class=Help,
        allow_abbrev=False,
        prog=prog,
    )


def _npuzzle(parser: Parser) -> None:
    from astarlib.cli.npuzzle import npuzzle_task

    boards = parser.add_argument_group("problem")
    boards.add_argument(
        "board",
        nargs="*",
        metavar="BOARD",
        help="tiles row by row, 0 or . or _ for the blank, rows parted by / where the board is no square; "
        "or a file with the rows on lines; or - for standard input",
    )
    boards.add_argument("--korf", type=amounts.count, metavar="N", help="instead: one of Korf's 100 15-puzzles (1985)")
    boards.add_argument(
        "--korf24", type=amounts.count, metavar="N", help="instead: one of Korf and Felner's 50 24-puzzles (2002)"
    )
    boards.add_argument("--example", metavar="NAME", help="instead: a board that has a name, such as hard-52")
    boards.add_argument("--goal", metavar="BOARD", help="the board to reach (default: in order, the blank last)")
    boards.add_argument("--shape", type=amounts.shape, metavar="RxC", help="rows and columns, for instance 3x4")
    boards.add_argument("--prove", action="store_true", help="search even where parity tells that there is no solution")
    parser.set_defaults(task=npuzzle_task)


def _sudoku(parser: Parser) -> None:
    from astarlib.cli.sudoku import sudoku_task

    grids = parser.add_argument_group("problem")
    grids.add_argument(
        "--cells",
        metavar="FILE|TEXT",
        help="rows on lines or parted by /, symbols parted by dashes, 0 or . for an empty cell; - for standard input",
    )
    grids.add_argument(
        "--regions",
        metavar="FILE|TEXT",
        help="region labels, written likewise; - for standard input, behind the cells if these are there too "
        "(default: the boxes of a classic sudoku)",
    )
    grids.add_argument("--example", metavar="NAME", help="instead: one of 66 that come along, such as G26_7x7")
    grids.add_argument("--box", type=amounts.shape, metavar="RxC", help="rows and columns of a classic sudoku's boxes")
    parser.set_defaults(task=sudoku_task, prove=False, heuristic=None, heuristics=None)


def _own(parser: Parser) -> None:
    own = parser.add_argument_group("problem")
    own.add_argument(
        "problem",
        metavar=OWN,
        help="a problem class, a function that makes a problem, or a problem; modules of this folder are found",
    )
    own.add_argument(
        "--arg",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an argument of the class or function; a Python literal, else text (repeatable)",
    )
    parser.set_defaults(task=own_task, prove=False, heuristic=None, heuristics=None)


_ABOUT: Final = (
    ("npuzzle", "the N-puzzle: slide tiles until they lie as in the goal", _npuzzle),
    ("sudoku", "an irregular or a classic sudoku", _sudoku),
    *((problem.name, problem.about, problem.add_arguments) for problem in REFERENCE_PROBLEMS),
    (OWN, "a problem of your own, for instance mine:Problem", _own),
)


def _solve_options(parser: Parser, problem: str) -> None:
    engine = parser.add_argument_group("engine")
    _add_name(engine.add_argument, "--engine", list(ENGINES), "astar")
    names, default = _heuristics(problem)
    if len(names) > 0:
        _add_name(engine.add_argument, "--heuristic", names, default)
        parser.set_defaults(heuristics=None)
    engine.add_argument("--weight", type=amounts.weight, metavar="W", help="of weighted-astar, which it implies")
    _engine_options(engine.add_argument)
    _limit_options(parser)
    output = parser.add_argument_group("output")
    output.add_argument(
        "--trace", nargs="?", const=1, type=amounts.every, metavar="N", help="show every N-th expansion"
    )
    output.add_argument("--json", action="store_true", help="print the result as JSON")
    output.add_argument("--quiet", action="store_true", help="no progress bar, and the outcome without the way to it")
    parser.set_defaults(run=solve)


def _compare_options(parser: Parser, problem: str) -> None:
    from astarlib.cli.compare import FORMATS, compare

    engine = parser.add_argument_group("engines")
    known = list(ENGINES)
    engine.add_argument(
        "--engines",
        type=amounts.some_of(known, "engine"),
        default=list(_COMPARED),
        metavar="A,B",
        help=f"of {', '.join(known)} (default: {','.join(_COMPARED)})",
    )
    names, default = _heuristics(problem)
    if len(names) > 0:
        engine.add_argument(
            "--heuristics",
            type=amounts.some_of(names, "heuristic"),
            metavar="X,Y",
            help=f"of {', '.join(names)} (default: {default})",
        )
        parser.set_defaults(heuristic=None)
    engine.add_argument("--weight", type=amounts.weights, metavar="W,W", help="of weighted-astar; several are compared")
    _engine_options(engine.add_argument)
    _limit_options(parser)
    output = parser.add_argument_group("output")
    output.add_argument("--format", choices=FORMATS, default=FORMATS[0], help="(default: %(default)s)")
    output.add_argument("--quiet", action="store_true", help="no progress bar")
    parser.set_defaults(run=compare)


def _heuristics(problem: str) -> tuple[list[str], str]:
    """The names of a problem's heuristics, and which of them is the default; none where there is no choice."""
    match problem:
        case "npuzzle":
            from astarlib.cli.npuzzle import npuzzle_heuristics

            return list(npuzzle_heuristics(quiet=True)), "manhattan"
        case "grid":
            return list(grid_heuristics()), "manhattan, or octile with 8 neighbours"
        case _:
            return [], ""


def _add_name(add: Callable[..., object], option: str, known: list[str], default: str) -> None:
    what = option.removeprefix("--")
    names = f"{', '.join(known)} (default: {default})"
    add(option, type=amounts.one_of(known, what), choices=known, metavar="NAME", help=names)


def _engine_options(add: Callable[..., object]) -> None:
    ties = [tie.value for tie in TieBreak]
    add("--tie-break", choices=ties, metavar="NAME", help=f"among equal f: {', '.join(ties)} (default: {ties[0]})")
    add(
        "--reopen",
        action=BooleanOptionalAction,
        help="whether a cheaper path reopens an expanded state (default: but for greedy)",
    )
    checks = [check.name.lower() for check in CycleCheck]
    add(
        "--cycle-check",
        choices=checks,
        metavar="NAME",
        help=f"what ida-star and iterative-deepening discard: {', '.join(checks)} (default: {checks[0]})",
    )


def _limit_options(parser: Parser) -> None:
    limits = parser.add_argument_group("limits")
    limits.add_argument("--max-expanded", type=amounts.count, metavar="N", help="expansions")
    limits.add_argument("--seconds", type=amounts.seconds, metavar="S", help="wall clock")
    limits.add_argument("--memory", type=amounts.size, metavar="SIZE", help="of this process: 500M, 2G, 1.5GiB")
