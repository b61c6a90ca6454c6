"""``astarlib compare``: several engines and heuristics on one problem, under the same limits."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Mapping
from typing import Final

from astarlib._support.numbers import counted
from astarlib.cli import argument_types
from astarlib.cli.engines import add_engine_options, chosen_engines, engine_names
from astarlib.cli.options import SOME_ENGINES, add_limits, limits_of
from astarlib.cli.output import print_error, print_message, print_result, progress_bar, terminal_width
from astarlib.cli.parser import ExitCode, Parser, ProblemArguments, SearchCommand, Task
from astarlib.comparing import ComparisonInterrupted, ComparisonRow, ComparisonTable, comparisons
from astarlib.engines.registry import BASIC_ENGINES
from astarlib.limits import LimitKind, Limits

_DEFAULT_EXPANDED: Final = 500_000
"""The limit of each run if no limit is given: without a heuristic, a search can use all memory."""
_FORMATS: Final[Mapping[str, Callable[[ComparisonTable], str]]] = {
    "text": lambda table: table.to_text(width=terminal_width()),
    "markdown": ComparisonTable.to_markdown,
    "csv": ComparisonTable.to_csv,
    "json": ComparisonTable.to_json,
}


def add_options(parser: Parser, problem: ProblemArguments) -> None:
    """Add the options of ``compare``."""
    engine = parser.add_argument_group("engines")
    engine.add_argument(
        "--engines",
        type=engine_names,
        metavar="A,B",
        help=f"{SOME_ENGINES} (default: {','.join(BASIC_ENGINES)}, "
        f"each limited to {_DEFAULT_EXPANDED:,} expansions if you give no limit)",
    )
    names = problem.heuristics
    if problem.takes_function:
        engine.add_argument(
            "--heuristics",
            type=argument_types.parts,
            metavar="X,Y",
            help="heuristics to compare, each module:function or file.py:function (default: the problem's own)",
        )
    elif len(names) > 0:
        engine.add_argument(
            "--heuristics",
            type=argument_types.some_of(names, "heuristic"),
            metavar="X,Y",
            help=f"{', '.join(names)} (default: {problem.default_heuristic})",
        )
    weight_help = "heuristic weights of weighted-astar, each compared in its own row"
    add_engine_options(parser, weight=argument_types.weights, weight_help=weight_help)
    engine.add_argument(
        "--repeats",
        type=argument_types.at_least_one,
        default=1,
        metavar="N",
        help="number of runs of each engine; the table shows the median CPU time (default: 1)",
    )
    add_limits(parser)
    output = parser.add_argument_group("output")
    formats = tuple(_FORMATS)
    output.add_argument("--format", choices=formats, default=formats[0], help="format (default: %(default)s)")
    output.add_argument("--quiet", action="store_true", help="no progress bar")


def compare(given: Namespace) -> ExitCode:
    """Run the comparison of the arguments and print the table, also after Ctrl-C or a lack of memory."""
    limits = limits_of(given)
    is_limited = given.engines is None and limits == Limits()
    if is_limited:
        limits = Limits(expanded=_DEFAULT_EXPANDED)
    given.engines = given.engines or list(BASIC_ENGINES)
    engines = chosen_engines(given)
    task: Task = given.task(given)
    if task.impossible is not None and not given.prove:
        print_message(f"nothing to compare: no solution, {task.impossible}; --prove searches all the same")
        return ExitCode.UNSOLVABLE
    heuristics = {name: task.heuristics[name] for name in given.heuristics} if given.heuristics else None
    problems, repeats = {task.name: task.problem}, given.repeats
    rows: list[ComparisonRow] = []
    code = ExitCode.SOLVED
    with progress_bar(quiet=given.quiet) as bar:
        try:
            rows.extend(
                comparisons(problems, engines, heuristics=heuristics, limits=limits, repeats=repeats, observer=bar)
            )
        except KeyboardInterrupt as interrupt:
            if isinstance(interrupt, ComparisonInterrupted):
                rows.append(interrupt.row)
            code = ExitCode.INTERRUPTED
        except MemoryError:
            code = ExitCode.LIMIT
    table = ComparisonTable(tuple(rows), interrupted=code is ExitCode.INTERRUPTED)
    print_result(_FORMATS[given.format](table).removesuffix("\n"))
    if is_limited and any(row.limit is LimitKind.EXPANDED for row in rows):
        print_message(
            f"each engine stopped after at most {_DEFAULT_EXPANDED:,} expansions; --max-expanded changes that"
        )
    return _report_problems(table, code)


def _report_problems(table: ComparisonTable, code: ExitCode) -> ExitCode:
    """Print the reason if the exit code isn't 0, and return the exit code."""
    if len(table.disagreements) > 0:
        print_error("the engines disagree:\n" + "\n".join(table.disagreements))
    if code is not ExitCode.SOLVED:
        why = "interrupted" if code is ExitCode.INTERRUPTED else "no memory left"
        print_error(f"{why}; the table has {counted(len(table), 'row')}, finished before that")
    return ExitCode.WRONG_PROBLEM if len(table.disagreements) > 0 else code


_EXIT_CODES: Final = """

exit codes:
  0 compared, 11 proved unsolvable without a search, 23 no memory left,
  130 interrupted, 2 wrong usage or input, 3 the engines disagree, or the
  problem itself is wrong"""

COMMAND: Final = SearchCommand(
    "run several engines on a problem", add_options, compare, " --engines astar,greedy", _EXIT_CODES
)
