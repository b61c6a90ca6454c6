"""How f and the lower bound went while a search ran."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from astarlib.plotting.canvas import BLUE, GREEN, ORANGE, axes_or_new, measured_in, plain
from astarlib.plotting.record import Expansions

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_BINS: Final = 2000
"""A figure has fewer columns of pixels."""
_FEW: Final = 60
"""So few expansions are told apart by dots."""


def plot_expansions(record: Expansions, *, unit: str | None = None, axes: Axes | None = None) -> Axes:
    """The f of each expansion, in order, and how far the lower bound had risen by then.

    With A* both rise together until they meet the cost of the solution: that is the proof. With greedy search f
    is h, and says nothing about the cost; the bound is what was proved in the end.

    Parameters
    ----------
    record:
        An observer that has watched a search.
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
    if not isinstance(record, Expansions):
        raise TypeError(f"plot_expansions draws an Expansions() that has watched a search, not {record!r}")
    if len(record) == 0:
        raise ValueError("nothing is recorded; give Expansions() as observer= to a search that expands something")
    axes = axes_or_new(axes)
    first, last = record.before, record.before + len(record)
    numbers, f = _outline(record.f)
    marker = "." if len(record) <= _FEW else ""
    numbers = [first + 1 + number for number in numbers]
    axes.plot(numbers, f, color=BLUE, linewidth=1, marker=marker, label="f", zorder=3)
    _draw_bound(record, axes)
    if record.result is not None and record.result.solution is not None:
        cost = record.result.solution.cost
        axes.axhline(cost, color=GREEN, linewidth=1.5, linestyle="--", label="cost of the solution")
    axes.set(xlabel="expansions", ylabel=measured_in("cost", unit), xlim=(first, last + 1))
    axes.set_title(record.engine, loc="left", pad=24)
    axes.xaxis.set_major_formatter("{x:,.0f}")
    axes.legend(frameon=False, loc="lower left", bbox_to_anchor=(0, 1), borderaxespad=0.2, ncols=3, handlelength=1.2)
    plain(axes)
    return axes


def _draw_bound(record: Expansions, axes: Axes) -> None:
    """The bound as it rose; where an engine does not tell that, what it had proved in the end."""
    end = record.before + len(record)
    bounds = list(record.bounds)
    if record.result is not None and record.result.lower_bound < math.inf:
        bounds.append((end, record.result.lower_bound))
    if len(record.bounds) > 0:
        axes.step(*zip(*bounds, strict=True), where="post", color=ORANGE, linewidth=4, zorder=2, label="lower bound")
    elif len(bounds) > 0:
        axes.axhline(bounds[0][1], color=ORANGE, linewidth=1.5, linestyle=":", label="lower bound in the end")


def _outline(values: Sequence[float]) -> tuple[list[int], list[float]]:
    """Places and values, of many only some: the first, the last, the smallest and the largest of each bin."""
    if len(values) <= _BINS:
        return list(range(len(values))), list(values)
    places: list[int] = []
    for number in range(_BINS):
        bin_ = range(number * len(values) // _BINS, (number + 1) * len(values) // _BINS)
        places += sorted({bin_[0], bin_[-1], min(bin_, key=values.__getitem__), max(bin_, key=values.__getitem__)})
    return places, [values[place] for place in places]
