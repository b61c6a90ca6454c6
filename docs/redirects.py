"""Let the old addresses of pages that were merged or moved lead to the sections that replaced them.

The addresses are in `docs/moved.py`. An old address may have an anchor, for example of an entry of the reference. If
the new page has the same anchor, the address leads there. The pages work from disk, too.
"""

from __future__ import annotations

import json
import logging
import posixpath
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

_log = logging.getLogger("mkdocs.hooks.redirects")

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>This page has moved</title>
<meta name="robots" content="noindex">
<noscript><meta http-equiv="refresh" content="0; url={target}"></noscript>
<script>
const kept = {kept};
const moved = {moved};
const anchor = decodeURIComponent(location.hash.slice(1));
location.replace(moved[anchor] ?? (kept.includes(anchor) ? "{page}" + location.hash : "{target}"));
</script>
</head>
<body>
<p>This page has moved: <a href="{target}">{target}</a></p>
</body>
</html>
"""


def anchors_of(page: str) -> list[str]:
    """Return the anchors of a page in HTML, in order."""
    return list(dict.fromkeys(re.findall(r'<[a-z][^>]*?\bid="([^"]+)"', page)))


def redirect(old: str, new: str, anchors: Sequence[str], moved: Mapping[str, str]) -> str:
    """Return the page at an old address.

    ``anchors`` are those of the new page, and ``moved`` has the new addresses of anchors that it doesn't have.
    """
    folder = posixpath.dirname(old)
    target = posixpath.relpath(new, folder)
    return _PAGE.format(
        target=target,
        page=target.partition("#")[0],
        kept=json.dumps([anchor for anchor in anchors if not anchor.startswith("__")]),
        moved=json.dumps({anchor: posixpath.relpath(address, folder) for anchor, address in moved.items()}),
    )


def on_post_build(config: Any, **_: object) -> None:  # Any: mkdocs' own
    """Write the pages at the old addresses, and warn if one of them leads nowhere."""
    from docs.moved import MOVED  # known once mkdocs has started, see find_command.py

    site = Path(config["site_dir"])
    for old, new in MOVED.items():
        page, _, anchor = new.partition("#")
        anchors = anchors_of((site / page).read_text(encoding="utf-8")) if (site / page).is_file() else []
        if anchors == [] or anchor not in {"", *anchors}:
            _log.warning("%s leads to %s, which doesn't exist", old, new)
        if "#" in old:
            continue
        if (site / old).exists():
            _log.warning("%s is a page and can't lead to %s", old, new)
            continue
        moved = {key.partition("#")[2]: address for key, address in MOVED.items() if key.startswith(f"{old}#")}
        (site / old).parent.mkdir(exist_ok=True)
        (site / old).write_text(redirect(old, new, anchors, moved), encoding="utf-8")
