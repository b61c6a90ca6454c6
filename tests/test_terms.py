"""Tooltips of the glossary's terms: docs/terms.py, and docs/assets/terms.js in a browser."""

import html
import re
import shutil

import pytest
from helpers.fences import REPOSITORY
from helpers.sampling import in_turn
from hypothesis import given
from hypothesis import strategies as st

from docs.terms import EVERYDAY, FORMS, marked, terms

ASSETS = REPOSITORY / "docs" / "assets"
BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "chrome"))), None)
ANCHORS = {term.anchor: name for name, term in terms().items()}
PIECES = [
    "frontier",
    "A*",
    "weighted A*",
    "f",
    " = ",
    "g + h",
    "closed list",
    "lists",
    "-",
    "x",
    "(",
    "<b>",
    "</b>",
    "\n",
    "&lt;",
]


def links(content: str) -> list[tuple[str, str]]:
    """Return the anchors and the texts of the marked terms."""
    return re.findall(
        r'<a class="term" href="[^"#]*#([\w-]+)" title="[^"]*">([^<]*)</a>', marked(content, "glossary.html")
    )


@in_turn("name", [name for name, term in terms().items() if term.anchor not in EVERYDAY])
def test_the_first_use_of_a_term_is_a_link_with_its_definition(name: str) -> None:
    anchor, definition = terms()[name]
    first, _, rest = marked(f"<p>The {name} and the {name}.</p>", "../glossary.html").partition("</a>")
    assert first == f'<p>The <a class="term" href="../glossary.html#{anchor}" title="{html.escape(definition)}">{name}'
    assert rest == f" and the {name}.</p>"


@in_turn(
    "content, found",
    [
        ("Weighted A* isn't A*.", [("weighted-a-star", "Weighted A*"), ("a-star", "A*")]),
        ("Two closed\nlists", [("closed-list", "closed\nlists")]),
        ("It expanded 3 states. An expansion", [("expand", "expanded")]),
        ("f = g + h", [("f", "f"), ("g", "g"), ("h", "h")]),
        ("F(x), G, f(x), sub-heuristic, heuristic-free, heuristic.py, H", []),
        ("<code>frontier</code> <pre>A*</pre> <h2>A*</h2> <a href='x'>A*</a> <svg><text>A*</text></svg>", []),
        ("<table><th>frontier</th><td>frontier</td></table>", [("frontier", "frontier")]),
        ("<!-- A* --><script>A*</script><p title='A*'>", []),
        ("the cost of a path", []),
    ],
)
def test_terms_are_found_in_prose_only(content: str, found: list[tuple[str, str]]) -> None:
    assert links(content) == found


def test_a_link_of_the_author_gets_the_definition_and_replaces_later_marks() -> None:
    content = '<a href="../glossary.html#frontier">open states</a> in the frontier'
    assert links(content) == [("frontier", "open states")]
    assert marked('<a href="../glossary.html#cost">x</a>', "").startswith(
        '<a class="term" href="../glossary.html#cost" title="A'
    )


@given(st.lists(st.sampled_from(PIECES)).map(" ".join))
def test_marking_changes_no_text_and_marks_each_term_once(content: str) -> None:
    made = marked(content, "glossary.html")
    assert re.sub(r'<a class="term"[^>]*>|</a>', "", made) == content
    anchors = [anchor for anchor, _ in links(content)]
    assert len(set(anchors)) == len(anchors) == made.count("<a ")


def test_everyday_words_and_other_forms_are_those_of_terms() -> None:
    assert set() == (EVERYDAY | set(FORMS)) - set(ANCHORS)
    assert set() == EVERYDAY & set(FORMS)


@pytest.fixture(scope="module")
def browser():
    if BROWSER is None:
        pytest.skip("no Chromium is installed")
    from playwright.sync_api import sync_playwright  # only where there is a browser

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        yield running
        running.close()


@pytest.fixture
def page_with_terms(tmp_path):
    script, style = ((ASSETS / name).read_text(encoding="utf-8") for name in ("terms.js", "astarlib.css"))
    space = '<div style="height: 2000px"></div>'
    content = f"<p><a href='x.html'>other</a> {space} The frontier and the closed list.</p>"
    content = marked(content, "glossary.html")
    (tmp_path / "glossary.html").write_text("<p>glossary</p>", encoding="utf-8")
    path = tmp_path / "page.html"
    head = '<!doctype html><html data-md-color-scheme="default"><meta name="viewport" content="width=device-width">'
    page = f"{head}<style>{style}</style>{content}<script>{script}</script></html>"
    path.write_text(page, encoding="utf-8")
    return path.as_uri()


@pytest.mark.costly
def test_a_tooltip_opens_by_pointer_and_keyboard_and_closes_with_escape(browser, page_with_terms) -> None:
    page = browser.new_page()
    page.goto(page_with_terms)
    tooltip = page.get_by_role("tooltip", include_hidden=True)
    assert not tooltip.is_visible()
    page.keyboard.press("Tab")
    assert not tooltip.is_visible()
    page.keyboard.press("Tab")  # The browser scrolls to the link.
    page.wait_for_function("scrollY > 0")
    assert tooltip.inner_text() == terms()["frontier"].definition
    assert page.locator("a:focus").get_attribute("aria-describedby") == "term-tooltip"
    page.keyboard.press("Escape")
    assert not tooltip.is_visible()
    page.get_by_text("closed list").hover()
    assert tooltip.inner_text() == terms()["closed list"].definition
    page.keyboard.press("Enter")  # The focus is still on the first term.
    page.wait_for_url("**/glossary.html#frontier")
    page.close()


@pytest.mark.costly
def test_the_first_tap_shows_the_definition_and_the_second_follows_the_link(browser, page_with_terms) -> None:
    context = browser.new_context(has_touch=True, is_mobile=True, viewport={"width": 390, "height": 800})
    page = context.new_page()
    page.goto(page_with_terms)
    tooltip = page.get_by_role("tooltip", include_hidden=True)
    page.get_by_text("closed list").tap()
    assert tooltip.inner_text() == terms()["closed list"].definition
    assert page.url == page_with_terms
    box = tooltip.bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    page.get_by_text("closed list").tap()
    page.wait_for_url("**/glossary.html#closed-list")
    context.close()
