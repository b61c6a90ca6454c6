"""``astarlib view``: a search as a page on which it can be watched."""

from __future__ import annotations

import sys
import tempfile
import webbrowser
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from astarlib.cli.engines import the_engine
from astarlib.cli.exit_codes import ExitCode, code_of
from astarlib.cli.mistakes import UsageError, in_one_line
from astarlib.cli.output import say, tell
from astarlib.cli.running import limits_of
from astarlib.cli.task import Task
from astarlib.cli.watching import progress
from astarlib.engines import ENGINES
from astarlib.errors import TraceError
from astarlib.events import Event, Observer
from astarlib.limits import Limits
from astarlib.observers.recorder import Recorder, Trace
from astarlib.result import SearchResult


def view(given: Namespace) -> ExitCode:
    """Search on the problem of the arguments, and write the page."""
    _try_out(given.output, given.record)
    compared = _compared(given)
    result, trace = _recorded(given)
    if trace is None or result is None:
        return ExitCode.UNSOLVABLE
    if given.record is not None:
        with _writing(given.record):
            trace.save(given.record)
    beside = None if compared is None else _recorded(compared)[1]
    _show(trace, beside, given)
    return code_of(result)


def view_trace(given: Namespace) -> ExitCode:
    """Write the page of a search that was recorded before."""
    _try_out(given.output)
    beside = None if given.compare is None else _loaded(given.compare)
    _show(_loaded(given.trace), beside, given)
    return ExitCode.SOLVED


def _compared(given: Namespace) -> Namespace | None:
    """The arguments of the search at the side: the same with another engine or another heuristic."""
    if given.compare is None:
        return None
    other = Namespace(**vars(given))
    if given.compare in ENGINES:
        other.engine, other.weight = given.compare, None
    else:
        other.heuristic = given.compare
    return other


def _recorded(given: Namespace) -> tuple[SearchResult | None, Trace | None]:
    engine, limits = the_engine(given), limits_of(given)
    task: Task = given.task(given)
    if task.impossible is not None and not given.prove:
        tell(f"nothing to watch: no solution, {task.impossible}; --prove searches all the same")
        return None, None
    most = 1_000_000 if given.max_nodes is None else max(2, given.max_nodes)
    recorder = Recorder(max_nodes=most, label=task.heuristic or "")
    with progress(quiet=given.quiet) as bar:
        search = engine.start(task.problem, observer=recorder if bar is None else _Both(recorder, bar))
        try:
            result = search.run(limits)
        except KeyboardInterrupt:  # what was recorded until then can be watched
            result = search.run(Limits(cancelled=lambda: True))
    return result, recorder.trace


class _Both:
    """Two observers in one."""

    def __init__(self, recorder: Recorder, bar: Observer) -> None:
        self._recorder, self._bar = recorder, bar
        self._shown: frozenset[type[Event]] = bar.wants  # type: ignore[attr-defined]  # a progress bar tells them
        self.wants = recorder.wants | self._shown

    def __call__(self, event: Event) -> None:
        self._recorder(event)
        if type(event) in self._shown:
            self._bar(event)


def _loaded(path: str) -> Trace:
    try:
        return Trace.load(path)
    except TraceError as error:
        raise UsageError(in_one_line(str(error))) from error
    except (OSError, ValueError) as error:  # the latter of a name that can be no file's
        why = error.strerror if isinstance(error, OSError) else None
        raise UsageError(in_one_line(f"cannot read {path}: {why or error}")) from error


def _show(trace: Trace, beside: Trace | None, given: Namespace) -> None:
    path = Path(given.output or Path(tempfile.mkdtemp(prefix="astarlib-"), "search.html"))
    with _writing(str(path)):
        trace.to_html(path, beside=beside)
    say(f"{trace.facts.verdict}\n{path}")
    wants_it = sys.stdout is not None and sys.stdout.isatty() if given.open is None else given.open
    if wants_it and not webbrowser.open(path.resolve().as_uri()):
        tell("no browser could be opened; open the page yourself")


def _try_out(*files: str | None) -> None:
    """Refuse files that cannot be written, before there is work to be lost."""
    for file in files:
        if file is not None:
            with _writing(file), tempfile.TemporaryDirectory(dir=Path(file).parent, prefix=".astarlib-"):
                pass


@contextmanager
def _writing(path: str) -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError) as error:  # the latter of a name that can be no file's
        why = error.strerror if isinstance(error, OSError) else None
        raise UsageError(in_one_line(f"cannot write {path}: {why or error}")) from error
