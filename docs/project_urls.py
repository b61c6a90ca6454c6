"""Give the site the addresses of the project, which are in `pyproject.toml` and nowhere else."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import Any


def on_config(config: Any) -> None:  # Any: mkdocs' configuration
    """Link to the repository, and let each page name its address. Without addresses, change nothing."""
    project = tomllib.loads((Path(config.config_file_path).parent / "pyproject.toml").read_text(encoding="utf-8"))
    urls = project["project"].get("urls", {})
    if "Documentation" in urls:
        config.site_url = urls["Documentation"].rstrip("/") + "/"
    if "Repository" in urls:
        # A link in the footer. `repo_url` would make each page fetch figures from the repository's host.
        link = {"icon": "fontawesome/brands/git-alt", "link": urls["Repository"], "name": "Source code"}
        config.extra["social"] = [link]
    if os.environ.get("ASTARLIB_DOCS_VERSIONS"):  # `RELEASING.md` says when this is set.
        config.extra["version"] = {"provider": "mike"}
