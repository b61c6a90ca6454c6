"""Let the old addresses of pages that were merged or moved lead to the sections that replaced them.

The addresses are in `docs/moved.py`. An old address may have an anchor, for example of an entry of the reference. If
the new page has the same anchor, the address leads there. The pages work from disk, too.
"""

from __future__ import annotations

import json
import logging
import posixpath
import re
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
const anchors = {anchors};
const kept = decodeURIComponent(location.hash.slice(1));
location.replace(anchors.includes(kept) ? "{page}" + location.hash : "{target}");
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


def redirect(old: str, new: str, anchors: list[str]) -> str:
    """Return the page at an old address. ``anchors`` are those of the new page."""
    target = posixpath.relpath(new, posixpath.dirname(old))
    kept = [anchor for anchor in anchors if not anchor.startswith("__")]
    return _PAGE.format(target=target, page=target.partition("#")[0], anchors=json.dumps(kept))


def on_post_build(config: Any, **_: object) -> None:  # Any: mkdocs' own
    """Write the pages at the old addresses, and warn if one of them leads nowhere."""
    from docs.moved import MOVED  # known once mkdocs has started, see find_command.py

    site = Path(config["site_dir"])
    for old, new in MOVED.items():
        page, _, anchor = new.partition("#")
        if (site / old).exists() or not (site / page).is_file():
            _log.warning("%s can't lead to %s: the first is a page, or the second isn't", old, new)
            continue
        anchors = anchors_of((site / page).read_text(encoding="utf-8"))
        if anchor not in {"", *anchors}:
            _log.warning("%s leads to %s, which has no such anchor", old, new)
        (site / old).parent.mkdir(exist_ok=True)
        (site / old).write_text(redirect(old, new, anchors), encoding="utf-8")
