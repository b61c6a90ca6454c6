"""A plot of the expansions of a search on a grid, colored by their order."""

from __future__ import annotations

import math
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final

from astarlib.plotting.canvas import VERMILION, axes_or_new
from astarlib.plotting.record import Expansions

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_OBSTACLE: Final = 0.35
_FREE: Final = 0.97
"""The shades of gray of obstacles and free cells. Terrain lies between them."""
_SMALL: Final = 40
"""The largest number of columns or rows for which lines between cells are drawn."""


_MEMBERS: Final = ("grid", "initial_state", "goals", "grid.width", "grid.height", "grid.cheapest", "grid.cost")
"""The members of a GridProblem that a plot needs. Plots don't import problems, so these are searched as Any."""


def plot_grid(record: Expansions, *, axes: Axes | None = None) -> Axes:
    """Plot a grid as a heat map of the order in which its cells were first expanded, with the path that was found.

    Parameters
    ----------
    record:
        An observer that has recorded a search on a :class:`~astarlib.problems.grid.GridProblem`.
    axes:
        The matplotlib axes to draw on. By default, those of a new figure.

    Returns
    -------
    Axes
        The axes, with the map and the heat map as images, and the path as a line labeled "path".

    Raises
    ------
    TypeError
        If ``record`` isn't an ``Expansions``, its search wasn't on a grid, or ``axes`` aren't matplotlib axes.
    ImportError
        If matplotlib isn't installed.

    Examples
    --------
    >>> from astarlib import AStar
    >>> from astarlib.problems.grid import GridProblem
    >>> record = Expansions()
    >>> result = AStar().search(GridProblem("..#. / .... / .#..", (0, 0), (3, 2)), observer=record)
    >>> axes = plot_grid(record)
    >>> [line.get_label() for line in axes.lines]
    ['path', 'start', 'goal']
    """
    if not isinstance(record, Expansions):
        raise TypeError(f"record must be an Expansions() that has observed a search, not {record!r}")
    problem: Any = record.problem
    try:
        attrgetter(*_MEMBERS)(problem)
    except AttributeError:
        searched = "hasn't observed a search" if problem is None else f"is of a search on {type(problem).__name__}"
        raise TypeError(f"record must be of a search on a GridProblem, but it {searched}") from None
    grid = problem.grid
    tall = 6.0 * min(1.6, max(0.3, grid.height / grid.width)) + 0.6
    axes = axes_or_new(axes, width=6.8, height=tall)
    axes.imshow(_terrain(grid), cmap="gray", vmin=0, vmax=1, interpolation="nearest")
    order = _first_expansions(record, grid)
    seen = axes.imshow(order, cmap="viridis", vmin=record.before + 1, interpolation="nearest")
    axes.figure.colorbar(seen, ax=axes, label="order of expansion", format="{x:,.0f}", shrink=0.8)
    _draw_path(problem, record, axes)
    axes.set_title(f"{record.engine}: {record.before + len(record):,} expanded", loc="left")
    axes.set_xlabel("x", loc="left")
    axes.set_ylabel("y")
    axes.legend(frameon=False, loc="upper right", bbox_to_anchor=(1, 0), borderaxespad=1.8, ncols=3, columnspacing=1)
    _draw_lines(grid, axes)
    return axes


def _terrain(grid: Any) -> list[list[float]]:
    """Return a shade for each cell: obstacles are dark, and free cells are darker the more they cost to enter."""
    rows = [[grid.cost((x, y)) for x in range(grid.width)] for y in range(grid.height)]
    dearest = max((cost for row in rows for cost in row if cost < math.inf), default=1)
    span = dearest - grid.cheapest or 1
    return [
        [_OBSTACLE if cost == math.inf else _FREE - 0.3 * (cost - grid.cheapest) / span for cost in row] for row in rows
    ]


def _first_expansions(record: Expansions, grid: Any) -> list[list[float]]:
    """Return the number of each cell's first expansion, or NaN if it was never expanded."""
    order = [[math.nan] * grid.width for _ in range(grid.height)]
    for number, (x, y) in reversed(list(enumerate(record.states, record.before + 1))):
        order[y][x] = number
    return order


def _draw_path(problem: Any, record: Expansions, axes: Axes) -> None:
    from matplotlib.patheffects import withStroke  # matplotlib is imported only for drawing.

    if record.result is not None and record.result.solution is not None:
        cells: tuple[tuple[int, int], ...] = record.result.solution.states
        around = [withStroke(linewidth=4.5, foreground="white")]
        axes.plot(*zip(*cells, strict=True), color=VERMILION, linewidth=2.5, path_effects=around, label="path")
    for places, marker, size, name in (([problem.initial_state], "o", 9, "start"), (problem.goals, "*", 15, "goal")):
        (end,) = axes.plot(
            *zip(*places, strict=True), linestyle="", marker=marker, markersize=size, color=VERMILION, label=name
        )
        end.set(markeredgecolor="white", clip_on=False, zorder=3)


def _draw_lines(grid: Any, axes: Axes) -> None:
    """Label the axes with whole numbers, and draw lines between the cells of a small map."""
    from matplotlib.ticker import MaxNLocator  # matplotlib is imported only for drawing.

    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_locator(MaxNLocator(integer=True))
    if max(grid.width, grid.height) > _SMALL:
        return
    axes.set_xticks([x - 0.5 for x in range(1, grid.width)], minor=True)
    axes.set_yticks([y - 0.5 for y in range(1, grid.height)], minor=True)
    axes.grid(which="minor", color="white", linewidth=0.6)
    axes.tick_params(which="minor", length=0)
