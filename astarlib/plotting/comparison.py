"""A plot that compares engines on each problem of a comparison."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from astarlib.comparing import ComparisonRow
from astarlib.plotting.canvas import COLORS, GRAY, MARKERS, axes_or_new, plain
from astarlib.result import Status

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class Measure(Enum):
    """A measure that a plot of a comparison shows: a field of the rows, with the label of the axis."""

    EXPANDED = ("expanded", "expansions")
    """The number of expansions."""
    GENERATED = ("generated", "successors generated")
    """The number of generated successors."""
    EVALUATED = ("evaluated", "evaluations of h")
    """The number of evaluations of h."""
    STORED = ("stored", "states stored")
    """The number of stored states."""
    PEAK_MEMORY = ("peak_memory", "memory growth (MiB)")
    """The growth of the resident memory at its peak, in MiB."""
    SECONDS = ("seconds", "wall clock (s)")
    """The wall-clock time, in seconds."""
    CPU_SECONDS = ("cpu_seconds", "CPU time (s)")
    """The CPU time, in seconds."""
    COST = ("cost", "cost of the solution")
    """The cost of the solution."""

    def of(self, row: ComparisonRow) -> float | None:
        """Return the value of a row, or None if the row has none."""
        value: float | None = attrgetter(self.value[0])(row)
        return value / 2**20 if self is Measure.PEAK_MEMORY and value is not None else value

    @property
    def label(self) -> str:
        """The label of the axis, with its unit."""
        return self.value[1]


class _Point(NamedTuple):
    value: float
    height: float
    ended: bool


def plot_comparison(
    rows: Iterable[ComparisonRow], *, measure: Measure = Measure.EXPANDED, axes: Axes | None = None
) -> Axes:
    """Plot a line for each problem, with a mark for the measured value of each engine (and heuristic).

    The scale is logarithmic, except for costs. An empty mark stands for a run that ended without a solution or a proof
    that there is none, so a complete run would need more.

    Parameters
    ----------
    rows:
        The rows to plot: a :class:`~astarlib.comparing.ComparisonTable`, or rows of several tables.
    measure:
        The measure to show, by default the number of expansions.
    axes:
        The matplotlib axes to draw on. By default, those of a new figure with a height for all problems.

    Returns
    -------
    Axes
        The axes, with two lines for each engine: one of filled marks, labeled with its name, and one of empty marks.

    Raises
    ------
    ValueError, TypeError
        If there are no rows, no row has that measure, or a parameter has the wrong type.
    ImportError
        If matplotlib isn't installed.

    References
    ----------
    W. Cleveland, Graphical methods for data presentation: full scale breaks, dot charts, and multibased logging (1984).

    Examples
    --------
    >>> from astarlib import AStar, Dijkstra
    >>> from astarlib.comparing import compare
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> axes = plot_comparison(compare({"easy": NPuzzle("1 2 3 / 4 5 6 / 0 7 8")}, [AStar(), Dijkstra()]))
    >>> axes.get_xlabel(), [label.get_text() for label in axes.get_yticklabels()]
    ('expansions', ['easy'])
    """
    given = list(rows) if isinstance(rows, Iterable) else [rows]
    if not all(isinstance(row, ComparisonRow) for row in given):
        raise TypeError("rows must be a ComparisonTable or its rows, as returned by compare(...)")
    if not isinstance(measure, Measure):
        raise TypeError(f"measure must be a Measure, for instance Measure.EXPANDED, not {measure!r}")
    shown = [(row, value) for row in given if (value := measure.of(row)) is not None]
    if len(shown) == 0:
        raise ValueError(f"no row has {measure.value[0]!r}, so there is nothing to draw")
    problems = list(dict.fromkeys(row.problem for row, _ in shown))
    contenders = list(dict.fromkeys(_contender(row) for row, _ in shown))
    axes = axes_or_new(axes, width=6.8, height=1.5 + 0.3 * len(problems) + 0.1 * len(contenders))
    for place, contender in enumerate(contenders):
        shift = 0.5 * ((place + 0.5) / len(contenders) - 0.5)
        points = [
            _Point(value, problems.index(row.problem) + shift, _ended(row))
            for row, value in shown
            if _contender(row) == contender
        ]
        _draw(points, contender, place, axes)
    if any(not _ended(row) for row, _ in shown):
        axes.plot([], [], "o", color=GRAY, markerfacecolor="none", markersize=6.5, label="stopped before its end")
    axes.set_yticks(range(len(problems)), problems)
    axes.set_ylim(len(problems) - 0.5, -0.5)
    if measure is not Measure.COST:
        axes.set_xscale("symlog" if any(value <= 0 for _, value in shown) else "log")
    axes.set_xlabel(measure.label)
    axes.legend(frameon=False, loc="lower left", bbox_to_anchor=(0, 1), ncols=min(3, len(contenders)))
    plain(axes)
    axes.tick_params(axis="y", length=0)
    return axes


def _contender(row: ComparisonRow) -> str:
    return row.engine if row.heuristic is None else f"{row.engine}, {row.heuristic}"


def _ended(row: ComparisonRow) -> bool:
    return row.status in {Status.SOLVED, Status.UNSOLVABLE}


def _draw(points: Sequence[_Point], label: str, place: int, axes: Axes) -> None:
    color = COLORS[place % len(COLORS)]
    marker = MARKERS[
        (place + place // len(COLORS)) % len(MARKERS)
    ]  # Engines with the same color get different markers.
    for ended in (True, False):
        own = [point for point in points if point.ended is ended]
        axes.plot(
            [point.value for point in own],
            [point.height for point in own],
            linestyle="",
            marker=marker,
            markersize=6.5,
            color=color,
            markerfacecolor=color if ended else "none",
            label=label if ended else f"_{label}, stopped",
        )
