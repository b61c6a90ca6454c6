"""``astarlib solve``: one problem, one engine, one result."""

from __future__ import annotations

import math
from argparse import Namespace
from pathlib import Path
from typing import Final

from astarlib._support.interrupts import raise_if_from_handler
from astarlib.cli import argument_types
from astarlib.cli.engines import chosen_engine, cluster, engine_on_disk
from astarlib.cli.errors import UsageError, in_one_line, usage_errors
from astarlib.cli.options import add_engine, add_limits, add_output, limits_of
from astarlib.cli.parser import FILES, ExitCode, Parser, ProblemArguments, SearchCommand, Task
from astarlib.cli.running import report, run_and_report
from astarlib.cli.saving import FolderSaver, SearchSaver
from astarlib.engines import Engine
from astarlib.errors import AstarlibError, ClusterError, MissingCapabilityError
from astarlib.events import Observer
from astarlib.limits import Limits
from astarlib.result import SearchResult, Statistics, Status
from astarlib.search import Search


def add_options(parser: Parser, problem: ProblemArguments) -> None:
    """Add the options of ``solve``."""
    add_engine(parser, problem).add_argument(
        "--compiled", action="store_true", help="use the compiled engine of this name; the problem must support it"
    )
    add_limits(parser)
    large = parser.add_argument_group("large searches")
    large.add_argument(
        "--disk",
        metavar="FOLDER",
        help="keep the states of astar or dijkstra in FOLDER, for searches larger than the memory; --memory is then "
        "the size of the arrays (default: 1G). It implies --compiled, and astarlib resume FOLDER continues the search",
    ).complete = FILES  # type: ignore[attr-defined]  # shtab reads it
    large.add_argument(
        "--cluster",
        type=cluster,
        metavar="CLUSTER",
        help="divide the states of astar among shards: threads:4, ray:8 for processes of Ray here, or "
        "ray:8@HOST:PORT for those of a running cluster. It implies --compiled",
    )
    add_output(parser).add_argument(
        "--save",
        metavar="FILE",
        help="save the search to FILE if a limit, an interrupt, an error or a lack of memory stops it; "
        "astarlib resume FILE continues it",
    ).complete = FILES  # type: ignore[attr-defined]  # shtab reads it
    if problem.takes_several:
        several = parser.add_argument_group("several boards at once")
        several.add_argument(
            "--jobs", type=argument_types.at_least_one, metavar="N", help="number of processes (default: one per core)"
        )


def solve(given: Namespace) -> ExitCode:
    """Solve the problem of the arguments and print the result."""
    if hasattr(given, "jobs"):  # The arguments can name several boards.
        from astarlib.cli.problems.bundled import bundled_boards

        with usage_errors():
            boards = bundled_boards(given)
        if boards is not None:
            from astarlib.cli.commands.solve_many import solve_many_boards

            return solve_many_boards(boards, given)
        if given.jobs is not None:
            raise UsageError("--jobs is only for several boards, such as --korf 1-20; one process solves one board")
    if given.disk is not None:
        # With --disk, --memory is the size of the buffers, so it's no limit on the search.
        engine, limits = engine_on_disk(given), limits_of(Namespace(**{**vars(given), "memory": None}))
        return _solve(engine, limits, given, FolderSaver(Path(given.disk), given))
    engine, limits = chosen_engine(given), limits_of(given)
    saver = None if given.save is None else SearchSaver.of_new_file(given)
    return _solve(engine, limits, given, saver)


def _solve(engine: Engine, limits: Limits, given: Namespace, saver: SearchSaver | None) -> ExitCode:
    task: Task = given.task(given)
    if task.impossible is not None and not given.prove:
        return report(_impossible(engine), task, limits, given)

    def begin(observer: Observer | None) -> Search:
        try:
            search = engine.start(task.problem, observer=observer)
        except ValueError as error:  # The memory for a search on disk is too small.
            raise_if_from_handler(error)
            if given.disk is None or isinstance(error, AstarlibError):
                raise
            raise UsageError(f"--memory: {error}") from error
        except (ClusterError, ImportError) as error:
            raise_if_from_handler(error)
            raise UsageError(in_one_line(f"--cluster: {error}")) from error
        except MissingCapabilityError as error:
            option = "--disk" if given.disk is not None else "--cluster" if given.cluster is not None else "--compiled"
            raise UsageError(f"{option}: {error}" if given.compiled else str(error)) from error
        if saver is not None:
            saver.try_out(search)
        return search

    return run_and_report(begin, task, limits, given, saver)


def _impossible(engine: Engine) -> SearchResult:
    """Return the result of a problem that is known to have no solution without a search."""
    nothing = Statistics(0, 0, 0, 0, 0, 0, 0, None, 0.0)
    return SearchResult(Status.UNSOLVABLE, None, None, math.inf, None, nothing, repr(engine))


COMMAND: Final = SearchCommand("solve a problem with one engine", add_options, solve)
