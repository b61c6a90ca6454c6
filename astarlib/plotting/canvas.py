"""Shared parts of the plots: axes, colors that color-blind people can distinguish, and axis labels.

Text, ticks and spines keep the colors of the user's style, so dark styles work, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from matplotlib.axes import Axes

BLUE: Final = "#0072B2"
VERMILION: Final = "#D55E00"
GREEN: Final = "#009E73"
ORANGE: Final = "#E69F00"
SKY: Final = "#56B4E9"
PURPLE: Final = "#CC79A7"
GRAY: Final = "#7F7F7F"

COLORS: Final[Sequence[str]] = (BLUE, VERMILION, GREEN, ORANGE, SKY, PURPLE, GRAY)
"""M. Okabe and K. Ito, Color universal design (2008), without yellow, which isn't visible on white."""

MARKERS: Final[Sequence[str]] = ("o", "s", "D", "^", "v", "P", "X")
"""One marker for each color, for prints in black and white."""

MISSING: Final = "pictures need matplotlib and Pillow: run pip install '.[plot]' in a checkout of astarlib"


def axes_or_new(axes: Axes | None, *, width: float = 6.4, height: float = 4.0) -> Axes:
    """Return the given axes, or those of a new figure with a size in inches; TypeError for anything else."""
    try:
        from matplotlib import pyplot as plt  # matplotlib is imported only for drawing.
        from matplotlib.axes import Axes as Known
    except ImportError as error:
        raise ImportError(MISSING) from error
    if axes is not None:
        if not isinstance(axes, Known):
            raise TypeError(f"axes must be matplotlib axes, or None for a new figure, not {axes!r}")
        return axes
    return plt.subplots(figsize=(width, height), layout="constrained")[1]


def plain(axes: Axes) -> None:
    """Remove the top and right spines, and draw faint grid lines behind the marks."""
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(visible=True, color=GRAY, alpha=0.2, linewidth=0.6)
    axes.set_axisbelow(True)


def measured_in(name: str, unit: str | None) -> str:
    """Return the label of an axis, such as ``cost (moves)``."""
    return name if unit is None else f"{name} ({unit})"
