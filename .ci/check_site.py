"""Fail if a page of the built docs loads from elsewhere, leads nowhere or is too large: ``check_site.py SITE``."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

ELSEWHERE = re.compile(r"\s*(https?:)?//", re.IGNORECASE)
IN_STYLE = re.compile(r"""(?:url\(\s*['"]?|@import\s+['"])((?:https?:)?//[^'")\s]+)""", re.IGNORECASE)
LOADING = {"src", "srcset", "data", "poster", "background"}  # attributes that make a browser fetch at once
LINKS_NOT_LOADED = {"canonical", "alternate", "author", "license", "next", "prev", "me"}
MAX_BYTES = 1_000_000
"""The size of a page. Recorded searches and the playground may be larger."""
LARGE = ("watch", "playground")
"""The folders of pages without a maximum size."""
STARTERS = {
    'data-md-component="source"': "the repository's figures are fetched from its host (repo_url)",
    'class="mermaid"': "diagrams load mermaid from elsewhere",
    "giscus": "comments are loaded from elsewhere",
}


class Page(HTMLParser):
    """Collects what a page would fetch, where it leads, and what in it can be led to."""

    def __init__(self) -> None:
        super().__init__()
        self.fetched: list[str] = []
        self.led_to: set[str] = set()
        self.places: set[str] = {"", "__comments"}
        self._in_style = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Look at the attributes of a tag."""
        given = {name: value or "" for name, value in attrs}
        self._in_style = tag == "style"
        for name, value in given.items():
            if name in {"href", "src"}:
                self.led_to.add(value)
            if name in {"id", "name"}:
                self.places.add(value)
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


@cache
def page_of(path: Path) -> Page:
    """Return what is in a page."""
    page = Page()
    page.feed(path.read_text(encoding="utf-8"))
    return page


def requests_of(path: Path) -> Iterator[str]:
    """Return what one file would load from elsewhere."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".css":
        yield from (f"fetches {address}" for address in IN_STYLE.findall(text))
        return
    yield from (f"fetches {fetched}" for fetched in page_of(path).fetched)
    yield from (f"fetches {reason}" for mark, reason in STARTERS.items() if mark in text)


def dead_ends_of(path: Path) -> Iterator[str]:
    """Where one page leads to no file, or to no place in a page."""
    for address in sorted(page_of(path).led_to):
        parts = urlsplit(address)
        if parts.scheme != "" or parts.netloc != "":
            continue
        target = (path.parent / unquote(parts.path)).resolve() if parts.path != "" else path
        target = target / "index.html" if target.is_dir() else target
        if not target.is_file():
            yield f"leads to no file: {address}"
        elif target.suffix == ".html" and unquote(parts.fragment) not in page_of(target).places:
            yield f"leads to no place in the page: {address}"


def oversize_of(path: Path, site: Path) -> Iterator[str]:
    """Yield the size of a page that is too large."""
    size = path.stat().st_size
    if size > MAX_BYTES and path.relative_to(site).parts[0] not in LARGE:
        yield f"has {size:,} bytes, which is more than {MAX_BYTES:,}"


def main(site: Path) -> int:
    """Check all pages and style sheets under ``site``; 0 when all is well."""
    pages, styles = sorted(site.rglob("*.html")), sorted(site.rglob("*.css"))
    if len(pages) == 0:
        print(f"no pages in {site}")
        return 1
    found = [(path, request) for path in pages + styles for request in requests_of(path)]
    found += [
        (path, end) for path in pages if path.name != "404.html" for end in dead_ends_of(path)
    ]  # seen from a server
    found += [(path, size) for path in pages for size in oversize_of(path, site)]
    for path, says in found:
        print(f"{path.relative_to(site)} {says}")
    print(f"{len(pages)} pages, {len(styles)} styles: {len(found)} requests to elsewhere, dead links or large pages")
    return 0 if len(found) == 0 else 1


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
