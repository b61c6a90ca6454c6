"""The text of the pages: how long they are, how the guides begin, and the terms of the glossary."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.fences import REPOSITORY

DOCS = REPOSITORY / "docs"
GLOSSARY = DOCS / "glossary.md"
MAX_WORDS = 1_500
MIN_TERMS = 45
SEARCH_WORDS = (
    "A\\*",
    "anytime",
    "branching factor",
    "closed list",
    "open list",
    "pathfinding",
    "priority queue",
    "shortest path",
    "state space",
    "uniform-cost search",
)
"""Words that people search for. Each must be on a page outside the glossary."""


def is_prose(page: Path) -> bool:
    """Return True if the page isn't generated, a table of measurements or the changelog."""
    return page.relative_to(DOCS).parts[0] not in {"reference", "benchmarks", "changelog.md"}


PAGES = [page for page in sorted(DOCS.rglob("*.md")) if is_prose(page)]
GUIDES = [page for page in PAGES if page.parent.name == "guide"]


def name_of(page: Path) -> str:
    return page.relative_to(DOCS).as_posix()


def prose_of(page: Path) -> str:
    """Return the text of a page without code blocks, comments and inclusions of other files."""
    text = re.sub(r"^( *)```.*?^\1```$", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    return re.sub(r"<!--.*?-->|^--8<--[^\n]*$", "", text, flags=re.DOTALL | re.MULTILINE)


def terms() -> list[tuple[str, str]]:
    """Return the terms of the glossary with their anchors, in order."""
    return re.findall(r"^(\S.*?) \{#([a-z0-9-]+)\}\n:   \S", GLOSSARY.read_text(encoding="utf-8"), re.MULTILINE)


def links_to_glossary() -> Iterator[tuple[Path, str]]:
    """Yield each link to a term, as its page and anchor. The links of the glossary to itself count too."""
    for page in sorted(DOCS.rglob("*.md")):
        for path, anchor in re.findall(r"\]\(([\w./-]*)#([\w-]+)\)", page.read_text(encoding="utf-8")):
            if (page.parent / path).resolve() == GLOSSARY or (path == "" and page == GLOSSARY):
                yield page, anchor


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_a_page_of_prose_has_at_most_1500_words(page: Path) -> None:
    assert len(prose_of(page).split()) <= MAX_WORDS


@pytest.mark.parametrize("page", GUIDES, ids=name_of)
def test_a_guide_begins_with_when_to_use_it(page: Path) -> None:
    heading, first, *_ = prose_of(page).split("\n\n")
    assert heading.startswith("# ")
    assert "Use this when" in re.split(r"(?<=[.:?])\s", first)[0]


def test_the_glossary_has_enough_terms_in_alphabetical_order_each_with_its_own_anchor() -> None:
    names = [re.sub(r"\W", "", name.casefold()) for name, _ in terms()]
    anchors = [anchor for _, anchor in terms()]
    assert len(names) >= MIN_TERMS
    assert len(re.findall(r"^:   ", GLOSSARY.read_text(encoding="utf-8"), re.MULTILINE)) == len(names)
    assert sorted(names) == names
    assert len(set(anchors)) == len(anchors)


def test_every_term_of_the_glossary_is_linked_from_another_page_and_every_link_leads_to_a_term() -> None:
    anchors = {anchor for _, anchor in terms()}
    assert set() == anchors - {anchor for page, anchor in links_to_glossary() if page != GLOSSARY}
    assert [] == [(name_of(page), anchor) for page, anchor in links_to_glossary() if anchor not in anchors]


@pytest.mark.parametrize("words", SEARCH_WORDS)
def test_words_that_people_search_for_are_on_a_page(words: str) -> None:
    pages = [" ".join(prose_of(page).lower().split()) for page in PAGES if page != GLOSSARY]
    assert any(words.lower() in page for page in pages)
