"""Write the pages that other pages show in frames (see `docs/figures.py`) into the built site."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def on_post_build(config: Any, **_: object) -> None:  # Any: mkdocs' own
    """Write the pages."""
    from docs.figures import PAGES  # known once mkdocs has started, see find_command.py

    folder = Path(config["site_dir"], "watch")
    folder.mkdir(exist_ok=True)
    for name, content in PAGES.items():
        (folder / f"{name}.html").write_text(content, encoding="utf-8")
