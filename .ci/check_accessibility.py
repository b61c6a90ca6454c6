"""Fail if a page of the built docs has a serious accessibility fault: ``check_accessibility.py SITE``.

axe looks at one page of each kind in headless Chromium, on light and dark pages.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, sync_playwright

PAGES = (
    "index.html", "tutorial/watch.html", "guide/engines.html", "guide/command-line.html", "guide/pictures.html",
    "gallery.html", "recipes/pocket-cube.html", "bibliography.html", "glossary.html", "reference/engines/basic.html",
    "benchmarks/core.html", "watch/gallery-puzzle.html",
)  # fmt: skip
SERIOUS = {"serious", "critical"}
ONLY_FAULTS = {"resultTypes": ["violations"]}
"""Let axe describe no elements without a fault, which would take longer than to look at them."""
SHOWN = 5
"""The number of elements that are shown for one fault."""


def faults(browser: Browser, scheme: Any, page: Path) -> Iterator[str]:
    """Yield the serious faults of a page, with the first elements that have them."""
    context = browser.new_context(color_scheme=scheme)
    opened = context.new_page()
    opened.goto(page.resolve().as_uri())
    for found in Axe().run(opened, options=ONLY_FAULTS).response["violations"]:
        if found["impact"] in SERIOUS:
            nodes = found["nodes"]
            yield f"{page} ({scheme}): {found['help']}, {len(nodes)} times"
            for node in nodes[:SHOWN]:
                element, summary = (" ".join(node[name].split()) for name in ("html", "failureSummary"))
                yield f"    {element[:120]}\n        {summary[:240]}"
    context.close()


def main(arguments: list[str]) -> int:
    """Print the faults and return the exit code."""
    site = Path(arguments[0])
    names = ("chromium", "chromium-browser", "google-chrome", "chrome")
    program = next(filter(None, map(shutil.which, names)), None)
    if program is None:
        print("no Chromium on PATH, so the accessibility of the pages isn't checked")
        return 0
    with sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--allow-file-access-from-files"]  # The pages show others in frames.
        browser = playwright.chromium.launch(executable_path=program, args=arguments)
        found = [
            fault for scheme in ("light", "dark") for name in PAGES for fault in faults(browser, scheme, site / name)
        ]
        browser.close()
    print("\n".join(found) if found else f"no serious fault on {len(PAGES)} pages, light and dark")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
