"""A plot of the number of states at each distance."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from astarlib._support.numbers import counted
from astarlib._support.plain_values import is_number
from astarlib.errors import short_repr
from astarlib.plotting.canvas import COLORS, axes_or_new, measured_in, plain

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_MAX_BARS: Final = 200
_LARGE: Final = 1000
"""The ratio of the largest and the smallest number from which on the scale is logarithmic."""


def plot_layers(
    explored: Any, *, label: str | None = None, unit: str | None = None, axes: Axes | None = None
) -> Axes:  # Any: `Explored`, `Layers` or a mapping
    """Plot the number of states at each distance from the initial state: the histogram of a puzzle.

    Parameters
    ----------
    explored:
        What `explore` returns, in Python, compiled or on disk; or a mapping from distances to numbers of states.
    label:
        The name in the legend, for several plots on the same axes. By default, there is no legend.
    unit:
        The unit of costs for the label, for example "moves" or "km". By default, the label has none.
    axes:
        The matplotlib axes to draw on. By default, those of a new figure.

    Returns
    -------
    Axes
        The axes, with a bar for each distance. With more than 200 distances, each bar stands for several of them. The
        scale of the numbers is logarithmic if they differ by a factor of 1,000 or more.

    Raises
    ------
    TypeError, ValueError
        If ``explored`` isn't one of these, has no states, or has a distance or a number of states below 0.
    ImportError
        If matplotlib isn't installed.

    Examples
    --------
    >>> from astarlib import explore
    >>> from astarlib.problems.pancake import PancakeProblem
    >>> axes = plot_layers(explore(PancakeProblem("1 2 3 4")), unit="flips")
    >>> [int(bar.get_height()) for bar in axes.patches], axes.get_xlabel()
    ([1, 3, 6, 11, 3], 'distance (flips)')
    """
    found = _layers_of(explored)
    axes = axes_or_new(axes)
    low, high = min(found), max(found)
    width: float = 1
    if len(found) > _MAX_BARS or any(cost != int(cost) for cost in found):
        width = max((high - low) / min(_MAX_BARS, 10 * len(found)), 1e-9)
    bars = dict[int, int]()
    for cost, number in found.items():
        bars[math.floor((cost - low) / width)] = bars.get(math.floor((cost - low) / width), 0) + number
    color = COLORS[len(axes.containers) % len(COLORS)]
    places = [low + at * width + (width / 2 if width != 1 else 0) for at in bars]
    axes.bar(places, list(bars.values()), width=0.85 * width, color=color, alpha=0.85, label=label)
    if max(bars.values()) >= _LARGE * min(bars.values()):
        axes.set_yscale("log")
    total = counted(sum(found.values()), "state")
    axes.set(xlabel=measured_in("distance", unit), ylabel="states", title="" if label else total)
    plain(axes)
    if label is not None:
        axes.legend(edgecolor="none", framealpha=0.8)
    return axes


def _layers_of(explored: Any) -> Mapping[float, int]:
    """Return the number of states for each distance."""
    layers: Any = explored if isinstance(explored, Mapping) else getattr(explored, "layers", None)
    costs: Any = getattr(explored, "costs", None)
    if isinstance(layers, tuple) and isinstance(costs, tuple):  # `Layers`
        layers = dict(zip(costs, layers, strict=True))
    if not isinstance(layers, Mapping):
        raise TypeError(f"explored must be what explore() returns, or a mapping, not {short_repr(explored)}")
    if len(layers) == 0:
        raise ValueError("explored has no states, so there is nothing to draw")
    for cost, number in layers.items():
        if not is_number(cost, 0, 1e300) or not is_number(number, 1, 1e300):
            raise ValueError(
                f"explored must have numbers of states > 0 for distances >= 0, not {short_repr(number)} states at "
                f"distance {short_repr(cost)}"
            )
    return layers
