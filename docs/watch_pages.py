"""Writes the recorded searches that the pages show (see `docs/figures.py`), into the built site."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from astarlib.viewer import write_page


def on_post_build(config: Any, **_: object) -> None:  # Any: mkdocs' own
    """Write their pages."""
    from docs.figures import WATCHED  # noqa: PLC0415  # known once mkdocs has started, see find_command.py

    folder = Path(config["site_dir"], "watch")
    folder.mkdir(exist_ok=True)
    for name, trace in WATCHED.items():
        write_page(folder / f"{name}.html", trace)
