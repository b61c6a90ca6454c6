"""``astarlib view``: run a search and write an interactive page that shows it."""

from __future__ import annotations

import sys
import tempfile
import webbrowser
from argparse import BooleanOptionalAction, Namespace
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Final

from astarlib._support.atomic_file import linked_file
from astarlib.cli import argument_types
from astarlib.cli.engines import chosen_engine, engine_name
from astarlib.cli.errors import UsageError, file_errors, in_one_line
from astarlib.cli.options import add_engine, add_limits, limits_of
from astarlib.cli.output import print_message, print_result, progress_bar
from astarlib.cli.parser import ExitCode, Parser, ProblemArguments, SearchCommand, Task, code_of
from astarlib.engines import ENGINES
from astarlib.errors import TraceError
from astarlib.limits import Limits
from astarlib.observers import CombinedObserver
from astarlib.observers.recorder import Recorder, Trace
from astarlib.result import SearchResult


def add_options(parser: Parser, problem: ProblemArguments) -> None:
    """Add the options of ``view`` on a problem."""
    add_engine(parser, problem)
    parser.add_argument_group("comparison").add_argument(
        "--compare",
        type=_compared_type(problem),
        metavar="NAME",
        help="second engine or heuristic, shown next to the first, such as "
        + " or ".join(["greedy", *problem.heuristics[1:2]]),
    )
    add_limits(parser)
    recording = parser.add_argument_group("recording")
    recording.add_argument(
        "--max-nodes",
        type=argument_types.at_least_one,
        metavar="N",
        help="maximum number of recorded nodes (default: 1,000,000); a larger search is sampled",
    )
    recording.add_argument("--record", metavar="FILE", help="save the recorded search to a file, such as x.astrace")
    recording.add_argument("--quiet", action="store_true", help="no progress bar")
    _add_page_options(parser)


def add_trace_arguments(parser: Parser, file: str) -> None:
    """Add the arguments of ``view`` on a recorded search; ``file`` is how the help names its file."""
    parser.add_argument("trace", metavar=file, help="file that --record wrote")
    parser.add_argument("--compare", metavar=file, help="second recorded search, shown next to the first")
    _add_page_options(parser)
    parser.set_defaults(run=view_trace)


def _add_page_options(parser: Parser) -> None:
    page = parser.add_argument_group("page")
    page.add_argument("-o", "--output", metavar="FILE", help="file of the page (default: in a temporary folder)")
    page.add_argument(
        "--open", action=BooleanOptionalAction, help="open the page in a browser (default: only on a terminal)"
    )


def _compared_type(problem: ProblemArguments) -> Callable[[str], str]:
    """Return the type of ``--compare``: the name of an engine or of a heuristic."""
    known = argument_types.one_of([*ENGINES, *problem.heuristics], "engine or heuristic")

    def name(word: str) -> str:
        return engine_name(word) if ":" in word else known(word)

    return name


def view(given: Namespace) -> ExitCode:
    """Search on the problem of the arguments, and write the page."""
    _check_writable(given.output, given.record)
    compared = _compared(given)
    result, trace = _record(given)
    if trace is None or result is None:
        return ExitCode.UNSOLVABLE
    if given.record is not None:
        with _write_errors(given.record):
            trace.save(given.record)
    beside = None if compared is None else _record(compared)[1]
    _show(trace, beside, given)
    return code_of(result)


def view_trace(given: Namespace) -> ExitCode:
    """Write the page of a recorded search."""
    _check_writable(given.output)
    beside = None if given.compare is None else _load(given.compare)
    _show(_load(given.trace), beside, given)
    return ExitCode.SOLVED


def _compared(given: Namespace) -> Namespace | None:
    """Return the arguments of the second search, which differ only in the engine or the heuristic."""
    if given.compare is None:
        return None
    other = Namespace(**vars(given))
    if given.compare in ENGINES or ":" in given.compare:
        other.engine, other.weight, other.settings = given.compare, None, []
    else:
        other.heuristic = given.compare
    return other


def _record(given: Namespace) -> tuple[SearchResult | None, Trace | None]:
    engine, limits = chosen_engine(given), limits_of(given)
    task: Task = given.task(given)
    if task.impossible is not None and not given.prove:
        print_message(f"nothing to watch: no solution, {task.impossible}; --prove searches all the same")
        return None, None
    max_nodes = 1_000_000 if given.max_nodes is None else max(2, given.max_nodes)
    recorder = Recorder(max_nodes=max_nodes, label=task.heuristic or "")
    with progress_bar(quiet=given.quiet) as bar:
        search = engine.start(task.problem, observer=recorder if bar is None else CombinedObserver(recorder, bar))
        try:
            result = search.run(limits)
        except KeyboardInterrupt:  # the page shows what was recorded so far
            result = search.run(Limits(cancelled=lambda: True))
    return result, recorder.trace


def _load(path: str) -> Trace:
    with file_errors(f"cannot read {path}", ValueError):  # ValueError: no file can have this name
        try:
            return Trace.load(path)
        except TraceError as error:
            raise UsageError(in_one_line(str(error))) from error


def _show(trace: Trace, beside: Trace | None, given: Namespace) -> None:
    path = Path(given.output or Path(tempfile.mkdtemp(prefix="astarlib-"), "search.html"))
    with _write_errors(str(path)):
        trace.to_html(path, compare_with=beside)
    print_result(f"{trace.info.verdict}\n{path}")
    wants_it = sys.stdout is not None and sys.stdout.isatty() if given.open is None else given.open
    if wants_it and not webbrowser.open(path.resolve().as_uri()):
        print_message("no browser could be opened; open the page yourself")


def _check_writable(*files: str | None) -> None:
    """Raise UsageError for a file that can't be written, before any work is lost."""
    for file in files:
        if file is not None:
            with _write_errors(file):
                tempfile.TemporaryDirectory(dir=linked_file(Path(file)).parent, prefix=".astarlib-").cleanup()


def _write_errors(path: str) -> AbstractContextManager[None]:
    return file_errors(f"cannot write {path}", ValueError)  # ValueError: no file can have this name


COMMAND: Final = SearchCommand(
    "run a search and open a page that visualizes it", add_options, view, " --compare greedy"
)
