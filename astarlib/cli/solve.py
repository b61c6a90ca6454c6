"""``astarlib solve``: one problem, one engine, one result."""

from __future__ import annotations

import math
from argparse import Namespace

from astarlib.cli.engines import the_engine
from astarlib.cli.exit_codes import ExitCode
from astarlib.cli.keeping import Keeper
from astarlib.cli.mistakes import UsageError
from astarlib.cli.running import carry_out, limits_of, told
from astarlib.cli.task import Task
from astarlib.engines import Engine
from astarlib.errors import MissingCapabilityError
from astarlib.events import Observer
from astarlib.result import SearchResult, Statistics, Status
from astarlib.search import Search


def solve(given: Namespace) -> ExitCode:
    """Solve the problem of the arguments, and tell."""
    engine, limits = the_engine(given), limits_of(given)
    keeper = None if given.save is None else Keeper.of_new_file(given)
    task: Task = given.task(given)
    if task.impossible is not None and not given.prove:
        return told(_impossible(engine), task, limits, given)

    def begin(observer: Observer | None) -> Search:
        try:
            search = engine.start(task.problem, observer=observer)
        except MissingCapabilityError as error:
            raise UsageError(f"--compiled: {error}" if given.compiled else str(error)) from error
        if keeper is not None:
            keeper.try_out(search)
        return search

    return carry_out(begin, task, limits, given, keeper)


def _impossible(engine: Engine) -> SearchResult:
    """The result of a search that was not needed."""
    nothing = Statistics(0, 0, 0, 0, 0, 0, 0, None, 0.0)
    return SearchResult(Status.UNSOLVABLE, None, None, math.inf, None, nothing, repr(engine))
