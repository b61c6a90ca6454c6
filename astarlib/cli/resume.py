"""``astarlib resume``: go on with the search that ``astarlib solve --save`` has kept."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import astarlib
from astarlib.checkpoint import read_arguments
from astarlib.cli.engines import TRACED
from astarlib.cli.exit_codes import ExitCode
from astarlib.cli.keeping import Keeper
from astarlib.cli.mistakes import UsageError, in_one_line, shown
from astarlib.cli.reading import Inputs
from astarlib.cli.running import carry_out, limits_of
from astarlib.cli.task import Task
from astarlib.errors import CheckpointError, MissingCapabilityError
from astarlib.events import Observer
from astarlib.search import Search


def resume(given: Namespace, parsed: Callable[[Sequence[str], Inputs], Namespace]) -> ExitCode:
    """Go on with the search of a file, and tell; ``parsed`` makes arguments of the words of a former command."""
    path, limits = Path(given.file), limits_of(given)
    arguments = _arguments_in(path)
    with _blaming(path, arguments["astarlib"]):
        made_by = parsed(arguments["words"], Inputs(arguments))
        made_by.quiet = given.quiet
        task: Task = made_by.task(made_by)
        if made_by.compiled and given.trace is not None:
            raise UsageError(TRACED)
    keeper = Keeper(path, made_by)

    def begin(observer: Observer | None) -> Search:
        with _blaming(path, arguments["astarlib"]):
            search = Search.load(path, task.problem, observer=observer)
        keeper.has_loaded(search)
        return search

    return carry_out(begin, task, limits, given, keeper)


def _arguments_in(path: Path) -> Mapping[str, Any]:  # Any: what JSON can say
    with _blaming(path):
        try:
            arguments = read_arguments(path)
        except ValueError as error:  # a checkpoint that is none, or a name that can be no file's
            raise UsageError(str(error)) from error
    if not isinstance(arguments, dict) or not arguments.keys() >= {"astarlib", "words", "texts", "folder"}:
        raise UsageError(
            f"{shown(str(path))} does not say how its problem is made: it was saved by a program, and only "
            "Search.load(path, problem) can go on with it"
        )
    return arguments


@contextmanager
def _blaming(path: Path, version: str = astarlib.__version__) -> Iterator[None]:
    """UsageError that names the file, and the version that saved it where that is another."""
    try:
        yield
    except (UsageError, CheckpointError, MissingCapabilityError, ImportError, OSError) as error:
        why = error.strerror or str(error) if isinstance(error, OSError) else str(error)
        other = (
            f" (saved by astarlib {version}; this is {astarlib.__version__})" if version != astarlib.__version__ else ""
        )
        raise UsageError(in_one_line(f"cannot go on with {shown(str(path))}: {why}{other}")) from error
