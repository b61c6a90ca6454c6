"""Link the first use of each term on a page to the glossary, with its definition as a tooltip (see assets/terms.js)."""

from __future__ import annotations

import html
import re
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

GLOSSARY: Final = Path(__file__).parent / "glossary.md"

NOT_MARKED: Final = frozenset({"bibliography.md", "changelog.md", "cheat-sheet.md", "glossary.md"})
"""Pages without tooltips: titles of publications, a list of changes, a page for printing, and the glossary itself."""

EVERYDAY: Final = frozenset({
    "action", "complete", "cost", "depth", "edge", "evaluated", "event", "generated", "goal", "guarantee", "limit",
    "node", "path", "state", "status", "stored", "threshold", "trace", "weight",
})  # fmt: skip
"""Terms that the pages also use as everyday words. Only links that an author wrote have tooltips for them."""

FORMS: Final = {
    "expand": ("expands", "expanded", "expansion", "expansions"),
    "reopen": ("reopens", "reopened"),
    "consistent": ("consistency",),
    "admissible": ("admissibility",),
    "optimal": ("optimum",),
    "tie-breaking": ("tie-break", "break ties", "breaks ties"),
    "duplicate-detection": ("duplicates",),
}
"""Other forms of terms than the plural with an s, by anchors."""

SKIPPED: Final = frozenset({
    "a", "abbr", "button", "code", "h1", "h2", "h3", "h4", "h5", "h6", "iframe", "kbd", "label", "pre", "script",
    "style", "summary", "svg", "th",
})  # fmt: skip
"""Elements in which no term is marked."""

_TAG = re.compile(r"<!--.*?-->|<(/?)([a-zA-Z][\w-]*)[^>]*?(/?)>", re.DOTALL)
_TO_GLOSSARY = re.compile(r'<a href="((?:\.\./)*glossary\.html#([\w-]+))">')


class Term(NamedTuple):
    """A term of the glossary."""

    anchor: str
    definition: str
    """The definition as plain text."""


@cache
def terms() -> dict[str, Term]:
    """Return the terms of the glossary by their names, in order."""
    found = re.findall(
        r"^(\S[^\n]*?) \{#([a-z0-9-]+)\}\n:   (\S.*?)(?=\n\n|\Z)",
        GLOSSARY.read_text(encoding="utf-8"),
        re.DOTALL | re.MULTILINE,
    )
    return {_plain(name): Term(anchor, _plain(definition)) for name, anchor, definition in found}


def _plain(markdown: str) -> str:
    """Return Markdown as text without links, code marks and backslashes."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", " ".join(markdown.split()))
    return re.sub(r"\\(\W)", r"\1", text.replace("`", ""))


@cache
def _forms() -> dict[str, str]:
    """Return the anchors of the marked terms by the forms in which they occur, in lower case except for one letter."""
    forms = {}
    for name, term in terms().items():
        if term.anchor not in EVERYDAY:
            written = name if len(name) == 1 else name.lower()
            plurals = () if len(name) == 1 or not name[-1].isalpha() else (f"{written}s", f"{written}es")
            forms |= dict.fromkeys((written, *plurals, *FORMS.get(term.anchor, ())), term.anchor)
    return forms


@cache
def _pattern() -> re.Pattern[str]:
    """Return a pattern that finds the longest form of a term in text. Only the case of letters such as f counts."""
    longest_first = sorted(_forms(), key=len, reverse=True)
    words = "|".join(re.escape(form).replace(r"\ ", r"\s+") for form in longest_first if len(form) > 1)
    letters = "|".join(form for form in longest_first if len(form) == 1)
    return re.compile(rf"(?<![\w*/.-])(?:(?i:{words})|(?:{letters})(?!\())(?![\w*/-]|\.\w)")


def marked(content: str, glossary: str) -> str:
    """Return the content of a page with its terms marked. ``glossary`` is the path from the page to the glossary."""
    definitions = {term.anchor: html.escape(term.definition) for term in terms().values()}
    seen: set[str] = set()

    def link(found: re.Match[str]) -> str:
        anchor = _forms()[_form(found[0])]
        if anchor in seen:
            return found[0]
        seen.add(anchor)
        return f'<a class="term" href="{glossary}#{anchor}" title="{definitions[anchor]}">{found[0]}</a>'

    parts, end, skipping = [], 0, 0
    for tag in _TAG.finditer(content):
        text = content[end : tag.start()]
        parts.append(_pattern().sub(link, text) if skipping == 0 else text)
        written = _TO_GLOSSARY.fullmatch(tag[0])
        if written is not None and written[2] in definitions:
            seen.add(written[2])
            parts.append(f'<a class="term" href="{written[1]}" title="{definitions[written[2]]}">')
        else:
            parts.append(tag[0])
        if tag[2] is not None and tag[2].lower() in SKIPPED and tag[3] == "":
            skipping += -1 if tag[1] == "/" else 1
        end = tag.end()
    text = content[end:]
    return "".join((*parts, _pattern().sub(link, text) if skipping == 0 else text))


def _form(found: str) -> str:
    return found if len(found) == 1 else " ".join(found.lower().split())


def on_page_content(html: str, *, page: Any, **_: object) -> str:  # Any: mkdocs' page
    """Mark the terms of a page."""
    if page.file.src_uri in NOT_MARKED:
        return html
    return marked(html, "../" * page.file.url.count("/") + "glossary.html")
