"""Fail when a page of the built documentation loads anything from elsewhere: ``check_site.py SITE``."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

ELSEWHERE = re.compile(r"\s*(https?:)?//", re.IGNORECASE)
IN_STYLE = re.compile(r"""(?:url\(\s*['"]?|@import\s+['"])((?:https?:)?//[^'")\s]+)""", re.IGNORECASE)
LOADING = {"src", "srcset", "data", "poster", "background"}  # attributes that make a browser fetch at once
LINKS_NOT_LOADED = {"canonical", "alternate", "author", "license", "next", "prev", "me"}
STARTERS = {
    'data-md-component="source"': "the repository's figures are fetched from its host (repo_url)",
    'class="mermaid"': "diagrams load mermaid from elsewhere",
    "giscus": "comments are loaded from elsewhere",
}


class Page(HTMLParser):
    """Collects what a page would fetch."""

    def __init__(self) -> None:
        super().__init__()
        self.fetched: list[str] = []
        self._in_style = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Look at the attributes of a tag."""
        given = {name: value or "" for name, value in attrs}
        self._in_style = tag == "style"
        for name, value in given.items():
            if name in LOADING and any(ELSEWHERE.match(part) for part in value.split(",")):
                self.fetched.append(f"<{tag} {name}={value!r}>")
        relations = set(given.get("rel", "").lower().split())
        if tag == "link" and ELSEWHERE.match(given.get("href", "")) and not relations & LINKS_NOT_LOADED:
            self.fetched.append(f"<link rel={given.get('rel')!r} href={given['href']!r}>")
        self.fetched += IN_STYLE.findall(given.get("style", ""))

    def handle_data(self, data: str) -> None:
        """Look into style sheets inside the page."""
        if self._in_style:
            self.fetched += IN_STYLE.findall(data)

    def handle_endtag(self, tag: str) -> None:
        """Leave a style sheet."""
        self._in_style = self._in_style and tag != "style"


def requests_of(path: Path) -> Iterator[str]:
    """What one file would fetch from elsewhere."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".css":
        yield from IN_STYLE.findall(text)
        return
    page = Page()
    page.feed(text)
    yield from page.fetched
    yield from (reason for mark, reason in STARTERS.items() if mark in text)


def main(site: Path) -> int:
    """Check all pages and style sheets under ``site``; 0 when all is well."""
    pages, styles = sorted(site.rglob("*.html")), sorted(site.rglob("*.css"))
    if len(pages) == 0:
        print(f"no pages in {site}")
        return 1
    found = [f"{path.relative_to(site)}: {request}" for path in pages + styles for request in requests_of(path)]
    print(*found, f"{len(pages)} pages and {len(styles)} style sheets: {len(found)} requests to elsewhere", sep="\n")
    return 0 if len(found) == 0 else 1


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
