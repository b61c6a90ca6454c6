"""A plot of a heuristic's estimates against the true distances."""

from __future__ import annotations

import math
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from astarlib._support.numbers import Rounding, counted
from astarlib._support.plain_values import is_number
from astarlib.errors import short_repr
from astarlib.plotting.canvas import COLORS, GRAY, VERMILION, axes_or_new, measured_in, plain
from astarlib.plotting.true_distances import true_distances
from astarlib.problem import Heuristic, Problem, S, bind_heuristic
from astarlib.resolving.resolved_problem import resolve_problem
from astarlib.searching.diagnosis import checked_h

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_COLORS: Final = [color for color in COLORS if color != VERMILION]
_SMALLEST: Final = 3.0
_LARGEST: Final = 120.0
_ALONE: Final = 18.0
"""The areas of dots in square points. The last is for plots where each dot stands for one state."""
_BINS: Final = 60
_ENOUGH: Final = 5
"""The smallest number of states per distance for which means are drawn."""
_MEAN: Final = "mean h"


def plot_heuristic_quality(
    problem: Problem[S, Any],  # Any: actions don't matter.
    heuristic: Heuristic | Callable[[S], float] | None = None,
    *,
    distances: Iterable[tuple[S, float]] | None = None,
    label: str | None = None,
    unit: str | None = None,
    axes: Axes | None = None,
) -> Axes:
    """Plot the estimate of each state against its true distance from the nearest goal.

    A dot on the diagonal is a perfect estimate, and a dot below it is an admissible one. A cross above it is an
    overestimate, with which A* may miss the optimum. The area of a dot shows how many states it stands for. The line is
    the mean, if there are enough states for one.

    Parameters
    ----------
    problem:
        The problem. Without ``distances``, it must have a small state space, or ``goal_states`` and ``predecessors``.
    heuristic:
        A heuristic object or a callable ``state -> h``. By default, the problem's own heuristic.
    distances:
        Pairs of a state and its finite true distance. By default, those of :func:`true_distances`.
    label:
        The name of the heuristic in the legend. By default, the repr of a heuristic object, else "h".
    unit:
        The unit of costs for the labels, for example "moves" or "km". By default, the labels have none.
    axes:
        The matplotlib axes to draw on. By default, those of a new figure. A second heuristic on the same axes gets the
        next color.

    Returns
    -------
    Axes
        The axes, with a collection of dots for each heuristic, a line for its mean, a collection of crosses for its
        overestimates if there are any, and the diagonal.

    Raises
    ------
    ValueError, TypeError
        If there are no distances, one isn't finite, they can't be computed (see :func:`true_distances`), or a parameter
        has the wrong type.
    InvalidProblemError
        If the problem lacks a required member, or h isn't a number >= 0.
    ImportError
        If matplotlib isn't installed.

    Notes
    -----
    h is evaluated once for each state. An infinite h is an overestimate here, and is counted but not drawn.

    Examples
    --------
    >>> from astarlib.problems.pancake import PancakeProblem
    >>> axes = plot_heuristic_quality(PancakeProblem("3 1 4 2"), label="gap heuristic", unit="flips")
    >>> axes.get_xlabel(), axes.get_ylabel()
    ('true distance (flips)', 'h (flips)')
    """
    resolved = resolve_problem(problem)
    if heuristic is not None:
        resolved = resolved._replace(heuristic=bind_heuristic(heuristic, problem))
    known = true_distances(problem) if distances is None else _checked(distances)
    rounding = Rounding()
    states = Counter(
        (rounding.cost(distance), rounding.number(checked_h(resolved, state))) for state, distance in known
    )
    if len(states) == 0:
        raise ValueError("no state has a known true distance, so there is nothing to draw")
    if label is None:
        label = repr(heuristic) if hasattr(heuristic, "bind") else "h"
    axes = axes_or_new(axes, width=5.2, height=4.6)
    place = sum(1 for line in axes.get_lines() if line.get_gid() == _MEAN)
    top = max(value for pair in states for value in pair if value < math.inf) * 1.03
    if place == 0:
        axes.axline((0, 0), slope=1, color=GRAY, linewidth=1, linestyle="--", label="h = true distance")
        axes.set(xlabel=measured_in("true distance", unit), ylabel=measured_in("h", unit))
        plain(axes)
    else:
        top = max(top, axes.get_xlim()[1])
    _draw_dots(states, f"{label}, {counted(states.total(), 'state')}", _COLORS[place % len(_COLORS)], axes)
    overestimates = _draw_overestimates(states, rounding, axes)
    axes.set(xlim=(0, top), ylim=(0, top))
    axes.legend(edgecolor="none", framealpha=0.8, loc="lower right" if overestimates else "upper left")
    return axes


def _checked(distances: Iterable[tuple[S, float]]) -> Iterator[tuple[S, float]]:
    if not isinstance(distances, Iterable):
        raise TypeError(f"distances must be pairs of a state and its true distance, not {distances!r}")
    for pair in distances:
        if not isinstance(pair, tuple) or len(pair) != 2:
            raise TypeError(
                f"each of the distances must be a pair of a state and its true distance, not {short_repr(pair)}"
            )
        if not is_number(pair[1], 0, sys.float_info.max):
            raise ValueError(
                f"the true distance of {short_repr(pair[0])} must be a finite number, not {short_repr(pair[1])}"
            )
        yield pair


def _draw_dots(states: Counter[tuple[float, float]], label: str, color: str, axes: Axes) -> None:
    """Draw a dot for each pair of distance and h, and a line for the mean h of each distance."""
    finite = {pair: count for pair, count in states.items() if pair[1] < math.inf}
    max_count = max(finite.values(), default=1)
    areas = [max(_SMALLEST, _LARGEST * count / max_count) if max_count > 1 else _ALONE for count in finite.values()]
    x, y = [distance for distance, _ in finite], [h for _, h in finite]
    many = len(finite) > 2000  # Rasterized dots keep vector graphics small.
    axes.scatter(x, y, areas, color=color, alpha=0.5, linewidths=0, label=label, rasterized=many)
    means = _means(finite)
    axes.plot([distance for distance, _ in means], [mean for _, mean in means], color=color, linewidth=1.5, gid=_MEAN)


def _means(states: Mapping[tuple[float, float], int]) -> list[tuple[float, float]]:
    """Return the mean h of each distance, in bins if there are many distances, or nothing if there are few states."""
    distances = {distance for distance, _ in states}
    width = max(distances, default=0) / _BINS if len(distances) > _BINS else 0
    sums: dict[float, list[float]] = defaultdict(lambda: [0, 0])
    for (distance, h), count in states.items():
        middle = (distance // width + 0.5) * width if width > 0 else distance
        sums[middle][0] += h * count
        sums[middle][1] += count
    if sum(count for _, count in sums.values()) < _ENOUGH * len(sums):
        return []
    return sorted((distance, total / count) for distance, (total, count) in sums.items())


def _draw_overestimates(states: Counter[tuple[float, float]], rounding: Rounding, axes: Axes) -> bool:
    """Draw a cross for each overestimate, and return True if there are any."""
    above = {pair: count for pair, count in states.items() if rounding.exceeds(pair[1], pair[0])}
    if len(above) == 0:
        return False
    finite = [pair for pair in above if pair[1] < math.inf]
    label = f"overestimates: {sum(above.values()):,} of {counted(states.total(), 'state')}"
    x, y = [distance for distance, _ in finite], [h for _, h in finite]
    axes.scatter(x, y, 14, color=VERMILION, marker="x", linewidths=1, label=label, zorder=3)
    return True
