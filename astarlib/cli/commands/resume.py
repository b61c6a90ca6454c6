"""``astarlib resume``: continue a search that ``astarlib solve --save`` has saved."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Final

import astarlib
from astarlib.checkpoint import read_metadata
from astarlib.cli.engines import TRACE_COMPILED, chosen_engine
from astarlib.cli.errors import UsageError, file_errors, quote
from astarlib.cli.inputs import Inputs
from astarlib.cli.options import add_limits, add_output, limits_of
from astarlib.cli.parser import EXIT_CODES, FILES, ExitCode, Parser, PlainCommand, Task
from astarlib.cli.running import run_and_report
from astarlib.cli.saving import FolderSaver, SearchSaver
from astarlib.errors import CheckpointError, MissingCapabilityError
from astarlib.events import Observer
from astarlib.search import Search


def add_arguments(parser: Parser) -> None:
    """Add the arguments of ``resume``."""
    parser.add_argument(
        "file",
        metavar="FILE",
        help="file that solve --save wrote, or folder of solve --disk; the search is saved to it again. Loading a file "
        "can run code, so load only files that you trust",
    ).complete = FILES  # type: ignore[attr-defined]  # shtab reads it
    add_limits(parser)
    add_output(parser)


def resume(given: Namespace) -> ExitCode:
    """Continue the search of a file and print the result."""
    path, limits = Path(given.file), limits_of(given)
    stored = _stored_metadata(path)
    with _file_errors(path, stored["astarlib"]):
        made_by = given.parse(stored["words"], Inputs(stored))
        made_by.quiet = given.quiet
        if made_by.compiled and given.trace is not None:
            raise UsageError(TRACE_COMPILED)
        made_by.trace, given.compiled = None, made_by.compiled
        chosen_engine(made_by)  # This imports the class of the engine, because loading a file doesn't.
        task: Task = made_by.task(made_by)
    saver = FolderSaver(path, made_by) if path.is_dir() else SearchSaver(path, made_by)

    def begin(observer: Observer | None) -> Search:
        with _file_errors(path, stored["astarlib"]):
            search = Search.load(path, task.problem, observer=observer)
        saver.has_loaded(search)
        return search

    return run_and_report(begin, task, limits, given, saver, is_loaded=True)


def _stored_metadata(path: Path) -> Mapping[str, Any]:  # Any: JSON values
    with _file_errors(path):
        try:
            metadata = read_metadata(path)
        except ValueError as error:  # the file isn't a checkpoint, or no file can have this name
            raise UsageError(str(error)) from error
    if not isinstance(metadata, dict) or not metadata.keys() >= {"astarlib", "words", "texts", "folder"}:
        raise UsageError(
            f"{quote(str(path))} doesn't say how to make its problem: a program saved it, and only "
            "Search.load(path, problem) can continue it"
        )
    return metadata


def _file_errors(path: Path, version: str = astarlib.__version__) -> AbstractContextManager[None]:
    saved = f" (saved by astarlib {version}; this is {astarlib.__version__})" if version != astarlib.__version__ else ""
    known = UsageError, CheckpointError, MissingCapabilityError, ImportError
    return file_errors(f"cannot resume {quote(str(path))}", *known, end=saved)


COMMAND: Final = PlainCommand(
    "continue a search that solve --save has saved",
    "solve npuzzle --korf 79 --max-expanded 1000 --save hard.search\n  astarlib resume hard.search",
    add_arguments,
    resume,
    EXIT_CODES,
)
