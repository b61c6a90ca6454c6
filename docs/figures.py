"""Shows figures in the pages: as SVG whose text and background are those of the page, light or dark."""

from __future__ import annotations

import base64
import html
import io
import re
from pathlib import Path
from typing import Final

import matplotlib as mpl
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from astarlib import viewer
from astarlib.plotting.canvas import BLUE
from astarlib.viewer.page import Watched

INK: Final = "#010203"
PAPER: Final = "#fdfcfb"
"""What no picture has by chance; in the page, its own colors take their place."""

PAGES: Final[dict[str, str]] = {}
"""The pages of their own that others show in frames, by the names of their files in the site (see watch_pages.py)."""

mpl.use("Agg")
mpl.rcParams.update(
    dict.fromkeys(("text.color", "axes.edgecolor", "axes.labelcolor", "xtick.color", "ytick.color"), INK)
    | {"figure.facecolor": "none", "axes.facecolor": "none", "legend.facecolor": PAPER, "svg.hashsalt": "astarlib"}
)


def shown(drawn: Axes | Figure, says: str) -> str:
    """A figure, or the one of some axes, as HTML; ``says`` tells what is seen to those who cannot see it."""
    figure = drawn if isinstance(drawn, Figure) else drawn.figure
    file = io.StringIO()
    figure.savefig(file, format="svg", metadata={"Date": None})
    plt.close("all")
    svg = re.sub(r"<metadata>.*?</metadata>", "", file.getvalue().partition("<svg")[2], flags=re.DOTALL)
    svg = svg.replace(INK, "currentColor").replace(PAPER, "var(--md-default-bg-color)")
    svg = svg.replace(BLUE.lower(), f"var(--figure-blue, {BLUE})")
    return f'<div class="figure"><svg role="img" aria-label="{html.escape(says)}"{svg}</div>'


def page(path: Path, says: str, *, root: str = "../") -> str:
    """A page of its own, in a frame; ``root`` leads from the page that shows it to the site."""
    return _frame("figure", f"{path.stem}-solved", path.read_text(encoding="utf-8"), says, root)


def watched(name: str, trace: Watched, says: str, *, root: str = "../", kind: str = "") -> str:
    """A recorded search, or two side by side, in a frame."""
    return _frame(f"watch {kind}".strip(), name, viewer.page(trace), says, root)


def _frame(kind: str, name: str, content: str, says: str, root: str) -> str:
    """A file of its own is loaded when it comes into view, and not before."""
    PAGES[name] = content
    source = f"{root}watch/{name}.html"
    return f'<iframe class="{kind}" title="{html.escape(says)}" src="{source}" loading="lazy"></iframe>'


def picture(path: Path, says: str) -> str:
    """A GIF, as a part of the page."""
    content = base64.b64encode(path.read_bytes()).decode()
    return f'<img class="figure" alt="{html.escape(says)}" src="data:image/gif;base64,{content}">'
