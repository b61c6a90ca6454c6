"""Show figures in the pages, as SVG with the text and background colors of the page, light or dark."""

from __future__ import annotations

import base64
import html
import io
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import matplotlib as mpl
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from astarlib import viewer
from astarlib.drawing import Drawing
from astarlib.plotting.canvas import BLUE
from astarlib.viewer.page import Watched

INK: Final = "#010203"
PAPER: Final = "#fdfcfb"
"""Placeholder colors that no picture contains by chance; the page replaces them with its own colors."""

PAGES: Final[dict[str, str]] = {}
"""Separate pages that other pages show in frames, by the name of their file in the site (see watch_pages.py)."""

mpl.use("Agg")
mpl.rcParams.update(
    dict.fromkeys(("text.color", "axes.edgecolor", "axes.labelcolor", "xtick.color", "ytick.color"), INK)
    | {"figure.facecolor": "none", "axes.facecolor": "none", "legend.facecolor": PAPER, "svg.hashsalt": "astarlib"}
)


def shown(drawn: Axes | Figure, says: str) -> str:
    """Return a figure, or the figure of some axes, as HTML; ``says`` is its description for screen readers."""
    figure = drawn if isinstance(drawn, Figure) else drawn.figure
    file = io.StringIO()
    figure.savefig(file, format="svg", metadata={"Date": None})
    plt.close("all")
    svg = re.sub(r"<metadata>.*?</metadata>", "", file.getvalue().partition("<svg")[2], flags=re.DOTALL)
    svg = svg.replace(INK, "currentColor").replace(PAPER, "var(--md-default-bg-color)")
    svg = svg.replace(BLUE.lower(), f"var(--figure-blue, {BLUE})")
    return f'<div class="figure"><svg role="img" aria-label="{html.escape(says)}"{svg}</div>'


def drawn(drawings: Sequence[Drawing], says: str) -> str:
    """Return drawings beside each other, as notebooks show them; ``says`` is their description for screen readers."""
    pictures = " ".join(drawing._repr_html_() or "" for drawing in drawings)  # Notebooks call it.
    return f'<div class="figure" role="img" aria-label="{html.escape(says)}">{pictures}</div>'


def page(path: Path, says: str, *, root: str = "../") -> str:
    """Return a frame with a separate page; ``root`` is the path from the showing page to the site."""
    return _frame("figure", f"{path.stem}-solved", path.read_text(encoding="utf-8"), says, root)


def watched(name: str, trace: Watched, says: str, *, root: str = "../", kind: str = "") -> str:
    """Return a frame with one or two recorded searches."""
    return _frame(f"watch {kind}".strip(), name, viewer.page(trace), says, root)


def _frame(kind: str, name: str, content: str, says: str, root: str) -> str:
    """Return a frame that loads its file only when it is scrolled into view."""
    PAGES[name] = content
    source = f"{root}watch/{name}.html"
    return f'<iframe class="{kind}" title="{html.escape(says)}" src="{source}" loading="lazy"></iframe>'


def picture(path: Path, says: str) -> str:
    """Return a GIF that is embedded in the page."""
    content = base64.b64encode(path.read_bytes()).decode()
    return f'<img class="figure" alt="{html.escape(says)}" src="data:image/gif;base64,{content}">'
