"""The text of the pages: how long they are, how the guides begin, the terms of the glossary, and the publications."""

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from inspect import get_annotations
from pathlib import Path

import pytest
from helpers.fences import REPOSITORY
from helpers.sampling import in_turn

from docs.bibliography import Publication, listing, parse, publications
from docs.tables import LINKS

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
SEARCHES = {
    "lights out": "guide/modeling.md",
    "bridge torch": "guide/modeling.md",
    "print path": "guide/results.md",
    "custom heuristic": "guide/problem.md",
    "strips": "guide/planning.md",
    "pddl": "guide/planning.md",
    "numba": "guide/compiling.md",
    "dijkstra networkx": "guide/coming-from.md",
}
"""Searches and the pages that answer them. The search ranks titles and headings first."""


def is_prose(page: Path) -> bool:
    """Return True if the page isn't generated, a table of measurements or the changelog."""
    return page.relative_to(DOCS).parts[0] not in {"reference", "benchmarks", "changelog.md"}


PAGES = [page for page in sorted(DOCS.rglob("*.md")) if is_prose(page)]
GUIDES = [page for page in PAGES if page.parent.name == "guide"]


def name_of(page: Path) -> str:
    return page.relative_to(DOCS).as_posix()


def prose_of(page: Path) -> str:
    """Return the text of a page without its settings, code blocks, comments and inclusions of other files."""
    text = re.sub(r"\A---\n.*?^---\n+", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"^( *)```.*?^\1```$", "", text, flags=re.DOTALL | re.MULTILINE)
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


@in_turn("page", [*PAGES, REPOSITORY / "README.md", REPOSITORY / "CHANGELOG.md"])
def test_the_star_of_an_algorithm_is_no_emphasis(page: Path) -> None:
    """Two unescaped stars, as in A* and IDA*, would set the text between them in italics."""
    text = re.sub(r"`[^`]*`|<[^>]*>", "", prose_of(page))
    assert [] == re.findall(r"(?<![\\*\w])[A-Z]+A?\*.{0,20}", text)


def test_each_member_that_a_page_names_exists() -> None:
    """A member is written as `Class.member` in a line of text, for example `Search.save`."""
    classes: dict[str, list[type]] = {}
    for name in (REPOSITORY / "tests" / "data" / "public_names.txt").read_text(encoding="utf-8").split():
        module, _, last = name.rpartition(".")
        found = getattr(import_module(module), last)
        if isinstance(found, type):
            classes.setdefault(last, []).append(found)
    unknown = [
        (page.name, name, member)
        for page in [*PAGES, REPOSITORY / "README.md", REPOSITORY / "CHANGELOG.md"]
        for code in re.findall(r"`([^`\n]+)`", prose_of(page))
        for name, member in re.findall(r"(?<![\w.])([A-Z]\w+)\.([a-z_]\w*)", code)
        if name in classes and not any(member in fields_of(cls) or hasattr(cls, member) for cls in classes[name])
    ]
    assert [] == unknown


def fields_of(cls: type) -> set[str]:
    return {name for base in cls.__mro__ for name in get_annotations(base)}


@in_turn("page", PAGES)
def test_a_page_of_prose_has_at_most_1500_words(page: Path) -> None:
    words = [word for word in prose_of(page).split() if re.search(r"\w", word)]  # no lines of tables
    assert len(words) <= MAX_WORDS


@in_turn("page", GUIDES)
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


@in_turn("words", SEARCHES)
def test_a_heading_has_all_words_of_a_search(words: str) -> None:
    headings = re.findall(r"^#+ (.*)$", prose_of(DOCS / SEARCHES[words]), re.MULTILINE)
    assert any(set(words.split()) <= set(re.findall(r"[a-z]+", heading.lower())) for heading in headings)


@in_turn("words", SEARCH_WORDS)
def test_words_that_people_search_for_are_on_a_page(words: str) -> None:
    pages = [" ".join(prose_of(page).lower().split()) for page in PAGES if page != GLOSSARY]
    assert any(words.lower() in page for page in pages)


EDGE_OF_TAIL_AND_HEAD = re.compile(
    r"\(tail, head|\{tail: |\bTAIL\b|\bHEAD COST|tail to head|tails? (?:and|or) heads?\b"
)


@pytest.mark.costly
def test_pages_docstrings_and_messages_call_the_ends_of_an_edge_from_and_to() -> None:
    texts = texts_with(EDGE_OF_TAIL_AND_HEAD)
    assert any("(from, to)" in text for _, text in texts_with(re.compile(r"\(from, to\)")))
    assert [] == [(name, found[0]) for name, text in texts if (found := EDGE_OF_TAIL_AND_HEAD.search(text))]


YEAR = re.compile(r"(?:\(|,\s+)((?:18|19|20)\d\d)\)")
"""The year of a citation, such as "R. Korf (1985)" or "(R. Korf and A. Felner, 2002)"."""
REACH = 250
"""The most characters between the first author of a citation and its year."""


def test_no_executed_block_prints_with_a_separator() -> None:
    """Where the site is built, ``print`` ignores ``sep``."""
    for page in (REPOSITORY / "docs").rglob("*.md"):
        for block in re.findall(
            r"^```python exec=.*?^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
        ):
            assert "sep=" not in block, page


def texts_with(pattern: re.Pattern[str]) -> list[tuple[str, str]]:
    """Return the pages without code, and the docstrings and other texts of modules in which a pattern occurs, by the
    names of their files.
    """
    texts = [(name_of(page), prose_of(page)) for page in sorted(DOCS.rglob("*.md")) if page.name != "changelog.md"]
    for path in sorted((REPOSITORY / "astarlib").rglob("*.py")):
        content = path.read_text(encoding="utf-8")
        nodes = ast.walk(ast.parse(content)) if pattern.search(content) else []
        strings = (node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str))
        texts += [(path.relative_to(REPOSITORY).as_posix(), text) for text in strings]
    return texts


def citations() -> Iterator[tuple[str, str, int]]:
    """Yield each citation: the name of the file, the text up to the year, and the year."""
    for name, text in texts_with(YEAR):
        for found in YEAR.finditer(text):
            yield name, text[max(0, found.start() - REACH) : found.end()], int(found[1])


def names(text: str, work: Publication) -> bool:
    return any(re.search(rf"\b{re.escape(surname)}\b", text) for surname in work.surnames)


@pytest.mark.costly
def test_every_cited_publication_is_in_the_bibliography() -> None:
    works = publications()
    found = list(citations())
    assert len(found) > 50
    unknown = [each for each in found if not any(work.year == each[2] and names(each[1], work) for work in works)]
    assert [] == unknown, "add the publication to docs/publications.txt"


@pytest.mark.costly
def test_every_publication_of_the_bibliography_is_cited() -> None:
    found = list(citations())
    listed = [work for work in publications() if work.engines == ()]
    assert [] == [
        work for work in listed if not any(year == work.year and names(text, work) for _, text, year in found)
    ]


def test_a_publication_is_listed_once_and_has_its_address_in_one_place() -> None:
    works = publications()
    titles = [work.title.casefold() for work in works]
    assert [] == sorted({title for title in titles if titles.count(title) > 1})
    assert set(LINKS) <= {work.title for work in works}
    lines = (DOCS / "publications.txt").read_text(encoding="utf-8").splitlines()
    listed = [parse(line) for line in lines if line != "" and not line.startswith("#")]
    assert [] == [work.title for work in listed if work.title in LINKS]
    assert all(re.match(r"doi:10\.\d{4,}/\S+$|https://\S+$|$", work.address) for work in works)
    assert listing().count("\n- ") == len(works) - 1
