"""A live bar for a running search, on a terminal or in a notebook; silent anywhere else."""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING, ClassVar, Self

from astarlib.events import BatchProgress, Event, Finished, Progress, Started, TableProgress

if TYPE_CHECKING:
    from rich.console import Console

    from astarlib.observers.line import Line


class ProgressBar:
    """An observer that keeps one line up to date: expansions, their rate, frontier, best f, lower bound, time.

    For a batch (``solve_many``), the bar shows how many problems are finished, and their expansions. For a pattern
    database that is being built, it shows the number of states and their rate. The bar takes no events of single
    nodes, so it doesn't slow a search down. Where the output is neither a terminal nor a notebook it writes nothing at
    all. It starts no thread and leaves the cursor alone, so a search that is interrupted leaves the terminal as it
    should be; used in a ``with`` statement, the bar also ends its line then. One bar may watch several searches, one
    after the other.

    Parameters
    ----------
    console:
        The rich console to draw on. None: one on standard error.
    keep:
        Whether the line stays, with the outcome, when a run ends; otherwise it is erased.

    Raises
    ------
    ImportError
        When rich is not installed; names the extra that brings it.
    TypeError
        When ``console`` is no console.

    Examples
    --------
    >>> from astarlib import AStar
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> with ProgressBar() as bar:
    ...     result = AStar().search(NPuzzle("8 6 7 / 2 5 4 / 3 0 1"), observer=bar)
    >>> result.cost
    31
    """

    event_types: ClassVar[frozenset[type[Event]]] = frozenset(
        (Started, Progress, TableProgress, BatchProgress, Finished)
    )

    def __init__(self, *, console: Console | None = None, keep: bool = True) -> None:
        try:
            from astarlib.observers.line import line_on  # noqa: PLC0415  # rich is loaded where a bar is made
        except ImportError as error:
            raise ImportError("the progress bar needs rich: pip install 'astarlib[cli]'") from error
        self._line: Line | None = line_on(console)
        self._keep = keep
        self._engine = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def __call__(self, event: Started | Progress | TableProgress | BatchProgress | Finished) -> None:
        """Show what the event tells."""
        match event:
            case Started():
                self.close()
                self._engine = event.engine_repr
            case Progress():
                self._draw(f"{self._engine}  {_progress_text(event)}")
            case TableProgress():
                if event.done == 0:
                    self.close()
                self._draw(_table_text(event))
            case Finished():
                if self._keep:
                    self._draw(f"{self._engine}  {_outcome_text(event)}")
                self.close()
            case BatchProgress():
                self._draw(_batch_text(event))
                if event.is_last:
                    self.close()

    def close(self) -> None:
        """End the line, or erase it; nothing to do when none has been begun."""
        if self._line is not None:
            self._line.end(keep=self._keep)

    def _draw(self, text: str) -> None:
        if self._line is not None:
            self._line.draw(text)


def _progress_text(now: Progress) -> str:
    return _figures(now.expanded, now.seconds, f"frontier {now.frontier:,}", f"f {_number(now.f)}", now.lower_bound)


def _batch_text(now: BatchProgress) -> str:
    total = "" if now.total is None else f" of {now.total:,}"
    failed = "" if now.failed == 0 else f"failed {now.failed:,}"
    return f"finished {now.finished:,}{total}  {_figures(now.expanded, now.seconds, failed, '', 0)}"


def _table_text(now: TableProgress) -> str:
    total = "" if now.total is None else f" of {now.total:,}"
    rate = f"  {now.done / now.seconds:,.0f}/s" if now.seconds > 0 else ""
    return f"{now.name}  {now.done:,}{total} states{rate}  {now.seconds:.1f} s"


def _outcome_text(event: Finished) -> str:
    result = event.result
    words = result.status.name if result.limit is None else f"{result.status.name} {result.limit.name}"
    cost = "" if result.solution is None else f"cost {_number(result.solution.cost)}"
    return f"{words}  {_figures(result.statistics.expanded, result.statistics.seconds, cost, '', result.lower_bound)}"


def _figures(expanded: int, seconds: float, first: str, second: str, lower_bound: float) -> str:
    rate = f"{expanded / seconds:,.0f}/s" if seconds > 0 else ""
    bound = f"bound {_number(lower_bound)}" if lower_bound > 0 else ""
    parts = [f"expanded {expanded:,}", rate, first, second, bound, f"{seconds:.1f} s"]
    return "  ".join(part for part in parts if part != "")


def _number(value: float) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{float(value):,.6g}"
