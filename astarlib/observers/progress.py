"""A live progress bar for searches, on a terminal or in a notebook. It prints nothing elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Self

from astarlib._support.wording import format_number
from astarlib.events import BatchProgress, Compiling, Event, Finished, Progress, SolutionFound, Started, TableProgress
from astarlib.result import Solution

if TYPE_CHECKING:
    from rich.console import Console

    from astarlib.observers.line import Line


class ProgressBar:
    """An observer that shows a line with expansions, their rate, frontier size, f, lower bound and time.

    If an anytime engine continues after a solution, the bar leaves a line with the solution's cost, and shows the cost
    of the best solution so far. For a batch (``solve_many``), the bar shows how many problems are finished, and their
    expansions. For a pattern database that is being built, it shows the number of states and their rate. While a
    compiled engine compiles, it shows that.

    The bar takes no events of single nodes, so it doesn't slow a search down. It writes only to a terminal or a
    notebook. It starts no thread and doesn't hide the cursor, so an interrupted search leaves the terminal intact. In a
    ``with`` statement, the bar also ends its line after an interrupt. One bar can watch several searches one after the
    other.

    Parameters
    ----------
    console:
        The rich console to draw on. By default, a console on standard error.
    keep:
        True to leave the line with the outcome when a run ends (the default), False to erase it.

    Raises
    ------
    ImportError, TypeError
        If rich isn't installed (the message names the extra to install), or ``console`` isn't a rich console.

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
        (Started, Progress, SolutionFound, TableProgress, Compiling, BatchProgress, Finished)
    )

    def __init__(self, *, console: Console | None = None, keep: bool = True) -> None:
        try:
            from astarlib.observers.line import line_on  # rich is imported only when a bar is created.
        except ImportError as error:
            raise ImportError(
                "the progress bar needs rich: run pip install '.[cli]' in a checkout of astarlib"
            ) from error
        self._line: Line | None = line_on(console)
        self._keep = keep
        self._engine = ""
        self._solution: Solution | None = None
        """The best solution of the search so far."""
        self._is_compiling = False
        """True if the line says that code is compiled."""
        self._is_new = False
        """True if that solution has no line yet. The last solution gets none, because the outcome shows it."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __call__(
        self, event: Started | Progress | SolutionFound | TableProgress | Compiling | BatchProgress | Finished
    ) -> None:
        """Update the line for an event."""
        self._show_compiling(event)
        match event:
            case Started():
                self.close()
                self._engine, self._solution, self._is_new = event.engine_repr, None, False
            case Progress():
                self._keep_solution()
                self._draw(f"{self._engine}  {_progress_text(event, self._solution)}")
            case SolutionFound():
                self._keep_solution()
                self._solution, self._is_new = event.solution, True
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
        """End the line or erase it, as ``keep`` says, if there is one.

        A ``with`` statement does it automatically. Call it if the next output would continue the line of an interrupted
        search.

        Examples
        --------
        >>> bar = ProgressBar()
        >>> bar.close()
        """
        if self._line is not None:
            self._line.end(keep=self._keep)

    def _keep_solution(self) -> None:
        """Leave a line with the last solution, because the search continues."""
        if self._is_new and self._line is not None and self._solution is not None:
            self._line.draw(f"{self._engine}  found a solution: {_cost_text(self._solution)}")
            self._line.end(keep=True)
        self._is_new = False

    def _show_compiling(self, event: Event) -> None:
        """Draw a line while code is compiled, and erase it at the next event."""
        if self._is_compiling and self._line is not None:
            self._line.end(keep=False)
        self._is_compiling = isinstance(event, Compiling)
        if isinstance(event, Compiling):
            self._draw(f"{event.text} ...")

    def _draw(self, text: str) -> None:
        if self._line is not None:
            self._line.draw(text)


def _progress_text(now: Progress, best: Solution | None) -> str:
    frontier = f"frontier {now.frontier:,}"
    details = now.details
    if (written := details.get("bytes_written", 0)) > 0:
        rate = f" ({written / now.seconds / 2**20:,.0f} MiB/s)" if now.seconds > 0 else ""
        frontier = f"{frontier}  written {written / 2**20:,.0f} MiB{rate}"
    if "rounds" in details and now.expanded > 0:
        share = details["expanded_by_busiest"] * details["shards"] / now.expanded
        frontier = f"{frontier}  round {details['rounds']:,}  sent {details['edges_sent']:,} edges  load {share:.2f}"
    shown = (frontier, f"f {format_number(now.f)}") if best is None else (_cost_text(best), frontier)
    return _figures(now.expanded, now.seconds, *shown, now.lower_bound)


def _cost_text(solution: Solution) -> str:
    return f"cost {format_number(solution.cost)}"


def _batch_text(now: BatchProgress) -> str:
    total = "" if now.total is None else f" of {now.total:,}"
    # A rate would be wrong, because the searches under way have expanded states that aren't counted yet.
    expanded = "" if now.finished == 0 else f"expanded {now.expanded:,}"
    failed = "" if now.failed == 0 else f"failed {now.failed:,}"
    return _joined(f"finished {now.finished:,}{total}", failed, expanded, f"{now.seconds:.1f} s")


def _table_text(now: TableProgress) -> str:
    total = "" if now.total is None else f" of {now.total:,}"
    rate = f"  {now.done / now.seconds:,.0f}/s" if now.seconds > 0 else ""
    return f"{now.name}  {now.done:,}{total} states{rate}  {now.seconds:.1f} s"


def _outcome_text(event: Finished) -> str:
    result = event.result
    words = result.status.name if result.limit is None else f"{result.status.name} {result.limit.name}"
    cost = "" if result.solution is None else _cost_text(result.solution)
    return f"{words}  {_figures(result.statistics.expanded, result.statistics.seconds, cost, '', result.lower_bound)}"


def _figures(expanded: int, seconds: float, first: str, second: str, lower_bound: float) -> str:
    rate = f"{expanded / seconds:,.0f}/s" if seconds > 0 else ""
    bound = f"bound {format_number(lower_bound)}" if lower_bound > 0 else ""
    return _joined(f"expanded {expanded:,}", rate, first, second, bound, f"{seconds:.1f} s")


def _joined(*parts: str) -> str:
    return "  ".join(part for part in parts if part != "")
