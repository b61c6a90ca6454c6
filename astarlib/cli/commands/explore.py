"""``astarlib explore``: the number of states at each cost from the start."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from astarlib._support.interrupts import raise_if_from_handler
from astarlib._support.numbers import counted
from astarlib._support.plain_values import json_value
from astarlib._support.wording import format_number
from astarlib.cli.engines import check_numba, chosen_disk
from astarlib.cli.errors import UsageError, in_one_line
from astarlib.cli.interrupts import Stop
from astarlib.cli.options import add_limits, limits_of
from astarlib.cli.output import print_result, progress_bar
from astarlib.cli.parser import FILES, ExitCode, Parser, ProblemArguments, SearchCommand, Task, code_of
from astarlib.cli.report import stopped
from astarlib.engines.exploring import Explored
from astarlib.engines.exploring import explore as explore_in_python
from astarlib.errors import AstarlibError, CheckpointError, MissingCapabilityError
from astarlib.limits import LimitKind, Limits
from astarlib.result import SearchResult
from astarlib.searching.disk import Disk


def add_options(parser: Parser, _: ProblemArguments) -> None:
    """Add the options of ``explore``."""
    search = parser.add_argument_group("search")
    search.add_argument(
        "--count-actions", action="store_true", help="ignore the costs, and count the actions on the way to each state"
    )
    search.add_argument("--compiled", action="store_true", help="use compiled code; the problem must support it")
    search.add_argument(
        "--disk",
        metavar="FOLDER",
        help="keep the states in FOLDER, for more of them than fit into memory; --memory is then the size of the "
        "arrays (default: 1G). It implies --compiled, and the same command continues the search",
    ).complete = FILES  # type: ignore[attr-defined]  # shtab reads it
    add_limits(parser, has_solutions=False)
    output = parser.add_argument_group("output")
    output.add_argument("--json", action="store_true", help="print the result as JSON")
    output.add_argument("--quiet", action="store_true", help="no progress bar")


def explore(given: Namespace) -> ExitCode:
    """Find all states of the problem of the arguments, and print how many there are at each cost, also after Ctrl-C."""
    storage = None if given.disk is None else chosen_disk(given)
    task: Task = given.task(given)
    limits = limits_of(given if given.disk is None else Namespace(**{**vars(given), "memory": None}))
    with Stop() as stop:
        found = _explored(task.problem, replace(limits, cancelled=lambda: stop.is_set), storage, given)
    layers = found.layers if isinstance(found, Explored) else dict(zip(found.costs, found.layers, strict=True))
    if given.json:
        _print_json(layers, found.result, given)
    else:
        _print_table(layers, "actions" if given.count_actions else "cost")
        print_result(f"{counted(len(found), 'state')}{stopped(found.result, limits, '; ')}")
    if found.result.limit is LimitKind.CANCELLED:
        return ExitCode.INTERRUPTED
    # All states up to a largest cost are what was asked for.
    return ExitCode.SOLVED if found.is_complete or found.result.limit is LimitKind.COST else code_of(found.result)


def _explored(problem: Any, limits: Limits, storage: Disk | None, given: Namespace) -> Any:  # Any: see below
    """Return what ``explore`` finds, `Explored` or `Layers`, in Python, compiled or on disk."""
    function: Any = explore_in_python  # Any: the compiled function has other types
    if given.compiled:
        check_numba()
        from astarlib import compiled

        function = compiled.explore
    try:
        with progress_bar(quiet=given.quiet, doing="exploring"):
            return function(problem, count_actions=given.count_actions, limits=limits, storage=storage)
    except MissingCapabilityError as error:
        raise UsageError(in_one_line(f"--{'compiled' if given.disk is None else 'disk'}: {error}")) from error
    except CheckpointError as error:
        raise UsageError(in_one_line(f"--disk: {error}")) from error
    except ValueError as error:  # The memory for a search on disk is too small.
        raise_if_from_handler(error)
        if given.disk is None or isinstance(error, AstarlibError):
            raise
        raise UsageError(f"--memory: {error}") from error


def _print_table(layers: Mapping[float, int], name: str) -> None:
    rows = [(name, "states"), *((format_number(cost), format_number(count)) for cost, count in layers.items())]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    print_result("\n".join("  ".join(map(str.rjust, row, widths)) for row in rows))


def _print_json(layers: Mapping[float, int], result: SearchResult, given: Namespace) -> None:
    members = {
        "count_actions": given.count_actions,
        "states": sum(layers.values()),
        "complete": result.limit is None,
        "limit": None if result.limit is None else result.limit.name,
        "layers": [[json_value(cost), count] for cost, count in layers.items()],
    }
    print_result(json.dumps(members, allow_nan=False))


_EXIT_CODES: Final = """

exit codes:
  0 all states are counted, or all up to --max-cost, 23 another limit,
  130 interrupted, 2 wrong usage or input, 3 the problem itself is wrong"""

COMMAND: Final = SearchCommand("count the states at each cost", add_options, explore, " --max-cost 5", _EXIT_CODES)
