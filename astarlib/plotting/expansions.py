"""A plot of f and the lower bound during a search."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from astarlib.plotting.canvas import BLUE, GREEN, ORANGE, axes_or_new, measured_in, plain
from astarlib.plotting.record import Expansions
from astarlib.recording.trace_data import TraceData

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_BINS: Final = 2000
"""The number of bins. Figures have fewer columns of pixels."""
_FEW: Final = 60
"""The largest number of expansions that are drawn with dots."""


class _Course(NamedTuple):
    """The data to draw, from a record or a trace."""

    engine: str
    begin: int
    end: int
    """The number of expansions before the first recorded one and up to the last one."""
    numbers: Sequence[int]
    f: Sequence[float]
    """The f of each expansion in ``numbers``."""
    bounds: Sequence[tuple[int, float]]
    bound: float
    """The lower bound at the end, or inf if it is unknown. ``bounds`` has its rises."""
    cost: float | None


def plot_expansions(record: Expansions | TraceData, *, unit: str | None = None, axes: Axes | None = None) -> Axes:
    """Plot the f of each expansion, in order, and the lower bound at that time.

    With A*, the bound rises with f until it meets the cost of the solution, which proves that the solution is optimal.
    With greedy search, f is h and says nothing about the cost, and the plot shows the bound proved at the end.

    Parameters
    ----------
    record:
        An observer that has recorded a search, or a trace, which has only the lower bound proved at the end.
    unit:
        The unit of costs for the label, for example "moves" or "km". By default, the label has none.
    axes:
        The matplotlib axes to draw on. By default, those of a new figure.

    Returns
    -------
    Axes
        The axes, with lines labeled "f", "lower bound" ("lower bound in the end" if its rises weren't recorded) and, if
        there is a solution, "cost of the solution".

    Raises
    ------
    ValueError, TypeError
        If the record has no expansion, or a parameter has the wrong type.
    ImportError
        If matplotlib isn't installed.

    Notes
    -----
    More than 2,000 expansions are drawn in 2,000 bins. Each bin shows its first, last, smallest and largest f, so the
    outline of the curve is exact.

    Examples
    --------
    >>> from astarlib import AStar
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> record = Expansions()
    >>> result = AStar().search(NPuzzle("8 6 7 / 2 5 4 / 3 0 1"), observer=record)
    >>> axes = plot_expansions(record, unit="moves")
    >>> axes.get_xlabel(), axes.get_ylabel()
    ('expansions', 'cost (moves)')
    """
    if not isinstance(record, (Expansions, TraceData)):
        raise TypeError(f"record must be an Expansions() that has observed a search, or a Trace, not {record!r}")
    course = _course_of_trace(record) if isinstance(record, TraceData) else _course(record)
    if len(course.numbers) == 0:
        raise ValueError(
            "nothing is recorded; pass Expansions() as observer= to a search that expands at least one state"
        )
    axes = axes_or_new(axes)
    places = _outline(course.f)
    numbers, f = [course.numbers[place] for place in places], [course.f[place] for place in places]
    marker = "." if len(course.numbers) <= _FEW else ""
    axes.plot(numbers, f, color=BLUE, linewidth=1, marker=marker, label="f", zorder=3)
    _draw_bound(course, axes)
    if course.cost is not None:
        axes.axhline(course.cost, color=GREEN, linewidth=1.5, linestyle="--", label="cost of the solution")
    axes.set(xlabel="expansions", ylabel=measured_in("cost", unit), xlim=(course.begin, course.end + 1))
    axes.set_title(course.engine, loc="left", pad=24)
    axes.xaxis.set_major_formatter("{x:,.0f}")
    axes.legend(frameon=False, loc="lower left", bbox_to_anchor=(0, 1), borderaxespad=0.2, ncols=3, handlelength=1.2)
    plain(axes)
    return axes


def _course(record: Expansions) -> _Course:
    result = record.result
    begin, end = record.before, record.before + len(record)
    return _Course(
        engine=record.engine,
        begin=begin,
        end=end,
        numbers=range(begin + 1, end + 1),
        f=record.f,
        bounds=record.bounds,
        bound=math.inf if result is None else result.lower_bound,
        cost=None if result is None or result.solution is None else result.solution.cost,
    )


def _course_of_trace(trace: TraceData) -> _Course:
    """Return the expansions in a trace, which may not be all of the search."""
    info = trace.info
    rows = zip(trace.columns["order"], trace.columns["f"], strict=True)
    kept = sorted((order, f) for order, f in rows if order > 0 and not math.isnan(f))
    return _Course(
        engine=info.engine,
        begin=info.began_at,
        end=info.began_at + info.expanded,
        numbers=[order for order, _ in kept],
        f=[f for _, f in kept],
        bounds=(),
        bound=math.inf if info.status == "" else info.lower_bound,
        cost=info.cost,
    )


def _draw_bound(course: _Course, axes: Axes) -> None:
    """Draw the rises of the bound, or only the bound at the end if the rises are unknown."""
    if len(course.bounds) > 0:
        bounds = [*course.bounds, *([(course.end, course.bound)] if course.bound < math.inf else [])]
        axes.step(*zip(*bounds, strict=True), where="post", color=ORANGE, linewidth=4, zorder=2, label="lower bound")
    elif course.bound < math.inf:
        axes.axhline(course.bound, color=ORANGE, linewidth=1.5, linestyle=":", label="lower bound in the end")


def _outline(values: Sequence[float]) -> Sequence[int]:
    """Return the positions of all values, or of the first, last, smallest and largest in each bin if there are many."""
    if len(values) <= _BINS:
        return range(len(values))
    places: list[int] = []
    for number in range(_BINS):
        bin_ = range(number * len(values) // _BINS, (number + 1) * len(values) // _BINS)
        places += sorted({bin_[0], bin_[-1], min(bin_, key=values.__getitem__), max(bin_, key=values.__getitem__)})
    return places
