"""What the plots share: axes to draw on, colors that the color-blind can tell apart, and names of axes.

Text, ticks and spines keep the colors of the user's style, so that a dark one works, too.
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
"""M. Okabe and K. Ito, Color universal design (2008), without the yellow, which is not seen on white."""

MARKERS: Final[Sequence[str]] = ("o", "s", "D", "^", "v", "P", "X")
"""One for each color, for whoever prints in black and white."""

MISSING: Final = "pictures need matplotlib and Pillow: pip install 'astarlib[plot]'"


def axes_or_new(axes: Axes | None, *, width: float = 6.4, height: float = 4.0) -> Axes:
    """The axes that were given, or those of a new figure of that many inches.

    Raises
    ------
    TypeError
        When they are no axes.
    ImportError
        When matplotlib is not installed; names the extra that brings it.
    """
    try:
        from matplotlib import pyplot as plt  # noqa: PLC0415  # loaded where something is drawn
        from matplotlib.axes import Axes as Known  # noqa: PLC0415  # loaded where something is drawn
    except ImportError as error:
        raise ImportError(MISSING) from error
    if axes is not None:
        if not isinstance(axes, Known):
            raise TypeError(f"axes must be those of a matplotlib figure, or None for a new one, not {axes!r}")
        return axes
    return plt.subplots(figsize=(width, height), layout="constrained")[1]


def plain(axes: Axes) -> None:
    """A quiet frame: no spines above and to the right, and faint lines behind the marks."""
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(visible=True, color=GRAY, alpha=0.2, linewidth=0.6)
    axes.set_axisbelow(True)


def measured_in(name: str, unit: str | None) -> str:
    """The label of an axis.

    Examples
    --------
    >>> measured_in("cost", "moves"), measured_in("cost", None)
    ('cost (moves)', 'cost')
    """
    return name if unit is None else f"{name} ({unit})"
