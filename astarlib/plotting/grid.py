"""What a search on a grid has expanded, and in which order."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, Protocol, runtime_checkable

from astarlib.plotting.canvas import VERMILION, axes_or_new
from astarlib.plotting.record import Expansions

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_OBSTACLE: Final = 0.35
_FREE: Final = 0.97
"""Shades of gray; terrain lies between them."""
_SMALL: Final = 40
"""A grid of so few columns and rows shows the lines between its cells."""


@runtime_checkable
class _Grid(Protocol):
    """The map of a ``GridProblem``."""

    @property
    def width(self) -> int: ...

    @property
    def height(self) -> int: ...

    @property
    def cheapest(self) -> float: ...

    def cost(self, cell: tuple[int, int], /) -> float: ...


@runtime_checkable
class _OnGrid(Protocol):
    """What this picture needs of a ``GridProblem``, whose states are cells (x, y)."""

    @property
    def grid(self) -> object: ...

    @property
    def initial_state(self) -> tuple[int, int]: ...

    @property
    def goal(self) -> tuple[int, int]: ...


def plot_grid(record: Expansions, *, axes: Axes | None = None) -> Axes:
    """The map as a heat map: each cell in the color of its first expansion, and on it the path that was found.

    Parameters
    ----------
    record:
        An observer that has watched a search on a :class:`~astarlib.problems.grid.GridProblem`.
    axes:
        Where to draw; None: in a new figure.

    Returns
    -------
    Axes
        With the map and the heat map as images, and the path as a line labelled "path".

    Raises
    ------
    TypeError
        When the search was on something else than a grid, or there is no record, or ``axes`` are none.
    ImportError
        When matplotlib is not installed.
    """
    if not isinstance(record, Expansions):
        raise TypeError(f"plot_grid draws an Expansions() that has watched a search, not {record!r}")
    problem: object = record.problem
    grid = problem.grid if isinstance(problem, _OnGrid) else None
    if not isinstance(problem, _OnGrid) or not isinstance(grid, _Grid):
        searched = "has watched no search" if problem is None else f"is of a search on {type(problem).__name__}"
        raise TypeError(f"plot_grid draws searches on a GridProblem; this record {searched}")
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


def _terrain(grid: _Grid) -> list[list[float]]:
    """A shade for each cell: obstacles dark, free cells light, the darker the dearer they are to enter."""
    rows = [[grid.cost((x, y)) for x in range(grid.width)] for y in range(grid.height)]
    dearest = max((cost for row in rows for cost in row if cost < math.inf), default=1)
    span = dearest - grid.cheapest or 1
    return [
        [_OBSTACLE if cost == math.inf else _FREE - 0.3 * (cost - grid.cheapest) / span for cost in row] for row in rows
    ]


def _first_expansions(record: Expansions, grid: _Grid) -> list[list[float]]:
    """When each cell was expanded for the first time, NaN where that never happened."""
    order = [[math.nan] * grid.width for _ in range(grid.height)]
    for number, (x, y) in reversed(list(enumerate(record.states, record.before + 1))):
        order[y][x] = number
    return order


def _draw_path(problem: _OnGrid, record: Expansions, axes: Axes) -> None:
    from matplotlib.patheffects import withStroke  # noqa: PLC0415  # loaded where something is drawn

    if record.result is not None and record.result.solution is not None:
        cells: tuple[tuple[int, int], ...] = record.result.solution.states
        around = [withStroke(linewidth=4.5, foreground="white")]
        axes.plot(*zip(*cells, strict=True), color=VERMILION, linewidth=2.5, path_effects=around, label="path")
    for cell, marker, size, name in ((problem.initial_state, "o", 9, "start"), (problem.goal, "*", 15, "goal")):
        (end,) = axes.plot(*cell, linestyle="", marker=marker, markersize=size, color=VERMILION, label=name)
        end.set(markeredgecolor="white", clip_on=False, zorder=3)


def _draw_lines(grid: _Grid, axes: Axes) -> None:
    """Whole numbers beside the map, and lines between the cells of a small one."""
    from matplotlib.ticker import MaxNLocator  # noqa: PLC0415  # loaded where something is drawn

    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_locator(MaxNLocator(integer=True))
    if max(grid.width, grid.height) > _SMALL:
        return
    axes.set_xticks([x - 0.5 for x in range(1, grid.width)], minor=True)
    axes.set_yticks([y - 0.5 for y in range(1, grid.height)], minor=True)
    axes.grid(which="minor", color="white", linewidth=0.6)
    axes.tick_params(which="minor", length=0)
