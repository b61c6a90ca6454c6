"""How f and the lower bound went while a search ran."""

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
"""A figure has fewer columns of pixels."""
_FEW: Final = 60
"""So few expansions are told apart by dots."""


class _Course(NamedTuple):
    """What is drawn, of a record of either kind."""

    engine: str
    begin: int
    end: int
    """Expansions before the first and until the last."""
    numbers: Sequence[int]
    f: Sequence[float]
    """Which expansions are known, in order, and the f of each."""
    bounds: Sequence[tuple[int, float]]
    bound: float
    """The lower bound as it rose, and in the end; inf where nothing is known of it."""
    cost: float | None


def plot_expansions(record: Expansions | TraceData, *, unit: str | None = None, axes: Axes | None = None) -> Axes:
    """The f of each expansion, in order, and how far the lower bound had risen by then.

    With A* both rise together until they meet the cost of the solution: that is the proof. With greedy search f
    is h, and says nothing about the cost; the bound is what was proved in the end.

    Parameters
    ----------
    record:
        An observer that has watched a search; or a trace, which knows only the bound that was proved in the end.
    unit:
        What costs are counted in, for the label: "moves", "km".
    axes:
        Where to draw; None: in a new figure.

    Returns
    -------
    Axes
        With lines labelled "f", "lower bound" and, when there is a solution, "cost of the solution".

    Raises
    ------
    ValueError
        When the record has no expansion.
    TypeError
        When it is no record, or ``axes`` are none.
    ImportError
        When matplotlib is not installed.

    Notes
    -----
    More than 2,000 expansions are drawn in 2,000 bins, each with its first, last, smallest and largest f, so that the
    outline is that of all of them.
    """
    if not isinstance(record, (Expansions, TraceData)):
        raise TypeError(f"plot_expansions draws an Expansions() that has watched a search, or a Trace, not {record!r}")
    course = _course_of_trace(record) if isinstance(record, TraceData) else _course(record)
    if len(course.numbers) == 0:
        raise ValueError("nothing is recorded; give Expansions() as observer= to a search that expands something")
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
    """The expansions that a trace has kept, which may not be all."""
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
    """The bound as it rose; where that is not told, what had been proved in the end."""
    if len(course.bounds) > 0:
        bounds = [*course.bounds, *([(course.end, course.bound)] if course.bound < math.inf else [])]
        axes.step(*zip(*bounds, strict=True), where="post", color=ORANGE, linewidth=4, zorder=2, label="lower bound")
    elif course.bound < math.inf:
        axes.axhline(course.bound, color=ORANGE, linewidth=1.5, linestyle=":", label="lower bound in the end")


def _outline(values: Sequence[float]) -> Sequence[int]:
    """Places of values, of many only some: the first, the last, the smallest and the largest of each bin."""
    if len(values) <= _BINS:
        return range(len(values))
    places: list[int] = []
    for number in range(_BINS):
        bin_ = range(number * len(values) // _BINS, (number + 1) * len(values) // _BINS)
        places += sorted({bin_[0], bin_[-1], min(bin_, key=values.__getitem__), max(bin_, key=values.__getitem__)})
    return places
