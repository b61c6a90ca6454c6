"""Write the whole documentation as text, for AI assistants and other programs: `llms.txt` and `llms-full.txt`.

`llms.txt` lists the pages with a link and the first sentence of each, and `llms-full.txt` contains their text. See
https://llmstxt.org for the format. Links are relative, because the site may have any address.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from bs4 import BeautifulSoup
from markdownify import MarkdownConverter

LEFT_OUT = ".headerlink, .doc-labels, iframe, svg, script, style, .linenos"
"""Parts of a page that a reader of plain text doesn't need."""
_LARGE = re.compile(r'<details class="mkdocstrings-source">.*?</details>|<svg\b.*?</svg>', re.DOTALL)
"""The source code of an entry of the reference, and drawings. They take longer to parse than the rest of the page."""

_pages: dict[str, tuple[str, str]] = {}
"""The first sentence and the text of each page, by the name of its file."""


def _language(element: Any) -> str:  # Any: an element of a page
    block = element.find_parent(class_=re.compile("^language-"))
    return "" if block is None else re.search(r"language-(\w+)", " ".join(block["class"]))[1]


_CONVERTER = MarkdownConverter(
    bullets="-", code_language_callback=_language, escape_underscores=False, escape_asterisks=False,
    heading_style="ATX", strip=["img"],
)  # fmt: skip


def on_page_content(html: str, *, page: Any, **_: object) -> None:  # Any: mkdocs' objects, as below
    """Convert a page to Markdown."""
    soup = BeautifulSoup(_LARGE.sub("", html), "html.parser")
    for part in soup.select(LEFT_OUT):
        part.decompose()
    first = soup.find("p")
    sentence = "" if first is None else re.split(r"(?<=[.!?:]) ", " ".join(first.get_text().split()))[0]
    text = re.sub(r"\n{3,}", "\n\n", _CONVERTER.convert_soup(soup)).strip()
    _pages[page.file.src_uri] = sentence.rstrip(":"), text


def on_nav(nav: Any, *, config: Any, **_: object) -> None:
    """Remember the order of the pages."""
    config.extra["pages in order"] = nav.pages


def on_post_build(*, config: Any, **_: object) -> None:
    """Write both files."""
    head = f"# {config.site_name}\n\n> {config.site_description}\n"
    listed, full, section = [head], [head], None
    for page in config.extra.pop("pages in order"):
        sentence, text = _pages[page.file.src_uri]
        top = page.ancestors[-1].title if page.ancestors else "Start"
        if top != section:
            listed.append(f"\n## {top}\n\n")
            section = top
        listed.append(f"- [{page.title}]({page.file.url}): {sentence}\n")
        full.append(f"\n---\n\nPage: {page.file.url}\n\n{text}\n")
    for name, parts in (("llms.txt", listed), ("llms-full.txt", full)):
        Path(config.site_dir, name).write_text("".join(parts), encoding="utf-8")
