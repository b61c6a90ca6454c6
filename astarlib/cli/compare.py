"""``astarlib compare``: several engines, and heuristics, on one problem under the same limits."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Mapping
from typing import Final

from astarlib.cli.engines import the_engines
from astarlib.cli.exit_codes import ExitCode
from astarlib.cli.output import complain, say, tell
from astarlib.cli.running import limits_of
from astarlib.cli.task import Task
from astarlib.cli.watching import watching
from astarlib.cli.words import counted
from astarlib.comparing import ComparisonInterrupted, ComparisonRow, ComparisonTable, comparisons

_FORMS: Final[Mapping[str, Callable[[ComparisonTable], str]]] = {
    "text": ComparisonTable.to_text,
    "markdown": ComparisonTable.to_markdown,
    "csv": ComparisonTable.to_csv,
    "json": ComparisonTable.to_json,
}
FORMATS: Final = tuple(_FORMS)


def compare(given: Namespace) -> ExitCode:
    """Compare on the problem of the arguments, and print the table, also after Ctrl-C or when the memory is used up."""
    engines, limits = the_engines(given), limits_of(given)
    task: Task = given.task(given)
    if task.impossible is not None and not given.prove:
        tell(f"nothing to compare: no solution, {task.impossible}; --prove searches all the same")
        return ExitCode.UNSOLVABLE
    heuristics = {name: task.heuristics[name] for name in given.heuristics} if given.heuristics else None
    problems, repeats = {task.name: task.problem}, given.repeats
    rows: list[ComparisonRow] = []
    code = ExitCode.SOLVED
    with watching(None, quiet=given.quiet) as watch:
        try:
            rows.extend(
                comparisons(problems, engines, heuristics=heuristics, limits=limits, repeats=repeats, observer=watch)
            )
        except KeyboardInterrupt as interrupt:
            if isinstance(interrupt, ComparisonInterrupted):
                rows.append(interrupt.row)
            code = ExitCode.INTERRUPTED
        except MemoryError:
            code = ExitCode.LIMIT
    table = ComparisonTable(tuple(rows), interrupted=code is ExitCode.INTERRUPTED)
    say(_FORMS[given.format](table).removesuffix("\n"))
    return _told(table, code)


def _told(table: ComparisonTable, code: ExitCode) -> ExitCode:
    """The exit code, once a person has been told why it is not 0."""
    if len(table.disagreements) > 0:
        complain("the engines disagree:\n" + "\n".join(table.disagreements))
    if code is not ExitCode.SOLVED:
        why = "interrupted" if code is ExitCode.INTERRUPTED else "no memory is left"
        complain(f"{why}; the table has {counted(len(table), 'row')}, those that were done")
    return ExitCode.WRONG_PROBLEM if len(table.disagreements) > 0 else code
